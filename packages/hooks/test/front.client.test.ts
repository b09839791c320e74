import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { bash, call, installClient, playsOf, type TempRepo } from '@flow/test-kit';
import { expect, test } from 'vitest';
import { begin, guarded, play, pushed, refused, remoteRefs, silent, states } from './client-kit.js';
import { QUICK } from './kit.js';
import { atTerminal, HAS_SCRIPT } from './terminal-kit.js';

/* The real client with the front: what a shell answers starts no Node, and all that matters is judged as without it. */

const PUSH = bash('git push --quiet --set-upstream origin HEAD');
const TEST = bash(QUICK.test);
const COMMIT = bash('git add --all && git commit --quiet --message work');
const FRONT = '.claude/hooks/flow-front';
const [file, green] = QUICK.fixed;

const withFront = (name = 'repo') =>
  guarded(QUICK, { name, files: { ...QUICK.files, 'flow.config.yaml': 'front: posix\n' } });

/** Puts a node in front of the search path that keeps the names of the events around calls that it is started for. */
function counted(repo: TempRepo): { environment: Record<string, string>; events: () => string[] } {
  const log = path.join(repo.area, 'events');
  const node = repo.write(
    path.join(repo.area, 'counted/node'),
    `#!/bin/sh\necho "\${2-}" >>'${log}'\nexec '${process.execPath}' "$@"\n`,
  );
  chmodSync(node, 0o755);
  return {
    environment: { PATH: `${path.dirname(node)}:${repo.environment.PATH}` },
    events: () => {
      const told = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : [];
      rmSync(log, { force: true });
      return told.filter((name) => /^(?:Pre|Post)ToolUse$/.test(name));
    },
  };
}

test.each(
  playsOf([
    { where: 'an ordinary path', name: 'repo', isTaken: true },
    { where: 'a path with blanks, quotes and letters of other scripts', name: `it's "ünï" repo`, isTaken: false },
  ]),
)(
  '35.1 D40 D53 in $where: small calls start no Node, a push is judged, a protected file stays',
  async ({ name, isTaken }) => {
    const repo = withFront(name);
    const { environment, events } = counted(repo);
    const before = remoteRefs(repo);
    const seen: string[][] = [];
    const note = () => void seen.push(events());
    const big = 'x'.repeat(100_000);
    const { answers } = await play(
      repo,
      [
        note,
        bash('ls'),
        bash('git status --short'),
        note,
        bash(`cat > ${file} <<'EOF'\n${green}EOF`),
        COMMIT,
        note,
        PUSH,
        () => expect(states(repo)).toEqual({ [QUICK.suite]: 'untested' }),
        TEST,
        PUSH,
        call('Write', { file_path: repo.path(FRONT), content: '#!/bin/sh\n' }),
        bash(`printf '#!/bin/sh\\n' > ${FRONT}`),
        bash(`: ${big}`),
      ],
      { environment },
    );
    const [listed, told, , , untested, , passed, written, printed, long] = answers;
    for (const one of [listed, told, long]) expect(one).toMatchObject(silent);
    expect(listed?.text).toContain(file);
    expect(untested).toMatchObject({ ...refused('PUSH_UNTESTED'), refs: before });
    expect(passed).toMatchObject({ isError: false });
    expect(pushed(repo)).toBe(repo.git('rev-parse', 'HEAD'));
    for (const one of [written, printed]) expect(one?.isError, one?.text).toBe(true);
    expect(repo.git('status', '--porcelain')).toBe('');
    // Two calls before and behind: four starts of Node, or none. What writes is handed on in both.
    expect(seen[1]).toEqual(isTaken ? [] : ['PreToolUse', 'PostToolUse', 'PreToolUse', 'PostToolUse']);
    expect(seen[2]).toEqual(['PreToolUse', 'PostToolUse', 'PreToolUse', 'PostToolUse']);
  },
);

test.skipIf(!HAS_SCRIPT)(
  '35.1 without the front and without Node nothing is run that was not looked at, and both come back; no branch without the front is gone to',
  async () => {
    const repo = guarded(QUICK);
    repo.git('branch', 'old', 'main');
    const { status } = await atTerminal(repo, ['install'], { replies: [['tenth of the time? [Y/n] ', 'y']] });
    expect([status, existsSync(repo.path(FRONT))]).toEqual([0, true]);
    begin(repo);
    const front = repo.path(FRONT);
    const text = readFileSync(front);
    const bin = path.join(repo.area, 'bin');
    const node = path.join(bin, 'node');
    mkdirSync(bin);
    for (const program of ['sh', 'dd', 'cat', 'touch', 'git', 'bash', 'env', 'ls'])
      symlinkSync(
        spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).stdout.trim(),
        path.join(bin, program),
      );
    symlinkSync(process.execPath, node);
    const { answers } = await play(
      repo,
      [
        () => rmSync(front),
        bash('touch without-front'),
        () => chmodSync(repo.write(front, text), 0o755),
        bash('touch with-front'),
        () => rmSync(node),
        bash('touch without-node'),
        bash('ls'),
        () => symlinkSync(process.execPath, node),
        bash('git checkout -q old'),
        bash('touch on-the-branch'),
      ],
      { environment: { PATH: bin } },
    );
    const [frontless, , nodeless, small, away, last] = answers;
    expect(frontless).toMatchObject({ isError: true, text: expect.stringContaining('blocking because onFailure is') });
    expect(nodeless).toMatchObject({ isError: true, text: expect.stringContaining('Node is not on the search path') });
    // What can matter to nothing is answered without Node, which would have had nothing to say.
    expect(small).toMatchObject({ isError: false, text: expect.stringContaining('with-front') });
    expect(away).toMatchObject(refused('BRANCH_WITHOUT_GUARD'));
    expect(away?.text).toContain(FRONT);
    expect(last).toMatchObject(silent);
    const made = ['without-front', 'with-front', 'without-node', 'on-the-branch'];
    expect(made.filter((name) => existsSync(repo.path(name)))).toEqual(['with-front', 'on-the-branch']);
  },
);

const PROGRAMS = ['/usr/bin/bwrap', '/bin/busybox', '/usr/bin/busybox'].filter((file) => existsSync(file));
const [BWRAP, BUSYBOX] = [
  PROGRAMS.find((file) => file.endsWith('bwrap')),
  PROGRAMS.find((file) => file.endsWith('box')),
];

test.skipIf(!(BWRAP && BUSYBOX && canMount(BWRAP)))(
  '35.1 where `sh` is busybox: small calls start no Node, a push is judged, and an event of 5 MB arrives',
  async () => {
    const repo = withFront();
    const { environment, events } = counted(repo);
    const before = remoteRefs(repo);
    const within = `#!/bin/bash\nexec ${BWRAP} --dev-bind / / --ro-bind ${BUSYBOX} /bin/sh -- '${installClient()}' "$@"\n`;
    const executable = repo.write(path.join(repo.area, 'within-busybox'), within);
    chmodSync(executable, 0o755);
    const seen: string[][] = [];
    const note = () => void seen.push(events());
    const { answers } = await play(
      repo,
      [
        bash('readlink -f /proc/self/exe; /bin/sh --help 2>&1 | head -1'),
        note,
        bash('ls'),
        bash('git status --short'),
        note,
        bash(`cat > ${file} <<'EOF'\n${green}EOF`),
        COMMIT,
        PUSH,
        TEST,
        PUSH,
        note,
        bash(`: ${'x'.repeat(5_000_000)}`),
        note,
      ],
      { environment, executable },
    );
    const [shell, listed, told, , , untested, , passed, long] = answers;
    expect(shell?.text).toContain('BusyBox');
    for (const one of [listed, told]) expect(one).toMatchObject(silent);
    expect(seen[1]).toEqual([]);
    expect(untested).toMatchObject({ ...refused('PUSH_UNTESTED'), refs: before });
    expect(passed).toMatchObject({ isError: false });
    expect(pushed(repo)).toBe(repo.git('rev-parse', 'HEAD'));
    // The system may have no room for a word of this length; what is ours was asked, and refused nothing.
    expect(long?.told).not.toContain('flow: ');
    expect(seen[3]).toContain('PreToolUse');
  },
);

/** Tells whether this user may put a file in the place of another in a namespace of mounts. */
function canMount(program: string): boolean {
  return spawnSync(program, ['--dev-bind', '/', '/', '--', 'true']).status === 0;
}
