import { slugOf } from '../../documents/sections.js';
import { getOrMake } from '../../get-or-make.js';
import { TOPIC, topicHeading } from '../../items/topics.js';
import type { PathClass } from '../../presets/path-class.js';
import { QUESTIONS } from '../../presets/preset.js';
import { isTurned } from '../conditions.js';
import { copyState } from '../copy-state.js';
import { type Lead, leadOf } from '../evaluate.js';
import type { ClaimFact, DocumentView, Facts, FlowEvent, ItemFact, Moment } from '../facts.js';
import { foldOn } from '../fold.js';
import { addEvent, type NewEvent } from '../make-facts.js';
import { makeMoment } from '../make-moment.js';
import type { Condition, Dials, Phase, Workflow } from '../model.js';
import { newState, type RunState } from '../state.js';

/** Where a check is tried on its own: contents are small numbers, one claim, two items of each kind. */
export class World {
  readonly workflow: Workflow;
  readonly dials: Dials;
  /** How often each class of files, document, item and body of tests was changed. */
  #versions: Record<string, number> = {};
  #documents: readonly string[] = [];
  #git: Moment['git'] = { branch: 'main', base: 'main', head: 'h' };
  #events: readonly FlowEvent[] = [];
  #moments: readonly Moment[] = [];
  /** Moments by what makes them; a moment that comes again, in whatever world of the run, is the same object. */
  readonly #known: Map<string, Moment>;
  /** The contents as they are, until something changes. */
  #present: Moment | null = null;
  #time = 0;
  /**
   * The events so far, folded when somebody asks where the run stands; each is taken in once. Asking leaves nothing behind:
   * items and their marks are the same at all moments. Worlds that were copied share it, and who has more events folds them
   * into a copy.
   */
  #folded: { state: RunState; events: number; isShared: boolean } | null = null;
  readonly #items: readonly ItemFact[];
  readonly #sections: DocumentView['sections'];

  /** @param other a world of the same run, which has the same items and sections */
  constructor(workflow: Workflow, dials: Dials, other?: World) {
    this.workflow = workflow;
    this.dials = dials;
    this.#known = other ? other.#known : new Map();
    this.#items = other?.items ?? [
      ...itemsOf(workflow.phases, undefined, leastOf(workflow.phases, dials)),
      ...topicsFor(workflow.phases),
    ];
    this.#sections = other ? other.#sections : { ...sectionsOf(workflow.phases, dials), ...researchOf(this.#items) };
  }

  /** A world of the same run before its first event. */
  protected again(): World {
    return new World(this.workflow, this.dials, this);
  }

  copy(): World {
    const other = this.again();
    other.#versions = { ...this.#versions };
    other.#documents = this.#documents;
    other.#git = this.#git;
    other.#events = this.#events;
    other.#moments = this.#moments;
    other.#present = this.#present;
    other.#time = this.#time;
    if (this.#folded) this.#folded.isShared = true;
    other.#folded = this.#folded;
    return other;
  }

  get items(): readonly ItemFact[] {
    return this.#items;
  }

  get documents(): readonly string[] {
    return this.#documents;
  }

  get length(): number {
    return this.#events.length;
  }

  /** Something happens on the contents as they are. */
  do(event: NewEvent): void {
    const { now, events, moments } = addEvent({ ...this.facts, now: this.#time }, event);
    this.#time = now;
    this.#events = events;
    this.#moments = moments;
  }

  /** Changes files of a class, an item's files (`item:<id>`) or the bodies of tests. */
  edit(what: PathClass | `item:${string}`): void {
    this.#versions[what] = this.#version(what) + 1;
    this.#present = null;
  }

  /** Writes a document anew, with all that could be asked of it. */
  write(name: string): void {
    this.#versions[`doc:${name}`] = this.#version(`doc:${name}`) + 1;
    if (!this.#documents.includes(name)) this.#documents = [...this.#documents, name];
    this.#present = null;
  }

  forge(said: Partial<Moment['git']>): void {
    this.#git = { ...this.#git, ...said };
    this.#present = null;
  }

  wait(milliseconds: number): void {
    this.#time += milliseconds;
  }

  get claims(): readonly ClaimFact[] {
    const written = this.#version('test');
    const test = { name: 'TestClaim', ...(written === 0 ? {} : { file: 'claim_test', hash: `body${written}` }) };
    return [{ id: 'C1', digest: 'C1', expect: 'red', tests: [test] }];
  }

  get facts(): Facts {
    const { dials } = this;
    return { now: this.#time + 1, dials, events: this.#events, moments: this.#moments, present: this.#moment() };
  }

  get status(): Lead {
    return leadOf(this.#state(), { present: this.#moment(), now: this.#time + 1 });
  }

  #state(): RunState {
    const before = this.#folded ?? { state: newState(this.workflow, this.dials), events: 0, isShared: false };
    const events = this.#events.length;
    if (this.#folded && before.events === events) return before.state;
    const state = before.isShared ? copyState(before.state) : before.state;
    for (const event of this.#events.slice(before.events)) foldOn(state, event, this.#moments[event.at]);
    this.#folded = { state, events, isShared: false };
    return state;
  }

  #version(name: string): number {
    return this.#versions[name] ?? 0;
  }

  #moment(): Moment {
    this.#present ??= getOrMake(this.#known, JSON.stringify([this.#versions, this.#documents, this.#git]), () =>
      this.#made(),
    );
    return this.#present;
  }

  #made(): Moment {
    const version = (name: string) => [name, String(this.#version(name))] as const;
    const covers = this.claims.map(({ id }) => id);
    return makeMoment({
      classes: Object.fromEntries(['source', 'test', 'build', 'generated', 'document'].map(version)),
      files: Object.fromEntries(this.#items.map(({ id }) => [id, String(this.#version(`item:${id}`))])),
      documents: Object.fromEntries(
        this.#documents.map((name) => {
          const digest = String(this.#version(`doc:${name}`));
          return [name, { digest, sections: this.#sections, covers, findings: [], command: namedIn(name) }];
        }),
      ),
      claims: this.claims,
      suites: QUESTIONS.map((question) => ({ id: `suite:${question}`, question })),
      items: this.#items,
      git: this.#git,
    });
  }
}

/**
 * Makes two items of each kind, or as many as may be listed, and below each item the items that it is walked for. They
 * have every flag that is asked for.
 */
function itemsOf(
  phases: readonly Phase[],
  parent: string | undefined,
  most: Readonly<Record<string, number>>,
): ItemFact[] {
  return phases.flatMap(({ each }) => {
    if (!each) return [];
    return ['1', '2'].slice(0, most[each.kind]).flatMap((number) => {
      const id = `${parent === undefined ? '' : `${parent}-`}${each.kind}${number}`;
      const item: ItemFact = {
        id,
        digest: id,
        title: id,
        kind: each.kind,
        ...(parent === undefined ? {} : { parent }),
        after: [],
        files: [id],
        claims: ['C1'],
        size: 'M',
        flags: [...flagsIn(each.phases), ...(each.kind === TOPIC ? [TOPICS[number]!] : [])],
        verify: verifyOf(id),
        commit: id,
        risk: 'none',
        criteria: [{ id: '1', text: id }],
      };
      return [item, ...itemsOf(each.phases, id, most)];
    });
  });
}

/** Tells how many items of a kind may be listed, where a check says so. */
function leastOf(phases: readonly Phase[], dials: Dials): Record<string, number> {
  const checks = phases.flatMap(({ exit }) => exit);
  return Object.fromEntries(
    checks.flatMap((spec) =>
      spec.check === 'bounded' && spec.items !== undefined && isTurned(spec.when, dials)
        ? [[spec.kind, spec.items]]
        : [],
    ),
  );
}

/** Categories of the topics of a played run: one for each kind of agent. */
const TOPICS: Readonly<Record<string, string>> = { 1: 'external', 2: 'codebase' };

/** Returns the command of an item of a played run. */
export const verifyOf = (id: string) => `verify ${id}`;

/** Returns the command that a document of a played run names. */
export const namedIn = (document: string) => `show ${document}`;

const flagsIn = (phases: readonly Phase[]): string[] =>
  phases.flatMap(({ when, exit, each }) => [
    ...flagsOf(when),
    ...exit.flatMap((spec) => flagsOf(spec.when)),
    ...flagsIn(each?.phases ?? []),
  ]);

const flagsOf = (when: Condition | undefined) => when?.flag ?? [];

/** Makes two topics where research is asked for and no phase walks topics. */
function topicsFor(phases: readonly Phase[]): ItemFact[] {
  const isAsked = phases.some(({ exit }) => exit.some(({ check }) => check === 'gathered'));
  if (!isAsked || phases.some(({ each }) => each?.kind === TOPIC)) return [];
  return Object.entries(TOPICS).map(([number, flag]) => {
    const id = `${TOPIC}${number}`;
    return { id, digest: id, title: id, kind: TOPIC, after: [], files: [id], flags: [flag] };
  });
}

/** Returns sections with the research of each topic. */
const researchOf = (items: readonly ItemFact[]): Record<string, readonly string[]> =>
  Object.fromEntries(
    items.flatMap((item) => (item.kind === TOPIC ? [[slugOf(topicHeading(item)), ['something']] as const] : [])),
  );

/** Returns sections with as many entries as any check asks for. */
function sectionsOf(phases: readonly Phase[], dials: Dials): Record<string, readonly string[]> {
  const sections: Record<string, readonly string[]> = {};
  const ask = (name: string, entries: readonly string[]) => {
    if (entries.length > (sections[name]?.length ?? 0)) sections[name] = entries;
  };
  for (const { exit, each } of phases) {
    for (const [name, entries] of Object.entries(sectionsOf(each?.phases ?? [], dials))) ask(name, entries);
    for (const spec of exit) {
      if (spec.check !== 'section' || !isTurned(spec.when, dials)) continue;
      ask(
        spec.section,
        Array.from({ length: spec.min ?? 1 }, () => 'something'),
      );
    }
  }
  return sections;
}
