import { chmodSync } from 'node:fs';
import path from 'node:path';
import type { Agent, TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { project, QUICK, STACKS, start } from './kit.js';

const PY = STACKS.find(({ name }) => name === 'pytest')!;
const PUSH = 'git push -q origin HEAD';

/** Work on a branch that is committed and fails its tests. */
function failing(options: Parameters<typeof project>[1] = {}): { repo: TempRepo; it: Agent } {
  const repo = project(QUICK, options);
  repo.write(...QUICK.broken);
  repo.commit('work');
  return { repo, it: start(repo) };
}

/** The same, with what passes on disk. */
function hidden() {
  const made = failing();
  made.repo.write(...QUICK.fixed);
  return made;
}

describe('what several calls prepare: what git shows in the place of the pushed content', () => {
  test.each([
    [
      'a commit',
      'git add -A && C=$(git commit-tree $(git write-tree) -p HEAD~1 -m work) && git reset -q && git replace HEAD $C',
    ],
    ['a tree', 'git add -A && T=$(git write-tree) && git reset -q && git replace HEAD^{tree} $T'],
  ])('D98 %s that replaces the tip is not what is pushed', (_what, replace) => {
    const { it } = hidden();
    expect(it.bash(replace).refused).toBeNull();
    expect(it.bash(QUICK.test).exit).toBe(0);
    expect(it.bash(PUSH).refused).toContain('PUSH_UNCOMMITTED');
  });

  test('D98 nor does one in the place of the base make it published', () => {
    const { it } = failing();
    expect(it.bash('git replace origin/main HEAD').refused).toBeNull();
    expect(it.bash(PUSH).refused).toContain('PUSH_UNTESTED');
  });
});

describe('the record of what the remote has is filled by that remote alone', () => {
  test.each([
    'git config remote.self.fetch +refs/heads/feature/login:refs/remotes/origin/main',
    'git config --add remote.origin.fetch +refs/heads/feature/login:refs/remotes/origin/main',
    'git config remote.origin.fetch "+refs/heads/feature/*:refs/remotes/origin/*"',
    'git remote add self . && git fetch -q self +feature/login:refs/remotes/origin/main',
    'git fetch -q https://example.test/x.git feature/login:refs/remotes/origin/main',
    'git bundle create x.bundle HEAD && git fetch -q x.bundle HEAD:refs/remotes/origin/main',
    'git bundle create x.bundle HEAD && git fetch -q x.bundle HEAD:refs/remotes/company/main',
    'git bundle create x.bundle HEAD && git fetch -q x.bundle HEAD:refs/remotes/a/b/main',
    'git fetch -q https://example.test/x.git feature/login:refs/remotes/a/b/main',
    'git fetch -q https://example.test/x.git feature/login:refs/remotes/company/HEAD',
    'git fetch -q "file://$PWD/.git" main:refs/remotes/company/main',
    'git fetch -q . HEAD:refs/remotes/company/topic',
    'git update-ref -d refs/remotes/origin/main',
    'git update-ref -d refs/remotes/company/main',
    'git update-ref refs/remotes/company/topic HEAD',
  ])('refused: %s', (command) => {
    expect(failing().it.bash(command).refused).toContain('BASE_REWRITTEN');
  });

  test('refused: what the project calls its base, whatever the remote will be called', () => {
    const { repo, it } = failing({ files: { 'flow.config.yaml': 'baseBranch: release\n' } });
    repo.git('bundle', 'create', '../x.bundle', 'HEAD');
    expect(it.bash('git fetch -q ../x.bundle HEAD:refs/remotes/c/release').refused).toContain('BASE_REWRITTEN');
    expect(it.bash('git fetch -q ../x.bundle HEAD:refs/remotes/bundle/head').refused).toBeNull();
  });

  test('refused: a branch of a remote that is there, which may be the base by its HEAD', () => {
    const { repo, it } = failing();
    repo.git('remote', 'rename', 'origin', 'company');
    repo.git('bundle', 'create', '../x.bundle', 'HEAD');
    expect(it.bash('git fetch -q ../x.bundle HEAD:refs/remotes/company/stable').refused).toContain('BASE_REWRITTEN');
    expect(it.bash('git update-ref -d refs/remotes/company/stable').refused).toContain('BASE_REWRITTEN');
  });

  test('refused: in a file of settings', () => {
    const { repo, it } = failing();
    const text = '[remote "self"]\n\turl = .\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n';
    expect(it.write(path.join(repo.home, '.gitconfig'), text).refused).toContain('BASE_REWRITTEN');
  });

  test.each([
    'git remote add fork ../origin.git && git fetch -q fork',
    'git config remote.origin.fetch "+refs/heads/*:refs/remotes/origin/*"',
    'git config --add remote.origin.fetch "+refs/pull/*/head:refs/remotes/origin/pr/*"',
    'git config --add remote.origin.fetch +refs/heads/release:refs/remotes/origin/release',
    'git fetch -q origin main:refs/remotes/origin/main',
    'git fetch -q origin refs/pull/1/head:refs/remotes/origin/pr-1; true',
    'git fetch -q https://example.test/x.git main:refs/remotes/theirs/main; true',
    "git fetch -q https://example.test/x.git '+refs/pull/*/head:refs/remotes/theirs/pr/*'; true",
    'git fetch -q origin main:old',
    'git bundle create x.bundle HEAD && git fetch -q x.bundle HEAD:refs/remotes/bundle/head && git update-ref -d refs/remotes/bundle/head',
  ])('allowed: %s', (command) => {
    expect(failing().it.bash(command).refused).toBeNull();
  });

  test('allowed: a file of settings that fetches pull requests', () => {
    const { repo, it } = failing();
    const text = '[remote "origin"]\n\tfetch = +refs/pull/*/head:refs/remotes/origin/pr/*\n';
    expect(it.write(path.join(repo.home, '.gitconfig'), text).refused).toBeNull();
  });
});

describe("D100 a push past git's own hook is one that happens now", () => {
  const green = () => {
    const repo = project(QUICK);
    const it = start(repo);
    repo.write(...QUICK.fixed);
    repo.commit('work');
    expect(it.bash(QUICK.test).exit).toBe(0);
    return { repo, it };
  };

  test.each([
    'sleep 1; git push -q --no-verify origin HEAD',
    'node wait.js && git push -q --no-verify origin HEAD',
    '(git push -q --no-verify origin HEAD) &',
  ])('refused, as other content may be committed before it starts: %s', (command) => {
    const refused = green().it.bash(command).refused;
    expect(refused).toContain('GUARD_DISARM');
    expect(refused).toContain('Push without `--no-verify`, in its own call.');
  });

  test('refused in the background of the client', () => {
    const { it } = green();
    expect(it.background('git push -q --no-verify origin HEAD').refused).toContain('GUARD_DISARM');
    expect(it.background('git push -q origin HEAD').refused).toBeNull();
  });

  test.each([
    'git push -q --no-verify origin HEAD',
    'cd . && git fetch -q origin && git push -q --no-verify origin HEAD',
    'sleep 0.1; git push -q origin HEAD',
    'sleep 0.1; git push -q --no-verify --dry-run origin HEAD',
  ])('allowed: %s', (command) => {
    expect(green().it.bash(command)).toMatchObject({ refused: null, exit: 0 });
  });
});

describe('D100 hooks that a new repository brings', () => {
  const withTemplate = () => {
    const { repo, it } = failing();
    const hook = repo.write(
      path.join(repo.home, 'template/hooks/post-checkout'),
      `#!/bin/sh\ngit push -q --no-verify ${repo.remote} HEAD:refs/heads/x\n`,
    );
    chmodSync(hook, 0o755);
    return { repo, it, template: path.join(repo.home, 'template') };
  };

  test('refused: a clone from a template whose hook pushes, named in the command or set before', () => {
    const { it, template } = withTemplate();
    expect(it.bash(`git clone -q --template ${template} . ../copy`).refused).toContain('PUSH_UNTESTED');
    expect(it.bash(`git config --global init.templateDir ${template}`).refused).toBeNull();
    expect(it.bash('git clone -q . ../copy').refused).toContain('PUSH_UNTESTED');
  });

  test('allowed: without it, or with one whose hook publishes nothing', () => {
    const { repo, it, template } = withTemplate();
    expect(it.bash('git clone -q . ../copy')).toMatchObject({ refused: null, exit: 0 });
    repo.write(path.join(template, 'hooks/post-checkout'), '#!/bin/sh\necho out\n');
    expect(it.bash(`git clone -q --template ${template} . ../other`)).toMatchObject({ refused: null, exit: 0 });
  });
});

test('D43 what the client runs before each command is not for the agent to write', () => {
  const { repo, it } = failing();
  const text = 'python3() { echo "1 passed in 0.01s"; }\n';
  for (const file of ['shell-snapshots/snapshot-bash-1.sh', 'session-env/s/hook-0.sh'])
    expect(it.write(path.join(repo.home, '.claude', file), text).refused).toContain('PROTECTED_WRITE');
  expect(it.bash("echo 'git() { :; }' >> ~/.claude/shell-snapshots/a.sh").refused).toContain('PROTECTED_WRITE');
  expect(it.write(path.join(repo.home, '.claude/notes.md'), 'x\n').refused).toBeNull();
});

describe.skipIf(!PY.available)('pytest from the folder it starts in', () => {
  const LOCAL = 'print(".  [100%]\\n1 passed in 0.01s")\n';

  test.each(['pytest.py', 'pytest/__init__.py'])('D98 %s in the place of the installed one proves nothing', (file) => {
    const { repo, it } = failing({ files: { '.git-ignored': '' } });
    repo.write('.git/info/exclude', 'pytest*\n');
    repo.write(file, LOCAL);
    repo.write('pytest/__main__.py', file.startsWith('pytest/') ? LOCAL : '');
    const run = it.bash(PY.test);
    expect(run).toMatchObject({ exit: 0 });
    expect(run.told.join()).toContain('a file of its name in the folder that it starts in replaced it');
    expect(it.bash(PUSH).refused).toContain('PUSH_UNKNOWN');
  });

  test('a folder of that name without a package is none', () => {
    const repo = project(PY);
    const it = start(repo);
    repo.write(...PY.fixed);
    repo.write('pytest/data.py', 'X = 1\n');
    repo.commit('work');
    it.bash(PY.test);
    expect(it.bash(PUSH).refused).toBeNull();
  });
});

describe('tests that go together with what made them a suite', () => {
  test('refused: sources of the stack stay', () => {
    const { repo, it } = failing();
    const marker = QUICK.name === 'pytest' ? 'pyproject.toml' : 'package.json';
    repo.git('rm', '-q', marker, Object.keys(QUICK.files).find((file) => /test/.test(file))!);
    repo.commit('less');
    expect(it.bash(PUSH).refused).toContain('PUSH_TESTS_REMOVED');
  });

  test.skipIf(!PY.available)('allowed: the project moved to another folder, or is gone with its sources', () => {
    const repo = project(PY);
    const it = start(repo);
    repo.git('mv', 'pyproject.toml', 'total.py', 'test_total.py', repo.write('api/x.md', '') && 'api');
    repo.commit('moved');
    expect(it.bash('cd api && python3 -m pytest -q').exit).toBe(0);
    expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
    repo.git('rm', '-qr', 'api');
    repo.commit('gone');
    expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
  });

  test.skipIf(!PY.available)('allowed: the tests of a part now belong to the whole around it', () => {
    const files = {
      'svc/pyproject.toml': '[project]\nname = "svc"\nversion = "0"\n',
      'svc/test_s.py': 'def test_s():\n    pass\n',
      'svc/s.py': '',
    };
    const repo = project(PY, { files });
    const it = start(repo);
    repo.git('rm', '-q', 'svc/pyproject.toml');
    repo.commit('one project');
    it.bash(PY.test);
    expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
  });
});
