import {
  type ApprovalStatement,
  type ApprovedItem,
  BINDING_VERDICTS,
  type BindingProof,
  type FunctionBinding,
  type Subject,
} from '@flow/core';
import { isRecord } from '../json.js';
import type { Signature } from '../keys/signature.js';
import { fields, isFlag, isHash, isNumber, isOneOf, isText, listOf, optional, orNull, type Shape } from '../shape.js';

/** A place and a session in which something was recorded say, with the leases, which item it speaks of. */
export interface Where {
  /** The root of the work tree, free of symbolic links. */
  worktree: string;
  branch: string | null;
  /** The client's id; null where none is known. */
  session: string | null;
}

/** A `run` event holds what is needed to choose among receipts without opening them. */
export interface RunData {
  /** Id of the receipt, and the digest of its content. */
  receipt: string;
  digest: string;
  suite: string;
  outcome: string;
  /** Kind of the selection. */
  selection: string;
  treeAfter: string | null;
  /** The relevant content was the same before and after the run. */
  settled: boolean;
  /** How many tests passed; left out before it was counted. */
  passed?: number;
  where?: Where;
}

/** A `breach` event names protected files that changed by other hands than ours. */
export interface BreachData {
  paths: string[];
  /** True when evidence itself was touched, which voids the runs before. */
  evidence: boolean;
  /** Places in the evidence that did not verify. */
  damage?: string[];
  tool?: string | null;
  session?: string | null;
}

/** A `session` event says that a session began or ended. */
export interface SessionData {
  session?: string | null;
  what?: string;
}

/** A `policy` event says which policy holds from there on. */
export interface PolicyData {
  /** The digest of the trusted policy; null when there is no policy any more. */
  digest?: string | null;
  by?: string | null;
}

/**
 * An `approval` event holds what a person approved. Whose `signature` it is, is asked when it is used; the entry's MAC
 * vouches for the rest.
 */
export interface ApprovalData {
  statement: ApprovalStatement;
  signature: Signature | null;
}

/** An `approval-use` event says that an approval which holds once was used up. */
export interface ApprovalUseData {
  /** Id of its statement. */
  approval: string;
  /** What used it. */
  by: string;
}

/** An `override` event says that a person let one refused call through, once. */
export interface OverrideData {
  id: string;
  /** The short name under which it was refused. */
  code: string;
  tool: string;
  /** Digest of the call. */
  digest: string;
  /** The call in a few words, for people. */
  what: string;
  /** Keys of the findings that were shown. */
  findings: string[];
  reason: string;
  person: string;
  /** Epoch milliseconds. */
  expires: number;
}

/** What an override is good for: the call itself, git's own hook behind it; or it was taken back. */
export const OVERRIDE_STAGES = ['call', 'git', 'revoked'] as const;
export type OverrideStage = (typeof OVERRIDE_STAGES)[number];

/** An `override-use` event says that a stage of an override was used; each is used once. */
export interface OverrideUseData {
  override: string;
  stage: OverrideStage;
  /** What used it: the host's id of the call, or words. */
  by: string;
}

/** An `edit` event names changed files of which the phase in force says something. */
export interface EditData {
  /** `logged`: it passes and is kept; `forbidden`: it was seen only afterwards. */
  what: 'logged' | 'forbidden';
  phase: string | null;
  /** Relative to the repository's root. */
  paths: string[];
  tool: string;
  /** Kind of the sub-agent. */
  role: string | null;
  session: string | null;
}

/** A test that was seen to fail, with the hash of its body where it could be taken. */
export interface RedTest {
  name: string;
  file?: string;
  hash?: string;
}

/** A `red` event names tests that failed before they passed. */
export interface RedData {
  /** What the tests are to prove. */
  claim?: string;
  tests: RedTest[];
  how: 'observed' | 'reconstructed';
  /** Ids of the runs that show it. */
  receipts: string[];
  /** Commit over which a reconstructed one ran. */
  base: string | null;
  tree: string | null;
  outcome: string;
  where?: Where;
}

/** A `binding` event tells of functions whether a wrong implementation of each turned a test red. */
export interface BindingData extends BindingProof {
  where?: Where;
}

/**
 * A `flow` event holds something that a workflow is led by and that no other event tells. The engine of workflows knows
 * the types of `what`; here it only has one.
 */
export interface FlowData {
  /** The run that it belongs to. */
  run: string;
  /** The content of its moment; null where it could not be taken. */
  tree: string | null;
  /** The commit that was checked out. */
  head: string | null;
  what: { type: string } & Record<string, unknown>;
  where?: Where;
  /** A person's own signature, where it has one: it counts on other machines by that. */
  signed?: SignedWord;
}

/** A signed word adds to what was said what a signature needs to hold for that alone. */
export interface SignedWord {
  id: string;
  /** The repository's first commits, sorted: the same in every clone. */
  repo: readonly string[];
  branch: string;
  /** Epoch milliseconds. */
  issued: number;
  signature: Signature;
}

/** CI says one of these of a commit; `unknown` is nothing that could be told. */
export const CI_STATES = ['passed', 'failed', 'running', 'unknown'] as const;
export type CiState = (typeof CI_STATES)[number];

/** A check of CI by its name, with the page that tells more. */
export interface CiCheck {
  name: string;
  url: string | null;
}

/**
 * A `forge` event holds what the forge answered when the program asked it about a commit. What was not asked is left out.
 */
export interface ForgeData {
  branch: string;
  /** The commit that was asked about. */
  head: string;
  /** Address of the interface that answered, and the repository there: `owner/name`. */
  api: string;
  repository: string;
  /** Who spoke with it: GitHub's own program, or this one. */
  how: 'gh' | 'rest';
  /** The open pull request of the branch whose head is this commit; null where there is none. */
  pullRequest?: { number: number; url: string; base: string } | null;
  ci?: { state: CiState; total: number; failing: CiCheck[] };
}

/** An `attestation` event says that a statement about a commit was made. */
export interface AttestationData {
  commit: string;
  /** The digest of the statement. */
  digest: string;
  /** Null for an unsigned one. */
  signer: string | null;
}

/** A `key` event says that from there on another key vouches. The old one says so itself. */
export interface KeyData {
  /** Ids of the keys. */
  from: string;
  to: string;
  /** Hash of the entry before: the old key vouches for what the chain holds up to there. Missing in older events. */
  head?: string | undefined;
  /** The old key's signature of these, or its MAC. */
  proof: string;
}

/** An entry is found by its number and hash. */
export interface Place {
  n: number;
  hash: string;
}

/** A `compaction` event, always the journal's first line, stands for the entries that were there before. */
export interface CompactionData {
  /** How many lines were folded, in all. */
  count: number;
  /** The first and the last entry of them; the next line follows the last. */
  first: Place;
  last: Place;
  /** SHA-256 of the lines that this one replaced. */
  digest: string;
  /** Entries that can still matter, as they were. */
  kept: unknown[];
  /** What was damaged among the folded lines: it does not end by being folded. */
  damage: { code: string; line: number; detail: string }[];
  /** Names of spool files that were taken in, so that none of them is taken in again. */
  spooled: string[];
}

const isSubject = fields<Subject>({ path: isText, sha256: isHash });

const isStatement = fields<ApprovalStatement>({
  v: isOneOf(1),
  id: isText,
  gate: isText,
  repo: listOf(isText),
  branch: orNull(isText),
  head: orNull(isText),
  tree: orNull(isText),
  subjects: listOf(isSubject),
  item: optional(fields<ApprovedItem>({ id: isText, digest: isText })),
  person: isText,
  // Not from the list in @flow/core: its index brings the whole configuration with it.
  method: isOneOf('typed', 'terminal', 'signed'),
  session: orNull(isText),
  issued: isNumber,
  expires: orNull(isNumber),
  prev: orNull(isText),
});

const isSignature = fields<Signature>({ format: isOneOf('ssh', 'gpg'), text: isText });

const isRedTest = fields<RedTest>({ name: isText, file: optional(isText), hash: optional(isText) });

const isFunctionBinding = fields<FunctionBinding>({
  name: isText,
  file: isText,
  hash: isText,
  blob: isText,
  verdict: isOneOf(...BINDING_VERDICTS),
  reason: optional(isText),
  survived: listOf(isText),
  caught: optional(isText),
  tests: listOf(isText),
});

const isTyped = (value: unknown): value is FlowData['what'] => isRecord(value) && isText(value.type);

const isWhere = fields<Where>({ worktree: isText, branch: orNull(isText), session: orNull(isText) });

const isPlace = fields<Place>({ n: isNumber, hash: isHash });

const isPullRequest = fields<NonNullable<ForgeData['pullRequest']>>({ number: isNumber, url: isText, base: isText });

const isCi = fields<NonNullable<ForgeData['ci']>>({
  state: isOneOf(...CI_STATES),
  total: isNumber,
  failing: listOf(fields<CiCheck>({ name: isText, url: orNull(isText) })),
});

const isSignedWord = fields<SignedWord>({
  id: isText,
  repo: listOf(isText),
  branch: isText,
  issued: isNumber,
  signature: isSignature,
});

/** Event data is listed by type of event: each type has its own data. */
export interface EventData {
  run: RunData;
  breach: BreachData;
  session: SessionData;
  policy: PolicyData;
  approval: ApprovalData;
  'approval-use': ApprovalUseData;
  override: OverrideData;
  'override-use': OverrideUseData;
  edit: EditData;
  red: RedData;
  binding: BindingData;
  flow: FlowData;
  forge: ForgeData;
  attestation: AttestationData;
  key: KeyData;
  compaction: CompactionData;
}

export type EventType = keyof EventData;

const SHAPES: { readonly [Type in EventType]: Shape<EventData[Type]> } = {
  run: fields<RunData>({
    receipt: isText,
    digest: isText,
    suite: isText,
    outcome: isText,
    selection: isText,
    treeAfter: orNull(isText),
    settled: isFlag,
    passed: optional(isNumber),
    where: optional(isWhere),
  }),
  breach: fields<BreachData>({
    paths: listOf(isText),
    evidence: isFlag,
    damage: optional(listOf(isText)),
    tool: optional(orNull(isText)),
    session: optional(orNull(isText)),
  }),
  session: fields<SessionData>({ session: optional(orNull(isText)), what: optional(isText) }),
  policy: fields<PolicyData>({ digest: optional(orNull(isText)), by: optional(orNull(isText)) }),
  approval: fields<ApprovalData>({ statement: isStatement, signature: orNull(isSignature) }),
  'approval-use': fields<ApprovalUseData>({ approval: isText, by: isText }),
  override: fields<OverrideData>({
    id: isText,
    code: isText,
    tool: isText,
    digest: isHash,
    what: isText,
    findings: listOf(isText),
    reason: isText,
    person: isText,
    expires: isNumber,
  }),
  'override-use': fields<OverrideUseData>({ override: isText, stage: isOneOf(...OVERRIDE_STAGES), by: isText }),
  edit: fields<EditData>({
    what: isOneOf('logged', 'forbidden'),
    phase: orNull(isText),
    paths: listOf(isText),
    tool: isText,
    role: orNull(isText),
    session: orNull(isText),
  }),
  red: fields<RedData>({
    claim: optional(isText),
    tests: listOf(isRedTest),
    how: isOneOf('observed', 'reconstructed'),
    receipts: listOf(isText),
    base: orNull(isText),
    tree: orNull(isText),
    outcome: isText,
    where: optional(isWhere),
  }),
  binding: fields<BindingData>({
    claim: optional(isText),
    functions: listOf(isFunctionBinding),
    tests: listOf(fields({ file: isText, id: isText })),
    base: orNull(isText),
    tree: orNull(isText),
    by: isText,
    outcome: isOneOf('bound', 'unbound', 'unknown', 'nothing'),
    where: optional(isWhere),
  }),
  flow: fields<FlowData>({
    run: isText,
    tree: orNull(isText),
    head: orNull(isText),
    what: isTyped,
    where: optional(isWhere),
    signed: optional(isSignedWord),
  }),
  forge: fields<ForgeData>({
    branch: isText,
    head: isText,
    api: isText,
    repository: isText,
    how: isOneOf('gh', 'rest'),
    pullRequest: optional(orNull(isPullRequest)),
    ci: optional(isCi),
  }),
  attestation: fields<AttestationData>({ commit: isText, digest: isText, signer: orNull(isText) }),
  key: fields<KeyData>({ from: isText, to: isText, head: optional(isHash), proof: isText }),
  compaction: fields<CompactionData>({
    count: isNumber,
    first: isPlace,
    last: isPlace,
    digest: isHash,
    kept: listOf((value): value is unknown => value !== undefined),
    damage: listOf(fields({ code: isText, line: isNumber, detail: isText })),
    spooled: listOf(isText),
  }),
};

/** Returns true unless the type is known and its data is not what it should be; a newer version may know more types. */
export function isEventData(type: string, data: Record<string, unknown>): boolean {
  return !Object.hasOwn(SHAPES, type) || SHAPES[type as EventType](data);
}
