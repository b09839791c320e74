import { constants, copyFileSync, lstatSync, readdirSync, rmdirSync, symlinkSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { findRepository, git, readHead, splitZ } from '@flow/evidence';
import { treeEntries } from '@flow/evidence/git/tree-entries';
import { inside, type Laying } from './overlay.js';

/** A file that is larger is not copied. */
const MAX_FILE = 100 * 1024 * 1024;
const POINTER = 'version https://git-lfs.github.com/spec/v1';

/**
 * Content of the base that git keeps elsewhere, taken from the disk where it is the same there: submodules are linked,
 * files that LFS stands in for are copied. Nothing is fetched.
 * @param laid files that were put there from today's content
 * @returns what is missing, with the reason: a test may fail for want of it
 */
export function layElsewhere(laying: Laying, base: string, laid: readonly string[]): Map<string, string> {
  const missing = new Map<string, string>();
  for (const { file, commit } of submodulesOf(laying, base)) {
    if (!linkSubmodule(laying, file, commit)) missing.set(file, 'submodule-differs');
  }
  const changed = new Set(laid);
  for (const file of pointersOf(laying, base, laid)) {
    const same = changed.has(file) || isUnchanged(laying, base, file);
    if (!same || !copyLarge(laying, file)) missing.set(file, 'large-file-differs');
  }
  return missing;
}

function submodulesOf({ repository, deadline }: Laying, base: string): { file: string; commit: string }[] {
  const entries = [...(treeEntries(repository, base, deadline) ?? [])];
  return entries.flatMap(([file, entry]) => {
    const [, type, commit] = entry.split(' ');
    return type === 'commit' && commit ? [{ file, commit }] : [];
  });
}

/** The checkout beside the project stands for the base's where it is at the same commit. */
function linkSubmodule({ repository, tree }: Laying, file: string, commit: string): boolean {
  const source = path.join(repository.root, file);
  const own = findRepository(source);
  const target = inside(tree, file);
  if (own === undefined || own.root === repository.root || readHead(own)?.commit !== commit || !target) return false;
  if (lstatSync(target, { throwIfNoEntry: false })) {
    if (readdirSync(target).length > 0) return false;
    rmdirSync(target);
  }
  symlinkSync(source, target);
  return true;
}

/** Files of the throwaway tree that are only pointers: the base's, and those laid over them. */
function pointersOf({ repository, content, now, deadline }: Laying, base: string, laid: readonly string[]): string[] {
  if (!now.paths.some((file) => path.posix.basename(file) === '.gitattributes')) return [];
  const names = (treeish: string) => {
    const words = ['grep', '-l', '-z', '-F', '--full-name', '-e', POINTER, treeish, '--'];
    return splitZ(git(repository, words, { deadline }).stdout).map((line) => line.slice(treeish.length + 1));
  };
  const over = new Set(laid);
  const today = names(content).filter((file) => over.has(file));
  return [...names(base).filter((file) => !over.has(file)), ...today].filter((file) =>
    isPointer(repository.root, file),
  );
}

/** A source that only speaks of pointers is none: git's attributes would have it replaced on the disk. */
function isPointer(root: string, file: string): boolean {
  const answer = git(root, ['check-attr', '-z', 'filter', '--', file]);
  return splitZ(answer.stdout)[2] === 'lfs';
}

function isUnchanged({ repository, content, deadline }: Laying, base: string, file: string): boolean {
  const id = (treeish: string) => git(repository, ['rev-parse', `${treeish}:${file}`], { deadline }).stdout.toString();
  return id(base) === id(content);
}

function copyLarge({ repository, tree }: Laying, file: string): boolean {
  const source = path.join(repository.root, file);
  const target = inside(tree, file);
  const stat = lstatSync(source, { throwIfNoEntry: false });
  if (target === undefined || !stat?.isFile() || stat.size > MAX_FILE) return false;
  unlinkSync(target);
  copyFileSync(source, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  return true;
}
