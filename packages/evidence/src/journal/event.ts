import { isRecord } from '../json.js';
import type { EventData, EventType } from './event-data.js';

/** A new event tells what happened, before it is chained. `data` is JSON, at most about 60 KB. */
export interface NewEvent<Type extends string = string> {
  type: Type;
  data: Type extends EventType ? EventData[Type] : Record<string, unknown>;
  /** Epoch milliseconds. @default now */
  time?: number;
  /**
   * Others may say the same at this moment, and the first of them is meant: the event gets its time with its place in the chain,
   * so that readers have both in one order, and it waits in no spool.
   */
  isClaim?: true;
}

/** An entry is a line of the journal. */
export interface JournalEntry {
  /** Counts from 1; 0 while the entry waits in the spool. */
  n: number;
  /** Epoch milliseconds. */
  time: number;
  type: string;
  data: Record<string, unknown>;
  /** Hash of the entry before; zeros for the first. */
  prev: string;
  /** SHA-256 of `prev` and the entry without hash and mac. */
  hash: string;
  /** The id of the key that made `mac`. */
  key: string;
  /** The key's signature of the hash; in older entries, which gave the field its name, an HMAC. */
  mac: string;
  /** Name of the spool file that the entry came from, so that it is taken in once. */
  spooled?: string;
}

/** Returns the events of one type, with the data that their check vouches for. */
export function eventsOf<Type extends EventType>(
  events: readonly JournalEntry[],
  type: Type,
): (JournalEntry & { data: EventData[Type] })[] {
  // What a journal gives as events was checked by its type when it was read.
  return events.filter((entry): entry is JournalEntry & { data: EventData[Type] } => entry.type === type);
}

/** Returns the entry that a line of the journal holds, by its shape alone. */
export function asEntry(value: unknown): JournalEntry | undefined {
  if (!isRecord(value) || !isRecord(value.data)) return undefined;
  const { n, time, type, data, prev, hash, key, mac, spooled } = value;
  if (typeof n !== 'number' || !Number.isSafeInteger(n) || n < 1) return undefined;
  if (typeof time !== 'number' || typeof type !== 'string' || typeof key !== 'string') return undefined;
  if (typeof prev !== 'string' || typeof hash !== 'string' || typeof mac !== 'string') return undefined;
  const entry: JournalEntry = { n, time, type, data, prev, hash, key, mac };
  if (spooled === undefined) return entry;
  return typeof spooled === 'string' ? { ...entry, spooled } : undefined;
}
