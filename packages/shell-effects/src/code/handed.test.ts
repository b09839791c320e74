import { expect, test } from 'vitest';
import { effectsIn, publishing } from '../../test/kit.js';

const PUSH = "(['git', 'push', 'origin', 'HEAD'])\n";
const PYTHON = `import subprocess\n\n\ndef ship(run=subprocess.run):\n    run${PUSH}`;
const NODE =
  "import { execFileSync } from 'node:child_process';\nexport function ship(run = execFileSync) {\n  run('git', ['push', 'origin', 'HEAD']);\n}\n";

const inPython = (test: string, ship = PYTHON) =>
  publishing(
    effectsIn('python3 -m pytest -q tests/test_ship.py', { 'tests/ship.py': ship, 'tests/test_ship.py': test }),
  );
const inNode = (test: string, ship = NODE) =>
  publishing(effectsIn('node --test test/ship.test.mjs', { 'lib/ship.mjs': ship, 'test/ship.test.mjs': test }));

const FROM = 'from ship import ship\n\n\n';
const IMPORT = "import { mock, test, vi } from 'x';\nimport { ship } from '../lib/ship.mjs';\n\n";

test.each([
  `${FROM}def test_ship():\n    calls = []\n    ship(calls.append)\n    assert calls\n`,
  `${FROM}def test_ship():\n    calls = []\n    ship(run=lambda words: calls.append(words))\n`,
  `${FROM}def fake(words):\n    fake.seen = words\n\n\ndef test_ship():\n    ship(fake)\n`,
  `from unittest.mock import Mock\n${FROM}def test_ship():\n    run = Mock()\n    ship(run)\n    run.assert_called_once()\n`,
  'from unittest import mock\nimport ship\n\n\ndef test_ship():\n    ship.ship(mock.Mock())\n',
  `${FROM}ship(print)\n`,
])('D100 C72 a test in Python whose function only keeps the push it is handed: %j', (code) =>
  expect(inPython(code)).toEqual([]),
);

test.each<[code: string, ship?: string]>([
  [`${FROM}ship()\n`],
  [`import subprocess\n${FROM}ship(subprocess.run)\n`],
  [`import subprocess\n${FROM}run = subprocess.run\nship(run)\n`],
  [`import os\n${FROM}ship(lambda words: os.system(' '.join(words)))\n`],
  [`import subprocess\n${FROM}def fake(words):\n    subprocess.run(words)\n\n\nship(fake)\n`],
  [`${FROM}def test_ship(run):\n    ship(run)\n`],
  [`${FROM}ship(print)\nship()\n`],
  [`import subprocess\n${FROM}ship(lambda words: print(f'{subprocess.run(words)}'))\n`],
  [`${FROM}ship(print)\nlist(map(ship, [None]))\n`],
  [`from subprocess import run as calls\n${FROM}ship(calls.append)\nship(calls)\n`],
  [`import subprocess\nfrom unittest.mock import Mock\n${FROM}ship(Mock(side_effect=subprocess.run))\n`],
  [
    `import subprocess\nfrom unittest.mock import Mock\n${FROM}run = Mock()\nrun.side_effect = subprocess.run\nship(run)\n`,
  ],
  [`${FROM}given = [print]\nship(*given)\n`],
  [`import subprocess\nfrom ship import ship as go\n${FROM}go(subprocess.run)\nship(print)\n`],
  [`import subprocess, ship as all\n${FROM}ship(print)\ngetattr(all, 'ship')(subprocess.run)\n`],
  [`from subprocess import call as print\n${FROM}ship(print)\n`],
  [`import subprocess\n${FROM}print = subprocess.call\nship(print)\n`],
  [`import subprocess\n${FROM}def join(words):\n    subprocess.run(words)\n\n\nship(lambda words: join(words))\n`],
  [`from runners import r\n${FROM}ship(lambda words: r.append(words))\n`],
  [`from runners import r\n${FROM}ship(r.append)\n`],
  [`import subprocess\n${FROM}ship(lambda words: list(map(subprocess.run, [words])))\n`],
  [
    `${FROM}ship(print)\n`,
    `import subprocess\n\n\ndef ship(run):\n    def up(run):\n        run${PUSH}    up(subprocess.run)\n`,
  ],
  [`${FROM}ship(print)\n`, `import subprocess\n\n\ndef ship(run):\n    run = subprocess.run\n    run${PUSH}`],
  [`${FROM}ship(print)\n`, `import subprocess\n\n\ndef ship(run):\n    subprocess.run${PUSH}`],
  [`${FROM}ship(print)\n`, `import subprocess\n\n\ndef ship(*run, other=subprocess):\n    other.run${PUSH}`],
])('D100 what is handed over in Python may start it: %j', (code, ship) => expect(inPython(code, ship)).not.toEqual([]));

test.each([
  `${IMPORT}test('ships', () => {\n  const calls = [];\n  ship((...words) => calls.push(words));\n});\n`,
  `${IMPORT}test('ships', () => {\n  const run = mock.fn();\n  ship(run);\n});\n`,
  `${IMPORT}test('ships', () => {\n  const run = vi.fn(async () => {});\n  ship(run);\n});\n`,
  `${IMPORT}ship(console.log);\n`,
])('D100 C72 a test of Node whose function only keeps the push it is handed: %j', (code) =>
  expect(inNode(code)).toEqual([]),
);

test.each([
  `${IMPORT}ship();\n`,
  `import { execFileSync } from 'node:child_process';\n${IMPORT}ship(execFileSync);\n`,
  `import { execFileSync } from 'node:child_process';\n${IMPORT}ship((...words) => execFileSync(...words));\n`,
  `import { execFileSync } from 'node:child_process';\n${IMPORT}const run = vi.fn(execFileSync);\nship(run);\n`,
  `import { execFileSync } from 'node:child_process';\n${IMPORT}const run = vi.fn();\nrun.mockImplementation(execFileSync);\nship(run);\n`,
  `${IMPORT}ship(console.log);\nship(undefined);\n`,
  `import { execFileSync } from 'node:child_process';\n${IMPORT}const calls = [];\ncalls.push = execFileSync;\nship((...words) => calls.push(...words));\n`,
  `import { execFileSync } from 'node:child_process';\n${IMPORT}console.log = execFileSync;\nship(console.log);\n`,
  `${IMPORT}import { ship as go } from '../lib/ship.mjs';\ngo();\nship(console.log);\n`,
])('D100 what is handed over in Node may start it: %j', (code) => expect(inNode(code)).not.toEqual([]));
