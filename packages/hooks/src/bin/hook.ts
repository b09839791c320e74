import { readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { load } from '@flow/engine/load';
import { MAX_INPUT, readToEnd } from '@flow/evidence/disk/standard-input';
import { stateFolder } from '@flow/evidence/fast';
import { carryOut } from '../entry/carry-out.js';
import { lookFirst } from '../entry/first-look.js';
import { keepCode, loaderOf } from '../entry/kept-code.js';
import type * as Rest from './event.js';
import type * as StatusLine from './statusline.js';

/*
 * The dispatcher: one host event as JSON on standard input, the host's answer on standard output, standard error and
 * the exit code. Every event pays for this file, so it knows no more than how to tell a call that needs nothing; whatever
 * else comes is for `event.ts`, a file of its own. Neither loads anything but `fs` and `path`.
 */

/**
 * Reads the text of an event: what a front has read of the event behind descriptor 3 (see `frontSource`), then standard input.
 * @returns null where more is left than the limit of an event
 * @throws Error where a shell has changed bytes: not as many as the front says lie there, or no line end behind them
 */
function readEvent(): string | null {
  const length = process.env.FLOW_FRONT?.split('.')[1];
  const chunks = [];
  if (length) {
    const ahead = readFileSync(3);
    if (ahead.length - 1 !== +length || ahead.at(-1) !== 10) throw new Error('it lost bytes');
    chunks.push(ahead.subarray(0, -1));
  }
  return readToEnd(0, MAX_INPUT, chunks);
}

/** Parses a text as JSON; undefined where it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function main(args: string[]): void {
  // The status line has no time for an engine, nor anything to answer.
  if (args[0] === 'statusline') load<typeof StatusLine>('statusline').print(args, process.env);
  else {
    // Git and other clients speak otherwise, and whoever looks for a fault wants to see every event.
    const isOther = args.some((word) => word.startsWith('-')) || process.env.FLOW_DEBUG === '1';
    const text = isOther ? undefined : readEvent();
    const settled = text ? lookFirst(parsed(text), text, process.env) : null;
    if (settled) carryOut(settled);
    else {
      rest(args).run(args, loaderOf, text);
      keepCode();
    }
    // Nothing is waited for. At an end of its own Node would take its heap apart first.
    process.exit();
  }
}

/**
 * Loads the file for the events that this one does not settle.
 * @throws with the answer that a program which cannot be loaded gives: guards are closed
 */
function rest([hint = '']: string[]): typeof Rest {
  try {
    const folder = join(stateFolder(), 'compile-cache');
    return loaderOf(__dirname, folder, 'event')('./event.cjs') as typeof Rest;
  } catch (error) {
    const isOpen = /^(?!(?:PreToolUse|PreSkillShellCommand|ConfigChange)$)\w+$/.test(hint);
    writeSync(2, 'flow: the program is damaged. `flow-hooks install` restores it\n');
    if (!isOpen) process.exit(2);
    throw error;
  }
}

main(process.argv.slice(2));
