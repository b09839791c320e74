import { contentAt } from '../content.js';
import type { ClaimFact, Failing, FlowEvent, ItemFact, Moment } from '../facts.js';
import { seeTime } from '../look.js';
import type { Content } from '../model.js';
import {
  type CheckKind,
  type CheckState,
  type Context,
  claimSubject,
  claimsOf,
  contentsOf,
  isBreakdown,
  own,
  ownAlone,
  type SpecOf,
  type Subject,
  type Word,
} from './kind.js';

/* Checks that take the newest word on the present content. */

/** The newest word on the present content; a pass on other content is lapsed. */
function newest(on: Content | readonly Content[], subject: Subject, context: Context): CheckState {
  const { memory, moment, item } = context;
  // What nobody spoke of yet depends on no content.
  if (!memory.proofs.has(subject.key)) return 'missing';
  return newestOn(contentAt(on, moment, item), subject, context);
}

function newestOn(content: string | null, subject: Subject, { memory, moment, now }: Context): CheckState {
  const proofs = memory.proofs.get(subject.key);
  const word = content === null ? undefined : proofs?.newest.get(content);
  if (word?.expires != null) seeTime(moment);
  if (word && (word.expires == null || word.expires > now)) return word.pass ? 'ok' : 'failed';
  return proofs && proofs.passed.size > 0 ? 'lapsed' : 'missing';
}

interface Proven<Spec> {
  code: string;
  actor?: CheckKind['actor'];
  on: string;
  listens: CheckKind['listens'];
  /** What an event says; null when it is about something else. */
  read(spec: Spec, event: FlowEvent, item: ItemFact | null): Omit<Word, 'subject' | 'content'> | null;
  args?(spec: Spec, item: ItemFact | null): Record<string, string | number | string[]>;
}

/** A check of the run, or of the item in whose walk it is asked. */
function proven<Spec extends { on?: string | readonly string[] }>(way: Proven<Spec>): CheckKind {
  const { code, actor = 'agent', on, listens, read, args } = way;
  const specOf = (spec: unknown) => spec as Spec;
  const kind: CheckKind = {
    actor,
    on,
    code,
    listens,
    subjects: (_spec, _moment, item) => ownAlone(item),
    words: (spec, event, moment, item) => {
      const word = read(specOf(spec), event, item);
      const content = word && contentAt(spec.on ?? on, moment, item);
      return word && content !== null ? [{ ...word, content: content as string, subject: own(item) }] : [];
    },
    judge: (spec, subject, context) => newest(spec.on ?? on, subject, context),
  };
  if (args) kind.args = (spec, _subject, { item }) => args(specOf(spec), item);
  return kind;
}

export const submitted = proven<SpecOf<'submitted'>>({
  code: 'SUBMISSION_MISSING',
  on: 'nothing',
  listens: ['submission'],
  read: ({ name }, event) => (event.type === 'submission' && event.name === name ? { pass: true } : null),
  args: ({ name }) => ({ name }),
});

export const approved = proven<SpecOf<'approved'>>({
  code: 'APPROVAL_MISSING',
  actor: 'person',
  on: 'tree',
  listens: ['approval'],
  read: ({ gate }, event) =>
    event.type === 'approval' && event.gate === gate ? { pass: true, expires: event.expires } : null,
  args: ({ gate }) => ({ gate }),
});

export const chosen = proven<SpecOf<'chosen'>>({
  code: 'CHOICE_MISSING',
  actor: 'person',
  on: 'nothing',
  listens: ['choice'],
  read: ({ question, options }, event) =>
    event.type === 'choice' && event.question === question ? { pass: options.includes(event.option) } : null,
  args: ({ question, options }) => ({ question, options: [...options] }),
});

export const coverage = proven<SpecOf<'coverage'>>({
  code: 'COVERAGE_LOW',
  on: 'relevant',
  listens: ['coverage'],
  read: ({ min }, event, item) => (event.type === 'coverage' ? { pass: event.percent >= leastOf(min, item) } : null),
  args: ({ min }, item) => ({ min: leastOf(min, item) }),
});

/** Tells what is asked of an item of this size; of what has none that is named, all. */
function leastOf(min: SpecOf<'coverage'>['min'], item: ItemFact | null): number {
  if (typeof min === 'number') return min;
  const size = item?.size ?? '';
  return (Object.hasOwn(min, size) ? min[size] : min['']) ?? 100;
}

export const reproduced = proven<SpecOf<'reproduced'>>({
  code: 'NOT_REPRODUCED',
  on: 'nothing',
  listens: ['command'],
  // A pass says nothing here, so that what was once seen to fail stays seen.
  read: (spec, event) =>
    event.type === 'command' && event.command === spec.command && !event.pass && !isBreakdown(event.failure)
      ? { pass: true }
      : null,
  args: (spec) => ({ command: spec.command }),
});

export const command = proven<SpecOf<'command'>>({
  code: 'COMMAND_NOT_PASSED',
  on: 'relevant',
  listens: ['command'],
  read: (spec, event) =>
    event.type === 'command' && event.command === spec.command ? { pass: event.pass, failure: event.failure } : null,
  args: (spec) => ({ command: spec.command }),
});

const said = proven<SpecOf<'verdict'>>({
  code: 'VERDICT_MISSING',
  on: 'relevant',
  listens: ['verdict'],
  read: ({ judge }, event) =>
    event.type === 'verdict' && event.judge === judge
      ? { pass: event.pass, findings: event.findings, failure: event.failure, source: judge }
      : null,
  args: ({ judge }) => ({ judge }),
});

/** Tests that nobody has written yet, nobody can have judged. */
export const verdict: CheckKind<SpecOf<'verdict'>> = {
  ...said,
  words: (spec, event, moment, item) => {
    const words = said.words?.(spec, event, moment, item) ?? [];
    return spec.written && !areWritten(claimsOf(moment, item)) ? words.filter(({ pass }) => !pass) : words;
  },
};

const areWritten = (claims: readonly ClaimFact[]) =>
  claims.every(({ expect, tests }) => expect !== 'red' || tests.every(({ hash, runner }) => hash ?? runner));

/** Every needed suite, each on the content that can change its outcome. Where nothing is needed, nothing is proven. */
export const green: CheckKind<SpecOf<'green'>> = {
  actor: 'agent',
  on: 'relevant',
  code: 'SUITE_NOT_GREEN',
  listens: ['run'],
  subjects: ({ question = 'test' }, moment) => {
    const needed = moment.suites.filter((suite) => suite.question === question);
    if (needed.length === 0 && question === 'test') return [{ id: '(no suite)', key: '(no suite)' }];
    return needed.map(({ id }) => ({ id, key: id }));
  },
  words: ({ question = 'test', blame }, event, moment) => {
    if (event.type !== 'run' || event.question !== question || event.result === 'unknown') return [];
    const content = suiteContent(moment, event.suite, question);
    if (content === null) return [];
    const names = blame && event.result === 'fail' ? blamed(event.subjects) : [];
    const findings = names.map((item) => ({ title: '', item }));
    const subject = { id: event.suite, key: event.suite };
    const { failure, failing, lacking, flaky } = event;
    // What is green without the tests of a claim shows nothing of it.
    const pass = event.result === 'pass' && lacking === undefined;
    return [{ subject, content, pass, findings, source: event.suite, failure, failing, lacking, flaky }];
  },
  judge: ({ question = 'test' }, subject, context) =>
    newestOn(suiteContent(context.moment, subject.id, question), subject, context),
  args: ({ question = 'test' }, { id, key }, { moment, memory }) => {
    const suite = suiteOf(moment, id, question);
    const said = suite?.content == null ? undefined : memory.proofs.get(key)?.newest.get(suite.content);
    const { total, names, outcome }: Failing = said?.failing ?? { total: 0, names: [] };
    const { lacking } = said ?? {};
    return {
      suite: id,
      ...(suite?.command === undefined ? {} : { command: suite.command }),
      ...(total > 0 ? { failing: total, names: [...names] } : {}),
      ...(outcome ? { outcome } : {}),
      ...(lacking ? { ...lacking, names: [...lacking.names] } : {}),
    };
  },
};

function suiteContent(moment: Moment, id: string, question: string): string | null {
  return suiteOf(moment, id, question)?.content ?? null;
}

function suiteOf({ suites }: Moment, id: string, question: string) {
  return suites.find((suite) => suite.id === id && suite.question === question);
}

/** Claims and items whose tests failed; only items can answer for them. */
function blamed(subjects: Readonly<Record<string, boolean>>): string[] {
  return Object.keys(subjects).filter((id) => !subjects[id]);
}

/** The tests of every claim, or of the item in whose walk it is asked. */
export const passing: CheckKind<SpecOf<'passing'>> = {
  actor: 'agent',
  on: (_spec, item) => (item ? 'item' : 'relevant'),
  code: 'TESTS_NOT_PASSING',
  listens: ['run'],
  named: true,
  subjects: (_spec, moment, item) => (item ? ownAlone(item) : claimsOf(moment, item).map(claimSubject)),
  words: (spec, event, moment, item) => {
    if (event.type !== 'run') return [];
    const content = contentAt(contentsOf(passing as CheckKind, spec, item), moment, item);
    if (content === null) return [];
    const subjects = item ? [own(item)] : moment.claims.map(claimSubject);
    return subjects
      .filter(({ id }) => Object.hasOwn(event.subjects, id))
      .map((subject) => ({ subject, content, pass: event.subjects[subject.id]!, failure: event.failure }));
  },
  judge: (spec, subject, context) => newest(contentsOf(passing as CheckKind, spec, context.item), subject, context),
  args: (_spec, { id }, { item }) => ({ subject: id, ...(item && { claims: item.claims?.length ?? 0 }) }),
};
