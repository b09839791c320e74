import { getOrMake } from '../../get-or-make.js';
import { documentIn } from '../content.js';
import type { Lead } from '../evaluate.js';
import type { FlowEvent } from '../facts.js';
import type { CheckName, Content, Dials } from '../model.js';
import { judgesOf, raises } from './judges.js';
import { answering, type CheckPlace, isAsked, mayHold, type PhasePlace, type Survey, topOf } from './survey.js';
import type { World } from './world.js';

/** A played piece is a play that came past what went wrong, with what happened and what changed in it. */
interface Played {
  dials: Dials;
  events: readonly FlowEvent[];
  /** Names of contents; `git` where git or the forge say something else. */
  changed: ReadonlySet<string>;
}

/**
 * The plays of a workflow that came past what went wrong, with whatever dials. With other dials the same goes wrong the same way
 * where all that these dials ask for besides, or leave out, held before and was touched by nothing in the play: no content that
 * it depends on has changed, and nothing was said to it.
 */
export class SamePlays {
  readonly #survey: Survey;
  readonly #known = new Map<string, Played[]>();
  readonly #apart = new Map<string, readonly CheckPlace[] | null>();

  constructor(survey: Survey) {
    this.#survey = survey;
  }

  /**
   * Tells whether the same was played with other dials.
   * @param mishap what goes wrong
   * @param last index of the phase that the run is in: what later phases ask for is nothing to it yet
   */
  has(mishap: string, status: Lead, dials: Dials, last: number): boolean {
    return (this.#known.get(keyOf(mishap, status)) ?? []).some(({ dials: other, events, changed }) => {
      const apart = this.#apartIn(dials, other, last);
      return apart?.every((check) => !isTouched(check, events, changed, last)) ?? false;
    });
  }

  /** Takes in a play that came past what went wrong, from one world to another. */
  add(mishap: string, status: Lead, before: World, after: World): void {
    const [from, to] = [before.facts, after.facts];
    const moments = [...to.moments.slice(from.moments.length), to.present];
    const changed = new Set<string>();
    for (const { contents, git } of new Set(moments)) {
      if (git !== from.present.git) changed.add(GIT);
      for (const name of Object.keys({ ...from.present.contents, ...contents }))
        if (contents[name] !== from.present.contents[name]) changed.add(name);
    }
    const events = to.events.slice(from.events.length);
    getOrMake(this.#known, keyOf(mishap, status), () => []).push({ dials: before.dials, events, changed });
  }

  /** Returns the checks that are asked with one of two combinations of dials alone; null where more than checks differs. */
  #apartIn(one: Dials, other: Dials, last: number): readonly CheckPlace[] | null {
    return getOrMake(this.#apart, JSON.stringify([one, other, last]), () => {
      const { phases, checks } = this.#survey;
      const isReached = (place: PhasePlace) => topOf(place).index <= last;
      const differs = phases.some((place) => isReached(place) && this.#isLarger(place, one, other));
      if (differs) return null;
      return checks.filter((check) => isAskedWith(check, one) !== isAskedWith(check, other));
    });
  }

  /** Returns true for a phase of which more differs than that its checks are asked for. */
  #isLarger(place: PhasePlace, one: Dials, other: Dials): boolean {
    const { phase } = place;
    if (isAsked(place, one) === isAsked(place, other)) {
      const rules = (phase.edits ?? []).filter(({ when }) => mayHold(when, one) !== mayHold(when, other));
      return isAsked(place, one) && rules.length > 0;
    }
    const isNamed = this.#survey.checks.some(
      (check) => check.spec.to !== undefined && answering(check, this.#survey) === place,
    );
    return phase.each !== undefined || phase.advance !== undefined || phase.keeps !== undefined || isNamed;
  }
}

const GIT = 'git';

/** Positions with one key are the same for whoever reads what there is to do. */
function keyOf(mishap: string, { position, open, current, items }: Lead): string {
  const told = (all: Lead['open'] = []) => all.map(({ check, subject, state }) => [check, subject, state]);
  const standing = (all: Lead['items']): unknown[] =>
    all.map((one) => [one.id, one.state, one.phase, told(one.open), standing(one.items ?? [])]);
  return JSON.stringify([mishap, position, told(open), told(current?.open), standing(items)]);
}

const isAskedWith = ({ spec, home }: CheckPlace, dials: Dials) => mayHold(spec.when, dials) && isAsked(home, dials);

/** Checks of which it is known what they read: contents, and words of their own. */
const READ: ReadonlySet<CheckName> = new Set([
  ...(['document', 'section', 'valid', 'covered', 'gathered', 'listed', 'bounded'] as const),
  ...(['submitted', 'approved', 'chosen', 'verdict', 'green', 'command', 'coverage', 'binding'] as const),
]);

/** Tells whether a play may have changed what a check says, or what it raises. */
function isTouched(
  check: CheckPlace,
  events: readonly FlowEvent[],
  changed: ReadonlySet<string>,
  last: number,
): boolean {
  const { spec, home } = check;
  if (events.some((event) => isHeard(check, event))) return true;
  // It is asked for later; until then it only hears.
  if (topOf(home).index > last) return false;
  return !READ.has(spec.check) || check.contents.some((one) => isChanged(one, changed));
}

function isHeard({ spec, kind }: CheckPlace, event: FlowEvent): boolean {
  if (event.type === 'verdict') {
    // Whom a panel asks besides is known in the run alone.
    return spec.check === 'panel' || judgesOf(spec).includes(event.judge) || spec.check === 'analysed';
  }
  if (!(kind.listensTo?.(spec) ?? kind.listens).includes(event.type)) return false;
  if (event.type === 'run') {
    const { question = 'test' } =
      spec.check === 'command' ? questionIn(spec.command) : spec.check === 'green' ? spec : {};
    return event.question === question || raises(spec);
  }
  if (event.type === 'approval') return spec.check !== 'approved' || spec.gate === event.gate;
  if (event.type === 'choice') return spec.check !== 'chosen' || spec.question === event.question;
  return true;
}

const questionIn = (command: unknown): { question?: string } =>
  typeof command === 'object' && command !== null && 'question' in command
    ? { question: String(command.question) }
    : {};

function isChanged(on: Content, changed: ReadonlySet<string>): boolean {
  if (on === 'nothing') return false;
  if (on === 'item') return [...changed].some((name) => name.startsWith('item:'));
  if (on === 'tests') return changed.has('test');
  const document = documentIn(on);
  return changed.has(document === null ? on : `doc:${document}`);
}
