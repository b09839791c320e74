import type { Finding } from '../../finding.js';
import { isSame } from '../../is-same.js';
import { type Attempts, type CheckSpec, checkId, type MarkSpec, type Phase, type Workflow } from '../model.js';
import { lessOf } from './less.js';
import type { Overlay } from './model.js';

/**
 * Tells what an overlay takes away from people: gates that are gone or weaker, and phases that are gone though they are not
 * optional. Found by comparing the two workflows, so that no way of writing an overlay escapes it.
 * @returns `lost`: what is not allowed; `meant`: what the overlay says is not required
 */
export function lostGates(before: Workflow, after: Workflow, overlay: Overlay): { lost: Finding[]; meant: Finding[] } {
  const lost: Finding[] = [];
  const meant: Finding[] = [];
  const flags = new Set(flagsOf(before.phases));
  const run = isGivenUp(before.attempts, after.attempts) ? [{ at: 'attempts', why: 'proceeds', where: null }] : [];
  for (const { at, why, where } of [...run, ...comparePhases(before.phases, after.phases, '', flags)]) {
    if (where !== null && isMeant(overlay, where)) {
      meant.push({ code: 'GATE_NOT_REQUIRED', level: 'warn', args: { at, why } });
      continue;
    }
    const meantSo = where && ', or add `required: false` next to it and let a person apply the configuration';
    const remedy = `Remove the change${meantSo ?? ''}.`;
    lost.push({ code: 'OVERLAY_REMOVES_GATE', level: 'block', args: { at, why, remedy } });
  }
  return { lost, meant };
}

interface Loss {
  at: string;
  why: string;
  where: { path: string; check?: string };
}

/** The word stands beside the check, the phase, or a phase around it. */
function isMeant({ phases = {} }: Overlay, { path, check }: Loss['where']): boolean {
  const own = Object.hasOwn(phases, path) ? phases[path] : undefined;
  if (typeof own === 'object') {
    const given = check !== undefined && own.checks && Object.hasOwn(own.checks, check) ? own.checks[check] : undefined;
    if (own.required === false || (typeof given === 'object' && given.required === false)) return true;
  }
  const parent = path.lastIndexOf('/');
  return parent > 0 && isMeant({ phases }, { path: path.slice(0, parent) });
}

/** Returns the flags that phases which are not optional, and gates, are asked for. */
const flagsOf = (phases: readonly Phase[]): readonly string[] =>
  phases.flatMap(({ optional, when, exit, each }) => [
    ...(optional ? [] : (when?.flag ?? [])),
    ...exit.flatMap((spec) => (spec.check === 'approved' || spec.check === 'chosen' ? (spec.when?.flag ?? []) : [])),
    ...flagsOf(each?.phases ?? []),
  ]);

function comparePhases(
  before: readonly Phase[],
  after: readonly Phase[],
  parent: string,
  flags: ReadonlySet<string>,
): Loss[] {
  return before.flatMap((phase) => {
    const path = `${parent}${phase.id}`;
    const now = after.find(({ id }) => id === phase.id);
    if (!now) return phase.optional ? [] : [{ at: path, why: 'removed', where: { path } }];
    const losses = [...phaseLosses(phase, now, flags), ...advanceLosses(phase, now, before, after)];
    const own = losses.map((why) => ({ at: path, why, where: { path } }));
    const inner = comparePhases(phase.each?.phases ?? [], now.each?.phases ?? [], `${path}/`, flags);
    return [...own, ...gateLosses(phase, now, path), ...inner];
  });
}

function phaseLosses(phase: Phase, now: Phase, flags: ReadonlySet<string>): string[] {
  if (phase.optional) return [];
  const isAskedLess = now.when !== undefined && !isSame(phase.when, now.when);
  return [
    ...(isAskedLess ? ['asked-less'] : []),
    ...(now.optional ? ['optional'] : []),
    ...(isGivenUp(phase.attempts, now.attempts) || isGivenUp(phase.each?.attempts, now.each?.attempts)
      ? ['proceeds']
      : []),
    ...(phase.each && phase.each.kind !== now.each?.kind ? ['items-not-walked'] : []),
    ...(flags.has(phase.each?.marks?.flag ?? '') && !marksAll(phase.each!.marks!, now.each?.marks)
      ? ['marks-less']
      : []),
    ...(holdsUp(phase) && !holdsUp(now) ? ['nothing-asked'] : []),
  ];
}

/** Tells whether the work goes on by itself after the last attempt, which it did not before. */
const isGivenUp = (before: Attempts | undefined, now: Attempts | undefined) =>
  now?.onExhausted === 'proceed' && before?.onExhausted !== 'proceed';

/** Tells whether every item that had the mark still has it. */
function marksAll({ flag, every, last, boundary }: MarkSpec, now: MarkSpec | undefined): boolean {
  if (now?.flag !== flag || (last && !now.last) || (boundary && !now.boundary)) return false;
  return every === undefined || (now.every !== undefined && every % now.every === 0);
}

const holdsUp = ({ exit, each, advance = 'auto' }: Phase) =>
  each !== undefined || advance !== 'auto' || exit.some(({ severity }) => severity !== 'warn');

/** A person who says that it goes on is a gate, too; not asked again while the phase is kept by a later one. */
function advanceLosses(phase: Phase, now: Phase, before: readonly Phase[], after: readonly Phase[]): string[] {
  if (phase.advance !== 'person') return [];
  if (now.advance !== 'person') return ['advance'];
  const keepers = (phases: readonly Phase[]) =>
    phases.filter(({ keeps }) => keeps?.some((name) => name.split('.')[0] === phase.id)).map(({ id }) => id);
  const known = keepers(before);
  return keepers(after).some((id) => !known.includes(id)) ? ['advance-kept'] : [];
}

function gateLosses(phase: Phase, now: Phase, path: string): Loss[] {
  return phase.exit.flatMap((gate) => {
    if (gate.check !== 'approved' && gate.check !== 'chosen') return [];
    const check = checkId(gate);
    const why = weaker(
      gate,
      now.exit.find((spec) => checkId(spec) === check),
    );
    return why === null ? [] : [{ at: `${path}.${check}`, why, where: { path, check } }];
  });
}

type Gate = Extract<CheckSpec, { check: 'approved' | 'chosen' }>;

/** Tells why a gate asks a person for less than before; null when it asks for as much. */
function weaker(gate: Gate, now: CheckSpec | undefined): string | null {
  if (!now) return 'removed';
  const isOther =
    gate.check === 'approved'
      ? now.check !== 'approved' || now.gate !== gate.gate
      : now.check !== 'chosen' || now.question !== gate.question;
  if (isOther) return 'replaced';
  return lessOf(gate, now);
}
