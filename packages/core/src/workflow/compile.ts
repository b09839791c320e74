import { getOrMake } from '../get-or-make.js';
import { type CheckKind, kindOf } from './checks/index.js';
import type { FlowEventType } from './facts.js';
import { type Attempts, type CheckSpec, checkId, type Phase, type Workflow } from './model.js';
import { requireRead } from './require-read.js';
import { withPerson } from './with-person.js';

/** A placed check is a check at its place in the workflow. */
export interface PlacedCheck {
  /** `phase.check`, `phase/inner.check`. */
  key: string;
  /** The path of the check's phase. */
  path: string;
  /** Place of its phase among its siblings. */
  siblingIndex: number;
  spec: CheckSpec;
  kind: CheckKind;
  /** The top phase that it belongs to, by its place. */
  topIndex: number;
  /** The check is asked for every item. */
  perItem: boolean;
  /** Its phase. */
  home: PlacedPhase;
  /** The phase whose items it is asked of; null for a check of the run. */
  outer: PlacedPhase | null;
  /** The phase that answers its findings; its own where the workflow names none that there is. */
  to: PlacedPhase;
}

export interface PlacedPhase {
  phase: Phase;
  /** `phase`, `phase/inner`. */
  path: string;
  /** The place of the phase among its siblings. */
  siblingIndex: number;
  /** The place of the top phase that it belongs to. */
  topIndex: number;
  /** The phase whose items it is walked for; null for a phase of the run. */
  outer: PlacedPhase | null;
  checks: readonly PlacedCheck[];
  /** Keys of the checks of its siblings that it keeps. */
  keeps: ReadonlySet<string>;
  inner: readonly PlacedPhase[];
}

/** A compiled workflow is ready to be walked. */
export interface CompiledWorkflow {
  workflow: Workflow;
  phases: readonly PlacedPhase[];
  checks: readonly PlacedCheck[];
  byKey: ReadonlyMap<string, PlacedCheck>;
  /** The checks that an event of a type can prove. */
  listeners: ReadonlyMap<FlowEventType, readonly PlacedCheck[]>;
  /** The phases that walk the items of a kind, in their order. */
  walkers: ReadonlyMap<string, readonly PlacedPhase[]>;
  /** Budgets of attempts over several checks, by key. */
  budgets: readonly (Attempts & { key: string })[];
}

const known = new WeakMap<Workflow, CompiledWorkflow>();

/** Places every check of a workflow; done once for each workflow. */
export function compiledOf(workflow: Workflow): CompiledWorkflow {
  const before = known.get(workflow);
  if (before) return before;
  requireRead(workflow);
  const checks: PlacedCheck[] = [];
  const walkers = new Map<string, PlacedPhase[]>();
  const phases = placePhases(withPerson(workflow.phases), null, { checks, walkers });
  const listeners = new Map<FlowEventType, PlacedCheck[]>();
  for (const check of checks) {
    for (const type of check.kind.listensTo?.(check.spec) ?? check.kind.listens)
      listeners.set(type, [...(listeners.get(type) ?? []), check]);
  }
  const byKey = new Map(checks.map((check) => [check.key, check]));
  const compiled: CompiledWorkflow = {
    workflow,
    phases,
    checks,
    byKey,
    listeners,
    walkers,
    budgets: budgetsIn(workflow),
  };
  for (const check of checks) check.to = answering(compiled, check, check.spec.to) ?? check.home;
  known.set(workflow, compiled);
  return compiled;
}

function placePhases(
  phases: readonly Phase[],
  outer: PlacedPhase | null,
  all: { checks: PlacedCheck[]; walkers: Map<string, PlacedPhase[]> },
): readonly PlacedPhase[] {
  const placed: PlacedPhase[] = [];
  for (const [siblingIndex, phase] of phases.entries()) {
    const path = outer === null ? phase.id : `${outer.path}/${phase.id}`;
    const topIndex = outer?.topIndex ?? siblingIndex;
    const own = {
      phase,
      path,
      siblingIndex,
      topIndex,
      outer,
      checks: NO_CHECKS,
      keeps: kept(phase, placed),
      inner: NONE,
    };
    own.checks = phase.exit.map((spec): PlacedCheck => {
      const key = `${path}.${checkId(spec)}`;
      const place = { key, path, siblingIndex, topIndex, perItem: outer !== null, home: own, outer };
      return { ...place, spec, kind: kindOf(spec.check), to: own };
    });
    all.checks.push(...own.checks);
    placed.push(own);
    if (!phase.each) continue;
    getOrMake(all.walkers, phase.each.kind, () => []).push(own);
    own.inner = placePhases(phase.each.phases, own, all);
  }
  return placed;
}

const NONE: readonly PlacedPhase[] = [];
const NO_CHECKS: readonly PlacedCheck[] = [];

function budgetsIn(workflow: Workflow): CompiledWorkflow['budgets'] {
  const own = workflow.attempts ? [{ ...workflow.attempts, key: 'attempts' }] : [];
  const within = (phases: readonly Phase[], parent: string): CompiledWorkflow['budgets'] =>
    phases.flatMap(({ id, attempts, each }) => {
      const key = `${parent}${id}.attempts`;
      const all = [attempts, each?.attempts].flatMap((one) => (one ? [{ ...one, key }] : []));
      return [...all, ...within(each?.phases ?? [], `${parent}${id}/`)];
    });
  return [...own, ...within(workflow.phases, '')];
}

/**
 * Finds the phase that answers what a check found: by its path, else by its id, nearest first: beside the check, around it, and
 * then within the walks of items.
 */
export function answering(
  { phases }: Pick<CompiledWorkflow, 'phases'>,
  { outer }: PlacedCheck,
  to: string | undefined,
) {
  if (to === undefined) return undefined;
  const named = placedAt(phases, to);
  if (named) return named;
  const id = to.slice(to.lastIndexOf('/') + 1);
  for (let around = outer; ; around = around.outer) {
    const found = (around?.inner ?? phases).find(({ phase }) => phase.id === id);
    if (found || around === null) return found ?? within(phases, id);
  }
}

function within(phases: readonly PlacedPhase[], id: string): PlacedPhase | undefined {
  for (const placed of phases) {
    const found = placed.phase.id === id ? placed : within(placed.inner, id);
    if (found) return found;
  }
  return undefined;
}

/** `phase` stands for all checks of that phase. */
function kept(phase: Phase, before: readonly PlacedPhase[]): ReadonlySet<string> {
  const keys = (phase.keeps ?? []).flatMap((name) => {
    const [id, check] = name.split('.');
    const home = before.find((one) => one.phase.id === id);
    return (
      home?.checks.filter(({ spec }) => check === undefined || checkId(spec) === check).map(({ key }) => key) ?? []
    );
  });
  return new Set(keys);
}

/** Returns the phase of a path. */
export function placedAt(phases: readonly PlacedPhase[], path: string): PlacedPhase | undefined {
  for (const placed of phases) {
    if (placed.path === path) return placed;
    const inner = placedAt(placed.inner, path);
    if (inner) return inner;
  }
  return undefined;
}
