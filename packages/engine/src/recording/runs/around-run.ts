import path from 'node:path';
import type { Finding, Policy } from '@flow/core';
import type { Repository, TakenTree } from '@flow/evidence';
import { isWithinFolder } from '@flow/evidence/disk/is-within-folder';
import { treeView } from '@flow/evidence/git/tree-view';
import type { Analysis, Effect, Run } from '@flow/shell-effects';
import { relevantOf } from '../../facts/relevance.js';
import { suiteOfRun } from '../../policy/suites.js';
import type { RecognisedRun } from './recognised-run.js';

type Write = Extract<Effect, { kind: 'write' }>;

/** Commands of git that put other content in the place of what is there, in files that they do not all name. */
const OF_GIT = /^git (?:stash|checkout|restore|reset|apply|revert)\b/;

/** File systems that are mounted by programs of their own. */
const MOUNTS = /^(?:bindfs|sshfs|mergerfs|fuse-overlayfs|unionfs(?:-fuse)?)$/;

/** Words that set a clock, by program. */
const CLOCKS: Readonly<Record<string, RegExp>> = {
  date: /^(?:-s.*|--set(?:=.*)?)$/,
  timedatectl: /^set-/,
  hwclock: /^(?:-s|--hctosys)$/,
  ntpdate: /./,
  rdate: /./,
};

/**
 * Tells why the line keeps a run from showing what is on disk, whatever becomes of its files: a mount that only the run
 * sees, or a clock that hides when they were swapped. As codes.
 */
export function doubtsAround({ effects, calls = [] }: Analysis, run: RecognisedRun, root: string): string[] {
  const at = placeOf(effects, run);
  const before = at < 0 ? effects : effects.slice(0, at);
  const programs = before.filter((effect): effect is Run => effect.kind === 'run');
  const isMounted =
    programs.some(({ program }) => MOUNTS.test(program)) ||
    before.some((effect) => effect.kind === 'write' && effect.by === 'mount' && meets(effect.path, root)) ||
    calls.some((call) => bindsOthers(call));
  const isSet = programs.some(({ program, argv }) => {
    const words = Object.hasOwn(CLOCKS, program) ? CLOCKS[program] : undefined;
    return words !== undefined && argv.slice(1).some((word) => word !== undefined && words.test(word));
  });
  return [...(isMounted ? ['mounted'] : []), ...(isSet ? ['clock-set'] : [])];
}

const meets = (file: string, root: string) => isWithinFolder(file, root) || isWithinFolder(root, file);

/**
 * `bindsOthers` tells whether a command shows one file in the place of another, as in `bwrap --bind good.js total.js …` or
 * `proot -b good.js:total.js …`.
 */
function bindsOthers({ program, argv }: Run): boolean {
  const words = argv.map((word) => word ?? '?');
  if (program === 'bwrap')
    return words.some((word, at) => /^--(?:ro-|dev-)?bind(?:-try)?$/.test(word) && words[at + 1] !== words[at + 2]);
  return (
    program === 'proot' && words.some((word, at) => /^(?:-b|--bind)$/.test(words[at - 1] ?? '') && word.includes(':'))
  );
}

/**
 * Runs that stand between commands which write what they read, and put it back or away again: what they see is neither what
 * was there before the line nor what is there behind it. Said before they start.
 */
export function swapsAround(
  analysis: Analysis,
  runs: readonly RecognisedRun[],
  repository: Repository,
  policy: Policy,
  before: TakenTree | null,
  deadline: number,
): Finding[] {
  return runs.flatMap((run) => {
    const at = placeOf(analysis.effects, run);
    if (at < 0) return [];
    const ahead = writesIn(analysis.effects.slice(0, at), repository.root);
    const behind = writesIn(analysis.effects.slice(at + 1), repository.root);
    const pairs = ahead.flatMap((one) =>
      behind.filter((other) => isPair(one, other)).map((other) => [one, other] as const),
    );
    if (pairs.length === 0) return [];
    const isRelevant = relevanceTo(run, repository, policy, before, deadline);
    const pair = pairs.find((both) => both.every((write) => isWide(write) || isRelevant(write.path)));
    if (pair === undefined) return [];
    const [first, last] = pair.map(({ by }) => by);
    return [
      {
        code: 'RUN_SWAPPED',
        level: 'warn' as const,
        args: { command: run.argv.join(' '), first: first!, last: last! },
      },
    ];
  });
}

/** Index of the effect of a run; -1 where the run is one of several that one command starts. */
const placeOf = (effects: readonly Effect[], { argv }: RecognisedRun) =>
  effects.findIndex(
    (effect) =>
      effect.kind === 'run' &&
      effect.argv.length === argv.length &&
      effect.argv.every((word, index) => (word ?? '?') === argv[index]),
  );

const writesIn = (effects: readonly Effect[], root: string) =>
  effects.filter(
    (effect): effect is Write =>
      effect.kind === 'write' &&
      isWithinFolder(effect.path, root) &&
      (effect.reach !== 'into' || OF_GIT.test(effect.by)),
  );

const isWide = ({ by, reach }: Write) => reach === 'into' && OF_GIT.test(by);

/** Tells whether the second may put back, or away, what the first has written. */
const isPair = (one: Write, other: Write) =>
  isWide(one) || isWide(other) ? OF_GIT.test(one.by) || OF_GIT.test(other.by) : overlap(one, other);

const overlap = (one: Write, other: Write) =>
  one.path === other.path ||
  (one.reach === 'tree' && isWithinFolder(other.path, one.path)) ||
  (other.reach === 'tree' && isWithinFolder(one.path, other.path));

/** Tells whether a path holds what can change the outcome of a run: of files that are ignored, or not there yet, none does. */
function relevanceTo(
  run: RecognisedRun,
  repository: Repository,
  policy: Policy,
  before: TakenTree | null,
  deadline: number,
): (file: string) => boolean {
  const suite = suiteOfRun(run, policy);
  const view = before && treeView(repository, before.tree, deadline);
  if (suite === null || view === null) return () => false;
  const known = new Set(view.paths);
  const untracked = new Set(before?.untracked ?? []);
  return (file) => {
    const name = path.relative(repository.root, file).split(path.sep).join('/');
    const paths = known.has(name) ? [name] : view.paths.filter((one) => one.startsWith(`${name}/`));
    return (
      relevantOf(
        paths,
        suite,
        policy,
        (one) => !untracked.has(one),
        () => false,
      ).length > 0
    );
  };
}
