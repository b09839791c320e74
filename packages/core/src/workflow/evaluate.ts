import type { Finding } from '../finding.js';
import { areAwaiting, awaitsAt, isAwaiting } from './awaits.js';
import { contentsOf } from './checks/index.js';
import type { PlacedPhase } from './compile.js';
import { type Flagged, holds, isTurned } from './conditions.js';
import { contentAt } from './content.js';
import type { Assumption, Facts, ItemFact, Moment } from './facts.js';
import type { ItemPosition, Position } from './find-position.js';
import { fold } from './fold.js';
import { WHOLE } from './item-files.js';
import { type ItemSet, itemsAt, rootOf } from './items.js';
import { ABSENT, flakyOf, judgeCheck } from './judge.js';
import { isWithinScope, lifeIn } from './leases.js';
import { aboutAt } from './marks.js';
import type { CheckMemory } from './memory.js';
import type { CheckName, Condition, Phase, PhaseEdits, Workflow } from './model.js';
import { overItems } from './over-items.js';
import { positionOf } from './position.js';
import { isOpen } from './raised.js';
import { debtName, type Left, type RunState } from './state.js';
import type { GateStatus, ItemStatus, LoopStatus, OpenCheck, StageStatus, Status } from './status.js';
import type { Unmet } from './unmet.js';

/**
 * Tells where a run stands: pure, total and deterministic (rule 1: the phase is computed, never stored).
 * @param facts events oldest first; each points at the moment that it happened in
 * @throws TypeError for data that is no workflow: `readWorkflow` says what is wrong with it
 */
export function evaluate(workflow: Workflow, facts: Facts): Status {
  return statusOf(fold(workflow, facts), facts);
}

type PresentFacts = Pick<Facts, 'present' | 'now' | 'scopedTo' | 'home' | 'processes'>;

/** A lead says what there is to do in a run, and for whom: what somebody needs who leads the run on. */
export type Lead = Pick<
  Status,
  'phase' | 'stage' | 'position' | 'open' | 'items' | 'current' | 'waiting' | 'gates' | 'findings' | 'edits'
>;

/** Tells where a run stands whose events are folded. */
export function statusOf(folded: RunState, facts: PresentFacts): Status {
  return toldAt(folded, facts, toldOf);
}

/** Tells what there is to do in a run whose events are folded: as the status of the run says it, without the rest of that status. */
export function leadOf(folded: RunState, facts: PresentFacts): Lead {
  return toldAt(folded, facts, (...run) => ledOf(...run).lead);
}

function toldAt<Told>(
  folded: RunState,
  facts: PresentFacts,
  tell: (state: RunState, position: Position, facts: PresentFacts) => Told,
): Told {
  const { marks, leases } = folded;
  const { lifeOf } = leases;
  // Whoever is asked between two events leaves no mark on any item.
  folded.marks = marks.copy();
  // Events that are still to come are folded by what was known of processes then.
  leases.lifeOf = lifeIn(facts);
  try {
    const present = presentOf(folded, facts);
    return tell(folded, positionOf(folded, present, facts.now, false, facts.scopedTo), { ...facts, present });
  } finally {
    folded.marks = marks;
    leases.lifeOf = lifeOf;
  }
}

/** Returns the present of the run: that of a leased work tree is seen for its item alone. */
function presentOf(state: RunState, { present, scopedTo, home }: PresentFacts): Moment {
  if (scopedTo === undefined) return present;
  state.leases.see(scopedTo, present);
  return home ?? state.home ?? present;
}

/** A lead comes with what it was found out from. */
interface Led {
  lead: Lead;
  placed: PlacedPhase | undefined;
  /** The innermost phase that is worked in. */
  phase: Phase | null;
  asked: readonly PlacedPhase[];
  isOwn: ((id: string) => boolean) | null;
}

function ledOf(state: RunState, position: Position, { present, now, scopedTo: scope }: PresentFacts): Led {
  const { phases } = state.compiled;
  const asked = phases.filter(({ phase }) => isAsked(state, phase.when, present));
  const placed = phases[position.index];
  const items = placed ? itemsOf(state, position, placed, now) : [];
  // In a leased work tree nothing but its item is anybody's work.
  const isOwn = scope === undefined ? null : withinScope(scope, itemsAt(state, present));
  const own = isOwn && onlyOwn(items, isOwn);
  const current = currentOf(own ?? items);
  const waiting = state.ended
    ? null
    : scope !== undefined && current === null
      ? idleFor(state, scope, now)
      : waitingFor(state, position, now, scope === undefined ? undefined : innermost(current)!);
  const id = state.ended ? 'ended' : (placed?.phase.id ?? 'done');
  const inner = placed && current ? innerPhase(placed, current) : null;
  const lead: Lead = {
    phase: id,
    // The end is a stage, too: twelve of the ceremony (feature D9).
    stage: placed ? asked.indexOf(placed) + 1 : asked.length + 1,
    position: [id, ...path(current)].join('/'),
    open: inTheWay(position.unmet.map(openCheck)),
    items,
    current: innermost(current),
    waiting,
    gates: gatesOf(state, position, present),
    findings: findingsOf(state, present),
    edits: editsIn(state, innermost(current)?.edits ?? placed?.phase.edits ?? []),
  };
  return { lead, placed, phase: inner ?? placed?.phase ?? null, asked, isOwn };
}

function toldOf(state: RunState, position: Position, facts: PresentFacts): Status {
  const { present, now, scopedTo: scope } = facts;
  const { workflow } = state.compiled;
  const { lead, placed, phase, asked, isOwn } = ledOf(state, position, facts);
  const { open, items, current } = lead;
  const warnings = warningsOf(state, position, present, now);
  const isOther = scope !== undefined && current === null;
  return {
    version: 1,
    workflow: workflow.id,
    dials: state.pinned,
    phase: lead.phase,
    ...(scope === undefined || !isOwn ? {} : { scopedTo: scope, scope: idsOf(items).filter(isOwn) }),
    title: state.ended ? `Ended: ${state.ended.how}` : (placed?.phase.title ?? 'Done'),
    stage: lead.stage,
    total: asked.length + 1,
    branch: present.git.branch,
    position: lead.position,
    instruction: phase && !isOther ? instructionOf(phase, warnings, current?.open ?? open) : '',
    command: isOther ? null : (phase?.command ?? placed?.phase.command ?? null),
    roles: phase?.roles ?? [],
    open,
    warnings,
    items,
    ...madeAt(state, present),
    over: overItems(state, present),
    flags: flagsOf(aboutAt(state, present, null)),
    current,
    waiting: lead.waiting,
    paused: state.paused,
    questions: [...state.questions.values()],
    assumptions: assumedIn(present),
    ...(state.pausedBy === null ? {} : { pausedBy: state.pausedBy }),
    ...(state.awaits.size === 0 ? {} : { awaits: awaitsAt(state.awaits, now) }),
    gates: lead.gates,
    loops: loopsOf(state),
    debts: [
      ...state.debts,
      ...state.concerns.map(({ debt }) => debt),
      ...owedBy(state, position),
      ...owedByItems(state, position, present, now),
      ...untested(state, present),
      ...assumedIn(present).map(({ id, text }) => owedAssumption(id, text, state.last?.n ?? 0)),
    ],
    findings: lead.findings,
    overridden: state.overridden,
    // A call that is let through is counted in the run's own work tree: elsewhere none is.
    overrides: state.overrides
      .filter(({ expires, position: at }) => scope === undefined && expires > now && at === (placed?.path ?? 'done'))
      .map(({ position: _at, ...one }) => one),
    edits: lead.edits,
    concerns: entries(present, 'user-concerns'),
    probes: entries(present, 'probes'),
    expectations: entries(present, 'expectations'),
    rules: workflow.rules,
    stages: stagesOf(state, position, present),
    adoption: adoptionOf(state, position, present),
    ended: state.ended,
  };
}

const isAsked = (state: RunState, when: Condition | undefined, present: Moment) =>
  holds(when, state, aboutAt(state, present, null));

const flagsOf = ({ flags, marks }: Flagged) => [...new Set([...(flags ?? []), ...(marks ?? [])])];

function openCheck({ key, subject, state, actor, finding }: Unmet): OpenCheck {
  return { check: key, ...(subject === '' ? {} : { subject }), state, actor, finding };
}

/** Returns the rules that hold with the dials of the run. */
const editsIn = (state: RunState, edits: PhaseEdits): PhaseEdits =>
  edits
    .filter(({ when, answer }) => holds(when, state, {}) && (answer !== 'allow' || isKnown(when, state)))
    .map(({ when: _, ...rule }) => rule);

/** Tells whether all dials of a condition are known: what depends on others opens nothing. */
const isKnown = (when: Condition | undefined, { dials }: RunState) =>
  Object.keys(when?.dial ?? {}).every((name) => Object.hasOwn(dials, name));

/** A document that is not there has no faults: what else is asked of it is said once it is written. */
function inTheWay(open: readonly OpenCheck[]): OpenCheck[] {
  const absent = new Set(open.flatMap(({ finding: { code, args } }) => (code === ABSENT ? [args.document] : [])));
  return open.filter(({ finding: { code, args } }) => code === ABSENT || !absent.has(args.document ?? args.by));
}

function itemsOf(run: RunState, position: Position, placed: PlacedPhase, now: number): ItemStatus[] {
  const here = position.byPhase.find((one) => one.placed === placed);
  return here?.items.map((one) => itemStatus(run, one, placed, now)) ?? [];
}

function itemStatus(
  run: RunState,
  { item, state, reason, at }: ItemPosition,
  placed: PlacedPhase,
  now: number,
): ItemStatus {
  const inner = at ? placed.inner[at.index] : undefined;
  const items = at && inner ? itemsOf(run, at, inner, now) : [];
  const marks = run.marks.of(item.id);
  const lease = run.leases.heldAt(item.id, now);
  const severity = run.items.get(item.id)?.severity;
  return {
    id: item.id,
    title: item.title,
    state,
    ...(reason === '' ? {} : { reason }),
    ...(state === 'blocked' && severity ? { severity } : {}),
    ...(marks ? { marks: [...marks] } : {}),
    ...(lease ? { lease } : {}),
    ...(inner && at
      ? { phase: inner.phase.id, open: inTheWay(at.unmet.map(openCheck)), edits: inner.phase.edits ?? [] }
      : {}),
    ...(items.length === 0 ? {} : { items }),
  };
}

/** Returns the item to work on: one that runs, else the first that is ready, else one that waits for somebody else. */
function currentOf(items: readonly ItemStatus[]): ItemStatus | null {
  const here = items.filter(({ state }) => state === 'running' || state === 'ready');
  const isWork = ({ open }: ItemStatus) => open?.some(({ actor }) => actor === 'agent') ?? false;
  const running = here.filter(({ state }) => state === 'running');
  return running.find(isWork) ?? here.find(isWork) ?? running[0] ?? here[0] ?? null;
}

/** Tells which items a leased work tree is about: its item, the parts and the fixes of that. */
function withinScope(scope: string, all: ItemSet): (id: string) => boolean {
  return (id) => id === scope || isWithinScope(scope, all.byId.get(id), all);
}

/** Keeps, of nested items, the items of a leased work tree with what they are part of. */
function onlyOwn(items: readonly ItemStatus[], isOwn: (id: string) => boolean): ItemStatus[] {
  return items.flatMap((one) => {
    if (isOwn(one.id)) return [one];
    const inner = onlyOwn(one.items ?? [], isOwn);
    return inner.length === 0 ? [] : [{ ...one, items: inner }];
  });
}

const idsOf = (items: readonly ItemStatus[]): string[] =>
  items.flatMap(({ id, items: parts = [] }) => [id, ...idsOf(parts)]);

function innermost(current: ItemStatus | null): ItemStatus | null {
  return current && (innermost(currentOf(current.items ?? [])) ?? current);
}

function path(current: ItemStatus | null): string[] {
  if (!current) return [];
  return [current.id, ...(current.phase ? [current.phase] : []), ...path(currentOf(current.items ?? []))];
}

function innerPhase(placed: PlacedPhase, current: ItemStatus): Phase | null {
  const inner = placed.inner.find(({ phase }) => phase.id === current.phase);
  if (!inner) return null;
  const deeper = currentOf(current.items ?? []);
  return (deeper ? innerPhase(inner, deeper) : null) ?? inner.phase;
}

/**
 * Returns the text for a warning or for what is first in the way, as long as there is work for the agent of that alone.
 */
function instructionOf({ instruction }: Phase, warnings: readonly Finding[], open: readonly OpenCheck[]): string {
  if (typeof instruction === 'string') return instruction;
  const first = open.find(({ actor }) => actor === 'agent') ?? open[0];
  const own = first ? [nameOf(first), first.finding.code] : [];
  const said = [...warnings.map((one) => one.code), ...own].find((one) => Object.hasOwn(instruction, one));
  return instruction[said ?? 'default'] ?? '';
}

/** Returns the name of a check within its phase. */
const nameOf = ({ check }: OpenCheck) => check.slice(check.lastIndexOf('.') + 1);

/**
 * Tells who a leased work tree waits for in which nothing is left to do: a person where its item is stuck, else whoever
 * lands it.
 */
function idleFor(state: RunState, scope: string, now: number): Status['waiting'] {
  if (state.paused !== null) return 'pause';
  if (state.questions.size > 0) return 'person';
  const isStuck = state.items.get(scope)?.state === 'blocked' && !areAwaiting(state.awaits, [scope], now);
  return isStuck ? 'person' : 'outside';
}

/** Tells what a run waits for where the agent could do nothing to bring the run on. */
function waitingFor(state: RunState, { index, unmet }: Position, now: number, own?: ItemStatus): Status['waiting'] {
  if (state.paused !== null) return 'pause';
  if (state.questions.size > 0) return 'person';
  if (isAwaiting(state.awaits, now)) return 'outside';
  const actors = (own === undefined ? unmet : (own.open ?? [])).map(({ actor }) => actor);
  if (own === undefined ? index === state.compiled.phases.length : actors.length === 0) return null;
  if (actors.includes('agent')) return null;
  const isStuck = ({ actor, finding: { args } }: Unmet) =>
    actor === 'person' && !(Array.isArray(args.stuck) && areAwaiting(state.awaits, args.stuck, now));
  if (own === undefined && actors.includes('person') && !unmet.some(isStuck)) return 'outside';
  // Where something broke down the agent tries again before long: a person is asked when the rest is there.
  return (['time', 'person', 'outside'] as const).find((actor) => actors.includes(actor)) ?? 'time';
}

function warningsOf(state: RunState, position: Position, present: Moment, now: number): Finding[] {
  const reached = state.compiled.checks.filter(({ topIndex, perItem }) => !perItem && topIndex <= position.index);
  // Several phases ask for the same suite: said once.
  const flaky = new Map(
    reached.flatMap((check) => flakyOf(state, check, present, null)).map((one) => [one.args.subject, one]),
  );
  return [
    ...unknownDials(state),
    ...repeatedFailure(state),
    ...position.warnings.map(({ finding }) => finding),
    ...warningsOfItems(state, position, present, now),
    ...flaky.values(),
  ];
}

/** Tells what only warns of items: of those that are done, what they were done with and does not hold yet. */
function warningsOfItems(state: RunState, position: Position, present: Moment, now: number): Finding[] {
  const walked = walkedIn(position).flatMap(({ at }) => at?.warnings ?? []);
  const done = doneAt(state, present).flatMap(({ item, left }) =>
    left.warned.flatMap((key) => {
      const check = state.compiled.byKey.get(key);
      return check ? judgeCheck(state, check, present, item, now, true, false).unmet : [];
    }),
  );
  const each = new Map([...walked, ...done].map((one) => [`${one.key} ${one.item} ${one.subject}`, one.finding]));
  return [...each.values()];
}

/** Values of dials that the workflow does not have: everything is asked that depends on them. */
function unknownDials({ pinned, dials, compiled: { workflow } }: RunState): Finding[] {
  const unknown = Object.keys(workflow.dials).filter((name) => !Object.hasOwn(dials, name));
  return unknown.map((name) => {
    const args = { dial: name, value: pinned[name]!, values: [...workflow.dials[name]!.values] };
    return { code: 'DIAL_UNKNOWN', level: 'warn', args };
  });
}

/** Failing test runs in a row, on different contents, after which another way is called for (feature C56). */
const REPEATED = 3;

function repeatedFailure({ failed, ended }: RunState): Finding[] {
  const isRepeated = ended === null && failed.size >= REPEATED;
  return isRepeated ? [{ code: 'REPEATED_FAILURE', level: 'warn', args: { runs: failed.size } }] : [];
}

function gatesOf(state: RunState, position: Position, present: Moment): Record<string, GateStatus> {
  const gates: Record<string, GateStatus> = {};
  for (const { spec, kind, key, topIndex, perItem } of state.compiled.checks) {
    const { when } = state.compiled.phases[topIndex]!.phase;
    if (spec.check !== 'approved' || !isAsked(state, spec.when, present) || !isAsked(state, when, present)) continue;
    const unmet = position.unmet.find((one) => one.key === key);
    const passed = state.memories.get(key)?.proofs.size ?? 0;
    // What a later phase keeps is asked there again.
    const isBehind = perItem ? topIndex < position.index : topIndex <= position.index && !unmet;
    const content = contentAt(contentsOf(kind, spec, null), present, null);
    const behind = isVouchedFor(state.memories.get(key), content) ? 'waived' : 'approved';
    gates[spec.gate] = { state: isBehind ? behind : passed > 0 && unmet ? 'lapsed' : 'pending' };
  }
  return gates;
}

/** Tells whether somebody's word stands in place of a proof, and there is no proof on this content. */
function isVouchedFor(memory: CheckMemory | undefined, content: string | null): boolean {
  const isWaived = [...(memory?.waivers.values() ?? [])].some((one) => one.content === content);
  return isWaived && ![...memory!.proofs.values()].some(({ passed }) => passed.has(content));
}

function loopsOf(state: RunState): LoopStatus[] {
  const checks = state.compiled.checks.flatMap(({ key, topIndex, spec: { loop, when } }) => {
    // One verdict may be heard in two panels, of which the run has one: who is asked decides about that.
    const isOurs = isTurned(when, state.dials) && isTurned(state.compiled.phases[topIndex]!.phase.when, state.dials);
    return loop && isOurs ? countsOf(state, key, loop.max) : [];
  });
  return [...checks, ...state.compiled.budgets.flatMap(({ key, max }) => countsOf(state, key, max))];
}

/** Tells how often a check, or the checks of a budget together, have blocked. */
function countsOf(state: RunState, check: string, max: number): LoopStatus[] {
  const counts = [...(state.memories.get(check)?.loops ?? [])];
  return counts.map(([item, { blocks }]) => ({
    check,
    ...(item === '' ? {} : { item }),
    blocks,
    max,
    exhausted: blocks >= max,
  }));
}

/** Returns items that failures made: no event and no document lists them. */
function madeAt(state: RunState, present: Moment): Pick<Status, 'made'> {
  if (state.made.size === 0) return {};
  const made = itemsAt(state, present).all.filter(({ files }) => files === WHOLE);
  return made.length > 0 ? { made } : {};
}

function owedBy(state: RunState, { owed }: Position): Status['debts'] {
  return owed.map((check) => ({ check, item: '', why: 'loop', reason: '', n: state.last?.n ?? 0 }));
}

/**
 * Tells what loops in the walks of items have let through: on the way of those that are walked now, and of those that
 * are done.
 */
function owedByItems(state: RunState, position: Position, present: Moment, now: number): Status['debts'] {
  const n = state.last?.n ?? 0;
  const owed = [
    ...walkedIn(position).flatMap(({ item, at }) => (at?.owed ?? []).map((check) => ({ check, item: item.id }))),
    ...doneAt(state, present).flatMap(({ item, left }) =>
      left.owed.filter((key) => isOwed(state, key, item, present, now)).map((check) => ({ check, item: item.id })),
    ),
  ];
  const each = new Map(owed.map((one) => [debtName(one), one]));
  return [...each.values()].map((one) => ({ ...one, why: 'loop' as const, reason: '', n }));
}

/** Tells what the documents of a moment take to be so, each once. */
function assumedIn({ documents }: Moment): Assumption[] {
  const all = Object.values(documents).flatMap(({ assumptions = [] }) => assumptions);
  return [...new Map(all.map((one) => [one.id, one])).values()];
}

/**
 * `owedAssumption` words what is taken to be so in place of an answer, as nobody answered: it is owed until a person has.
 */
const owedAssumption = (id: string, reason: string, n: number) => ({
  ...{ check: '', item: id, why: 'assumed' as const, reason, n },
});

/** Returns items that documents ask no tests of, where the workflow asks tests of such items. */
function untested(state: RunState, present: Moment): Status['debts'] {
  const kinds = new Set(
    state.compiled.checks.flatMap(({ spec, outer }) =>
      outer && OF_TESTS.has(spec.check) ? [outer.phase.each!.kind] : [],
    ),
  );
  if (kinds.size === 0) return [];
  const all = itemsAt(state, present);
  return all.all.flatMap((item) =>
    item.testsOff !== undefined && kinds.has(rootOf(item, all).kind)
      ? [{ check: '', item: item.id, why: 'tests-off' as const, reason: item.testsOff, n: state.last?.n ?? 0 }]
      : [],
  );
}

/** Checks that ask nothing of an item whose tests are off. */
const OF_TESTS: ReadonlySet<CheckName> = new Set(['red', 'binding', 'passing', 'coverage', 'covered']);

/** Returns true as long as what an item was done with does not hold. */
function isOwed(state: RunState, key: string, item: ItemFact, present: Moment, now: number): boolean {
  const check = state.compiled.byKey.get(key);
  if (!check) return false;
  const { owed, unmet } = judgeCheck(state, check, present, item, now, false, false);
  return owed || unmet.length > 0;
}

/** Lists every item that a position tells of, with its parts. */
function walkedIn({ byPhase }: Position): ItemPosition[] {
  return byPhase.flatMap(({ items }) => items.flatMap((one) => [one, ...(one.at ? walkedIn(one.at) : [])]));
}

/**
 * Returns the items that are done with their present text, once for each phase that walks them, with what they were
 * done with.
 */
function doneAt(state: RunState, present: Moment): { item: ItemFact; left: Left }[] {
  const { byId } = itemsAt(state, present);
  return [...state.items].flatMap(([id, { at }]) => {
    const item = byId.get(id);
    return item ? [...at.values()].flatMap(({ done, left }) => (done === item.digest ? [{ item, left }] : [])) : [];
  });
}

function findingsOf(state: RunState, present: Moment): Status['findings'] {
  const items = itemsAt(state, present);
  // One verdict may be heard in two panels, of which the run has one.
  const isHeard = ({ check }: { check: string }) => isAsked(state, state.compiled.byKey.get(check)?.spec.when, present);
  const momentOf = (id: string) => {
    const item = items.byId.get(id);
    return (item && state.leases.momentOf(item, present, items)) ?? present;
  };
  return [...state.raised.all].filter(isHeard).map((one) => ({
    id: one.id,
    check: one.check,
    title: one.title,
    ...(one.answeredBy === '' ? {} : { item: one.answeredBy }),
    answered: !isOpen(one, momentOf(one.answeredBy || one.askedOf), items),
  }));
}

/**
 * Reads the entries of a section of the plan, in the first document that has some: a later document, such as the report, repeats
 * them with what became of them.
 */
function entries(present: Moment, section: string): readonly string[] {
  const told = Object.values(present.documents).map(({ sections }) => sections[section] ?? []);
  return told.find((one) => one.length > 0) ?? [];
}

function stagesOf(state: RunState, { index }: Position, present: Moment): StageStatus[] {
  const isDone = index >= state.compiled.phases.length || state.ended?.how === 'complete';
  const end: StageStatus = { id: 'done', title: 'Done', state: isDone ? 'done' : 'pending' };
  const stages = state.compiled.phases.map(({ phase, siblingIndex: at }): StageStatus => {
    const { id, title } = phase;
    if (!isAsked(state, phase.when, present)) return { id, title, state: 'left-out' };
    if (isDone || at < index) return { id, title, state: 'done' };
    return { id, title, state: at === index && !state.ended ? 'current' : 'pending' };
  });
  return [...stages, end];
}

/** Documents of this phase are missing while later ones are there (feature D59). */
function adoptionOf(state: RunState, { index }: Position, present: Moment): Status['adoption'] {
  const has = (name: string) => Object.hasOwn(present.documents, name);
  const { phases } = state.compiled;
  const missing = (phases[index]?.phase.produces ?? []).filter((name) => !has(name));
  const later = phases.slice(index + 1).filter(({ phase }) => phase.produces?.some(has));
  if (missing.length === 0 || later.length === 0) return null;
  const produced = later.flatMap(({ phase }) => (phase.produces ?? []).filter(has));
  return { missing, present: [...new Set(produced)], phases: later.map(({ phase }) => phase.id) };
}
