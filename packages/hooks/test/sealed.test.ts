import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Agent, TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { CLI, cli, HOOK, has, project, QUICK, repository, start } from './kit.js';
import { ATTACKS, lookOf } from './sealed-kit.js';
import { atTerminal, HAS_SCRIPT } from './terminal-kit.js';

/* What a shell that `install --seal prefix` has sealed can do, and what it cannot, in real namespaces. */

const CAN_SEAL = has('bwrap', '--unshare-user', '--disable-userns', '--dev-bind', '/', '/', 'true');
const BWRAP = spawnSync('which', ['bwrap'], { encoding: 'utf8' }).stdout.trim();
const LOCAL = '.claude/settings.local.json';

const stateOf = (repo: TempRepo) => path.join(repo.home, '.local/state/flow');

function sealed(repo: TempRepo): (line: string) => { exit: number | null; out: string } {
  const done = cli(repo, ['install', '--seal', 'prefix']);
  expect(done, done.stderr).toMatchObject({ status: 0 });
  const { env } = JSON.parse(readFileSync(repo.path(LOCAL), 'utf8')) as { env: Record<string, string> };
  return (line) => {
    const run = spawnSync(env.CLAUDE_CODE_SHELL_PREFIX!, [line], {
      cwd: repo.root,
      env: repo.environment,
      encoding: 'utf8',
    });
    return { exit: run.status, out: `${run.stdout}${run.stderr}` };
  };
}

// Dozens of shells are started one after the other, on a machine that may be busy.
describe.skipIf(!CAN_SEAL)('a sealed shell', { timeout: 180_000 }, () => {
  /** Beside what is tried in the client, too: each file of the record, of the policy in force and of what counts as published. */
  const WAYS = [...ATTACKS, `find "$STATE/repositories" -type f -exec sh -c 'echo x > "$1"; rm -f "$1"' x {} ';'`];

  test(`none of ${WAYS.length} ways has an effect on what the seal covers`, () => {
    const repo = project(QUICK, { files: { 'flow.config.yaml': 'push: { seal: warn }\n' } });
    mkdirSync(path.join(repo.home, '.claude'), { recursive: true });
    writeFileSync(path.join(repo.home, '.claude/settings.json'), '{}\n');
    writeFileSync(path.join(repo.home, '.bashrc'), 'true\n');
    const inside = sealed(repo);
    start(repo);
    const covered = [
      ...['.git/flow', '.git/hooks', '.claude'].map((name) => repo.path(name)),
      ...['keys', 'public', 'bundles', 'repositories'].map((name) => path.join(stateOf(repo), name)),
      path.join(repo.home, '.claude'),
      path.join(repo.home, '.bashrc'),
    ];
    // The wrapper itself leaves its marks.
    const look = () => Object.entries(lookOf(covered)).filter(([file]) => !/\/seal\/marks(?:\/|$)/.test(file));
    const before = look();
    const names = before.map(([file]) => path.basename(file));
    expect(names).toEqual(expect.arrayContaining(['policy.json', 'published.json', 'git.json', 'wrapper']));
    const effects = WAYS.filter((line) => {
      const { out } = inside(`STATE='${stateOf(repo)}'; ${line}`);
      return out.includes('SEEN') || JSON.stringify(look()) !== JSON.stringify(before);
    });
    expect(effects).toEqual([]);
  });

  test('work goes on: git, a worktree, settings of git, a server, files of the project', () => {
    const repo = project(QUICK);
    const inside = sealed(repo);
    const honest = [
      'echo x > new.txt && git add -A && git commit -qm one',
      'test -z "$(git status --porcelain)"',
      'git switch -qc other && git switch -q -',
      'git tag v1 && git stash list && git gc -q && git branch -D other',
      'git worktree add -q ../beside && git worktree remove ../beside',
      'git config user.nick x',
      'git init -q sub && rm -rf sub',
      'mkdir -p a/b && mv a c && rm -r c',
      'echo x > "$HOME/note" && echo x > /tmp/note-of-$$ && rm /tmp/note-of-$$',
      `node -e "const s=require('net').createServer().listen(0,()=>s.close())"`,
      `sh -c 'exit 0' && (exit 0)`,
      'cat .claude/settings.json > /dev/null',
    ];
    expect(
      honest.map((line) => [line, inside(line)]).filter(([, done]) => (done as { exit: number }).exit !== 0),
    ).toEqual([]);
    expect(inside('exit 7').exit).toBe(7);
  });

  test("git's hook judges a push inside as outside, without the key", () => {
    const repo = project(QUICK);
    const inside = sealed(repo);
    const it = start(repo);
    repo.write(...QUICK.fixed);
    it.bash(QUICK.test);
    it.bash('git add -A && git commit -qm work');
    const status = inside(`node '${CLI}' status`);
    expect(status, status.out).toMatchObject({ exit: 0 });
    const pushed = inside('git push -q origin HEAD');
    expect(pushed, pushed.out).toMatchObject({ exit: 0 });
    repo.write(...QUICK.broken);
    repo.commit('untested');
    const refused = inside('git push -q origin HEAD');
    expect(refused.exit).not.toBe(0);
    expect(refused.out).toContain('PUSH_STALE');
  });

  test('a command of ours reads, runs, or says why it is refused', () => {
    const repo = project(QUICK);
    const inside = sealed(repo);
    start(repo);
    const ran = inside(`node '${CLI}' exec -- ${QUICK.test}`);
    expect(ran, ran.out).toMatchObject({
      exit: 0,
      out: expect.stringContaining('SEALED: this shell can sign nothing'),
    });
    expect(ran.out).toContain(`Run \`${QUICK.test}\` without \`exec\``);
    for (const words of ['approve --list', 'allow --list'])
      expect(inside(`node '${CLI}' ${words}`).out, words).toMatch(/^(?!.*SEALED).*\S/s);
    for (const words of ['approve handoff', 'allow ab12', 'prove-red', 'install', 'rotate-key', 'apply']) {
      const said = inside(`node '${CLI}' ${words}`);
      expect(said, words).toMatchObject({ exit: 3, out: expect.stringMatching(/^flow-hooks: SEALED|SEALED/) });
    }
    expect(inside(`node '${CLI}' explain -- ls`).out).not.toContain('SEALED');
  });

  test.skipIf(!HAS_SCRIPT || !has('cc', '--version'))(
    '33.3 nothing inside types into a terminal that it has, or writes into a program below the home that hooks are started by',
    () => {
      const repo = project(QUICK);
      const own = path.join(repo.home, '.nvm/bin');
      mkdirSync(own, { recursive: true });
      writeFileSync(path.join(own, 'node'), `#!/bin/sh\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 });
      repo.environment.PATH = `${own}:${repo.environment.PATH}`;
      const inside = sealed(repo);
      const before = lookOf([path.join(own, 'node')]);
      for (const line of ['echo x >', 'rm -f', 'mv -f README.md', 'ln -sf /bin/true', 'cp /bin/true', 'chmod 777'])
        inside(`${line} "$HOME/.nvm/bin/node"`);
      inside('mv "$HOME/.nvm" "$HOME/gone"; mv "$HOME/.nvm/bin" "$HOME/.nvm/b"');
      expect(lookOf([path.join(own, 'node')])).toEqual(before);
      // Beside it work goes on: a package that is installed for all, another version.
      expect(inside('ln -s ../x "$HOME/.nvm/bin/tool" && mkdir "$HOME/.nvm/v2" && rm "$HOME/.nvm/bin/tool"').exit).toBe(
        0,
      );

      const source = path.join(repo.area, 'types.c');
      const types = path.join(repo.area, 'types');
      writeFileSync(
        source,
        `#include <errno.h>\n#include <fcntl.h>\n#include <stdio.h>\n#include <sys/ioctl.h>\nint main(void) {
  int terminal = open("/dev/tty", O_RDWR); char letter = 'x'; struct winsize size;
  printf("terminal %d, size %d\\n", terminal >= 0, ioctl(terminal, TIOCGWINSZ, &size));
  for (unsigned long high = 0; high < 2; high++)
    printf("typed %d\\n", ioctl(terminal, (high << 32) | TIOCSTI, &letter) == 0);
  return 0;
}\n`,
      );
      expect(spawnSync('cc', ['-w', '-o', types, source]).status).toBe(0);
      const at = (line: string) =>
        spawnSync('script', ['-qec', line, '/dev/null'], { cwd: repo.root, env: repo.environment, encoding: 'utf8' })
          .stdout;
      const { env } = JSON.parse(readFileSync(repo.path(LOCAL), 'utf8')) as { env: Record<string, string> };
      const shut = at(`'${env.CLAUDE_CODE_SHELL_PREFIX}' '${types}'`);
      expect(shut.match(/terminal.*|typed \d/g)).toEqual(['terminal 1, size 0', 'typed 0', 'typed 0']);
      // Without the seal the kernel lets it, where it is set to.
      const isLet = readFileSync('/proc/sys/dev/tty/legacy_tiocsti', 'utf8').trim() === '1';
      expect(at(`'${types}'`).match(/typed \d/g)).toEqual(isLet ? ['typed 1', 'typed 1'] : ['typed 0', 'typed 0']);
    },
  );

  test('the wrapper leaves commands alone without its list, and says one sentence where it cannot run', () => {
    const repo = project(QUICK);
    const inside = sealed(repo);
    const { env } = JSON.parse(readFileSync(repo.path(LOCAL), 'utf8')) as { env: Record<string, string> };
    const wrapper = env.CLAUDE_CODE_SHELL_PREFIX!;
    expect(inside('echo x > .git/flow/x').exit).not.toBe(0);
    const other = path.join(repo.home, 'wrapper');
    writeFileSync(other, readFileSync(wrapper, 'utf8').replaceAll(/\/\S*\/bwrap/g, '/gone/bwrap'), { mode: 0o755 });
    const gone = spawnSync(other, ['true'], { encoding: 'utf8', cwd: repo.root });
    expect(gone).toMatchObject({
      status: 126,
      stderr: expect.stringMatching(/^flow: the seal cannot start.*--seal off\n$/),
    });
    rmSync(path.join(path.dirname(wrapper), 'list'));
    expect(inside('echo x > .git/flow/x').exit).toBe(0);
  });

  test('33.3c nothing of the environment decides, whichever shell reads the wrapper', () => {
    const repo = project(QUICK);
    sealed(repo);
    const { env } = JSON.parse(readFileSync(repo.path(LOCAL), 'utf8')) as { env: Record<string, string> };
    const text = readFileSync(env.CLAUDE_CODE_SHELL_PREFIX!, 'utf8');
    const planted = path.join(repo.area, 'planted');
    mkdirSync(planted);
    const started = repo.path('.git/flow/started-outside');
    const spy = `: > '${started}'`;
    const names = ['bash', 'sh', 'bwrap', 'node', 'mktemp', 'printf', 'true', 'git', 'echo', 'cat', 'sed'];
    for (const name of names) writeFileSync(path.join(planted, name), `#!/bin/sh\n${spy}\n`, { mode: 0o755 });
    writeFileSync(path.join(planted, 'start'), `${spy}\n`);
    const ahead = `${planted}:${repo.environment.PATH}`;
    const start = path.join(planted, 'start');
    const functions = ['printf', 'true', 'mktemp', 'exec', 'unset'].map((name) => [
      `BASH_FUNC_${name}%%`,
      `() { ${spy}; }`,
    ]);
    const environments: Record<string, Record<string, string>> = {
      'a folder ahead on PATH': { PATH: ahead },
      'PATH that has nothing else': { PATH: planted },
      'no PATH': { PATH: '' },
      'the word of the sandbox': { SANDBOX_RUNTIME: '1' },
      'the word of the sandbox, and a folder ahead on PATH': { SANDBOX_RUNTIME: '1', PATH: ahead },
      'a file that bash begins with': { BASH_ENV: start },
      'a file that sh begins with': { ENV: start },
      'another shell': { SHELL: path.join(planted, 'bash') },
      'another list': { FLOW_SEAL: start },
      'another state and home': { HOME: planted, XDG_STATE_HOME: planted },
      functions: Object.fromEntries(functions),
      'what is said of each command': { SHELLOPTS: 'xtrace', PS4: `$(${spy})+ ` },
      'letters between words': { IFS: '/' },
    };
    // A shell of the machine that is called `sh` may be any of these.
    const bash = path.join(repo.area, 'sh');
    symlinkSync(spawnSync('which', ['bash'], { encoding: 'utf8' }).stdout.trim(), bash);
    const busybox = spawnSync('which', ['busybox'], { encoding: 'utf8' }).stdout.trim();
    const readers: [string, string][] = [
      ['as written', text],
      ...(has('/bin/sh', '-p', '-c', ':') ? [['bash', text.replace('/bin/sh', bash)] as [string, string]] : []),
      ...(busybox ? [['busybox', text.replace(/^#!.*/, `#!${busybox} sh`)] as [string, string]] : []),
    ];
    const before = JSON.stringify(lookOf([repo.path('.git/flow')]));
    const line = `{ echo x > '${started}'; } 2> /dev/null || echo sealed`;
    const answers = readers.flatMap(([reader, words]) => {
      const wrapper = path.join(repo.area, `read-by-${reader.replace(' ', '-')}`);
      writeFileSync(wrapper, words, { mode: 0o755 });
      return Object.entries(environments).map(([what, more]) => {
        const { status, stdout } = spawnSync(wrapper, [line], {
          ...{ cwd: repo.root, env: { ...repo.environment, ...more }, encoding: 'utf8' },
        });
        const isOpen = JSON.stringify(lookOf([repo.path('.git/flow')])) !== before;
        rmSync(started, { force: true });
        return [reader, what, status, stdout, isOpen];
      });
    });
    expect(answers).toEqual(
      readers.flatMap(([reader]) => Object.keys(environments).map((what) => [reader, what, 0, 'sealed\n', false])),
    );
    // Nor of the hooks by which git starts the project's own within the seal, when a command of ours starts git outside.
    writeFileSync(repo.path('.git/hooks/commit-msg'), `#!/bin/sh\nfor word; do echo "<$word>"; done\n`, {
      mode: 0o755,
    });
    const hook = path.join(path.dirname(env.CLAUDE_CODE_SHELL_PREFIX!), 'hooks/commit-msg');
    const own = { ...repo.environment, ...Object.fromEntries(functions), PATH: ahead };
    const { stdout } = spawnSync(hook, ["a'b'", '', '$(id)', "'"], { cwd: repo.root, env: own, encoding: 'utf8' });
    expect(stdout).toBe("<a'b'>\n<>\n<$(id)>\n<'>\n");
    expect(existsSync(started)).toBe(false);
  });

  test('33.3c where the list or the filter cannot be read, or no mark be left, nothing runs, and one sentence says why', () => {
    const repo = project(QUICK);
    const inside = sealed(repo);
    const { env } = JSON.parse(readFileSync(repo.path(LOCAL), 'utf8')) as { env: Record<string, string> };
    const folder = path.dirname(env.CLAUDE_CODE_SHELL_PREFIX!);
    const spoiled: [name: string, why: string, spoil: (at: string) => void][] = [
      ['list', 'its list cannot be read', (at) => mkdirSync(at)],
      ['terminal', 'its filter cannot be read', (at) => mkdirSync(at)],
      ['terminal', 'its filter cannot be read', () => {}],
      ['marks', 'its mark cannot be left', (at) => writeFileSync(at, '')],
      ['marks', 'its mark cannot be left', () => {}],
      // Root reads and writes these all the same.
      ...(process.getuid?.() === 0
        ? []
        : ([
            ['list', 'its list cannot be read', (at) => writeFileSync(at, '', { mode: 0 })],
            ['marks', 'its mark cannot be left', (at) => mkdirSync(at, { mode: 0o500 })],
          ] as [string, string, (at: string) => void][])),
    ];
    for (const [name, why, spoil] of spoiled.filter(([name]) => existsSync(path.join(folder, name)))) {
      const at = path.join(folder, name);
      renameSync(at, `${at}.aside`);
      spoil(at);
      const said = inside('echo ran');
      rmSync(at, { recursive: true, force: true });
      renameSync(`${at}.aside`, at);
      const sentence = new RegExp(
        `^flow: the seal cannot start, as ${why}\\. A person switches it off: [^\n]*--seal off\n$`,
      );
      expect.soft(said, name).toEqual({ exit: 126, out: expect.stringMatching(sentence) });
      expect.soft(inside('echo ran'), name).toEqual({ exit: 0, out: 'ran\n' });
    }
  });

  test('33.3e doctor tries the seal as sessions have it, and says what does not hold and what git would start outside', () => {
    const repo = project(QUICK);
    sealed(repo);
    const seals = () => {
      const { checks } = JSON.parse(cli(repo, ['doctor', '--json']).stdout) as {
        checks: { id: string; status: string; detail: string; fix?: string }[];
      };
      return checks.filter(({ id }) => id.startsWith('seal')).map(({ id, status, fix }) => [id, status, fix]);
    };
    expect(seals()).toEqual([['seal', 'ok', undefined]]);
    repo.git('config', 'core.fsmonitor', './spy');
    expect(seals()).toEqual([
      ['seal', 'ok', undefined],
      ['seal-git', 'failure', 'git config --local --unset-all core.fsmonitor'],
    ]);
    repo.git('config', '--unset-all', 'core.fsmonitor');
    const list = path.join(stateOf(repo), 'repositories');
    const file = readdirSync(list, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('seal/list'))!;
    const words = readFileSync(path.join(list, file));
    // A list that closes nothing: the trial writes into the evidence.
    writeFileSync(path.join(list, file), '--dev-bind\0/\0/\0');
    expect(seals()).toEqual([['seal', 'failure', expect.stringContaining('install --seal off')]]);
    writeFileSync(path.join(list, file), words);
    writeFileSync(repo.path(LOCAL), '{}\n');
    expect(seals()).toEqual([['seal', 'failure', expect.stringContaining('install --seal prefix')]]);
  });

  test('33.3c a dry run of it writes nothing: no key, no folder', () => {
    const repo = repository({ files: { 'a.txt': 'a\n' } });
    expect(cli(repo, ['install']).status).toBe(0);
    for (const at of [stateOf(repo), repo.path('.git/flow')]) rmSync(at, { recursive: true, force: true });
    const before = lookOf([repo.home, repo.path('.git'), repo.path('.claude')]);
    const tried = cli(repo, ['install', '--seal', 'prefix', '--dry-run']);
    expect(tried, tried.stderr).toMatchObject({ status: 0, stdout: expect.stringContaining('seal/wrapper') });
    expect(lookOf([repo.home, repo.path('.git'), repo.path('.claude')])).toEqual(before);
    const inside = sealed(repo);
    expect(inside(`echo x > .git/flow/x || echo closed`).out).toContain('closed');
  });

  test('33.3b a sealed session runs no test through exec: its first run counts, of a suite that runs once at a time, too', () => {
    const exclusive = 'suites: [{ root: ., command: sh check.sh, exclusive: true }]\n';
    for (const config of [exclusive, `capture: { exec: true }\n${exclusive}`]) {
      const files = { 'flow.config.yaml': config, 'check.sh': 'grep -q right a.c\n', 'a.c': 'right\n' };
      const repo = repository({ files });
      expect(start(repo).bash('sh check.sh').ran).toContain('exec.cjs');
      sealed(repo);
      repo.write('a.c', 'right 2\n');
      repo.commit('change');
      const it = start(repo);
      expect(it.bash('sh check.sh')).toMatchObject({
        exit: 0,
        told: [expect.stringMatching(/^flow: this run is not proven sealed[^\n]*$/)],
        ran: expect.not.stringContaining('exec.cjs'),
      });
      expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
    }
  });

  test('33.3c where it cannot run any more, the installation says how a person ends it', () => {
    const repo = project(QUICK);
    sealed(repo);
    const bare = path.join(repo.home, 'bare');
    mkdirSync(bare);
    for (const name of ['git', 'node', 'sh'])
      symlinkSync(spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim(), path.join(bare, name));
    const done = cli(repo, ['install'], { environment: { PATH: bare } });
    expect(done).toMatchObject({ status: 1, stderr: expect.stringContaining('npx flow-hooks install --seal off') });
  });

  /** Runs a command as the client does with the wrapper: its events around it, and its line as one word. */
  function sealedCall(
    it: Agent,
    inside: (line: string) => { exit: number | null; out: string },
    told: (text: string) => void = () => {},
  ) {
    let calls = 0;
    return (command: string, run: (line: string) => { exit: number | null; out: string } = inside) => {
      const id = `toolu_sealed_${++calls}`;
      const input = { command, description: 'a command' };
      const before = it.send(it.events.preToolUse('Bash', input, id));
      expect(JSON.stringify(before.json ?? {})).not.toContain('"deny"');
      const began = performance.now();
      const { out } = run(`true && eval '${command.replaceAll("'", `'"'"'`)}' < /dev/null && pwd -P >| /dev/null`);
      const response = { stdout: out, stderr: '', interrupted: false };
      // The call's whole time, as the client tells it: what is older than the call was not changed by it.
      const lasted = Math.ceil(performance.now() - began);
      told(it.send(it.events.postToolUse('Bash', input, response, id, lasted)).stdout);
    };
  }
  const sealsOf = (repo: TempRepo) =>
    readdirSync(repo.path('.git/flow/receipts'))
      .toSorted()
      .map((name) => JSON.parse(readFileSync(repo.path('.git/flow/receipts', name), 'utf8')).receipt)
      .filter(({ kind }) => kind === 'test')
      .map(({ seal }) => seal);

  test('33.3e a receipt says which seal its own call is proven to have run in, and status shows it', () => {
    const repo = project(QUICK);
    const inside = sealed(repo);
    const it = start(repo);
    const call = sealedCall(it, inside);
    const bare = (line: string) => {
      const run = spawnSync('bash', ['-c', line], { cwd: repo.root, env: repo.environment, encoding: 'utf8' });
      return { exit: run.status, out: `${run.stdout}${run.stderr}` };
    };
    // What `exec` runs there is the hook's to record, and has the mark of its call.
    call(`node '${CLI}' exec -- ${QUICK.test}`);
    expect(sealsOf(repo)).toEqual(['prefix']);
    expect(cli(repo, ['status']).stdout).toContain('sealed (prefix)');
    // Outside of it, with marks of other calls at hand: an earlier one of the same words, and one that holds them.
    inside(`true && eval '${QUICK.test}' < /dev/null`);
    spawnSync('sleep', ['0.2']);
    call(QUICK.test, (line) => {
      inside(`true && eval 'echo '"'"'eval '"'"'"'"'"'"'"'"'${QUICK.test}'"'"'"'"'"'"'"'"''"'"'' < /dev/null`);
      return bare(line);
    });
    expect(sealsOf(repo)).toEqual(['prefix', 'none']);
    expect(cli(repo, ['status']).stdout).toContain('not proven sealed');
    const { lastRun } = JSON.parse(cli(repo, ['status', '--json']).stdout).suites[0];
    expect(lastRun.seal).toBe('none');
    // No command sees a mark or makes one.
    const marks = path.join(
      stateOf(repo),
      'repositories',
      readdirSync(path.join(stateOf(repo), 'repositories'))[0]!,
      'seal/marks',
    );
    expect(
      inside(`ls -A '${marks}' | wc -l; echo x > '${marks}/1.2'; '${path.dirname(marks)}/wrapper' true`).out,
    ).toMatch(/^0\n.*(?:Read-only|cannot)/s);
  });

  test('33 what a sealed shell can write in the work tree is told behind the call: secrets, files that a phase closes; rules on added lines refuse the push', () => {
    const config = {
      edits: {
        withoutPhase: { source: 'deny', test: 'allow' },
        classes: { source: ['src/**', 'lib/**'], test: ['test/**'] },
      },
      conventions: {
        rules: [
          { name: 'no-log', files: ['*.ts'], text: 'console.log', message: 'Use the logger.', severity: 'block' },
        ],
      },
    };
    const repo = repository({
      files: {
        'flow.config.json': JSON.stringify(config),
        '.gitignore': '.env\n',
        'src/app.ts': 'export const one = 1;\n',
        // Which files it writes stands in data.
        'put.mjs':
          "import { readFileSync, writeFileSync } from 'node:fs';\nfor (const [file, text] of JSON.parse(readFileSync('data.json', 'utf8'))) writeFileSync(file, text);\n",
        'data.json': JSON.stringify([
          ['src/app.ts', 'export const one = 2;\n'],
          ['.env', 'KEY=2\n'],
        ]),
      },
    });
    repo.write('.env', 'KEY=1\n');
    const inside = sealed(repo);
    const it = start(repo);
    const told: string[] = [];
    const call = sealedCall(it, inside, (text) => told.push(text));
    // What it writes first is told, however long it goes on.
    call('node put.mjs; sleep 0.7');
    expect(repo.read('.env')).toBe('KEY=2\n');
    expect(told.join('\n')).toContain('Secrets changed while this ran: .env');
    expect(told.join('\n')).toMatch(/(?:EDIT_BREACH|without a phase, closes)[\s\S]*src\/app\.ts/);
    repo.git('checkout', '-q', '--', 'src/app.ts');
    repo.write('lib/log.ts', 'console.log(1);\n');
    repo.git('add', '-A');
    repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-qm', 'change');
    expect(it.tool('Bash', { command: 'git push -q origin HEAD' }).refused).toContain('CONVENTION_BROKEN');
    expect(inside('git push -q origin HEAD')).toMatchObject({ out: expect.stringContaining('CONVENTION_BROKEN') });
    expect(repo.git('ls-remote', 'origin', 'refs/heads/feature/login')).toBe('');
  });

  test('33.3e a policy that asks for sealed runs: a bare run is refused at the push or told, a sealed one passes', () => {
    const config = 'push: { seal: block }\n';
    const repo = project(QUICK, { files: { 'flow.config.yaml': config } });
    const inside = sealed(repo);
    const it = start(repo);
    repo.write(...QUICK.fixed);
    repo.commit('work');
    it.bash(QUICK.test);
    const { refused } = it.bash('git push -q origin HEAD');
    expect(refused).toContain('PUSH_UNSEALED');
    const [, remedy] = /Run `([^`]+)`/.exec(refused!)!;
    sealedCall(it, inside)(remedy!);
    expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
    // Judging a commit says so, and so does the statement for other machines.
    const [suite] = JSON.parse(cli(repo, ['verify', '--json']).stdout).suites;
    expect(suite.proof).toMatchObject({ from: 'journal', seal: 'prefix' });
    expect(cli(repo, ['verify']).stdout).toContain('sealed: prefix');
    expect(cli(repo, ['attest', '--no-sign']).status).toBe(0);
    const [, payload] = /"payload":"([^"]+)"/.exec(repo.git('notes', '--ref', 'flow', 'show', 'HEAD'))!;
    expect(Buffer.from(payload!, 'base64').toString()).toContain('"seal":"prefix"');
    // Where the base branch's rules say `warn`, a bare run's push goes out, and says so.
    repo.write('flow.config.yaml', config.replace('block', 'warn'));
    repo.commit('rules');
    repo.git('push', '-q', '--no-verify', 'origin', 'HEAD:main');
    repo.git('fetch', '-q');
    const later = start(repo);
    repo.write(QUICK.fixed[0], `${QUICK.fixed[1]}\n`);
    repo.commit('more work');
    later.bash(QUICK.test);
    const warned = later.bash('git push -q origin HEAD');
    expect(warned).toMatchObject({ refused: null, exit: 0 });
    expect(warned.told.join()).toContain('requires runs that are proven to have been sealed');
  });

  test('uninstall gives the local settings back byte for byte', () => {
    const repo = repository({ files: { 'a.txt': 'a\n' } });
    const own = '{\n    "env": { "A": "1" }, "permissions": {"allow": []}\n}';
    repo.write(LOCAL, own);
    const exclude = existsSync(repo.path('.git/info/exclude'))
      ? readFileSync(repo.path('.git/info/exclude'), 'utf8')
      : null;
    sealed(repo);
    expect(readFileSync(repo.path(LOCAL), 'utf8')).toContain('CLAUDE_CODE_SHELL_PREFIX');
    expect(cli(repo, ['uninstall']).status).toBe(0);
    expect(readFileSync(repo.path(LOCAL), 'utf8')).toBe(own);
    expect(
      existsSync(repo.path('.git/info/exclude')) ? readFileSync(repo.path('.git/info/exclude'), 'utf8') : null,
    ).toBe(exclude);
  });

  describe("33.3c 33.3e within the client's own sandbox", () => {
    const USER = '.claude/settings.json';
    /** Switches the client's sandbox on as a person has it, and has the seal use it. */
    function hosted(repo: TempRepo) {
      mkdirSync(path.join(repo.home, '.claude'), { recursive: true });
      writeFileSync(path.join(repo.home, USER), '{ "sandbox": { "enabled": true } }\n');
      const done = cli(repo, ['install', '--seal', 'host']);
      expect(done, done.stderr).toMatchObject({ status: 0 });
      const { env, sandbox } = JSON.parse(readFileSync(repo.path(LOCAL), 'utf8')) as {
        env: Record<string, string>;
        sandbox: { filesystem: { denyWrite: string[]; denyRead: string[] } };
      };
      const { denyWrite, denyRead } = sandbox.filesystem;
      const words = (closed: readonly string[], hidden: readonly string[]) => [
        ...[
          '--unshare-user',
          '--disable-userns',
          '--ro-bind',
          '/',
          '/',
          '--dev',
          '/dev',
          '--bind',
          repo.area,
          repo.area,
        ],
        ...closed.flatMap((at) => ['--ro-bind', at, at]),
        ...hidden.flatMap((at) => ['--tmpfs', at]),
      ];
      /** Runs a line as the client does: its sandbox around the program that it starts commands through. */
      const inSandbox =
        (closed = denyWrite, hidden = denyRead) =>
        (line: string) => {
          const run = spawnSync(BWRAP, [...words(closed, hidden), '--', env.CLAUDE_CODE_SHELL_PREFIX!, line], {
            ...{ cwd: repo.root, env: { ...repo.environment, SANDBOX_RUNTIME: '1' }, encoding: 'utf8' },
          });
          return { exit: run.status, out: `${run.stdout}${run.stderr}` };
        };
      const outside = (line: string) => {
        const run = spawnSync(env.CLAUDE_CODE_SHELL_PREFIX!, [line], {
          ...{ cwd: repo.root, env: repo.environment, encoding: 'utf8' },
        });
        return { exit: run.status, out: `${run.stdout}${run.stderr}` };
      };
      return { inSandbox, outside, denyWrite, denyRead };
    }

    test('a receipt names the one that its own call is proven to have run in: the sandbox, ours where a call is led out of it, or none', () => {
      const repo = project(QUICK);
      const { inSandbox, outside } = hosted(repo);
      const it = start(repo);
      const inside = inSandbox();
      const call = sealedCall(it, inside);
      expect(inside('echo x > .git/flow/x || ls -A "$HOME/.local/state/flow/keys"')).toMatchObject({
        out: expect.stringMatching(/Read-only file system\s*$/),
      });
      call(QUICK.test);
      call(QUICK.test, outside);
      call(QUICK.test, (line) => {
        const run = spawnSync('bash', ['-c', line], { cwd: repo.root, env: repo.environment, encoding: 'utf8' });
        return { exit: run.status, out: `${run.stdout}${run.stderr}` };
      });
      expect(sealsOf(repo)).toEqual(['host', 'prefix', 'none']);
      for (const name of readdirSync(repo.path('.git/flow-sealed')))
        expect(readFileSync(repo.path('.git/flow-sealed', name), 'utf8')).not.toContain(QUICK.test);
      // A mark from before the call, with whatever time, is none of it.
      writeFileSync(repo.path('.git/flow-sealed/abcdefgh'), `eval '${QUICK.test}'`);
      spawnSync('sleep', ['0.2']);
      spawnSync('touch', ['-d', '2100-01-01', repo.path('.git/flow-sealed/abcdefgh')]);
      spawnSync('sleep', ['0.2']);
      call(QUICK.test, (line) => {
        const run = spawnSync('bash', ['-c', line], { cwd: repo.root, env: repo.environment, encoding: 'utf8' });
        return { exit: run.status, out: `${run.stdout}${run.stderr}` };
      });
      expect(sealsOf(repo)).toEqual(['host', 'prefix', 'none', 'none']);
    });

    test('a sandbox that leaves something open runs nothing, and says how a person mends that', () => {
      const repo = project(QUICK);
      const { inSandbox, denyWrite, denyRead } = hosted(repo);
      for (const run of [inSandbox(denyWrite, []), inSandbox(denyWrite.slice(1), denyRead)]) {
        const said = run('echo x');
        expect(said).toMatchObject({
          exit: 126,
          out: expect.stringMatching(/^flow: the seal cannot start.*--seal host\n$/),
        });
      }
      expect(inSandbox()('echo x')).toEqual({ exit: 0, out: 'x\n' });
    });

    test('it is refused where no sandbox is on, ours where one is, and uninstall gives all files back byte for byte', () => {
      const repo = repository({ files: { 'a.txt': 'a\n' } });
      const refused = cli(repo, ['install', '--seal', 'host']);
      expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('`--seal prefix`') });
      const own = '{"permissions": {"allow": []}, "sandbox": {"filesystem": {"denyWrite": ["/x"]}}}';
      repo.write(LOCAL, own);
      const exclude = '# mine\n*.tmp';
      mkdirSync(repo.path('.git/info'), { recursive: true });
      writeFileSync(repo.path('.git/info/exclude'), exclude);
      hosted(repo);
      expect(JSON.parse(readFileSync(repo.path(LOCAL), 'utf8')).sandbox).toMatchObject({
        allowUnsandboxedCommands: false,
        filesystem: { denyWrite: expect.arrayContaining(['/x', repo.path('.git/flow')]) },
      });
      expect(cli(repo, ['install', '--seal', 'prefix'])).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('`--seal host`'),
      });
      expect(cli(repo, ['install', '--seal', 'host']).stdout).toContain('already in place');
      expect(cli(repo, ['uninstall']).status).toBe(0);
      expect(readFileSync(repo.path(LOCAL), 'utf8')).toBe(own);
      expect(readFileSync(repo.path('.git/info/exclude'), 'utf8')).toBe(exclude);
      expect(readFileSync(path.join(repo.home, USER), 'utf8')).toBe('{ "sandbox": { "enabled": true } }\n');
    });

    test('what the sandbox plants is in no commit, and what a person makes in its place is', () => {
      const repo = repository({ files: { '.mcp.json': '{}\n' } });
      hosted(repo);
      repo.commit('guard');
      const planted = ['.bashrc', '.vscode', '.claude/agents', '.gitmodules'];
      for (const name of planted) spawnSync('mknod', [repo.path(name), 'c', '1', '3']);
      for (const name of planted) if (!existsSync(repo.path(name))) writeFileSync(repo.path(name), '');
      expect(repo.git('status', '--porcelain')).toBe('');
      for (const name of planted) rmSync(repo.path(name));
      repo.write('.vscode/tasks.json', '{}\n');
      repo.write('.mcp.json', '{ }\n');
      expect(repo.git('status', '--porcelain').split('\n').toSorted()).toEqual(
        [' M .mcp.json', '?? .vscode/'].toSorted(),
      );
    });

    test("33.3 a session's start says in one line that its sandbox is off or cannot start, and so do doctor, status and the status line", () => {
      const repo = project(QUICK);
      hosted(repo);
      const it = start(repo);
      const settings = readFileSync(repo.path(LOCAL), 'utf8');
      const told = (environment = {}) => {
        const run = start(repo, { environment }).start();
        const notice = String((run.json as { systemMessage?: string } | null)?.systemMessage ?? '');
        const lines = notice.split('\n').filter((line) => /seal/.test(line));
        const line = spawnSync(process.execPath, [path.join(path.dirname(HOOK), 'statusline.cjs')], {
          ...{
            env: { ...repo.environment, ...environment },
            encoding: 'utf8',
            input: JSON.stringify({ cwd: repo.root }),
          },
        }).stdout;
        expect(line).toContain('flow armed');
        expect(line.includes('seal off')).toBe(lines.length > 0);
        return lines;
      };
      expect(it.start().stdout).not.toContain('sandbox of Claude Code');
      expect(told()).toEqual([]);
      const says = (why: RegExp, environment = {}) => {
        const lines = told(environment);
        expect(lines).toEqual([expect.stringMatching(why)]);
        expect(cli(repo, ['status'], { environment }).stdout).toMatch(why);
      };
      const change = (edit: (value: Record<string, Record<string, unknown>>) => void) => {
        const value = JSON.parse(settings) as Record<string, Record<string, unknown>>;
        edit(value);
        writeFileSync(repo.path(LOCAL), JSON.stringify(value));
      };
      change(({ sandbox }) => Object.assign(sandbox!, { enabled: false }));
      says(/sandbox of Claude Code.* is off: \.claude\/settings\.local\.json switches it off.*network/);
      expect(cli(repo, ['doctor']).stdout).toMatch(/Seal of shells.*is off/);
      change(({ sandbox }) => Object.assign(sandbox!.filesystem!, { disabled: true }));
      says(/closes no files: \.claude\/settings\.local\.json/);
      change(({ env }) => delete env!.CLAUDE_CODE_SHELL_PREFIX);
      says(/no settings file names the wrapper/);
      writeFileSync(repo.path(LOCAL), '{ broken');
      says(/no settings file names the wrapper/);
      writeFileSync(repo.path(LOCAL), settings);
      expect(told()).toEqual([]);
      // Where what the client's sandbox starts is missing.
      const without = (...missing: string[]) => {
        const PATH = path.join(repo.area, ['without', ...missing].join('-'));
        mkdirSync(PATH);
        for (const name of ['git', 'node', 'sh', 'bwrap', 'socat'].filter((one) => !missing.includes(one)))
          symlinkSync(spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim(), path.join(PATH, name));
        return { PATH };
      };
      says(/cannot start: socat not found, so commands run in flow's seal alone/, without('socat'));
      says(/cannot start: bwrap and socat not found, so no command runs/, without('bwrap', 'socat'));
    });

    test('33.3e a settings file that somebody changes in mid-session: the very next call says what it ran in, and the change is told', () => {
      const repo = project(QUICK);
      const { inSandbox, outside } = hosted(repo);
      const it = start(repo);
      const said: string[] = [];
      const call = sealedCall(it, inSandbox(), (text) => said.push(text));
      const settings = readFileSync(repo.path(LOCAL), 'utf8');
      /** Writes the local settings as another program does, and has the client tell of it. */
      const change = (text: string) => {
        writeFileSync(repo.path(LOCAL), text);
        return it.send(it.events.configChange('local_settings', repo.path(LOCAL))).stdout;
      };
      call(QUICK.test);
      const edited = JSON.parse(settings) as { env?: object; sandbox: object };
      expect(change(JSON.stringify({ ...edited, sandbox: { ...edited.sandbox, enabled: false } }))).toMatch(
        /sandbox of Claude Code.* is off: \.claude\/settings\.local\.json switches it off/,
      );
      call(QUICK.test, outside);
      expect(change(JSON.stringify({ ...edited, env: {} }))).toContain('no settings file names the wrapper');
      const bare = (line: string) => {
        const run = spawnSync('bash', ['-c', line], { cwd: repo.root, env: repo.environment, encoding: 'utf8' });
        return { exit: run.status, out: `${run.stdout}${run.stderr}` };
      };
      call(QUICK.test, bare);
      call(QUICK.test, bare);
      expect(change(settings)).toBe('');
      call(QUICK.test);
      call(QUICK.test, bare);
      expect(sealsOf(repo)).toEqual(['host', 'prefix', 'none', 'none', 'host', 'none']);
      // What began a way is told once, and again behind a call that was sealed.
      expect(
        said.map((text) => /not proven sealed, its receipt says `seal: none`: ([^,.]*)/.exec(text)?.[1] ?? ''),
      ).toEqual(['', '', expect.stringContaining('no settings file'), '', '', expect.stringContaining('no mark')]);
    });

    const checksOf = (repo: TempRepo) =>
      (
        JSON.parse(cli(repo, ['doctor', '--json']).stdout) as {
          checks: { id: string; status: string; detail: string; fix?: string }[];
        }
      ).checks;

    test.skipIf(!HAS_SCRIPT)(
      '33.3c who can write settings of the kernel is told that this sandbox leaves them open, by install and doctor, and the remedy leads to the seal that closes them',
      async () => {
        const isOpen = spawnSync('test', ['-w', '/proc/sys/kernel/core_pattern']).status === 0;
        const repo = project(QUICK);
        hosted(repo);
        const again = cli(repo, ['install', '--seal', 'host', '--verbose']).stdout;
        const found = checksOf(repo).filter(({ id }) => id === 'seal-kernel');
        if (!isOpen) {
          expect(again).not.toContain('core_pattern');
          expect(found).toEqual([]);
          return;
        }
        expect(again).toMatch(/core_pattern.*Have another user than root.*`--seal prefix`/);
        expect(found).toMatchObject([{ status: 'warning', fix: expect.stringMatching(/--seal off.*--seal prefix$/) }]);
        const ended = await atTerminal(repo, ['install', '--seal', 'off']);
        expect(ended.status, ended.text).toBe(0);
        writeFileSync(path.join(repo.home, USER), '{}\n');
        const inside = sealed(repo);
        expect(inside('(exec 3<> /proc/sys/kernel/core_pattern) 2> /dev/null').exit).not.toBe(0);
        expect(checksOf(repo).filter(({ id }) => id.startsWith('seal'))).toMatchObject([{ id: 'seal', status: 'ok' }]);
      },
    );

    test('doctor says what the sandbox leaves open by now', () => {
      const repo = project(QUICK);
      hosted(repo);
      const seals = () => checksOf(repo).filter(({ id }) => id === 'seal' || id === 'sandbox');
      expect(seals()).toMatchObject([
        { id: 'seal', status: 'ok' },
        { id: 'sandbox', status: 'ok' },
      ]);
      const text = readFileSync(repo.path(LOCAL), 'utf8');
      writeFileSync(repo.path(LOCAL), text.replace(repo.path('.git/flow'), '/elsewhere'));
      expect(seals()[0]).toMatchObject({
        status: 'failure',
        detail: expect.stringContaining(repo.path('.git/flow')),
        fix: expect.stringContaining('install --seal host'),
      });
    });
  });

  test.skipIf(!HAS_SCRIPT)('a person alone ends it', async () => {
    const repo = project(QUICK);
    sealed(repo);
    expect(cli(repo, ['install', '--seal', 'off'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('NO_TERMINAL'),
    });
    const call = start(repo).tool('Bash', { command: 'npx flow-hooks install --seal off' });
    expect(call.refused).toContain('PERSON_ONLY');
    const ended = await atTerminal(repo, ['install', '--seal', 'off']);
    expect(ended.status, ended.text).toBe(0);
    expect(existsSync(repo.path(LOCAL))).toBe(false);
  });
});
