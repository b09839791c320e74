import { pack } from '../packed.js';
import { needs } from './fetched.js';
import { makeWorld, type ProjectOptions, type World } from './world.js';

const source = (sum: string) => `def total(a, b):\n    return ${sum}\n`;

/** A Python project with pytest and, in a folder of its own, a script that its policy names: for walks that are not about a kind. */
export const PYTEST: ProjectOptions & { fetch(): string[]; test: string } = {
  way: 'global',
  files: {
    '.gitignore': '__pycache__\n.pytest_cache\nlocal\n',
    'pyproject.toml': '[project]\nname = "cart"\nversion = "0"\n',
    'total.py': source('a + b'),
    'test_total.py': 'from total import total\n\n\ndef test_total():\n    assert total(1, 2) == 3\n',
    'flow.config.yaml': 'suites: [{ root: tools, command: ./check.sh }]\n',
    'tools/check.sh': '#!/bin/sh\nset -e\ntest -f check.sh\n',
  },
  executable: ['tools/check.sh'],
  test: 'python3 -m pytest',
  fetch() {
    needs('python3 -m pytest --version');
    return [];
  },
};

/** A project of pytest that a table of walks shares, installed from the packed program. */
export function pytestWorld(files: Record<string, string> = {}): World {
  PYTEST.fetch();
  const packed = pack();
  const world = makeWorld({ ...PYTEST, files: { ...PYTEST.files, ...files } }, packed.tarball);
  const dispose = () => {
    world.dispose();
    packed.dispose();
  };
  return { ...world, dispose };
}
