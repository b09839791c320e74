import type { RunnerSpec } from '@flow/core';

const PYTEST = ['pytest'];

/** Lists of what is to be installed, as they are usually called. */
export const REQUIREMENTS = [
  ...['requirements.txt', 'requirements-dev.txt', 'requirements_dev.txt', 'requirements-test.txt'],
  ...['dev-requirements.txt', 'test-requirements.txt'],
];

/** `FOLDERS` names where tests usually lie. */
const FOLDERS = ['test', 'tests'];

/** Python's own runner, where all tests are written for it and nothing speaks of pytest, which would run them, too. */
export const unittest: RunnerSpec = {
  id: 'unittest',
  insteadOf: {
    runner: 'pytest',
    tests: ['def test'],
    contains: ['unittest.TestCase', 'import TestCase', 'IsolatedAsyncioTestCase'],
    lacks: ['import pytest', 'from pytest'],
    classes: '^class +(\\w{1,200}) ?\\(([^)]{0,1000})\\)',
    unless: [
      { file: 'pytest.ini' },
      { file: 'conftest.py' },
      // Django's tests need its own command.
      { file: 'manage.py' },
      ...['pyproject.toml', 'setup.py', 'setup.cfg', 'tox.ini', 'noxfile.py', 'Makefile', 'Pipfile'],
      ...[...REQUIREMENTS, 'poetry.lock', 'pdm.lock', 'uv.lock'],
    ].map((marker) => (typeof marker === 'string' ? { file: marker, contains: PYTEST } : marker)),
    // Without words it looks into packages alone.
    commands: FOLDERS.map((folder) => ({
      folder,
      lacks: '__init__.py',
      command: `python3 -m unittest discover -s ${folder}`,
    })),
  },
  command: 'python3 -m unittest',
  invocations: [[], ['python', '-m'], ['python3', '-m'], ['py', '-m']].flatMap((python) => [
    [...python, 'unittest', 'discover'],
    [...python, 'unittest'],
  ]),
  selection: {
    // https://docs.python.org/3/library/unittest.html#command-line-interface
    valued: ['-k', '-s', '--start-directory', '-p', '--pattern', '-t', '--top-level-directory', '--durations'],
    byName: ['-k'],
    partial: ['-s', '--start-directory', '-p', '--pattern'],
    // Where the tests lie in no package, this is how they are found.
    looksBelow: { flags: ['-s', '--start-directory'], tests: ['def test'] },
    stops: { flags: ['-f', '--failfast'] },
    nothing: ['-h', '--help'],
    everything: [],
    positional: 'project',
  },
  units: { kind: 'file', tests: ['test*.py'] },
  innerRoots: 'apart',
  onStandardError: { unless: [] },
  environment: ['PYTHONPATH', 'PYTHONSTARTUP', 'PYTHONHOME', 'PYTHONOPTIMIZE'],
};
