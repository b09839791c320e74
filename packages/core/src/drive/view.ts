import type { Retry } from '../items/attempts.js';
import type { ItemFact } from '../workflow/facts.js';
import type { Status } from '../workflow/status.js';

/** `Used` tells what sessions have used, added up. */
export interface Used {
  sessions: number;
  turns: number;
  /** All tokens: input, output, what was read from a cache or written to it, and those of sub-agents. */
  tokens: number;
  /** US dollars; null where the price of a session is not known, which is never the same as 0. */
  money: number | null;
  /** US dollars of the sessions whose price is known: the whole is at least that. */
  known: number;
  /** Sessions whose price nobody knows: of a client that names none, or that was killed before it did. */
  unpriced: number;
  /** Milliseconds that they took, one behind the other. */
  time: number;
}

/** A session that a driver has started and that lives. */
export interface Worker {
  /** Id of its lease. */
  lease: string;
  /** The item it works on; null for the run itself. */
  item: string | null;
  /** Epoch milliseconds. */
  since: number;
}

/** A drive view holds all that a driver decides from: read anew for each turn, as a driver keeps nothing. */
export interface DriveView {
  /** Where the run stands, in its own work tree. */
  status: Status;
  /** All items of the run. */
  items: readonly ItemFact[];
  workers: readonly Worker[];
  /** Ids of the items whose work the run's branch has, as far as that is known. */
  landed: ReadonlySet<string>;
  /**
   * Items whose work did not land as it is now on what has landed now, each with how many sessions have tried to mend that.
   * The item is done all the same: what failed is putting the two together.
   */
  unlanded: ReadonlyMap<string, number>;
  /** How many of the last sessions in a row led nowhere, by item; '' for the run. */
  fruitless: ReadonlyMap<string, number>;
  /** What each item has used since a person last let the run go on. */
  usedBy: ReadonlyMap<string, Used>;
  /** What follows from earlier tries, by item; '' for the run. */
  retries: Pick<ReadonlyMap<string, Retry>, 'get'>;
  /** What the run has used so far. */
  used: Used;
  /** What the most costly session so far has used; of a session that still runs, that is not known. */
  largest: Used;
  /** The budget that the project has for work of this class is used up, and blocks. */
  isOverBudget?: boolean;
  /** What sessions say counts for nothing, as no hook of ours is at work in them: none can judge or say why. */
  unarmed?: boolean;
  /** Epoch milliseconds until which the account takes no session; null where it takes them. */
  closedUntil: number | null;
}

/** Limits tell what a person allows a driver to use. */
export interface Limits {
  /** Sessions that may live at the same time. */
  atOnce: number;
  sessions: number;
  tokens: number | null;
  /** US dollars. */
  money: number | null;
  /** Epoch milliseconds after which no session is started. */
  until: number | null;
  /** What one item may use; null for no limit of its own. */
  item: ItemLimits | null;
}

/** `ItemLimits` tells what all sessions of one item may use together; null for what is not limited. */
export interface ItemLimits {
  sessions: number | null;
  turns: number | null;
  tokens: number | null;
  /** US dollars. */
  money: number | null;
  /** Milliseconds. */
  time: number | null;
}
