import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ProgramRule } from '@flow/core';
import { git, makeFolder, type Repository, repositoryState, sha256, splitZ } from '@flow/evidence';

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
    removeOld(area);
    put(files, folder, repository, deadline);
  }
  return { folder };
}

/** A word that can be a path in the repository. */
const isRelative = (word: string) =>
  /^[^-/\\]/.test(word) && !word.split('/').includes('..') && !/^[A-Za-z]:/.test(word);

interface TrustedFile {
  name: string;
  id: string;
  size: number;
  runs: boolean;
}

function fileOf(entry: string): TrustedFile[] {
  const [, mode, id, size, name] = /^(100\d+) blob ([0-9a-f]+) +(\d+)\t(.+)$/s.exec(entry) ?? [];
  return mode && id && name ? [{ name, id, size: Number(size), runs: mode === '100755' }] : [];
}

/** Writes all or nothing: two hooks may come to it at once. */
function put(files: readonly TrustedFile[], folder: string, repository: Repository, deadline: number): void {
  makeFolder(path.dirname(folder));
  const making = mkdtempSync(`${folder}-`);
  const input = files.map(({ id }) => `${id}\n`).join('');
  const { stdout } = git(repository, ['cat-file', '--batch'], { deadline, input });
  let at = 0;
  for (const { name, size, runs } of files) {
    const from = stdout.indexOf(10, at) + 1;
    const file = path.join(making, name);
    makeFolder(path.dirname(file));
    writeFileSync(file, stdout.subarray(from, from + size), { mode: runs ? 0o755 : 0o644 });
    at = from + size + 1;
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
