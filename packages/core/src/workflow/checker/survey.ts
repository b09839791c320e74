import { type CheckKind, contentsOf, kindOf } from '../checks/index.js';
import { answering as answeredIn, compiledOf } from '../compile.js';
import type { ItemFact } from '../facts.js';
import {
  type CheckSpec,
  type Condition,
  type Content,
  checkId,
  type Dials,
  type Phase,
  type Workflow,
} from '../model.js';

/** A phase at its place, with what lies around it. */
export interface PhasePlace {
  phase: Phase;
  path: string;
  index: number;
  /** The phases that it stands among, itself included. */
  siblings: readonly PhasePlace[];
  /** The phase whose items it is walked for. */
  outer: PhasePlace | null;
  inner: readonly PhasePlace[];
  checks: readonly CheckPlace[];
}

export interface CheckPlace {
  spec: CheckSpec;
  kind: CheckKind;
  key: string;
  id: string;
  home: PhasePlace;
  contents: readonly Content[];
}

/** A workflow as the rules read it. */
export interface Survey {
  workflow: Workflow;
  /** Every phase, outer ones before their inner ones. */
  phases: readonly PhasePlace[];
  checks: readonly CheckPlace[];
  top: readonly PhasePlace[];
  /** Combinations of dial values. */
  dials: readonly Dials[];
}

/**
 * The largest number of combinations that are all looked at; of more, only some are: each value beside the defaults, and for
 * each phase and check one that leaves it in.
 */
const MOST = 256;

/** Places every phase and check of a workflow, and lists the dial values that the rules try. */
export function surveyOf(workflow: Workflow): Survey {
  const phases: PhasePlace[] = [];
  const top = placesOf(workflow.phases, '', null, phases);
  const checks = phases.flatMap((place) => place.checks);
  return { workflow, phases, checks, top, dials: combinations(workflow, [...phases, ...checks].map(conditionsOf)) };
}

function placesOf(phases: readonly Phase[], parent: string, outer: PhasePlace | null, all: PhasePlace[]) {
  const siblings: PhasePlace[] = [];
  for (const [index, phase] of phases.entries()) {
    const path = `${parent}${phase.id}`;
    const place: PhasePlace & { inner: readonly PhasePlace[]; checks: readonly CheckPlace[] } = {
      phase,
      path,
      index,
      siblings,
      outer,
      inner: [],
      checks: [],
    };
    place.checks = phase.exit.map((spec) => checkPlace(spec, place));
    siblings.push(place);
    all.push(place);
    if (phase.each) place.inner = placesOf(phase.each.phases, `${path}/`, place, all);
  }
  return siblings;
}

function checkPlace(spec: CheckSpec, home: PhasePlace): CheckPlace {
  const kind = kindOf(spec.check);
  const contents = contentsOf(kind, spec, home.outer ? ANY_ITEM : null);
  const id = checkId(spec);
  return {
    spec,
    kind,
    key: `${home.path}.${id}`,
    id,
    home,
    contents: typeof contents === 'string' ? [contents] : contents,
  };
}

/** An item where it is of no importance which one. */
export const ANY_ITEM: ItemFact = { id: 'item', digest: '', title: '', kind: '', after: [], files: [] };

/** @param asked conditions of each phase and check, which have to hold together */
function combinations({ dials }: Workflow, asked: readonly Condition[][]): Dials[] {
  const all = Object.entries(dials);
  const size = all.reduce((product, [, { values }]) => product * Math.max(1, values.length), 1);
  if (size <= MOST)
    return all.reduce<Dials[]>(
      (known, [name, { values }]) => known.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
      [{}],
    );
  const defaults = Object.fromEntries(all.map(([name, dial]) => [name, dial.default]));
  const single = all.flatMap(([name, { values }]) => values.map((value) => ({ ...defaults, [name]: value })));
  const fitting = asked.map((conditions) => {
    const wanted = conditions.flatMap(({ dial }) => Object.entries(dial ?? {}));
    return Object.fromEntries(
      all.map(([name, dial]) => {
        const fits = (value: string) => wanted.every(([other, some]) => other !== name || some.includes(value));
        return [name, [dial.default, ...dial.values].find(fits) ?? dial.default];
      }),
    );
  });
  return [...new Map([...single, ...fitting].map((one) => [JSON.stringify(one), one])).values()];
}

/** Returns the conditions of a phase or check, and of the phases around it. */
function conditionsOf(place: PhasePlace | CheckPlace): Condition[] {
  if ('home' in place) return [place.spec.when ?? {}, ...conditionsOf(place.home)];
  return [place.phase.when ?? {}, ...(place.outer === null ? [] : conditionsOf(place.outer))];
}

/**
 * Tells whether dials leave a phase or check in. What people will choose and which flags items have is not known: it
 * may hold.
 */
export function mayHold(when: Condition | undefined, dials: Dials): boolean {
  return Object.entries(when?.dial ?? {}).every(([name, values]) => values.includes(dials[name] ?? ''));
}

/** Tells whether a run with these dials may have the phase. */
export function isAsked(place: PhasePlace, dials: Dials): boolean {
  return mayHold(place.phase.when, dials) && (place.outer === null || isAsked(place.outer, dials));
}

/** Tells whether a run with these dials may ask for the check, and is held up by it. */
export function isHeld({ spec, home }: CheckPlace, dials: Dials): boolean {
  return spec.severity !== 'warn' && mayHold(spec.when, dials) && isAsked(home, dials);
}

/** Returns true for a phase or check with no condition besides dials: every run with these dials asks for it. */
export function isSure(place: PhasePlace | CheckPlace, dials: Dials): boolean {
  const isPlain = ({ chosen, flag }: Condition = {}) => chosen === undefined && flag === undefined;
  if ('home' in place) return isHeld(place, dials) && isPlain(place.spec.when) && isSure(place.home, dials);
  return isAsked(place, dials) && isPlain(place.phase.when) && (place.outer === null || isSure(place.outer, dials));
}

/** Returns the phase that answers what a check raises, as the engine finds it. */
export function answering({ spec, key, home }: CheckPlace, { workflow, phases }: Survey): PhasePlace | undefined {
  if (spec.to === undefined) return home;
  const compiled = compiledOf(workflow);
  const path = answeredIn(compiled, compiled.byKey.get(key)!, spec.to)?.path;
  return phases.find((one) => one.path === path);
}

/** Finds the place of a phase in the order of the run, by the top phase that it belongs to. */
export function topOf(place: PhasePlace): PhasePlace {
  return place.outer === null ? place : topOf(place.outer);
}

/** Lists the later phases that mend a check, in their order. */
export function keepersOf({ home, id }: CheckPlace): PhasePlace[] {
  const keeps = ({ phase }: PhasePlace) =>
    phase.keeps?.some((name) => name === home.phase.id || name === `${home.phase.id}.${id}`) ?? false;
  return home.siblings.filter((one) => one.index > home.index && keeps(one));
}
