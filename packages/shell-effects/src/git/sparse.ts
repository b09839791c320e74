import { posix } from 'node:path';
import { matchGlob } from '../bash/words/glob.js';
import type { Session, Shell } from '../state.js';
import { trackedBeneath } from './index-file.js';
import { repositoryRoot } from './places.js';

const MAX_FILES = 500;

/** Returns the tracked files that `git sparse-checkout set` takes out of the work tree (git-sparse-checkout(1)). */
export function leftOut(kept: readonly string[], isCone: boolean, session: Session, shell: Shell): string[] {
  const root = repositoryRoot(session, shell);
  if (root === undefined) return [];
  const top = shell.clone();
  top.cwd = root;
  const isKept = isCone ? inCone(kept) : byPatterns(kept);
  const files = trackedBeneath('.', session, top) ?? [];
  const out = files.filter((file) => !isKept(file));
  return out.slice(0, MAX_FILES).map((file) => posix.join(root, file));
}

/** Returns tests for a file beneath the named folders, or right in a folder above a named folder. */
function inCone(folders: readonly string[]): (file: string) => boolean {
  const named = folders.map((folder) => posix.normalize(folder).replace(/^\/|\/$/g, ''));
  return (file) => {
    const own = posix.dirname(file);
    return own === '.' || named.some((one) => `${file}/`.startsWith(`${one}/`) || `${one}/`.startsWith(`${own}/`));
  };
}

/** Patterns as in `.gitignore`, of which the last that fits a file or a folder around it counts. */
function byPatterns(patterns: readonly string[]): (file: string) => boolean {
  const rules = patterns.map((pattern) => ({
    isOut: pattern.startsWith('!'),
    isAnchored: /^!?\/|\/./.test(pattern),
    text: pattern.replace(/^!?\/?/, '').replace(/\/(?:\*\*)?$/, ''),
  }));
  return (file) => {
    const parts = file.split('/');
    const fits = ({ text, isAnchored }: (typeof rules)[number]) =>
      parts.some((part, at) => matchGlob(text, isAnchored ? parts.slice(0, at + 1).join('/') : part));
    return rules.findLast(fits)?.isOut === false;
  };
}
