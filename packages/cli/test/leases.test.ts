import { existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TempRepo } from '@flow/test-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { has } from '../../hooks/test/kit.js';
import { flow, json, repository } from './kit.js';
import { Session } from './session-kit.js';
import { TASKS as LIST, tasksConfig } from './tasks-workflow.js';

/* Who works on an item: sessions that are real processes, work trees of real repositories, the built program. */

/** The same, of tasks whose claims are to be seen red. */
const RED = tasksConfig()
  .replace('{ check: submitted, name: complete, on: item }', '{ check: red }')
  .replace(
    'documents:',
    `documents:
        spec: { title: Specification, path: 'develop/{branch}/spec.md' }
        test-shape: { title: Map of tests, path: 'develop/{branch}/test-shape.yaml' }`,
  )
  .replace(
    'phases:',
    `phases:
        - id: cut
          title: Cut
          instruction: Cut it into tasks.
          produces: [spec, test-shape, tasks]
          exit: [{ check: listed, kind: task, with: [claims] }]`,
  );

/** The same, of tasks whose source is closed until they were looked at. */
const LOOKED_AT = tasksConfig().replace(
  '            phases:',
  `            phases:
              - id: look
                title: Look
                instruction: Look.
                edits: [{ class: source, answer: deny }]
                exit: [{ check: submitted, name: looked, on: item }]`,
);

const TASKS = LIST.replace('  - After: A\n', '');

const sessions: Session[] = [];
afterEach(async () => {
  await Promise.all(sessions.splice(0).map((one) => one.kill()));
});

function started(each = '', config = tasksConfig(each)): TempRepo {
  const files = {
    'flow.config.yaml': config,
    'verify.sh': 'exit 0\n',
    'whole.sh': 'exit 0\n',
    'a.txt': 'a\n',
    'b.txt': 'b\n',
    'c.txt': 'c\n',
  };
  const repo = repository({ files });
  expect(flow(repo, ['start', 'tasks'])).toMatchObject({ stderr: '', status: 0 });
  repo.write('develop/feature/login/tasks.md', TASKS);
  repo.commit('tasks');
  return repo;
}

async function session(repo: TempRepo, id: string, folder?: string): Promise<Session> {
  const one = new Session(repo, id, folder);
  sessions.push(one);
  expect(await one.start()).toMatchObject({ status: 0 });
  return one;
}

/** A work tree of a branch of its own. */
function worktree(repo: TempRepo, name: string): string {
  const folder = path.join(repo.area, name);
  repo.git('worktree', 'add', '-q', '-b', `task/${name}`, folder);
  return realpathSync(folder);
}

interface ItemSeen {
  id: string;
  state: string;
  open?: { check: string }[];
  lease?: { id: string; token: number; session: string | null; worktree: string; pid: number | null; apart: boolean };
}

function itemOf(repo: TempRepo, id: string): ItemSeen {
  const { items } = json(repo, ['item']).data as { items: ItemSeen[] };
  return items.find((one) => one.id === id)!;
}

const openOf = (repo: TempRepo, id: string) => itemOf(repo, id).open?.map(({ check }) => check) ?? [];

const STARTED = process.platform === 'linux' || process.platform === 'darwin';

describe.skipIf(!STARTED)('F6 G10 an item that is begun', () => {
  test('V16 R35 is refused to a second session with the holder and the time, and its own session goes on', async () => {
    const repo = started();
    const [one, two] = [await session(repo, 'one'), await session(repo, 'two')];
    expect(await one.json('item', 'begin', 'A')).toMatchObject({
      ok: true,
      data: { lease: { session: 'one', pid: one.pid, worktree: realpathSync(repo.root), token: 1, driver: false } },
    });
    const refused = await two.flow('item', 'begin', 'A');
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(/ITEM_HELD: A cannot begin: session one is working on it, since .*process lives/);
    expect(await two.json('item', 'begin', 'A')).toMatchObject({ ok: false, error: { code: 'ITEM_HELD' } });
    expect(await one.flow('item', 'begin', 'A')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('A is begun.'),
    });
    expect(itemOf(repo, 'A').lease).toMatchObject({ session: 'one', token: 1 });
    // What the other one asks for is not in its way.
    expect(await two.flow('item', 'begin', 'B')).toMatchObject({ status: 0 });
    expect((await two.flow('item')).stdout).toMatch(/running {2}A .*session one/);
  });

  test('is free as soon as its session is killed, and what that one says later counts for nothing', async () => {
    const repo = started();
    const [one, two] = [await session(repo, 'one'), await session(repo, 'two')];
    await one.flow('item', 'begin', 'A');
    await one.kill();
    expect(itemOf(repo, 'A')).toMatchObject({ state: 'ready' });
    expect(await two.json('item', 'begin', 'A')).toMatchObject({
      ok: true,
      data: { lease: { session: 'two', token: 2 } },
    });
    const back = await session(repo, 'one');
    const late = await back.flow('submit', 'complete', '--item', 'A');
    expect(late).toMatchObject({ status: 1, stderr: expect.stringMatching(/RESULT_LATE: session two has begun A/) });
    expect(await back.flow('item', 'open', 'A')).toMatchObject({ status: 1 });
    expect(openOf(repo, 'A')).toEqual(['build/work.submitted', 'build/work.command']);
    expect(itemOf(repo, 'A').lease).toMatchObject({ session: 'two' });
    // It is kept, as somebody else's.
    expect(repo.read('.git/flow/journal.jsonl')).toMatch(/"type":"foreign"/);
    expect(await two.flow('submit', 'complete', '--item', 'A')).toMatchObject({ status: 0 });
    expect(openOf(repo, 'A')).toEqual(['build/work.command']);
  });

  test('goes on with its session, when that is resumed in another process', async () => {
    const repo = started();
    const one = await session(repo, 'one');
    await one.flow('item', 'begin', 'A');
    await one.kill();
    const again = new Session(repo, 'one');
    sessions.push(again);
    await again.start('resume');
    expect(itemOf(repo, 'A')).toMatchObject({ state: 'running', lease: { session: 'one', token: 1, pid: again.pid } });
    const two = await session(repo, 'two');
    expect(await two.flow('item', 'begin', 'A')).toMatchObject({ status: 1 });
  });

  test('is given back by whoever has it, and taken from nobody who works', async () => {
    const repo = started();
    const [one, two] = [await session(repo, 'one'), await session(repo, 'two')];
    await one.flow('item', 'begin', 'A');
    const refused = await two.flow('item', 'open', 'A');
    expect(refused).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/ITEM_HELD: session one is working on A/),
    });
    expect(await one.flow('item', 'open', 'A')).toMatchObject({ status: 0 });
    expect(await two.flow('item', 'begin', 'A')).toMatchObject({ status: 0 });
  });

  test('begun by a driver is held by the child that it names, and freed by the end of that', async () => {
    const repo = started();
    const child = await session(repo, 'child');
    const begun = json(repo, ['item', 'begin', 'A', '--process', String(child.pid), '--session', 'child']);
    expect(begun).toMatchObject({ ok: true, data: { lease: { driver: true, pid: child.pid, session: 'child' } } });
    expect(await child.flow('submit', 'complete', '--item', 'A')).toMatchObject({ status: 0 });
    expect(json(repo, ['item', 'begin', 'B', '--process', '999999999'])).toMatchObject({
      ok: false,
      error: { code: 'PROCESS_UNKNOWN' },
    });
    await child.kill();
    expect(itemOf(repo, 'A')).toMatchObject({ state: 'ready' });
  });

  test('has one winner of eight that begin it at once', async () => {
    const repo = started();
    // No hook has told of these: each is known by its process alone.
    const all = [...'12345678'].map((id) => new Session(repo, id));
    sessions.push(...all);
    const answers = await Promise.all(all.map((one) => one.json('item', 'begin', 'A')));
    const winners = answers.filter(({ ok }) => ok);
    expect(answers.map(({ ok, error }) => (ok ? 'ok' : error?.code)).sort()).toEqual([
      ...Array(7).fill('ITEM_HELD'),
      'ok',
    ]);
    expect(answers.filter(({ error }) => error?.code === 'ITEM_HELD')).toHaveLength(7);
    expect(itemOf(repo, 'A').lease?.id).toBe((winners[0]!.data.lease as { id: string }).id);
  }, 180_000);
});

/** Runs what follows in a container of its own: with its own processes, on another boot, or where it sees those of another one. */
const CONTAINERS = {
  'with processes of its own': ['unshare', '--pid', '--mount-proc', '--fork', '--kill-child=SIGKILL'],
  'that sees the processes of another one': ['unshare', '--pid', '--fork', '--kill-child=SIGKILL'],
  'of another boot': [
    ...['unshare', '-m', 'sh', '-c'],
    'mount --bind "$0" /proc/sys/kernel/random/boot_id && exec "$@"',
  ],
} as const;

const CAN_CONTAIN =
  process.platform === 'linux' &&
  has('unshare', '--pid', '--mount-proc', '--fork', '--kill-child=SIGKILL', 'true') &&
  has('unshare', '-m', 'sh', '-c', 'mount --bind /dev/null /proc/sys/kernel/random/boot_id');

/** Sets the clock of what a session starts back, in milliseconds. */
function setBack(repo: TempRepo, milliseconds: number): string {
  const file = path.join(repo.area, 'clock.cjs');
  writeFileSync(file, `const { now } = Date;\nDate.now = () => now() - ${milliseconds};\n`);
  return file;
}

describe.skipIf(!CAN_CONTAIN)('F6 G10 an item that is begun in another container', () => {
  test.each(Object.entries(CONTAINERS))(
    'R32 stays with it until its time is over, whoever lives there: %s',
    async (_name, words) => {
      const repo = started();
      const boot = path.join(repo.area, 'boot');
      writeFileSync(boot, '00000000-0000-4000-8000-000000000000\n');
      const around = (words as readonly string[]).includes('-m') ? [...words, boot] : words;
      const contained = (environment: TempRepo['environment'] = repo.environment) => {
        const one = new Session({ ...repo, environment } as TempRepo, 'contained', repo.root, around);
        sessions.push(one);
        return one;
      };
      const [inside, here] = [contained(), await session(repo, 'here')];
      expect(await inside.start()).toMatchObject({ status: 0 });
      expect(await inside.json('item', 'begin', 'A')).toMatchObject({ ok: true });
      // Nobody here can see whether it lives: it holds, and holds on when it is gone.
      const refusal = { status: 1, stderr: expect.stringMatching(/ITEM_HELD: A cannot begin: .* until /) };
      expect(await here.flow('item', 'begin', 'A')).toMatchObject(refusal);
      expect((await here.flow('item', 'begin', 'A')).stderr).not.toContain('process lives');
      await inside.kill();
      expect(await here.flow('item', 'begin', 'A')).toMatchObject(refusal);
      expect(itemOf(repo, 'A')).toMatchObject({ state: 'running' });
      // What was begun there longer ago than a lease is given for is free, though nobody has seen its end.
      const clock = setBack(repo, 2 * 60 * 60_000);
      const before = contained({ ...repo.environment, NODE_OPTIONS: `--require=${clock}` });
      expect(await before.json('item', 'begin', 'B')).toMatchObject({ ok: true });
      expect(itemOf(repo, 'B')).toMatchObject({ state: 'ready' });
      expect(await here.json('item', 'begin', 'B')).toMatchObject({ ok: true, data: { lease: { token: 2 } } });
    },
  );
});

describe.skipIf(!STARTED)('F5 a work tree of an item', () => {
  test('finds its run by the item that is begun there, and speaks of that item alone', async () => {
    const repo = started();
    const [inA, inB] = [worktree(repo, 'A'), worktree(repo, 'B')];
    const [a, b] = [await session(repo, 'a', inA), await session(repo, 'b', inB)];
    expect(await a.flow('next')).toMatchObject({ status: 1, stderr: expect.stringContaining('NO_RUN') });
    expect(await a.json('item', 'begin', 'A')).toMatchObject({
      ok: true,
      data: { lease: { worktree: inA, apart: true } },
    });
    expect(await b.json('item', 'begin', 'B')).toMatchObject({
      ok: true,
      data: { lease: { worktree: inB, apart: true } },
    });
    // B's agent runs what A is asked for, too, on its own files; A's agent has touched nothing.
    expect(await b.flow('exec', '--', 'sh', 'verify.sh')).toMatchObject({ status: 0 });
    expect(await a.flow('submit', 'complete', '--item', 'A')).toMatchObject({ status: 0 });
    expect(openOf(repo, 'A')).toEqual(['build/work.command']);
    expect(openOf(repo, 'B')).toEqual(['build/work.submitted']);
    // Each is told of its own.
    expect((await a.json('next')).data).toMatchObject({ item: { id: 'A' } });
    expect((await b.json('next')).data).toMatchObject({ item: { id: 'B' }, ready: [], starts: [{ id: 'B' }] });
    expect((await b.json('explain')).data).toMatchObject({ items: [{ id: 'B', state: 'running' }] });
    expect((await b.flow('explain')).stdout).not.toMatch(/ of [AC]:/);
    expect((await b.json('status')).data).toMatchObject({ scopedTo: 'B', position: 'build/B/work' });
    // The item is where its own tree has it, seen from the run's.
    expect(await a.flow('exec', '--', 'sh', 'verify.sh')).toMatchObject({ status: 0 });
    expect(itemOf(repo, 'A').state).toBe('done');
    expect((await a.flow('next')).stdout).toBe(
      "A is done here. It goes on where it is landed, or in the run's own work tree.\n",
    );
    expect((await a.json('status')).data).toMatchObject({ waiting: 'outside', scopedTo: 'A' });
    expect(itemOf(repo, 'B')).toMatchObject({ state: 'running', lease: { session: 'b' } });
  });

  test('D56 its proofs of red are proofs of its item alone', async () => {
    const repo = repository({
      files: {
        'package.json': '{"name":"sums","type":"module","scripts":{"test":"node --test"}}',
        'flow.config.yaml': RED,
        'src/sums.js': 'export const one = 1;\n',
      },
    });
    expect(flow(repo, ['start', 'tasks'])).toMatchObject({ stderr: '', status: 0 });
    const tests = (name: string) => `{ tests: [{ name: ${name}, file: test/sums.test.js }] }`;
    const folder = 'develop/feature/login';
    repo.write(`${folder}/spec.md`, '# Spec\n\n## Must Do\n\n- do-1: Adds.\n- do-2: Adds more.\n');
    repo.write(`${folder}/test-shape.yaml`, `claims:\n  do-1: ${tests('adds')}\n  do-2: ${tests('doubles')}\n`);
    const claims = { a: 'do-1', b: 'do-2', c: 'do-2' };
    const tasks = TASKS.replace(/`([abc])\.txt`/g, (file, id: 'a') => `${file}\n  - Claims: ${claims[id]}`);
    repo.write(`${folder}/tasks.md`, tasks);
    repo.commit('tasks');
    const write = (root: string) => {
      mkdirSync(path.join(root, 'test'), { recursive: true });
      writeFileSync(
        path.join(root, 'test/sums.test.js'),
        "import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { one } from '../src/sums.js';\n\ntest('adds', () => assert.equal(one, 2));\ntest('doubles', () => assert.equal(one + one, 4));\n",
      );
    };
    const a = await session(repo, 'a', worktree(repo, 'A'));
    await a.flow('item', 'begin', 'A');
    write(a.folder);
    write(repo.root);
    expect(openOf(repo, 'B')).toContain('build/work.red');
    expect(await a.flow('prove-red')).toMatchObject({ status: 0 });
    expect(openOf(repo, 'A')).toEqual(['build/work.command']);
    expect(openOf(repo, 'B')).toContain('build/work.red');
    // In the run's own work tree it speaks of all.
    expect(flow(repo, ['prove-red'])).toMatchObject({ status: 0 });
    expect(openOf(repo, 'B')).toEqual(['build/work.command']);
  });

  test('says nothing of another item or of the run, and names where that is said', async () => {
    const repo = started();
    const a = await session(repo, 'a', worktree(repo, 'A'));
    await a.flow('item', 'begin', 'A');
    const other = await a.flow('submit', 'complete', '--item', 'B');
    expect(other).toMatchObject({ status: 1, stderr: expect.stringMatching(/WORKTREE_OF_ITEM: .* that of A/) });
    expect(other.stderr).toContain(`cd ${realpathSync(repo.root)} && `);
    expect(await a.flow('end', 'cancelled')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('WORKTREE_OF_ITEM'),
    });
    const taken = await a.flow('item', 'begin', 'B');
    expect(taken).toMatchObject({ status: 1, stderr: expect.stringMatching(/WORKTREE_TAKEN: .* that of A/) });
    // Once A is given back, the work tree may be another item's.
    expect(await a.flow('item', 'open', 'A')).toMatchObject({ status: 0 });
    expect(await a.flow('item', 'begin', 'B')).toMatchObject({ status: 0 });
    expect(itemOf(repo, 'B')).toMatchObject({ state: 'running' });
  });

  test('opens files to edits as its own phase says, whatever the phase of others is', async () => {
    const repo = started('', LOOKED_AT);
    const [inA, inB] = [worktree(repo, 'A'), worktree(repo, 'B')];
    const [a, b] = [await session(repo, 'a', inA), await session(repo, 'b', inB)];
    await a.flow('item', 'begin', 'A');
    await b.flow('item', 'begin', 'B');
    expect(await a.edit('src/a.ts', 'export const a = 1;\n')).toContain('EDIT_FORBIDDEN');
    expect(await a.edit('notes.md', 'Notes.\n')).toBeNull();
    expect(await a.flow('submit', 'looked', '--item', 'A')).toMatchObject({ status: 0 });
    expect(await a.edit('src/a.ts', 'export const a = 1;\n')).toBeNull();
    expect(await b.edit('src/b.ts', 'export const b = 1;\n')).toContain('EDIT_FORBIDDEN');
  });

  test('leads nobody once its holder is gone, and is taken up by whoever begins the item there', async () => {
    const repo = started();
    const a = await session(repo, 'a', worktree(repo, 'A'));
    await a.flow('item', 'begin', 'A');
    await a.kill();
    // Nobody works there any longer: nothing leads the work until somebody begins it again.
    const next = await session(repo, 'next', a.folder);
    const told = await next.flow('next');
    expect(told).toMatchObject({ status: 1, stderr: expect.stringMatching(/NO_RUN: nobody has A in this work tree/) });
    expect(told.stderr).toContain('flow item begin A');
    expect(await next.json('item', 'begin', 'A')).toMatchObject({
      ok: true,
      data: { lease: { token: 2, session: 'next' } },
    });
    expect((await next.json('next')).data).toMatchObject({ item: { id: 'A' } });
  });
});

describe.skipIf(!STARTED)('G3 an item of an isolated walk', () => {
  test('begins only in a work tree of its own, and the refusal names the command that makes one', async () => {
    const repo = started('            isolated: true\n');
    const one = await session(repo, 'one');
    const refused = await one.flow('item', 'begin', 'A');
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('WORKTREE_NEEDED') });
    expect(itemOf(repo, 'A')).toMatchObject({ state: 'ready' });
    const [, command = ''] = /(git worktree add .* && cd \S+ && )flow item begin A/.exec(refused.stderr) ?? [];
    expect(command).not.toBe('');
    const made = await one.run('sh', '-c', `${command}pwd`);
    expect(made).toMatchObject({ status: 0 });
    const folder = made.stdout.trim().split('\n').at(-1)!;
    expect(existsSync(path.join(folder, 'a.txt'))).toBe(true);
    one.folder = folder;
    expect(await one.json('item', 'begin', 'A')).toMatchObject({ ok: true, data: { lease: { apart: true } } });
    await one.run('git', '-C', repo.root, 'worktree', 'remove', '--force', folder);
  });

  test('does not begin in the shared tree by another name for it, nor in a copy that git does not list', async () => {
    const repo = started('            isolated: true\n');
    const link = path.join(repo.area, 'link');
    symlinkSync(repo.root, link);
    const inA = worktree(repo, 'A');
    const copy = path.join(repo.area, 'copy');
    const one = await session(repo, 'one', link);
    expect(await one.flow('item', 'begin', 'A')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('WORKTREE_NEEDED'),
    });
    await one.run('cp', '-r', inA, copy);
    one.folder = copy;
    expect((await one.flow('item', 'begin', 'A')).status).toBe(1);
    expect(itemOf(repo, 'A')).toMatchObject({ state: 'ready' });
    one.folder = inA;
    expect(await one.flow('item', 'begin', 'A')).toMatchObject({ status: 0 });
  });
});
