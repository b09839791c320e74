import { posix } from 'node:path';
import { HOLE, isKnown, type Session, type Shell } from '../state.js';
import { contentOf } from './paths.js';

/** Places where tools live by convention: putting them in front is how people set up a shell. */
const CONVENTIONAL =
  /^(?:\/usr\/(?:local\/)?(?:s?bin|go\/bin|lib\/[\w.+/-]+\/bin)|\/usr\/local\/[\w.-]+\/bin|\/s?bin|\/opt\/[\w./@+-]+\/bin|\/opt\/bin|\/snap\/bin|\/nix\/[\w./-]+\/bin)$/;
const IN_HOME =
  /^\/(?:\.local|\.cargo|go|\.bun|\.deno|\.volta|\.yarn|\.pyenv|\.rbenv|\.asdf|\.nvm|\.fnm|\.sdkman|\.dotnet|\.npm-global|\.local\/share\/[\w-]+)\/(?:[\w./-]+\/)?(?:bin|shims)$/;
const IN_PROJECT = /(?:^|\/)(?:node_modules\/\.bin|\.?venv\/bin|\.?env\/bin)$/;

/**
 * Tells whether a new value of PATH may make a plain name mean another program: something unusual stands before the old
 * value, or the old value is gone. What is put behind it changes nothing.
 */
export function changesPath(next: string, before: string | undefined, home: string): boolean {
  const old = before ?? HOLE;
  const at = next.indexOf(old);
  if (at < 0) return next.split(':').some((one) => !isConventional(one, home));
  return next
    .slice(0, at)
    .split(':')
    .filter((one) => one !== '')
    .some((one) => !isConventional(one, home));
}

function isConventional(directory: string, home: string): boolean {
  const known = directory.startsWith(HOLE) ? '' : directory;
  if (CONVENTIONAL.test(known) || IN_PROJECT.test(directory)) return !known.startsWith('/tmp');
  if (known.startsWith(`${home}/`)) return IN_HOME.test(known.slice(home.length));
  return false;
}

/**
 * Returns the readable script that a changed PATH gives a plain name; undefined when none of its known folders has one.
 */
export function findOnPath(name: string, session: Session, shell: Shell): string | undefined {
  const folders = (shell.variables.get('PATH')?.value ?? '').split(':');
  const system = (session.context.env?.PATH ?? '').split(':');
  for (const folder of folders) {
    if (!isKnown(folder) || folder === '' || system.includes(folder) || CONVENTIONAL.test(folder)) continue;
    const path = posix.join(folder.startsWith('/') ? folder : `./${folder}`, name);
    const named = path.includes('/') ? path : `./${path}`;
    // Another name that the line gives to a program.
    const isLink = folder.startsWith('/') && session.links.has(path);
    if (isLink || contentOf(session, shell, named) !== undefined) return named;
  }
  return undefined;
}
