import { existsSync, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { nextChange } from '@flow/core/workflow';
import {
  git,
  lookAt,
  type Repository,
  repositoryState,
  type Seal,
  splitZ,
  stateFolder,
  writeFileAtomic,
} from '@flow/evidence';
import { homeOf, type Surroundings } from '../../places/surroundings.js';
import { CONFIG_NAMES } from '../../policy/config-names.js';
import { presetPath } from '../../policy/presets/installed.js';
import { workflowRoom } from '../../run/door.js';
import type { Standing } from '../../run/index.js';
import { marksOf } from '../../run/kept-standing.js';
import type { Looked } from '../../run/standing-read.js';
import { asTyped } from '../../text/as-typed.js';
import { homesOf, type KeptAnswer, keptAnswerFile } from './kept-answer.js';

/** A prompt is answered by the whole text, and the line for a session whose start has told the whole text. */
export interface Answer {
  place: string;
  begun: string;
  text: string;
  line: string;
}

/** More files and folders than these take longer to look at than git takes. */
const MOST = 1000;

/** File systems count time in steps, of 4 ms on Linux: a file may change in the step of the look at it. Milliseconds. */
const STEP = 50;

/**
 * Keeps what a prompt is told of a run, for the next (`kept-answer.ts`): not in linked work trees, nor with submodules, nor
 * where something changed while the run was looked at. Nobody fails for it.
 */
export function keepAnswer(
  around: Surroundings,
  standing: Standing,
  looked: Looked,
  directory: string,
  answer: Answer,
): void {
  const { repository, start } = around;
  const { environment } = start;
  try {
    const seal = sealOf(around, standing, looked);
    if (seal === null) return;
    const { facts } = standing;
    const kept: KeptAnswer = {
      ...seal,
      ...{ program: __dirname, directory, homes: homesOf(environment) },
      until: untilOf(facts),
      ...{ place: answer.place, begun: answer.begun },
      ...{ text: asTyped(answer.text, directory), line: asTyped(answer.line, directory) },
    };
    writeFileAtomic(keptAnswerFile(repositoryState(repository, environment)), JSON.stringify(kept), { fsync: false });
  } catch {
    // The next prompt finds it out again.
  }
}

/** `PROCESSES` is the time in which nobody looks again whether the processes of leases live, in milliseconds. */
const PROCESSES = 30_000;

/**
 * Returns the time at which something may be otherwise without any file's change: by the clock, or by the end of a
 * process.
 */
function untilOf({ events, now, processes = {} }: Standing['facts']): number | null {
  const next = nextChange(events, now);
  return Object.keys(processes).length === 0 ? next : Math.min(next ?? Number.POSITIVE_INFINITY, now + PROCESSES);
}

/**
 * Returns the look of all that the answer follows from; null where that cannot be said, or is not what was looked at.
 */
function sealOf(around: Surroundings, standing: Standing, looked: Looked): Seal | null {
  const { repository, start } = around;
  const { root, gitDir, commonDir } = repository;
  const { paths } = standing;
  if (gitDir !== commonDir || existsSync(path.join(commonDir, 'reftable'))) return null;
  if (paths.length > MOST || !paths.every(isPlain)) return null;
  const inRoot = (names: readonly string[]) => names.map((name) => path.join(root, name));
  const files = lookAt(inRoot(paths));
  if (isYoung(files, looked)) return null;
  const folders = foldersOf(repository, paths, start.deadline);
  const refs = entriesBelow(path.join(commonDir, 'refs'));
  if (paths.length + folders.length + refs.length > MOST) return null;
  const others = lookAt([...inRoot([...folders, ...absentOnes(around, standing)]), ...refs, ...settingsOfGit(around)]);
  if (isYoung(others, looked)) return null;
  const evidence = lookAt(evidenceFiles(around));
  if (marksOf(repository).journal !== looked.journal) return null;
  return { version: 1, stamps: [...evidence.stamps, ...others.stamps, ...files.stamps] };
}

/** Tells whether a file changed after the look at the run: the file may not be what the look saw. */
const isYoung = ({ stamps }: Seal, { time }: Looked) =>
  stamps.some(([, stamp]) => stamp !== null && Math.max(stamp[0], stamp[1]) > time - STEP);

/**
 * Tells whether one look at a file is enough to see that its content is the same: not so for a repository within, or for a
 * name that is no text.
 */
const isPlain = (name: string) => !name.endsWith('/') && name !== '.gitmodules' && !name.includes('\ufffd');

/**
 * Folders in which a file may appear that git would not ignore: those of all files, and those that hold none.
 * @throws where there are too many, or git cannot tell which it ignores
 */
function foldersOf(repository: Repository, files: readonly string[], deadline: number): string[] {
  const known = new Set(['.']);
  for (const file of files) {
    for (let at = path.posix.dirname(file); !known.has(at); at = path.posix.dirname(at)) known.add(at);
  }
  for (let fresh = [...known]; fresh.length > 0; ) {
    const empty = fresh.flatMap((folder) => foldersIn(repository.root, folder).filter((name) => !known.has(name)));
    fresh = notIgnored(repository, empty, deadline);
    for (const folder of fresh) known.add(folder);
    if (known.size > MOST) throw new Error('too many folders');
  }
  return [...known];
}

function foldersIn(root: string, folder: string): string[] {
  const isThere = lstatSync(path.join(root, folder), { throwIfNoEntry: false })?.isDirectory();
  const entries = isThere ? readdirSync(path.join(root, folder), { withFileTypes: true }) : [];
  const folders = entries.filter((entry) => entry.isDirectory() && entry.name !== '.git');
  return folders.map(({ name }) => path.posix.join(folder, name));
}

function notIgnored(repository: Repository, folders: readonly string[], deadline: number): string[] {
  if (folders.length === 0) return [];
  const input = `${folders.join('\0')}\0`;
  const answer = git(repository, ['check-ignore', '-z', '--stdin'], { input, deadline });
  // With 1 none of them is ignored.
  if (answer.status !== 0 && answer.status !== 1) throw new Error(answer.stderr);
  const ignored = new Set(splitZ(answer.stdout));
  return folders.filter((name) => !ignored.has(name));
}

/** Paths that the answer would mention if there were a file, wherever the path is ignored. */
function absentOnes({ policy }: Surroundings, { workflow, run }: Standing): string[] {
  const documents = Object.values(workflowRoom().documentPaths(workflow, run.names)).flat();
  const presets = policy.ownPresets.map((own) => presetPath(own.package));
  return [...CONFIG_NAMES, ...documents, ...presets, 'node_modules/@flow/cli/package.json'];
}

/** Lists all that lies below a folder, with the folder. */
function entriesBelow(folder: string): string[] {
  const below = readdirSync(folder, { recursive: true, withFileTypes: true });
  return [folder, ...below.map((entry) => path.join(entry.parentPath, entry.name))];
}

/**
 * Lists files and folders in which git keeps settings and the checked-out branch, with git's own folder, in which
 * rebases and merges leave their marks.
 */
function settingsOfGit({ repository, start }: Surroundings): string[] {
  const own = ['HEAD', 'index', 'config', 'packed-refs', 'info/exclude'];
  const home = homeOf(start.environment);
  const settings = start.environment.XDG_CONFIG_HOME || path.join(home, '.config');
  return [
    repository.commonDir,
    ...own.map((name) => path.join(repository.commonDir, name)),
    path.join(home, '.gitconfig'),
    ...['config', 'ignore'].map((name) => path.join(settings, 'git', name)),
    '/etc/gitconfig',
  ];
}

/** Lists files that hold evidence, decisions and the policy in force. */
function evidenceFiles({ repository, start }: Surroundings): string[] {
  const receipts = path.join(repository.evidence, 'receipts');
  const names = existsSync(receipts) ? readdirSync(receipts) : [];
  const state = repositoryState(repository, start.environment);
  return [
    ...['journal.jsonl', 'spool', 'receipts'].map((name) => path.join(repository.evidence, name)),
    ...names.map((name) => path.join(receipts, name)),
    ...['journal-head.json', 'policy.json'].map((name) => path.join(state, name)),
    path.join(stateFolder(start.environment), 'key'),
  ];
}
