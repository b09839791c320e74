import type { ClaimState, ReportByHand, ReportFinding, ReportGate, ReportSuite } from './model.js';

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
