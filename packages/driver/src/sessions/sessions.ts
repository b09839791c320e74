import { readFileSync } from 'node:fs';
import { NONCE } from '@flow/engine/run/leases/answered';
import { processOf } from '@flow/engine/run/leases/machine';
import { exitOf, filesOf, forget, hasBegun, lastHeard, recordsOf, type SessionRecord, writeRecord } from './record.js';
import { startGate, type Waiting } from './start.js';
import { stopGroup, stopStrays } from './stop.js';

/** An output is what a session left behind it. */
export interface Output {
  /** All lines that its client wrote. */
  text: string;
  /** Null where nobody was there to write the exit code down. */
  exit: number | null;
  /** It was given the word to begin: one whose driver was killed before that has done nothing, and cost nothing. */
  began: boolean;
}

/** A session that waits for the word to begin, and the start of its process in the system's own words. */
export interface Opened extends Waiting {
  startedAt: string;
}

/** Sessions are the processes that a driver starts, with the records by which the next driver finds them. */
export interface Sessions {
  /** Lists the records of a run's sessions. */
  of(run: string): SessionRecord[];
  /** Writes a record in one step. */
  record(record: SessionRecord): void;
  /** Tells whether the process lives that leads the session's group. */
  lives(record: SessionRecord): boolean;
  /** Epoch milliseconds at which the session was last heard of. */
  heard(record: SessionRecord): number;
  output(session: string): Output;
  /**
   * Starts the process of a session, which waits for the word.
   * @throws Error where no process can be started
   */
  open(
    session: string,
    words: readonly string[],
    where: { worktree: string; environment: Readonly<Record<string, string | undefined>> },
  ): Promise<Opened>;
  /** Ends what is left of a session. */
  end(record: SessionRecord): Promise<void>;
  /** Takes the record of a session away that never began. */
  forget(session: string): void;
}

/** Returns the sessions of this machine whose records lie in a folder. */
export const sessionsIn = (folder: string): Sessions => ({
  of: (run) => recordsOf(folder, run),
  record: (record) => writeRecord(folder, record),
  // One of the same id that began later is none of it.
  lives: ({ pid, startedAt }) => processOf(pid)?.startedAt === startedAt,
  heard: (record) => lastHeard(folder, record),
  output: (session) => ({
    text: textOf(folder, session),
    exit: exitOf(folder, session),
    began: hasBegun(folder, session),
  }),
  async open(session, words, where) {
    const waiting = await startGate(folder, session, words, where);
    return { ...waiting, startedAt: processOf(waiting.pid)?.startedAt ?? '' };
  },
  async end({ pid, startedAt, nonce }) {
    const leader = processOf(pid);
    // As long as any process of the group lives, its id is given to nobody else.
    if (leader === undefined || leader.startedAt === startedAt) await stopGroup(pid);
    await stopStrays(`${NONCE}=${nonce}`);
  },
  forget: (session) => forget(folder, session),
});

function textOf(folder: string, session: string): string {
  try {
    return readFileSync(filesOf(folder, session).out, 'utf8');
  } catch {
    // It has said nothing.
    return '';
  }
}
