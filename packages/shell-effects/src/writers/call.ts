import { emitWrite } from '../disk/paths.js';
import type { Write, WriteHow } from '../effects.js';
import { baseName, type Frame, resolvePath, type Session, type Shell, under } from '../state.js';
import { values } from '../text/command-options.js';

/** A program that may write, as its writers see it. */
export interface Call {
  readonly program: string;
  readonly words: readonly string[];
  /** Words that are no options and no values of options. */
  readonly operands: readonly string[];
  readonly session: Session;
  readonly shell: Shell;
  readonly frame: Frame;
}

/** Whether a word that begins with a dash matches. */
export function hasOption(call: Call, pattern: RegExp): boolean {
  return call.words.some((word) => word.startsWith('-') && pattern.test(word));
}

/** Reports a change of a path by this program. */
export function write(call: Call, path: string, reach: Write['reach'] = 'exact', how: WriteHow = 'write'): void {
  emitWrite(call.session, call.shell, how, path, call.program, reach);
}

/** Reports the changes of a path and of a backup beside it, when the options ask for one. */
export function backUp(call: Call, path: string): void {
  if (!hasOption(call, /^-[a-zA-Z]*b|^--backup|^-[a-zA-Z]*S|^--suffix/)) return;
  const suffix = values(call.words, ['-S', '--suffix'])[0] ?? '~';
  write(call, `${path}${suffix}`);
}

/** A call as the program would make it in another directory. */
export function inDirectory(call: Call, directory: string | undefined): Call {
  if (directory === undefined) return call;
  const shell = call.shell.clone();
  shell.cwd = resolvePath(directory, shell, call.session.context.home);
  return { ...call, shell };
}

/** Runs a text that a program would hand to a shell. */
export function runGuess(call: Call, code: string): void {
  call.session.code(
    code,
    call.shell.clone(),
    { ...under(call.frame, call.program), exit: 'hidden', certain: false },
    'guess',
  );
}

/** The name that a download gets from its address. */
export function urlName(url: string): string {
  return baseName(url.replace(/[?#].*$/, '')) || 'index.html';
}
