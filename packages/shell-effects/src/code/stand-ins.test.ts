import { expect, test } from 'vitest';
import { effectsIn, publishing } from '../../test/kit.js';

const node = (code: string) => publishing(effectsIn('npx vitest run test/a.test.ts', { 'test/a.test.ts': code }));
const python = (code: string) => publishing(effectsIn('pytest -q tests/test_a.py', { 'tests/test_a.py': code }));

test.each([
  "import { execSync } from 'node:child_process';\nvi.mock('node:child_process');\nit('x', () => { ship(); expect(vi.mocked(execSync).mock.calls[0]).toEqual(['git push origin HEAD']); });",
  "const { execSync } = require('child_process');\njest.mock('child_process');\ntest('x', () => { execSync.mockImplementation((cmd) => { if (cmd === 'git push') throw new Error('no'); return ''; }); expect(ship).toThrow(); });",
  "const { execSync } = require('child_process');\njest.mock('child_process', () => ({ execSync: jest.fn() }));\ntest('x', () => { execSync.mockReturnValueOnce('git push'); expect(execSync).toHaveBeenNthCalledWith(2, 'git push', expect.anything()); });",
  "import child from 'node:child_process';\nimport { mock, test } from 'node:test';\ntest('x', () => { mock.method(child, 'execFileSync', () => ''); ship(); assert.deepEqual(child.execFileSync.mock.calls[0].arguments, ['git', ['push']]); });",
  "import { exec } from 'child_process';\nvi.mock('child_process');\nconst run = vi.fn();\nit('x', () => { run('git push'); ship({ run }); expect(run.mock.calls).toEqual([['git push']]); });",
])('D100 C72 a test that puts a stand-in in the place of a start may name a push: %s', (code) =>
  expect(node(code)).toEqual([]),
);

test.each([
  "const calls = [];\nconst run = (cmd, args) => { calls.push([cmd, ...args].join(' ')); };\ntest('x', () => { run('git', ['push']); assert.equal(calls[0], 'git push'); });",
  "const run = (...words) => console.log(words);\nit('x', () => run('git push'));",
  "function run(command) { seen.push(command); }\nconst seen = [];\nit('x', () => { run('git push'); });",
])('D100 C72 one that only keeps its words is no start, whatever its name: %s', (code) =>
  expect(node(`import * as child from 'node:child_process';\n${code}`)).toEqual([]),
);

const STARTS = "import { execSync } from 'node:child_process';\n";

test.each([
  `${STARTS}vi.mock('node:child_process');\nit('x', () => { execSync('git push'); });`,
  `${STARTS}it('x', () => { if (command === 'x') execSync('git push'); });`,
  `${STARTS}it('x', () => { execSync(command === 'x' ? 'git push' : ''); });`,
  `${STARTS}it('x', () => { expect(run).toBe('git push'); execSync('git push'); });`,
  `${STARTS}const run = vi.fn(execSync);\nit('x', () => { run('git push'); });`,
  `${STARTS}const run = vi.fn();\nrun.mockImplementation(execSync);\nit('x', () => { run('git push'); });`,
  `${STARTS}const run = (command) => { calls.push(command); execSync(command); };\nconst calls = [];\nit('x', () => { run('git push'); });`,
  `${STARTS}const calls = { push: execSync };\nconst run = (command) => { calls.push(command); };\nit('x', () => { run('git push'); });`,
  `${STARTS}let run = (command) => { console.log(command); };\nrun = execSync;\nit('x', () => { run('git push'); });`,
  `${STARTS}const vi = { fn: () => execSync };\nconst run = vi.fn();\nit('x', () => { run('git push'); });`,
])('D100 one that starts it all the same pushes: %s', (code) => expect(node(code)).not.toEqual([]));

test.each([
  'import subprocess\nfrom unittest.mock import call, patch\n\n\n@patch("subprocess.run")\ndef test_a(run):\n    ship()\n    assert run.call_args_list == [call(["git", "push", "origin"], check=True)]\n',
  'from unittest import mock\n\n\n@mock.patch("app.ship.subprocess.run")\ndef test_a(run):\n    ship()\n    run.assert_has_calls([mock.call(["git", "push"], check=True)])\n',
  'import subprocess\n\n\ndef test_a(monkeypatch):\n    seen = []\n    monkeypatch.setattr(subprocess, "run", lambda a, **k: seen.append(a))\n    ship()\n    assert seen == [["git", "push"]]\n',
  'import subprocess\nfrom unittest.mock import patch\n\ndef fake_run(args, **kwargs):\n    if args == ["git", "push"]:\n        raise subprocess.CalledProcessError(1, args)\n    return subprocess.CompletedProcess(args, 0)\n\ndef test_a():\n    with patch("subprocess.run", side_effect=fake_run):\n        ship()\n',
  'import subprocess\n\ndef test_a():\n    error = subprocess.CalledProcessError(1, ["git", "push"], stderr="rejected")\n    assert "git push" in describe(error)\n',
  'import subprocess\n\ndef test_a():\n    done = subprocess.CompletedProcess(args=["git", "push"], returncode=0)\n    assert ok(done)\n',
])('D100 C72 a test of Python that puts a stand-in in the place of a start may name a push: %s', (code) =>
  expect(python(code)).toEqual([]),
);

test.each([
  'import subprocess\nfrom unittest.mock import patch\n\ndef test_a():\n    with patch("subprocess.run"):\n        pass\n    subprocess.run(["git", "push"])\n',
  'from subprocess import call\n\ndef test_a():\n    call(["git", "push"])\n',
  'from unittest.mock import call\nfrom subprocess import call\n\ndef test_a():\n    call(["git", "push"])\n',
  'from unittest import mock\nimport subprocess as mock\n\ndef test_a():\n    mock.call(["git", "push"])\n',
  'import subprocess\nfrom unittest.mock import call\n\ndef test_a():\n    subprocess.call(["git", "push"])\n',
  'import subprocess\n\ndef test_a():\n    subprocess.run(subprocess.CompletedProcess(args=["git", "push"], returncode=0).args)\n',
  'import os\n\ndef test_a():\n    if what == "x": os.system("git push")\n',
])('D100 one of Python that starts it all the same pushes: %s', (code) => expect(python(code)).not.toEqual([]));
