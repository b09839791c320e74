import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Environment } from '@flow/evidence';
import { quoted } from '../shell-word.js';

/** `Said` holds what a command of ours answered. */
export interface Said {
  status: number;
  stdout: string;
  stderr: string;
}

/** A process that holds a lease, and below which commands are run as by whoever has the item. */
export interface Seat {
  pid: number;
  run(words: readonly string[]): Promise<Said>;
  /** Ends it; the lease ends with it, and what was seen of its work tree stays known. */
  leave(): Promise<void>;
}

/**
 * Works below a process of its own, under what was begun for that process, and gives that back. What was refused, somebody else has:
 * it is not given back.
 * @param begin tells why it could not be begun; null where it was
 * @param work is told that
 */
export async function withSeat<T, Refused>(
  at: { worktree: string; environment: Environment },
  begin: (seat: Seat) => Promise<Refused | null>,
  giveBack: () => Promise<unknown>,
  work: (seat: Seat, refused: Refused | null) => Promise<T>,
): Promise<T> {
  const seat = await takeSeat(at.worktree, at.environment);
  let isHad = false;
  try {
    const refused = await begin(seat);
    isHad = refused === null;
    return await work(seat, refused);
  } finally {
    await seat.leave();
    if (isHad) await giveBack();
  }
}

/** Runs a line at a time, and says when it is over. It ends with whoever writes to it. */
const LOOP = 'while IFS= read -r line; do eval "$line"; echo over; done';

/** Starts such a process in a folder. @throws Error where none can be started */
async function takeSeat(cwd: string, environment: Environment): Promise<Seat> {
  const folder = mkdtempSync(path.join(tmpdir(), 'flow-seat-'));
  const child = spawn('/bin/sh', ['-c', LOOP], {
    ...{ cwd, env: environment as NodeJS.ProcessEnv },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit').catch(() => {});
  await once(child, 'spawn');
  child.stdin.on('error', () => {});
  const lines = createInterface({ input: child.stdout });
  const [out, errors, status] = ['out', 'errors', 'status'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  return {
    pid: child.pid!,
    async run(words) {
      const line = words.map((word) => quoted(word.replaceAll(/\s*\n\s*/g, ' '))).join(' ');
      const over = Promise.race([once(lines, 'line'), ended]);
      child.stdin.write(`${line} < /dev/null > ${quoted(out)} 2> ${quoted(errors)}; echo $? > ${quoted(status)}\n`);
      await over;
      const [said, complained, code] = [out, errors, status].map((file) => textOf(file));
      return { status: code === '' ? 1 : Number(code), stdout: said!, stderr: complained! };
    },
    async leave() {
      child.stdin.end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}
