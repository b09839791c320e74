import { type Finding, type Guard, type Policy, type Ruling, rule } from '@flow/core';
import type { Analysis } from '@flow/shell-effects';
import type { Start, Surroundings } from '../places/surroundings.js';

/** A file that a tool is about to change. */
export interface FileEdit {
  /** Absolute, as the tool names it. */
  path: string;
  /** The text that would be there and is not yet, as far as the call shows it; null where it does not. */
  added: string | null;
  /**
   * Change of a folder of that name: all below the folder is taken away (`beneath`), or files whose names nobody knows land
   * in it (`into`). Absent where only the file is meant.
   */
  reach?: 'beneath' | 'into';
}

/** A deed that a tool call is about to do: a command line, or edits of files. */
export interface Deed {
  tool: string;
  input: Readonly<Record<string, unknown>>;
  /** Absolute folder that it starts in. */
  directory: string;
  /** Kind of the sub-agent that does it, as the host names it; null for the session's own agent. */
  role: string | null;
  /** The command line and what it would do; null for any other tool. */
  command: { text: string; analysis: Analysis } | null;
  edits: readonly FileEdit[];
}

/** Facts that guards may know besides the deed. */
export interface Facts {
  /** The repository that the deed is about, with its policy; null outside of any. */
  around: Surroundings | null;
  start: Start;
}

/**
 * A judge gives the findings of a guard about a deed. A judge changes nothing, and asks git only where the deed makes it
 * necessary.
 */
export type Judge = (deed: Deed, facts: Facts) => Finding[];

/** A guard under its name. */
export interface GuardEntry {
  id: Guard;
  judge: Judge;
}

/**
 * Asks guards one after the other and holds what they find against the policy. Also after a refusal: a person who lets
 * the deed through has to see all that speaks against it.
 * @param all ask those that are off, too
 */
export function judgeDeed(
  guards: readonly GuardEntry[],
  deed: Deed,
  facts: Facts,
  policy: Policy,
  all: boolean,
): Ruling[] {
  const rulings: Ruling[] = [];
  const now = Date.now();
  for (const guard of guards) {
    if (policy.guards[guard.id] === 'off' && !all) continue;
    const findings = guard.judge(deed, facts);
    rulings.push(...findings.map((found) => rule(guard.id, found, policy, deed.command?.text ?? null, now)));
  }
  return rulings;
}

export const isRefused = (rulings: readonly Ruling[]) => rulings.some(({ answer }) => answer === 'refuse');
