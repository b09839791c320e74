import type { Strength } from '../approval.js';
import type { Finding } from '../finding.js';
import type { Question } from '../preset.js';
import type { TestId } from '../red.js';
import type { Dials } from './model.js';

/** A claim of the specification as it is at one moment; a changed text makes another claim. */
export interface ClaimFact {
  id: string;
  /** Of its text. */
  digest: string;
  /** A guard (Must Not, refactoring) must stay green; red is not asked of it. */
  expect: 'red' | 'guard';
  /** The tests that are to prove it, with the digests of their bodies where they are there. */
  tests: readonly TestId[];
}

/** A piece of work: a story, a task, a plan phase, a fix. */
export interface ItemFact {
  id: string;
  /** Of its text without ticks and counts. */
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
  /** Ids of the claims that it is to fulfil. */
  claims?: readonly string[];
}

export interface DocumentView {
  /** Of its contract. */
  digest: string;
  /** Entries by section; a section without content has none. */
  sections: Readonly<Record<string, readonly string[]>>;
  /** Ids that a coverage table or a map of tests speaks of, with something behind them. */
  covers: readonly string[];
  findings: readonly Finding[];
}

/** What git and the forge say; missing where nobody asked. */
export interface GitFact {
  branch: string | null;
  base: string | null;
  head: string | null;
  /** Nothing but views differs from HEAD. */
  committed?: boolean;
  pushed?: boolean;
  pullRequest?: string | null;
  ci?: 'passed' | 'failed' | 'running' | null;
}

/** The contents at one moment, by digest. Moments with equal content are one and the same object. */
export interface Moment {
  /** Digest by content (`relevant`, `diff`, `source`, `doc:spec`); one that is missing cannot be told. */
  contents: Readonly<Record<string, string>>;
  documents: Readonly<Record<string, DocumentView>>;
  claims: readonly ClaimFact[];
  /** Suites that are needed, with the digest of the content that can change their outcome. */
  suites: readonly { id: string; question: Question; content: string | null }[];
  items: readonly ItemFact[];
  git: GitFact;
}

/** A must-fix of a verdict, before the engine gave it a name. */
export interface RaisedFinding {
  /** What it says; for people. */
  title: string;
  /** The item it is about. */
  item?: string;
  /** The phase that answers it, in place of the check's own. */
  to?: string;
}

/** Why something failed (feature M26): only `code` and `test` count as attempts. */
export const FAILURES = ['code', 'test', 'infra', 'external', 'timeout'] as const;
export type Failure = (typeof FAILURES)[number];

interface EventBase {
  /** Its place in the journal, from 1, growing. */
  n: number;
  /** Epoch milliseconds. */
  time: number;
  /** Index of its moment. */
  at: number;
}

/** What happened, as far as a workflow can be led by it. Made from the journal, which alone vouches for it. */
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
        failure?: Failure;
      }
    | { type: 'red'; tests: readonly TestId[] }
    | { type: 'coverage'; percent: number; subject?: string }
    | { type: 'command'; command: string; pass: boolean; subject?: string; failure?: Failure }
    | { type: 'submission'; name: string; subject?: string; note?: string }
    | {
        type: 'verdict';
        judge: string;
        /** The item that was judged. */
        subject?: string;
        pass: boolean;
        findings: readonly RaisedFinding[];
        failure?: Failure;
      }
    | { type: 'answer'; finding: string; disputed: boolean; note: string }
    | { type: 'approval'; gate: string; strength: Strength; person: string; expires: number | null }
    | { type: 'choice'; question: string; option: string; person: string }
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
        person?: string | null;
      }
    | { type: 'item-added'; added: ItemFact }
    | { type: 'decision'; check: string; item?: string; choice: 'again' | 'proceed'; person: string; reason: string }
    | { type: 'pause' | 'resume'; reason: string }
    | { type: 'dial'; dial: string; value: string; person: string | null }
    | { type: 'end'; how: 'complete' | 'merged' | 'cancelled'; reason: string }
  );

export type FlowEventType = FlowEvent['type'];

/** All that a position follows from. */
export interface Facts {
  /** Epoch milliseconds: expiry and waiting are facts, too. */
  now: number;
  dials: Dials;
  /** Oldest first, by `n`. */
  events: readonly FlowEvent[];
  moments: readonly Moment[];
  present: Moment;
}
