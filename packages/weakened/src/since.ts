import { execFileSync } from 'node:child_process';
import { lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FileSet } from './finding.js';

const MAX_BYTES = 1024 * 1024;
const MAX_FILES = 2000;

const git = (root: string, words: readonly string[]): string =>
  execFileSync('git', words, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * MAX_BYTES,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/**
 * Returns both contents of the files that differ between where the work began and the work tree, new files among them.
 * @param ref what the work is for, such as `origin/main`
 * @throws Error where git does not know the reference, or more differs than is read
 */
export function contentsSince(ref: string, here: string): [FileSet, FileSet] {
  if (ref.startsWith('-')) throw new Error(`${ref} is no name of a commit`);
  const root = git(here, ['rev-parse', '--show-toplevel']).trim();
  const fork = git(root, ['merge-base', ref, 'HEAD']).trim();
  const names = [
    ...git(root, ['diff', '--name-only', '--no-renames', '-z', fork, '--']).split('\0'),
    ...git(root, ['ls-files', '--others', '--exclude-standard', '-z']).split('\0'),
  ].filter((name) => name !== '');
  if (names.length > MAX_FILES) throw new Error(`${names.length} files differ, more than ${MAX_FILES}`);
  const [before, after]: Record<string, string>[] = [{}, {}];
  const keep = (into: Record<string, string>, name: string, read: () => string) => {
    try {
      const text = read();
      if (text.length <= MAX_BYTES && !text.includes('\0')) into[name] = text;
    } catch {
      // It is not there on this side.
    }
  };
  for (const name of new Set(names)) {
    keep(before!, name, () => git(root, ['show', `${fork}:${name}`]));
    keep(after!, name, () => {
      const file = path.join(root, name);
      // A link leads to what is no part of the content.
      if (!lstatSync(file).isFile()) throw new Error('no file');
      return readFileSync(file, 'utf8');
    });
  }
  return [before!, after!];
}
