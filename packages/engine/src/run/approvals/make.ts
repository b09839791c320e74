import { type ApprovalStatement, type Gate, gateOf, type Strength } from '@flow/core';
import type { ItemFact } from '@flow/core/workflow';

import {
  git,
  newReceiptId,
  type Repository,
  readJournal,
  renderApproval,
  rootCommits,
  type Signature,
  writeApproval,
  writeInTree,
} from '@flow/evidence';
import { contentToApprove, globsOf, type SubjectFile, subjectFiles } from '../../facts/approvals/content.js';
import { workflowOn } from '../../facts/workflow-runs.js';
import type { Surroundings } from '../../places/surroundings.js';
import { clean } from '../../text/clean.js';

/** A gate with what there is to approve now. */
export interface OpenGate {
  gate: string;
  rules: Gate;
  files: SubjectFile[];
  /** The item that is approved, where each is by itself. */
  item?: ItemFact;
}

/** The gate of a name, as it is for the run of the branch at work; undefined where there is none of that name. */
export function gateHere({ repository, policy, start }: Surroundings, gate: string): Gate | undefined {
  const { events } = readJournal(repository, start.environment);
  return gateOf(policy, gate, workflowOn(events, branchOf(repository)));
}

/**
 * The content on disk that a gate is about; or, in words, the reason why nothing could be approved.
 * @param rules of the gate
 * @param item the item that is approved, where each is by itself
 */
export function openGate(
  { repository, start }: Surroundings,
  gate: string,
  rules: Gate,
  item?: ItemFact,
): OpenGate | { nothing: string } {
  const branch = branchOf(repository);
  const files = subjectFiles(repository, rules, { branch, commit: null, disk: true }, start.deadline);
  const nothing = whatIsMissing(gate, rules, branch, files);
  return nothing === null ? { gate, rules, files: files!, ...(item && { item }) } : { nothing };
}

/** Says in words why there is nothing that could be approved. */
function whatIsMissing(
  gate: string,
  rules: Gate,
  branch: string | null,
  files: SubjectFile[] | undefined,
): string | null {
  if (files === undefined)
    return `the files of gate ${gate} cannot be read: too many files, files that are too large, or links.`;
  if (branch === null) return 'an approval belongs to a branch, and none is checked out. git switch <branch>';
  if (files.length > 0 || rules.tree) return null;
  const globs = globsOf(rules, branch).map((glob) => clean(glob, 120));
  return `gate ${gate} covers ${globs.join(', ') || 'no files'}, but there are no such files.`;
}

/**
 * The statement that a person is about to make about a gate.
 * @param session the host's session, for a typed approval
 */
export function stateNow(
  { repository, start }: Surroundings,
  { gate, rules, files, item }: OpenGate,
  method: Strength,
  session: string | null = null,
): ApprovalStatement {
  const content = contentToApprove(repository, start.deadline);
  const issued = Date.now();
  return {
    v: 1,
    id: newReceiptId(issued),
    gate,
    repo: rootCommits(repository, start.deadline),
    branch: branchOf(repository),
    head: content?.head ?? null,
    tree: content?.tree ?? null,
    subjects: files.map(({ path: name, sha256 }) => ({ path: name, sha256 })),
    ...(item && { item: { id: item.id, digest: item.digest } }),
    person: personOf(repository),
    method,
    session,
    issued,
    expires: rules.hours === null ? null : issued + rules.hours * 3_600_000,
    prev: readJournal(repository).events.at(-1)?.hash ?? null,
  };
}

/**
 * Records the approval, and writes the file that people and other tools look at.
 * @returns what to tell, in words
 */
export function recordApproval(
  repository: Repository,
  { rules, files, item }: OpenGate,
  statement: ApprovalStatement,
  signature: Signature | null,
): string {
  writeApproval(repository, statement, signature);
  const trouble = writeApprovalView(repository, statement, signature);
  const what = rules.tree ? 'the whole content' : files.map((file) => clean(file.path, 120)).join(', ');
  const how = { signed: 'signed', terminal: 'in this terminal', typed: 'typed in this session' }[statement.method];
  const of = item ? ` for ${clean(item.id, 60)}` : '';
  return `Approved: gate ${statement.gate}${of}, ${what}, ${how} by ${clean(statement.person)}.${trouble}`;
}

/**
 * `writeApprovalView` writes `gate-<gate>.approved`, with the item's id behind the gate for one item (features D14, D69):
 * the view carries a signed approval; an unsigned one is information only.
 */
function writeApprovalView(repository: Repository, statement: ApprovalStatement, signature: Signature | null): string {
  if (statement.branch === null) return '';
  const { branch, gate, item } = statement;
  const of = item ? `-${item.id.replace(/[^\w.-]+/g, '-')}` : '';
  const file = `develop/${branch}/gate-${gate}${of}.approved`;
  try {
    writeInTree(repository, file, `${renderApproval({ statement, signature })}\n`);
    return '';
  } catch (error) {
    return ` Its file could not be written (${clean((error as Error).message)}).`;
  }
}

/** Tells who works here, as git knows them. */
export function personOf(repository: Repository): string {
  const ask = (name: string) => git(repository, ['config', '--get', name]).stdout.toString('utf8').trim();
  return clean(
    `${ask('user.name') || process.getBuiltinModule('node:os').userInfo().username} <${ask('user.email')}>`.replace(
      ' <>',
      '',
    ),
    200,
  );
}

/** The branch that is checked out. */
export function branchOf(repository: Repository): string | null {
  const answer = git(repository, ['symbolic-ref', '--quiet', '--short', 'HEAD']);
  return answer.status === 0 ? answer.stdout.toString('utf8').trim() : null;
}
