import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type TempRepository, tempRepository } from '../../test/temp-repository.js';
import {
  appendEvent,
  canonical,
  type JournalEntry,
  journalPath,
  keyPath,
  loadKey,
  readJournal,
  repositoryState,
} from '../index.js';
import { makeEntry } from './chain.js';
import { writeJournalHead } from './head.js';
import { withLock } from './lock.js';
import { spoolEvent } from './spool.js';

const RUN = {
  receipt: 'r',
  digest: 'd',
  suite: 's',
  outcome: 'passed',
  selection: 'whole',
  treeAfter: null,
  settled: true,
};

function journalOf(count: number): TempRepository & { path: string; add(name: string): void; codes(): string[] } {
  const repo = tempRepository();
  const add = (name: string) => {
    appendEvent(repo.repository, { type: 'mark', data: { name } }, repo.env);
  };
  for (let n = 1; n <= count; n += 1) add(`e${n}`);
  const codes = () => readJournal(repo.repository, repo.env).damage.map(({ code }) => code);
  return { ...repo, path: journalPath(repo.repository), add, codes };
}

function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8').split('\n').slice(0, -1);
}

function put(path: string, lines: readonly string[]): void {
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
}

test('entries are numbered, linked, and come back as they were written', () => {
  const repo = journalOf(0);
  appendEvent(repo.repository, { type: 'run', data: RUN, time: 1000 }, repo.env);
  appendEvent(repo.repository, { type: 'later-version', data: { deep: [{ ü: null }] } }, repo.env);
  const { events, damage, foreign } = readJournal(repo.repository, repo.env);
  expect({ damage, foreign }).toEqual({ damage: [], foreign: 0 });
  expect(events[0]).toMatchObject({ n: 1, time: 1000, type: 'run', data: RUN, prev: '0'.repeat(64) });
  expect(events[1]).toMatchObject({
    n: 2,
    type: 'later-version',
    data: { deep: [{ ü: null }] },
    prev: events[0]!.hash,
  });
});

test('R35 claims stand in the order of the chain, whatever time they were made with, and wait in no spool', () => {
  const repo = tempRepository();
  const claim = { type: 'run', isClaim: true } as const;
  for (const [receipt, time] of [
    ['first', 2],
    ['second', 1],
  ] as const)
    appendEvent(repo.repository, { ...claim, time, data: { ...RUN, receipt } }, repo.env);
  expect(readJournal(repo.repository, repo.env).events.map(({ data }) => data.receipt)).toEqual(['first', 'second']);
  const held = withLock(join(repo.repository.evidence, 'journal.lock'), 1000, () => {
    expect(() => appendEvent(repo.repository, { ...claim, data: RUN }, repo.env)).toThrow(/Another process keeps/);
    // What is no claim is kept for later.
    expect(appendEvent(repo.repository, { type: 'run', data: RUN }, repo.env)).toMatchObject({ kind: 'spooled' });
  });
  expect(held.ok).toBe(true);
});

test('nothing yet is no damage', () => {
  const repo = journalOf(0);
  expect(readJournal(repo.repository, repo.env)).toEqual({ events: [], foreign: 0, damage: [] });
});

describe('every change by other hands is noticed', () => {
  test('of one byte; of a signature that the head makes needless, too, where nothing else is read from it', () => {
    const repo = journalOf(5);
    const original = readFileSync(repo.path);
    const told = () => readJournal(repo.repository, repo.env).events.map(({ mac: _, ...rest }) => rest);
    const before = told();
    fc.assert(
      fc.property(fc.nat(original.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const bytes = Buffer.from(original);
        bytes[at]! ^= change;
        writeFileSync(repo.path, bytes);
        if (repo.codes().length === 0) expect(told()).toEqual(before);
      }),
      { numRuns: 400 },
    );
  });

  test('deleted, swapped, doubled and cut off lines', () => {
    const repo = journalOf(6);
    const lines = linesOf(repo.path);
    const at = fc.nat(lines.length - 1);
    fc.assert(
      fc.property(at, at, fc.constantFrom('delete', 'swap', 'double', 'cut', 'move'), (a, b, how) => {
        const changed = [...lines];
        if (how === 'delete') changed.splice(a, 1);
        else if (how === 'cut') changed.length = a;
        else if (how === 'double') changed.splice(b, 0, lines[a]!);
        else if (how === 'swap') [changed[a], changed[b]] = [changed[b]!, changed[a]!];
        else changed.splice(b, 0, ...changed.splice(a, 1));
        fc.pre(changed.join() !== lines.join());
        put(repo.path, changed);
        const { events, damage } = readJournal(repo.repository, repo.env);
        expect(damage).not.toEqual([]);
        expect(new Set(events.map(({ n }) => n)).size).toBe(events.length);
      }),
    );
  });

  test('and stays noticed when more is written after it', () => {
    const repo = journalOf(4);
    put(repo.path, linesOf(repo.path).slice(0, 2));
    expect(repo.codes()).toEqual(['rolled-back']);
    expect(readJournal(repo.repository, repo.env).damage).toMatchObject([{ line: 3 }]);
    repo.add('after');
    expect(readJournal(repo.repository, repo.env).damage).toMatchObject([{ code: 'broken-chain', line: 3 }]);
    rmSync(repo.path);
    repo.add('again');
    expect(readJournal(repo.repository, repo.env).damage).toMatchObject([{ code: 'broken-chain', line: 1 }]);
  });

  test.each([
    { left: 4, line: 5, detail: 'Entry 5 existed and is gone' },
    { left: 2, line: 3, detail: 'Entries 3 to 5 existed and are gone' },
    { left: 0, line: 1, detail: 'Entries 1 to 5 existed and are gone' },
  ])('E6: whole lines cut off at the end are told by their number, line $line', ({ left, line, detail }) => {
    const repo = journalOf(5);
    put(repo.path, linesOf(repo.path).slice(0, left));
    expect(readJournal(repo.repository, repo.env).damage).toEqual([{ code: 'rolled-back', line, detail }]);
  });

  test('also where entries of another key took the place of what is gone', () => {
    const repo = journalOf(3);
    put(repo.path, linesOf(repo.path).slice(0, 2));
    const other = { ...repo.env, XDG_STATE_HOME: join(repo.area, 'other') };
    appendEvent(repo.repository, { type: 'mark', data: { name: 'theirs' } }, other);
    expect(readJournal(repo.repository, repo.env)).toMatchObject({ foreign: 1, damage: [{ code: 'rolled-back' }] });
  });

  test('what waited in another repository does not count', () => {
    const [from, to] = [journalOf(1), journalOf(1)];
    const name = spoolEvent(from.repository, loadKey(from.env), { time: 1, type: 'mark', data: { name: 'x' } });
    mkdirSync(join(to.repository.evidence, 'spool'));
    copyFileSync(join(from.repository.evidence, 'spool', name), join(to.repository.evidence, 'spool', name));
    // To this user both repositories belong.
    appendEvent(to.repository, { type: 'mark', data: { name: 'mine' } }, from.env);
    const { events, damage } = readJournal(to.repository, from.env);
    expect(events.map(({ data }) => data.name)).toEqual(['mine']);
    expect(damage.map(({ code }) => code)).toContain('bad-mac');
  });

  test('a forged record of the last entry, also after the next one was written', () => {
    const repo = journalOf(3);
    const lines = linesOf(repo.path).slice(0, 2);
    put(repo.path, lines);
    const last = JSON.parse(lines[1]!) as JournalEntry;
    const head = { n: 2, hash: last.hash, bytes: readFileSync(repo.path).length, mac: 'made up' };
    writeFileSync(join(repositoryState(repo.repository, repo.env), 'journal-head.json'), JSON.stringify(head));
    expect(repo.codes()).toEqual(['bad-mac']);
    repo.add('next');
    expect(repo.codes()).toEqual(['broken-chain']);
  });

  test('an entry that only looks right counts for nothing', () => {
    const repo = journalOf(1);
    const [line] = linesOf(repo.path);
    const entry = JSON.parse(line!) as JournalEntry;
    put(repo.path, [line!, JSON.stringify({ ...entry, n: 2, type: 'run', data: RUN, prev: entry.hash })]);
    const journal = readJournal(repo.repository, repo.env);
    expect(journal.events.map(({ n }) => n)).toEqual([1]);
    expect(journal.damage.map(({ code }) => code)).toEqual(['broken-chain']);
  });
});

test('a torn tail is told, set aside by the next writer, and costs no other event', () => {
  const repo = journalOf(3);
  const whole = readFileSync(repo.path);
  const line = linesOf(repo.path)[2]!;
  let count = 3;
  fc.assert(
    fc.property(fc.integer({ min: 1, max: line.length }), (length) => {
      const before = readFileSync(repo.path);
      writeFileSync(repo.path, Buffer.concat([before, Buffer.from(line.slice(0, length))]));
      expect(repo.codes()).toEqual(['torn-tail']);
      repo.add('after');
      count += 1;
      const journal = readJournal(repo.repository, repo.env);
      expect(journal.damage).toEqual([]);
      expect(journal.events).toHaveLength(count);
      const aside = readdirSync(repo.repository.evidence).filter((name) => name.startsWith('journal.torn-'));
      expect(readFileSync(join(repo.repository.evidence, aside[0]!), 'utf8')).toBe(line.slice(0, length));
      for (const name of aside) rmSync(join(repo.repository.evidence, name));
    }),
    { numRuns: 40 },
  );
  expect(readFileSync(repo.path).subarray(0, whole.length)).toEqual(whole);
});

test('a crash between journal and head is no damage', () => {
  const repo = journalOf(2);
  const head = join(repositoryState(repo.repository, repo.env), 'journal-head.json');
  const old = readFileSync(head);
  repo.add('head not written');
  writeFileSync(head, old);
  expect(repo.codes()).toEqual([]);
  repo.add('next');
  expect(readJournal(repo.repository, repo.env).events.map(({ n }) => n)).toEqual([1, 2, 3, 4]);
  expect(repo.codes()).toEqual([]);
});

test('a crash of the very first writer is no damage, wherever it was', () => {
  const repo = journalOf(1);
  const head = join(repositoryState(repo.repository, repo.env), 'journal-head.json');
  const whole = readFileSync(repo.path);
  const key = loadKey(repo.env);
  const first = { n: 0, hash: '0'.repeat(64), bytes: 0, lines: 0, dueLines: 9, dueBytes: 9 };
  writeJournalHead(repo.repository, key, first, repo.env);
  expect(repo.codes()).toEqual([]);
  writeFileSync(repo.path, whole.subarray(0, 30));
  expect(repo.codes()).toEqual(['torn-tail']);
  rmSync(repo.path);
  expect(repo.codes()).toEqual([]);
  rmSync(head);
  repo.add('again');
  expect(readJournal(repo.repository, repo.env)).toMatchObject({ events: [{ n: 1 }], damage: [] });
});

test('a spooled event that was taken in is not taken in again when its file comes back', () => {
  const repo = journalOf(1);
  const lock = join(repo.repository.evidence, 'journal.lock');
  const spool = join(repo.repository.evidence, 'spool');
  writeFileSync(
    lock,
    JSON.stringify({ token: 't', pid: process.pid, host: 'elsewhere', start: null, time: Date.now() }),
  );
  repo.add('spooled');
  rmSync(lock);
  const [name] = readdirSync(spool);
  const file = readFileSync(join(spool, name!));
  const head = join(repositoryState(repo.repository, repo.env), 'journal-head.json');
  const old = readFileSync(head);
  repo.add('taker, killed before it removed the file and wrote the head');
  writeFileSync(join(spool, name!), file);
  writeFileSync(head, old);
  expect(readJournal(repo.repository, repo.env).events).toHaveLength(3);
  repo.add('next');
  expect(readJournal(repo.repository, repo.env).events.map(({ n }) => n)).toEqual([1, 2, 3, 4]);
  expect(readdirSync(spool)).toEqual([]);
});

test('entries of another key are foreign and no damage; the chain goes on', () => {
  const repo = journalOf(2);
  const other = { ...repo.env, XDG_STATE_HOME: join(repo.area, 'other') };
  appendEvent(repo.repository, { type: 'mark', data: { name: 'theirs' } }, other);
  repo.add('ours');
  expect(readJournal(repo.repository, repo.env)).toMatchObject({ foreign: 1, damage: [] });
  expect(readJournal(repo.repository, repo.env).events.map(({ n }) => n)).toEqual([1, 2, 4]);
  expect(readJournal(repo.repository, other)).toMatchObject({ foreign: 3, damage: [] });
  expect(readJournal(repo.repository, { HOME: join(repo.area, 'nobody') })).toMatchObject({ events: [], foreign: 4 });
});

test('events that lack what their type needs do not count', () => {
  const repo = journalOf(1);
  const key = loadKey(repo.env);
  const { n, hash } = JSON.parse(linesOf(repo.path)[0]!) as JournalEntry;
  const run = makeEntry(key, { n, hash }, { time: 1, type: 'run', data: { ...RUN, settled: 'yes' } });
  const breach = makeEntry(key, run, { time: 1, type: 'breach', data: { paths: 'x', evidence: true } });
  writeFileSync(repo.path, `${canonical(run)}\n${canonical(breach)}\n`, { flag: 'a' });
  expect(readJournal(repo.repository, repo.env).events).toHaveLength(1);
  expect(repo.codes()).toEqual(['unparsable', 'unparsable']);
  spoolEvent(repo.repository, key, { time: 1, type: 'run', data: { ...RUN, settled: 'yes' } });
  expect(readJournal(repo.repository, repo.env).events).toHaveLength(1);
  expect(repo.codes()).toEqual(['unparsable', 'unparsable', 'unparsable']);
});

describe('reading never throws', () => {
  test.each<{ name: string; spoil: (path: string) => void; code: string }>([
    { name: 'a folder', spoil: (path) => mkdirSync(path), code: 'unreadable' },
    { name: 'a link', spoil: (path) => symlinkSync('/etc/hostname', path), code: 'symlink' },
    {
      name: 'a huge file',
      spoil: (path) => {
        writeFileSync(path, '');
        truncateSync(path, 2 ** 32);
      },
      code: 'too-large',
    },
    {
      name: 'binary junk',
      spoil: (path) => writeFileSync(path, Buffer.from([0, 255, 10, 128, 10])),
      code: 'unparsable',
    },
    { name: 'deep nesting', spoil: (path) => writeFileSync(path, `${'['.repeat(200_000)}\n`), code: 'unparsable' },
    { name: 'an array', spoil: (path) => writeFileSync(path, '[]\nnull\n1\n"x"\n'), code: 'unparsable' },
  ])('$name in place of the journal', ({ spoil, code }) => {
    const repo = journalOf(1);
    rmSync(repo.path);
    spoil(repo.path);
    expect(repo.codes()).toContain(code);
    expect(readJournal(repo.repository, repo.env).events).toEqual([]);
  });

  test('an entry nested beyond the stack is damage', () => {
    const repo = journalOf(1);
    const line = linesOf(repo.path)[0]!.replace('"name":"e1"', `"name":${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    put(repo.path, [line]);
    expect(repo.codes().length).toBeGreaterThan(0);
  });

  test.each(['journal-head.json'])('junk in %s', (name) => {
    const repo = journalOf(1);
    writeFileSync(join(repositoryState(repo.repository, repo.env), name), '{"__proto__":{"n":1},');
    expect(repo.codes()).toEqual(['bad-mac']);
    rmSync(repo.path);
    expect(repo.codes()).toEqual(['bad-mac']);
  });

  test('junk in the spool', () => {
    const repo = journalOf(1);
    const spool = join(repo.repository.evidence, 'spool');
    mkdirSync(join(spool, 'folder.json'), { recursive: true });
    writeFileSync(join(spool, 'a.json'), 'x');
    writeFileSync(join(spool, 'b.json'), JSON.stringify({ time: 1, type: 'run', data: RUN, key: 'other', mac: '' }));
    expect(readJournal(repo.repository, repo.env)).toMatchObject({
      foreign: 1,
      damage: [{ detail: 'Waiting event a.json' }, {}],
    });
    repo.add('e2');
    expect(readJournal(repo.repository, repo.env).events).toHaveLength(2);
  });
});

describe('what cannot be written is an error with a code and a hint', () => {
  test.each<{ name: string; spoil: (repo: TempRepository) => void; code: string }>([
    {
      name: 'evidence folder is a file',
      spoil: (repo) => writeFileSync(repo.repository.evidence, ''),
      code: 'NOT_WRITABLE',
    },
    {
      name: 'evidence folder is a link',
      spoil: (repo) => symlinkSync('/tmp', repo.repository.evidence),
      code: 'UNSAFE_PATH',
    },
    {
      name: 'journal is a folder',
      spoil: (repo) => mkdirSync(journalPath(repo.repository), { recursive: true }),
      code: 'NOT_WRITABLE',
    },
    {
      name: 'key is no key',
      spoil: (repo) => {
        mkdirSync(dirname(keyPath(repo.env)), { recursive: true });
        writeFileSync(keyPath(repo.env), 'short');
      },
      code: 'KEY_BROKEN',
    },
  ])('$name', ({ spoil, code }) => {
    const repo = tempRepository();
    spoil(repo);
    expect(() => appendEvent(repo.repository, { type: 'mark', data: {} }, repo.env)).toThrow(
      expect.objectContaining({ code, hint: expect.stringMatching(/\w/) }),
    );
  });

  test('an event that is too large', () => {
    const repo = tempRepository();
    const data = { text: 'x'.repeat(70_000) };
    expect(() => appendEvent(repo.repository, { type: 'mark', data }, repo.env)).toThrow(
      expect.objectContaining({ code: 'TOO_LARGE' }),
    );
  });
});
