import { type ScriptedTurn, startModelServer } from '@flow/test-kit';
import { expect, test } from 'vitest';
import { driving, endsIn, sessionsOf, told, turns } from './driver-client-kit.js';
import { json } from './kit.js';

/* The real client, started by the driver for several items at once, against a scripted model. */

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
