import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Environment, makeFolder, parseJson, stateFolder, writeFileAtomic } from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';
import { isAgent } from '../approvals/terminal.js';
import { ownChain, type SeenProcess, thisMachine } from './machine.js';

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

const MAX = 4096;

/** Records are swept once they are as old as no session is. Milliseconds. */
const OLDEST = 90 * 24 * 60 * 60_000;

const folderOf = (environment: Environment) => path.join(stateFolder(environment), 'sessions');
const fileOf = (environment: Environment, pid: number) => path.join(folderOf(environment), `${pid}.json`);

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
    makeFolder(folderOf(environment));
    writeFileAtomic(fileOf(environment, pid), JSON.stringify(record), { fsync: false });
    sweep(folderOf(environment));
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
  const record = parseJson(readText(fileOf(environment, pid))) as Partial<SessionRecord> | null | undefined;
  if (record?.v !== 1 || typeof record.session !== 'string' || record.startedAt !== startedAt) return null;
  const { boot, pidNamespace } = thisMachine();
  return record.boot === boot && record.pidNamespace === pidNamespace ? (record as SessionRecord) : null;
}

function readText(file: string): string {
  try {
    return readSmall(file, MAX) ?? '';
  } catch {
    return '';
  }
}

function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat && Date.now() - stat.mtimeMs > OLDEST) rmSync(file, { force: true });
  }
}
