import { type Program, tableOf } from './program.js';
import * as files from './programs/all.js';

/** All that is known of programs, by name. */
const PROGRAMS = tableOf(Object.values(files));

const NOTHING: Program = {};

/** Tells what is known of a program, or of a program with a subcommand; nothing where no file names it. */
export function programOf(name: string): Program {
  const found = PROGRAMS.get(name);
  if (found !== undefined || !VERSION.test(name)) return found ?? NOTHING;
  const plain = PROGRAMS.get(name.replace(VERSION, ''));
  return plain?.isVersioned === true ? plain : NOTHING;
}

/** A version at the end of a name. */
const VERSION = /[\d.]+$/;
