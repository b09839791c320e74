import { type Headless, type Seen, UNSEEN } from '@flow/clients/headless';
import { classifyEnding, type EndingFacts } from '@flow/core/items';
import type { Failure } from '@flow/core/workflow';

/** `Failed` tells why a session did not lead on. */
export interface Failed {
  class: Failure;
  reason: string;
}

/** Reads all that the session has said. */
export const seenOf = (text: string, client: Headless): Seen =>
  text.split('\n').reduce((seen, line) => client.read(seen, line), UNSEEN);

/** Nothing counts of a session in which none of our hooks has answered. */
const SILENT: Failed = { class: 'infra', reason: 'our hooks did not answer in it, so nothing of it counts' };

/** `Ended` tells what the driver knows of the end of a session besides its words. */
export interface Ended {
  /** The driver ended it. */
  deadline?: EndingFacts['deadline'];
  /** Our hooks were at work in it; `unarmed`: a person lets it go without them, and what it says counts for nothing. */
  hooks: 'answered' | 'silent' | 'unarmed';
  /** Sub-agents that it might start. */
  agents: number;
  /** What it worked on stands further than before. */
  moved: boolean;
}

/**
 * Tells how a session ended. An honest end has exit code 0, one closing line without an error, and our hook's answer at the
 * start; neither the exit code alone nor the word "success" proves anything (R22).
 * @param exit its exit code; null where nobody was there to write it down
 * @returns null where it led on
 */
export function endingOf(seen: Seen, exit: number | null, ended: Ended): Failed | null {
  const { deadline, moved, hooks, agents } = ended;
  const { isError, lost, ends, reason, status, quotaUntil } = seen;
  if (deadline !== undefined)
    return { class: 'infra', reason: deadline === 'silence' ? 'nothing was heard of it' : 'it took too long' };
  if (quotaUntil !== null && (isError || ends === 0)) return { class: 'quota', reason: 'the quota is used up' };
  // Who is found to work without our hooks is ended for that.
  if (hooks === 'silent' && seen.isAtWork) return SILENT;
  // Who was killed has no exit code, or one that says so.
  if (exit === null) return { class: 'infra', reason: 'its process was killed' };
  const isHonest = exit === 0 && ends === 1 && !isError && !lost;
  if (!isHonest) {
    if (ends === 0 && exit === 0) return { class: 'infra', reason: 'it ended without its closing line' };
    if (ends > 1 || lost) return { class: 'infra', reason: 'its output has gaps' };
    const facts: EndingFacts = { of: 'session', exit, ...(reason !== null && { reason }), ...(status && { status }) };
    const found = classifyEnding(isError && reason === 'completed' ? { of: 'session', exit } : facts);
    return { class: found?.class ?? 'unknown', reason: reason ?? `it ended with exit code ${exit}` };
  }
  if (hooks === 'silent') return SILENT;
  // What so many agents did was asked for by nobody (R26).
  if (seen.agents > agents)
    return { class: 'limit', reason: `it started ${seen.agents} sub-agents, and ${agents} were allowed` };
  const found = classifyEnding({ of: 'session', exit, reason: reason ?? '', moved });
  if (found === null) return null;
  const why =
    found.because === 'standstill' ? 'it ended, and nothing had moved' : (reason ?? 'how it ended is unknown');
  return { class: found.class, reason: why };
}
