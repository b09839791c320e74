import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bash, playsOf, type TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { guarded, play, pushed, refused, silent, states, status } from './client-kit.js';
import { QUICK, STACKS } from './kit.js';

/* The real client with `capture.exec: true`: its test command runs through `flow-hooks exec`, and the model sees no difference. */

const CONFIG = 'capture:\n  exec: true\npush:\n  exact: block\n';
const PUSH = bash('git push --quiet --set-upstream origin HEAD');
const COMMIT = bash('git add --all && git commit --quiet --message work');

function receipts(repo: TempRepo) {
  const folder = repo.path('.git/flow/receipts');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')).receipt);
}

/** Without times, and without what npm tells now and then. */
const steady = (text: string | undefined) =>
  text?.replace(/\s*^npm notice.*$/gm, '').replace(/\d+(\.\d+)?m?s\b|\d+:\d+:\d+|\([^()]*%[^()]*\)/g, 'TIME');
const write = ([file, text]: [string, string]) => bash(`cat > ${file} <<'EOF'\n${text}EOF`);

describe.each(playsOf(STACKS.filter(({ name, available }) => available && ['pytest', 'vitest'].includes(name))))(
  'D22 $name through exec',
  (stack) => {
    test('D97 green and red are recorded exactly and once, the model sees what it saw without us, and the push passes', async () => {
      const plain = guarded(stack);
      const seen = await play(plain, [write(stack.fixed), bash(stack.test), write(stack.broken), bash(stack.test)]);
      const repo = guarded(stack, { files: { 'flow.config.yaml': CONFIG } });
      const { answers } = await play(repo, [
        write(stack.broken),
        COMMIT,
        bash(stack.test),
        PUSH,
        write(stack.fixed),
        COMMIT,
        bash(stack.test),
        PUSH,
      ]);
      const [, , red, redPush, , , green, push] = answers;
      const place = (text: string | undefined, { root }: TempRepo) => steady(text?.replaceAll(root, 'ROOT'));
      expect(place(green?.text, repo)).toBe(place(seen.answers[1]?.text, plain));
      expect(place(red?.text, repo)).toBe(place(seen.answers[3]?.text, plain));
      expect(red).toMatchObject({ isError: true, told: expect.not.stringContaining('flow: ') });
      expect(green).toMatchObject(silent);
      expect(redPush).toMatchObject(refused('PUSH_RED'));
      expect(push).toMatchObject({ isError: false });
      expect(pushed(repo)).toBe(repo.git('rev-parse', 'HEAD'));
      expect(receipts(repo)).toMatchObject([
        { seen: 'exec', exitCode: 1, command: stack.test, result: { outcome: 'failed' } },
        { seen: 'exec', exitCode: 0, command: stack.test, result: { outcome: 'passed' } },
      ]);
      for (const { session } of receipts(repo)) expect(session).toMatch(/^[0-9a-f-]{36}$/);
      expect(status(repo).evidence).toMatchObject({ runs: 2, voided: false, damage: [] });
    });
  },
);

test('D22 what is more than one plain call is read by the hook, which is not exact', async () => {
  const repo = guarded(QUICK, { files: { 'flow.config.yaml': CONFIG } });
  const { answers } = await play(repo, [
    write(QUICK.fixed),
    COMMIT,
    bash(`FOO=1 ${QUICK.test}`),
    PUSH,
    bash(`${QUICK.test} 2>&1`),
    PUSH,
  ]);
  expect(answers[3]).toMatchObject(refused('PUSH_INEXACT'));
  expect(answers[5]).toMatchObject({ isError: false });
  expect(receipts(repo).map(({ seen }) => seen)).toEqual(['hook', 'exec']);
  expect(states(repo)).toEqual({ [QUICK.suite]: 'tested' });
});

test("D48 the person's own rule against the command still holds for what runs in its place", async () => {
  const repo = guarded(QUICK, { files: { 'flow.config.yaml': CONFIG } });
  mkdirSync(path.join(repo.home, '.claude'), { recursive: true });
  const rules = { permissions: { deny: ['Bash(python3 -m pytest:*)'] } };
  writeFileSync(path.join(repo.home, '.claude/settings.json'), JSON.stringify(rules));
  const { answers } = await play(repo, [bash(QUICK.test)]);
  expect(answers[0]).toMatchObject({
    isError: true,
    text: expect.stringMatching(/^Permission to use Bash .* has been denied/),
  });
  expect(receipts(repo)).toEqual([]);
});
