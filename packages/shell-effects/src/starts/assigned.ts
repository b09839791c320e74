import { assign } from '../bash/words/parameters.js';
import { changesPath } from '../disk/search-path.js';
import type { Session, Shell } from '../state.js';
import { importFunction } from './imported.js';

/** Tells whether a word is an assignment to a variable. */
export function isAssignment(word: string): boolean {
  return /^[^=\s]+=/.test(word);
}

/** Puts a `NAME=value` word into the environment of a shell. */
export function exportWord(word: string, session: Session, shell: Shell): void {
  const at = word.indexOf('=');
  const name = word.slice(0, at);
  const value = word.slice(at + 1);
  const before = shell.variables.get(name)?.value ?? session.context.env?.[name];
  if (importFunction(name, value, shell)) return;
  if (name === 'PATH' && changesPath(value, before, session.context.home)) shell.pathChanged = true;
  assign(shell, name, value);
  const variable = shell.variables.get(name);
  if (variable !== undefined) shell.variables.set(name, { ...variable, exported: true });
}
