import type { ApprovalState, Finding, Outcome, Question, Receipt, SealedBy, SuiteState } from '@flow/core';

/** The proof of a suite has a source. */
export interface Proof {
  /** Sources: this machine's journal, a signed attestation, or a run that was made now. */
  from: 'journal' | 'attestation' | 'rerun';
  /** The allowed signer of an attestation. */
  signer: string | null;
  seen: Receipt['seen'];
  /** The seal that the run is proven to have had; of an attestation by the word of the machine that made it. */
  seal?: SealedBy;
  command: string;
  /** Epoch milliseconds. */
  time: number;
  outcome: Outcome;
  counts: Receipt['result']['counts'];
}

/** The report is what `flow-hooks verify --json` prints. Fields are added, never changed, within a version. */
export interface Report {
  version: 1;
  ok: boolean;
  commit: string;
  tree: string;
  base: { branch: string; commit: string } | null;
  /** Whose configuration it was judged by. */
  policy: { from: string; commit: string | null; digest: string | null };
  suites: {
    suite: string;
    question: Question;
    state: SuiteState | 'no-tests' | 'tests-removed';
    /** The command that runs all of it. */
    command: string;
    proof: Proof | null;
    failing: string[];
    /** Text that a run which was made now printed of its failure, where the run did not pass: cleaned and bounded. */
    output?: string[];
    missing: string[];
  }[];
  attestations: {
    digest: string;
    signer: string | null;
    counts: boolean;
    why: string | null;
    result: 'PASSED' | 'WARNED' | 'FAILED';
    suites: string[];
    /** Epoch milliseconds. */
    issued: number;
  }[];
  approvals: { gate: string; title: string; state: ApprovalState; person: string | null; signer: string | null }[];
  findings: ReportFinding[];
}

/** A finding of a report, in words. */
export interface ReportFinding {
  code: string;
  level: Finding['level'];
  /** The file that the finding speaks of, or the folder of its suite, from the repository's root, with `/`. */
  path?: string;
  /** The line in that file, counted from 1; of several places the first. */
  line?: number;
  /** The suite that the finding speaks of. */
  suite?: string;
  text: string;
}

/** Returns the file that a finding points to; a suite's folder is none. */
export const fileOf = ({ path, suite }: ReportFinding): string | undefined => (suite === undefined ? path : undefined);
