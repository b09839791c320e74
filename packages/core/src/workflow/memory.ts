import { getOrMake } from '../get-or-make.js';
import type { Failing, Failure, Lacking, Moment } from './facts.js';

/** `Said` is a word that a judge said on one content. */
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
 * Proofs tell what the events so far say about one subject of one check: the newest word on each content, and every
 * pass. A content that cannot be told is null: only a person's word, that the work goes on, stands on it.
 */
export interface Proofs {
  newest: Map<string | null, Said>;
  passed: Set<string | null>;
  /** Contents on which tests that are named have failed; a judge that changes its mind, or what did not build, is none. */
  failed: Set<string | null>;
}

/** A loop count tells how often a check has blocked in one walk. */
export interface LoopCount {
  blocks: number;
  /** The content of the last block: the same again is no new attempt. */
  last: string | null;
}

/**
 * `CheckMemory` is the memory of one check. Subjects are known by id and text, so a changed subject is new. What only one
 * kind of check remembers is its `own`, which the kind begins with (`remembers`).
 */
export interface CheckMemory<Own = unknown> {
  proofs: Map<string, Proofs>;
  /** Loops by item, '' for the run. */
  loops: Map<string, LoopCount>;
  /** A person's word in place of a proof. */
  waivers: Map<string, { content: string | null; expires: number }>;
  /** What broke down without saying anything: infrastructure, time-outs, things outside. By item, '' for the run. */
  trouble: Map<string, { failure: Failure; times: number; since: number }>;
  /** Subjects of which the check held at some event: what no longer holds has lapsed. */
  everHeld: Set<string>;
  /** The last moment at which a check of the run held that stays so. */
  held: Moment | null;
  own: Own;
}

/** Returns the memory of a check that no event has spoken to. */
export function newMemory(own?: unknown): CheckMemory {
  return {
    proofs: new Map(),
    loops: new Map(),
    waivers: new Map(),
    trouble: new Map(),
    everHeld: new Set(),
    held: null,
    own,
  };
}

/** Returns the same memory, to go on with without a trace in this one. */
export function copyMemory(memory: CheckMemory): CheckMemory {
  const proofs = [...memory.proofs].map(
    ([subject, { newest, passed, failed }]) =>
      [subject, { newest: new Map(newest), passed: new Set(passed), failed: new Set(failed) }] as const,
  );
  return {
    proofs: new Map(proofs),
    loops: new Map(memory.loops),
    waivers: new Map(memory.waivers),
    trouble: new Map(memory.trouble),
    everHeld: new Set(memory.everHeld),
    held: memory.held,
    own: structuredClone(memory.own),
  };
}

/** Adds one proof. */
export function addProof(memory: CheckMemory, subject: string, content: string | null, said: Said): void {
  const proofs = getOrMake(memory.proofs, subject, () => ({ newest: new Map(), passed: new Set(), failed: new Set() }));
  proofs.newest.set(content, said);
  if (said.pass) proofs.passed.add(content);
  if (said.flaky || (!said.pass && said.failing)) proofs.failed.add(content);
}

/**
 * Tells whether a check passed and failed on one content, whichever came first: who runs until it passes has proven
 * less.
 */
export function isFlaky(proofs: Proofs | undefined, content: string | null): boolean {
  if (content === null || !proofs?.passed.has(content)) return false;
  return proofs.failed.has(content) || proofs.newest.get(content)?.pass === false;
}
