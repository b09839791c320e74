import path from 'node:path';
import { FETCHED, must, needs } from './fetched.js';
import { walks } from './walk.js';

/** Wheels of pytest and what it needs, so that each environment is made without a registry. */
const WHEELS = path.join(FETCHED, 'wheels');

walks({
  name: 'pytest of a virtual environment in a subfolder, the packed package through npx',
  way: 'npx',
  files: {
    '.gitignore': '.venv\n__pycache__\n.pytest_cache\n',
    'backend/pyproject.toml':
      '[project]\nname = "cart"\nversion = "0"\n\n[tool.pytest.ini_options]\npythonpath = ["src"]\n',
    'backend/src/total.py': 'def total(a, b):\n    return a + b\n',
    'backend/tests/test_total.py':
      'from total import total\n\n\ndef test_adds_prices():\n    assert total(1, 2) == 3\n',
    'frontend/README.md': '# Nothing yet\n',
  },
  test: 'cd backend && python3 -m pytest',
  typed: 'cd backend && .venv/bin/pytest',
  broken: ['backend/src/total.py', 'def total(a, b):\n    return a - b\n'],
  fixed: ['backend/src/total.py', 'def total(a, b):\n    return b + a\n'],
  failing: 'test_adds_prices',
  runner: [
    'backend/pyproject.toml',
    '[project]\nname = "cart"\nversion = "0"\n\n[tool.pytest.ini_options]\npythonpath = ["src"]\naddopts = "-q"\n',
  ],
  fetch() {
    needs("python3 -c 'import ensurepip'");
    must(WHEELS, 'ls pytest-*.whl 2>/dev/null || python3 -m pip download -q --disable-pip-version-check pytest==9.1.1');
    return [];
  },
  arrange(_repo, person) {
    person('python3 -m venv .venv', 'backend');
    person(
      `.venv/bin/pip install -q --disable-pip-version-check --no-index --find-links '${WHEELS}' pytest`,
      'backend',
    );
  },
});
