/** The subjects that an entry of a checklist has. */
export const KINDS = ['document', 'claim', 'suite', 'lint', 'review', 'approval', 'work', 'shipping', 'debt'] as const;
export type EntryKind = (typeof KINDS)[number];

/**
 * An entry's state. `verified`: shown on the present content. `missing`: asked for up to the gate, and not shown. `waits`:
 * the gate itself, or something outside such as CI. `warning`: told, and holds nothing up. `later`: nobody asks for it
 * before the gate.
 */
export type EntryState = 'verified' | 'missing' | 'waits' | 'warning' | 'later';

export interface Entry {
  kind: EntryKind;
  what: string;
  state: EntryState;
  /** The reason for the state, in a few words. */
  because: string;
}

/** A checklist tells what is verified and what is missing for the gate that comes next (feature D74). */
export interface Checklist {
  version: 1;
  branch: string;
  workflow: string;
  phase: string;
  /** The gate that comes next; null behind the last one. */
  gate: string | null;
  head: string | null;
  tree: string | null;
  entries: Entry[];
  counts: Record<EntryState, number>;
}
