import { getOrMake } from '../../get-or-make.js';
import { contentAt } from '../content.js';
import type { ItemFact, Moment } from '../facts.js';
import type { CheckMemory } from '../memory.js';
import type { Round } from '../model.js';
import { PROBES, probesAt } from '../probes.js';
import { type CheckKind, type Context, isBreakdown, own, ownAlone, type SpecOf } from './kind.js';

type Spec = SpecOf<'panel'>;

/** `ReviewerWords` holds the words of one reviewer, oldest first. */
interface ReviewerWords {
  /** The newest. */
  pass: boolean;
  n: number;
  /** The newest on each content. */
  newest: Map<string, { pass: boolean; n: number }>;
  /** Contents that it blocked and then passed, with no answer between: asked again until it passed. */
  turned: Set<string>;
}

interface PanelMemory {
  words: Map<string, ReviewerWords>;
  /** Events that ended the rounds that are over, by round. */
  rounds: number[];
}

/** `Panels` is what panels remember: words by subject. */
type Panels = Map<string, PanelMemory>;

/** A chair is a reviewer who sits in a panel; a probe's words are known by its text, whatever its place among the others. */
interface Chair {
  name: string;
  key: string;
  /** The place of the chair in the order of a round of all, from 0. */
  tier: number;
}

/**
 * Tells who sits in a panel: its reviewers, those that know the languages of the change (feature D96), and one for each probe
 * of the user (feature D89).
 */
export function chairsAt(spec: Spec, moment: Pick<Moment, 'documents' | 'reviewers'>): readonly Chair[] {
  const always = getOrMake(ALWAYS, spec, () => [...new Set(spec.reviewers)].map((name) => chairFor(spec, name)));
  const languages = (spec.languages && moment.reviewers) || NOBODY;
  const probes = spec.probes ? probesAt(spec.probes, moment) : NOBODY;
  if (languages.length === 0 && probes.length === 0) return always;
  const late = [...new Set(languages)].filter((name) => !spec.reviewers.includes(name));
  const tier = tierOf(spec, PROBES);
  return [
    ...always,
    ...late.map((name) => chairFor(spec, name)),
    ...probes.map(({ judge, key }) => ({ name: judge, key, tier })),
  ];
}

/** The chairs that a panel has at every moment: each event asks for them, of each panel. */
const ALWAYS = new WeakMap<Spec, readonly Chair[]>();

const NOBODY: readonly never[] = [];

const chairFor = (spec: Spec, name: string): Chair => ({ name, key: name, tier: tierOf(spec, name) });

const tierOf = ({ tiers }: Spec, name: string) => Math.max(tiers?.findIndex((names) => names.includes(name)) ?? 0, 0);

const chairOf = (spec: Spec, moment: Moment, judge: string) =>
  chairsAt(spec, moment).find(({ name }) => name === judge);

/**
 * `panel` asks several reviewers in rounds (feature D92). Early rounds are history: they are over once and for all. The last
 * one is on the present content: whoever it names has a clean word on it, given after the rounds before.
 */
export const panel: CheckKind<Spec, Panels> = {
  actor: 'agent',
  on: 'diff',
  code: 'PANEL_OPEN',
  listens: ['verdict'],
  isOfSeveral: true,
  remembers: () => new Map(),
  forget: (memory, subjects) => {
    for (const subject of subjects) memory.own.delete(subject);
  },
  subjects: (_spec, _moment, item) => ownAlone(item),
  words: (spec, event, moment, item) => {
    const chair = event.type === 'verdict' ? chairOf(spec, moment, event.judge) : undefined;
    if (event.type !== 'verdict' || !chair) return [];
    const content = contentAt(spec.on ?? 'diff', moment, item);
    if (content === null) return [];
    const { pass, findings, failure } = event;
    return [{ subject: own(item), content, pass, findings, failure, source: chair.key }];
  },
  take: (spec, event, context) => {
    // A round that was over before there was anything to look at would be history for good.
    if (event.type !== 'verdict' || isBreakdown(event.failure) || context.isEarly) return;
    const chair = chairOf(spec, context.moment, event.judge);
    if (!chair) return;
    const content = contentAt(spec.on ?? 'diff', context.moment, context.item);
    if (content === null) return;
    const memory = panelOf(context.memory.own, own(context.item).key);
    // A round may have come to its end without a word, as whoever was left is asked no more.
    memory.rounds = roundsOver(spec, chairsAt(spec, context.moment), memory);
    // Who speaks before its turn has not seen what those before it find: it is asked again (feature D90).
    if (memory.rounds.length < spec.rounds.length - 1) {
      const first = waitingFor(spec, memory, context)[0];
      if (spec.rounds[memory.rounds.length] === 'all' && first && chair.tier > first.tier) return;
    }
    const words = getOrMake(memory.words, chair.key, () => ({
      pass: false,
      n: 0,
      newest: new Map(),
      turned: new Set<string>(),
    }));
    const { id, key } = { id: context.item?.id ?? '', key: chair.key };
    const isUnanswered = context.raised.by(context.key, id).some((one) => one.source === key && !one.disputed);
    if (event.pass && isUnanswered && words.newest.get(content)?.pass === false) words.turned.add(content);
    words.pass = event.pass;
    words.n = event.n;
    words.newest.set(content, { pass: event.pass, n: event.n });
    memory.rounds = roundsOver(spec, chairsAt(spec, context.moment), memory);
  },
  judge: (spec, subject, context) => {
    const memory = context.memory.own.get(subject.key);
    if (!memory) return 'never';
    if (waitingFor(spec, memory, context).length === 0) return 'holds';
    // What was over once has lapsed, whatever was said since.
    if (context.memory.everHeld.has(subject.key)) return 'never';
    return [...memory.words.values()].some(({ pass }) => !pass) ? 'no' : 'never';
  },
  args: (spec, subject, context) => {
    const memory = context.memory.own.get(subject.key);
    const over = memory ? roundsOver(spec, chairsAt(spec, context.moment), memory).length : 0;
    const round = Math.min(over + 1, spec.rounds.length);
    const waiting = memory ? waitingFor(spec, memory, context) : firstTier(chairsAt(spec, context.moment));
    return { panel: spec.panel, round, reviewers: waiting.map(({ name }) => name) };
  },
};

/** Reviewers that changed their mind about what is there, though nobody had answered them: who asked again may have pressed. */
export function turnedOn(spec: Spec, moment: Moment, item: ItemFact | null, memory: CheckMemory): string[] {
  const words = panelsOf(memory)?.get(own(item).key)?.words;
  const content = contentAt(spec.on ?? 'diff', moment, item);
  if (!words || content === null) return [];
  return chairsAt(spec, moment).flatMap(({ name, key }) => (words.get(key)?.turned.has(content) ? [name] : []));
}

/** Tells how many rounds of a panel are over. */
export function roundsBehind(memory: CheckMemory | undefined, subject: string): number {
  return memory ? (panelsOf(memory)?.get(subject)?.rounds.length ?? 0) : 0;
}

/** Who asks about a check by its key may ask about a single judge, who remembers no rounds. */
const panelsOf = (memory: CheckMemory) => memory.own as Panels | undefined;

function panelOf(panels: Panels, key: string): PanelMemory {
  return getOrMake(panels, key, () => ({ words: new Map(), rounds: [] }));
}

/** Finds the word that ended each early round that is over with these chairs. */
function roundsOver({ rounds }: Spec, chairs: readonly Chair[], memory: PanelMemory): number[] {
  const over = [...memory.rounds];
  const newest = Math.max(0, ...[...memory.words.values()].map(({ n }) => n));
  while (over.length < rounds.length - 1) {
    if (openIn(rounds[over.length]!, chairs, memory, over.at(-1) ?? 0).length > 0) return over;
    over.push(newest);
  }
  return over;
}

/** Tells who still has to speak in a round that is history. */
function openIn(round: Round, chairs: readonly Chair[], { words }: PanelMemory, since: number): Chair[] {
  if (round === 'open') return chairs.filter(({ key }) => words.get(key)?.pass !== true);
  const named = round === 'all' ? chairs : chairs.filter(({ name }) => round.includes(name));
  return named.filter(({ key }) => (words.get(key)?.n ?? 0) <= since);
}

/** Picks the chairs whose word is needed now. */
function waitingFor(spec: Spec, memory: PanelMemory, { moment, item }: Pick<Context, 'moment' | 'item'>): Chair[] {
  const { rounds } = spec;
  const chairs = chairsAt(spec, moment);
  const over = roundsOver(spec, chairs, memory);
  const since = over.at(-1) ?? 0;
  const at = over.length;
  if (at < rounds.length - 1) {
    const open = openIn(rounds[at]!, chairs, memory, since);
    return rounds[at] === 'all' ? firstTier(open) : open;
  }
  const last = rounds[at]!;
  const content = contentAt(spec.on ?? 'diff', moment, item);
  return chairs.filter(({ name, key }) => {
    const words = memory.words.get(key);
    const isNamed = last === 'all' || (last !== 'open' && last.includes(name));
    if (isNamed) return !isCleanOn(words, content, since);
    // A probe or a language that came late was never asked.
    return words === undefined ? !spec.reviewers.includes(name) : !words.pass;
  });
}

/** Picks the chairs of the first tier that somebody is left in. */
function firstTier(chairs: readonly Chair[]): Chair[] {
  const first = Math.min(...chairs.map(({ tier }) => tier));
  return chairs.filter(({ tier }) => tier === first);
}

function isCleanOn(words: ReviewerWords | undefined, content: string | null, since: number): boolean {
  const word = content === null ? undefined : words?.newest.get(content);
  return word?.pass === true && word.n > since;
}
