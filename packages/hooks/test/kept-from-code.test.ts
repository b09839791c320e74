import { describe, expect, test } from 'vitest';
import { CLI, cli, project, STACKS, start } from './kit.js';

const PY = STACKS.find(({ name }) => name === 'pytest')!;

/** Each of them holds by itself; what fails them is not their own code. */
const KEPT = `import unittest

import pytest


class TestBefore(unittest.TestCase):
    def setUp(self):
        self.assertTrue(False)

    def test_before(self):
        self.assertEqual(1, 1)


class TestBehind(unittest.TestCase):
    def tearDown(self):
        raise AssertionError('late')

    def test_behind(self):
        self.assertEqual(2, 2)


def test_around():
    assert 3 == 3


def test_called():
    assert 4 == 4


@pytest.mark.xfail(strict=True)
def test_expected():
    assert 5 == 5


def test_marked():
    assert 6 == 6


class TestTurned(unittest.TestCase):
    @unittest.expectedFailure
    def test_turned(self):
        self.assertEqual(7, 7)
`;

const CONFTEST = `import pytest


def pytest_runtest_call(item):
    if item.name == 'test_around':
        raise AssertionError('not yet')


def pytest_pyfunc_call(pyfuncitem):
    if pyfuncitem.name == 'test_called':
        assert 1 == 2


def pytest_collection_modifyitems(items):
    for item in items:
        if item.name == 'test_marked':
            item.add_marker(pytest.mark.xfail(strict=True))
`;

const OWN = `import unittest

from total import total


def setup_prices():
    raise ValueError('none')


def pytest_like():
    return total(1, 2)


def test_plain():
    assert total(1, 2) == 4


def test_by_helper():
    setup_prices()


class TestOwn(unittest.TestCase):
    def setUp(self):
        self.expected = 5

    def test_own(self):
        self.assertEqual(pytest_like(), self.expected)
`;

const KEPT_NAMES = ['TestBefore::test_before', 'TestBehind::test_behind', 'test_around', 'test_called'];
const PASSED_NAMES = ['test_expected', 'test_marked', 'TestTurned::test_turned'];
const OWN_NAMES = ['test_plain', 'test_by_helper', 'TestOwn::test_own'];

const made = () => {
  const repo = project(PY);
  repo.write('test_kept.py', KEPT);
  repo.write('conftest.py', CONFTEST);
  repo.write('test_own.py', OWN);
  return repo;
};

const named = (kept: unknown, passed: unknown, own: unknown) =>
  Object.fromEntries([
    ...KEPT_NAMES.map((name) => [`test_kept.py::${name}`, kept]),
    ...PASSED_NAMES.map((name) => [`test_kept.py::${name}`, passed]),
    ...OWN_NAMES.map((name) => [`test_own.py::${name}`, own]),
  ]);

describe.skipIf(!PY.available)('D56, D61: pytest: what another than its own code has failed was not seen red', () => {
  const exec = `node ${CLI} exec -- `;
  test.each(
    ['', ' --tb=short', ' -rN', ' -v'].map((options) => `python3 -m pytest -q${options}`).concat(`${exec}pytest`),
  )('observed: %s', (command) => {
    const repo = made();
    start(repo).bash(command);
    const { newTests } = JSON.parse(cli(repo, ['status', '--json']).stdout) as {
      newTests: { name: string; proven: string | null }[];
    };
    const proven = Object.fromEntries(newTests.map(({ name, proven: how }) => [name, how]));
    expect(proven).toEqual(named(null, null, 'observed'));
  });

  test('reconstructed', () => {
    const repo = made();
    const run = cli(repo, ['prove-red', '--json'], { environment: { NO_COLOR: '1' } });
    const { tests } = JSON.parse(run.stdout) as { tests: { name: string; verdict: string }[] };
    const verdicts = Object.fromEntries(tests.map(({ name, verdict }) => [name, verdict]));
    expect(verdicts).toEqual(named('build-error', 'already-green', 'failed-as-expected'));
  });
});
