import { lstatSync } from 'node:fs';
import path from 'node:path';
import { type Finding, type Ruling, rule } from '@flow/core';
import { appendEvent, findRepository, git, type Repository, splitZ } from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';
import { lastMove, operationIn } from '@flow/evidence/git/git-operation';
import { ReachedFiles } from '../../facts/reached-files.js';
import type { Deed } from '../../judges/guard.js';
import { type Start, type Surroundings, surroundingsOf } from '../../places/surroundings.js';
import { workflowRoom } from '../../run/door.js';
import { currentPhase, phaseInForce, phasesSince } from '../../run/phase.js';
import { argsOf, type JudgedFile, judgeEditRules, judgeFiles, type PhaseRules, phaseRulesOf } from '../guards/edits.js';
import { isTestsOnlySinceHead } from '../guards/tests-only.js';

/** The finished call: the deed that it was, with what the host tells of its end. */
export interface Finished {
  deed: Deed;
  session: string;
  /** Absolute paths, where the host lists them; null where it does not. */
  changed: readonly string[] | null;
  durationMs: number | null;
}

/** Edits that a phase lets pass and keeps a record of (feature C45). */
export function recordLogged(
  rulings: readonly Ruling[],
  deed: Deed,
  session: string,
  around: Surroundings | null,
): void {
  const logged = rulings.filter(({ finding, answer }) => finding.code === 'EDIT_LOGGED' && answer !== 'off');
  if (!around || logged.length === 0) return;
  const paths = logged.flatMap(({ finding: { args, path: place } }) =>
    Array.isArray(args.files) ? args.files : place === undefined ? [] : [place],
  );
  record('logged', paths, deed, session, around);
}

/** Counts a call that passes because a person has lifted the rules of the phase (features C41, C48). */
export function recordOverridden(rulings: readonly Ruling[], deed: Deed, around: Surroundings | null): void {
  const used = rulings.find(({ finding, answer }) => finding.code === 'EDIT_OVERRIDDEN' && answer !== 'off');
  const run = used && around ? phaseInForce(around).run : null;
  if (!used || !around || !run?.override) return;
  const what = `${deed.tool} ${used.finding.path ?? ''}`.slice(0, 200);
  workflowRoom().recordDeed(around, run, { type: 'override-use', override: run.override, what });
}

function record(
  what: 'logged' | 'forbidden',
  paths: readonly string[],
  { tool, role }: Deed,
  session: string,
  around: Surroundings,
): void {
  const data = { what, phase: currentPhase(around), paths: paths.slice(0, 50), tool, role, session };
  appendEvent(around.repository, { type: 'edit', data });
}

/**
 * Holds what a command has really changed against the rules of the phase: scripts and programs write what no command
 * line shows. A breach is told and kept in the journal; nothing is put back.
 */
export function observeEdits(finished: Finished, start: Start): Finding[] {
  const { deed, session } = finished;
  return placesOf(finished).flatMap(([place, files]) => {
    const around = surroundingsOf(place, start);
    const rules = around && phaseRulesOf(around);
    if (!rules) return [];
    const brought = broughtBy(around, finished);
    const closed = brought === null ? [] : judgeClosed(brought.files, rules, deed.role);
    const broken = [...brokenIn(around, rules, files, finished), ...closed];
    const [first] = broken;
    // What was seen coming was refused, or a person let it through.
    if (!first || judgeEditRules(deed, { around, start }).some(({ level }) => level === 'block')) return [];
    const how = closed.length === broken.length && brought ? { brought: brought.by } : {};
    const args = { ...argsOf(first, broken, { place: '' }, rules, deed.role), ...how };
    const finding: Finding = { code: 'EDIT_BREACH', level: 'warn', path: first.path, args };
    const { answer } = rule('edits', finding, around.policy, deed.command?.text ?? null, Date.now());
    if (answer === 'off' || answer === 'excepted') return [];
    record('forbidden', paths(broken), deed, session, around);
    return [finding];
  });
}

/** Returns the work trees to look at, each with the files that the host names; null where it names none. */
function placesOf({ deed, changed }: Finished): [place: string, files: string[] | null][] {
  if (changed === null) return [[deed.directory, null]];
  const byRoot = new Map<string, string[]>();
  for (const file of changed) {
    const root = path.isAbsolute(file) ? findRepository(path.dirname(file))?.root : undefined;
    if (root !== undefined) byRoot.set(root, [...(byRoot.get(root) ?? []), file]);
  }
  return [...byRoot];
}

/**
 * Lists the files that git has brought from other commits while the command ran: a merge, a pull, a rebase in a script or
 * in plain sight.
 */
function broughtBy({ repository, start }: Surroundings, { durationMs }: Finished) {
  if (durationMs === null || operationIn(repository) !== null) return null;
  const move = lastMove(repository, performance.timeOrigin - durationMs - SLACK);
  if (move === null) return null;
  const words = ['diff', '-z', '--name-only', '--no-renames', '--no-ext-diff', move.from, move.to, '--'];
  const answer = git(repository, words, { deadline: start.deadline });
  return answer.status === 0 ? { by: move.by, files: splitZ(answer.stdout) } : null;
}

function brokenIn(
  around: Surroundings,
  rules: PhaseRules,
  files: readonly string[] | null,
  { deed, durationMs }: Finished,
): JudgedFile[] {
  const { repository, start } = around;
  const reached = new ReachedFiles(repository, [], start.deadline);
  const named = files?.flatMap((file) => reached.placeOf(file, 'delete') ?? []) ?? null;
  if (named !== null && judgeClosed(named, rules, deed.role).length === 0) return [];
  if (named === null && durationMs === null) return [];
  // Git has stopped among files that it brings from elsewhere.
  if (operationIn(repository) !== null) return [];
  const dirty = dirtyFiles(repository, start.deadline);
  // This program was started when the command had ended.
  const since = performance.timeOrigin - (durationMs ?? 0) - SLACK;
  // Git itself brings files along with a branch: what is as HEAD has it was not edited.
  const changed = named
    ? named.filter((file) => dirty.has(file))
    : [...dirty].filter((file) => changedAfter(path.join(repository.root, file), since));
  const broken = judgeClosed(changed, rules, deed.role).filter(({ path: file, class: kind, rule: one }) => {
    const text = () => readSmall(path.join(repository.root, file));
    if (one?.marker !== undefined && text()?.includes(one.marker)) return false;
    // Where tests may change, so may those that stand in a file of source.
    const areTestsOpen = kind === 'source' && judgeFiles([file], rules, deed.role, null, true).length === 0;
    return !areTestsOpen || !isTestsOnlySinceHead(file, text, around.policy.presets, repository, start.deadline);
  });
  return broken.length === 0 ? [] : closedSince(broken, around, since, deed.role);
}

/**
 * Keeps the files that the phase closed all the while: a file that was open when it was edited stays blameless when a run
 * has led on.
 */
function closedSince(broken: JudgedFile[], around: Surroundings, since: number, role: string | null): JudgedFile[] {
  return phasesSince(around, since).reduce((left, force) => {
    const rules = phaseRulesOf(around, force);
    const closed = rules ? judgeClosed(paths(left), rules, role) : [];
    return left.filter(({ path: file }) => closed.some((one) => one.path === file));
  }, broken);
}

const paths = (files: readonly JudgedFile[]) => files.map((one) => one.path);

const judgeClosed = (files: readonly string[], rules: PhaseRules, role: string | null) =>
  judgeFiles(files, rules, role, null).filter(({ answer }) => answer === 'deny' || answer === 'ask');

/** Between the end of a command and the start of the hook behind it, in milliseconds. */
const SLACK = 500;

/** Returns files that differ from HEAD, ignored ones left out. */
function dirtyFiles(repository: Repository, deadline: number): Set<string> {
  const words = ['status', '-z', '--porcelain', '--no-renames', '--untracked-files=all', '--ignore-submodules=all'];
  const answer = git(repository, words, { deadline });
  return new Set(answer.status === 0 ? splitZ(answer.stdout).map((line) => line.slice(3)) : []);
}

/**
 * Tells whether a file changed after a moment, by the time of its last change of any kind, which a command cannot set;
 * by that of its folder where the file is gone.
 */
function changedAfter(file: string, since: number): boolean {
  for (const at of [file, path.dirname(file)]) {
    try {
      return lstatSync(at).ctimeMs >= since;
    } catch {
      // Gone: its folder was changed then.
    }
  }
  return true;
}
