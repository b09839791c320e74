import type { Command } from './command.js';
import { doctor } from './doctor.js';
import { init } from './init.js';

/** All commands that are `flow`'s own, in the order of the help. */
export const COMMANDS: readonly Command[] = [init, doctor];
