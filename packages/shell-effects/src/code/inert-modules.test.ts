import { expect, test } from 'vitest';
import { effectsIn, publishing } from '../../test/kit.js';

const TEST = `import { test } from 'node:test';
import { refuse } from '../src/guard.mjs';
for (const { run } of [{ run: 'git push' }]) test(run, () => refuse(run));
`;
const PYTHON = `from guards import refuse
def run(command): return refuse(command)
assert run('git push')
`;
const CALCULATES = "export const refuse = (run) => run.includes('push');\n";
const STARTS = "import { execSync } from 'node:child_process';\nexport const refuse = (run) => execSync(run);\n";

const pushes = (command: string, files: Record<string, string>) => publishing(effectsIn(command, files)).length > 0;

test.each<[string, Record<string, string>]>([
  ['calculates', { 'src/guard.mjs': CALCULATES }],
  [
    'loads another that does, and itself again',
    {
      'src/guard.mjs': `export * from './rules/all.mjs';\nimport fs from 'node:fs';\n${CALCULATES}`,
      'src/rules/all.mjs': "import '../guard.mjs';\nexport const all = [];\n",
    },
  ],
])('D100 a field of a test is data where what the test loads of the project %s', (_what, files) => {
  expect(pushes('node --test test/a.test.mjs', { 'test/a.test.mjs': TEST, ...files })).toBe(false);
  expect(pushes(`cat > test/a.test.mjs <<'E'\n${TEST}E\nnode --test test/a.test.mjs`, files)).toBe(false);
});

test.each<[string, Record<string, string>]>([
  ['starts programs', { 'src/guard.mjs': STARTS }],
  [
    'loads another that does',
    { 'src/guard.mjs': "export { refuse } from './rules/all.mjs';\n", 'src/rules/all.mjs': STARTS },
  ],
  ['loads a package', { 'src/guard.mjs': "import x from 'run-it';\nexport const refuse = x;\n" }],
  ['cannot be read', {}],
])('D100 a field of a test may be run where what the test loads of the project %s', (_what, files) => {
  expect(pushes('node --test test/a.test.mjs', { 'test/a.test.mjs': TEST, ...files })).toBe(true);
});

test('D100 so are the words of an own function in Python', () => {
  const calculates = "def refuse(command):\n    return 'push' in command\n";
  const starts = 'import subprocess\ndef refuse(command):\n    subprocess.run(command, shell=True)\n';
  const command = `python3 - <<'E'\n${PYTHON}E`;
  expect(pushes(command, { 'guards.py': calculates })).toBe(false);
  expect(pushes(command, { 'guards/__init__.py': calculates })).toBe(false);
  expect(pushes(command, { 'guards.py': starts })).toBe(true);
  expect(pushes(command, {})).toBe(true);
});
