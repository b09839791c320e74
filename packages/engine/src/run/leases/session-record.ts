import path from 'node:path';
import { type Environment, stateFolder } from '@flow/evidence';
import { isAgent } from '../approvals/terminal.js';
import { ownChain, type SeenProcess, thisMachine } from './machine.js';
import { keepRecord, readRecord } from './records.js';

/**
 * The record that a hook writes of the session that started it, by the process of its client: whatever the client's shells
 * run finds its session above itself.
 */
interface SessionRecord {
  v: 1;
  session: string;
  pid: number;
  startedAt: string;
  boot: string | null;
  pidNamespace: string | null;
}

/** The client above a process, and its session where a hook has told it. */
export interface Client {
  process: SeenProcess;
  session: string | null;
}

/** A record is taken away once it is as old as no session is, in milliseconds. */
const OLDEST = 90 * 24 * 60 * 60_000;

const fileOf = (environment: Environment, pid: number) =>
  path.join(stateFolder(environment), 'sessions', `${pid}.json`);

/**
 * Notes which session the client above this process has now. Nobody fails for it: without the record a lease has no session,
 * and its client's process, or time, ends it.
 */
export function noteSession(session: string, environment: Environment): void {
  const client = clientIn(ownChain());
  if (!client || isNoted(client, session, environment)) return;
  const { pid, startedAt } = client;
  const { boot, pidNamespace } = thisMachine();
  const record: SessionRecord = { v: 1, session, pid, startedAt, boot, pidNamespace };
  try {
    keepRecord(fileOf(environment, pid), record, OLDEST);
  } catch {
    // A full or read-only disk.
  }
}

/** Returns the client that the words of this program came from: the nearest coding agent above it. */
export function clientHere(environment: Environment): Client | null {
  const process_ = clientIn(ownChain());
  if (!process_) return null;
  const record = recordOf(process_, environment);
  return { process: process_, session: record?.session ?? null };
}

/** A client may be a starter and its program: processes right above each other are one, the outermost of them. */
function clientIn(chain: readonly SeenProcess[]): SeenProcess | null {
  const isClient = (one: SeenProcess) => isAgent({ ...one, marks: [] });
  const first = chain.findIndex(isClient);
  if (first < 0) return null;
  const length = chain.slice(first).findIndex((one) => !isClient(one));
  return chain[first + (length < 0 ? chain.length - first : length) - 1]!;
}

const isNoted = (client: SeenProcess, session: string, environment: Environment) =>
  recordOf(client, environment)?.session === session;

function recordOf({ pid, startedAt }: SeenProcess, environment: Environment): SessionRecord | null {
  const record: Partial<SessionRecord> = readRecord(fileOf(environment, pid));
  if (record.v !== 1 || typeof record.session !== 'string' || record.startedAt !== startedAt) return null;
  const { boot, pidNamespace } = thisMachine();
  return record.boot === boot && record.pidNamespace === pidNamespace ? (record as SessionRecord) : null;
}
