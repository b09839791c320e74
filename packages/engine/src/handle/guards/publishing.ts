import path from 'node:path';
import type { Finding } from '@flow/core';
import { findRepository, git, type IndexStep, plannedTree, type Repository } from '@flow/evidence';
import type { Analysis, Effect, GitAct, Push, Run, Write } from '@flow/shell-effects';
import { contentNow } from '../../facts/content.js';
import { type BaseDoubt, confirmBase } from '../../facts/published/confirm.js';
import { gatherPushFacts, type PushFacts } from '../../facts/push-facts.js';
import { isMirrored } from '../../facts/push-settings.js';
import { isNotesPush, type PushTarget, targetsOfCommand } from '../../facts/push-target.js';
import { deletionsOf } from '../../facts/spare-deletions.js';
import { judgePush } from '../../judges/push.js';
import { type MadeRef, refsMade } from '../../judges/refs-made.js';
import { OWN_SHIP } from '../../places/own-products.js';
import { type Start, type Surroundings, surroundingsOf } from '../../places/surroundings.js';
import { withoutContradiction } from '../../policy/pending.js';
import { hiddenIn } from '../../recording/runs/hiding-names.js';
import { standingHere, workflowRoom } from '../../run/door.js';
import { isScratchPush } from './scratch-push.js';
import { commitsAll, committedPaths, isAskedFor, unseenContent, wordsOf } from './unseen-content.js';

/** Variables that name the repository to git, or a part of it. */
const PLACING = ['GIT_DIR', 'GIT_COMMON_DIR'];

/** Variables that would give git's own hook other evidence, another policy or another repository. */
const STEERING = [
  'HOME',
  'XDG_STATE_HOME',
  'XDG_CONFIG_HOME',
  ...PLACING,
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_COUNT',
  'GIT_CONFIG_PARAMETERS',
];

/** A ready publication is published by a command line, and nothing in the line itself speaks against it. */
interface Ready {
  effect: Extract<Effect, { kind: 'push' | 'publish' }>;
  /** Effects of the line before the push. */
  before: readonly Effect[];
  around: Surroundings;
}

/** Judges what a command line publishes, before the line runs. `directory` is the folder that the line starts in. */
export function judgePublishing(analysis: Analysis, directory: string, start: Start): Finding[] {
  const { findings, ready } = readPublishing(analysis, directory, start);
  for (const { effect, before, around: found } of ready) {
    const { around, doubt } = confirmBase(found, effect.kind === 'push' ? (effect.remote ?? null) : null);
    const plan = isShip(effect)
      ? (contentNow(around.repository, start.deadline)?.tree ?? null)
      : planOf(before, around.repository, directory, start.deadline);
    const made = refsMade(before, (act) => sameRepository(act, around.repository, directory));
    const unclear = plan instanceof Object ? plan : (unclearRef(effect, made) ?? loneCommit(effect, before));
    if (unclear) {
      findings.push({ code: 'PUSH_HEAD_MOVES', level: 'block', args: { spelled: unclear.spelled } });
      continue;
    }
    if (isUnseen(effect)) {
      findings.push({ code: 'PUSH_UNREADABLE', level: 'block', args: { destination: '?' } });
      continue;
    }
    const planned = typeof plan === 'string' ? plan : null;
    const targets =
      effect.kind === 'push'
        ? targetsOfCommand(around.repository, effect, start.environment, start.deadline, made)
        : [headTarget(around.repository, start)];
    const judged = judgeTargets(targets, planned, around, doubt);
    findings.push(...judged, ...around.policyFindings, ...hiddenIn(judged, around));
    // What is not here is deleted there: the leases of all machines, and what they said of their runs.
    if (effect.kind === 'push' && isOfEverything(effect, around))
      findings.push({ code: 'REF_RESERVED', level: 'block', args: { spelled: effect.spelled } });
  }
  return unique(withoutContradiction(findings));
}

/** Tells whether a push makes all refs of the remote those that are here. */
const isOfEverything = (push: Push, { repository, start }: Surroundings): boolean =>
  push.flags.mirror || isMirrored(push, repository, start.environment, start.deadline);

/** Returns findings about what a command line publishes that need no evidence. */
export function readPublishing(
  analysis: Analysis,
  directory: string,
  start: Start,
): { findings: Finding[]; ready: Ready[] } {
  const findings: Finding[] = [];
  const ready: Ready[] = [];
  for (const [at, effect] of analysis.effects.entries()) {
    if (effect.kind !== 'push' && effect.kind !== 'publish') continue;
    if (effect.kind === 'push' && effect.flags.dryRun) continue;
    if (isAnywhere(effect, analysis)) {
      findings.push({ code: 'PUSH_REPOSITORY', level: 'block', args: { spelled: effect.spelled } });
      continue;
    }
    const own = surroundingsOf(effect.directory ?? directory, start);
    const around = own ?? surroundingsOf(directory, start);
    if (!around) continue;
    // A work tree or clone that this line makes first, of content that nobody saw.
    if (!own) {
      if (effect.kind === 'push' && isScratchPush(effect, analysis.effects.slice(0, at), around)) continue;
      findings.push({ code: 'PUSH_HEAD_MOVES', level: 'block', args: { spelled: effect.spelled } });
      continue;
    }
    if (effect.kind === 'push' && sparesAll(effect, analysis.effects.slice(0, at), own) && !steeringOf(analysis))
      continue;
    const before = [...besidesCode(effect, analysis.effects.slice(at)), ...analysis.effects.slice(0, at)];
    const steered = effect.kind === 'push' ? steeringOf(analysis) : null;
    if (steered) {
      const { root } = around.repository;
      const isElsewhere = findRepository(directory)?.root !== root;
      findings.push({
        code: 'PUSH_ENVIRONMENT',
        level: 'block',
        args: { name: steered, ...(isElsewhere && { root }) },
      });
    }
    const moved = before.find(
      (other): other is GitAct =>
        other.kind === 'git' && other.movesHead && sameRepository(other, around.repository, directory),
    );
    const isHere = (act: GitAct) => sameRepository(act, around.repository, directory);
    const spelled =
      moved?.spelled ??
      refWritten(before, around.repository) ??
      unseenContent(before, around.repository, isHere, start.deadline);
    if (spelled !== null) {
      findings.push({ code: 'PUSH_HEAD_MOVES', level: 'block', args: { spelled } });
      continue;
    }
    ready.push({ effect, before, around });
  }
  return { findings, ready };
}

/** A step that changes what a name of a remote stands for, or what is known of it. */
const isAboutRemotes = (effect: Effect) =>
  (effect.kind === 'git' &&
    effect.verb === 'remote' &&
    /^(?:add|rename|set-|rm|remove)/.test(wordsOf(effect)[0] ?? '')) ||
  (effect.kind === 'setting' && /^(?:remote|url)\./i.test(effect.name ?? 'remote.'));

/** Tells whether a push deletes branches and does nothing else, whatever is checked out by then. */
function sparesAll(push: Push, before: readonly Effect[], { repository, policy, start }: Surroundings): boolean {
  const { flags, refspecs, remote } = push;
  if (remote === undefined || !push.refspecsKnown || refspecs.length === 0) return false;
  if (flags.all || flags.tags || flags.mirror || flags.prune || push.spelled.includes('--follow')) return false;
  if (!flags.delete && !refspecs.every((word) => /^\+?:./.test(word))) return false;
  const { environment, deadline } = start;
  if (before.some(isAboutRemotes) || isMirrored(push, repository, environment, deadline)) return false;
  const targets = targetsOfCommand(repository, push, environment, deadline);
  return deletionsOf(targets, repository, policy, start).isSpare;
}

/** Returns a ref that the line writes as a file, in words: what it names then is not what it names now. */
function refWritten(before: readonly Effect[], { gitDir, commonDir }: Repository): string | null {
  const found = before.find((effect): effect is Write => {
    if (effect.kind !== 'write' || effect.path.endsWith('.lock')) return false;
    const inside = [gitDir, commonDir].map((folder) => path.relative(folder, effect.path).split(path.sep).join('/'));
    return inside.some((name) => /^(?:HEAD|packed-refs|refs(?:\/(?:heads|tags)(?:\/.*)?)?)$/.test(name));
  });
  return found ? `${found.by} ${path.basename(found.path)}` : null;
}

/** Lists files that the publishing code writes: the order of writing and publishing is not known. */
function besidesCode(effect: Ready['effect'], later: readonly Effect[]): Effect[] {
  const isCode = (name: string) => / code$/.test(name);
  return effect.kind === 'push' && effect.via.some(isCode)
    ? later.filter((one) => one.kind === 'write' && isCode(one.by))
    : [];
}

/**
 * Judges targets in one repository. Several refs at one commit ask git once: their facts are the same.
 * @param doubt why the base is older than what was fetched
 */
export function judgeTargets(
  targets: readonly PushTarget[],
  planned: string | null,
  around: Surroundings,
  doubt: BaseDoubt | null,
): Finding[] {
  const { repository, policy, start } = around;
  const known = new Map<string, PushFacts>();
  const found = targets.flatMap((target) => {
    if (isNotesPush(repository, target, start.deadline)) return [];
    const key = `${target.tip} ${target.remote}`;
    let facts = known.get(key);
    if (!facts) {
      facts = gatherPushFacts(repository, policy, target, planned, start, { doubt });
      if (!facts.onBase && facts.tree !== null) Object.assign(facts, saidByRun(target, planned, around));
      known.set(key, facts);
    }
    return judgePush({ ...facts, target }, policy);
  });
  if (!found.some(({ level }) => level === 'block')) return found;
  const { unsure } = deletionsOf(targets, repository, policy, start);
  return [...found, ...unsure.map((args): Finding => ({ code: 'PUSH_DELETION', level: 'warn', args: { ...args } }))];
}

/** Tells what a run says of the push; nothing, for the price of one look, where nothing runs. */
function saidByRun({ tip }: PushTarget, planned: string | null, around: Surroundings): Partial<PushFacts> {
  try {
    const standing = standingHere(around);
    return standing ? workflowRoom().saidOfPush({ tip, planned }, around, standing) : {};
  } catch {
    // It only warns: what cannot be told in time is no reason to refuse.
    return {};
  }
}

/** Tells whether the effect is `flow ship`, which commits the content on disk and judges the commit again. */
const isShip = (effect: Ready['effect']) => effect.kind === 'publish' && effect.front === OWN_SHIP;

/** Returns HEAD, for what publishes without naming a ref. */
export function headTarget(repository: Repository, start: Start): PushTarget {
  const answer = git(repository, ['rev-parse', '--verify', '--quiet', 'HEAD'], { deadline: start.deadline });
  const tip = answer.status === 0 ? answer.stdout.toString('utf8').trim() : null;
  return { remote: null, destination: null, tip, deletion: false };
}

/**
 * A push of which the line does not show from which repository it is, and that nobody else looks at: git's own hook is told
 * not to, or may not be found, as a relative `core.hooksPath` leads elsewhere where the git folder is named.
 */
function isAnywhere(effect: Ready['effect'], analysis: Analysis): boolean {
  if (effect.kind !== 'push' || effect.directory !== undefined) return false;
  return effect.flags.noVerify || effect.spelled.includes('--git-dir') || steeringOf(analysis, PLACING) !== null;
}

function steeringOf(analysis: Analysis, names: readonly string[] = STEERING): string | null {
  const pushes = analysis.effects.filter(
    (effect): effect is Run => effect.kind === 'run' && effect.program === 'git' && effect.argv.includes('push'),
  );
  for (const run of pushes) {
    const name = Object.keys(run.environment).find((variable) => names.includes(variable));
    if (name) return name;
  }
  return null;
}

function sameRepository(act: GitAct, repository: Repository, directory: string): boolean {
  return findRepository(act.directory ?? directory)?.root === repository.root;
}

/** Returns a ref that is pushed and that the line makes of a commit it does not show. */
function unclearRef(effect: Ready['effect'], made: ReadonlyMap<string, MadeRef>): MadeRef | undefined {
  if (effect.kind !== 'push' || made.size === 0) return undefined;
  const names = effect.refspecs.map((word) => /^\+?(?:refs\/)?(?:(?:heads|tags)\/)?([^:~^]*)/.exec(word)?.[1] ?? '');
  return names.map((name) => made.get(name.replace(/@\{.*$/, ''))).find((one) => one?.start === null);
}

/** A push of which the line does not show what it is of, and that git's own hook is told not to look at. */
function isUnseen(effect: Ready['effect']): boolean {
  if (effect.kind !== 'push' || effect.refspecsKnown || effect.remote === undefined) return false;
  return effect.flags.noVerify && effect.refspecs.length === 0;
}

/** A commit of what nobody committed, which no ref names, where the line does not show what it pushes. */
function loneCommit(effect: Ready['effect'], before: readonly Effect[]): GitAct | undefined {
  if (effect.kind !== 'push' || effect.refspecsKnown) return undefined;
  return before.find(
    (one): one is GitAct => one.kind === 'git' && one.verb === 'stash' && wordsOf(one).includes('create'),
  );
}

/**
 * Returns the tree of the commit that the same command makes before it pushes; null when it makes none, and the commit
 * itself where its content cannot be told.
 */
function planOf(
  before: readonly Effect[],
  repository: Repository,
  directory: string,
  deadline: number,
): string | GitAct | null {
  const acts = before.filter(
    (effect): effect is GitAct =>
      effect.kind === 'git' &&
      (effect.verb === 'add' || effect.verb === 'commit') &&
      sameRepository(effect, repository, directory),
  );
  const commit = acts.findLast((act) => act.verb === 'commit');
  if (!commit) return null;
  if (acts.some((act) => act.verb === 'commit' && isAskedFor(wordsOf(act)))) return commit;
  const steps = acts.flatMap((act): IndexStep[] => {
    const words = wordsOf(act);
    const from = act.directory ?? directory;
    if (act.verb === 'add') return [{ add: words, directory: from }];
    if (commitsAll(words)) return [{ commitAll: true }];
    const paths = committedPaths(words);
    return [...(paths.length > 0 ? [{ add: paths, directory: from }] : []), { commit: true }];
  });
  const planned = plannedTree(repository, steps, { deadline });
  return typeof planned === 'string' ? planned : commit;
}

function unique(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter((finding) => {
    const key = JSON.stringify(finding);
    return !seen.has(key) && seen.add(key);
  });
}
