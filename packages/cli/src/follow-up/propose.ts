import type { ItemFact, Phase, Workflow } from '@flow/core/workflow';
import { isFileOf } from '@flow/core/workflow';

/** The ways on from a wish that comes after the work was planned; `ask` where the files are not known. */
export type Way = 'go-on' | 'item' | 'reopen' | 'plan' | 'new-run' | 'ask';

/** A wish that follows on work, with what is known of the work that it follows on. */
export interface FollowUp {
  /** Paths that the wish touches, from the repository's root. */
  files: readonly string[];
  /** Ids of items that the words of the wish name. */
  named: readonly string[];
  run: FollowedRun | null;
}

/** The run that a wish follows on. */
export interface FollowedRun {
  workflow: Pick<Workflow, 'phases' | 'documents'>;
  /** Ids of the phases that are asked for, with where the run stands in each. */
  stages: readonly { id: string; state: string }[];
  items: readonly (Pick<ItemFact, 'id' | 'kind' | 'files' | 'parent'> & { isOver: boolean })[];
  /** Paths that the run has changed, and those of its documents. */
  changed: readonly string[];
  /** How the run ended; null while it goes on. */
  ended: string | null;
}

/** A proposal is told and never carried out. */
export interface Proposal {
  way: Way;
  /** The item or the phase that is meant. */
  target?: string;
  /** Kind and parent of a new item. */
  kind?: string;
  parent?: string;
  /** Files of the wish that the run has to do with. */
  related: string[];
  why: string;
}

/** A wish that touches fewer files goes to the loop that builds. */
export const FILES_OF_A_PLAN = 3;

/** Checks that somebody answers anew when their phase is reopened; all others are met again by the content itself. */
const ANSWERED = new Set<string>(['approved', 'verdict', 'panel', 'submitted', 'chosen']);

/**
 * Proposes what becomes of a wish, by the files that it touches: an item or a reopening where they are few and belong to
 * the work, more planning where they are many, a run of its own where none of them does.
 */
export function propose({ files: given, named, run }: FollowUp): Proposal {
  const owners = run?.items.filter(({ id }) => named.includes(id)) ?? [];
  const files = [...new Set([...given, ...owners.flatMap((one) => one.files)])];
  if (files.length === 0)
    return { way: 'ask', related: [], why: 'which files it touches is not known, and its size goes by them.' };
  if (run === null) return { way: 'new-run', related: [], why: 'no run leads the work on this branch.' };
  const isRelated = (file: string) => run.changed.includes(file) || run.items.some((one) => isFileOf(file, one));
  const related = files.filter((file) => owners.some((one) => one.files.includes(file)) || isRelated(file));
  if (related.length === 0)
    return {
      way: 'new-run',
      related,
      why: `the run has nothing to do with ${counted(files.length, 'file')} that it touches.`,
    };
  if (run.ended !== null)
    return {
      way: 'new-run',
      related,
      why: `the run that it follows on has ended (${run.ended}), and is not evaluated any more.`,
    };
  return files.length < FILES_OF_A_PLAN ? small(run, files, related, owners) : large(run, files, related);
}

function small(run: FollowedRun, files: string[], related: string[], named: FollowedRun['items']): Proposal {
  const size = `it touches ${counted(files.length, 'file')}, fewer than ${FILES_OF_A_PLAN}`;
  const build = buildPhase(run);
  if (build === null || isAhead(run, build.id))
    return {
      way: 'go-on',
      related,
      why: `${size}, and the run has not built anything yet: write it into its documents.`,
    };
  const holding = run.items.filter((one) => files.some((file) => isFileOf(file, one)));
  // What lies within another one is nearer than the whole.
  const inner = holding.filter(({ id }) => !holding.some(({ parent }) => parent === id));
  const owners = named.length > 0 ? named : inner;
  const whole = owners.filter((one) => files.every((file) => isFileOf(file, one)));
  // Of several that have them all, one that is open takes it up; else the last of them, which built on the others.
  const owner = whole.find(({ isOver }) => !isOver) ?? whole.at(-1) ?? (owners.length === 1 ? owners[0] : undefined);
  if (owner) {
    if (owner.isOver && whole.includes(owner))
      return { way: 'reopen', target: owner.id, related, why: `${size}, all of ${owner.id}, which is done.` };
    if (!owner.isOver)
      return {
        way: 'item',
        target: owner.id,
        related,
        why: `${size}, and ${owner.id} is still open: a fix is done before it.`,
      };
  }
  const [outer, ...within] = kindsIn(build);
  if (outer === undefined)
    return { way: 'reopen', target: build.id, related, why: `${size}, and ${build.id} is the phase that builds.` };
  const outside = run.items.find(({ id }) => id === (owner ?? owners[0])?.parent);
  const above = outside ?? (owner?.kind === outer ? owner : undefined);
  // What is over takes up no part any more.
  const parent = above?.isOver ? undefined : above;
  const kind = parent && within[0] !== undefined ? within[0] : outer;
  return {
    ...{ way: 'item', kind, related },
    ...(parent && kind !== outer ? { parent: parent.id } : {}),
    why: `${size}, and no single item of the run has them.`,
  };
}

function large(run: FollowedRun, files: string[], related: string[]): Proposal {
  const size = `it touches ${counted(files.length, 'file')}, ${FILES_OF_A_PLAN} or more, which asks for planning`;
  const phase = planPhase(run);
  if (phase === null || isAhead(run, phase.id) || isCurrent(run, phase.id))
    return {
      way: 'go-on',
      related,
      why: `${size}, and the run is not past its planning: write it into its documents.`,
    };
  return { way: 'plan', target: phase.id, related, why: `${size}.` };
}

/** Returns the first phase that builds: the one that walks items, else the one whose tests must be red or green. */
function buildPhase({ workflow: { phases }, stages }: FollowedRun): Phase | null {
  const asked = phases.filter(({ id }) => stages.some((one) => one.id === id && one.state !== 'left-out'));
  const walks = asked.findLast(({ each }) => each !== undefined);
  const proves = (...names: string[]) => asked.find(({ exit }) => exit.some(({ check }) => names.includes(check)));
  return walks ?? proves('red') ?? proves('green') ?? null;
}

/** Returns the phase in front of the building at which somebody answers for what was planned, last of all that do. */
function planPhase(run: FollowedRun): Phase | null {
  const { phases } = run.workflow;
  const build = buildPhase(run);
  const before = phases
    .slice(0, build ? phases.indexOf(build) : phases.length)
    .filter(({ id }) => run.stages.some((one) => one.id === id && one.state !== 'left-out'));
  const writes = before.findLast(({ produces = [] }) => produces.length > 0);
  const after = before.slice(writes ? before.indexOf(writes) : 0);
  return after.find(({ exit }) => exit.some(({ check }) => ANSWERED.has(check))) ?? writes ?? null;
}

/** Lists kinds of items that a phase walks, from the outermost to the innermost. */
export function kindsIn({ each }: Phase): string[] {
  if (each === undefined) return [];
  const inner = each.phases.find((one) => one.each !== undefined);
  return [each.kind, ...(inner ? kindsIn(inner) : [])];
}

const stateOf = ({ stages }: FollowedRun, phase: string) => stages.find(({ id }) => id === phase)?.state;
const isAhead = (run: FollowedRun, phase: string) => stateOf(run, phase) === 'pending';
const isCurrent = (run: FollowedRun, phase: string) => stateOf(run, phase) === 'current';

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;
