import { defaultPolicy } from '@flow/core';
import { type Deed, GUARD_ENTRIES, judgeDeed } from '@flow/engine/handle/guards/index';
import { effectsOf, type ShellContext } from '@flow/shell-effects';
import { isPlainCommit } from '@flow/shell-effects/plain/commits';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const context: ShellContext = { cwd: '/r', home: '/home/dev', env: {}, readFile: () => undefined };

test.each([
  "git add -A && git commit -m 'push later'",
  'git commit -qam wip',
  'git commit -m wip',
  'git add src && git commit -s -m "fix: approve" -m "and `why`"'.replaceAll('`', "'"),
  'git commit --amend --no-edit && git log --oneline -3',
  'git status --short; git commit --message=wip -- src/a.ts | tail -3',
  `git add -A && git commit -m "$(cat <<'EOF'\nfeat: don't push $(yet)\n\nCo-Authored-By: A <a@b>\nEOF\n)" && git status`,
])('P9 a commit with a message needs no parser: %s', (command) => {
  expect(isPlainCommit(command)).toBe(true);
});

test.each([
  'ls',
  'git add -A',
  'git commit',
  'git commit --amend',
  'git commit -m',
  'git commit -nm x',
  'git commit -m x --no-verify',
  'git commit -qn -m x',
  'git commit -F message',
  'git commit -C HEAD~1',
  'git commit -e -m x',
  'git -c core.hooksPath=x commit -m x',
  'git -C ../other commit -m x',
  'cd ../other && git commit -m x',
  'HUSKY=0 git commit -m x',
  'git commit -m "$X"',
  'git commit -m x && git push',
  'git commit -m x && npm test',
  'git commit -m x > log.txt',
  'git commit -m "$(cat message)"',
  `git commit -m "$(cat <<EOF\n$(git push)\nEOF\n)"`,
  `git commit -m "$(cat <<'EOF'\nx\nEOF\ngit push\nEOF\n)"`,
  // Within other quotes the document is none: what stands in it is read as code, or parted into words.
  `echo ' "$(cat <<'EOF'\n'; git push; echo '\nEOF\n)" '; git commit -m x`,
  `git commit -m "x "$(cat <<'EOF'\n--no-verify\nEOF\n)" y"`,
  `git commit -m x$(cat <<'EOF'\n--no-verify\nEOF\n)`,
])('P9 any other commit is handed on: %s', (command) => {
  expect(isPlainCommit(command)).toBe(false);
});

const WORDS = [
  ...`git commit git commit -m -am -qm x 'a push' "approve it" --amend --no-edit -a -q -n --no-verify -F -C -c -e add -A . && ; | ||
  & > < 2>&1 ls cat echo push status log -- --message=x --message -S src cd .. ~ $X EOF ' " ( ) # \\`.split(/\s+/),
  `"$(cat <<'EOF'\nfix: push\nEOF\n)"`,
  `"$(cat <<'EOF'\n'; git push; '\nEOF\n)"`,
  `"$(cat <<'EOF'\nx\nEOF\ngit push\nEOF\n)"`,
  `"$(cat <<'EOF'\n"; git push --no-verify; "\nEOF\n)"`,
];

test('P9 in a commit that is plain the parser finds nothing but that, and no guard anything', () => {
  const seen = { plain: 0 };
  const gap = fc.constantFrom(' ', ' ', ' ', ' ', '', '\n');
  const some = fc
    .array(fc.tuple(fc.constantFrom(...WORDS), gap), { maxLength: 6 })
    .map((parts) => parts.flat().join(''));
  const line = fc.tuple(fc.constantFrom('', 'git add -A && ', 'ls; '), some, some);
  fc.assert(
    fc.property(line, ([front, words, more]) => {
      const command = `${front}git commit ${words} -m ${more}`;
      if (!isPlainCommit(command)) return;
      seen.plain += 1;
      const analysis = effectsOf(command, context);
      const others = analysis.effects.filter(
        (one) =>
          !(one.kind === 'run' && /^(?:git|cat|ls|echo)$/.test(one.program)) &&
          !(one.kind === 'git' && /^(?:commit|add)$/.test(one.verb)) &&
          one.kind !== 'read',
      );
      expect(others).toEqual([]);
      const deed: Deed = {
        ...{ tool: 'Bash', input: { command }, directory: '/r', role: null, edits: [] },
        command: { text: command, analysis },
      };
      const start = { environment: { HOME: '/home/dev' }, deadline: Date.now() + 5000 };
      expect(judgeDeed(GUARD_ENTRIES, deed, { around: null, start }, defaultPolicy([]), true)).toEqual([]);
    }),
    { numRuns: 20_000 },
  );
  expect(seen.plain).toBeGreaterThan(100);
});
