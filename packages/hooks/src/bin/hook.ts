import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { load } from '@flow/engine/load';
import { readInput } from '@flow/evidence/disk/standard-input';
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
    const text = isOther ? undefined : readInput();
    const settled = typeof text === 'string' ? lookFirst(parsed(text), text, process.env) : null;
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
    const folder = join(stateFolder(process.env), 'compile-cache');
    return loaderOf(__dirname, folder, 'event')('./event.cjs') as typeof Rest;
  } catch (error) {
    const isOpen = /^\w+$/.test(hint) && !/^(?:PreToolUse|PreSkillShellCommand|ConfigChange)$/.test(hint);
    writeSync(2, 'flow: the program is damaged. `flow-hooks install` restores it\n');
    if (!isOpen) process.exit(2);
    throw error;
  }
}

main(process.argv.slice(2));
