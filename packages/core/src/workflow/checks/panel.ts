import { getOrMake } from '../../get-or-make.js';
import { contentAt } from '../content.js';
import type { CheckMemory, PanelMemory, ReviewerWords } from '../memory.js';
import type { Round } from '../model.js';
import { type CheckKind, type Context, isBreakdown, own, type SpecOf } from './kind.js';

/**
 * Several reviewers in rounds (design, Model, Panel; feature D92). Early rounds are history: they are over once and for
 * all. The last one is on the present content: whoever it names has a clean word on it, given after the rounds before.
 */
export const panel: CheckKind<SpecOf<'panel'>> = {
  actor: 'agent',
  on: 'diff',
  code: 'PANEL_OPEN',
  listens: ['verdict'],
  subjects: (_spec, _moment, item) => [own(item)],
  words: (spec, event, moment, item) => {
    if (event.type !== 'verdict' || !spec.reviewers.includes(event.judge)) return [];
    const content = contentAt(spec.on ?? 'diff', moment, item);
    if (content === null) return [];
    const { pass, findings, failure, judge } = event;
    return [{ subject: own(item), content, pass, findings, failure, source: judge }];
  },
  take: (spec, event, context) => {
    if (event.type !== 'verdict' || !spec.reviewers.includes(event.judge) || isBreakdown(event.failure)) return;
    const content = contentAt(spec.on ?? 'diff', context.moment, context.item);
    if (content === null) return;
    const memory = panelOf(context.memory, own(context.item).key);
    const words = getOrMake(memory.words, event.judge, () => ({ pass: false, n: 0, newest: new Map() }));
    words.pass = event.pass;
    words.n = event.n;
    words.newest.set(content, { pass: event.pass, n: event.n });
    closeRounds(spec, memory, event.n);
  },
  judge: (spec, subject, context) => {
    const memory = context.memory.panels.get(subject.key);
    if (!memory) return 'missing';
    if (waitingFor(spec, memory, context).length === 0) return 'ok';
    if (context.memory.seen.has(subject.key)) return 'lapsed';
    return [...memory.words.values()].some(({ pass }) => !pass) ? 'failed' : 'missing';
  },
  args: (spec, subject, context) => {
    const memory = context.memory.panels.get(subject.key);
    const round = Math.min((memory?.rounds.length ?? 0) + 1, spec.rounds.length);
    return { panel: spec.panel, round, reviewers: memory ? waitingFor(spec, memory, context) : [...spec.reviewers] };
  },
};

function panelOf({ panels }: CheckMemory, key: string): PanelMemory {
  return getOrMake(panels, key, () => ({ words: new Map(), rounds: [] }));
}

function closeRounds({ rounds, reviewers }: SpecOf<'panel'>, memory: PanelMemory, n: number): void {
  while (memory.rounds.length < rounds.length - 1) {
    const since = memory.rounds.at(-1) ?? 0;
    if (openIn(rounds[memory.rounds.length]!, reviewers, memory, since).length > 0) return;
    memory.rounds.push(n);
  }
}

/** Who still has to speak in a round that is history. */
function openIn(round: Round, reviewers: readonly string[], { words }: PanelMemory, since: number): string[] {
  if (round === 'open') return reviewers.filter((name) => words.get(name)?.pass !== true);
  const named = round === 'all' ? reviewers : round;
  return named.filter((name) => (words.get(name)?.n ?? 0) <= since);
}

/** Reviewers whose word is needed now. */
function waitingFor(spec: SpecOf<'panel'>, memory: PanelMemory, { moment, item }: Context): string[] {
  const { rounds, reviewers } = spec;
  const since = memory.rounds.at(-1) ?? 0;
  const at = memory.rounds.length;
  if (at < rounds.length - 1) return openIn(rounds[at]!, reviewers, memory, since);
  const last = rounds[at]!;
  const content = contentAt(spec.on ?? 'diff', moment, item);
  const named = last === 'all' ? reviewers : last === 'open' ? [] : last;
  return reviewers.filter((name) => {
    const words = memory.words.get(name);
    return named.includes(name) ? !isCleanOn(words, content, since) : words?.pass === false;
  });
}

function isCleanOn(words: ReviewerWords | undefined, content: string | null, since: number): boolean {
  const word = content === null ? undefined : words?.newest.get(content);
  return word?.pass === true && word.n > since;
}
