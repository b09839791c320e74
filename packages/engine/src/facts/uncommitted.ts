import { existsSync } from 'node:fs';
import path from 'node:path';
import { diffTrees, git, type Repository, splitZ } from '@flow/evidence';
import { contentNow } from './content.js';

/** Keeps the paths that a planned commit does not hold as they are on disk. */
export function leftOut(repository: Repository, planned: string, paths: readonly string[], deadline: number): string[] {
  const disk = paths.length > 0 ? contentNow(repository, deadline) : null;
  const differs = disk ? diffTrees(repository, planned, disk.tree, { deadline }) : [];
  return differs === 'gone' ? [...paths] : paths.filter((file) => differs.includes(file));
}

/** Keeps the paths that differ from HEAD on disk, untracked ones included. Bounded: the list is for words only. */
export function uncommittedOf(repository: Repository, paths: readonly string[], deadline: number): string[] {
  const files = paths.filter((file) => !file.startsWith('(')).slice(0, 50);
  const asked = [...new Set(files.map((file) => submoduleOf(repository, file) ?? file))];
  if (asked.length === 0) return [];
  const words = [
    'status',
    '--porcelain',
    '-z',
    '--untracked-files=all',
    '--no-renames',
    '--ignore-submodules=none',
    '--',
    ...asked.map((path) => `:(literal)${path}`),
  ];
  return splitZ(git(repository, words, { deadline }).stdout).map((line) => line.slice(3));
}

/** Returns the submodule that a file lies in: git's status names that, and no file of it. */
function submoduleOf(repository: Repository, file: string): string | undefined {
  const parts = file.split('/');
  const folders = parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
  return folders.find((folder) => existsSync(path.join(repository.root, folder, '.git')));
}
