import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ProgramRule } from '@flow/core';
import { git, makeFolder, type Repository, repositoryState, sha256, splitZ } from '@flow/evidence';
import { ForgedError } from '@flow/evidence/git/objects';
import { trueFiles } from '@flow/evidence/git/true-files';

const MAX_FILES = 200;
const MAX_BYTES = 4 * 1024 * 1024;
const WEEK = 7 * 86_400_000;

/**
 * The files of a rule's program as the base branch has them, at their paths below a folder of ours. Rules run nothing
 * else: what the agent has written or changed would be code of its choice, run without anybody having asked for it.
 * @param base a commit of the base branch
 * @returns the folder, or why there is none
 */
export function trustedFiles(
  how: ProgramRule,
  base: string,
  repository: Repository,
  environment: NodeJS.ProcessEnv,
  deadline: number,
): { folder: string } | { why: string } {
  const words = 'module' in how ? [how.module] : how.command.filter(isRelative);
  const names = words.map((word) => path.posix.normalize(word));
  // What lies beside a file belongs to it, unless that is everything.
  const places = [
    ...new Set(names.map((name) => (path.posix.dirname(name) === '.' ? name : `${path.posix.dirname(name)}/`))),
  ];
  const asked = ['ls-tree', '-r', '-z', '-l', '--full-tree', base, '--', ...places];
  const listing = places.length === 0 ? null : git(repository, asked, { deadline });
  if (listing && listing.status !== 0) return { why: 'the base branch cannot be read' };
  const files = listing ? splitZ(listing.stdout).flatMap(fileOf) : [];
  const main = 'module' in how ? how.module : how.command[0]!;
  if (main.includes('/') || 'module' in how) {
    const isThere = files.some(({ name }) => name === path.posix.normalize(main));
    if (!isThere) return { why: `${main} is not on the base branch` };
  }
  if (files.length > MAX_FILES || files.reduce((sum, { size }) => sum + size, 0) > MAX_BYTES) {
    return { why: `its folder has more than ${MAX_FILES} files or ${MAX_BYTES / 1024 / 1024} MiB` };
  }
  const area = path.join(repositoryState(repository, environment), 'conventions');
  const folder = path.join(area, sha256(listing?.stdout ?? '').slice(0, 32));
  if (!existsSync(folder)) {
    // They are started outside of any seal: what git lists and holds counts as far as the commit's id vouches for it.
    const contents = contentsOf(files, base, repository, deadline);
    if (typeof contents === 'string') return { why: contents };
    removeOld(area);
    put(contents, folder);
  }
  return { folder };
}

/** A word that can be a path in the repository. */
const isRelative = (word: string) =>
  /^[^-/\\]/.test(word) && !word.split('/').includes('..') && !/^[A-Za-z]:/.test(word);

interface TrustedFile {
  name: string;
  size: number;
  runs: boolean;
}

function fileOf(entry: string): TrustedFile[] {
  const [, mode, size, name] = /^(100\d+) blob [0-9a-f]+ +(\d+)\t(.+)$/s.exec(entry) ?? [];
  return mode && name ? [{ name, size: Number(size), runs: mode === '100755' }] : [];
}

/** Returns files with their bytes; or why the store has others than the commit's id vouches for. */
function contentsOf(
  files: readonly TrustedFile[],
  base: string,
  repository: Repository,
  deadline: number,
): WrittenFile[] | string {
  try {
    const found = trueFiles(
      repository,
      base,
      files.map(({ name }) => name),
      deadline,
    );
    const known = files.flatMap(({ name, runs }) => {
      const bytes = found?.get(name);
      return bytes ? [{ name, runs, bytes }] : [];
    });
    return known.length === files.length ? known : new ForgedError(base).message;
  } catch (error) {
    if (error instanceof ForgedError) return error.message;
    throw error;
  }
}

type WrittenFile = Pick<TrustedFile, 'name' | 'runs'> & { bytes: Buffer };

/** Writes all or nothing: two hooks may come to it at once. */
function put(files: readonly WrittenFile[], folder: string): void {
  makeFolder(path.dirname(folder));
  const making = mkdtempSync(`${folder}-`);
  for (const { name, bytes, runs } of files) {
    const file = path.join(making, name);
    makeFolder(path.dirname(file));
    writeFileSync(file, bytes, { mode: runs ? 0o755 : 0o644 });
  }
  try {
    renameSync(making, folder);
  } catch {
    // Somebody else was quicker.
    rmSync(making, { recursive: true, force: true });
  }
}

function removeOld(area: string): void {
  if (!existsSync(area)) return;
  for (const name of readdirSync(area)) {
    const old = path.join(area, name);
    // Another hook may have given what it makes its name meanwhile.
    const made = statSync(old, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (made < Date.now() - WEEK) rmSync(old, { recursive: true, force: true });
  }
}
