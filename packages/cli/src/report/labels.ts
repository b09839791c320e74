import type {
  ClaimState,
  ReportAttempt,
  ReportByHand,
  ReportFinding,
  ReportGate,
  ReportItem,
  ReportProof,
  ReportProofState,
  ReportShown,
  ReportSpan,
  ReportSuite,
  ReportWait,
} from './model.js';

/** The words for the states of claims, in every rendering. */

export const CLAIM_WORDS: Readonly<Record<ClaimState, string>> = {
  passed: 'PASSED',
  suite: 'PASSED (suite)',
  failed: 'FAILED',
  lapsed: 'LAPSED',
  red: 'RED',
  pending: 'PENDING',
};

export const SUITE_WORDS: Readonly<Record<ReportSuite['state'], string>> = {
  green: 'green',
  red: 'red',
  lapsed: 'green on other content',
  unknown: 'no proof',
  pending: 'not run',
};

/** `SEAL_WORDS` tells how a run was held, in the words of `status`. */
export const SEAL_WORDS: Readonly<Record<NonNullable<ReportProof['seal']>, string>> = {
  host: 'sealed (host)',
  prefix: 'sealed (prefix)',
  none: 'not proven sealed',
};

export const GATE_WORDS: Readonly<Record<ReportGate['state'], string>> = {
  approved: 'approved',
  waived: 'waived',
  lapsed: 'lapsed',
  pending: 'pending',
};

export const BY_HAND_WORDS: Readonly<Record<ReportByHand['state'], string>> = {
  holds: 'holds',
  fails: 'does not hold',
  lapsed: 'held before the last change',
  open: 'waits for a person',
  'let-through': 'let through by a person',
};

export const FATE_WORDS: Readonly<Record<ReportFinding['fate'], string>> = {
  open: 'open',
  answered: 'answered, waiting for its judge',
  disputed: 'disputed',
  closed: 'closed',
  noted: 'noted',
};

export const ITEM_WORDS: Readonly<Record<ReportItem['state'], string>> = {
  done: 'done',
  running: 'in progress',
  ready: 'ready',
  waiting: 'waiting',
  pending: 'to come',
  blocked: 'blocked',
  gone: 'taken out of its list',
  skipped: 'skipped by a person',
  dropped: 'left out by a person',
};

/** `EVIDENCE_WORDS` names the kinds of evidence, as columns of the matrix in their order. */
export const EVIDENCE_WORDS: Readonly<Record<keyof ReportShown, string>> = {
  red: 'Red first',
  tests: 'Tests',
  command: 'Command',
  review: 'Review',
  person: 'Person',
};

export const PROOF_WORDS: Readonly<Record<ReportProofState, string>> = {
  holds: 'holds',
  failed: 'fails',
  lapsed: 'lapsed',
  open: 'open',
  'let-through': 'let through',
  none: '',
};

export const ATTEMPT_WORDS: Readonly<Record<ReportAttempt['status'], string>> = {
  failed: 'a try',
  'broke-down': 'broke down',
};

export const WAIT_WORDS: Readonly<Record<ReportWait['kind'], string>> = {
  pause: 'a pause',
  blocked: 'a blocked item',
  outside: 'something outside',
  question: 'an answer',
};

export const RESULT_WORDS: Readonly<Record<NonNullable<ReportSpan['result']>, string>> = {
  'led-on': 'led on',
  failed: 'a failed try',
  'broke-down': 'broke down',
};
