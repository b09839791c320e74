import { readFileSync } from 'node:fs';
import path from 'node:path';
import { writeAll } from './standard-output.js';

/** Milliseconds after which nobody is waiting any more: a client gives no command of its shell more. */
const LONGEST = 600_000;
const STEP = 50;

/**
 * Prints what the hook has done outside, in the place of this call, when it is over.
 * @param folder its answer: `out`, `error`, and when it is over `exit`
 * @returns its exit code
 */
export function tellAnswer(folder: string): number {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; ; waited += STEP) {
    const end = textOf(folder, 'exit');
    if (end === null && waited < LONGEST) {
      Atomics.wait(pause, 0, 0, STEP);
      continue;
    }
    writeAll(1, textOf(folder, 'out') ?? '');
    writeAll(2, textOf(folder, 'error') ?? '');
    if (end !== null && /^\d{1,3}\n?$/.test(end)) return Number(end);
    writeAll(2, 'flow: it is not known how this command ended; `flow status` says where the run stands\n');
    return 3;
  }
}

function textOf(folder: string, name: string): string | null {
  try {
    return readFileSync(path.join(folder, name), 'utf8');
  } catch {
    return null;
  }
}
