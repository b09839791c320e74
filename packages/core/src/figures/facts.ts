import type { Budget } from '../policy/budget.js';
import type { FlowEvent } from '../workflow/facts.js';
import type { Spend } from './spend.js';

/** `AfterMerge` tells what became of a change on the base branch, within some days behind its merge. */
export interface AfterMerge {
  /** Commits to files that the change had touched; merges are none. */
  commits: number;
  /** Those of them that say which commit of the change they revert. */
  reverts: number;
  days: number;
  /** The days are over: nothing is added any more. */
  isOver: boolean;
}

/** A removing dial names the dial, and the value of it, with which nobody is asked for a judge any more. */
export interface RemovingDial {
  dial: string;
  value: string;
}

/** Figure facts hold all that the figures of a run follow from. */
export interface FigureFacts {
  /** Oldest first. */
  events: readonly FlowEvent[];
  /** When the run began. Epoch milliseconds. */
  started: number;
  /** When it is, or when the run ended. Epoch milliseconds. */
  until: number;
  ended: 'complete' | 'merged' | 'cancelled' | null;
  /** All items of the run; `left-out`: skipped, dropped, or taken out of its list. */
  items: readonly { id: string; kind: string; state: 'open' | 'done' | 'left-out' }[];
  /** Oldest first. */
  spends: readonly Spend[];
  /** Items that did not land, once for each time. */
  notLanded: readonly { item: string; time: number }[];
  /** Criteria and claims, and those of them that are proven on this content. */
  criteria: { all: number; proven: number };
  /** Lines of documents that were written before any code, and lines of source and tests that changed; null: not known. */
  lines: { planned: number; changed: number | null };
  /** What became of the change behind its merge; null where it is not merged, or git cannot tell. */
  afterMerge: AfterMerge | null;
  /** Ids of must-fixes that are still open. */
  openFindings: ReadonlySet<string>;
  /** Refused calls by the code of the rule. */
  refusals: Readonly<Record<string, number>>;
  /** What work of this class may take, by the policy; null where it says nothing. */
  budget: { of: string; budget: Budget } | null;
  /** The other runs of the same workflow, as the journal tells them. */
  others: readonly FigureFacts[];
  /** Tells which dial removes a judge, and with which value; null for one that no dial removes. */
  removedBy(judge: string): RemovingDial | null;
  /** Names the judge that a kind of sub-agent is; null for one that judges nothing. */
  judgeOf(role: string): string | null;
}
