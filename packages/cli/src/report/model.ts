import type { SealedBy } from '@flow/core';
import type { Amount, Figures } from '@flow/core/figures';
import type { ItemCounts } from '@flow/core/items';
import type { ItemStatus } from '@flow/core/workflow';

/**
 * A report model is a whole report as plain data. Every text in it is cleaned and bounded; a renderer adds the escaping of
 * its own language. Times are epoch milliseconds.
 */
export interface ReportModel {
  version: 1;
  /** The time at which the report was made. */
  made: number;
  title: string;
  verdict: ReportVerdict;
  run: {
    id: string;
    workflow: string;
    title: string;
    started: number;
    dials: Record<string, string>;
    /** The end of the run: how and when it came; null while the run leads the work. */
    ended: { how: string; time: number } | null;
    /** What it is for, in the words of whoever began it; null where nobody said. */
    goal: string | null;
    /** Milliseconds from its begin to its end, or to now; `pausedMs` of them nobody was to work. */
    runtimeMs: number;
    pausedMs: number;
  };
  content: ReportContent;
  phase: { id: string; title: string; stage: number; total: number; waiting: string | null; next: string };
  stages: ReportStage[];
  claims: ReportClaim[];
  items: ReportItem[];
  /** Items by where they stand. */
  counts: ItemCounts;
  /** Criteria by evidence. */
  matrix: ReportRow[];
  attempts: ReportAttempt[];
  waits: ReportWait[];
  assumptions: ReportAssumption[];
  /** The place for pictures of claims, and the faults of those that are there. */
  screenshots: { folder: string; faults: string[] };
  suites: ReportSuite[];
  gates: ReportGate[];
  /** Criteria that only a person can check. */
  byHand: ReportByHand[];
  blocked: ReportBlock[];
  reviews: ReportReview[];
  rounds: ReportRound[];
  findings: ReportFinding[];
  schema: ReportSchemaChange[];
  risks: ReportRisk[];
  exceptions: ReportException[];
  debts: { check: string; why: string; reason: string }[];
  warnings: string[];
  concerns: string[];
  probes: string[];
  expectations: string[];
  timeline: ReportMoment[];
  /** Attempts and waits, with how long each lasted. */
  spans: ReportSpan[];
  /** What the run cost, and what came of it, as the definitions of `@flow/core/figures` say. */
  figures: Figures;
  /** What each phase cost, in the order in which the run came to them. */
  phases: ReportPhaseCost[];
  work: ReportWork;
}

/** A report's verdict tells what holds and what does not, in one look. */
export interface ReportVerdict {
  /** `holds`: every claim is proven on this content and nothing is in the way. */
  state: 'holds' | 'open' | 'fails';
  line: string;
  /** The reasons against the change, or what is still to be done, most important first. */
  reasons: string[];
}

export interface ReportContent {
  branch: string;
  base: string | null;
  fork: string | null;
  head: string | null;
  tree: string | null;
  committed: boolean | null;
  pushed: boolean | null;
  pullRequest: string | null;
  ci: string | null;
  changed: { path: string; state: string; class: string }[];
  /** The number of changed files, where not all are listed; null where nobody can tell. */
  changedTotal: number | null;
}

export interface ReportStage {
  id: string;
  title: string;
  state: 'done' | 'current' | 'pending' | 'left-out';
  /** The time at which the run first came to the phase; null where it never did. */
  entered: number | null;
  /** The gates that end it. */
  gates: string[];
  /** Titles of the phases to which what is found in it leads back. */
  back: string[];
  /** The number of times that the run came to the phase. */
  visits: number;
}

/**
 * A claim's state. `passed`: its own tests passed on this content. `suite`: its suite is green on this content, and the run
 * names no passed tests. `lapsed`: it passed on other content. `red`: seen failing, and not green since. `pending`: nothing
 * yet.
 */
export type ClaimState = 'passed' | 'suite' | 'failed' | 'lapsed' | 'red' | 'pending';

export interface ReportClaim {
  id: string;
  /** The id as the specification writes it. */
  name: string;
  text: string;
  expect: 'red' | 'guard';
  state: ClaimState;
  /** The reason for the state, in a few words. */
  because: string;
  tests: { name: string; file: string | null; written: boolean }[];
  /** Named checks that hold a guard in place of tests. */
  checks: string[];
  /** The time at which the tests of the claim were first seen failing; null where they were not, or nobody asks. */
  red: number | null;
  /** The run that says so. */
  proof: ReportProof | null;
  screenshots: ReportScreenshot[];
  /** A user is to see the claim, so that a picture of it belongs to the proof. */
  shown: boolean;
  /** Ids of findings that name it. */
  findings: string[];
}

/** A report proof state tells what a kind of evidence says of a criterion; `none`: nobody asks for it. */
export type ReportProofState = 'holds' | 'failed' | 'lapsed' | 'open' | 'let-through' | 'none';

/** `ReportShown` holds a word for each kind of evidence: seen red first, tests, commands, reviews, a person's word. */
export type ReportShown = Record<'red' | 'tests' | 'command' | 'review' | 'person', ReportProofState>;

/** A piece of work. */
export interface ReportItem {
  id: string;
  title: string;
  kind: string;
  parent: string | null;
  /** As the run has it; `pending` where a phase that is not reached walks it. */
  state: ItemStatus['state'] | 'pending';
  phase: string | null;
  /** Why it is blocked or skipped. */
  reason: string | null;
  files: string[];
  flags: string[];
  /** Why no test is asked of it; null where one is. */
  testsOff: string | null;
  criteria: { id: string; text: string }[];
  /** Tries that failed, and those that broke down and say nothing of the work. */
  failed: number;
  brokeDown: number;
  shown: ReportShown;
}

/** A report row is a row of the matrix: a claim of the specification, a criterion of an item, or an item that has none. */
export interface ReportRow {
  id: string;
  /** The item whose criterion it is; null for a claim. */
  item: string | null;
  text: string;
  shown: ReportShown;
}

/** A try that did not lead on. */
export interface ReportAttempt {
  n: number;
  time: number;
  /** Ids of the items that it was of; none where it was the run's. */
  items: string[];
  class: string;
  status: 'failed' | 'broke-down';
  source: string;
  errors: string[];
  /** What was said to have been tried before. */
  tried: string[];
}

/** A wait tells what the work waited for, and since when. */
export interface ReportWait {
  kind: 'pause' | 'blocked' | 'outside' | 'question';
  what: string;
  item: string | null;
  since: number;
  /** Null where it waits still. */
  until: number | null;
}

/** An assumption is taken to be so although nobody was asked. */
export interface ReportAssumption {
  id: string;
  text: string;
  question: string;
}

/** A run on some content. */
export interface ReportProof {
  receipt: string;
  suite: string;
  command: string;
  time: number;
  head: string | null;
  tree: string | null;
  seen: string;
  /** The seal that the run is proven to have had, `none` where sessions are sealed and it is not; null where they are not. */
  seal: SealedBy | null;
}

export interface ReportScreenshot {
  name: string;
  /** Relative to the repository's root. */
  path: string;
  bytes: number;
  /** `data:` URI; null where it is too much for one page. */
  data: string | null;
}

export interface ReportSuite {
  id: string;
  question: string;
  state: 'green' | 'red' | 'lapsed' | 'unknown' | 'pending';
  proof: ReportProof | null;
  counts: { passed: number; failed: number; skipped: number } | null;
  /** The run says which tests it ran. */
  named: boolean;
  /** The command that runs the suite; null where nobody knows. */
  command: string | null;
}

/**
 * A criterion that only a person can check. `open`: nobody has said anything of it. `lapsed`: it was found to hold, and the files of
 * the item have changed since. `let-through`: the item is over without it, by a person's decision.
 */
export interface ReportByHand {
  item: string;
  id: string;
  text: string;
  state: 'holds' | 'fails' | 'lapsed' | 'open' | 'let-through';
  person: string | null;
  note: string | null;
  time: number | null;
}

/** An item that is blocked. */
export interface ReportBlock {
  item: string;
  title: string;
  reason: string;
  /** How much it holds up, where somebody has said so. */
  severity: string | null;
}

/** A change of an API, of tables, of generated code, of packages. */
export interface ReportSchemaChange {
  kind: string;
  name: string;
  state: 'there' | 'missing' | 'undeclared' | 'told';
  path: string | null;
}

/** A changed function or value that others depend on, from the map of tests. */
export interface ReportRisk {
  what: string;
  risk: 'low' | 'medium' | 'high';
  /** Values change behind the same schema: nothing but a test tells. */
  silent: boolean;
  callers: number;
  tests: string[];
}

export interface ReportGate {
  gate: string;
  state: 'approved' | 'waived' | 'lapsed' | 'pending';
  approvals: ReportApproval[];
}

export interface ReportApproval {
  person: string;
  strength: string;
  time: number;
  expires: number | null;
  head: string | null;
  tree: string | null;
  subjects: string[];
  /** The approval is as strong as the gate asks for. */
  counts: boolean;
}

export interface ReportReview {
  judge: string;
  /** The question of a probe, in the words of the user; null of other reviewers. */
  question: string | null;
  /** The review broke down: nothing was said, for or against. */
  broke: boolean;
  panel: string;
  subject: string | null;
  round: number | null;
  pass: boolean;
  time: number;
  score: number | null;
  mustFix: number;
  notes: number;
  head: string | null;
  /** The verdict judged the present content. */
  present: boolean;
  seen: string | null;
}

/** A report round is a round of a panel: its verdicts together. */
export interface ReportRound {
  panel: string;
  round: number;
  mustFix: number;
  /** Weighed by the tiers of the reviewers, up to 5; null where nobody gave one. */
  score: number | null;
}

export interface ReportFinding {
  id: string;
  judge: string;
  title: string;
  severity: 'must-fix' | 'should-fix' | 'note';
  fate: 'open' | 'answered' | 'disputed' | 'closed' | 'noted';
  claim: string | null;
  place: string | null;
  quote: string | null;
  reasoning: string | null;
  /** The way to mend the finding, as a kind of fault where that is told. */
  fix: string | null;
  /** The quote of the finding stands where the finding says. */
  verified: boolean;
  answers: { note: string; disputed: boolean }[];
}

/**
 * A report exception is something that was not left to the workflow, such as an override, a waiver, a decision, a reopened
 * phase, a dial that was turned.
 */
export interface ReportException {
  kind: 'override' | 'let-through' | 'waiver' | 'decision' | 'reopen' | 'dial' | 'skipped';
  what: string;
  reason: string;
  /** The person who made the exception; null where that is not known, and for what the agent may do itself. */
  person: string | null;
  time: number;
  expires: number | null;
}

export interface ReportMoment {
  time: number;
  /** The kind of the moment, for its look. */
  kind: 'phase' | 'run' | 'red' | 'verdict' | 'approval' | 'person' | 'other' | 'breach';
  what: string;
  good: boolean | null;
}

/** Something that went on for a while: a session that a driver started, an item at work, a try that failed, a wait. */
export interface ReportSpan {
  kind: 'session' | 'work' | 'attempt' | 'wait';
  /** The item that it is of; null for the run. */
  item: string | null;
  what: string;
  since: number;
  /** Null where it goes on. */
  until: number | null;
  /** What came of an attempt; null for what is none. */
  result: 'led-on' | 'failed' | 'broke-down' | null;
  /** Null where nobody knows. */
  tokens: number | null;
  money: number | null;
}

export interface ReportPhaseCost {
  title: string;
  durationMs: number;
  tokens: number;
  money: Amount;
  rounds: number;
  refusals: number;
}

export interface ReportWork {
  edits: number;
  files: number;
  refusals: number;
  refusedBy: [code: string, count: number][];
  runs: number;
  green: number;
  agents: { type: string; model: string; runs: number; tokens: number; minutes: number; cost: number | null }[];
  /** The sessions' own requests are among them; else no transcript of a session was there. */
  own: boolean;
  tokens: number;
  /** The cost; null where a price is missing. */
  cost: number | null;
}
