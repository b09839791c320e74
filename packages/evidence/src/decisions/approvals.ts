import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ApprovalStatement, VerifiedApproval } from '@flow/core';
import type { Environment } from '../environment.js';
import { git } from '../git/git.js';
import { askOnce } from '../git/lasting.js';
import type { Repository } from '../git/repository.js';
import { readHead } from '../git/repository.js';
import { appendEvent } from '../journal/append.js';
import { eventsOf, type JournalEntry } from '../journal/event.js';
import { type ApprovalData, isEventData } from '../journal/event-data.js';
import { appendFirst } from '../journal/first.js';
import { canonical, parseJson } from '../json.js';
import { type NotDone, type Signature, verifyText } from '../keys/signature.js';
import { holdsFor, signingKeyOf } from '../keys/ssh-signature.js';

/** Tells what a person signs: the statement on one line. Equal statements give equal text. */
export function statementText(statement: ApprovalStatement): string {
  return canonical(statement);
}

/**
 * Records an approval in the journal, whose MAC ties it to this user.
 * @throws EvidenceError
 */
export function writeApproval(
  repository: Repository,
  statement: ApprovalStatement,
  signature: Signature | null,
  env: Environment = process.env,
): void {
  appendEvent(repository, { type: 'approval', data: { statement, signature }, time: statement.issued }, env);
}

/**
 * Records that an approval was used, so that one that holds once is over.
 * @param by what used it, in words
 * @returns false when another use was recorded before this one
 * @throws EvidenceError
 */
export function recordApprovalUse(
  repository: Repository,
  id: string,
  by: string,
  env: Environment = process.env,
): boolean {
  const event = { type: 'approval-use' as const, data: { approval: id, by } };
  return appendFirst(repository, event, ({ approval }) => approval === id, env);
}

/**
 * Returns the approvals of a journal, oldest first. A signature that does not verify counts for nothing: what is left
 * is an entry of this user, which a gate that asks for a signature does not take.
 * @param events verified entries, as `readJournal` gives them
 * @param signers as in `verifyText`
 * @param gate only those of this gate; verifying costs two processes for each signature
 * @param record all verified entries, which tell how late it has been since
 */
export function approvalsOf(
  events: readonly JournalEntry[],
  signers: readonly string[],
  gate: string,
  repository: Repository,
  record: readonly JournalEntry[] = events,
): VerifiedApproval[] {
  const used = new Set(eventsOf(events, 'approval-use').map(({ data }) => data.approval));
  return eventsOf(events, 'approval')
    .filter(({ data }) => data.statement.gate === gate)
    .map(({ n, data: { statement, signature } }) => {
      const verified =
        signature && verifyText(statementText(statement), signature, 'flow-approval', signers, repository);
      const signer = verified && 'signer' in verified ? verified.signer : null;
      return { statement, signer, used: used.has(statement.id), latest: latestBehind(n, record) };
    });
}

const latestBehind = (n: number, record: readonly JournalEntry[]) =>
  record.reduce((latest, entry) => (entry.n > n && entry.time > latest ? entry.time : latest), 0);

/**
 * Returns an approval as it travels outside the journal: in a view, in a note. Only its signature makes it count there.
 */
export function renderApproval(approval: ApprovalData): string {
  return canonical({ statement: approval.statement, signature: approval.signature });
}

/**
 * Reads an approval that anybody may have written.
 * @returns it when an allowed signer signed it, else why it counts for nothing
 */
export function readCarriedApproval(
  text: string,
  signers: readonly string[],
  repository?: Repository,
): VerifiedApproval | NotDone {
  const value = parseJson(text);
  const data = { ...(typeof value === 'object' ? value : null) } as Record<string, unknown>;
  if (!isEventData('approval', data)) return { failed: 'it is not an approval' };
  const { statement, signature } = data as unknown as ApprovalData;
  if (signature === null) return { failed: 'it is not signed' };
  const verified = verifyText(statementText(statement), signature, 'flow-approval', signers, repository);
  return 'failed' in verified ? verified : { statement, signer: verified.signer, used: false };
}

/**
 * Tells without a process with which listed key an approval can be signed. The answer spares work: whose signature it is, is
 * what {@link readCarriedApproval} says.
 * @returns the key in base64, '' where only a program can tell, null where no allowed signer can have signed it
 */
export function signerOfApproval({ statement, signature }: ApprovalData, signers: readonly string[]): string | null {
  if (signature === null) return null;
  if (signature.format !== 'ssh') return '';
  const holds = holdsFor(statementText(statement), signature.text, 'flow-approval');
  const key = signingKeyOf(signature.text);
  if (holds === undefined) return '';
  return holds && key !== undefined && signers.some((line) => line.split(/\s+/).includes(key)) ? key : null;
}

/**
 * Lists ids of the repository's first commits, sorted: they name it in every whole clone.
 * @returns none in a shallow clone, whose first commits are not the first
 */
export function rootCommits(repository: Repository, deadline?: number): string[] {
  if (existsSync(join(repository.commonDir, 'shallow'))) return [];
  const head = readHead(repository)?.commit ?? 'HEAD';
  const ask = () => {
    const words = ['rev-list', '--max-parents=0', head];
    const { status, stdout } = git(repository, words, deadline === undefined ? {} : { deadline });
    return status === 0 ? stdout.toString('latin1').split('\n').filter(Boolean).sort() : null;
  };
  return askOnce(repository, 'roots', [head], ask) ?? [];
}
