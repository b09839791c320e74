import { describe, expect, test } from 'vitest';
import { has, project, QUICK, start } from './kit.js';

const HAS_PYTHON = has('python3', '--version');

/** A session on a branch whose work fails its tests. */
function failing() {
  const repo = project(QUICK);
  repo.write(...QUICK.broken);
  repo.commit('work');
  return { repo, it: start(repo) };
}

const python = (code: string) =>
  `python3 - <<'E'\nimport os, subprocess, tempfile\nfrom pathlib import Path\n${code}\nE`;
const node = (code: string) =>
  `node --input-type=module - <<'E'\nimport { execFileSync, execSync, spawnSync } from 'node:child_process';\nimport { mkdtempSync } from 'node:fs';\nimport { tmpdir } from 'node:os';\nimport { join } from 'node:path';\n${code}\nE`;

const MADE = "d = tempfile.mkdtemp()\nsubprocess.run(['git', 'init', '-q', '--bare', f'{d}/far.git'], check=True)";
const CLONED = `${MADE}\nsubprocess.run(['git', 'clone', '-q', f'{d}/far.git', f'{d}/work'], check=True)`;
const HELPER = "git = lambda *words: subprocess.run(['git', *words], cwd=f'{d}/work', check=True)";
const SETTLED =
  "git('config', 'user.name', 't')\ngit('config', 'user.email', 't@example.test')\ngit('commit', '-q', '--allow-empty', '-m', 'one')";
const IN_NODE = "const dir = mkdtempSync(join(tmpdir(), 'try-'));";
const USER = '-c user.name=t -c user.email=t@example.test';

describe('C72 D100 code that tries out git in a folder of its own among the temporary files', () => {
  test.for([
    python(`${CLONED}\n${HELPER}\n${SETTLED}\ngit('push', '-q', 'origin', 'HEAD')`),
    python(
      `with tempfile.TemporaryDirectory() as d:\n    d = Path(d)\n    far, work = d / 'far.git', d / 'work'\n    def git(where, *words):\n        return subprocess.run(['git', '-c', 'user.name=t', '-c', 'user.email=t@example.test', *words], cwd=where, check=True)\n    git(d, 'init', '-q', '--bare', str(far))\n    git(d, 'clone', '-q', str(far), str(work))\n    git(work, 'commit', '-q', '--allow-empty', '-m', 'one')\n    git(work, 'push', '-q', 'origin', 'HEAD')`,
    ),
    python(
      `os.chdir(tempfile.mkdtemp())\nrun = lambda line: subprocess.run(line, shell=True, check=True)\nrun('git init -q --bare far.git')\nrun('git clone -q far.git work')\nos.chdir('work')\nrun('git ${USER} commit -q --allow-empty -m one && git push -q origin HEAD')`,
    ),
    python(
      `root = Path(tempfile.mkdtemp())\nfar, work = root / 'far.git', root / 'work'\nsubprocess.run(['git', 'init', '-q', '--bare', far], check=True)\nsubprocess.run(['git', 'clone', '-q', far, work], check=True)\nsubprocess.run(['git', '-C', work, '-c', 'user.name=t', '-c', 'user.email=t@example.test', 'commit', '-q', '--allow-empty', '-m', 'x'], check=True)\nsubprocess.run(['git', '-C', work, 'push', '-q', 'origin', 'HEAD'], check=True)`,
    ),
    node(
      `${IN_NODE}\nexecSync('git init -q --bare far.git && git clone -q far.git work', { cwd: dir });\nexecSync('git ${USER} commit -q --allow-empty -m one && git push -q origin HEAD', { cwd: join(dir, 'work') });`,
    ),
    node(
      "const cwd = mkdtempSync(tmpdir() + '/try-');\nconst git = (words, at = cwd) => execFileSync('git', words, { cwd: at });\ngit(['init', '-q', '--bare', 'far.git']);\ngit(['clone', '-q', 'far.git', 'work']);\ngit(['-c', 'user.name=t', '-c', 'user.email=t@example.test', 'commit', '-q', '--allow-empty', '-m', 'one'], cwd + '/work');\ngit(['push', '-q', 'origin', 'HEAD'], cwd + '/work');",
    ),
    python(
      `with tempfile.TemporaryDirectory() as d:\n    d = Path(d)\n    run = lambda *words, cwd=None: subprocess.run(list(words), cwd=cwd, check=True, capture_output=True, text=True).stdout\n    run('git', 'init', '-q', '--bare', str(d / 'far.git'))\n    run('git', 'clone', '-q', str(d / 'far.git'), str(d / 'work'))\n    run('git', '-c', 'user.name=t', '-c', 'user.email=t@example.test', 'commit', '-q', '--allow-empty', '-m', 'x', cwd=d / 'work')\n    run('git', 'push', '-q', 'origin', 'HEAD', cwd=d / 'work')`,
    ),
    `node - <<'E'\nconst { mkdtempSync } = require('fs');\nconst { execSync } = require('child_process');\nconst dir = mkdtempSync(require('os').tmpdir() + '/try-');\nconst sh = (line, cwd = dir) => execSync(line, { cwd, stdio: 'pipe' }).toString();\nsh('git init -q --bare far.git');\nsh('git clone -q far.git work');\nsh('git ${USER} commit -q --allow-empty -m x', dir + '/work');\nconsole.log(sh('git push origin HEAD 2>&1', dir + '/work'), sh('git --git-dir far.git log --oneline --all'));\nE`,
  ])('pushes there, and nowhere else: %s', (command, { skip }) => {
    skip(command.startsWith('python3') && !HAS_PYTHON, 'python3 is not on this machine');
    const { repo, it } = failing();
    const before = repo.git('ls-remote', 'origin');
    expect(it.bash(command)).toMatchObject({ refused: null, exit: 0 });
    expect(repo.git('ls-remote', 'origin')).toBe(before);
  });

  test.each([
    ['one push starts elsewhere', python(`${CLONED}\n${HELPER}\nsubprocess.run(['git', 'push', 'origin', 'HEAD'])`)],
    [
      'one push starts where the code does',
      python(
        `${CLONED}\nrun = lambda *words, cwd=None: subprocess.run(list(words), cwd=cwd)\nrun('git', 'push', 'origin', 'HEAD')`,
      ),
    ],
    [
      'one push is of the repository that it starts in',
      python(`${CLONED}\n${HELPER}\ngit('--git-dir', os.getcwd() + '/.git', 'push', '../../../home/x.git', 'HEAD')`),
    ],
    [
      'the folder behind -C is the second of two names',
      python(
        `root = Path(tempfile.mkdtemp())\nwork, here = root / 'work', Path(os.getcwd())\nsubprocess.run(['git', 'init', '-q', work])\nsubprocess.run(['git', '-C', here, 'push', 'origin', 'HEAD'])`,
      ),
    ],
    ['the remote is another', python(`${CLONED}\n${HELPER}\ngit('push', '../../../home/x.git', 'HEAD')`)],
    [
      'the remote is set anew behind the push',
      python(
        `${CLONED}\n${HELPER}\ndef ship():\n    git('push', 'origin', 'HEAD')\ngit('remote', 'set-url', 'origin', os.getcwd() + '/../origin.git')\nship()`,
      ),
    ],
    [
      'it is a clone of the project',
      python(
        `d = tempfile.mkdtemp()\nsubprocess.run(['git', 'clone', '.', f'{d}/work'])\n${HELPER}\ngit('push', 'origin', 'HEAD')`,
      ),
    ],
    [
      'it is gone into only sometimes',
      python(
        `${CLONED}\nif os.path.exists('x'):\n    os.chdir(f'{d}/work')\nsubprocess.run(['git', 'push', 'origin', 'HEAD'])`,
      ),
    ],
    [
      'it is gone into in words only',
      python(`${CLONED}\n# os.chdir("/tmp/made-by-code/work")\nsubprocess.run(['git', 'push', 'origin', 'HEAD'])`),
    ],
    [
      'it is left again',
      python(
        `${CLONED}\nold = os.getcwd()\nos.chdir(f'{d}/work')\nos.chdir(old)\nsubprocess.run(['git', 'push', 'origin', 'HEAD'])`,
      ),
    ],
    [
      'a way in that fails is passed over',
      python(
        `${CLONED}\ntry:\n    os.chdir(f'{d}/none')\nexcept OSError:\n    pass\nsubprocess.run(['git', 'push', 'origin', 'HEAD'])`,
      ),
    ],
    [
      'the folder is another one by then',
      python(`${CLONED}\nd = '.'\nsubprocess.run(['git', 'push', 'origin', 'HEAD'], cwd=d)`),
    ],
    [
      'the folder is one of the options',
      python(`${CLONED}\nmore = {'cwd': '.'}\nsubprocess.run(['git', 'push', 'origin', 'HEAD'], **more)`),
    ],
    [
      'a repository is named',
      python(
        `${CLONED}\nsubprocess.run(['git', '--git-dir', os.getcwd() + '/.git', 'push', 'origin', 'HEAD'], cwd=f'{d}/work')`,
      ),
    ],
    [
      'another address for the same',
      python(
        `${CLONED}\n${HELPER}\ngit('config', 'url.https://example.test/x.insteadOf', f'{d}/far.git')\ngit('push', 'origin', 'HEAD')`,
      ),
    ],
    [
      'a script is written and run',
      python(`${CLONED}\nPath('ship.sh').write_text('git push origin HEAD')\nsubprocess.run(['sh', 'ship.sh'])`),
    ],
    [
      'it runs before it goes there',
      node(`ship();\n${IN_NODE}\nprocess.chdir(dir);\nfunction ship() { execSync('git push origin HEAD'); }`),
    ],
    [
      'a helper has another folder for one call',
      node(
        `${IN_NODE}\nconst git = (words, at = dir) => execFileSync('git', words, { cwd: at });\ngit(['init', '-q', '--bare', 'far.git']);\ngit(['push', 'origin', 'HEAD'], '.');`,
      ),
    ],
    [
      'a shell goes elsewhere',
      node(
        `${IN_NODE}\nexecSync('git init -q --bare far.git', { cwd: dir });\nexecSync('cd "$OLDPWD" && git push origin HEAD', { cwd: dir });`,
      ),
    ],
    [
      'the folder is made in the project',
      node(`const dir = mkdtempSync(join(process.cwd(), 'try-'));\nexecSync('git push origin HEAD', { cwd: dir });`),
    ],
    [
      'a name holds another folder when it runs',
      python(
        `${CLONED}\nw = f'{d}/work'\ndef ship():\n    subprocess.run(['git', 'push', 'origin', 'HEAD'], cwd=w)\nw = '.'\nship()`,
      ),
    ],
    [
      'a function is handed another folder',
      python(
        `${CLONED}\nw = f'{d}/work'\ndef ship(w):\n    print(w)\n    subprocess.run(['git', 'push', 'origin', 'HEAD'], cwd=w)\nship('.')`,
      ),
    ],
    [
      'a loop goes elsewhere',
      python(
        `${CLONED}\nw = f'{d}/work'\nfor w in os.environ.get('X', '. .').split():\n    subprocess.run(['git', 'push', 'origin', 'HEAD'], cwd=w)`,
      ),
    ],
    [
      'a second turn goes elsewhere',
      python(
        `${CLONED}\nw = f'{d}/work'\nfor _ in range(2):\n    subprocess.run(['git', 'push', 'origin', 'HEAD'], cwd=w)\n    w = os.path.curdir`,
      ),
    ],
    [
      'a block has a folder of the same name',
      node(
        `${IN_NODE}\nconst at = join(dir, 'work');\nexecSync('git init -q --bare far.git && git clone -q far.git work', { cwd: dir });\nif (dir) { const at = process.env.X ?? '.'; execSync('git push origin HEAD', { cwd: at }); }`,
      ),
    ],
    [
      'the line names another repository',
      `GIT_DIR="$PWD/.git" ${python(`${CLONED}\n${HELPER}\ngit('push', 'origin', 'HEAD')`)}`,
    ],
    [
      'options come from elsewhere',
      node(
        `${IN_NODE}\nconst more = { cwd: '.' };\nexecSync('git init -q --bare far.git', { cwd: dir });\nexecSync('git push origin HEAD', { cwd: dir, ...more });`,
      ),
    ],
  ])('is refused where %s', (_what, command) => {
    expect(failing().it.bash(command).refused).toMatch(/PUSH_|COMMAND_UNREADABLE|GUARD_DISARM/);
  });
});
