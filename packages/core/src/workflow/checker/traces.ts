import type { ItemStatus } from '../status.js';
import { type Step, step } from './agent.js';
import { type HonestRuns, refusalsOf, type Stop, traceOf } from './explore.js';
import type { Trace, WorkflowFinding } from './finding.js';
import { isHeld, type Survey } from './survey.js';
import type { World } from './world.js';

/** Refusals in a row after which there is no limit. */
const MANY = 12;

/** How a run shows a fault, by its code: from the positions of an honest run to the one that should not be. */
const SHOWS: Readonly<Record<string, (stops: readonly Stop[], at: string, survey: Survey) => Trace | null>> = {
  LOOP_MISSING: endless,
  GATE_UNBOUND: approvedUnseen,
  ITEM_UNBOUND: voided,
  WHOLE_UNPROVEN: doneUnproven,
};

/** Gives a finding the run that shows it, where there is one. */
export function shown(finding: WorkflowFinding, runs: HonestRuns): WorkflowFinding {
  const show = Object.hasOwn(SHOWS, finding.code) ? SHOWS[finding.code] : undefined;
  if (!show || finding.trace) return finding;
  for (const dials of runs.dials) {
    const trace = show(runs.at(dials).stops, String(finding.args.at), runs.survey);
    if (trace) return { ...finding, trace };
  }
  return finding;
}

/** Returns a judge who always says no, and nobody is ever asked to decide. */
function endless(stops: readonly Stop[], at: string, survey: Survey): Trace | null {
  const check = survey.checks.find(({ key }) => key === at);
  const begin = stops.find(({ status }) => isNext(status, at));
  if (!check || !begin || !isHeld(check, begin.world.dials)) return null;
  const world = begin.world.copy();
  let refused = 0;
  for (let steps = 0; steps < MANY * 20; steps += 1) {
    const { status } = world;
    if (status.waiting === 'person') return null;
    const [no] = isNext(status, at) ? refusalsOf(check, status) : [];
    if (no) {
      world.do(no);
      refused += 1;
      if (refused === MANY) return traceOf(world);
    } else if (!goesOn(step(world, status))) return null;
  }
  return null;
}

const goesOn = ({ did }: Step) => did === 'acted';

const isNext = ({ open, current }: Stop['status'], at: string) =>
  [...(current?.open ?? []), ...open].find(({ actor, finding }) => actor === 'agent' && finding.code !== 'ITEMS_OPEN')
    ?.check === at;

/** Finds a gate that still counts although all that it could have shown has changed since. */
function approvedUnseen(stops: readonly Stop[], at: string, survey: Survey): Trace | null {
  const { spec, home } = survey.checks.find(({ key }) => key === at) ?? {};
  // Each item is approved by itself, and none of them is the gate.
  if (spec?.check !== 'approved' || home?.outer) return null;
  const isPassed = ({ status }: Stop) => status.gates[spec.gate]?.state === 'approved';
  const passed = stops.find(isPassed);
  if (!passed) return null;
  const world = passed.world.copy();
  for (const name of world.documents) world.write(name);
  world.edit('source');
  world.edit('test');
  return isPassed({ world, status: world.status }) ? traceOf(world) : null;
}

/** The proof of one item is lost by work on another. */
function voided(stops: readonly Stop[], at: string): Trace | null {
  for (const { world: before, status } of stops) {
    const clean = open(status.items).filter(({ checks }) => !checks.includes(at));
    for (const other of before.items) {
      const world = before.copy();
      world.edit(`item:${other.id}`);
      const after = open(world.status.items);
      const isLost = clean.some(({ id }) => !isPartOf(id, other.id, world) && isIn(after, id, at));
      if (isLost) return traceOf(world);
    }
  }
  return null;
}

const isIn = (items: readonly { id: string; checks: string[] }[], id: string, at: string) =>
  items.some((one) => one.id === id && one.checks.includes(at));

const open = (items: readonly ItemStatus[]): { id: string; checks: string[] }[] =>
  items.flatMap((item) => [
    ...(item.open ? [{ id: item.id, checks: item.open.map(({ check }) => check) }] : []),
    ...open(item.items ?? []),
  ]);

/** Tells whether an item is another item, or lies in it. */
function isPartOf(id: string, other: string, world: World): boolean {
  if (id === other) return true;
  const parent = world.items.find((one) => one.id === other)?.parent;
  return parent !== undefined && isPartOf(id, parent, world);
}

/** Finds an end that holds although everything changes after it. */
function doneUnproven(stops: readonly Stop[]): Trace | null {
  const last = stops.at(-1);
  if (last?.status.phase !== 'done') return null;
  const world = last.world.copy();
  for (const { id } of world.items) world.edit(`item:${id}`);
  world.edit('source');
  return world.status.phase === 'done' ? traceOf(world) : null;
}
