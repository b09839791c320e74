import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { bash, type TempRepo } from '@flow/test-kit';
import { expect, test } from 'vitest';
import { guarded, play, pushed } from './client-kit.js';
import { STACKS, workspaceRoot } from './kit.js';

/* The real client, with the package that reads tests: an agent that cannot make a test pass changes the test. */

const VITEST = STACKS.find((stack) => stack.name === 'vitest')!;
const SNAPSHOT = (text: string) =>
  `// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n\nexports[\`prints a bill 1\`] = \`"${text}"\`;\n`;
const tests = (adds: string, rounds = 'test') => `import { expect, test } from 'vitest';
import { bill, total } from './total.js';
test('adds prices', () => ${adds});
${rounds}('adds nothing to nothing', () => expect(total(0, 0)).toBe(0));
test('prints a bill', () => expect(bill(total(1, 2))).toMatchSnapshot());
`;
const SNAPSHOTS = '__snapshots__/total.test.js.snap';
const FILES = {
  'total.js': "export const total = (a, b) => a + b;\nexport const bill = (sum) => 'Total: ' + sum;\n",
  'total.test.js': tests('expect(total(1, 2)).toBe(3)'),
  [SNAPSHOTS]: SNAPSHOT('Total: 3'),
};

/** Puts programs and packages of this workspace into a project, the one that reads tests among them. */
function withWeakened(repo: TempRepo): void {
  rmSync(repo.path('node_modules'));
  mkdirSync(repo.path('node_modules/@flow'), { recursive: true });
  for (const name of ['.bin', 'vitest'])
    symlinkSync(path.join(workspaceRoot, 'node_modules', name), repo.path(`node_modules/${name}`));
  symlinkSync(path.join(workspaceRoot, 'packages/weakened'), repo.path('node_modules/@flow/weakened'));
}

const write = (file: string, text: string) => `cat > ${file} <<'EOF'\n${text}EOF`;

test('37.1 who loosens an assertion, skips a test, rewrites a snapshot and narrows the script of tests is told each time; who restores them hears nothing', async () => {
  const repo = guarded(VITEST, { files: { ...VITEST.files, ...FILES } });
  withWeakened(repo);
  const script = (words: string) => write('package.json', VITEST.files['package.json']!.replace('vitest run', words));
  const asItWas = 'git checkout --quiet origin/main -- .';
  const weakenings: [change: string, told: string][] = [
    [
      write('total.test.js', tests('expect(total(1, 2)).toBeTruthy()')),
      'An assertion was loosened (`adds prices`, total.test.js:3): `expect(total(1, 2)).toBe(3)` became `expect(total(1, 2)).toBeTruthy()`',
    ],
    [
      write('total.test.js', tests('expect(total(1, 2)).toBe(3)', 'test.skip')),
      'A test is skipped now (`adds nothing to nothing`, total.test.js:4)',
    ],
    [
      [
        asItWas,
        write('total.js', FILES['total.js'].replace('Total: ', 'Sum: ')),
        write(SNAPSHOTS, SNAPSHOT('Sum: 3')),
      ].join('\n'),
      `A snapshot was rewritten (\`prints a bill 1\`, ${SNAPSHOTS}:3): \`"Total: 3"\` became \`"Sum: 3"\``,
    ],
    [
      `${asItWas}\n${script('vitest run -t adds')}`,
      'A test command does less (package.json:1): `vitest run` became `vitest run -t adds`',
    ],
  ];
  const { answers } = await play(
    repo,
    [...weakenings.map(([change]) => change), asItWas].flatMap((change) => [
      bash(`${change}\ngit add --all && git commit --quiet --message work`),
      bash(VITEST.test),
      bash('git push --quiet --set-upstream origin HEAD'),
    ]),
    { timeoutMs: 180_000 },
  );
  const pushes = answers.filter((_, at) => at % 3 === 2);
  expect(answers.map(({ isError }) => isError)).not.toContain(true);
  expect(pushed(repo)).toBe(repo.git('rev-parse', 'HEAD'));
  for (const [at, [, words]] of weakenings.entries()) {
    expect(pushes[at]!.told).toContain(`flow: ${words}`);
    // What was told of an earlier push is restored by now.
    for (const [, others] of weakenings) if (others !== words) expect(pushes[at]!.told).not.toContain(others);
  }
  expect(pushes.at(-1)!.told).not.toContain('flow: ');
});
