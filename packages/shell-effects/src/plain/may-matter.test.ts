import fc from 'fast-check';
import { expect, test } from 'vitest';
import { effectsOf, mayMatter, type ShellContext } from '../index.js';

const context: ShellContext = { cwd: '/r', home: '/home/dev', readFile: () => undefined };

test.each([
  'ls -la src',
  'cat README.md',
  'git status',
  'git --no-pager log --oneline -5',
  'git diff --stat',
  'git add -A',
  'echo hi',
  'echo "go test ok"',
  'grep -rn foo src | head',
  'grep -rn "git push" docs',
  'cd src && ls',
  "sed -n '1,40p' src/a.ts",
  'find . -name "*.ts" | wc -l',
  'cat a.txt 2>/dev/null || true',
  'grep -c x a.txt >/dev/null 2>&1',
  'grep -rn "a\\|b" src',
  'grep "^\\s*import\\b.*\\.js" a.ts | wc -l',
  'pwd; ls',
])('P1 an everyday command needs no parser: %s', (command) => {
  expect(mayMatter(command)).toBe(false);
});

test.each([
  'git push',
  'go test ./...',
  'npm test',
  './x.sh',
  'echo x > .claude/settings.json',
  'echo x > notes.txt',
  'cat a 2> errors.txt',
  'echo x >> develop/a/test-results.json',
  'echo `git push`',
  'echo $(git push)',
  'g"it" push',
  'cat <<EOF\nx\nEOF',
  "find . -name x -exec git push ';'",
  'git log --output=x',
  'sed -i s/a/b/ x',
  'sed -n "w x" y',
  'sort -o x y',
  'rg --pre ./x foo',
  'time ls',
  'grep "a\\"; git push; "b" x',
  'grep "a\\\\" x',
  'grep "a\\$(git push)" x',
  'grep a\\|b x',
  'FOO=1 ls',
  'python -c 1',
])('P1 a command that could matter is handed on: %s', (command) => {
  expect(mayMatter(command)).toBe(true);
});

const WORDS =
  `git push -C x commit -m "git push" 'a b' log --output=y status ls -la cat echo hi | && || ; & > a >> .claude/x 2>&1 < in grep -r foo head -5
  find . -name *.ts -exec rm {} ; + >/dev/null 2>/dev/null >x 2>x >>x <x 1>&2 >&2 &>x >| <> g\u200bit \u202e \r -delete sed -n 1,5p w sort -o out uniq env FOO=1 bash -c sh eval source ./x.sh npm test pnpm run make go
  "a\\|b" "a\\.b" "\\" "a\\" "x\\\\" a\\|b "\\$X" "\\\`x" \\| "\\s |
  $X $(git push) \`x\` $'\\x70' \\git "a$b" {a,b} ( ) { } ! time if then fi for in do done while case esac <<EOF EOF #c ~ ~/x * ? [ ] [[ ]] test tee cp mv rm
  xargs -I{} sudo timeout 5 rg --pre ./p printf %s tr cut -f1 diff jq . tree which wc -l cd .. - -- = a=b`.split(/\s+/);

const HARMLESS =
  /^(?:ls|cat|echo|[ef]?grep|rg|head|tail|wc|pwd|cd|cut|tr|diff|cmp|stat|file|du|df|whoami|hostname|uname|printf|true|false|test|\[|sleep|basename|dirname|which|sort|uniq|nl|tree|jq|column|less|more|find|sed|git)$/;

/** What the parser must not find when the cheap question said no. A syntax error runs nothing and may be left to the shell. */
function finds(command: string): string[] {
  return effectsOf(command, context)
    .effects.filter(
      (one) =>
        one.kind === 'push' ||
        one.kind === 'publish' ||
        one.kind === 'disarm' ||
        (one.kind === 'git' && one.verb !== 'add') ||
        one.kind === 'opaque' ||
        (one.kind === 'run' && !HARMLESS.test(one.program)) ||
        one.kind === 'write',
    )
    .map((one) => JSON.stringify(one));
}

test('P1 property: where the prefilter says no, the parser finds nothing', () => {
  const line = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 8 }).map((words) => words.join(' '));
  const glued = fc
    .array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(' ', ' ', ' ', '', '\n')), { maxLength: 8 })
    .map((parts) => parts.flat().join(''));
  const plain = fc
    .tuple(
      fc.constantFrom('ls', 'cat', 'git log', 'git diff', 'find .', 'sed -n 1,5p', 'sort', 'echo', 'cd'),
      fc.array(fc.constantFrom(...WORDS), { maxLength: 5 }),
    )
    .map(([head, words]) => [head, ...words].join(' '));
  fc.assert(
    fc.property(fc.oneof(line, glued, plain, fc.string({ maxLength: 60, unit: 'binary' })), (command) => {
      if (mayMatter(command)) return;
      expect(finds(command)).toEqual([]);
    }),
    { numRuns: 6_000 },
  );
});

test('P1 a megabyte is answered at once', () => {
  // Processor time, as the machine may be busy with other work.
  const started = process.cpuUsage();
  for (const piece of ['a ', '"', "'x' ", '| ls ', '> a ', '$(']) mayMatter(piece.repeat(1_000_000 / piece.length));
  const { user, system } = process.cpuUsage(started);
  expect((user + system) / 1000).toBeLessThan(500);
});
