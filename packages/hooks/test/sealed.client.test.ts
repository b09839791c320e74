import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { bash, call, IS_SHORT, installClient, type OtherUser, type TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { type Answer, guarded, play, type Step } from './client-kit.js';
import { CLI, cli, has, QUICK } from './kit.js';
import {
  type Attack,
  asWith,
  type Backend,
  COVERED,
  HOST_FRESH,
  type Result,
  SINGLES,
  SUITE,
  TOOLS,
  UNREAD,
} from './sealed-attacks.js';
import { ATTACKS, lookOf } from './sealed-kit.js';
import { makeTools, outOf, startHelper, type Tools } from './sealed-tools.js';
import { HAS_SCRIPT } from './terminal-kit.js';

/* The real client with the wrapper of `install --seal prefix`: every command of its shell runs sealed. */

const CAN_SEAL =
  has('bwrap', '--unshare-user', '--disable-userns', '--dev-bind', '/', '/', 'true') && has('cc', '--version');

/** What the client's own sandbox is tried with as root of what was written by somebody who had read no code. */
const IN_SANDBOX = UNREAD.filter(({ isOursAlone }) => isOursAlone !== true);

const HONEST = [
  'git status --short',
  'echo x > new.txt && git add -A && git commit -qm one',
  'git commit -q --amend -m two',
  'git switch -qc other && git switch -q -',
  'git branch -D other',
  'git tag v1 && git tag -d v1',
  'git stash list && git log --oneline | head -3',
  'git diff HEAD --stat',
  'echo y >> new.txt && git stash -q && git stash pop -q && git checkout -q -- new.txt',
  'git fetch -q origin',
  'git gc -q',
  'git worktree add -q ../beside && git worktree remove ../beside && git branch -D beside',
  'git config user.nick x && git config --unset user.nick',
  'git remote add other https://example.test/x.git && git remote remove other',
  'git init -q sub && rm -rf sub',
  'git notes add -m note && git notes remove',
  'git grep -c def || true',
  'git show --stat HEAD',
  'git blame README.md',
  'git rev-parse HEAD',
  'mkdir -p a/b && mv a c && rm -r c',
  'sed -i s/x/z/ new.txt && git checkout -q -- new.txt',
  'printf "1\n2\n" > lines && ed -s lines < /dev/null; rm lines',
  'npm --version',
  'npm init -y > /dev/null && rm package.json',
  'python3 -m venv --without-pip .venv-x && rm -rf .venv-x',
  'node -e "require(\'net\').createServer().listen(0, function () { this.close() })"',
  "node -e \"require('fs').writeFileSync('n', '')\" && rm n",
  'cat .claude/settings.json > /dev/null',
  'cd / && pwd && cd - > /dev/null',
  'export A=1; test "$A" = 1',
  'sleep 0.1 & wait',
  'tar czf t.tgz README.md && tar tzf t.tgz && rm t.tgz',
  'find . -name "*.md" | head -2',
  'make --version > /dev/null || true',
  'cc --version > /dev/null',
  'echo x > "$HOME/note" && rm "$HOME/note"',
  'mktemp > /dev/null',
  'ps > /dev/null',
  'date && whoami',
  'git archive HEAD | tar tf - > /dev/null',
  'git format-patch -q -1 -o patches && rm -r patches',
  'seq 3 | xargs -n1 echo > numbers && sort -r numbers | uniq -c > /dev/null && rm numbers',
  "python3 -c \"import json; json.dump({}, open('out.json', 'w'))\" && rm out.json",
  'git switch -qc topic && echo t > topic.txt && git add topic.txt && git commit -qm topic && git switch -q - && git merge -q --no-ff --no-edit topic && git branch -d topic',
  'git switch -qc side HEAD~1 && echo s > side.txt && git add side.txt && git commit -qm side && git rebase -q - && git switch -q - && git branch -D side',
  'git -c protocol.file.allow=always submodule --quiet add "$(git remote get-url origin)" part && git -c protocol.file.allow=always submodule --quiet update --init && git rm -qf part && git rm -qf .gitmodules && git config --remove-section submodule.part',
  'mkdir -p web/tool && cd web && echo {} > package.json && echo \'{"name":"tool","version":"1.0.0"}\' > tool/package.json && npm install --offline --no-audit --no-fund --cache .cache ./tool > /dev/null && test -e node_modules/tool && cd .. && rm -rf web',
];

/** What the client's own sandbox refuses to commands, with or without us: they write `.git/config`, or make a device. */
const NOT_IN_SANDBOX = /worktree add|git config|git remote|git init|submodule|sleep|mkdir -p a\/b|\$HOME\/note/;

/** The honest work that the client's own sandbox knows. */
const HONEST_THERE = HONEST.filter((line) => !NOT_IN_SANDBOX.test(line));

/** Another user than root, where root runs the tests: one of the machine's own, who may be no person's. */
function ordinaryUser(): OtherUser | undefined {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  const found = users.find(({ uid }) => uid >= 1000 && uid < 60_000) ?? users.find(({ name }) => name === 'daemon');
  return found && { uid: found.uid, gid: found.gid };
}

/** Tells why an ordinary user cannot lead the session here; null where one can. */
function whyNoOrdinaryUser(user: OtherUser | undefined): string | null {
  if (process.getuid?.() !== 0) return 'the tests are run by an ordinary user: the session above is that user’s';
  if (user === undefined) return 'there is none';
  const as = (...words: [string, ...string[]]) =>
    spawnSync(words[0], words.slice(1), { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
  if (!as('test', '-r', CLI)) return 'that user cannot read the built programs';
  if (!as(process.execPath, '--version')) return 'that user cannot start node';
  return as('bwrap', '--unshare-user', '--disable-userns', '--dev-bind', '/', '/', 'true')
    ? null
    : 'the machine makes no namespaces for that user';
}

/** Gives all that a session needs to another user, who has nothing of ours but what everybody may read. */
function handOver(repo: TempRepo, { uid, gid }: OtherUser): void {
  const { environment } = repo;
  const ours = `${homedir()}/`;
  for (const [name, value] of Object.entries(environment))
    if (name !== 'PATH' && value.startsWith(ours)) delete environment[name];
  environment.PATH = environment
    .PATH!.split(':')
    .filter((folder) => !folder.startsWith(ours))
    .join(':');
  // We look as root at what is theirs.
  spawnSync('git', ['config', '--global', 'safe.directory', '*'], { env: environment });
  mkdirSync(path.join(repo.area, 'tmp'), { recursive: true });
  spawnSync('chown', ['-R', `${uid}:${gid}`, repo.area]);
  const client = path.resolve(installClient(), '../..');
  for (let at = client; at.includes('flow-client-'); at = path.dirname(at)) chmodSync(at, 0o755);
}

const resultOf = (hasEffect: boolean, text: string, told: string): Result => {
  if (!hasEffect) return /flow refused|SEALED/.test(text) ? 'stopped' : 'no effect';
  return /\bflow: |flow refused/.test(told) ? 'told afterwards' : 'not seen';
};

/** Replaces a single file by renaming, once a sealed command waits for it. */
function replaceLater({ folder, person }: Tools): void {
  const waits = path.join(folder, 'waits');
  const timer = setInterval(() => {
    if (!existsSync(waits)) return;
    clearInterval(timer);
    person('cp "$HOME/.bashrc" "$HOME/.b" && mv "$HOME/.b" "$HOME/.bashrc" && rm "$TOOLS/waits"');
  }, 20);
}

/** What a person's shells read. */
const START_FILES = ['.bashrc', '.bash_aliases', '.zlogout'];

/** Where a session is led: a sealed project, with all that attacks have at hand. */
interface Site {
  backend: Backend;
  repo: TempRepo;
  state: string;
  tools: Tools;
  /** The compiled program that runs attacks by the names of their files. */
  run: string;
}

/** The attacks with calls of their own that this machine has the programs for; those by tools are all of them. */
const HERE = SINGLES.filter(({ needs }) => needs === undefined || has(...(needs.split(' ') as [string])));
const OTHERS = [...TOOLS, ...HERE];

/**
 * Sets up a project as a person has it, seals it, and leads something there.
 * @param attacks each in a file with its number, from 1
 */
async function atSite(
  backend: Backend,
  attacks: readonly Attack[],
  user: OtherUser | undefined,
  lead: (site: Site) => Promise<void>,
): Promise<void> {
  const repo = guarded(QUICK);
  const state = path.join(repo.home, '.local/state/flow');
  mkdirSync(path.join(repo.home, '.claude'), { recursive: true });
  for (const name of START_FILES) writeFileSync(path.join(repo.home, name), 'true\n');
  // What a person has set up: a skill that starts something, and hooks of both forms that start a file of the work tree.
  const own = path.join(repo.area, 'tools');
  repo.write('.claude/skills/plain/SKILL.md', `---\ndescription: x\n---\n\nNow: !\`${own}/run skill-text\`\n`);
  const hooks = [
    { type: 'command', command: `bash '${own}/hook-shell'` },
    { type: 'command', command: 'bash', args: [`${own}/hook-exec`] },
  ];
  // The client's own sandbox has the remote and the tools in reach, so that it is not what keeps every push away.
  const filesystem = { allowWrite: [own, repo.git('remote', 'get-url', 'origin')] };
  const settings = {
    hooks: { PostToolUse: [{ matcher: 'Read', hooks }] },
    ...(backend === 'host' ? { sandbox: { enabled: true, filesystem } } : {}),
  };
  writeFileSync(path.join(repo.home, '.claude/settings.json'), JSON.stringify(settings));
  expect(cli(repo, ['install', '--seal', backend]).status).toBe(0);
  repo.environment.PATH = `${repo.home}/.local/bin:${repo.environment.PATH}`;
  const numbered = [{ line: 'true' }, ...attacks].map((one, at) => [String(at), one] as const);
  const named = OTHERS.map((one) => [one.id, one] as const);
  const tools = makeTools(repo, state, Object.fromEntries([...numbered, ...named]), user);
  const box = { command: process.execPath, args: [path.join(tools.folder, 'mcp.cjs'), repo.root] };
  const file = path.join(repo.home, '.claude.json');
  const servers = (port: string) => ({ box, web: { type: 'http', url: `http://127.0.0.1:${port}/mcp` } });
  if (user) handOver(repo, user);
  const helper = await startHelper(repo, tools, user);
  try {
    const port = readFileSync(path.join(tools.folder, 'http'), 'utf8');
    writeFileSync(file, JSON.stringify({ mcpServers: servers(port) }));
    if (user) spawnSync('chown', [`${user.uid}:${user.gid}`, file]);
    await lead({ backend, repo, state, tools, run: path.join(tools.folder, 'run') });
  } finally {
    helper.kill();
  }
}

/**
 * Has a session try each of the attacks with calls of their own, on untested work.
 * @param next the number of calls before
 */
function otherSteps({ backend, repo, tools, run }: Site, next: number) {
  // What the attacks before have left is gone.
  const steps: Step[] = [() => void tools.person('git clean -ffdq .claude')];
  steps.push(call('Write', { file_path: repo.path(QUICK.broken[0]), content: QUICK.broken[1] }));
  steps.push(bash('git add -A && git commit -qm untested'));
  next += 2;
  const hadEffect: boolean[] = [];
  /** Which answers are about which attack. */
  const answersOf: number[][] = [];
  const calls = [
    ...TOOLS.map((one) => ({ one: asWith(backend, one), block: call(one.tool, one.input(repo.root, tools.folder)) })),
    ...HERE.map((one) => ({ one: asWith(backend, one), block: bash(`${run} ${one.id}`) })),
  ];
  for (const { one, block } of calls) {
    steps.push(() => {
      if (one.before) expect(tools.person(one.before), one.id).toBe(true);
      if (one.id === 'mount-of-a-file') replaceLater(tools);
    });
    // What lasts is met by the next call of the agent's, too.
    const lasts = one.lasts === SUITE ? QUICK.test : one.lasts;
    const blocks = lasts ? [block, bash(lasts)] : [block];
    answersOf.push(blocks.map(() => next++));
    steps.push(...blocks, () => {
      hadEffect.push(tools.person(one.effect));
      if (one.after) tools.person(one.after);
    });
    if (one.lasts) {
      steps.push(bash('true'));
      next += 1;
    }
  }
  return {
    steps,
    /** Holds what came of each to what is written down. */
    hold(answers: readonly Answer[]) {
      const found = calls.map(({ one: { id, codes = [] } }, at) => {
        const [first, second] = answersOf[at]!.map((number) => answers[number]);
        const told = `${first!.told}${second?.told ?? ''}`;
        const result = resultOf(hadEffect[at]!, `${first!.text}${second?.text ?? ''}`, told);
        return { id, result, codes: codes.filter((code) => told.includes(`${code}:`)) };
      });
      expect(found).toEqual(calls.map(({ one: { id, result, codes = [] } }) => ({ id, result, codes })));
    },
  };
}

/** The seals that the receipts of runs of the tests name. */
const sealsOf = (repo: TempRepo): Set<string> => {
  const folder = repo.path('.git/flow/receipts');
  const receipts = readdirSync(folder).map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')).receipt);
  return new Set(receipts.filter(({ kind }) => kind === 'test').map(({ seal }) => seal));
};

const prefixed = (user?: OtherUser) =>
  atSite('prefix', COVERED, user, async (site) => {
    const { repo, state, tools, run } = site;
    const covered = [
      ...['.git/flow', '.git/hooks', '.claude'].map((name) => repo.path(name)),
      ...[state, ...[...START_FILES, '.claude/settings.json'].map((name) => path.join(repo.home, name))],
    ];
    let before: Record<string, string> = {};
    const effects: string[] = [];
    let stop = () => {};
    const steps: Step[] = [];
    // Several honest calls in a turn, as a model makes them.
    for (let at = 0; at < HONEST.length; at += 8) steps.push(HONEST.slice(at, at + 8).map((line) => bash(line)));
    steps.push(bash(QUICK.test), () => {
      stop = tools.watch((at) => {
        const now = lookOf(covered);
        const changed = Object.keys({ ...before, ...now }).filter((file) => now[file] !== before[file]);
        if (at > 0 && (changed.length > 0 || outOf(tools, at).includes('SEEN')))
          effects.push(`${COVERED[at - 1]!.line}: ${changed.join(', ')}`);
        before = now;
      });
    });
    steps.push(bash(`${run} ${[...COVERED.keys(), COVERED.length].join(' ')} > /dev/null`, { timeout: 540_000 }));
    steps.push(() => stop());
    const others = otherSteps(site, HONEST.length + 2);
    const { answers } = await play(repo, [...steps, ...others.steps], {
      timeoutMs: 540_000,
      agents: { 'LANE-A': [bash(`${run} sub-agent`)] },
      ...(HAS_SCRIPT ? { atTerminal: true } : {}),
      ...(user === undefined ? {} : { user }),
    });
    const failed = HONEST.map((line, at) => [line, answers[at]!] as const).filter(([, { isError }]) => isError);
    expect(failed.map(([line, { text }]) => [line, text])).toEqual([]);
    expect(effects).toEqual([]);
    expect(readdirSync(tools.folder).filter((name) => name.startsWith('done-'))).toHaveLength(COVERED.length + 1);
    // The session has a terminal, which the attack on it has met.
    const typing = COVERED.findIndex(({ line }) => line.includes('tiocsti')) + 1;
    if (HAS_SCRIPT) expect(outOf(tools, typing)).toMatch(/met [1-9]/);
    others.hold(answers);
    expect(sealsOf(repo)).toEqual(new Set(['prefix']));
  });

const hosted = (user?: OtherUser) => {
  expect(HONEST_THERE).toHaveLength(40);
  const isRoot = user === undefined && process.getuid?.() === 0;
  const tried = [...ATTACKS.map((line) => ({ line })), ...HOST_FRESH, ...(isRoot ? IN_SANDBOX : UNREAD)];
  return atSite('host', tried, user, async (site) => {
    const { repo, state, run } = site;
    // The client's sandbox has devices come and go in the project's own folder.
    const own = ['settings.json', 'settings.local.json', 'hooks'].map((name) => repo.path('.claude', name));
    const covered = [
      ...own,
      repo.path('.git/hooks'),
      ...['keys', 'public', 'bundles'].map((name) => path.join(state, name)),
      path.join(repo.home, '.bashrc'),
    ];
    let before = lookOf(covered);
    const effects: string[] = [];
    const attacks = tried.flatMap(({ line }, at) => [
      bash(`${run} ${at + 1}`),
      () => {
        const now = lookOf(covered);
        const forged = ['x', '2'].filter((name) => readdirSync(repo.path('.git/flow')).includes(name));
        if (JSON.stringify(now) !== JSON.stringify(before) || forged.length > 0) effects.push(line);
        before = now;
      },
    ]);
    const honest = [...HONEST_THERE, QUICK.test].map((line) => bash(line));
    // Left out where time is short, as in CI; the nightly suite has them.
    const others = otherSteps(site, honest.length + tried.length);
    const { answers } = await play(repo, [...honest, ...attacks, ...(IS_SHORT ? [] : others.steps)], {
      timeoutMs: 540_000,
      agents: { 'LANE-A': [bash(`${run} sub-agent`)] },
      ...(user === undefined ? {} : { user }),
    });
    const failed = HONEST_THERE.flatMap((line, at) => (answers[at]!.isError ? [[line, answers[at]!.text]] : []));
    expect(failed).toEqual([]);
    expect(effects).toEqual([]);
    const told = answers.slice(honest.length, honest.length + tried.length);
    expect(told.filter(({ text }) => text.includes('SEEN'))).toEqual([]);
    expect(told.filter(({ text }) => text.includes('flow refused')).length).toBeLessThan(3);
    if (!IS_SHORT) others.hold(answers);
    expect(sealsOf(repo)).toEqual(new Set(['host']));
  });
};

describe.skipIf(!CAN_SEAL)('33.3 a sealed session of the real client', () => {
  test(
    `none of ${COVERED.length} attacks that the promise covers has an effect, ${OTHERS.length} others have the result that is written down, ${HONEST.length} honest commands work, and a run is proven sealed`,
    {
      timeout: 600_000,
    },
    () => prefixed(),
  );

  const user = CAN_SEAL ? ordinaryUser() : undefined;
  const why = CAN_SEAL ? whyNoOrdinaryUser(user) : null;
  // Left out where time is short, as in CI; the nightly suite has it.
  test.skipIf(why !== null || IS_SHORT)(
    `the same as an ordinary user${why === null ? '' : ` (${why})`}`,
    {
      timeout: 600_000,
    },
    () => prefixed(user),
  );

  const asWritten = `${ATTACKS.length} attacks of a compiled program, and of ${HOST_FRESH.length + IN_SANDBOX.length} written behind them`;
  test.skipIf(!has('socat', '-V'))(
    `host: none of ${asWritten}, has an effect, ${IS_SHORT ? '' : `${OTHERS.length} others have the result that is written down, `}${HONEST_THERE.length} honest commands work, and a run is proven sealed`,
    { timeout: 600_000 },
    () => hosted(),
  );

  test.skipIf(why !== null || IS_SHORT || !has('socat', '-V'))(
    `host: the same as an ordinary user${why === null ? '' : ` (${why})`}`,
    { timeout: 600_000 },
    () => hosted(user),
  );
});
