import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Running, startWriter } from '../../test/processes.js';
import { type TempRepository, tempRepository } from '../../test/temp-repository.js';
import type { WriterTask } from '../../test/writer.js';
import { appendEvent, eventsOf, readJournal, readReceipt, stateFolder } from '../index.js';
import type { Limits } from './compaction.js';

/** `FLOW_CRASH_ROUNDS=100` repeats what is killed at random, by hand: each round takes some seconds. */
const ROUNDS = Number(process.env.FLOW_CRASH_ROUNDS ?? 1);
const TIME = { timeout: 60_000 + 10_000 * ROUNDS };
const POSIX = process.platform !== 'win32';

const add = (repo: TempRepository, name: string) =>
  appendEvent(repo.repository, { type: 'mark', data: { name } }, repo.env);

/** Names of all marks in the journal, which has to be whole. */
function marks(repo: TempRepository): string[] {
  const { events, damage, foreign } = readJournal(repo.repository, repo.env);
  expect({ damage, foreign }).toEqual({ damage: [], foreign: 0 });
  return events.filter(({ type }) => type === 'mark').map((event) => String(event.data.name));
}

/** Nothing acknowledged is missing, nothing is there twice, and the next writer finds everything in order. */
function expectAll(repo: TempRepository, acknowledged: readonly string[]): void {
  add(repo, 'last');
  const found = marks(repo);
  const present = new Set(found);
  expect(found).toHaveLength(present.size);
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(acknowledged.filter((name) => !present.has(name))).toEqual([]);
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function killAfter(writer: Running, milliseconds: number): Promise<string[]> {
  await wait(milliseconds);
  writer.child.kill('SIGKILL');
  return (await writer.ended).lines.filter((line) => line !== 'ready');
}

/** So many writers each worker kills at least: on a slow machine the time is over before there is anything to look at. */
const KILLED = 3;

/** Several workers that each start a writer, kill it at a random moment after its first event, and start the next. */
async function killAgainAndAgain(
  repo: TempRepository,
  tasks: readonly Partial<WriterTask>[],
  milliseconds: number,
): Promise<string[]> {
  const end = Date.now() + milliseconds * ROUNDS;
  const work = async (task: Partial<WriterTask>, at: number) => {
    const acknowledged: string[] = [];
    for (let round = 0; round < KILLED || Date.now() < end; round += 1) {
      const writer = startWriter(repo, `w${at}.${round}`, 5000, task);
      const began = new Promise((resolve) => writer.child.stdout!.once('data', resolve));
      await Promise.race([began, writer.ended]);
      acknowledged.push(...(await killAfter(writer, Math.random() * 60)));
      // On a slow machine a lock may be waited for in vain: said so, and nothing else has gone wrong.
      expect((await writer.ended).errors.replace('BUSY', '')).toBe('');
    }
    return acknowledged;
  };
  return (await Promise.all(tasks.map(work))).flat();
}

describe.runIf(POSIX)('processes that are killed', () => {
  test.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    '64 at once, each at a random moment, lose no acknowledged event and corrupt nothing (%d)',
    async () => {
      const repo = tempRepository();
      const gate = join(repo.area, 'go');
      await startWriter(repo, 'first', 1).ended;
      execFileSync('mkfifo', [gate]);
      const writers = Array.from({ length: 64 }, (_, at) => startWriter(repo, `w${at}`, 5000, { gate }));
      await Promise.all(writers.map(({ child }) => new Promise((resolve) => child.stdout!.once('data', resolve))));
      const handle = await open(gate, 'w');
      const lines = await Promise.all(writers.map((writer) => killAfter(writer, 50 + Math.random() * 2500)));
      await handle.close();
      expectAll(repo, lines.flat());
    },
  );

  test('while the journal is compacted', TIME, async () => {
    const repo = tempRepository();
    const limits: Limits = { lines: 12, bytes: 1e9, keptLines: 4, keptBytes: 1e9 };
    expectAll(repo, await killAgainAndAgain(repo, [{ limits }, { limits }, { limits }], 3000));
    const left = readdirSync(repo.repository.evidence).filter((name) => !name.startsWith('.tmp-'));
    expect(left.filter((name) => name.startsWith('journal.jsonl'))).toEqual(['journal.jsonl']);
  });

  test('while receipts are written: each file belongs to a run on record, each run has its receipt', TIME, async () => {
    const repo = tempRepository();
    const { repository, env } = repo;
    const tasks = [{ receipts: true }, { receipts: true }, { receipts: true }];
    const acknowledged = await killAgainAndAgain(repo, tasks, 2000);
    const { events, damage } = readJournal(repository, env);
    expect(damage.filter(({ code }) => code !== 'torn-tail')).toEqual([]);
    const runs = new Map(eventsOf(events, 'run').map(({ data }) => [data.receipt, data.digest]));
    expect(acknowledged.filter((id) => !runs.has(id))).toEqual([]);
    const names = readdirSync(join(repository.evidence, 'receipts')).filter((name) => !name.startsWith('.'));
    expect(names.filter((name) => !runs.has(name.slice(0, -5)))).toEqual([]);
    // Older ones are swept.
    const newest = [...runs].slice(-200);
    expect(newest.length).toBeGreaterThan(5);
    for (const [id, digest] of newest) expect(readReceipt(repository, id, digest, env).kind, id).toBe('ok');
  });

  test('while the key changes', TIME, async () => {
    const repo = tempRepository();
    const tasks = [{ rotateEvery: 3 }, { rotateEvery: 7 }, {}];
    expectAll(repo, await killAgainAndAgain(repo, tasks, 3000));
    const keys = readdirSync(join(stateFolder(repo.env), 'keys'));
    // How many depends on the machine; one more than at the start shows that it changed.
    expect(keys.length).toBeGreaterThan(1);
    expect(readJournal(repo.repository, repo.env).events.some(({ type }) => type === 'key')).toBe(true);
  });
});

const mount = (folder: string, options: string) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'flow-test', folder]).status === 0;

/** Whether this user may make file systems: root outside of most containers. */
const CAN_MOUNT = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'flow-mount-'));
  const mounted = mount(folder, 'size=64k');
  if (mounted) spawnSync('umount', ['-l', folder]);
  rmSync(folder, { recursive: true });
  return mounted;
})();

/** A file system of its own in the folder's place, until the test ends. */
function mountSmall(folder: string, size: string): void {
  mkdirSync(folder, { recursive: true });
  expect(mount(folder, `size=${size},mode=700`)).toBe(true);
  onTestFinished(() => void spawnSync('umount', ['-l', folder]));
}

const remount = (folder: string, option: string) => execFileSync('mount', ['-o', `remount,${option}`, folder]);

/** Appends until it cannot. */
function fill(repo: TempRepository): { acknowledged: string[]; error: unknown } {
  const acknowledged: string[] = [];
  try {
    for (let at = 0; at < 10_000; at += 1) {
      add(repo, `f${at}${'x'.repeat(500)}`);
      acknowledged.push(`f${at}${'x'.repeat(500)}`);
    }
  } catch (error) {
    return { acknowledged, error };
  }
  return { acknowledged, error: undefined };
}

describe('a disk that does not take it', () => {
  test.runIf(CAN_MOUNT).each([
    { name: 'of the repository', folder: (repo: TempRepository) => repo.repository.evidence },
    { name: 'of the state folder', folder: (repo: TempRepository) => stateFolder(repo.env) },
  ])('that is full, $name: said so, no acknowledged event lost, and it goes on when there is room', (where) => {
    const repo = tempRepository();
    const folder = where.folder(repo);
    mountSmall(folder, '64k');
    if (folder === stateFolder(repo.env)) {
      add(repo, 'first');
      spawnSync('dd', ['if=/dev/zero', `of=${join(folder, 'ballast')}`, 'bs=1k']);
    }
    const { acknowledged, error } = fill(repo);
    expect(error).toMatchObject({ code: 'DISK_FULL', hint: expect.stringContaining('space') });
    const found = new Set(marks(repo));
    expect(acknowledged.filter((name) => !found.has(name))).toEqual([]);
    remount(folder, 'size=4m');
    expectAll(repo, ['last', ...acknowledged]);
  });

  test('E6: a lock that could not be written is not left behind, so the next event waits for nobody', async () => {
    const repo = tempRepository();
    add(repo, 'first');
    const { errors, code } = await startWriter(repo, 'refused', 1, { blocks: 0 }).ended;
    expect({ errors, code }).not.toMatchObject({ code: 0 });
    expect(existsSync(join(repo.repository.evidence, 'journal.lock'))).toBe(false);
    const next = appendEvent(repo.repository, { type: 'mark', data: { name: 'next' } }, repo.env);
    expect(next.kind).toBe('appended');
    expectAll(repo, ['first', 'next']);
  });

  test.runIf(CAN_MOUNT)('that is read-only: said so, and what is there can be read', () => {
    const repo = tempRepository();
    mountSmall(repo.repository.evidence, '1m');
    add(repo, 'before');
    remount(repo.repository.evidence, 'ro');
    expect(() => add(repo, 'after')).toThrow(expect.objectContaining({ code: 'READ_ONLY' }));
    expect(marks(repo)).toEqual(['before']);
  });

  // Root may write everywhere: there is no such folder then, and nothing that could be tested.
  if (POSIX && process.getuid?.() !== 0) {
    test('a folder that this user may not write: said so', () => {
      const repo = tempRepository();
      add(repo, 'before');
      chmodSync(repo.repository.evidence, 0o500);
      onTestFinished(() => chmodSync(repo.repository.evidence, 0o700));
      expect(() => add(repo, 'after')).toThrow(expect.objectContaining({ code: 'NOT_WRITABLE' }));
      expect(marks(repo)).toEqual(['before']);
    });
  }

  test('a state folder that is a file: said so', () => {
    const repo = tempRepository();
    mkdirSync(join(stateFolder(repo.env), '..'), { recursive: true });
    writeFileSync(stateFolder(repo.env), '');
    expect(() => add(repo, 'x')).toThrow(expect.objectContaining({ code: 'NOT_WRITABLE' }));
    expect(readJournal(repo.repository, repo.env)).toEqual({ events: [], foreign: 0, damage: [] });
  });

  test.runIf(POSIX)('a limit on the size of files, while the journal is compacted and the key changes', async () => {
    const repo = tempRepository();
    const limits: Limits = { lines: 6, bytes: 1e9, keptLines: 2, keptBytes: 1e9 };
    const { lines, errors } = await startWriter(repo, 'full', 1000, { blocks: 12, limits, rotateEvery: 10 }).ended;
    expect(errors).toBe('DISK_FULL');
    expectAll(repo, lines);
  });
});
