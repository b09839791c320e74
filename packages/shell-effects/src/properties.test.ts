import fc from 'fast-check';
import { expect, test } from 'vitest';
import { effectsOf, mayMatter, type ShellContext } from './index.js';

/** Answers every question with text of the same kind, so that scripts, aliases and globs are followed, too. */
function hostile(text: string): ShellContext {
  return {
    cwd: '/r',
    home: '/h',
    readFile: () => text,
    listDirectory: () => ['a', text.slice(0, 20)],
    gitAlias: () => text.slice(0, 100),
    env: { X: text.slice(0, 100) },
  };
}

/** Milliseconds of the processor's time: other work on the machine does not count. */
function spent(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}

const PIECES = [
  'git push',
  '"',
  "'",
  '`',
  '$(',
  ')',
  '((',
  '{',
  '}',
  '<<EOF\n',
  'EOF\n',
  '|',
  '&&',
  ';',
  '\n',
  '\\',
  '$x',
  '${x',
  '#',
  '%',
  '[[',
  ']]',
  'if ',
  'then ',
  'fi ',
  'for x in ',
  'do ',
  'done ',
  'case x in ',
  'esac ',
  '<(',
  '>(',
  '{a,b}',
  '{1..99999}',
  '*',
  '~',
  '$((',
  '))',
  'eval ',
  'bash -c ',
  'python3 -c ',
  'xargs ',
  'find . -exec ',
  'source x ',
  './x ',
  'make x ',
  'npm run x ',
  'perl -e ',
  'awk ',
  'sed ',
  'env -S ',
  'alias a=',
  'f() ',
  'read a ',
  'printf %s ',
  '\u0000',
  '\ud800',
  '\u202e',
  '=',
  'a=(',
  '+=',
  'tar x ',
  'cp a b ',
  'declare -n a=',
  'declare -A m=(',
  'trap x DEBUG;',
  'set -x;PS4=',
  'shopt -s extglob globstar;',
  '+(a|b)',
  '!(*)',
  '**/',
  '${!',
  '@P}',
  '[$((',
  'let a=',
  'break;',
  'return;',
  'exit;',
  'while ',
  'until ',
  'select x in ',
  'coproc ',
  'exec 3<',
  '{fd}>',
  'mapfile -C ',
  'getopts a b ',
  'local a=',
  'cd ',
  'pushd ',
  'popd;',
  'alias x=',
  'BASH_ALIASES[x]=',
  "sed 's/",
  'cut -c ',
  '\u200b',
] as const;

test('D100 property: never throws, whatever the text', () => {
  const pieces = fc
    .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 6 })), { maxLength: 30 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 200 })), pieces, (command, file) => {
      const result = effectsOf(command, hostile(file));
      expect(result.readable).toBe(result.reasons.length === 0);
      expect(result.reasons).not.toContain('the analysis failed');
      expect(typeof mayMatter(command)).toBe('boolean');
    }),
    { numRuns: 3_000 },
  );
});

test.each([
  ['substitutions', '$(', ')'],
  ['subshells', '(', ')'],
  ['groups', '{ ', '; }'],
  ['backticks', '`', '`'],
  ['conditions', 'if true; then ', '; fi'],
  ['double quotes', '"$(', ')"'],
  ['defaults', '${x:-', '}'],
  ['arithmetic', '$((', '))'],
  ['evals', 'eval ', ''],
  ['braces', '{a,', '}'],
])('D100 deep nesting of %s ends in an answer', (_name, open, close) => {
  for (const depth of [10, 100, 5_000]) {
    const started = process.cpuUsage();
    const { readable, effects } = effectsOf(`echo ${open.repeat(depth)}git push${close.repeat(depth)}`, hostile('x'));
    expect(readable || effects.length >= 0).toBe(true);
    expect(spent(started)).toBeLessThan(1_000);
  }
});

const ADVERSARIAL: readonly (readonly [string, string])[] = [
  ['words', 'a '],
  ['commands', 'ls;'],
  ['pipes', 'ls|'],
  ['assignments', 'a=$a$a;'],
  ['quotes', '"\''],
  ['backslashes', '\\'],
  ['globs', '*?['],
  ['here-documents', 'cat <<E\nE\n'],
  ['braces', '{a,b}'],
  ['loops', 'for i in {1..60};do '],
  ['replacements', '${a//a/aa}'],
  ['patterns', '${a##*a*b}'],
  ['newlines', '\n'],
  ['python literals', '"a"+'],
  ['branches', 'if x;then a=$a;fi;'],
  ['several values', 'x&&a=1||a=2;echo $a;'],
  ['choices of patterns', '+(a|+(b|c))'],
  ['traps', "trap 'echo $a' DEBUG;"],
  ['functions that call themselves', 'f(){ f;f; };f;'],
  ['indexes', 'a[a[a[0]]]=1;'],
  ['references', 'declare -n a=b b=a;a=1;'],
];

test.each(ADVERSARIAL)('D100 time is bounded on much of %s', (_name, piece) => {
  for (const size of [4_000, 100_000, 1_000_000]) {
    for (const head of ['', 'a=aaaaaaaa; ', 'python3 -c \'os.system("x")']) {
      const command = head + piece.repeat(Math.ceil(size / piece.length));
      const started = process.cpuUsage();
      effectsOf(
        head.startsWith('python') ? `${command.replaceAll("'", '').replace('-c ', "-c '")}'` : command,
        hostile(piece.repeat(1_000)),
      );
      expect(spent(started)).toBeLessThan(2_500);
    }
  }
});
