import { existsSync, lstatSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eventsOf, type GitOptions, type GitResult, git, type Repository, readJournal, splitZ } from '@flow/evidence';
import { removeQuietly, uniqueName } from '@flow/evidence/disk/atomic';
import type { Surroundings } from '../places/surroundings.js';
import { CHECKPOINT, COMMITTED, ROLLED_BACK, recordNote } from '../run/runs/record.js';
import type { Run } from '../run/runs/run.js';
import { testsAt } from './ship-facts.js';

/** A commit at which the tests were green, to which somebody can go back (M48). The journal has it; a ref keeps its objects. */
export interface Checkpoint {
  n: number;
  commit: string;
  ref: string;
  /** Epoch milliseconds. */
  time: number;
  /** Position of the run, and the item that was committed. */
  position: string;
  item: string | null;
}

/** An item commit is a commit that the program made for an item. */
export interface ItemCommit {
  item: string | null;
  commit: string;
  lease: string | null;
  phase: string;
  group: string | null;
}

const ID = /^[0-9a-f]{40,64}$/;
const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value);

const refOf = ({ id }: Pick<Run, 'id'>, kind: 'checkpoint' | 'kept', n: number) => `refs/flow/${kind}/${id}/${n}`;

/** Tells what was noted of a run under one type, oldest first. */
function notesOf({ repository, start }: Surroundings, run: Pick<Run, 'id'>, type: string) {
  const { events } = readJournal(repository, start.environment);
  return eventsOf(events, 'flow').flatMap(({ time, data }) =>
    data.run === run.id && data.what.type === type ? [{ time, what: data.what }] : [],
  );
}

/** Returns the commits that the program made for items of a run, oldest first. */
export function commitsOfItems(around: Surroundings, run: Pick<Run, 'id'>): ItemCommit[] {
  return notesOf(around, run, COMMITTED).flatMap(({ what }) => {
    const { item, commit, lease, phase, group } = what;
    if (!isId(commit)) return [];
    const text = (value: unknown) => (typeof value === 'string' ? value : null);
    return [{ item: text(item), commit, lease: text(lease), phase: text(phase) ?? '', group: text(group) }];
  });
}

/** Notes that the program made a commit. @throws EvidenceError */
export function recordCommit(around: Surroundings, run: Pick<Run, 'id'>, made: ItemCommit): void {
  recordNote(around, run, { type: COMMITTED, ...made });
}

/** Returns the checkpoints of a run, oldest first. */
export function checkpointsOf(around: Surroundings, run: Pick<Run, 'id'>): Checkpoint[] {
  return notesOf(around, run, CHECKPOINT).flatMap(({ time, what: { n, commit, position, item } }) =>
    typeof n === 'number' && Number.isSafeInteger(n) && isId(commit)
      ? [
          {
            ...{ n, commit, ref: refOf(run, 'checkpoint', n), time },
            position: typeof position === 'string' ? position : '',
            item: typeof item === 'string' ? item : null,
          },
        ]
      : [],
  );
}

/** `NotGreen` tells why a commit is no checkpoint: suites that are not green there, or no suite at all. */
export interface NotGreen {
  suites: { id: string; state: string; command: string }[];
}

/** Tells what keeps a commit from being green: tests that nobody saw pass on its content. Null where all are. */
export function notGreenAt(around: Surroundings, commit: string): NotGreen | null {
  const suites = testsAt(around, commit) ?? [];
  const isGreen = suites.length > 0 && suites.every(({ state }) => state === 'tested');
  if (isGreen) return null;
  return {
    suites: suites.filter(({ state }) => state !== 'tested').map(({ id, state, command }) => ({ id, state, command })),
  };
}

/**
 * Makes a checkpoint of a commit, unless the newest one is of it.
 * @throws EvidenceError
 */
export function markCheckpoint(
  around: Surroundings,
  run: Pick<Run, 'id'>,
  { commit, position, item }: Pick<Checkpoint, 'commit' | 'position' | 'item'>,
): { checkpoint: Checkpoint; isNew: boolean } | null {
  const known = checkpointsOf(around, run);
  const last = known.at(-1);
  if (last?.commit === commit) return { checkpoint: last, isNew: false };
  const n = (last?.n ?? 0) + 1;
  const ref = refOf(run, 'checkpoint', n);
  // Whatever bears the name already, the journal does not know it.
  if (git(around.repository, ['update-ref', ref, commit]).status !== 0) return null;
  recordNote(around, run, { type: CHECKPOINT, n, commit, position, item });
  return { checkpoint: { n, commit, ref, time: Date.now(), position, item }, isNew: true };
}

/** `Kept` tells what a work tree holds, kept under a ref of its own. */
export interface Kept {
  ref: string;
  commit: string;
}

/**
 * Keeps a work tree as it is, with its commits and with what nobody committed, before something moves it (R48, R55). Files that git
 * ignores are kept where the move would write over them.
 * @returns null where git cannot keep it: then nothing may move
 */
export function keepWork(around: Surroundings, run: Pick<Run, 'id'>, target: string): Kept | null {
  const { repository } = around;
  const index = path.join(os.tmpdir(), `flow-kept-${uniqueName()}`);
  const ask = (words: readonly string[], options: GitOptions = {}): GitResult =>
    git(repository, words, { env: { GIT_INDEX_FILE: index }, settings: IDENTITY, ...options });
  const told = (answer: GitResult) => (answer.status === 0 ? answer.stdout.toString('latin1').trim() : '');
  try {
    if (ask(['read-tree', 'HEAD']).status !== 0 || ask(['add', '--all']).status !== 0) return null;
    const seen = told(ask(['write-tree']));
    if (!isId(seen)) return null;
    const hidden = hiddenFrom(repository, seen, target);
    const paths = ['--pathspec-from-file=-', '--pathspec-file-nul'];
    const input = hidden.map((file) => `${file}\0`).join('');
    if (hidden.length > 0 && ask(['--literal-pathspecs', 'add', '--force', ...paths], { input }).status !== 0)
      return null;
    const tree = told(ask(['write-tree']));
    const commit = told(ask(['commit-tree', tree, '-p', 'HEAD', '-m', `Kept before ${target.slice(0, 12)}`]));
    if (!isId(commit)) return null;
    const ref = refOf(run, 'kept', notesOf(around, run, ROLLED_BACK).length + 1);
    return git(repository, ['update-ref', ref, commit]).status === 0 ? { ref, commit } : null;
  } finally {
    removeQuietly(index);
    removeQuietly(`${index}.lock`);
  }
}

/** A kept state is nobody's commit. */
const IDENTITY = ['user.name=flow', 'user.email=flow@localhost'];

/** Files that are there and in no commit, as git ignores them, and that a content would write over. */
function hiddenFrom(repository: Repository, seen: string, target: string): string[] {
  const words = ['diff', '--name-only', '-z', '--no-renames', '--no-ext-diff', '--diff-filter=A', seen, target, '--'];
  return splitZ(git(repository, words).stdout).filter((file) => {
    try {
      return lstatSync(path.join(repository.root, file)) !== undefined;
    } catch {
      return false;
    }
  });
}

/**
 * Puts a work tree and its branch at a commit. Documents of the run stay as they are: what was decided meanwhile is not undone with
 * the code.
 * @param documents paths of these documents
 * @returns what git said where it did not; null where it is done
 */
export function moveTo(
  { repository }: Surroundings,
  commit: string,
  { kept, documents }: { kept: Kept; documents: readonly string[] },
): string | null {
  const there = documents.filter((file) => existsSync(path.join(repository.root, file)));
  // What git does not track would stay.
  const added = git(repository, ['add', '--all']);
  if (added.status !== 0) return added.stderr;
  const moved = git(repository, ['reset', '--quiet', '--hard', commit]);
  if (moved.status !== 0) return moved.stderr;
  if (there.length === 0) return null;
  const words = ['--literal-pathspecs', 'restore', `--source=${kept.commit}`, '--worktree', '--', ...there];
  const restored = git(repository, words);
  return restored.status === 0 ? null : restored.stderr;
}

/** Notes that a work tree went back. @throws EvidenceError */
export function recordRollback(
  around: Surroundings,
  run: Pick<Run, 'id'>,
  { to, from, kept, person }: { to: string; from: string | null; kept: Kept; person: string | null },
): void {
  recordNote(around, run, { type: ROLLED_BACK, to, from, kept: kept.ref, person });
}
