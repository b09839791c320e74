import type { TestId } from '../../evidence/red.js';
import type { Finding } from '../../finding.js';
import type {
  ClaimFact,
  Failing,
  Failure,
  FlowEvent,
  FlowEventType,
  ItemFact,
  Lacking,
  Moment,
  RaisedFinding,
} from '../facts.js';
import { spendsTry } from '../failures.js';
import type { ItemSet } from '../items.js';
import type { CheckMemory } from '../memory.js';
import type { Actor, CheckSpec, Content } from '../model.js';
import type { Raised } from '../raised.js';

/** A subject tells what a proof is about: the run, a claim, an item or a suite, known by id and text. */
export interface Subject {
  id: string;
  /** The key covers id and text: a changed subject is a new one. */
  key: string;
  claim?: ClaimFact;
}

/**
 * A check's state. `failed`: the newest word on this content says no. `lapsed`: it passed on other content. `missing`: it
 * never passed.
 */
export type CheckState = 'ok' | 'failed' | 'lapsed' | 'missing';

/**
 * A judgement tells what a check says of a subject now: it holds, the newest word says no, or nothing was said of what
 * is there now.
 */
export type Judgement = 'holds' | 'no' | 'never';

/** `Word` tells what one event says to one check. */
export interface Word {
  subject: Subject;
  content: string;
  pass: boolean;
  /** Epoch milliseconds after which it no longer counts. */
  expires?: number | null;
  /** Who says it, where several may: their findings are closed by their own newer word. */
  source?: string;
  findings?: readonly RaisedFinding[];
  failure?: Failure | undefined;
  failing?: Failing | undefined;
  lacking?: Lacking | undefined;
  flaky?: true | undefined;
}

/** @typeParam Own what the kind remembers by itself */
export interface Context<Own = unknown> {
  moment: Moment;
  /** The item in whose walk it is asked, null in the run's. */
  item: ItemFact | null;
  /** Epoch milliseconds. */
  now: number;
  memory: CheckMemory<Own>;
  /** Must-fixes that are not closed, of all checks. */
  raised: Raised;
  /** Key of the check. */
  key: string;
  /** All items, where the kind asks for them (`amongItems`). */
  items?: ItemSet;
  /** The items of which each test that was seen red says something; of one that no item names, whoever names it first. */
  seenFor?: ReadonlyMap<TestId, readonly string[]>;
  /** The run never came to the phase of the check: what is said of its work now, nobody could have seen. */
  isEarly?: boolean;
}

/** Tells what proofs depend on. Written as a method, since a kind is asked with specs of its own name alone. */
type ContentOf<Spec extends CheckSpec> = { of(spec: Spec, item: ItemFact | null): Content }['of'];

/**
 * A kind of check is one entry of the registry: a pure function of facts. A kind only reads; what a command did is observed.
 */
export interface CheckKind<Spec extends CheckSpec = CheckSpec, Own = unknown> {
  actor: Actor;
  /** Who can bring the pass of one subject about, where that is somebody else. */
  actorOf?(spec: Spec, subject: Subject, context: Context<Own>): Actor;
  /** What its proofs depend on where the workflow does not say. */
  on: Content | ContentOf<Spec>;
  /** Code of the finding that it gives when it is not met. */
  code: string;
  /** Another code where something else is missing first. */
  codeOf?(spec: Spec, item: ItemFact | null): string | null;
  listens: readonly FlowEventType[];
  /** The events that it listens to with these parameters, where that is not all. */
  listensTo?(spec: Spec): readonly FlowEventType[];
  /** An event that names no item says something of the items that are worked on. */
  ofWork?: true;
  /** An answer at a moment holds there for good: the kind looks at that moment alone, or at what only grows. */
  stays?: true;
  /** What it says of one item depends on what others are. */
  amongItems?: true;
  /** Tells whether a test was seen red for an item, with its parts and fixes. */
  hasSeen?(memory: CheckMemory<Own>, test: TestId, family: string): boolean;
  /** Several speak to it: that one of them passed is no pass of the check. */
  isOfSeveral?: true;
  /** A run says something to it about those items alone that it names. */
  named?: true;
  /** Makes what the kind remembers besides proofs: plain data, so that it can be copied. */
  remembers?(): Own;
  /**
   * Forgets what was remembered of subjects, by their keys, and of claims: the item that they belong to is opened again.
   * @param family the item, or what it is a part or a fix of
   */
  forget?(memory: CheckMemory<Own>, subjects: readonly string[], claims: readonly ClaimFact[], family: string): void;
  subjects(spec: Spec, moment: Moment, item: ItemFact | null): readonly Subject[];
  /** Proofs in an event; none for a check that only looks. */
  words?(spec: Spec, event: FlowEvent, moment: Moment, item: ItemFact | null): readonly Word[];
  /** Takes an event in that is more than proofs. */
  take?(spec: Spec, event: FlowEvent, context: Context<Own>): void;
  judge(spec: Spec, subject: Subject, context: Context<Own>): Judgement;
  /** Facts for the words of the finding. */
  args?(spec: Spec, subject: Subject, context: Context<Own>): Finding['args'];
}

/** Returns the subject of a check that speaks of the whole run, or of the item in whose walk it is asked. */
export function own(item: ItemFact | null): Subject {
  return item === null ? RUN : { id: item.id, key: itemKey(item) };
}

const RUN: Subject = { id: '', key: '' };

/** Returns the only subject of a check that speaks of the whole run, or of one item. */
export function ownAlone(item: ItemFact | null): readonly Subject[] {
  return item === null ? RUN_ALONE : [own(item)];
}

const RUN_ALONE: readonly Subject[] = [RUN];

/** An item as its text is now: one that was changed has another key. */
export const itemKey = ({ id, digest }: Pick<ItemFact, 'id' | 'digest'>) => `${id}@${digest}`;

/** Returns the claims that are asked for: of the run, or those of the item. */
export function claimsOf(moment: Moment, item: ItemFact | null): readonly ClaimFact[] {
  return item === null ? moment.claims : moment.claims.filter(({ id }) => item.claims?.includes(id));
}

/** Returns a claim as the subject of a check, known by its id and text. */
export function claimSubject(claim: ClaimFact): Subject {
  return { id: claim.id, key: itemKey(claim), claim };
}

/** Returns true for a failure that says nothing about the work: the run is tried again, and never counted. */
export function isBreakdown(failure: Failure | undefined): failure is Exclude<Failure, 'code' | 'test' | 'limit'> {
  return failure !== undefined && !spendsTry(failure);
}

/** Tells what a check's proofs depend on. */
export function contentsOf(kind: CheckKind, spec: CheckSpec, item: ItemFact | null): Content | readonly Content[] {
  return spec.on ?? (typeof kind.on === 'function' ? kind.on(spec, item) : kind.on);
}

/** The spec of a check of one name. */
export type SpecOf<Name extends CheckSpec['check']> = Extract<CheckSpec, { check: Name }>;
