import { getOrMake } from '../../get-or-make.js';
import type { PathClass } from '../../presets/path-class.js';
import type { Lead } from '../evaluate.js';
import type { NewEvent } from '../make-facts.js';
import type { Dials, Workflow } from '../model.js';
import type { ItemStatus } from '../status.js';
import { step } from './agent.js';
import { Likeness } from './alike.js';
import { found, type Trace, type WorkflowFinding } from './finding.js';
import { judgesOf, mayEdit } from './judges.js';
import { type CheckPlace, isHeld, type Survey, topOf } from './survey.js';
import { namedIn, verifyOf, World } from './world.js';

/** Steps that an honest agent may need after one thing went wrong. */
const PATIENCE = 120;

/** Plays tell which runs of a workflow are played, and in which world. */
export interface Plays {
  dials: readonly Dials[];
  begin(workflow: Workflow, dials: Dials): World;
  /** What is played alike is played once, where that is known. */
  likeness?: Likeness;
}

/** A run in which nothing goes wrong, with all its positions; the last is its end, or where it can go no further. */
export interface HonestRun {
  stops: Stop[];
  stuck: WorkflowFinding | null;
}

/** Runs in which nothing goes wrong, each played once. */
export class HonestRuns {
  readonly survey: Survey;
  readonly dials: readonly Dials[];
  readonly likeness: Likeness | undefined;
  readonly #begin: Plays['begin'];
  readonly #known = new Map<Dials, HonestRun>();

  constructor(survey: Survey, { dials, begin, likeness }: Plays = playsOf(survey)) {
    this.survey = survey;
    this.dials = dials;
    this.likeness = likeness;
    this.#begin = begin;
  }

  at(dials: Dials): HonestRun {
    return getOrMake(this.#known, dials, () => honestRun(this.#begin(this.survey.workflow, dials)));
  }
}

/** Plays a workflow once for all combinations of dials that are played alike. */
function playsOf(survey: Survey): Plays {
  const likeness = new Likeness(survey);
  const first = new Map<string, Dials>();
  for (const one of survey.dials) getOrMake(first, likeness.of(one, survey.top.length), () => one);
  return { dials: [...first.values()], begin: (...run) => new World(...run), likeness };
}

/**
 * Plays small runs: an honest agent goes from start to end, and at each position on the way one thing goes wrong, breadth first.
 * Wherever it cannot go on, the workflow would leave a real one stuck.
 * @returns `STUCK` findings by check, each with the run that leads there
 */
export function explore(runs: HonestRuns): WorkflowFinding[] {
  const stuck = new Map<string, WorkflowFinding>();
  const seen = new Set<string>();
  for (const dials of runs.dials) {
    for (const one of exploreWith(runs, dials, seen))
      if (!stuck.has(String(one.args.at))) stuck.set(String(one.args.at), one);
  }
  return [...stuck.values()];
}

/** @param seen how far runs with other dials went that were the same up to there */
function exploreWith(runs: HonestRuns, dials: Dials, seen: Set<string>): WorkflowFinding[] {
  const { survey, likeness } = runs;
  const { stops, stuck } = runs.at(dials);
  const findings: WorkflowFinding[] = stuck ? [stuck] : [];
  const tried = new Set<string>();
  const before = new Set(seen);
  let last = 0;
  for (const { world, status } of stops) {
    last = Math.max(last, indexOf(survey, status));
    const isSeen = likeness !== undefined && before.has(likeness.of(dials, last));
    if (likeness) seen.add(likeness.of(dials, last));
    for (const [name, mishap] of mishaps(survey, status, world)) {
      // One thing goes wrong once in a phase, at whatever check it is seen first.
      const key = `${status.phase} ${status.current?.phase ?? ''} ${name}`;
      if (tried.has(key)) continue;
      tried.add(key);
      if (isSeen || likeness?.plays.has(key, status, dials, last)) continue;
      const after = world.copy();
      mishap(after);
      const found = play(after, () => {}, beyond(status));
      if (found) findings.push(found);
      else likeness?.plays.add(key, status, world, after);
    }
  }
  return findings;
}

/** Returns the place of the phase that a run is in; it is behind all of them at the end of the run. */
function indexOf({ top }: Survey, { phase }: Lead): number {
  const index = top.findIndex((one) => one.phase.id === phase);
  return index < 0 ? top.length : index;
}

/** A position on the way of a run. */
export interface Stop {
  world: World;
  status: Lead;
}

function honestRun(world: World): HonestRun {
  const stops: Stop[] = [];
  const stuck = play(world, (status) => stops.push({ world: world.copy(), status }));
  return { stops, stuck };
}

/**
 * Tells of a run in which something went wrong at a position whether it is past that: in a later stage, or, within the items of
 * the stage, done with the item that was worked on, with nothing left that anybody found.
 */
function beyond({ stage, items, current }: Lead): (status: Lead) => boolean {
  const item = current && items.find((one) => isWithin(one, current));
  return (now) =>
    now.stage > stage ||
    (now.stage === stage &&
      item !== null &&
      now.findings.length === 0 &&
      now.items.some(({ id, state }) => id === item?.id && state === 'done'));
}

const isWithin = (item: ItemStatus, other: ItemStatus): boolean =>
  item === other || (item.items ?? []).some((one) => isWithin(one, other));

/** Goes on until the end, or until the run is past something. @returns where it can go no further */
function play(
  world: World,
  at: (status: Lead) => void,
  isPast: (status: Lead) => boolean = () => false,
): WorkflowFinding | null {
  for (let steps = 0; steps < PATIENCE; steps += 1) {
    const { status } = world;
    at(status);
    if (isPast(status)) return null;
    const done = step(world, status);
    if (done.did === 'done') return null;
    if (done.did === 'stuck') return stuckAt(done.check, world);
  }
  return stuckAt(world.status.open[0]?.check ?? world.status.phase, world);
}

function stuckAt(check: string, world: World): WorkflowFinding {
  const remedy =
    'Let the phase edit what has to change, or keep the check (`keeps`) in a phase that may, or send its findings (`to`) to one.';
  return { ...found('STUCK', check, remedy, { phase: world.status.phase }), trace: traceOf(world) };
}

/** Returns the facts of a played run and where they lead, as a counterexample. */
export function traceOf(world: World): Trace {
  return { facts: world.facts, position: world.status.position };
}

/** Tells what can go wrong at a position: whoever was asked so far says no, and what may be edited changes. */
function mishaps(survey: Survey, status: Lead, world: World): [string, (world: World) => void][] {
  const reached = survey.top.findIndex(({ phase }) => phase.id === status.phase);
  const asked = survey.checks.filter((one) => topOf(one.home).index <= reached && isHeld(one, world.dials));
  const says = asked.flatMap((check) =>
    refusalsOf(check, status).map((event): [string, (world: World) => void] => {
      return [JSON.stringify(event), (one) => one.do(event)];
    }),
  );
  const classes = (['source', 'test'] as const).filter((kind) => mayEdit(status.edits, kind));
  const edits = classes.map((kind): [string, (world: World) => void] => [`edit ${kind}`, editOf(kind, status)]);
  const written = world.documents.map((name): [string, (world: World) => void] => [
    `write ${name}`,
    (one) => one.write(name),
  ]);
  return [...says, ...edits, ...written];
}

const editOf =
  (kind: PathClass, { current }: Lead) =>
  (world: World) =>
    world.edit(world.items.some(({ id }) => id === current?.id) ? `item:${current!.id}` : kind);

/** Returns the ways in which a check can be told no. */
export function refusalsOf({ spec, home }: CheckPlace, { current }: Lead): NewEvent[] {
  if (home.outer !== null && current === null) return [];
  const about = home.outer === null || current === null ? {} : { subject: current.id };
  const judge = judgesOf(spec)[0];
  if (judge !== undefined) {
    return [{ type: 'verdict', judge, pass: false, findings: [{ title: 'a fault' }], ...about }];
  }
  if (spec.check === 'green' || spec.check === 'passing') {
    const question = spec.check === 'green' ? (spec.question ?? 'test') : 'test';
    const subjects = current === null ? {} : { [current.id]: false };
    return [
      { type: 'run', suite: `suite:${question}`, question, result: 'fail', subjects: { C1: false, ...subjects } },
    ];
  }
  if (spec.check === 'command') {
    const { command: said } = spec;
    if (typeof said === 'string')
      return [
        { type: 'command', command: said === 'item' ? verifyOf(current?.id ?? '') : said, pass: false, ...about },
      ];
    if ('document' in said) return [{ type: 'command', command: namedIn(said.document), pass: false, ...about }];
    const { question } = said;
    return [{ type: 'run', suite: `suite:${question}`, question, result: 'fail', subjects: {} }];
  }
  if (spec.check === 'binding') return [{ type: 'binding', claim: 'C1', pass: false }];
  return spec.check === 'coverage' ? [{ type: 'coverage', percent: 0, ...about }] : [];
}
