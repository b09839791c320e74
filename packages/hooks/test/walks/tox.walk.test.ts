import { fromPyPI } from './fetched.js';
import { walks } from './walk.js';

const TOX = '[tox]\nenvlist = tests\nskipsdist = true\n\n[testenv]\ncommands = python -m unittest\n';

walks({
  name: 'U18 tox, unittest, the package installed globally',
  way: 'global',
  flags: '--config',
  files: {
    '.gitignore': '.tox\n__pycache__\n',
    'tox.ini': TOX,
    'total.py': 'def total(a, b):\n    return a + b\n',
    'test_total.py':
      'import unittest\n\nfrom total import total\n\n\nclass Total(unittest.TestCase):\n    def test_adds_prices(self):\n        self.assertEqual(total(1, 2), 3)\n',
  },
  test: 'python3 -m unittest',
  typed: 'tox',
  failing: 'test_adds_prices',
  broken: ['total.py', 'def total(a, b):\n    return a - b\n'],
  fixed: ['total.py', 'def total(a, b):\n    return b + a\n'],
  runner: ['tox.ini', TOX.replace('unittest', 'unittest -v')],
  fetch: () => [fromPyPI('tox', '4.67.13')],
});
