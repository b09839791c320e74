import { bisectedBranch, type Environment, type Repository, readHead, readJournal } from '@flow/evidence';
import { clean } from '../../text/clean.js';
import { originsIn } from '../leases/origins.js';
import { type EndedRun, openRuns } from './run.js';
import { branchExists, branchHere, isLeased } from './run-here.js';

/** `Stray` tells why no run leads here although one waits elsewhere, and the one command that goes there. */
export interface Stray {
  why: string;
  command: string;
}

/**
 * HEAD stands on no branch, and runs wait on some: what is written here is led by none of them. Null on any branch: another
 * one is work of its own, and only who comes from a run is told that it waits (`leftRun`).
 */
export function strayHere(repository: Repository, environment: Environment): Stray | null {
  const branch = branchHere(repository);
  const left = leftTree(repository, environment, branch);
  if (left !== null || branch !== null) return left;
  const head = readHead(repository)?.commit ?? null;
  const runs = openRuns(readJournal(repository, environment).events);
  const begun = bisectedBranch(repository);
  const bisected = begun === null ? undefined : runs.get(begun);
  if (bisected) {
    const why = `a bisection is in progress; ${clean(bisected.workflow, 40)} is waiting on ${clean(bisected.branch, 100)}`;
    return { why, command: 'git bisect reset' };
  }
  const waiting = [...runs.values()].filter(({ branch }) => branchExists(repository, branch)).toReversed();
  const [run] = head === null ? [] : waiting;
  if (!run) return null;
  const more = waiting.length > 1 ? `, and ${waiting.length - 1} more on other branches` : '';
  const why = `HEAD is detached; ${clean(run.workflow, 40)} is waiting on ${clean(run.branch, 100)}${more}`;
  return { why, command: `git switch ${quoted(run.branch)}` };
}

/** Finds the item whose work tree this was, where the item's lease is over. */
function leftTree(repository: Repository, environment: Environment, branch: string | null): Stray | null {
  const { events } = readJournal(repository, environment);
  for (const run of openRuns(events).values()) {
    if (!isLeased(events, repository.root) || !branchExists(repository, run.branch)) continue;
    const tree = originsIn(events, run).treeAt(repository.root, branch);
    if (tree === null) continue;
    const item = clean(tree.item, 60);
    const why = `nobody has ${item} in this work tree any longer; ${clean(run.workflow, 40)} is waiting on ${clean(run.branch, 100)}`;
    return { why, command: `flow item begin ${quoted(tree.item)}` };
  }
  return null;
}

/**
 * A run is bound to its branch. Who was led by one and now stands on a branch without any is led by nobody: told, as it may
 * be a slip, and not refused, as other work is nobody's business.
 */
export function leftRun(repository: Repository, environment: Environment, id: string): Stray | null {
  const here = branchHere(repository);
  const run = [...openRuns(readJournal(repository, environment).events).values()].find((one) => one.id === id);
  if (here === null || !run || run.branch === here || !branchExists(repository, run.branch)) return null;
  const why = `${clean(here, 100)} has no run; ${clean(run.workflow, 40)} is waiting on ${clean(run.branch, 100)}`;
  return { why, command: `git switch ${quoted(run.branch)}` };
}

/**
 * Who was led by a run that a person has ended meanwhile would go on as it was last told: that it is over. Null where it is
 * not, or where another one leads by now.
 */
export function endedText(repository: Repository, environment: Environment, id: string): string | null {
  let ended: EndedRun | null = null;
  openRuns(readJournal(repository, environment).events, (run) => {
    if (run.id === id) ended = run;
  });
  return ended && overText(ended);
}

const overText = ({ workflow, branch, how }: EndedRun) =>
  `flow: ${clean(workflow, 40)} on ${clean(branch, 100)} has ended (${clean(how, 20)}). Its phase, instruction and gates no longer apply.`;

/** A branch may have signs in its name that mean something to a shell. */
function quoted(branch: string): string {
  return /^[\w./-]+$/.test(branch) ? branch : `'${clean(branch, 200).replaceAll("'", "'\\''")}'`;
}

/** Line for the agent about a stray run. */
export function strayText({ why, command }: Stray): string {
  return `flow: ${why}. Work done here does not count for that run. To go there: ${command}`;
}
