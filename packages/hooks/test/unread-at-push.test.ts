import { agent } from '@flow/test-kit';
import { expect, test } from 'vitest';
import { cli, HOOK, repository, start } from './kit.js';

/** No script says how these are run. */
const BUN = {
  'package.json': '{ "name": "cart" }\n',
  'bun.lock': '{}\n',
  'cart.test.ts': "import { test } from 'bun:test';\ntest('adds', () => {});\n",
};

/** What a push of a change is told, which passes, and what a session of the repository is told when it starts. */
function pushed(files: Record<string, string>) {
  const repo = repository({ files });
  expect(cli(repo, ['install']).status).toBe(0);
  repo.write('cart.ts', 'export const total = 1;\n');
  repo.commit('work');
  const told = start(repo).bash('git push -q origin HEAD');
  expect(told.refused).toBeNull();
  const session = JSON.stringify(agent({ hook: HOOK, repo }).start()).replaceAll('\\', '');
  return { repo, told: told.told.join('\n'), session };
}

/** What each place that speaks of missing tests says, and the fix that doctor names. */
function everywhere({ repo, told, session }: ReturnType<typeof pushed>) {
  const doctor = cli(repo, ['doctor']).stdout;
  return { told, session, doctor, install: cli(repo, ['install']).stdout, status: cli(repo, ['status']).stdout };
}

test.each([
  { name: 'no configuration', files: BUN, step: 'npx flow-hooks install --config' },
  {
    name: 'a configuration',
    files: { ...BUN, 'flow.config.yaml': 'mode: enforce\n' },
    step: "npx flow-hooks install --tests 'bun test'",
  },
])(
  'U15: with $name, push, session, status, doctor and install name one command, which names the tests',
  ({ files, step }) => {
    const at = pushed(files);
    const { doctor, ...texts } = everywhere(at);
    for (const [place, text] of Object.entries({ doctor, ...texts })) {
      expect(text, place).toContain('`bun test` seems to run the tests here, and no push asks for it');
      expect(text, place).toContain(`\`${step}\``);
      expect(text, place).not.toMatch(/no test runner/i);
    }
    expect(doctor).toContain(`fix: ${step}`);
    const { repo } = at;
    cli(repo, step.includes('--tests') ? ['install', '--tests', 'bun test'] : ['install', '--config']);
    expect(repo.read('flow.config.yaml')).toMatch(/^suites:.*\n {2}- root: \.\n {4}command: bun test$/m);
    // From then on it is said that the configuration is not in force, and not that nothing is known.
    expect(JSON.stringify(agent({ hook: HOOK, repo }).start())).not.toMatch(
      /seems? to run the tests here|No test runner/,
    );
    expect(cli(repo, ['status']).stdout).not.toMatch(/seems? to run the tests here|No test runner/);
  },
);

test('U15: tests of what is vendored, or far below, are named by no push, as by no installation', () => {
  const { told } = pushed({
    'vendor/lib/Makefile': 'test:\n\ttrue\n',
    'a/b/c/d/e/Makefile': 'test:\n\ttrue\n',
    'web/Makefile': 'test:\n\ttrue\n',
  });
  expect(told).toContain('`make test` in web seems to run the tests here');
});

test('U15: a configuration in JSON, into which nothing is written, is told with what to add', () => {
  const { told } = pushed({ ...BUN, 'flow.config.json': '{ "mode": "enforce" }\n' });
  expect(told).toContain('add to flow.config.json: {"suites":[{"root":".","command":"bun test"}]} to require that');
});

test('U15: where no tests are, status and session say how to name a command', () => {
  // How C# is to be laid out is set in many projects that have none.
  const { repo, session } = pushed({ 'notes.txt': 'none\n', '.editorconfig': '[*.cs]\nindent_size = 4\n' });
  const words = 'No test runner was found in this repository, so pushes do not need tests.';
  expect(session).toContain(words);
  const status = cli(repo, ['status']).stdout;
  expect(status).toContain(words);
  expect(status).not.toContain('dotnet-format');
});

test('U15: Python without a file that says so: its tests are named, and once a person says so a push asks for them and gets them', () => {
  const files = {
    'cart/__init__.py': 'def total(a, b):\n    return a + b\n',
    'tests/test_cart.py':
      'import unittest\nfrom cart import total\nclass Total(unittest.TestCase):\n    def test_total(self):\n        self.assertEqual(total(1, 2), 3)\n',
    '.gitignore': '__pycache__\n',
  };
  const command = 'python3 -m unittest discover -s tests';
  const { told } = pushed(files);
  expect(told).toContain(`\`${command}\` seems to run the tests here, and no push asks for it`);
  // The configuration that the step writes, as it is in force once it is on the base branch.
  const config = `suites:\n  - root: .\n    command: ${command}\n`;
  const repo = repository({ files: { ...files, 'flow.config.yaml': config } });
  repo.write('cart/__init__.py', 'def total(a, b):\n    return b + a\n');
  repo.commit('work');
  const { bash } = start(repo);
  expect(bash('git push -q origin HEAD').refused).toContain(`Run \`${command}\``);
  expect(bash(command)).toMatchObject({ exit: 0 });
  expect(bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
});
