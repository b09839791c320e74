import { isRecord } from './json.js';

/** What happened, before it is chained. `data` is JSON, at most about 60 KB. */
export interface NewEvent {
  type: 'run' | 'breach' | 'session' | 'policy' | (string & {});
  data: Record<string, unknown>;
  /** Epoch milliseconds. @default now */
  time?: number;
}

/** A line of the journal. */
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
  /** Which key made `mac`. */
  key: string;
  /** HMAC of the hash. */
  mac: string;
  /** Name of the spool file that the entry came from, so that it is taken in once. */
  spooled?: string;
}

/** Data of a `run` event: what is needed to choose among receipts without opening them. */
export interface RunData {
  /** Id of the receipt, and the digest of its content. */
  receipt: string;
  digest: string;
  suite: string;
  outcome: string;
  /** Kind of the selection. */
  selection: string;
  treeAfter: string | null;
  /** The relevant content was the same before and after the run. */
  settled: boolean;
}

/** Data of a `breach` event: protected files that changed by other hands than ours. */
export interface BreachData {
  paths: string[];
  /** True when evidence itself was touched, which voids the runs before. */
  evidence: boolean;
  tool?: string | null;
  session?: string | null;
}

/** Checks by type. A type without one is kept as it is: a newer version wrote it. */
const CHECKS: Readonly<Record<string, (data: Record<string, unknown>) => boolean>> = {
  run: isRunData,
  breach: isBreachData,
};

/** True unless the type is known and its data is not what it should be. */
export function isEventData(type: string, data: Record<string, unknown>): boolean {
  return !Object.hasOwn(CHECKS, type) || CHECKS[type]!(data);
}

function isRunData(data: Record<string, unknown>): boolean {
  const texts = [data.receipt, data.digest, data.suite, data.outcome, data.selection];
  return (
    texts.every((text) => typeof text === 'string') &&
    (data.treeAfter === null || typeof data.treeAfter === 'string') &&
    typeof data.settled === 'boolean'
  );
}

function isBreachData(data: Record<string, unknown>): boolean {
  const { paths, evidence } = data;
  return Array.isArray(paths) && paths.every((path) => typeof path === 'string') && typeof evidence === 'boolean';
}

/** The entry that a line of the journal holds, by its shape alone. */
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
