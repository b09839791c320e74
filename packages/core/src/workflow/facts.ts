import type { ItemWords } from '../documents/document.js';
import type { Strength } from '../evidence/approval.js';
import type { Outcome } from '../evidence/outcome.js';
import type { TestId } from '../evidence/red.js';
import type { Finding } from '../finding.js';
import type { Question } from '../presets/preset.js';
import type { Dials } from './model.js';

/** A claim of the specification as it is at one moment; a changed text makes another claim. */
export interface ClaimFact {
  id: string;
  /** The id as the specification writes it, where that is another form. */
  written?: string;
  /** The digest of the claim's text. */
  digest: string;
  /** A guard (Must Not, refactoring) must stay green; red is not asked of it. */
  expect: 'red' | 'guard';
  /** The tests that are to prove it, with the digests of their bodies where they are there. */
  tests: readonly (TestId & {
    /** The runner of its file, where that is one whose tests cannot be told apart. */
    runner?: string;
  })[];
}

/** A piece of work: a story, a task, a plan phase, a fix. */
export interface ItemFact extends ItemWords {
  id: string;
  /** The digest of the item's text without ticks and counts. */
  digest: string;
  title: string;
  kind: string;
  parent?: string;
  /** Ids of items that have to be done before. */
  after: readonly string[];
  /** Globs or paths that it changes; the digest of their content is `contents['item:<id>']` of a moment. */
  files: readonly string[];
  /** `S`, `M`, `L`: how much is asked of it. */
  size?: string;
  /** What it needs besides (`security`, `ux`); conditions may ask for it. */
  flags?: readonly string[];
  /** The headings that it is listed below: items of one group stand together. */
  group?: string;
  /** Ids of the claims that it is to fulfil. */
  claims?: readonly string[];
  /** A split of its parent has made it: it is no fix that the workflow counts, and shares the attempts of the whole. */
  part?: true;
}

/** An assumption is taken to be so in place of a person's answer. */
export interface Assumption {
  id: string;
  question: string;
  text: string;
}

export interface DocumentView {
  /** The digest of the document's contract. */
  digest: string;
  /** Entries by section; a section without content has none. */
  sections: Readonly<Record<string, readonly string[]>>;
  /** Ids that a coverage table or a map of tests speaks of, with something behind them. */
  covers: readonly string[];
  findings: readonly Finding[];
  /** Nothing but titles and comments, as in a template: nobody has written it yet. */
  blank?: true;
  /** Parts that others have written of it and that are not merged into it yet, by the name of their file. */
  parts?: Readonly<Record<string, DocumentPart>>;
  /** What it takes to be so although nobody was asked, with the questions. */
  assumptions?: readonly Assumption[];
  /** Ids of claims that are not normative, as the document writes them. */
  loose?: readonly string[];
  /** The command that it names to show the fault which the work is about. */
  command?: string;
  /** The items that it lists, by id, and whether their boxes are ticked: no position follows from a tick. */
  lists?: Readonly<Record<string, boolean>>;
}

/** A part of a document, as it lies beside it. */
export interface DocumentPart {
  path: string;
  /** Why it cannot be merged as it is, by code. */
  fault?: string;
}

/** A git fact tells what git and the forge say; missing where nobody asked. */
export interface GitFact {
  branch: string | null;
  base: string | null;
  head: string | null;
  /** Nothing but views differs from HEAD. */
  committed?: boolean;
  pushed?: boolean;
  /** No forge is known, so that nobody can be asked for a pull request or for CI. */
  noForge?: true;
  pullRequest?: string | null;
  ci?: 'passed' | 'failed' | 'running' | null;
}

/** A moment holds the contents at one moment, by digest. Moments with equal content are one and the same object. */
export interface Moment {
  /** Digest by content (`relevant`, `diff`, `source`, `doc:spec`); one that is missing cannot be told. */
  contents: Readonly<Record<string, string>>;
  documents: Readonly<Record<string, DocumentView>>;
  claims: readonly ClaimFact[];
  /** Suites that are needed, with the digest of the content that can change their outcome, and the command that runs all. */
  suites: readonly { id: string; question: Question; content: string | null; command?: string }[];
  items: readonly ItemFact[];
  /** The work changed documents besides its own, and nothing else. */
  onlyDocuments?: true;
  /** Reviewers that the presets of what the work changed name. */
  reviewers?: readonly string[];
  git: GitFact;
}

/** `Lacking` tells what a run that passed has not run of the tests that claims plan in its suite. */
export interface Lacking {
  /** How many are planned, at least, and how many of them, or of all, passed. */
  planned: number;
  passed: number;
  /** Names that are known, the first of them. */
  names: readonly string[];
}

/** A must-fix of a verdict, before the engine gave it a name. */
export interface RaisedFinding {
  /** What it says; for people. */
  title: string;
  /** The item it is about. */
  item?: string;
  /** The phase that answers it, in place of the check's own. */
  to?: string;
  severity?: FindingSeverity;
  /** The claim, or else the rule, that it breaks. */
  claim?: string;
  rule?: string;
  /** Where it is: the quote was found in the file, at the line. */
  file?: string;
  line?: number;
  quote?: string;
  /** Why it is wrong, and what would show that it is not. */
  reasoning?: string;
  disproof?: string;
  /** How it is mended, this once and as a kind (feature C58). */
  instanceFix?: string;
  classFix?: string;
  /** A must-fix whose quote is not where it says: it is told, and blocks nothing. */
  unverified?: boolean;
}

/** What shows a criterion where tests are off: a recorded run, a line of a file, or a file that is there (feature V22). */
export interface CriterionEvidence {
  /** The criterion, with its item where several are judged together: `A1/1`. */
  id: string;
  receipt?: string;
  file?: string;
  line?: number;
  quote?: string;
}

/**
 * `SIGHTS` names how a verdict came to the journal: seen at the end of its reviewer, said by a person, or handed in by
 * whoever works.
 */
export const SIGHTS = ['hook', 'person', 'handed'] as const;
export type Sight = (typeof SIGHTS)[number];

export const REVIEW_STATES = ['started', 'sent-back'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

export const FINDING_SEVERITIES = ['must-fix', 'should-fix', 'note'] as const;
export type FindingSeverity = (typeof FINDING_SEVERITIES)[number];

/**
 * `FAILURES` names why something failed (feature M26). `code`, `test` and `limit` (turns or the session's own budget used
 * up) count as attempts; the others say nothing of the work.
 */
export const FAILURES = ['code', 'test', 'limit', 'infra', 'external', 'quota', 'timeout', 'unknown'] as const;
export type Failure = (typeof FAILURES)[number];

/** How much it holds up that an item is blocked (features M34, M45), from the least. */
export const BLOCK_SEVERITIES = ['low', 'medium', 'high', 'critical'] as const;
export type BlockSeverity = (typeof BLOCK_SEVERITIES)[number];

/** When skills are looked for: on the goal, and on goal and research. */
export const SKILL_PASSES = ['goal', 'research'] as const;
export type SkillPass = (typeof SKILL_PASSES)[number];

/** A skill that fits, with the words that it shares with the work. */
export interface MatchedSkill {
  name: string;
  words: readonly string[];
}

/** A question to a person, and what was looked up before it was asked. */
export interface Asking {
  text: string;
  lookedUp: string;
  /** Answers that are offered, and which of these is advised, with the reason. */
  options?: readonly string[];
  advice?: string;
}

/** A question that the run waits for a person to answer. */
export interface OpenQuestion extends Asking {
  id: string;
  /** Epoch milliseconds. */
  since: number;
}

/** How whoever works on an item ends: the last two say that it is not done. */
export const END_STATUSES = ['done', 'done-with-concerns', 'needs-context', 'blocked'] as const;
export type EndStatus = (typeof END_STATUSES)[number];
export type DoneStatus = Extract<EndStatus, 'done' | 'done-with-concerns'>;

/** `Failing` tells what failed in a run: how many tests, and the first names. */
export interface Failing {
  total: number;
  names: readonly string[];
  /** Why no test failed, where that is so: what is named did not build, or could not be loaded. */
  outcome?: Outcome;
}

/**
 * A lease says who works on an item, where, since when and until when. It is an event: as long as it holds, the item runs.
 */
export interface Lease {
  id: string;
  /** The fencing number, which grows with each begin of the item: a result under an older one no longer counts. */
  token: number;
  /** The client's id of the session that works; null where no session is known. */
  session: string | null;
  /** The machine's name, for people. */
  machine: string;
  /** The machine's boot and its namespace of process ids: seen from another one, the process tells nothing. */
  boot: string | null;
  pidNamespace: string | null;
  /** The process whose death ends the lease: the client of the session, or a driver's child; null where none is known. */
  pid: number | null;
  /** The start of the process, in the system's own words: another process of the same id has another start. */
  startedAt: string | null;
  /** The root of the work tree, free of symbolic links, with the branch and the commit that were checked out there. */
  worktree: string;
  branch: string | null;
  base: string | null;
  /** Epoch milliseconds. Each event of the session moves the end on, by as long as the lease was given for. */
  since: number;
  until: number;
  /** A driver holds it. */
  driver: boolean;
  /** The work tree is another one than that of the run: what is recorded there speaks of the item alone. */
  apart: boolean;
  /** Our hooks are not at work in its session: what is said under it counts for nothing. */
  unarmed?: boolean;
  /** The lease before, which was seen to be over although its time was not. */
  replaces?: string;
}

/** How a contract and the work differ: nothing says it, half of it is said, the work does another thing, or nobody asked for it. */
export const GAPS = ['missing', 'partial', 'divergent', 'unasked'] as const;
export type GapKind = (typeof GAPS)[number];

/** A change of a contract that somebody who may not edit it proposes (R68). */
export interface ContractGap {
  kind: GapKind;
  /** The document by its name in the workflow. */
  document: string;
  /** The claim, or the item and its criterion (`S1`, `S1:AC1`); the document itself where something is missing in it. */
  target: string;
  /** The words that are proposed. */
  text: string;
}

interface EventBase {
  /** The place of the event in the journal, from 1, growing. */
  n: number;
  /** Epoch milliseconds. */
  time: number;
  /** Index of its moment. */
  at: number;
  /** The item that it speaks of alone, with its parts and fixes: recorded in a leased work tree other than the run's. */
  scopedTo?: string;
  /** Id of the lease that named the work tree when it was recorded there. */
  under?: string;
  /** The session that recorded it: the leases of the session go on. */
  by?: string;
}

/**
 * A flow event tells what happened, as far as a workflow can be led by it. Made from the journal, which alone vouches
 * for it.
 */
export type FlowEvent = EventBase &
  (
    | {
        type: 'run';
        suite: string;
        question: Question;
        /** What all runs on this content say of the suite after this one. */
        result: 'pass' | 'fail' | 'unknown';
        /** Claims and items whose tests this run decided. */
        subjects: Readonly<Record<string, boolean>>;
        failing?: Failing;
        /** The run passed, and not all tests that claims plan in it ran. */
        lacking?: Lacking;
        /** A test passed only when it was run again. */
        flaky?: true;
        failure?: Failure;
      }
    | {
        type: 'red';
        tests: readonly TestId[];
        /** Shown afterwards, over code that lacks what all items have done since. */
        rebuilt?: true;
      }
    /** Whether a wrong implementation of what changed turned a test of a claim red; one that nobody could tell of has not passed. */
    | { type: 'binding'; claim: string; pass: boolean }
    | { type: 'coverage'; percent: number; subject?: string }
    /** `shows`: it had to fail, as it shows a fault that nobody has mended yet. */
    | { type: 'command'; command: string; pass: boolean; subject?: string; failure?: Failure; shows?: true }
    /** `missing`: how much of what it is about was not there yet. */
    | { type: 'submission'; name: string; subject?: string; note?: string; missing?: number; status?: DoneStatus }
    | {
        type: 'verdict';
        judge: string;
        /** The item that was judged. */
        subject?: string;
        pass: boolean;
        /** What blocks. */
        findings: readonly RaisedFinding[];
        failure?: Failure;
        /** From 0 to 5. */
        score?: number;
        /** What was found and does not block. */
        notes?: readonly RaisedFinding[];
        /** What shows each criterion, where it was asked for. */
        criteria?: readonly CriterionEvidence[];
        seen?: Sight;
        /** The host's ids of the agent that judged and of its session. */
        agent?: string;
        session?: string;
        /** The round of the panel, from 1. */
        round?: number;
        /** Digest of the contract that the words are from by which the item was judged (R69). */
        contract?: string;
      }
    /** A reviewer has begun to look at this content, or was sent back with what did not hold in its answer. */
    | {
        type: 'reviewing';
        judge: string;
        /** The item that it was begun for, where only one was in question. */
        subject?: string;
        agent: string;
        session: string;
        state: ReviewState;
        reason?: string;
      }
    | { type: 'answer'; finding: string; disputed: boolean; note: string }
    /** `subject`: the item that is approved, where each is by itself. */
    | { type: 'approval'; gate: string; strength: Strength; person: string; expires: number | null; subject?: string }
    | { type: 'choice'; question: string; option: string; person: string; subject?: string }
    /** A person has tried what only a person can check of an item, and says whether it holds. */
    | { type: 'confirmation'; subject: string; criterion: string; pass: boolean; person: string; note?: string }
    /** Skills of the client that fit the work, as they were found on the goal and once more when the research was written. */
    | { type: 'skills'; pass: SkillPass; matched: readonly MatchedSkill[]; others: readonly string[] }
    | { type: 'advance'; phase: string; item?: string; person: string | null }
    | { type: 'waiver'; check: string; subject?: string; expires: number; person: string; reason: string }
    | { type: 'override'; id: string; scope: string; reason: string; uses: number; expires: number; person: string }
    | { type: 'override-use'; override: string; what: string }
    | { type: 'reopen'; phase?: string; item?: string; person: string; reason: string }
    /** Only a person skips an item. */
    | {
        type: 'item';
        item: string;
        state: 'running' | 'blocked' | 'skipped' | 'open';
        reason: string;
        /** How much a blocked item holds up. */
        severity?: BlockSeverity;
        person?: string | null;
        /** Who works on it from here on; left out by versions that knew no leases. */
        lease?: Lease;
      }
    | { type: 'item-added'; added: ItemFact }
    /** Items that somebody proposes where a document is approved: nothing follows from it until a person takes it. */
    | { type: 'proposal'; proposal: string; items: readonly ItemFact[]; of?: string; reason: string; gap?: ContractGap }
    | { type: 'proposal-taken'; proposal: string; person: string }
    | { type: 'proposal-left'; proposal: string; person: string; reason: string }
    /** A session or a program that worked on an item, or on the run, ended without leading on. */
    | { type: 'failure'; item?: string; failure: Failure; reason: string; agent?: string; session?: string }
    /** Why something failed, as whoever works on it says before the next try. */
    | { type: 'analysis'; item?: string; note: string }
    | { type: 'decision'; check: string; item?: string; choice: 'again' | 'proceed'; person: string; reason: string }
    /** A question that only a person answers: the run waits for the answer. */
    | ({ type: 'question'; question: string } & Asking)
    | { type: 'reply'; question: string; text: string; person: string }
    | { type: 'pause' | 'resume'; reason: string; person?: string }
    /**
     * Somebody waits for what only somebody else can bring about, until a check says that it is there, a person says so, or
     * the time is over. With an item it is that item alone which waits.
     */
    | { type: 'await'; await: string; what: string; check: string | null; until: number; item?: string }
    /** So many looks whether it is there; the last one passed, or did not. */
    | { type: 'await-check'; await: string; pass: boolean; times: number; item?: string }
    /** The wait is over without its check: a person says so, or whoever waited gives it up. */
    | { type: 'await-end'; await: string; person: string | null; reason: string; item?: string }
    | { type: 'dial'; dial: string; value: string; person: string | null }
    | { type: 'end'; how: 'complete' | 'merged' | 'cancelled'; reason: string }
  );

export type FlowEventType = FlowEvent['type'];

/** Facts hold all that a position follows from. */
export interface Facts {
  /** Epoch milliseconds: expiry and waiting are facts, too. */
  now: number;
  dials: Dials;
  /** Oldest first, by `n`. */
  events: readonly FlowEvent[];
  moments: readonly Moment[];
  present: Moment;
  /** The item whose leased work tree `present` is, where that is not the run's: it is read for that item alone. */
  scopedTo?: string;
  /** The last moment of the run's own work tree that is known, where `present` is that of another one. */
  home?: Moment;
  /** Processes of leases by the lease's id, as far as they can be seen from here; of others, time tells. */
  processes?: Readonly<Record<string, 'alive' | 'gone'>>;
}
