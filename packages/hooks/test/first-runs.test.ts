import { describe, expect, test } from 'vitest';
import { cli, has, repository, start } from './kit.js';

/* What the first minutes in a project say, where its runners are not on the machine's own path. */

const PROJECT = {
  'pyproject.toml': '[project]\nname = "cart"\nversion = "0"\n\n[tool.mypy]\nfiles = ["cart.py"]\n',
  'cart.py': 'A = 1\n',
  'test_cart.py': 'def test_a():\n    pass\n',
  '.gitignore': '.venv/\n',
};
const PUSH = 'git push -q -u origin HEAD';

/** What the start of a session tells. */
function toldAtStart(files: Record<string, string>): string {
  const { events, send } = start(repository({ files }));
  const { json } = send(events.sessionStart('startup'));
  return (json as { hookSpecificOutput: { additionalContext: string } }).hookSpecificOutput.additionalContext;
}

describe('D40 M9 a refusal names what works in the project', () => {
  test('programs are started as its lock file has it', () => {
    const repo = repository({ files: { ...PROJECT, 'uv.lock': 'version = 1\n' } });
    const it = start(repo);
    it.write('cart.py', 'A = 2\n');
    it.bash('git commit -qam change');
    const { refused } = it.bash(PUSH);
    expect(refused).toContain('Run `uv run python3 -m pytest` in its own call');
    expect(refused).toContain('Run `uv run mypy` in its own call');
  });

  test.runIf(has('python3', '-m', 'venv', '--help'))('a runner that is not there is to be installed', () => {
    const repo = repository({ files: PROJECT });
    const it = start(repo);
    it.write('cart.py', 'A = 2\n');
    it.bash('git commit -qam change');
    it.bash('python3 -m venv --without-pip .venv');
    for (const name of ['pytest', 'mypy']) expect(it.bash(`.venv/bin/python -m ${name}`).exit).toBe(1);
    const { refused } = it.bash(PUSH);
    expect(refused).toMatch(/PUSH_UNKNOWN: pytest:\. could not be started .*Install it/);
    expect(refused).toMatch(/PUSH_UNKNOWN: mypy:\. could not be started .*`capture: \{ off: \[mypy\] \}`/);
    expect(refused).not.toContain('with nothing around it');
    expect(refused).not.toContain('off: [pytest]');
  });
});

describe('D40 the start of a session names what a push will need', () => {
  test('no project without tests, and no linter without files', () => {
    const example = { 'docs/example/setup.py': '', 'docs/example/shop.py': 'A = 1\n' };
    const told = toldAtStart({ ...PROJECT, ...example });
    expect(told).toContain('Run `mypy` and `python3 -m pytest` plainly');
    expect(told).not.toContain('docs/example');
  });

  test('where there is no test yet, that there will have to be a run once there is one', () => {
    const { 'pyproject.toml': manifest } = PROJECT;
    expect(toldAtStart({ 'pyproject.toml': manifest.split('\n\n')[0]! })).toMatch(
      /^flow: once there are tests, git push is refused until .* Run `python3 -m pytest` plainly/,
    );
  });
});

describe('D40 an installation names what a push will need beside the tests', () => {
  test('checks that the project configures, and how to leave one out', () => {
    const note = (files: Record<string, string>) =>
      /note {3}A push also needs .*/.exec(cli(repository({ files }), ['install', '--dry-run']).stdout)?.[0];
    const { 'pyproject.toml': manifest } = PROJECT;
    expect(note({ 'pyproject.toml': `${manifest}[tool.ruff]\n[tool.black]\n` })).toMatch(
      /A push also needs (?:mypy and ruff|ruff and mypy), .* `capture: \{ off: \[\w+\] \}` to flow\.config\.yaml\.$/,
    );
    expect(note({ 'setup.py': '', 'test_a.py': 'def test_a(): pass\n' })).toBeUndefined();
  });
});
