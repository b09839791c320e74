import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startMaker, startWriter } from '../../test/processes.js';
import { type TempRepository, tempRepository } from '../../test/temp-repository.js';
import { appendEvent, loadKey, type Repository, readJournal, rotateKey, withLock } from '../index.js';

function names(repo: TempRepository): string[] {
  const { events, damage, foreign } = readJournal(repo.repository, repo.env);
  expect({ damage, foreign }).toEqual({ damage: [], foreign: 0 });
  return events.map((event) => String(event.data.name));
}

test('16 processes with 20 events each lose none, write none twice and keep the order of each', async () => {
  const repo = tempRepository();
  const writers = Array.from({ length: 16 }, (_, at) => startWriter(repo, `w${at}`, 20));
  const results = await Promise.all(writers.map((writer) => writer.ended));
  expect(results.map(({ code, errors }) => ({ code, errors }))).toEqual(writers.map(() => ({ code: 0, errors: '' })));
  const found = names(repo);
  expect(found).toHaveLength(320);
  expect([...found].sort()).toEqual(results.flatMap(({ lines }) => lines).sort());
  const numbers = (at: number) =>
    found.filter((name) => name.startsWith(`w${at}-`)).map((name) => Number(name.split('-')[1]));
  for (const at of writers.keys()) expect(numbers(at)).toEqual(Array.from({ length: 20 }, (_, n) => n));
  expect(readdirSync(repo.repository.evidence)).not.toContain('journal.lock');
});

test('who cannot get the lock leaves the event in the spool; it counts at once, and once', () => {
  const repo = tempRepository();
  const append = (name: string) => appendEvent(repo.repository, { type: 'mark', data: { name } }, repo.env);
  const spool = join(repo.repository.evidence, 'spool');
  expect(append('first')).toEqual({ kind: 'appended', n: 1 });
  withLock(join(repo.repository.evidence, 'journal.lock'), 0, () => {
    expect(append('waited')).toMatchObject({ kind: 'spooled' });
    expect(names(repo)).toEqual(['first', 'waited']);
    const [name] = readdirSync(spool);
    copyFileSync(join(spool, name!), join(spool, `9${name}`));
    expect(readJournal(repo.repository, repo.env)).toMatchObject({ events: [{}, {}], damage: [{ code: 'bad-mac' }] });
    rmSync(join(spool, `9${name}`));
  });
  expect(append('next')).toEqual({ kind: 'appended', n: 3 });
  expect(names(repo)).toEqual(['first', 'waited', 'next']);
  expect(readdirSync(spool)).toEqual([]);
});

test('processes that make the same folders at once do not stop each other', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flow-folders-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const makers = Array.from({ length: 4 }, () => startMaker(folder, 600));
  writeFileSync(join(folder, 'go'), '');
  for (const { ended } of makers) expect(await ended).toMatchObject({ errors: '', code: 0 });
});

/** The repository for a reader during whose look at one of its folders something else happens, once. */
function meanwhile(repository: Repository, folder: 'evidence' | 'commonDir', happens: () => void): Repository {
  let left = 1;
  const look = () => {
    if (left-- > 0) happens();
    return repository[folder];
  };
  return Object.defineProperty({ ...repository }, folder, { get: look });
}

test('what is written while the journal is read is no damage', () => {
  const { repository, env } = tempRepository();
  const add = (name: string) => appendEvent(repository, { type: 'mark', data: { name } }, env);
  const read = (folder: 'evidence' | 'commonDir', happens: () => void) => {
    const { events, ...rest } = readJournal(meanwhile(repository, folder, happens), env);
    return { ...rest, names: events.flatMap(({ data }) => data.name ?? []) };
  };
  loadKey(env);
  const whole = { damage: [], foreign: 0 };
  expect(read('evidence', () => void add('first'))).toEqual({ ...whole, names: ['first'] });
  expect(read('commonDir', () => void rotateKey(repository, env))).toEqual({ ...whole, names: ['first'] });
  expect(read('evidence', () => void add('second'))).toEqual({ ...whole, names: ['first', 'second'] });
});

test.skipIf(process.platform === 'win32')(
  'a disk that fills up mid-write leaves whole lines only, and says so',
  async () => {
    const repo = tempRepository();
    const { lines: acknowledged, errors } = await startWriter(repo, 'full', 1000, { blocks: 8 }).ended;
    expect(errors).toBe('DISK_FULL');
    expect(acknowledged.length).toBeGreaterThan(2);
    expect(names(repo)).toEqual(acknowledged);
  },
);
