import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { Finding } from '@flow/core';
import type { ItemStatus, Lease } from '@flow/core/workflow';
import type { TempRepo } from '@flow/test-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { flow, json } from './kit.js';
import { CAN_PLAY, isPushed, LONG, specText, specWork, started, statusOf, TASKS, times } from './loops-kit.js';
import { PlayedAgent, type Work } from './played-agent.js';
import { Session } from './session-kit.js';

/* Tasks after documents, worked on by several agents: each is a session of a client that is a process of its own. */

const sessions: Session[] = [];
afterEach(async () => {
  await Promise.all(sessions.splice(0).map((one) => one.kill()));
});

async function session(repo: TempRepo, id: string, folder?: string): Promise<Session> {
  const one = new Session(repo, id, folder);
  sessions.push(one);
  expect(await one.start()).toMatchObject({ status: 0 });
  return one;
}

interface Listed extends ItemStatus {
  lease?: Lease;
  waits: string[];
}

function itemOf(repo: TempRepo, id: string): Listed {
  const { items } = json(repo, ['item']).data as { items: Listed[] };
  return items.find((one) => one.id === id)!;
}

/** A run whose documents are approved, all that is in it committed. */
async function upToTasks(work: Work): Promise<{ repo: TempRepo; lead: PlayedAgent }> {
  const repo = started('spec');
  const lead = new PlayedAgent(repo, work);
  await lead.play(({ position }) => position.startsWith('implement'));
  lead.commit('documents');
  return { repo, lead };
}

const STARTED = process.platform === 'linux' || process.platform === 'darwin';

describe.skipIf(!CAN_PLAY || !STARTED)('tasks after documents, with several agents', () => {
  test(
    'R2 R6 R7 R36 R39 R42 a holder that is killed in the middle frees its task at once, with no try spent: the next one does it, what waits for it begins by itself, and what the first one hands in late is kept and counts for nothing',
    async () => {
      const { repo, lead } = await upToTasks(specWork(3));
      const [one, two] = [await session(repo, 'one'), await session(repo, 'two')];
      const first = new PlayedAgent(repo, specWork(3, { files: () => [['add.py', 'half of it\n']] }), one);
      await first.play(() => first.did.includes('submit complete --item 1.1'));
      expect(first.did).toEqual(['item begin 1.1', 'write add.py', 'submit complete --item 1.1']);
      const held = itemOf(repo, '1.1').lease;
      expect(held).toMatchObject({ session: 'one', pid: one.pid, token: 1 });

      // While it works, nobody else begins: neither its task nor what waits for that, and each is told for whom it waits.
      const refused = await two.flow('item', 'begin', '1.1');
      expect(refused).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/ITEM_HELD: 1\.1 cannot begin: session one is working on it, since .+/),
      });
      expect(await two.json('item', 'begin', '1.1')).toMatchObject({ ok: false, data: { lease: { id: held?.id } } });
      expect(await two.flow('item', 'begin', '1.2')).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('it waits for 1.1'),
      });
      expect(itemOf(repo, '1.2')).toMatchObject({ state: 'waiting', waits: ['1.1'] });

      // It ticks the box of what it has not done, and is killed while it runs a command.
      repo.write(...specText('tasks', TASKS.replace('- [ ] 1.1', '- [x] 1.1')));
      const { warnings } = json(repo, ['status']).data as { warnings: Finding[] };
      expect(warnings).toContainEqual({ code: 'TICKS_UNTRUE', level: 'warn', args: { items: ['1.1'] } });
      void one.run('sleep', '30');
      await one.kill();
      const freed = itemOf(repo, '1.1');
      expect(freed).toMatchObject({ state: 'ready' });
      expect(freed.lease).toBeUndefined();
      expect(json(repo, ['item', 'show', '1.1']).data).toMatchObject({ brief: { attempts: [] } });

      const second = new PlayedAgent(repo, specWork(3), two);
      await second.say(['item', 'begin', '1.1']);
      expect(itemOf(repo, '1.1')).toMatchObject({ state: 'running', lease: { session: 'two', token: 2 } });

      // The first one comes back, knows nothing of that, and hands in.
      const back = await session(repo, 'one');
      const late = await back.flow('submit', 'complete', '--item', '1.1');
      expect(late).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/RESULT_LATE: session two has begun 1\.1/),
      });
      const foreign = repo
        .read('.git/flow/journal.jsonl')
        .split('\n')
        .filter((line) => line.includes('"type":"foreign"'));
      expect(foreign).toHaveLength(1);
      const now = itemOf(repo, '1.1').lease!;
      expect(JSON.parse(foreign[0]!)).toMatchObject({
        data: { what: { deed: { subject: '1.1' }, lease: now.id }, where: { session: 'one' } },
      });
      expect(itemOf(repo, '1.1').lease).toMatchObject({ session: 'two' });

      expect(await second.play(isPushed)).toMatchObject({ position: 'ship' });
      expect(times(second, 'item begin 1.1')).toBe(1);
      expect(times(second, 'item begin 1.2')).toBe(1);
      expect(lead.did.filter((deed) => deed.startsWith('person: approve'))).toHaveLength(4);
      expect(second.did.filter((deed) => deed.startsWith('person:'))).toEqual([]);
      expect(statusOf(repo)).toMatchObject({ over: ['T1', 'T2', '1.1', '1.2'], debts: [] });
    },
    LONG,
  );

  test(
    'F5 R2 V17 two at once, each in a work tree of its own: what fails in one says nothing of the other, both are done there, one after a fix, and the run ends where their branches are merged',
    async () => {
      const tasks = TASKS.replace('  - After: 1.1\n', '');
      const { repo } = await upToTasks(specWork(3, {}, tasks));
      const [inA, inB] = ['A', 'B'].map((name) => {
        const folder = path.join(repo.area, name);
        repo.git('worktree', 'add', '-q', '-b', `task/${name}`, folder);
        return realpathSync(folder);
      });
      const [one, two] = [await session(repo, 'one', inA), await session(repo, 'two', inB)];
      const a = new PlayedAgent(repo, specWork(3, {}, tasks), one);
      const brokenFirst = specWork(
        1,
        { files: (_item, _phase, at) => [['round.py', at === 0 ? 'broken = 0\n' : 'VALUE = 1\n']] },
        tasks,
      );
      const b = new PlayedAgent(repo, brokenFirst, two);
      await a.say(['item', 'begin', '1.1']);
      await b.say(['item', 'begin', '1.2']);
      for (const [id, folder] of [
        ['1.1', inA],
        ['1.2', inB],
      ] as const)
        expect(itemOf(repo, id)).toMatchObject({ state: 'running', lease: { apart: true, worktree: folder } });

      // B's command fails before A's has run at all.
      await b.play(() => b.did.includes('exec sh check.sh'));
      const checksOf = (id: string) => itemOf(repo, id).open?.map(({ check, state }) => [check, state]);
      expect(checksOf('1.2')).toEqual([['implement/execute.check', 'failed']]);
      expect(checksOf('1.1')).toEqual([
        ['implement/execute.submitted', 'missing'],
        ['implement/execute.check', 'missing'],
      ]);
      expect((await a.look()).items).toMatchObject([{ id: '1.1', state: 'running' }]);

      // A fix is found on the way: it is done in the same work tree, before what it mends.
      await a.say(['item', 'add', '1.1', '--title', 'half a cent']);
      const elsewhere = 'ITEM_NOT_READY: 1.1.1 cannot begin: it is worked on with 1.1, in its work tree.';
      for (const begun of [await two.flow('item', 'begin', '1.1.1'), flow(repo, ['item', 'begin', '1.1.1'])])
        expect(begun).toMatchObject({ status: 1, stderr: expect.stringContaining(elsewhere) });
      expect(itemOf(repo, '1.1.1')).toMatchObject({
        state: 'waiting',
        hindrance: { why: 'elsewhere', items: ['1.1'] },
      });
      await a.play(() => statusOf(repo).over.includes('1.1'));
      expect(checksOf('1.2')).toEqual([['implement/execute.check', 'failed']]);
      await b.play(() => statusOf(repo).over.includes('1.2'));
      expect(times(b, 'exec sh check.sh')).toBe(2);
      expect(a.did.filter((deed) => /^(?:item begin|submit)/.test(deed))).toEqual([
        'item begin 1.1',
        'item begin 1.1.1',
        'submit complete --item 1.1.1',
        'submit complete --item 1.1',
      ]);
      a.commit('add prices');
      b.commit('round them');

      // Nobody does again what is done, and the whole is tried on what both have made.
      repo.git('merge', '-q', '--no-edit', 'task/A');
      repo.git('merge', '-q', '--no-edit', 'task/B');
      const last = new PlayedAgent(repo, specWork(3, {}, tasks), await session(repo, 'last'));
      expect(await last.play(isPushed)).toMatchObject({ position: 'ship' });
      expect(last.did).toEqual(['exec python3 -m pytest -q', 'push']);
      expect(statusOf(repo)).toMatchObject({ over: ['T1', 'T2', '1.1', '1.2', '1.1.1'], debts: [] });
    },
    LONG,
  );
});
