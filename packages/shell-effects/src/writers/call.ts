import { emitWrite } from '../disk/paths.js';
import type { Write, WriteHow } from '../effects.js';
import { baseName, type Call, resolvePath, under } from '../state.js';
import { values } from '../text/command-options.js';

/** A call of a program that may write, as its writers see it. */
export interface WriterCall extends Call {
  /** Words that are no options and no values of options. */
  readonly operands: readonly string[];
}

/** Tells whether a word that begins with a dash matches. */
export function hasOption(call: WriterCall, pattern: RegExp): boolean {
  return call.words.some((word) => word.startsWith('-') && pattern.test(word));
}

/** Reports a change of a path by this program. */
export function write(call: WriterCall, path: string, reach: Write['reach'] = 'exact', how: WriteHow = 'write'): void {
  emitWrite(call.session, call.shell, how, path, call.program, reach);
}

/** Reports the changes of a path and of a backup beside it, when the options ask for one. */
export function backUp(call: WriterCall, path: string): void {
  if (!hasOption(call, /^-[a-zA-Z]*b|^--backup|^-[a-zA-Z]*S|^--suffix/)) return;
  const suffix = values(call.words, ['-S', '--suffix'])[0] ?? '~';
  write(call, `${path}${suffix}`);
}

/** A call as the program would make it in another directory. */
export function inDirectory(call: WriterCall, directory: string | undefined): WriterCall {
  if (directory === undefined) return call;
  const shell = call.shell.clone();
  shell.cwd = resolvePath(directory, shell, call.session);
  return { ...call, shell };
}

/** Runs a text that a program would hand to a shell. */
export function runGuess(call: WriterCall, code: string): void {
  call.session.code(
    code,
    call.shell.clone(),
    { ...under(call.frame, call.program), exit: 'hidden', certain: false },
    'guess',
  );
}

/** Returns the name that a download gets from its address. */
export function urlName(url: string): string {
  return baseName(url.replace(/[?#].*$/, '')) || 'index.html';
}

/** Tells whether a path is on another machine, as `rsync` and `scp` name one. */
export const isRemote = (path: string) => /^[\w.@-]+:(?!\/\/)/.test(path) || /^(?:rsync|scp|sftp|ssh):\/\//.test(path);
