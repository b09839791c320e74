import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { judgeSuite, type Receipt, type RunFact } from '@flow/core';
import { readEvidence } from '@flow/engine/facts/evidence';
import { damageHere, SEEN, unreportedDamage } from '@flow/engine/facts/evidence-check';
import {
  appendEvent,
  canonical,
  findRepository,
  type JournalEntry,
  journalPath,
  keyId,
  keyPath,
  loadKey,
  lookAt,
  peekPending,
  putPending,
  type Repository,
  readJournal,
  readReceipt,
  repositoryState,
  rotateKey,
  sha256,
  sign,
  withLock,
  writeReceipt,
  writeSeal,
} from '@flow/evidence';
import { type TempRepo, tempRepo } from '@flow/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cli } from './kit.js';

/** The content in question, and another. */
const HERE = 'a'.repeat(40);
const ELSEWHERE = 'b'.repeat(40);
const MINUTE = 60_000;
const began = Date.now() - 60 * MINUTE;

let repo: TempRepo;
let other: TempRepo;
let repository: Repository;
let clone: Repository;
let environment: NodeJS.ProcessEnv;
const saved = { state: process.env.XDG_STATE_HOME };

function receiptOf(id: string, treeAfter: string, outcome: 'passed' | 'failed', minute: number): Receipt {
  return {
    version: 1,
    id,
    kind: 'test',
    suite: 'go:.',
    command: 'go test ./...',
    directory: '.',
    exitCode: outcome === 'passed' ? 0 : 1,
    treeBefore: treeAfter,
    treeAfter,
    untracked: [],
    head: null,
    branch: 'main',
    time: began + minute * MINUTE,
    durationMs: 1,
    selection: { kind: 'whole' },
    result: {
      runner: 'go',
      outcome,
      complete: true,
      reasons: [],
      counts: { passed: 1, failed: outcome === 'passed' ? 0 : 1, skipped: 0, errors: 0 },
      tests: { TestA: outcome === 'passed' ? 'passed' : 'failed' },
      testsCut: 0,
      greenUnits: outcome === 'passed' ? ['.'] : [],
      failing: outcome === 'passed' ? [] : ['TestA'],
    },
    tail: '',
    seen: 'hook',
    session: null,
    agent: null,
  };
}

/** Evidence that says red here, after a green run elsewhere; another clone of the same user says green here. */
beforeAll(() => {
  repo = tempRepo();
  other = tempRepo({ name: 'other' });
  process.env.XDG_STATE_HOME = path.join(repo.area, 'state');
  environment = { ...repo.environment, XDG_STATE_HOME: process.env.XDG_STATE_HOME };
  repository = findRepository(repo.root)!;
  clone = findRepository(other.root)!;
  writeReceipt(repository, receiptOf('old', ELSEWHERE, 'passed', 0));
  appendEvent(repository, { type: 'session', data: {}, time: began + MINUTE });
  writeReceipt(repository, receiptOf('red', HERE, 'failed', 2));
  appendEvent(repository, { type: 'session', data: {}, time: began + 3 * MINUTE });
  writeReceipt(clone, receiptOf('theirs', HERE, 'passed', 4));
  for (const [name, from] of places()) cpSync(from, path.join(repo.area, 'saved', name), { recursive: true });
});

function places(): [name: string, folder: string][] {
  return [
    ['evidence', repository.evidence],
    ['clone', clone.evidence],
    ['state', process.env.XDG_STATE_HOME!],
  ];
}

beforeEach(() => {
  for (const [name, folder] of places()) {
    rmSync(folder, { recursive: true, force: true });
    cpSync(path.join(repo.area, 'saved', name), folder, { recursive: true });
  }
});

afterAll(() => {
  if (saved.state === undefined) delete process.env.XDG_STATE_HOME;
  else process.env.XDG_STATE_HOME = saved.state;
  repo.dispose();
  other.dispose();
});

/** What a push would be judged by. */
function stateHere(): string {
  const facts = readEvidence(repository).runs.flatMap((entry): RunFact[] => {
    const read = readReceipt(repository, String(entry.data.receipt), String(entry.data.digest));
    if (read.kind !== 'ok') return [];
    const { id, command, time, selection, result, treeAfter, seen } = read.receipt;
    const differs = treeAfter === HERE ? [] : ['a.go'];
    return [{ receipt: id, command, time, selection, result, seen, settled: entry.data.settled === true, differs }];
  });
  return judgeSuite(facts, ['.']).state;
}

/** All that the evidence says of itself. */
function findings(): string {
  const journal = readJournal(repository);
  const foreign = journal.foreign > 0 ? ['foreign'] : [];
  const runs = journal.events.filter(({ type }) => type === 'run');
  const receipts = runs.map(({ data }) => {
    const read = readReceipt(repository, String(data.receipt), String(data.digest));
    return `${data.receipt}: ${read.kind === 'invalid' ? read.why : read.kind}`;
  });
  const damage = journal.damage.map(({ code, detail }) => `${code}: ${detail}`);
  return [...foreign, ...receipts, ...damage, ...unreportedDamage(repository, journal)].join('\n');
}

const journal = () => journalPath(repository);
const headPath = (of = repository) => path.join(repositoryState(of), 'journal-head.json');
const receiptPath = (id: string, of = repository) => path.join(of.evidence, 'receipts', `${id}.json`);
const linesOf = (file = journal()) => readFileSync(file, 'utf8').split('\n').slice(0, -1);
const put = (lines: readonly string[]) => writeFileSync(journal(), lines.map((line) => `${line}\n`).join(''));
const edit = (file: string, change: (text: string) => string) =>
  writeFileSync(file, change(readFileSync(file, 'utf8')));
const editLine = (at: number, change: (text: string) => string) =>
  put(linesOf().map((line, index) => (index === at ? change(line) : line)));
const green = (text: string) => text.replaceAll('failed', 'passed');
const RED = 2;

/** An entry whose hash is right, sealed with any key. */
function sealedEntry(entry: JournalEntry, key: Uint8Array, id = keyId(key)): string {
  const { hash: _hash, mac: _mac, ...content } = { ...entry, key: id };
  const hash = sha256(content.prev + canonical(content));
  return canonical({ ...content, hash, mac: sign(key, hash) });
}

const parsed = (at: number) => JSON.parse(linesOf()[at]!) as JournalEntry;
const greened = () => JSON.parse(green(linesOf()[RED]!)) as JournalEntry;

/** A receipt's file, sealed with any key. */
function sealedReceipt(id: string, key: Uint8Array, of = keyId(key)): string {
  const receipt = receiptOf(id, HERE, 'passed', 5);
  const stored = { ...receipt, result: { ...receipt.result, tests: Object.entries(receipt.result.tests) } };
  return canonical({ receipt: stored, key: of, mac: sign(key, sha256(canonical(stored))) });
}

const STRANGER = Buffer.alloc(32, 7);
const fifo = (file: string) => {
  rmSync(file, { force: true });
  execFileSync('mkfifo', [file]);
};
const emptyFolder = (file: string) => {
  rmSync(file);
  mkdirSync(file);
};
const huge = (file: string) => truncateSync(file, 2 ** 32);
const linkTo = (file: string, target: string) => {
  rmSync(file, { recursive: true, force: true });
  symlinkSync(target, file);
};

/** A green run of `theirs` that waits in a repository's spool. */
function spooled(of: Repository): string {
  withLock(path.join(of.evidence, 'journal.lock'), 0, () => {
    writeReceipt(of, receiptOf('waits', HERE, 'passed', 6));
  });
  return path.join(of.evidence, 'spool', readdirSync(path.join(of.evidence, 'spool'))[0]!);
}

function putSpool(name: string, content: string): void {
  mkdirSync(path.join(repository.evidence, 'spool'), { recursive: true });
  writeFileSync(path.join(repository.evidence, 'spool', name), content);
}

const spoolContent = (key: string) =>
  canonical({
    name: 'x.json',
    time: began,
    type: 'run',
    data: { ...parsed(RED).data, outcome: 'passed' },
    key,
    mac: 'm',
  });

interface Forgery {
  name: string;
  forge: () => void;
  /** What the evidence then says. */
  says: RegExp;
}

const JOURNAL: Forgery[] = [
  {
    name: 'an entry edited',
    forge: () => editLine(RED, green),
    says: /broken-chain: Entry 3 does not match its hash/,
  },
  {
    name: 'an entry edited, with its hash made anew',
    forge: () => {
      const { hash: _, ...content } = greened();
      const { mac: made, ...signed } = content;
      editLine(RED, () => canonical({ ...content, hash: sha256(signed.prev + canonical(signed)), mac: made }));
    },
    says: /bad-mac: Entry 3/,
  },
  {
    name: 'an entry sealed by another key that claims to be ours',
    forge: () => editLine(RED, () => sealedEntry(greened(), STRANGER, keyId(loadKey()))),
    says: /bad-mac: Entry 3/,
  },
  {
    name: 'an entry sealed by another key',
    forge: () => editLine(RED, () => sealedEntry(greened(), STRANGER)),
    says: /^foreign$/m,
  },
  {
    name: 'two entries swapped',
    forge: () => put([linesOf()[2]!, linesOf()[1]!, linesOf()[0]!, linesOf()[3]!]),
    says: /broken-chain/,
  },
  { name: 'the green entry once more', forge: () => put([...linesOf(), linesOf()[0]!]), says: /broken-chain/ },
  { name: 'the red entry removed', forge: () => put(linesOf().toSpliced(RED, 1)), says: /broken-chain/ },
  { name: 'the first entry removed', forge: () => put(linesOf().slice(1)), says: /broken-chain/ },
  { name: 'the last entries removed', forge: () => put(linesOf().slice(0, 2)), says: /rolled-back/ },
  { name: 'emptied', forge: () => writeFileSync(journal(), ''), says: /rolled-back/ },
  { name: 'deleted', forge: () => rmSync(journal()), says: /rolled-back/ },
  {
    name: 'an entry made up in between',
    forge: () => put(linesOf().toSpliced(RED, 0, canonical({ ...greened(), mac: '0'.repeat(64) }))),
    says: /broken-chain/,
  },
  {
    name: 'an entry made up at the end, well linked',
    forge: () => {
      const { n, hash } = parsed(3);
      put([...linesOf(), sealedEntry({ ...greened(), n: n + 1, prev: hash }, STRANGER, keyId(loadKey()))]);
    },
    says: /bad-mac: Entry 5/,
  },
  {
    name: 'an entry with another number',
    forge: () => editLine(RED, (text) => text.replace('"n":3', '"n":9')),
    says: /broken-chain/,
  },
  {
    name: 'an older copy put back',
    forge: () => {
      const early = readFileSync(journal());
      writeReceipt(repository, receiptOf('later', HERE, 'failed', 7));
      writeFileSync(journal(), early);
    },
    says: /rolled-back/,
  },
  {
    name: 'an older copy put back with its head',
    forge: () => {
      const early = [readFileSync(journal()), readFileSync(headPath())] as const;
      writeReceipt(repository, receiptOf('later', HERE, 'failed', 7));
      writeFileSync(journal(), early[0]);
      writeFileSync(headPath(), early[1]);
    },
    says: /receipts\/later\.json: in no journal/,
  },
  {
    name: 'the head edited to fit a shorter journal',
    forge: () => {
      put(linesOf().slice(0, 1));
      const { n, hash } = parsed(0);
      edit(headPath(), (text) => JSON.stringify({ ...(JSON.parse(text) as object), n, hash }));
    },
    says: /bad-mac: The record of the last entry/,
  },
  {
    name: 'the head removed, the journal cut',
    forge: () => {
      put(linesOf().slice(0, 2));
      rmSync(headPath());
    },
    says: /no-head/,
  },
  {
    name: 'the head of another clone, the journal cut',
    forge: () => {
      put(linesOf().slice(0, 2));
      copyFileSync(headPath(clone), headPath());
    },
    says: /bad-mac: The record of the last entry/,
  },
  {
    name: 'a head by another key, the journal cut',
    forge: () => {
      put(linesOf().slice(0, 2));
      edit(headPath(), (text) => text.replace(keyId(loadKey()), keyId(STRANGER)));
    },
    says: /no-head/,
  },
  {
    name: 'the last line cut',
    forge: () => truncateSync(journal(), readFileSync(journal()).length - 9),
    says: /torn-tail/,
  },
  {
    name: 'a half line added',
    forge: () => writeFileSync(journal(), green(linesOf()[RED]!).slice(0, 200), { flag: 'a' }),
    says: /torn-tail/,
  },
  {
    name: 'a number as text',
    forge: () => editLine(RED, (text) => text.replace('"n":3', '"n":"3"')),
    says: /unparsable/,
  },
  {
    name: 'a number spelled otherwise',
    forge: () => editLine(RED, (text) => text.replace('"n":3', '"n":3.0')),
    says: /broken-chain/,
  },
  {
    name: 'a key twice, for readers that take the first',
    forge: () => editLine(RED, (text) => text.replace('"outcome":', '"outcome":"passed","outcome":')),
    says: /broken-chain/,
  },
  {
    name: 'a key named __proto__',
    forge: () => editLine(RED, (text) => text.replace('"data":{', '"data":{"__proto__":{"outcome":"passed"},')),
    says: /broken-chain/,
  },
  {
    name: 'deep nesting',
    forge: () => editLine(RED, (text) => text.replace('"go:."', `${'['.repeat(90_000)}${']'.repeat(90_000)}`)),
    says: /broken-chain|unparsable/,
  },
  { name: 'a NUL', forge: () => editLine(RED, (text) => `\0${green(text)}`), says: /unparsable/ },
  { name: 'a byte order mark', forge: () => edit(journal(), (text) => `\uFEFF${text}`), says: /unparsable/ },
  {
    name: 'line ends of Windows',
    forge: () => edit(journal(), (text) => text.replaceAll('\n', '\r\n')),
    says: /broken-chain/,
  },
  {
    name: 'letters spelled as escapes',
    forge: () => editLine(RED, (text) => text.replace('"run"', '"r\\u0075n"')),
    says: /broken-chain/,
  },
  {
    name: 'a letter that looks the same',
    forge: () => editLine(RED, (text) => text.replace('go:.', 'g\u043E:.')),
    says: /broken-chain/,
  },
  {
    name: 'a letter of no width',
    forge: () => editLine(RED, (text) => text.replace('go:.', 'go\u200B:.')),
    says: /broken-chain/,
  },
  {
    name: 'a date in the future',
    forge: () => editLine(0, (text) => text.replace(/"time":\d+/, '"time":99999999999999')),
    says: /broken-chain/,
  },
  {
    name: 'a link to a copy without the red run',
    forge: () => {
      writeFileSync(path.join(repo.area, 'copy'), linesOf().slice(0, 2).join('\n'));
      linkTo(journal(), path.join(repo.area, 'copy'));
    },
    says: /symlink/,
  },
  {
    name: 'a hard link to the journal of another clone',
    forge: () => {
      rmSync(journal());
      linkSync(journalPath(clone), journal());
    },
    says: /rolled-back/,
  },
  {
    name: 'edited through a hard link',
    forge: () => {
      const link = path.join(repo.area, 'link');
      rmSync(link, { force: true });
      linkSync(journal(), link);
      edit(link, green);
    },
    says: /broken-chain/,
  },
  { name: 'a pipe', forge: () => fifo(journal()), says: /unreadable/ },
  { name: 'a folder', forge: () => emptyFolder(journal()), says: /unreadable/ },
  { name: 'a huge file', forge: () => huge(journal()), says: /too-large/ },
  {
    name: 'a change of the key that nobody made',
    forge: () => {
      const { n, hash } = parsed(3);
      const data = { from: keyId(loadKey()), to: keyId(STRANGER), proof: '0'.repeat(64) };
      put([
        ...linesOf(),
        sealedEntry({ ...parsed(3), type: 'key', data, n: n + 1, prev: hash }, STRANGER, keyId(loadKey())),
      ]);
    },
    says: /bad-mac: Entry 5/,
  },
  {
    name: 'an entry by a key that was replaced',
    forge: () => {
      const old = loadKey();
      rotateKey(repository);
      const { n, hash } = parsed(4);
      put([...linesOf(), sealedEntry({ ...greened(), n: n + 1, prev: hash }, old)]);
    },
    says: /retired-key/,
  },
  {
    name: 'a compaction that nobody made, in place of the red run',
    forge: () => {
      const place = { n: 3, hash: parsed(RED).hash };
      const data = {
        count: 3,
        first: place,
        last: place,
        digest: place.hash,
        kept: [parsed(0)],
        damage: [],
        spooled: [],
      };
      const made = { ...parsed(RED), type: 'compaction', data, prev: '0'.repeat(64) };
      put([sealedEntry(made, STRANGER, keyId(loadKey())), linesOf()[3]!]);
    },
    says: /broken-chain/,
  },
];

const RECEIPTS: Forgery[] = [
  { name: 'edited', forge: () => edit(receiptPath('red'), green), says: /red: bad-mac/ },
  { name: 'removed', forge: () => rmSync(receiptPath('red')), says: /red: missing/ },
  {
    name: 'a green one under its name',
    forge: () => copyFileSync(receiptPath('old'), receiptPath('red')),
    says: /red: unparsable/,
  },
  {
    name: 'a green one with its id',
    forge: () =>
      edit(receiptPath('red'), () => readFileSync(receiptPath('old'), 'utf8').replace('"id":"old"', '"id":"red"')),
    says: /red: bad-mac/,
  },
  {
    name: 'two swapped',
    forge: () => {
      renameSync(receiptPath('red'), receiptPath('x'));
      renameSync(receiptPath('old'), receiptPath('red'));
      renameSync(receiptPath('x'), receiptPath('old'));
    },
    says: /red: unparsable/,
  },
  {
    name: 'replayed on other content',
    forge: () => edit(receiptPath('old'), (text) => text.replaceAll(ELSEWHERE, HERE)),
    says: /old: bad-mac/,
  },
  {
    name: 'sealed by another key',
    forge: () => edit(receiptPath('red'), () => sealedReceipt('red', STRANGER)),
    says: /red: foreign/,
  },
  {
    name: 'sealed by another key that claims to be ours',
    forge: () => edit(receiptPath('red'), () => sealedReceipt('red', STRANGER, keyId(loadKey()))),
    says: /red: bad-mac/,
  },
  {
    name: 'an older receipt of ours with the same id',
    forge: () => edit(receiptPath('red'), () => sealedReceipt('red', loadKey())),
    says: /red: digest-differs/,
  },
  {
    name: 'a key twice, for readers that take the first',
    forge: () => edit(receiptPath('red'), (text) => text.replace('"outcome":', '"outcome":"passed","outcome":')),
    says: /red: bad-mac/,
  },
  {
    name: 'a key named __proto__',
    forge: () =>
      edit(receiptPath('red'), (text) => text.replace('"result":{', '"result":{"__proto__":{"outcome":"passed"},')),
    says: /red: bad-mac/,
  },
  {
    name: 'a number as text',
    forge: () => edit(receiptPath('red'), (text) => text.replace('"version":1', '"version":"1"')),
    says: /red: bad-mac/,
  },
  { name: 'spaces', forge: () => edit(receiptPath('red'), (text) => text.replace('{', '{ ')), says: /red: unparsable/ },
  {
    name: 'a byte order mark',
    forge: () => edit(receiptPath('red'), (text) => `\uFEFF${text}`),
    says: /red: unparsable/,
  },
  { name: 'cut', forge: () => truncateSync(receiptPath('red'), 200), says: /red: unparsable/ },
  {
    name: 'a link to a green one',
    forge: () => linkTo(receiptPath('red'), receiptPath('old')),
    says: /red: symlink/,
  },
  { name: 'a pipe', forge: () => fifo(receiptPath('red')), says: /red: unparsable/ },
  { name: 'a huge file', forge: () => huge(receiptPath('red')), says: /red: too-large/ },
  {
    name: 'one made by hand that no journal names',
    forge: () => writeFileSync(receiptPath('new'), sealedReceipt('new', STRANGER, keyId(loadKey()))),
    says: /receipts\/new\.json: bad-mac/,
  },
  {
    name: 'a genuine one of another clone',
    forge: () => copyFileSync(receiptPath('theirs', clone), receiptPath('theirs')),
    says: /receipts\/theirs\.json: in no journal/,
  },
];

const ELSE: Forgery[] = [
  {
    name: 'a waiting event made up',
    forge: () => putSpool('x.json', spoolContent(keyId(loadKey()))),
    says: /bad-mac: Waiting event x\.json/,
  },
  {
    name: 'a waiting event by another key',
    forge: () => putSpool('x.json', spoolContent(keyId(STRANGER))),
    says: /^foreign$/m,
  },
  {
    name: 'a waiting event that is no event',
    forge: () => putSpool('x.json', '{"time":"1"}'),
    says: /unparsable: Waiting event/,
  },
  {
    name: 'a genuine waiting event and receipt of another clone',
    forge: () => {
      const file = spooled(clone);
      copyFileSync(receiptPath('waits', clone), receiptPath('waits'));
      putSpool(path.basename(file), readFileSync(file, 'utf8'));
    },
    says: /bad-mac: Waiting event/,
  },
  {
    name: 'a waiting event under another name',
    forge: () => {
      const file = spooled(repository);
      renameSync(file, file.replace('.json', '9.json'));
    },
    says: /bad-mac: Waiting event/,
  },
  {
    name: 'a link among the waiting events',
    forge: () => {
      putSpool('y.json', '');
      linkTo(path.join(repository.evidence, 'spool', 'x.json'), receiptPath('old'));
    },
    says: /unparsable: Waiting event x\.json/,
  },
  {
    name: 'all of it from another clone, where there is none',
    forge: () => {
      rmSync(repository.evidence, { recursive: true });
      rmSync(repositoryState(repository), { recursive: true });
      cpSync(clone.evidence, repository.evidence, { recursive: true });
    },
    says: /no-head/,
  },
  {
    name: 'all of it from another clone, in place of what there is',
    forge: () => {
      rmSync(repository.evidence, { recursive: true });
      cpSync(clone.evidence, repository.evidence, { recursive: true });
    },
    says: /rolled-back/,
  },
  {
    name: 'all of it from another clone, with its head',
    forge: () => {
      rmSync(repository.evidence, { recursive: true });
      cpSync(clone.evidence, repository.evidence, { recursive: true });
      copyFileSync(headPath(clone), headPath());
    },
    says: /bad-mac: The record of the last entry/,
  },
  {
    name: 'a link to the evidence of another clone',
    forge: () => linkTo(repository.evidence, clone.evidence),
    says: /rolled-back/,
  },
  { name: 'the key replaced', forge: () => writeFileSync(keyPath(), STRANGER), says: /^foreign$/m },
  { name: 'the key removed', forge: () => rmSync(keyPath()), says: /^foreign$/m },
  {
    name: 'a link in place of the key',
    forge: () => {
      copyFileSync(keyPath(), `${keyPath()}2`);
      linkTo(keyPath(), `${keyPath()}2`);
    },
    says: /key-broken/,
  },
  { name: 'the key cut', forge: () => truncateSync(keyPath(), 8), says: /key-broken/ },
  {
    name: 'a retired key that was made up',
    forge: () => {
      writeFileSync(path.join(path.dirname(keyPath()), 'f'.repeat(16)), STRANGER);
    },
    says: /key-broken/,
  },
];

describe('D97 what is forged never counts as green, and says why', () => {
  test('what is not forged says nothing: red here, and green in the other clone', () => {
    expect(stateHere()).toBe('red');
    expect(findings()).toBe('old: ok\nred: ok');
    expect(readEvidence(clone).runs).toHaveLength(1);
  });

  test.each([
    ...JOURNAL.map((one) => ({ ...one, name: `journal: ${one.name}` })),
    ...RECEIPTS.map((one) => ({ ...one, name: `receipt: ${one.name}` })),
    ...ELSE,
  ])('$name', ({ forge, says }) => {
    // What has verified is not read again until it looks another way, as it does then.
    unreportedDamage(repository, readJournal(repository));
    forge();
    expect(findings()).toMatch(says);
    expect(stateHere()).not.toBe('tested');
  });

  test('there are more than 60 ways', () => {
    expect(JOURNAL.length + RECEIPTS.length + ELSE.length).toBeGreaterThan(60);
  });

  test('what a call left, of another clone or edited, is nothing', () => {
    putPending(clone, 'call', { tree: HERE });
    const file = (of: Repository) => path.join(of.evidence, 'pending/call.json');
    mkdirSync(path.dirname(file(repository)));
    copyFileSync(file(clone), file(repository));
    expect(peekPending(clone, 'call')).toEqual({ tree: HERE });
    expect(peekPending(repository, 'call')).toBeUndefined();
    edit(file(clone), (text) => text.replaceAll(HERE, ELSEWHERE));
    expect(peekPending(clone, 'call')).toBeUndefined();
  });

  test('what looks as it did when it verified is not read again, but where all is to be read and where it is relied on', () => {
    const damage = () => unreportedDamage(repository, readJournal(repository));
    const red = path.join(repository.evidence, 'receipts/red.json');
    edit(red, (text) => text.replace('failed', 'passed'));
    expect(damage().join()).toContain('receipts/red.json: bad-mac, changed, or not written by flow');
    writeSeal(repositoryState(repository), lookAt([red]), SEEN);
    expect(damage()).toEqual([]);
    expect(damageHere(repository).join()).toContain('receipts/red.json: bad-mac');
    expect(stateHere()).not.toBe('tested');
  });

  test('a view that says green decides nothing', () => {
    repo.write('develop/main/test-results-go.json', JSON.stringify({ all_green: true, tree: HERE, tests_fail: 0 }));
    expect(stateHere()).toBe('red');
  });

  test('the built program tells it', () => {
    editLine(RED, green);
    const run = cli(repo, ['status', '--json'], { environment: { XDG_STATE_HOME: environment.XDG_STATE_HOME! } });
    expect(run.stdout).toContain('broken-chain at line 3');
  });
});
