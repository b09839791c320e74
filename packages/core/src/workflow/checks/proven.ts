import { contentAt } from '../content.js';
import type { FlowEvent, Moment } from '../facts.js';
import {
  type CheckKind,
  type CheckState,
  type Context,
  claimSubject,
  claimsOf,
  own,
  type SpecOf,
  type Subject,
  type Word,
} from './kind.js';

/** Checks that take the newest word on the present content. */

/** The newest word on this content; a pass on other content is lapsed. */
export function newest(content: string | null, subject: Subject, { memory, now }: Context): CheckState {
  const proofs = memory.proofs.get(subject.key);
  const word = content === null ? undefined : proofs?.newest.get(content);
  if (word && (word.expires == null || word.expires > now)) return word.pass ? 'ok' : 'failed';
  return proofs && proofs.passed.size > 0 ? 'lapsed' : 'missing';
}

interface Proven<Spec> {
  code: string;
  actor?: CheckKind['actor'];
  on: string;
  listens: CheckKind['listens'];
  /** What an event says; null when it is about something else. */
  read(spec: Spec, event: FlowEvent): Omit<Word, 'subject' | 'content'> | null;
  args?(spec: Spec): Record<string, string | number | string[]>;
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
    subjects: (_spec, _moment, item) => [own(item)],
    words: (spec, event, moment, item) => {
      const word = read(specOf(spec), event);
      const content = word && contentAt(spec.on ?? on, moment, item);
      return word && content !== null ? [{ ...word, content: content as string, subject: own(item) }] : [];
    },
    judge: (spec, subject, context) => newest(contentAt(spec.on ?? on, context.moment, context.item), subject, context),
  };
  if (args) kind.args = (spec) => args(specOf(spec));
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
  read: ({ min }, event) => (event.type === 'coverage' ? { pass: event.percent >= min } : null),
  args: ({ min }) => ({ min }),
});

export const command = proven<SpecOf<'command'>>({
  code: 'COMMAND_NOT_PASSED',
  on: 'relevant',
  listens: ['command'],
  read: (spec, event) =>
    event.type === 'command' && event.command === spec.command ? { pass: event.pass, failure: event.failure } : null,
  args: (spec) => ({ command: spec.command }),
});

export const verdict = proven<SpecOf<'verdict'>>({
  code: 'VERDICT_MISSING',
  on: 'relevant',
  listens: ['verdict'],
  read: ({ judge }, event) =>
    event.type === 'verdict' && event.judge === judge
      ? { pass: event.pass, findings: event.findings, failure: event.failure, source: judge }
      : null,
  args: ({ judge }) => ({ judge }),
});

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
    const names = blame && event.result === 'fail' ? blamed(event.subjects, moment) : [];
    const findings = names.map((item) => ({ title: '', item }));
    const subject = { id: event.suite, key: event.suite };
    const pass = event.result === 'pass';
    return [{ subject, content, pass, findings, source: event.suite, failure: event.failure }];
  },
  judge: ({ question = 'test' }, subject, context) =>
    newest(suiteContent(context.moment, subject.id, question), subject, context),
  args: (_spec, { id }) => ({ suite: id }),
};

function suiteContent({ suites }: Moment, id: string, question: string): string | null {
  return suites.find((suite) => suite.id === id && suite.question === question)?.content ?? null;
}

/** Items whose tests failed. */
function blamed(subjects: Readonly<Record<string, boolean>>, { items }: Moment): string[] {
  return items.filter(({ id }) => Object.hasOwn(subjects, id) && subjects[id] === false).map(({ id }) => id);
}

/** The tests of every claim, or of the item in whose walk it is asked. */
export const passing: CheckKind<SpecOf<'passing'>> = {
  actor: 'agent',
  on: 'relevant',
  code: 'TESTS_NOT_PASSING',
  listens: ['run'],
  subjects: (_spec, moment, item) => (item ? [own(item)] : claimsOf(moment, item).map(claimSubject)),
  words: (spec, event, moment, item) => {
    if (event.type !== 'run') return [];
    const content = contentAt(spec.on ?? (item ? 'item' : 'relevant'), moment, item);
    if (content === null) return [];
    const subjects = item ? [own(item)] : moment.claims.map(claimSubject);
    return subjects
      .filter(({ id }) => Object.hasOwn(event.subjects, id))
      .map((subject) => ({ subject, content, pass: event.subjects[subject.id]!, failure: event.failure }));
  },
  judge: (spec, subject, context) => {
    const content = contentAt(spec.on ?? (context.item ? 'item' : 'relevant'), context.moment, context.item);
    return newest(content, subject, context);
  },
  args: (_spec, { id }) => ({ subject: id }),
};
