import { lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isRecord } from '@flow/core/record';
import { git, makeFolder, type Repository, repositoryState, sha256, writeFileAtomic } from '@flow/evidence';
import { isWithinFolder } from '@flow/evidence/disk/is-within-folder';
import { readSmall } from '@flow/evidence/disk/read-small';
import type { Start } from '../../places/surroundings.js';
import { type Installed, installedAround, isCache } from './managers.js';

/*
 * Writes of tools and commands into folders that only a package manager fills. A write is kept until the manager has put its
 * own file there again, or the file is as it was before: until then a run by the installed files proves nothing.
 */

/** A write by other hands than the manager's. */
interface InstalledWrite {
  path: string;
  /** Digest of the file before it; null where there was none. */
  before: string | null;
  /** More than this one file may have changed. */
  isWide?: true;
  isDeletion?: true;
  /** Digest of the file when its manager was called last. */
  seen?: string | null;
}

interface Written {
  /** Identity of the folder: a folder of that name that is made anew has nothing of the old one. */
  stamp: string;
  writes: InstalledWrite[];
}

/** Written folders are kept by the absolute path of the folder. */
type WrittenFolders = Record<string, Written>;

/** Of more files than that, the folder as a whole is not known any more. */
const MAX_WRITES = 100;
const MAX_FILE = 64 * 1024 * 1024;

const NOT_THERE = 'none';

const fileOf = (repository: Repository, environment: NodeJS.ProcessEnv) =>
  path.join(repositoryState(repository, environment), 'installed-writes.json');

function readWritten(repository: Repository, environment: NodeJS.ProcessEnv): WrittenFolders {
  try {
    const value: unknown = JSON.parse(readSmall(fileOf(repository, environment)) ?? '{}');
    return isRecord(value) ? (value as unknown as WrittenFolders) : {};
  } catch {
    return {};
  }
}

function keep(written: WrittenFolders, repository: Repository, environment: NodeJS.ProcessEnv): void {
  const file = fileOf(repository, environment);
  makeFolder(path.dirname(file));
  writeFileAtomic(file, JSON.stringify(written), { within: path.dirname(file) });
}

function stampOf(folder: string): string {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  return stat === undefined ? NOT_THERE : `${stat.dev}:${stat.ino}:${stat.birthtimeMs}`;
}

function digestOf(file: string): string | null {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return null;
  if (!stat.isFile() || stat.size > MAX_FILE) return `${stat.ino}:${stat.mtimeMs}:${stat.mode}`;
  try {
    return `${sha256(readFileSync(file))}:${stat.mode}`;
  } catch {
    return 'unreadable';
  }
}

/** A planned write is about to be made by a call. */
export interface PlannedWrite {
  path: string;
  isWide: boolean;
  isDeletion: boolean;
  /** The program that writes; null for a tool. */
  by: string | null;
}

/**
 * Notes what of a call's writes goes into installed folders, and is no content that git tracks.
 * @returns those folders
 */
export function noteInstalledWrites(
  planned: readonly PlannedWrite[],
  repository: Repository,
  { environment, deadline }: Start,
): Installed[] {
  const found = new Map<string, Installed>();
  let written: WrittenFolders | undefined;
  for (const plan of planned) {
    const installed = installedAround(plan.path);
    if (installed === null || isCache(plan.path, installed) || isOwn(plan, installed)) continue;
    if (isTracked(plan.path, repository, deadline)) continue;
    written ??= readWritten(repository, environment);
    const { folder } = installed;
    const stamp = stampOf(folder);
    const known = written[folder];
    const entry = known && [stamp, NOT_THERE].includes(known.stamp) ? known : { stamp, writes: [] };
    // A folder that is taken away as a whole is filled anew, or not at all.
    if (plan.isDeletion && plan.path === folder) {
      if (known) written[folder] = { ...known, stamp: known.stamp === NOT_THERE ? stamp : known.stamp };
      continue;
    }
    written[folder] = { ...entry, writes: withWrite(entry.writes, plan, folder) };
    found.set(folder, installed);
  }
  if (written) keep(written, repository, environment);
  return [...found.values()];
}

const isOwn = ({ by }: PlannedWrite, { manager }: Installed) => by !== null && manager.names.includes(by);

const isTracked = (file: string, repository: Repository, deadline: number) =>
  git(repository, ['ls-files', '--error-unmatch', '--', `:(literal)${file}`], { deadline }).status === 0;

function withWrite(writes: InstalledWrite[], plan: PlannedWrite, folder: string): InstalledWrite[] {
  const isFull = writes.length >= MAX_WRITES;
  const file = isFull ? folder : plan.path;
  const isWide = isFull || plan.isWide;
  if (writes.some((one) => one.path === file && (one.isWide === true) === isWide)) return writes;
  const marks = {
    ...(isWide ? { isWide: true as const } : {}),
    ...(plan.isDeletion ? { isDeletion: true as const } : {}),
  };
  return [...writes, { path: file, before: isWide ? null : digestOf(file), ...marks }];
}

const isUndone = ({ path: file, before, isWide }: InstalledWrite) => isWide !== true && digestOf(file) === before;

/** An installed folder that holds something which its manager did not put there, with one of these files. */
export type WrittenFolder = Installed & { file: string };

/** Lists all written folders that are still there. */
export function writtenFolders(repository: Repository, environment: NodeJS.ProcessEnv = process.env): WrittenFolder[] {
  return Object.entries(readWritten(repository, environment)).flatMap(([folder, { stamp, writes }]) => {
    const now = stampOf(folder);
    if (now === NOT_THERE || (stamp !== NOT_THERE && now !== stamp)) return [];
    const left = writes.find((write) => !isUndone(write));
    const installed = left && installedAround(folder);
    return installed ? [{ ...installed, file: left.path }] : [];
  });
}

/** Notes how what was written looks, before a manager is called in a folder. */
export function lookBeforeInstall(below: string, repository: Repository, { environment }: Start): void {
  const written = readWritten(repository, environment);
  const folders = Object.keys(written).filter((folder) => isWithinFolder(folder, below));
  for (const folder of folders) {
    const { stamp, writes } = written[folder]!;
    const looked = writes.map((write) => ({ ...write, seen: digestOf(write.path) }));
    written[folder] = { stamp: stamp === NOT_THERE ? stampOf(folder) : stamp, writes: looked };
  }
  if (folders.length > 0) keep(written, repository, environment);
}

/** A call of a package manager that went well. */
export interface Installation {
  words: readonly string[];
  directory: string;
}

/**
 * Forgets what managers have put in order: all of a folder that one filled anew, else the files that it took away or wrote again.
 * @param planned what the same command line writes itself
 */
export function settleInstalled(
  calls: readonly Installation[],
  planned: readonly PlannedWrite[],
  repository: Repository,
  { environment }: Start,
): void {
  const written = readWritten(repository, environment);
  let isChanged = false;
  for (const [folder, { stamp, writes }] of Object.entries(written)) {
    const installed = installedAround(folder);
    const own = calls.filter(
      ({ words, directory }) => installed?.manager.names.includes(words[0] ?? '') && isWithinFolder(folder, directory),
    );
    if (!installed || own.length === 0) continue;
    const others = planned.filter((plan) => !plan.isDeletion && !isOwn(plan, installed));
    if (others.some((plan) => isWithinFolder(plan.path, folder))) continue;
    const isAnew = own.some(({ words }) =>
      installed.manager.anew.some((call) => `${words.join(' ')} `.startsWith(`${call} `)),
    );
    const left = isAnew ? [] : writes.filter((write) => !isRestored(write));
    if (left.length === writes.length) continue;
    isChanged = true;
    if (left.length === 0) delete written[folder];
    else written[folder] = { stamp, writes: left };
  }
  if (isChanged) keep(written, repository, environment);
}

const isRestored = ({ path: file, isWide, isDeletion, seen }: InstalledWrite) =>
  isDeletion === true || (isWide !== true && seen !== undefined && digestOf(file) !== seen);
