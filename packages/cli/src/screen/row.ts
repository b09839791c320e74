import type { Task } from '@flow/core/drive';
import type { Attempt, Hindrance, Retry } from '@flow/core/items';
import type { ItemFact, OpenCheck, Status } from '@flow/core/workflow';
import type { ForeignWork } from '@flow/driver/drive';

/* What the rows of a run are made of, and what they hold: every view shows the same, on a terminal, on a page, as JSON. */

/** The groups of rows, in the order in which a person wants to see them. `over` has outcomes: nothing is open there. */
export const GROUPS = ['needs-you', 'working', 'waiting', 'ready', 'over'] as const;
export type Group = (typeof GROUPS)[number];

/** A live session is a session of a driver that lives. */
export interface LiveSession {
  session: string;
  /** Null for the run itself. */
  item: string | null;
  task: Task;
  client: string;
  /** Epoch milliseconds: when it began, and when it was last heard of. */
  since: number;
  heard: number;
}

/** A session that is over, as the journal has it. */
export interface EndedSession {
  item: string | null;
  tokens: number;
  /** US dollars; null where the client named no price. */
  money: number | null;
}

/** A screen view holds all that rows follow from: read elsewhere, anew each time. */
export interface ScreenView {
  /** Epoch milliseconds: now, and when all of this was read. */
  now: number;
  readAt: number;
  status: Status;
  /** All items of the run. */
  items: readonly ItemFact[];
  sessions: readonly LiveSession[];
  ended: readonly EndedSession[];
  /** What was tried, and what follows from it, by item; '' for the run. */
  histories: ReadonlyMap<string, { attempts: readonly Attempt[]; retry: Retry | null }>;
  /** When something last happened to an item; '' for the run. */
  touched: ReadonlyMap<string, number>;
  /** Ids of the items whose work the run's branch has; null where git did not answer. */
  landed: ReadonlySet<string> | null;
  /** Items that did not land as they are, with how many sessions have tried to mend that, and the place where it is mended. */
  unlanded: ReadonlyMap<string, { tries: number; why: string; folder: string }>;
  /** How many of the last sessions in a row led nowhere, by item; '' for the run. */
  fruitless: ReadonlyMap<string, number>;
  /** Epoch milliseconds until which the account takes no session; null where it takes them. */
  closedUntil: number | null;
  /** What other machines say of items that are not done here, as it was heard last. */
  foreign: readonly ForeignWork[];
  /** A driver works on the run. */
  isDriven: boolean;
  /** The commit that has landed beside a person's checkout and is not in it yet; null where there is none. */
  takeOver: string | null;
}

/** Words that rows are made of: cleaned and bounded, as everything in them was written by others. */
export interface RowWords {
  tidy(value: unknown, max?: number): string;
  open(check: OpenCheck): string;
  hindrance(hindrance: Hindrance): string;
}

/** A cost tells what sessions have used. */
export interface Cost {
  /** US dollars that are known of; null where no price is known, which is never the same as 0. */
  money: number | null;
  /** More was used than that: a session still runs, or named no price. */
  isAtLeast: boolean;
  tokens: number;
  sessions: number;
}

/** A row tells of one item, or of the run. */
export interface Row {
  group: Group;
  /** The same as long as it is for the same reason that the row is in its group. */
  key: string;
  /** Null for the run itself. */
  item: string | null;
  title: string;
  phase: string | null;
  /** The try that it is in, and how many there are where that is limited. */
  try: { number: number; max: number | null } | null;
  /** Null where nothing was begun. */
  cost: Cost | null;
  /** Epoch milliseconds: since when it stands there; null where nobody knows. */
  since: number | null;
  /** Epoch milliseconds: when it goes on by itself; null where nobody knows. */
  until: number | null;
  why: string;
  /** The one command that helps; null where there is nothing to do. */
  command: string | null;
}

/** A screen tells where a run stands in rows, with what it comes to. */
export interface Screen {
  /** `done` only where nothing at all is open. */
  state: 'done' | 'over' | 'open';
  phase: string;
  rows: Row[];
  counts: Record<Group, number>;
  /** Items that are done, of all. */
  done: number;
  total: number;
  used: Cost;
}
