import type { Finding } from '../finding.js';
import type { RunGoal } from '../goal/goal.js';
import type { AwaitStatus } from './awaits.js';
import type { Assumption, BlockSeverity, ItemFact, Lease, OpenQuestion } from './facts.js';
import type { Actor, Dials, PhaseEdits } from './model.js';
import type { Debt } from './state.js';

/** A check that is in the way, for programs and for words. */
export interface OpenCheck {
  check: string;
  /** Id of the claim, item or suite; left out where it speaks of the run. */
  subject?: string;
  state: 'failed' | 'lapsed' | 'missing';
  actor: Actor;
  finding: Finding;
}

export interface ItemStatus {
  id: string;
  title: string;
  state: 'done' | 'ready' | 'running' | 'waiting' | 'blocked' | 'skipped' | 'gone' | 'dropped';
  /**
   * Why it is blocked or skipped: a person's word, or `loop`, `fixes` for what is over; `at-once` where it waits for a place.
   */
  reason?: string;
  /** How much it holds up that it is blocked, where somebody has said so. */
  severity?: BlockSeverity;
  /** Flags that the workflow gave to it. */
  marks?: string[];
  /** Who works on it, as long as that holds; `until` is as events have moved it on. */
  lease?: Lease;
  /** Inner phase it is in, and what is in its way. */
  phase?: string;
  open?: OpenCheck[];
  edits?: PhaseEdits;
  items?: ItemStatus[];
}

export interface StageStatus {
  id: string;
  title: string;
  /** `left-out`: its condition does not hold in this run. */
  state: 'done' | 'current' | 'pending' | 'left-out';
}

export interface GateStatus {
  /** `waived`: a person's word stands for it, and nobody has approved this content. */
  state: 'approved' | 'waived' | 'lapsed' | 'pending';
}

export interface LoopStatus {
  check: string;
  item?: string;
  blocks: number;
  max: number;
  exhausted: boolean;
}

/** A status tells where a run stands (feature D62). Follows from workflow and facts alone. */
export interface Status {
  version: 1;
  workflow: string;
  dials: Dials;
  /** Id of the phase; `done` behind the last, `ended` when the run is over. */
  phase: string;
  /** The item of the leased work tree that this is read in, where that is not the run's. */
  scopedTo?: string;
  /** Ids of that item, of its parts and of its fixes, as far as this phase walks them. */
  scope?: readonly string[];
  title: string;
  /** The number of the stage from 1, among the stages of this run; the last is the end itself. */
  stage: number;
  total: number;
  branch: string | null;
  /** Position in one word: the phase, with item and inner phase where there is one. */
  position: string;
  instruction: string;
  command: string | null;
  roles: readonly string[];
  open: OpenCheck[];
  warnings: Finding[];
  items: ItemStatus[];
  /** Items that failures made which named none; left out where there are none. */
  made?: readonly ItemFact[];
  /** Ids of the items that are done, or skipped by a person, in every phase that walks them. */
  over: readonly string[];
  /** What any item needs besides: as documents say, and as the workflow marks it. */
  flags: readonly string[];
  /** The item to work on, the innermost one; null where the phase has none. */
  current: ItemStatus | null;
  /** Who it waits for; null while there is work for the agent. */
  waiting: Exclude<Actor, 'agent'> | 'pause' | null;
  paused: string | null;
  /** Who has paused it; left out where nobody did, or nobody knows. */
  pausedBy?: string;
  /** What is waited for; left out where nothing is. */
  awaits?: readonly AwaitStatus[];
  /** What the run is for, as its start said it; left out where the start said nothing. */
  goal?: RunGoal;
  /** Questions that it waits for a person to answer, oldest first. */
  questions: OpenQuestion[];
  /** What documents take to be so in place of a person's answer. */
  assumptions: Assumption[];
  gates: Readonly<Record<string, GateStatus>>;
  loops: LoopStatus[];
  debts: Debt[];
  findings: { id: string; check: string; title: string; item?: string; answered: boolean }[];
  /** Reasons of all overrides of the run so far. */
  overridden: readonly string[];
  overrides: { id: string; scope: string; reason: string; person: string; left: number; expires: number }[];
  edits: PhaseEdits;
  concerns: readonly string[];
  probes: readonly string[];
  expectations: readonly string[];
  rules: readonly string[];
  stages: StageStatus[];
  /** Later documents are there and earlier ones are not: work was adopted (feature D59). */
  adoption: { missing: string[]; present: string[]; phases: string[] } | null;
  ended: { how: string; reason: string } | null;
}
