import { attemptsOf } from '@flow/core/items';
import { type CheckName, holds, type ItemFact, type ItemStatus } from '@flow/core/workflow';
import { phasesOfKind } from '../workflow/items.js';
import type { Here, Standing } from '../workflow/place.js';
import type { ReportAttempt, ReportItem, ReportModel, ReportProofState, ReportRow } from './model.js';
import type { Tidy } from './words.js';

/** The most items, rows and attempts that a report tells. */
const MOST = 300;
/** Entries of a list within one of them. */
const FEW = 20;

/** The kinds of evidence in which a criterion is shown, in the order in which they come to be. */
export const EVIDENCE = ['red', 'tests', 'command', 'review', 'person'] as const;

/** What each check of a workflow is evidence of; the others are steps of the work, and show nothing of a criterion. */
const SHOWS: Readonly<Partial<Record<CheckName | 'confirmed', (typeof EVIDENCE)[number]>>> = {
  red: 'red',
  passing: 'tests',
  green: 'tests',
  coverage: 'tests',
  command: 'command',
  reproduced: 'command',
  verdict: 'review',
  panel: 'review',
  approved: 'person',
  chosen: 'person',
  confirmed: 'person',
};

/** Lists every item of the run, with how often it was tried, and what shows it. */
export function itemsOf({ standing, room }: Pick<Here, 'standing' | 'room'>, tidy: Tidy): ReportItem[] {
  const { status, facts } = standing;
  const at = new Map(room.everyItem(status.items).map((one) => [one.id, one]));
  const over = new Set(status.over);
  return room
    .itemsOfRun(standing)
    .slice(0, MOST)
    .map((item) => {
      const here = at.get(item.id);
      const tried = attemptsOf(facts.events, item.id);
      const { id, title, kind, parent, files, flags = [], criteria = [], testsOff } = item;
      return {
        ...{ id: tidy(id, 60), title: tidy(title, 120), kind: tidy(kind, 40) },
        parent: parent === undefined ? null : tidy(parent, 60),
        state: here?.state ?? (over.has(id) ? 'done' : 'pending'),
        phase: here?.phase === undefined ? null : tidy(here.phase, 60),
        reason: here?.reason === undefined ? null : tidy(here.reason, 200),
        files: files.slice(0, FEW).map((one) => tidy(one, 200)),
        flags: [...flags, ...(here?.marks ?? [])].slice(0, FEW).map((one) => tidy(one, 60)),
        testsOff: testsOff === undefined ? null : tidy(testsOff, 200),
        criteria: criteria.slice(0, FEW).map((one) => ({ id: tidy(one.id, 60), text: tidy(one.text) })),
        failed: tried.filter((one) => one.status === 'failed').length,
        brokeDown: tried.filter((one) => one.status === 'broke-down').length,
        shown: shownOf(item, here, standing, over.has(id)),
      };
    });
}

/** Tells what shows an item, by kind of evidence: the least that any check of the kind says. */
function shownOf(
  item: ItemFact,
  here: ItemStatus | undefined,
  { workflow, status }: Standing,
  isOver: boolean,
): ReportItem['shown'] {
  const phases = phasesOfKind(workflow.phases, item.kind);
  const reached = phases.findIndex(({ id }) => id === here?.phase);
  const about = { flags: item.flags, marks: new Set(here?.marks) };
  const state = { dials: status.dials, chosen: NO_CHOICE };
  const shown = Object.fromEntries(EVIDENCE.map((kind) => [kind, 'none'])) as Record<string, ReportProofState>;
  for (const [place, phase] of phases.entries()) {
    if (!holds(phase.when, state, about)) continue;
    for (const spec of phase.exit) {
      const kind = SHOWS[spec.check];
      if (kind === undefined || !holds(spec.when, state, about)) continue;
      const open = here?.open?.find(({ check }) => check.endsWith(`.${spec.id ?? spec.check}`) && place === reached);
      const said = saidOf({ isOver, isSkipped: here?.state === 'skipped', place, reached, open: open?.state });
      if (ORDER.indexOf(said) > ORDER.indexOf(shown[kind]!)) shown[kind] = said;
    }
  }
  return shown as ReportItem['shown'];
}

const NO_CHOICE: ReadonlyMap<string, string> = new Map();

/** From what says the least against a criterion to what says the most. */
const ORDER: readonly ReportProofState[] = ['none', 'holds', 'let-through', 'open', 'lapsed', 'failed'];

/** Returns an item is in the first of its phases with a check that is not met: what stands before holds. */
function saidOf({
  isOver,
  isSkipped,
  place,
  reached,
  open,
}: {
  isOver: boolean;
  isSkipped: boolean;
  place: number;
  reached: number;
  open: 'failed' | 'lapsed' | 'missing' | undefined;
}): ReportProofState {
  if (isSkipped) return 'let-through';
  if (isOver) return 'holds';
  if (reached < 0 || place > reached) return 'open';
  if (place < reached || open === undefined) return 'holds';
  return open === 'missing' ? 'open' : open;
}

/**
 * Returns the matrix of criteria by evidence: claims of the specification and criteria of items, each with what shows
 * it. An item without criteria stands for itself.
 */
export function matrixOf({ claims, items, byHand }: Pick<ReportModel, 'claims' | 'items' | 'byHand'>): ReportRow[] {
  const saidOf = (item: string, id: string) => byHand.find((one) => one.item === item && one.id === id);
  const rows = [
    ...claims.map(({ name, text, state, red, findings }): ReportRow => {
      const tests = CLAIM_STATES[state];
      return {
        ...{ id: name, item: null, text },
        shown: {
          ...NONE,
          red: red === null ? 'none' : 'holds',
          tests,
          review: findings.length > 0 ? 'failed' : 'none',
        },
      };
    }),
    ...items.flatMap(({ id, title, criteria, shown }): ReportRow[] =>
      criteria.length === 0
        ? [{ id, item: id, text: title, shown }]
        : criteria.map((one) => {
            const said = saidOf(id, one.id);
            const person = said === undefined ? shown.person : BY_HAND[said.state];
            return { id: one.id, item: id, text: one.text, shown: { ...shown, person } };
          }),
    ),
  ];
  return rows.slice(0, MOST);
}

const NONE: ReportRow['shown'] = { red: 'none', tests: 'none', command: 'none', review: 'none', person: 'none' };

const CLAIM_STATES = {
  passed: 'holds',
  suite: 'holds',
  failed: 'failed',
  lapsed: 'lapsed',
  red: 'open',
  pending: 'open',
} as const;

/** What a person's word on a criterion that only a person can check shows. */
const BY_HAND = {
  holds: 'holds',
  fails: 'failed',
  lapsed: 'lapsed',
  open: 'open',
  'let-through': 'let-through',
} as const;

/**
 * Lists every attempt that did not lead on, of the run and of its items, oldest first: each once, for the items that it
 * is of.
 */
export function attemptsIn({ standing, room }: Pick<Here, 'standing' | 'room'>, tidy: Tidy): ReportAttempt[] {
  const ids = [...room.itemsOfRun(standing).map(({ id }) => id), null];
  const told = new Map<number, ReportAttempt>();
  for (const id of ids) {
    for (const one of attemptsOf(standing.facts.events, id)) {
      const known = told.get(one.n);
      // What an item is blamed for is the run's failure, too.
      if (known && id === null) continue;
      const items = [...(known?.items ?? []), ...(id === null ? [] : [tidy(id, 60)])];
      told.set(one.n, {
        ...{ n: one.n, time: one.time, items, class: one.class, status: one.status },
        source: tidy(one.source, 120),
        errors: one.errors.slice(0, FEW).map((error) => tidy(error, 200)),
        tried: one.tried.slice(0, FEW).map((said) => tidy(said, 200)),
      });
    }
  }
  return [...told.values()].toSorted((one, other) => one.n - other.n).slice(-MOST);
}
