import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Task } from '@flow/core/drive';

/**
 * The record of one session, written before the session may begin: whoever drives the run next finds it, whether or not the
 * one who started it lives. Its output lies beside it, as a file that no reader's death closes.
 */
export interface SessionRecord {
  v: 1;
  session: string;
  run: string;
  item: string | null;
  task: Task;
  client: string;
  /** The process that leads the group of the session. */
  pid: number;
  startedAt: string;
  /** Epoch milliseconds. */
  since: number;
  worktree: string;
  /** The position when it began. */
  position: string;
  /** What a hook of ours in this session alone can know. */
  nonce: string;
  /** A person lets it go without our hooks. */
  unarmed: boolean;
  /** Sub-agents that it may start. */
  agents: number;
  /** The judge whose verdict are its last words; null where it says none. */
  judge: string | null;
}

const recordFile = (folder: string, session: string) => path.join(folder, `${session}.json`);

/** Returns the files of a session: what it says, what it complains of, and its exit code. */
export const filesOf = (folder: string, session: string) => ({
  out: path.join(folder, `${session}.jsonl`),
  errors: path.join(folder, `${session}.err`),
  exit: path.join(folder, `${session}.exit`),
});

/** Writes a record in one step: nobody reads half of one. */
export function writeRecord(folder: string, record: SessionRecord): void {
  mkdirSync(folder, { recursive: true });
  const file = recordFile(folder, record.session);
  writeFileSync(`${file}.new`, JSON.stringify(record));
  renameSync(`${file}.new`, file);
}

/** Reads the records of a run's sessions; what cannot be read is none. */
export function recordsOf(folder: string, run: string): SessionRecord[] {
  return namesIn(folder).flatMap((name) => {
    if (!name.endsWith('.json')) return [];
    try {
      const record = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Partial<SessionRecord>;
      return record.v === 1 && record.run === run ? [record as SessionRecord] : [];
    } catch {
      return [];
    }
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Epoch milliseconds at which the session was last heard of. */
export function lastHeard(folder: string, record: SessionRecord): number {
  const { out, errors } = filesOf(folder, record.session);
  const times = [out, errors].map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return Math.max(record.since, ...times);
}

/** Returns the exit code that the session left; null where nobody was there to write it down. */
export function exitOf(folder: string, session: string): number | null {
  try {
    const text = readFileSync(filesOf(folder, session).exit, 'utf8').trim();
    return /^\d{1,3}$/.test(text) ? Number(text) : null;
  } catch {
    return null;
  }
}

/** Tells whether a session was given the word to begin. */
export const hasBegun = (folder: string, session: string): boolean => existsSync(filesOf(folder, session).exit);

/** Takes away what is left of a session that never began. */
export function forget(folder: string, session: string): void {
  const { out, errors, exit } = filesOf(folder, session);
  for (const file of [recordFile(folder, session), out, errors, exit]) rmSync(file, { force: true });
}

/** Opens the output files of a session, to be handed to its process. */
export function openOutput(folder: string, session: string): { out: number; errors: number; close(): void } {
  mkdirSync(folder, { recursive: true });
  const files = filesOf(folder, session);
  const [out, errors] = [openSync(files.out, 'a'), openSync(files.errors, 'a')];
  return {
    ...{ out, errors },
    close: () => {
      closeSync(out);
      closeSync(errors);
    },
  };
}
