import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  bash,
  IS_SHORT,
  type Refusal,
  type ScriptedTurn,
  say,
  startModelServer,
  type TempRepo,
  type Turn,
} from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { dataIn, driving, endsIn, sessionsOf, turns } from './driver-client-kit.js';
import { until } from './driver-kit.js';
import { flow, json } from './kit.js';

/* What goes wrong at night, with the real client against a scripted model. */

/** The processes of each session that a driver has started: its leader, and those below. */
function processesOf(repo: TempRepo): Map<string, { leader: number; client: number }> {
  const folder = repo.path('.git/flow/drive');
  const found = new Map<string, { leader: number; client: number }>();
  for (const name of readdirSync(folder).filter((one) => /^[0-9a-f-]{36}\.json$/.test(one))) {
    const { item, pid, since } = JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
    const below = childrenOf(pid);
    if (below.length > 0 && since > 0) found.set(item ?? '', { leader: pid, client: below[0]! });
  }
  return found;
}

function childrenOf(pid: number): number[] {
  try {
    return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map(Number);
  } catch {
    return [];
  }
}

/** The command lines that live with a word in them. */
function livingWith(word: string): string[] {
  try {
    return execFileSync('pgrep', ['-af', word], { encoding: 'utf8' }).trim().split('\n');
  } catch {
    return [];
  }
}

const isDone = (repo: TempRepo, home: string) =>
  expect(json(repo, ['status'], { cwd: home }).data).toMatchObject({ phase: 'done' });

describe.skipIf(IS_SHORT || process.platform !== 'linux')('a night with the real client', () => {
  test('R6 R25 R36 R44 drivers and agents are killed in turn: the run goes on, nothing is done twice, no commit is lost, and no process is left', async () => {
    const ids = ['A', 'B', 'C', 'D', 'E'];
    const { repo, home, drive, landed } = driving(ids);
    const mark = `left-${process.pid}-${Date.now()}`;
    let goes = (): void => {};
    const goOn = new Promise<void>((done) => {
      goes = done;
    });
    // The first of each waits for a command that does not end, so that all are at work at once; whoever comes behind does it.
    const held = (id: string): ScriptedTurn[] => [
      [bash(`printf half > ${id.toLowerCase()}.txt; tail -f /dev/null; : ${mark}`)],
      async () => {
        await goOn;
        return turns(id)[0]!;
      },
      ...turns(id).slice(1),
    ];
    const server = await startModelServer({
      main: [],
      agents: Object.fromEntries(ids.map((id) => [`Work on ${id}`, held(id)])),
    });
    try {
      const attempts = () => repo.git('for-each-ref', '--format=%(refname)', 'refs/flow/attempts');
      let driver = drive(server);
      await until(() => livingWith(mark).length >= ids.length, 'five sessions at work', 120_000);
      // The client, the leader of its group, the driver and a client, and so on: each goes down by itself.
      const kill = (id: string, which: 'client' | 'leader') =>
        process.kill(processesOf(repo).get(id)![which], 'SIGKILL');
      kill('A', 'client');
      await until(() => attempts().includes('/A/'), 'the end of A', 120_000);
      driver.child.kill('SIGKILL');
      expect((await driver.ended).signal).toBe('SIGKILL');
      kill('B', 'leader');
      driver = drive(server);
      await until(() => attempts().includes('/B/'), 'the end of B', 120_000);
      driver.child.kill('SIGKILL');
      await driver.ended;
      for (const id of ['C', 'D', 'E']) kill(id, 'client');
      goes();
      const end = await drive(server).ended;
      expect(end.status, end.stderr).toBe(0);
      expect(landed()).toEqual(ids.map((id) => `${id} done`));
      isDone(repo, home);
      expect(ids.map((id) => sessionsOf(server.requests, `Work on ${id}`))).toEqual([2, 2, 2, 2, 2]);
      // One commit each, and what the killed ones left is kept.
      const own = repo.git('-C', home, 'log', '--no-merges', '--format=%s', 'main..HEAD').split('\n');
      expect(ids.map((id) => own.filter((one) => one === `Make ${id}`).length)).toEqual([1, 1, 1, 1, 1]);
      expect(attempts().split('\n')).toHaveLength(10);
      expect(livingWith(mark)).toEqual([]);
      expect(livingWith(`${repo.area}/`)).toEqual([]);
    } finally {
      goes();
      await server.close();
    }
  });

  test('R28 a quota that is used up closes the account for all until its reset, and costs no try', async () => {
    // Only a subscription has a quota whose reset the client tells; a key that is none stands for it.
    const environment = { ANTHROPIC_API_KEY: '', CLAUDE_CODE_OAUTH_TOKEN: 'sk-ant-oat01-not-a-token' };
    const { repo, home, drive, landed } = driving(['A', 'B'], { environment });
    const reset = Math.ceil(Date.now() / 1000) + 40;
    const refusal: Refusal = {
      refused: {
        ...{ status: 429, type: 'rate_limit_error', message: 'This request would exceed the limit of the account.' },
        headers: {
          'anthropic-ratelimit-unified-status': 'rejected',
          'anthropic-ratelimit-unified-reset': String(reset),
          'anthropic-ratelimit-unified-representative-claim': 'five_hour',
        },
      },
    };
    let early = 0;
    const refused = () => {
      early += Date.now() < reset * 1000 ? 1 : 0;
      return refusal;
    };
    const server = await startModelServer({
      main: [],
      agents: { 'Work on A': [refused, ...turns('A')], 'Work on B': [...turns('B')] },
    });
    try {
      const end = await drive(server, '--at-once', '1').ended;
      expect(endsIn(end), end.stdout).toMatchObject([
        { item: 'A', failure: { class: 'quota' }, quotaUntil: reset * 1000 },
        { item: 'A', failure: null },
        { item: 'B', failure: null },
      ]);
      const { since } = endsIn(end)[1] as unknown as { since: number };
      expect(since).toBeGreaterThanOrEqual(reset * 1000);
      expect(early).toBe(1);
      expect(landed()).toEqual(['A done', 'B done']);
      isDone(repo, home);
    } finally {
      await server.close();
    }
  });

  test('R34 X66 a budget that is used up pauses the run with that reason, whoever asks again', async () => {
    const { repo, home, drive } = driving(['A', 'B']);
    const server = await startModelServer({
      ...{ main: [], agents: { 'Work on A': turns('A'), 'Work on B': turns('B') } },
      usage: { input_tokens: 100_000, output_tokens: 20_000 },
    });
    try {
      const first = await drive(server, '--at-once', '1', '--budget', '2usd').ended;
      expect(dataIn(first).outcome).toEqual({ how: 'paused', why: 'money' });
      expect(endsIn(first)).toMatchObject([{ item: 'A', money: expect.closeTo(2.4) }]);
      expect(flow(repo, ['status'], { cwd: home }).stdout).toContain('the limit of money is reached');
      expect(flow(repo, ['resume'], { cwd: home })).toMatchObject({ status: 0 });
      expect(dataIn(await drive(server, '--at-once', '1', '--budget', '2usd').ended).outcome).toEqual({
        ...{ how: 'paused', why: 'money' },
      });
      expect([sessionsOf(server.requests, 'Work on A'), sessionsOf(server.requests, 'Work on B')]).toEqual([1, 0]);
    } finally {
      await server.close();
    }
  });

  test('R46 R47 R48 what conflicts while it lands, and what is green alone and red together, is mended by a session of its item', async () => {
    const both = '! { grep -q done a.txt && grep -q done c.txt && ! grep -q both c.txt; }';
    const { repo, home, drive, landed } = driving(['A', 'B', 'C'], { verify: both });
    const share = (id: string): Turn => [
      bash(`echo ${id} > both.txt && git add both.txt && git commit -qm 'both: ${id}'`),
    ];
    const merge = 'git merge --no-edit feature/login';
    let began = 0;
    let goes = (): void => {};
    const together = new Promise<void>((done) => {
      goes = done;
    });
    // Nobody sees what the others do.
    const apart = (id: string, ...first: Turn[]): ScriptedTurn[] => {
      const [one, ...rest] = turns(id, ...first);
      const waits = async () => {
        began += 1;
        if (began === 3) goes();
        await together;
        return one!;
      };
      return [waits, ...rest];
    };
    const server = await startModelServer({
      main: [],
      agents: {
        'Work on A': apart('A', share('A')),
        'Work on B': apart('B', share('B')),
        'Work on C': apart('C'),
        'A is done, and does not hold': [
          [bash(`${merge}; printf 'A\\nB\\n' > both.txt; git commit -qam both`)],
          [say('Done.')],
        ],
        'B is done, and does not hold': [
          [bash(`${merge}; printf 'A\\nB\\n' > both.txt; git commit -qam both`)],
          [say('Done.')],
        ],
        'C is done, and does not hold': [
          [bash(`${merge}; printf 'C done, and both hold' > c.txt; sh verify.sh && git commit -qam 'both hold'`)],
          [say('Done.')],
        ],
      },
    });
    try {
      const end = await drive(server).ended;
      expect(end.status, end.stderr).toBe(0);
      expect(repo.git('-C', home, 'show', 'HEAD:both.txt').split('\n').sort()).toEqual(['A', 'B']);
      isDone(repo, home);
      const whys = dataIn(end).told.flatMap(({ what, why }) => (what === 'not-landed' ? [why] : []));
      expect(whys.join('\n')).toContain('both.txt');
      expect(whys.join('\n')).toContain('fails on the merged content');
      expect(landed()[2]).toBe('C done, and both hold');
    } finally {
      await server.close();
    }
  });

  test('R22 a session whose hooks a setting has switched off is found as soon as the model has answered: it is ended, and nothing of it counts', async () => {
    const { repo, home, drive } = driving(['A']);
    mkdirSync(path.join(repo.home, '.claude'), { recursive: true });
    writeFileSync(path.join(repo.home, '.claude/settings.json'), JSON.stringify({ disableAllHooks: true }));
    const server = await startModelServer({ main: [], agents: { 'Work on A': turns('A', [bash('sleep 60')]) } });
    try {
      const end = await drive(server, '--sessions', '1').ended;
      expect(dataIn(end).told).toContainEqual(expect.objectContaining({ what: 'disarmed', item: 'A', goesOn: false }));
      expect(endsIn(end)).toMatchObject([
        { item: 'A', failure: { class: 'infra', reason: expect.stringContaining('hooks') }, armed: false },
      ]);
      expect(json(repo, ['item'], { cwd: home }).data).toMatchObject({ items: [{ id: 'A', state: 'ready' }] });
    } finally {
      await server.close();
    }
  });
});
