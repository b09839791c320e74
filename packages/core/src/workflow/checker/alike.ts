import { own } from '../checks/kind.js';
import type { Moment } from '../facts.js';
import { newMemory } from '../memory.js';
import type { Condition, Dials } from '../model.js';
import { Raised } from '../raised.js';
import { judgesOf, raises } from './judges.js';
import { SamePlays } from './same-plays.js';
import { type CheckPlace, isAsked, isSure, mayHold, type PhasePlace, type Survey, topOf } from './survey.js';
import { World } from './world.js';

/**
 * A likeness tells what dials make of a played run. Two combinations of which it tells the same are played alike: nothing that
 * differs between them is ever in the way of the run.
 */
export class Likeness {
  /** What went wrong with whatever dials, and how that ended. */
  readonly plays: SamePlays;
  readonly #survey: Survey;
  readonly #worlds = new Map<Dials, { start: Moment; end: Moment }>();
  readonly #known = new Map<Dials, Map<number, string>>();

  constructor(survey: Survey) {
    this.#survey = survey;
    this.plays = new SamePlays(survey);
  }

  /** @param last index of the last phase that the run comes to; what later phases ask for is nothing to it yet */
  of(dials: Dials, last: number): string {
    const known = this.#known.get(dials) ?? new Map<number, string>();
    this.#known.set(dials, known);
    const before = known.get(last);
    if (before !== undefined) return before;
    const made = JSON.stringify([...this.#asked(dials, last), this.#given(dials)]);
    known.set(last, made);
    return made;
  }

  /** Tells which conditions on dials hold, of those that make a difference. */
  #asked(dials: Dials, last: number): (boolean | null)[] {
    const { phases, checks } = this.#survey;
    const isReached = (place: PhasePlace) => topOf(place).index <= last;
    const holds = (when: Condition | undefined) => mayHold(when, dials);
    const hasDial = (when: Condition | undefined) => when?.dial !== undefined;
    const ofPhases = phases.filter(isReached).flatMap((place) => {
      const edits = (place.phase.edits ?? []).filter(({ when }) => hasDial(when));
      const isIn = isAsked(place, dials);
      return [isIn, ...edits.map(({ when }) => isIn && holds(when))];
    });
    const judges = new Set(checks.filter(({ home }) => isReached(home)).flatMap(({ spec }) => judgesOf(spec)));
    // Whom a panel asks besides is known in the run alone.
    const hasPanel = checks.some(({ spec }) => spec.check === 'panel');
    const isHeard = ({ spec }: CheckPlace) => hasPanel || judgesOf(spec).some((judge) => judges.has(judge));
    const ofChecks = checks
      .filter(({ spec }) => hasDial(spec.when))
      .map((check) => {
        // What a judge says is heard by every check that asks for that judge, wherever the run is.
        if (raises(check.spec)) return isReached(check.home) || isHeard(check) ? holds(check.spec.when) : null;
        if (!isReached(check.home) || !isAsked(check.home, dials) || !holds(check.spec.when)) return null;
        return this.#isSilent(check, dials) ? null : true;
      });
    return [...ofPhases, ...ofChecks];
  }

  /** Tells what a world has because of its dials: its items, and the sections that anybody may count there. */
  #given(dials: Dials): unknown {
    const { checks } = this.#survey;
    const { start, end } = this.#world(dials);
    const counted = new Set(
      checks.flatMap((check) =>
        check.spec.check === 'section' && !(mayHold(check.spec.when, dials) && this.#isSilent(check, dials))
          ? [check.spec.section]
          : [],
      ),
    );
    const hasPanel = checks.some(({ spec }) => spec.check === 'panel');
    const [document] = Object.values(end.documents);
    const sections = Object.entries(document?.sections ?? {}).filter(([name]) => hasPanel || counted.has(name));
    return [start.items.map(({ id }) => id), sections.map(([name, entries]) => [name, entries.length])];
  }

  /**
   * True where a check is never told of in a played run: it only looks, it holds once all documents are written, and until then
   * there is nothing else to say than that its document is missing, which another check of its phase does.
   */
  #isSilent({ spec, kind, key, home }: CheckPlace, dials: Dials): boolean {
    if (!kind.stays || kind.listens.length > 0 || spec.loop !== undefined || home.outer !== null) return false;
    const { start, end } = this.#world(dials);
    const holdsAt = (moment: Moment) =>
      kind.judge(spec, own(null), { moment, item: null, now: 0, memory: newMemory(), raised: new Raised(), key }) ===
      'holds';
    if (!holdsAt(end)) return false;
    if (holdsAt(start)) return true;
    const name = spec.check === 'section' || spec.check === 'valid' ? spec.document : null;
    return home.checks.some(
      (one) =>
        one.spec.check === 'document' &&
        one.spec.document === name &&
        one.spec.loop === undefined &&
        isSure(one, dials),
    );
  }

  /** Returns the moments of a world at its start, and with all documents. */
  #world(dials: Dials): { start: Moment; end: Moment } {
    const known = this.#worlds.get(dials);
    if (known) return known;
    const { workflow } = this.#survey;
    const world = new World(workflow, dials);
    const start = world.facts.present;
    for (const name of Object.keys(workflow.documents)) world.write(name);
    const made = { start, end: world.facts.present };
    this.#worlds.set(dials, made);
    return made;
  }
}
