import { type FlowDeed, readDeed } from '@flow/core/workflow';
import {
  appendEvent,
  eventsOf,
  findSigningKey,
  newReceiptId,
  readCarriedWord,
  readJournal,
  rootCommits,
  signText,
  verifyText,
  type Word,
  wordText,
} from '@flow/evidence';
import type { Surroundings } from '../../places/surroundings.js';
import { whereHere } from '../leases/where.js';
import { flowDataOf, keepName } from '../runs/record.js';
import type { Run } from '../runs/run.js';
import { CLOCKS, isHere, type Taken } from './foreign.js';

/** What a person says of a run and can sign. An approval has a statement of its own. */
type SignedDeed = Extract<FlowDeed, { type: 'choice' | 'waiver' | 'decision' }>;

/** What a word is about, as people are told. */
const ABOUT: { readonly [Type in SignedDeed['type']]: (deed: Extract<SignedDeed, { type: Type }>) => string } = {
  choice: ({ question, option }) => `choice for ${question}: ${option}`,
  waiver: ({ check }) => `waiver of ${check}`,
  decision: ({ check, choice }) => `decision on ${check}: ${choice}`,
};

const isSignedDeed = (deed: FlowDeed | null): deed is SignedDeed => deed !== null && Object.hasOwn(ABOUT, deed.type);

/** Milliseconds that a waiver holds, and that one from elsewhere may hold. */
const DAY = 86_400_000;

/**
 * Signs what a person says of a run with the key that git signs with, and records it.
 * @returns why it was not signed, and then nothing is recorded
 */
export function recordSigned(
  around: Surroundings,
  run: Run,
  deed: SignedDeed,
): { code: 'NO_SIGNING_KEY' | 'SIGNING_FAILED' | 'SIGNER_UNKNOWN'; why: string } | null {
  const { repository, policy, start } = around;
  const key = findSigningKey(repository);
  if ('failed' in key) return { code: 'NO_SIGNING_KEY', why: key.failed };
  const data = flowDataOf(around, run.id, deed);
  const issued = Date.now();
  const repo = rootCommits(repository, start.deadline);
  const signed = { id: newReceiptId(issued), repo, branch: run.branch, issued };
  const text = wordText({ ...data, signed });
  const signature = signText(text, 'flow-word', key);
  if ('failed' in signature) return { code: 'SIGNING_FAILED', why: signature.failed };
  const verified = verifyText(text, signature, 'flow-word', policy.approvals.signers, repository);
  if ('failed' in verified) return { code: 'SIGNER_UNKNOWN', why: verified.failed };
  keepName(around, run);
  appendEvent(repository, { type: 'flow', data: { ...data, signed: { ...signed, signature } } }, start.environment);
  return null;
}

/** Lists the words of a run that carry a signature: no other counts elsewhere. */
export function signedWords({ repository, start }: Surroundings, run: Pick<Run, 'id'>): Word[] {
  return eventsOf(readJournal(repository, start.environment).events, 'flow').flatMap(({ data }) => {
    const { run: id, tree, head, what, signed } = data;
    return signed === undefined || id !== run.id ? [] : [{ run: id, tree, head, what, signed }];
  });
}

/**
 * Takes a choice, a waiver or a decision from another machine in, where a person has signed it for this run whom the trusted
 * policy lists. It is about the content that they saw.
 */
export function takeWord(around: Surroundings, run: Pick<Run, 'id' | 'names'>, told: unknown): Taken {
  const { repository, policy, start } = around;
  const read = readCarriedWord(told, policy.approvals.signers, repository);
  if ('failed' in read) return read;
  const { word, signer } = read;
  const { id, repo, branch, issued } = word.signed;
  const known = signedWords(around, run);
  if (known.some(({ signed }) => signed.id === id)) return { known: true };
  const deed = readDeed(word.what);
  if (!isSignedDeed(deed)) return { failed: 'it is nothing that a signature makes count' };
  const isOfRun = word.run === run.id && run.names.some(({ name }) => name === branch);
  if (!isOfRun || !isSame(repo, rootCommits(repository, start.deadline))) return { failed: 'it is about another run' };
  const isTimely = issued <= Date.now() + CLOCKS;
  if (!isTimely || (deed.type === 'waiver' && deed.expires > issued + DAY + CLOCKS))
    return { failed: 'it is from a time to come, or holds for longer than a day' };
  if (!isHere(repository, word.tree, start.deadline))
    return { failed: 'the content that it is about is not here: fetch its branch, and run this again' };
  const where = whereHere(repository, start.environment);
  appendEvent(repository, { type: 'flow', data: { ...word, where } }, start.environment);
  return { signer, what: (ABOUT[deed.type] as (deed: SignedDeed) => string)(deed) };
}

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one, at) => one === b[at]);
