import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  appendEvent,
  eventsOf,
  findRepository,
  findSigningKey,
  readJournal,
  type Signature,
  type SigningKey,
  signText,
  statementText,
  type Word,
  wordText,
} from '@flow/evidence';
import { type TempRepo, tempRepo } from '@flow/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Surroundings } from '../../places/surroundings.js';
import type { Run } from '../runs/run.js';
import { takeApproval } from './foreign.js';
import { recordSigned, signedWords, takeWord } from './signed-words.js';

/* What a person says on one machine, and what another machine makes of it. */

const CAN_SIGN = spawnSync('ssh-keygen', ['-?']).error === undefined;
const RUN = { id: 'run-1', branch: 'feature/login', names: [{ name: 'feature/login' }], n: 1 } as unknown as Run;
const CHOICE = { type: 'choice', question: 'way', option: 'fast', person: 'Anne' } as const;
const HOUR = 3_600_000;

describe.skipIf(!CAN_SIGN)('a word that a person signs', () => {
  let repo: TempRepo;
  let line: string;
  let keys: { anne: string; mallory: string };
  beforeAll(() => {
    repo = tempRepo({ branch: 'feature/login', files: { 'a.txt': 'a' } });
    const newKey = (name: string) => {
      const file = path.join(repo.area, name);
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', file]);
      return file;
    };
    keys = { anne: newKey('anne'), mallory: newKey('mallory') };
    line = `anne@example.test ${readFileSync(`${keys.anne}.pub`, 'utf8').trim()}`;
    repo.git('config', 'gpg.format', 'ssh');
    repo.git('config', 'user.signingkey', keys.anne);
  });
  afterAll(() => repo.dispose());

  let first: Word;
  beforeAll(() => {
    first = signed().word;
  });

  let count = 0;
  /** A machine with a journal of its own, on which the run has begun. */
  function machine(): Surroundings {
    count += 1;
    const environment = { ...repo.environment, XDG_STATE_HOME: path.join(repo.area, `state-${count}`) };
    const repository = findRepository(repo.root)!;
    const around = {
      repository,
      policy: { approvals: { signers: [line] } },
      start: { environment, deadline: Date.now() + 600_000 },
    } as unknown as Surroundings;
    const what = { type: 'start', workflow: 'w', branch: 'feature/login', dials: {} };
    appendEvent(repository, { type: 'flow', data: { run: 'run-1', tree: null, head: null, what } }, environment);
    return around;
  }
  const deedsOn = ({ repository, start }: Surroundings) =>
    eventsOf(readJournal(repository, start.environment).events, 'flow')
      .slice(1)
      .map(({ data }) => data);

  function signed(): { here: Surroundings; word: Word } {
    const here = machine();
    expect(recordSigned(here, RUN, CHOICE)).toBeNull();
    const [word] = signedWords(here, RUN);
    return { here, word: JSON.parse(JSON.stringify(word)) as Word };
  }

  /** The same word, changed and signed anew. */
  function signedAnew(word: Word, change: Partial<Word>, issued = word.signed.issued): Word {
    const next = { ...word, ...change, signed: { ...word.signed, issued } };
    const key = findSigningKey(findRepository(repo.root)!) as SigningKey;
    return { ...next, signed: { ...next.signed, signature: signText(wordText(next), 'flow-word', key) as Signature } };
  }

  test('counts on another machine, about the content that was seen, and once', () => {
    const { here, word } = signed();
    const there = machine();
    expect(takeWord(there, RUN, word)).toEqual({ signer: 'anne@example.test', what: 'choice for way: fast' });
    expect(takeWord(there, RUN, word)).toEqual({ known: true });
    expect(takeWord(here, RUN, word)).toEqual({ known: true });
    const [own] = deedsOn(here);
    expect(deedsOn(there)).toMatchObject([{ run: 'run-1', tree: own!.tree, head: own!.head, what: CHOICE }]);
    // It goes on from there as it came.
    expect(signedWords(there, RUN)).toEqual([word]);
  });

  test.each<[string, (word: Word) => unknown, RegExp]>([
    ['has no signature', ({ run, tree, head, what }) => ({ run, tree, head, what }), /not signed/],
    ['is no word', () => 'choice', /not signed/],
    ['was changed', (word) => ({ ...word, what: { ...word.what, option: 'slow' } }), /does not match/],
    ['was moved to another content', (word) => ({ ...word, tree: word.head }), /does not match/],
    ['was moved to another run', (word) => ({ ...word, run: 'run-2' }), /does not match/],
    ['is about another run', (word) => signedAnew(word, { run: 'run-2' }), /another run/],
    [
      'skips an item',
      (word) => signedAnew(word, { what: { type: 'item', item: 'A', state: 'skipped', reason: '', person: 'Anne' } }),
      /nothing that a signature/,
    ],
    [
      'passes a check',
      (word) => signedAnew(word, { what: { type: 'command', command: 'x', pass: true } }),
      /nothing that a signature/,
    ],
    [
      'lacks who said it',
      (word) => signedAnew(word, { what: { type: 'choice', question: 'way', option: 'fast' } }),
      /nothing that a signature/,
    ],
    ['is from tomorrow', (word) => signedAnew(word, {}, Date.now() + 24 * HOUR), /a time to come/],
    [
      'waives for two days',
      (word) =>
        signedAnew(word, {
          what: { type: 'waiver', check: 'c', person: 'Anne', reason: '', expires: Date.now() + 48 * HOUR },
        }),
      /longer than a day/,
    ],
    ['is about a content that is not here', (word) => signedAnew(word, { tree: 'a'.repeat(40) }), /not here: fetch/],
    ['is about none', (word) => signedAnew(word, { tree: null }), /not here: fetch/],
  ])('counts for nothing where it %s', (_, change, why) => {
    const there = machine();
    expect(takeWord(there, RUN, change(first))).toEqual({ failed: expect.stringMatching(why) });
    expect(deedsOn(there)).toEqual([]);
  });

  test('counts for nothing from a signer that the policy does not list, who cannot even record it', () => {
    repo.git('config', 'user.signingkey', keys.mallory);
    const here = machine();
    expect(recordSigned(here, RUN, CHOICE)).toMatchObject({ code: 'SIGNER_UNKNOWN' });
    expect(deedsOn(here)).toEqual([]);
    expect(takeWord(here, RUN, signedAnew(first, {}))).toEqual({ failed: 'no allowed signer made this signature' });
    repo.git('config', 'user.signingkey', keys.anne);
  });

  test.each([
    [
      'a waiver',
      { type: 'waiver', check: 'c', person: 'Anne', reason: 'r', expires: Date.now() + HOUR },
      'waiver of c',
    ],
    [
      'a decision',
      { type: 'decision', check: 'c', choice: 'again', person: 'Anne', reason: '' },
      'decision on c: again',
    ],
  ] as const)('may be %s', (_, deed, what) => {
    const here = machine();
    expect(recordSigned(here, RUN, deed)).toBeNull();
    expect(takeWord(machine(), RUN, signedWords(here, RUN)[0])).toEqual({ signer: 'anne@example.test', what });
  });

  test('an approval of a run before this one counts in a run that was joined alone', () => {
    const here = machine();
    const tree = repo.git('rev-parse', 'HEAD^{tree}');
    const statement = {
      ...{ v: 1, id: 'a1', gate: 'plan', repo: [], branch: 'feature/login', head: null, tree, subjects: [] },
      ...{ person: 'Anne', method: 'signed', session: null, issued: Date.now() - HOUR, expires: null, prev: null },
    };
    const key = findSigningKey(here.repository) as SigningKey;
    const approval = (one: typeof statement) => {
      const signature = signText(statementText(one as never), 'flow-approval', key);
      return { statement: one, signature };
    };
    const { n } = readJournal(here.repository, here.start.environment).events.at(-1)!;
    expect(takeApproval(here, { ...RUN, n }, approval(statement))).toEqual({
      failed: 'it is from before this run began',
    });
    const now = approval({ ...statement, id: 'a2', issued: Date.now() });
    expect(takeApproval(here, { ...RUN, n }, now)).toEqual({ signer: 'anne@example.test', what: 'approval of plan' });
    const what = { type: 'start', workflow: 'w', branch: 'feature/login', dials: {}, joined: true };
    const data = { run: 'run-1', tree: null, head: null, what };
    appendEvent(here.repository, { type: 'flow', data }, here.start.environment);
    const joined = readJournal(here.repository, here.start.environment).events.at(-1)!.n;
    expect(takeApproval(here, { ...RUN, n: joined }, approval(statement))).toMatchObject({ what: 'approval of plan' });
    const gone = approval({ ...statement, id: 'a3', tree: 'a'.repeat(40) });
    expect(takeApproval(here, { ...RUN, n: joined }, gone)).toEqual({
      failed: expect.stringMatching(/not here: fetch/),
    });
  });
});
