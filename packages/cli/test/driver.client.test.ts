import { spawn } from 'node:child_process';
import {
  bash,
  clientEnvironment,
  installClient,
  type ModelServer,
  type RecordedRequest,
  type ScriptedTurn,
  say,
  startModelServer,
  type Turn,
  textOf,
} from '@flow/test-kit';
import { expect, test } from 'vitest';
import { FLOW, FLOW_HOOKS, flow, json, repository } from './kit.js';
import { runBeside, tasksConfig } from './tasks-workflow.js';

/* The real client, started by the driver for several items at once, against a scripted model. */

/** The turns of a session that does one item. */
const turns = (id: string): Turn[] => [
  [bash(`printf '${id} done' > ${id.toLowerCase()}.txt`)],
  [bash(`node ${FLOW} submit complete --item ${id} && node ${FLOW} commit --item ${id}`)],
  [say('Done.')],
];

/** A run in a work tree of its own, whose plan has an item for each of these, and how it is driven with so many sessions at once. */
function driving(ids: readonly string[]) {
  const executable = installClient();
  const own = ids.map((id) => `${id.toLowerCase()}.txt`);
  const files = {
    ...{ 'flow.config.yaml': tasksConfig(), 'verify.sh': 'exit 0\n', 'whole.sh': 'exit 0\n' },
    ...Object.fromEntries(own.map((file) => [file, ''])),
  };
  const repo = repository({ files });
  flow(repo, ['install'], { program: FLOW_HOOKS });
  repo.commit('guards');
  const tasks = ids.map((id, at) => `- [ ] ${id}: Make ${id}\n  - Files: \`${own[at]}\`\n`).join('');
  const home = runBeside(repo, `# Tasks\n\n## Tasks\n\n${tasks}`);
  /** Starts a driver, and tells how it ended. */
  const drive = (server: ModelServer) => {
    const env = { ...repo.environment, ...clientEnvironment(server.url, repo.area) };
    const words = ['run', '--json', '--program', executable, '--at-once', String(ids.length)];
    const child = spawn(process.execPath, [FLOW, ...words], { cwd: home, env, stdio: ['ignore', 'pipe', 'inherit'] });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    const ended = new Promise<Ended>((done) => child.on('close', (status, signal) => done({ status, signal, stdout })));
    return { child, ended };
  };
  const landed = () => own.map((file) => repo.git('-C', home, 'show', `HEAD:${file}`));
  return { repo, home, drive, landed };
}

interface Ended {
  status: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
}

const endsIn = ({ stdout }: Ended) => {
  const { data } = JSON.parse(stdout) as { data: { told: { what: string; end?: object }[] } };
  return data.told.flatMap(({ end }) => end ?? []);
};

/** Counts the sessions that were begun with a prompt: each asks for its first turn before the model has said anything. */
const sessionsOf = (requests: readonly RecordedRequest[], lane: string) =>
  requests.filter((one) => one.lane === lane && !one.body!.messages.some(({ role }) => role === 'assistant')).length;

test('M1 X27 V17 R22 two sessions of the real client do an item each in their own work trees, guarded, and both land', async () => {
  const { repo, home, drive, landed } = driving(['A', 'B']);
  const server = await startModelServer({ main: [], agents: { 'Work on A': turns('A'), 'Work on B': turns('B') } });
  try {
    const end = await drive(server).ended;
    expect(endsIn(end)).toMatchObject([
      { failure: null, armed: true },
      { failure: null, armed: true },
    ]);
    expect(end.status).toBe(0);
    expect(landed()).toEqual(['A done', 'B done']);
    expect(json(repo, ['status'], { cwd: home }).data).toMatchObject({ phase: 'done' });
    // Each was told its own item by our hooks, and of no other.
    expect(told(server.requests, 'Work on A')).toContain('Make A');
    expect(told(server.requests, 'Work on A')).not.toContain('Make B');
  } finally {
    await server.close();
  }
});

test('M1 X27 R36 R44 five sessions of the real client at once outlive their driver, which is killed: the next one goes on with them, and nothing is done twice', async () => {
  const ids = ['A', 'B', 'C', 'D', 'E'];
  const { repo, home, drive, landed } = driving(ids);
  let kill = (): void => {};
  // All five are at work, and none is done, when the driver goes down.
  let asked = 0;
  let next = (): void => {};
  const goesOn = new Promise<void>((done) => {
    next = done;
  });
  const held = (id: string): ScriptedTurn[] => {
    const [first, ...rest] = turns(id);
    const waits = async () => {
      asked += 1;
      if (asked === ids.length) kill();
      await goesOn;
      return first!;
    };
    return [waits, ...rest];
  };
  const server = await startModelServer({
    main: [],
    agents: Object.fromEntries(ids.map((id) => [`Work on ${id}`, held(id)])),
  });
  try {
    const first = drive(server);
    kill = () => first.child.kill('SIGKILL');
    expect(await first.ended).toMatchObject({ signal: 'SIGKILL', stdout: '' });
    const second = drive(server);
    next();
    const end = await second.ended;
    expect([end.status, end.stdout]).toEqual([0, expect.stringContaining('"ok": true')]);
    expect(landed()).toEqual(ids.map((id) => `${id} done`));
    expect(json(repo, ['status'], { cwd: home }).data).toMatchObject({ phase: 'done' });
    expect(ids.map((id) => sessionsOf(server.requests, `Work on ${id}`))).toEqual([1, 1, 1, 1, 1]);
  } finally {
    await server.close();
  }
});

/** All that the model was told in the session of a prompt. */
const told = (requests: readonly RecordedRequest[], lane: string): string =>
  requests
    .flatMap((one) => (one.lane === lane ? one.body!.messages.map(({ content }) => textOf(content)) : []))
    .join('\n');
