import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withCall } from '@flow/engine/places/hook-call';
import { findRepository } from '@flow/evidence/fast';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runDoctor } from '../src/install/doctor/doctor.js';
import { managersOf, withoutManagerCalls } from '../src/install/git-hooks/hook-managers.js';
import {
  git,
  install,
  makeWorld,
  plan,
  put,
  read,
  removeWorld,
  run,
  seen,
  snapshot,
  uninstall,
  VERSION,
  type World,
} from './install-world.js';
import { workspaceRoot } from './kit.js';

/** Refuses pushes of refs that hold the word `red`, and commits while a file `stop` lies beside the repository. */
const STAND_IN = `'use strict';
const fs = require('node:fs');
const words = process.argv.slice(2);
const input = words[1] === 'pre-push' ? fs.readFileSync(0, 'utf8') : '';
fs.appendFileSync(process.env.SEEN, JSON.stringify({ program: __filename, words, input }) + '\\n');
const stop = words[1] === 'pre-commit' ? fs.existsSync('../stop') : /refs\\/heads\\/red/.test(input);
if (stop) { fs.writeSync(2, 'stand-in refuses\\n'); process.exitCode = 1; }
`;

let world: World;
beforeEach(() => {
  world = makeWorld();
  writeFileSync(join(world.bundle, 'hook.cjs'), STAND_IN);
  git(world, 'init', '-q', '--bare', '../remote.git');
  git(world, 'remote', 'add', 'origin', join(world.base, 'remote.git'));
  put(world, 'a.txt', '1\n');
  put(world, '.gitignore', 'node_modules\n');
  git(world, 'add', '-A');
  git(world, 'commit', '-q', '-m', 'one');
});
afterEach(() => removeWorld(world));

/** The tools as their registries have them, in a folder of their own; without a network, none. */
let tools = '';
let isThere = { npm: false, pip: false };
beforeAll(() => {
  tools = mkdtempSync(join(tmpdir(), 'flow-managers-'));
  const options = { cwd: tools, stdio: 'ignore' as const, timeout: 60_000 };
  writeFileSync(join(tools, 'package.json'), '{ "private": true }\n');
  const packages = ['husky@9', 'lefthook@2', 'simple-git-hooks@2'];
  const npm = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], options);
  const pip = spawnSync(
    'python3',
    ['-m', 'pip', 'install', '-q', '--target', join(tools, 'python'), 'pre-commit'],
    options,
  );
  isThere = { npm: npm.status === 0, pip: pip.status === 0 };
}, 150_000);
afterAll(() => rmSync(tools, { recursive: true, force: true }));

function tool(name: string, ...words: string[]) {
  const result = run(world, 'node', [join(tools, 'node_modules', name, BIN[name] ?? ''), ...words]);
  if (result.code !== 0) throw new Error(`${name}: ${result.stdout}${result.stderr}`);
  return result;
}
const BIN: Record<string, string> = { husky: 'bin.js', lefthook: 'bin/index.js', 'simple-git-hooks': 'cli.js' };

const push = (branch: string) => run(world, 'git', ['push', '-q', 'origin', `HEAD:refs/heads/${branch}`]);
const commit = (text: string) => {
  put(world, 'a.txt', text);
  return run(world, 'git', ['commit', '-qam', text]);
};
const complaints = () =>
  runDoctor({ directory: world.root, environment: world.environment, version: VERSION })
    .filter(({ id, status }) => /^(git-hook|hook-manager|hooks-path)/.test(id) && status !== 'ok')
    .map(({ id, detail }) => `${id}: ${detail}`);
const remoteHas = (branch: string) => git(world, 'ls-remote', 'origin', `refs/heads/${branch}`) !== '';

/** Both hooks judge once each, see what git gives, and their refusal counts; the project's own hooks go on. */
let round = 0;
function expectBothGuarded(theirs: { commit: string; push: string }): void {
  const log = () => (existsSync(join(world.base, 'log')) ? read(world, '../log') : '');
  rmSync(join(world.base, 'log'), { force: true });
  rmSync(world.environment.SEEN ?? '', { force: true });
  const branch = `green${++round}`;
  expect(commit(`change ${round}`)).toMatchObject({ code: 0 });
  expect(seen(world).map(({ words }) => words[1])).toEqual(['pre-commit']);
  expect(log()).toBe(theirs.commit);
  expect(push(branch)).toMatchObject({ code: 0 });
  const [, judged, ...others] = seen(world);
  expect(others).toEqual([]);
  expect(judged?.words.slice(0, 3)).toEqual(['--git', 'pre-push', 'origin']);
  const head = git(world, 'rev-parse', 'HEAD');
  expect(judged?.input).toBe(`HEAD ${head} refs/heads/${branch} ${'0'.repeat(40)}\n`);
  const told = theirs.push.replaceAll('{head}', head).replaceAll('green', branch);
  expect(log()).toBe(theirs.commit + told);
  const refused = push('red');
  expect(refused.code).not.toBe(0);
  expect(`${refused.stderr}${refused.stdout}`).toContain('stand-in refuses');
  expect(remoteHas('red')).toBe(false);
  put(world, '../stop', '');
  expect(commit('three').code).not.toBe(0);
  rmSync(join(world.base, 'stop'));
  git(world, 'checkout', '-q', '--', 'a.txt');
}

/** After an uninstallation ours is asked no more, and every file is as it was. */
function expectGone(before: Record<string, string>): void {
  uninstall(world);
  const after = snapshot(world.root);
  for (const [path, state] of Object.entries(before)) expect(after[path], path).toBe(state);
  rmSync(world.environment.SEEN ?? '', { force: true });
  expect(push('red')).toMatchObject({ code: 0 });
  expect(seen(world)).toEqual([]);
}

/**
 * A team's own hook asks `verify`, as docs/editors.md says: a push of documents passes, one of code that nobody has tested
 * is refused.
 * @param begin has the manager write its hooks
 */
function expectVerified(begin: () => void): void {
  // What `npm i -D @flow/hooks` puts there.
  const program = join(world.root, 'node_modules/.bin/flow-hooks');
  mkdirSync(join(program, '..'), { recursive: true });
  if (!existsSync(program)) symlinkSync(join(workspaceRoot, 'packages/hooks/dist/flow-hooks.cjs'), program);
  const done = (name: string) => {
    git(world, 'add', '-A');
    git(world, 'commit', '-q', '--no-verify', '-m', name);
  };
  put(world, 'go.mod', 'module example.com/cart\n');
  done('verified');
  git(world, 'push', '-q', '--no-verify', 'origin', 'HEAD:refs/heads/main');
  git(world, 'fetch', '-q', 'origin', 'main:refs/remotes/origin/main');
  begin();
  put(world, 'README.md', 'A cart.\n');
  done('documents');
  expect(push('documents')).toMatchObject({ code: 0 });
  put(world, 'cart.go', 'package cart\n');
  put(world, 'cart_test.go', 'package cart\n');
  done('untested');
  const refused = push('untested');
  expect(refused.code).not.toBe(0);
  expect(`${refused.stdout}${refused.stderr}`).toMatch(/PUSH_UNTESTED.*go:\. .*NOT VERIFIED/s);
  expect(remoteHas('untested')).toBe(false);
}

/** The recipes that docs/editors.md has for teams that do not run `install`. */
const EDITORS = readFileSync(join(workspaceRoot, 'docs/editors.md'), 'utf8');
const LEFTHOOK_RECIPE = /The same in `lefthook\.yml`.*?```yaml\n(.*?)```/s.exec(EDITORS)![1]!;
const HUSKY_RECIPE = /in `\.husky\/pre-push`: `([^`]+)`/.exec(EDITORS)![1]!;

const configOf = (...paths: string[]) =>
  Object.fromEntries(paths.map((path) => [path, snapshot(world.root)[path] ?? 'none']));

describe('D2 husky 9', () => {
  beforeEach(({ skip }) => {
    if (!isThere.npm) return skip('husky cannot be fetched');
    tool('husky');
    put(world, '.husky/pre-commit', 'echo theirs >> ../log\n');
    put(world, '.husky/pre-push', 'echo "$1" >> ../log\ncat >> ../log\n');
    git(world, 'add', '-A');
    git(world, 'commit', '-q', '-m', 'husky');
    rmSync(join(world.base, 'log'), { force: true });
  });

  test('is told in its own files, and goes on through its own rewriting', () => {
    const before = configOf('.husky/pre-commit', '.husky/pre-push', '.husky/_/pre-push', '.husky/_/pre-commit');
    const { notes } = install(world);
    expect(notes.join('\n')).toContain('.husky/pre-push and .husky/pre-commit');
    // Committed files name no machine.
    expect(read(world, '.husky/pre-push')).not.toContain(world.home);
    expect(plan(world)).toMatchObject({ ok: true, plan: [] });
    tool('husky');
    expectBothGuarded({ commit: 'theirs\n', push: `origin\nHEAD {head} refs/heads/green ${'0'.repeat(40)}\n` });
    expect(complaints()).toEqual([]);
    expectGone(before);
  });

  test('what it makes for git is gone: git would run nothing, and the doctor says so', () => {
    install(world);
    rmSync(join(world.root, '.husky/_'), { recursive: true });
    expect(complaints()).toEqual([
      'hook-manager: .husky/_/pre-push is missing, so git runs no hooks: husky has not been set up here.',
    ]);
    tool('husky');
    expect(complaints()).toEqual([]);
  });

  test('a hook that the project did not have, and one that was edited since', () => {
    rmSync(join(world.root, '.husky/pre-commit'));
    install(world);
    put(world, '.husky/pre-push', `${read(world, '.husky/pre-push')}echo more >> ../log\n`);
    expectBothGuarded({ commit: '', push: `origin\nHEAD {head} refs/heads/green ${'0'.repeat(40)}\nmore\n` });
    uninstall(world);
    expect(existsSync(join(world.root, '.husky/pre-commit'))).toBe(false);
    expect(read(world, '.husky/pre-push')).toBe('echo "$1" >> ../log\ncat >> ../log\necho more >> ../log\n');
  });

  test('36.6 its recipe refuses a push whose tests nobody has seen, and lets others pass', () => {
    put(world, '.husky/pre-push', `${HUSKY_RECIPE}\n`);
    expectVerified(() => tool('husky'));
  });

  test('a clone without an installation goes on unjudged', () => {
    install(world);
    rmSync(join(world.root, '.git/hooks/flow'), { recursive: true });
    expect(commit('two').code).toBe(0);
    expect(push('red').code).toBe(0);
    expect(complaints().join()).toContain('.git/hooks/flow/pre-push is missing');
  });
});

describe('D2 lefthook', () => {
  const CONFIG = 'pre-commit:\n  commands:\n    own:\n      run: echo theirs >> ../log\n';
  beforeEach(({ skip }) => {
    if (!isThere.npm) return skip('lefthook cannot be fetched');
    put(world, 'lefthook.yml', CONFIG);
    symlinkSync(join(tools, 'node_modules'), join(world.root, 'node_modules'));
    world.environment.LEFTHOOK_BIN = join(world.base, 'lefthook');
    const program = join(tools, 'node_modules/lefthook', BIN.lefthook ?? '');
    put(world, '../lefthook', `#!/bin/sh\nexec node '${program}' "$@"\n`, 0o755);
    tool('lefthook', 'install');
    git(world, 'add', '-A');
    git(world, 'commit', '-q', '-m', 'lefthook');
  });

  test('is told in the local configuration, before and after it writes its hooks again', () => {
    const before = configOf('lefthook.yml', 'lefthook-local.yml', '.git/hooks/pre-commit', '.git/hooks/pre-push');
    install(world);
    expect(read(world, 'lefthook.yml')).toBe(CONFIG);
    expectBothGuarded({ commit: 'theirs\n', push: '' });
    expect(complaints()).toEqual([]);
    tool('lefthook', 'install');
    expectBothGuarded({ commit: 'theirs\n', push: '' });
    expect(complaints()).toEqual([]);
    uninstall(world);
    expect(configOf('lefthook.yml', 'lefthook-local.yml')).toEqual({
      'lefthook.yml': before['lefthook.yml'],
      'lefthook-local.yml': 'none',
    });
    rmSync(world.environment.SEEN ?? '', { force: true });
    expect(push('red').code).toBe(0);
    expect(seen(world)).toEqual([]);
  });

  test('36.6 its recipe refuses a push whose tests nobody has seen, and lets others pass', () => {
    put(world, 'lefthook.yml', LEFTHOOK_RECIPE);
    expectVerified(() => tool('lefthook', 'install'));
  });

  test('a local configuration that is there keeps its comments, and gets its bytes back', () => {
    const local = '# mine\npre-commit:\n  commands:\n    mine: # always\n      run:   echo mine >> ../log\n';
    put(world, 'lefthook-local.yml', local);
    install(world);
    expect(read(world, 'lefthook-local.yml')).toContain('# mine');
    expect(plan(world)).toMatchObject({ ok: true, plan: [] });
    uninstall(world);
    expect(read(world, 'lefthook-local.yml')).toBe(local);
    install(world);
    put(world, 'lefthook-local.yml', `${read(world, 'lefthook-local.yml')}# later\n`);
    uninstall(world);
    expect(read(world, 'lefthook-local.yml')).toContain('# later');
    expect(read(world, 'lefthook-local.yml')).not.toContain('flow');
  });

  test('one that cannot be read is refused, and nothing is written', () => {
    put(world, 'lefthook-local.yml', 'a: [\n');
    expect(plan(world)).toMatchObject({ ok: false, findings: [{ code: 'MANAGER_UNREADABLE' }] });
  });
});

describe('D2 simple-git-hooks', () => {
  const CONFIG =
    '{\n\t"name": "app",\n\t"simple-git-hooks": {\n\t\t"pre-commit": "echo theirs >> ../log",\n\t\t"pre-push": "cat >> ../log"\n\t}\n}\n';
  const PUSHED = `HEAD {head} refs/heads/green ${'0'.repeat(40)}\n`;
  beforeEach(({ skip }) => {
    if (!isThere.npm) return skip('simple-git-hooks cannot be fetched');
    put(world, 'package.json', CONFIG);
    tool('simple-git-hooks');
    git(world, 'add', '-A');
    git(world, 'commit', '-q', '-m', 'hooks');
  });

  test('is told in its configuration; its hooks go on before and after it writes them again', () => {
    const before = configOf('package.json', '.git/hooks/pre-commit', '.git/hooks/pre-push');
    install(world);
    expectBothGuarded({ commit: 'theirs\n', push: PUSHED });
    expect(complaints()).toEqual([]);
    tool('simple-git-hooks');
    expectBothGuarded({ commit: 'theirs\n', push: PUSHED });
    expect(plan(world)).toMatchObject({ ok: true, plan: [] });
    expect(complaints()).toEqual([]);
    uninstall(world);
    expect(snapshot(world.root)['package.json']).toBe(before['package.json']);
    rmSync(world.environment.SEEN ?? '', { force: true });
    expect(push('red').code).toBe(0);
    expect(seen(world)).toEqual([]);
  });

  test('taken out before it wrote them again, every byte is as it was', () => {
    const before = configOf('package.json', '.git/hooks/pre-commit', '.git/hooks/pre-push');
    install(world);
    expectGone(before);
  });

  test('a package.json that was changed since loses only our part', () => {
    install(world);
    put(world, 'package.json', read(world, 'package.json').replace('"app"', '"shop"'));
    uninstall(world);
    expect(JSON.parse(read(world, 'package.json'))).toEqual({ ...JSON.parse(CONFIG), name: 'shop' });
  });
});

test('D2 a configuration that is a program, and lines of ours without their end, are left as they are', () => {
  const config = '{ "simple-git-hooks": { "pre-commit": "true" } }\n';
  put(world, 'package.json', config);
  put(world, '.simple-git-hooks.cjs', 'module.exports = {};\n');
  install(world);
  expect(read(world, 'package.json')).toBe(config);
  const half = withCall('#!/bin/sh\nmine\n', 'pre-commit').replace(/^# flow-hooks: end\n/m, '');
  expect(withoutManagerCalls('husky', half)).toBe(half);
  // A folder of husky's name outside of the work tree is of no husky of this project.
  const elsewhere = { path: join(world.base, '.husky/_'), inWorkTree: false, shared: true };
  expect(managersOf(findRepository(world.root)!, elsewhere).map(({ part }) => part)).toEqual([]);
});

describe('D2 the pre-commit framework', () => {
  const CONFIG = `repos:
  - repo: local
    hooks:
      - { id: own, name: own, entry: sh -c 'echo theirs >> ../log', language: system, always_run: true, pass_filenames: false }
`;
  const preCommit = (...words: string[]) => {
    const result = run(world, 'python3', ['-m', 'pre_commit', ...words]);
    if (result.code !== 0) throw new Error(result.stdout + result.stderr);
  };
  beforeEach(({ skip }) => {
    if (!isThere.pip) return skip('pre-commit cannot be fetched');
    world.environment.PYTHONPATH = join(tools, 'python');
    put(world, '.pre-commit-config.yaml', CONFIG);
    preCommit('install');
    git(world, 'add', '-A');
    git(world, 'commit', '-q', '-m', 'pre-commit');
  });

  test('runs ours as the legacy hook, and goes on when it is installed again', () => {
    const before = configOf('.git/hooks/pre-commit', '.git/hooks/pre-push', '.git/hooks/pre-commit.legacy');
    install(world);
    expect(snapshot(world.root)['.git/hooks/pre-commit']).toBe(before['.git/hooks/pre-commit']);
    expectBothGuarded({ commit: 'theirs\n', push: '' });
    expect(complaints()).toEqual([]);
    preCommit('install', '-t', 'pre-commit', '-t', 'pre-push');
    expectBothGuarded({ commit: 'theirs\n', push: 'theirs\n' });
    expect(complaints()).toEqual([]);
    uninstall(world);
    const left = Object.keys(snapshot(world.root)).filter((path) => /hooks\/.*(legacy|before-flow|flow)/.test(path));
    expect(left).toEqual([]);
  });

  test('a legacy hook that was there runs on behind ours, and comes back', () => {
    put(world, '.git/hooks/pre-commit.legacy', '#!/bin/sh\necho legacy >> ../log\n', 0o755);
    const before = configOf('.git/hooks/pre-commit.legacy', '.git/hooks/pre-commit');
    install(world);
    expectBothGuarded({ commit: 'legacy\ntheirs\n', push: '' });
    expectGone(before);
  });

  test('36.6 the hook of .pre-commit-hooks.yaml refuses a push whose tests nobody has seen, and lets others pass', () => {
    const hooks = join(world.base, 'flow');
    mkdirSync(hooks);
    copyFileSync(join(workspaceRoot, '.pre-commit-hooks.yaml'), join(hooks, '.pre-commit-hooks.yaml'));
    const person = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
    for (const words of [
      ['init', '-q'],
      ['add', '-A'],
      ['commit', '-qm', 'hooks'],
      ['tag', 'v0.1.0'],
    ])
      expect(run(world, 'git', [...person, ...words], { cwd: hooks }).code).toBe(0);
    put(world, '.pre-commit-config.yaml', `repos: [{ repo: '${hooks}', rev: v0.1.0, hooks: [{ id: flow-verify }] }]\n`);
    expectVerified(() => preCommit('install', '-t', 'pre-push'));
  });
});

test('D2 core.hooksPath of the project’s own: both hooks stand there, and go again', () => {
  git(world, 'config', 'core.hooksPath', 'tools/hooks');
  put(world, 'tools/hooks/pre-commit', '#!/bin/sh\necho theirs >> ../log\n', 0o755);
  const before = configOf('tools/hooks/pre-commit', 'tools/hooks/pre-push');
  install(world);
  expectBothGuarded({ commit: 'theirs\n', push: '' });
  uninstall(world);
  expect(configOf('tools/hooks/pre-commit', 'tools/hooks/pre-push')).toEqual(before);
});
