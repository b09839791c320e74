import path from 'node:path';
import { classify, type Policy, type Receipt, type Suite } from '@flow/core';
import { type EmptyFolder, emptyFolders, type Repository, receiptReader, type TakenTree } from '@flow/evidence';
import { treeView } from '@flow/evidence/git/tree-view';
import { readEvidence } from '../../facts/evidence.js';
import { embedsOf, relevantOf } from '../../facts/relevance.js';
import { codeIn, spellings } from '../../facts/spoken-of.js';
import { suiteOfRun } from '../../policy/suites.js';
import { unlikeCode } from '../../words/unlike.js';
import type { RecognisedRun } from './recognised-run.js';

/** Content at the end of runs, with the facts about their command. */
interface Seen {
  repository: Repository;
  policy: Policy;
  before: TakenTree | null;
  after: TakenTree | null;
  /** All paths that the content follows from. */
  files: readonly string[];
  command: string;
  deadline: number;
}

type Judged = Pick<Suite, 'preset' | 'runner'>;

/** Of more, a receipt does not name all. */
const MAX_NAMED = 3;
const MAX_MADE = 20;
/** So many runs are looked through for those that have made a folder. */
const MAX_RUNS = 100;

/** Files that the disk had at the end of runs and a checkout of the content would not write. */
export interface Unlike {
  /** Empty folders that the runs have made. */
  made: readonly string[];
  /**
   * Codes for the files that a run may have read of them, with the path behind a colon; `words/unlike.ts` has the words.
   * @param programs paths that are relevant to the run whatever they are
   */
  of(run: RecognisedRun, programs: readonly string[]): string[];
}

/** Looks at the disk for what a checkout of its content would write otherwise, or lacks. */
export function unlikeCheckout(seen: Seen): Unlike {
  const { repository, policy, before, after, files, command, deadline } = seen;
  if (after === null) return { made: [], of: () => [] };
  const empty = emptyFolders(repository, files, after.submodules, deadline);
  // A run makes what it needs where it is missing, and so it does in a clone; what stands beside it in the line does not.
  const since = before && isAlone(command) ? before.began : Infinity;
  const made = empty.filter(({ born }) => born > since).map((folder) => folder.path);
  const old = empty.filter(({ born }) => born <= since);
  let earlier: Receipt[] | undefined;
  const isLeft = (folder: EmptyFolder) => {
    earlier ??= receiptsWithMade(repository);
    return !earlier.some((receipt) => hasMade(receipt, folder));
  };
  return {
    made: made.slice(0, MAX_MADE),
    of(run, programs) {
      const suite = suiteOfRun(run, policy);
      if (suite === null) return [];
      const folders = old.length > 0 ? named(old, suite, seen, after.tree) : [];
      const empties = folders.filter(isLeft).map((folder) => unlikeCode('folder', folder.path, folder.submodule));
      return [...otherFiles(programs, suite, seen, after), ...empties].slice(0, MAX_NAMED);
    },
  };
}

const isAlone = (command: string) => !/[;&|\n]/.test(command.trim().replace(/^cd [^;&|\n]+&&/, ''));

/** Returns the newest runs' receipts that name folders which they have made. */
function receiptsWithMade(repository: Repository): Receipt[] {
  const read = receiptReader(repository);
  return readEvidence(repository)
    .runs.slice(-MAX_RUNS)
    .flatMap(({ data }) => {
      const found = read(String(data.receipt), String(data.digest));
      return found.kind === 'ok' && found.receipt.made ? [found.receipt] : [];
    });
}

/** Tells whether a folder is the one that a run made, and not one that was made in its place since. */
const hasMade = ({ made = [], time }: Receipt, { path, born }: EmptyFolder) =>
  made.includes(path) && born > 0 && born <= time;

function otherFiles(
  programs: readonly string[],
  suite: Judged,
  { repository, policy, deadline }: Seen,
  { tree, unlike = [] }: TakenTree,
): string[] {
  if (unlike.length === 0) return [];
  const embeds = embedsOf(suite, () => treeView(repository, tree, deadline));
  const paths = unlike.map((one) => one.path);
  // A new file is tracked by the time it is pushed, and the run counts for it then.
  const relevant = new Set(relevantOf(paths, suite, policy, () => true, embeds, programs));
  // What a repository has everybody filter may be secrets and data of its own; its code is what the tests are about.
  const isCode = (file: string) => ['source', 'test', 'build'].includes(classify(file, suite.preset));
  return unlike.flatMap(({ path: file, how, isShared, submodule }) =>
    relevant.has(file) && (!isShared || isCode(file)) ? [unlikeCode(how, file, submodule)] : [],
  );
}

/** Calls that list the names in a folder. */
const LISTING = [
  'readdir',
  'listdir',
  'iterdir',
  'scandir',
  'os.walk',
  'ReadDir',
  'WalkDir',
  'read_dir',
  'Dir.children',
  'Dir.entries',
];

/**
 * Keeps the empty folders that the code speaks of, as a path or as a text, or around which the code lists the names: other
 * empty folders are left behind by a move or an editor, and decide nothing.
 */
function named(
  folders: readonly EmptyFolder[],
  suite: Judged,
  { repository, deadline }: Seen,
  tree: string,
): EmptyFolder[] {
  const view = treeView(repository, tree, deadline);
  if (view === null) return [...folders];
  const code = codeIn(view, suite);
  return folders.filter(({ path: folder }) => {
    if (view.containing(code, spellings(path.posix.basename(folder))).length > 0) return true;
    const around = path.posix.basename(path.posix.dirname(folder));
    return around !== '.' && view.containing(view.containing(code, spellings(around)), LISTING).length > 0;
  });
}
