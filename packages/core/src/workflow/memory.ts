import type { RedTest } from '../evidence/red.js';
import { getOrMake } from '../get-or-make.js';
import type { Failing, Failure, Lacking, Moment } from './facts.js';

/** A word that a judge said on one content. */
export interface Said {
  pass: boolean;
  n: number;
  /** Epoch milliseconds. */
  expires: number | null;
  failing?: Failing;
  lacking?: Lacking;
  /** The run passed, and failed on the way there. */
  flaky?: true;
}

/**
 * What the events so far say about one subject of one check: the newest word on each content, and every pass. A content that
 * cannot be told is null: only a person's word, that the work goes on, stands on it.
 */
export interface Proofs {
  newest: Map<string | null, Said>;
  passed: Set<string | null>;
  /** Contents on which tests that are named have failed; a judge that changes its mind, or what did not build, is none. */
  failed: Set<string | null>;
}

/** How often a check has blocked in one walk. */
export interface LoopCount {
  blocks: number;
  /** The content of the last block: the same again is no new attempt. */
  last: string | null;
}

/** Words of one reviewer, oldest first. */
export interface ReviewerWords {
  /** The newest. */
  pass: boolean;
  n: number;
  /** The newest on each content. */
  newest: Map<string, { pass: boolean; n: number }>;
  /** Contents that it blocked and then passed, with no answer between: asked again until it passed. */
  turned: Set<string>;
}

export interface PanelMemory {
  words: Map<string, ReviewerWords>;
  /** Events that ended the rounds that are over, by round. */
  rounds: number[];
}

/** How the tests of one claim came to pass. */
export interface ClaimStep {
  /** The digest of the claim's text. */
  digest: string;
  /** The tests failed when they were last seen. */
  isRed: boolean;
  /** How many tests passed for the first time in that run; 0 as long as there was none. */
  together: number;
  /** The next ones passed before anybody looked at the code. */
  passedOver: boolean;
}

/** The work from test to test. */
export interface StepMemory {
  /** Steps by id of the claim. */
  claims: Map<string, ClaimStep>;
  /** Something went wrong with a step, whatever became of it. */
  hasFault: boolean;
  /** The newest run in which tests of claims came to pass. */
  last: { claims: readonly ClaimStep[]; isInspected: boolean } | null;
  /** The content that was last looked at. */
  inspected: string | null;
}

/** The memory of one check. Subjects are known by id and text, so a changed subject is new. */
export interface CheckMemory {
  proofs: Map<string, Proofs>;
  /** Loops by item, '' for the run. */
  loops: Map<string, LoopCount>;
  panels: Map<string, PanelMemory>;
  /** A person's word in place of a proof. */
  waivers: Map<string, { content: string | null; expires: number }>;
  /** Tests that were red, by the digest of their body. */
  red: Map<string, RedTest[]>;
  /** What broke down without saying anything: infrastructure, time-outs, things outside. By item, '' for the run. */
  trouble: Map<string, { failure: Failure; times: number; since: number }>;
  steps: StepMemory;
  /** Subjects of which the check held at some event: what no longer holds has lapsed. */
  everHeld: Set<string>;
  /** The last moment at which a check of the run held that stays so. */
  held: Moment | null;
}

/** The memory of a check that no event has spoken to. */
export function newMemory(): CheckMemory {
  return {
    proofs: new Map(),
    loops: new Map(),
    panels: new Map(),
    waivers: new Map(),
    red: new Map(),
    trouble: new Map(),
    steps: { claims: new Map(), hasFault: false, last: null, inspected: null },
    everHeld: new Set(),
    held: null,
  };
}

/** Adds one proof. */
export function addProof(memory: CheckMemory, subject: string, content: string | null, said: Said): void {
  const proofs = getOrMake(memory.proofs, subject, () => ({ newest: new Map(), passed: new Set(), failed: new Set() }));
  proofs.newest.set(content, said);
  if (said.pass) proofs.passed.add(content);
  if (said.flaky || (!said.pass && said.failing)) proofs.failed.add(content);
}

/** Passed and failed on one content, whichever came first: who runs until it passes has proven less. */
export function isFlaky(proofs: Proofs | undefined, content: string | null): boolean {
  if (content === null || !proofs?.passed.has(content)) return false;
  return proofs.failed.has(content) || proofs.newest.get(content)?.pass === false;
}
