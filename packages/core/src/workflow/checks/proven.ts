import type { Question } from '../../presets/preset.js';
import { contentAt } from '../content.js';
import type { ClaimFact, Failing, FlowEvent, ItemFact, Moment } from '../facts.js';
import { isWhole } from '../item-files.js';
import { seeTime } from '../look.js';
import type { Content } from '../model.js';
import {
  type CheckKind,
  type Context,
  claimSubject,
  claimsOf,
  contentsOf,
  isBreakdown,
  type Judgement,
  own,
  ownAlone,
  type SpecOf,
  type Subject,
  type Word,
} from './kind.js';

/* Checks that take the newest word on the present content. */

/** Returns the newest word on the present content; a pass on other content is lapsed. */
function newest(on: Content | readonly Content[], subject: Subject, context: Context): Judgement {
  const { memory, moment, item } = context;
  // What nobody spoke of yet depends on no content.
  if (!memory.proofs.has(subject.key)) return 'never';
  return newestOn(contentAt(on, moment, item), subject, context);
}

/** Returns the newest word on one content; a word whose time is over says nothing. */
export function newestOn(content: string | null, subject: Subject, { memory, moment, now }: Context): Judgement {
  const proofs = memory.proofs.get(subject.key);
  const word = content === null ? undefined : proofs?.newest.get(content);
  if (word?.expires != null) seeTime(moment);
  if (word && (word.expires == null || word.expires > now)) return word.pass ? 'holds' : 'no';
  return 'never';
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

const measured = proven<SpecOf<'coverage'>>({
  code: 'COVERAGE_LOW',
  on: 'relevant',
  listens: ['coverage'],
  read: ({ min }, event, item) => (event.type === 'coverage' ? { pass: event.percent >= leastOf(min, item) } : null),
  args: ({ min }, item) => ({ min: leastOf(min, item) }),
});

/** Of an item without tests no coverage is asked. */
export const coverage: CheckKind<SpecOf<'coverage'>> = {
  ...measured,
  ofWork: true,
  subjects: (_spec, _moment, item) => (item?.testsOff === undefined ? ownAlone(item) : []),
};

/** Tells what is asked of an item of this size; of what has none that is named, all. */
function leastOf(min: SpecOf<'coverage'>['min'], item: ItemFact | null): number {
  if (typeof min === 'number') return min;
  const size = item?.size ?? '';
  return (Object.hasOwn(min, size) ? min[size] : min['']) ?? 100;
}

/** `OWN_COMMAND` is the word for an item's own command in a workflow. */
const OWN_COMMAND = 'item';

type Command = SpecOf<'command'>['command'];

type OfDocument = Extract<Command, { readonly document: string }>;
type OfQuestion = Extract<Command, { readonly question: Question }>;
/** A command that has words of its own. */
type Worded = Exclude<Command, OfQuestion>;

const isOfDocument = (command: Command): command is OfDocument => typeof command === 'object' && 'document' in command;

/** Returns the words of a command that a check asks for; null where the item, or the document, names none. */
function wordsOf(command: Worded, item: ItemFact | null, moment: Moment | null): string | null {
  if (isOfDocument(command)) return moment?.documents[command.document]?.command ?? null;
  return command === OWN_COMMAND ? (item?.verify ?? null) : command;
}

/** Tells what a command is asked of: where a document names another one, nothing was seen of that yet. */
function commandSubjects(command: Command, moment: Moment, item: ItemFact | null): readonly Subject[] {
  if (!isOfDocument(command)) return ownAlone(item);
  const { id, key } = own(item);
  return [{ id, key: `${key} ${wordsOf(command, item, moment) ?? ''}` }];
}

/** The command was seen to fail. A pass says nothing here, so that what was once seen to fail stays seen. */
export const reproduced: CheckKind<SpecOf<'reproduced'>> = {
  actor: 'agent',
  on: 'nothing',
  code: 'NOT_REPRODUCED',
  listens: ['command'],
  subjects: ({ command }, moment, item) => commandSubjects(command, moment, item),
  words: (spec, event, moment, item) => {
    const content = contentAt(spec.on ?? 'nothing', moment, item);
    const isMeant = event.type === 'command' && event.command === wordsOf(spec.command, item, moment);
    if (!isMeant || content === null || event.pass || isBreakdown(event.failure)) return [];
    return commandSubjects(spec.command, moment, item).map((subject) => ({ subject, content, pass: true }));
  },
  judge: (spec, subject, context) => newest(spec.on ?? 'nothing', subject, context),
  args: ({ command }, _subject, { item, moment }) => commandArgs(command, item, moment),
};

const commandArgs = (command: Worded, item: ItemFact | null, moment: Moment) => ({
  command: wordsOf(command, item, moment) ?? undefined,
  ...(isOfDocument(command) && { document: command.document }),
});

const isQuestion = (command: Command): command is OfQuestion => typeof command === 'object' && 'question' in command;

/**
 * Returns the suites of a question as subjects of a check of the run, or of an item: each is asked on the content of
 * the check.
 */
function suitesAsked(question: Question, { suites }: Moment, item: ItemFact | null): Subject[] {
  const whole = own(item);
  const needed = suites.filter((suite) => suite.question === question);
  if (needed.length === 0 && question === 'test') return [{ id: NO_SUITE, key: `${whole.key} ${NO_SUITE}` }];
  return needed.map(({ id }) => ({ id, key: `${whole.key} ${id}` }));
}

const NO_SUITE = '(no suite)';

/**
 * `command` asks that a command passed on the content: one of these words, the item's own, the one that a document names, or
 * whatever answers a question of the project's stacks.
 */
export const command: CheckKind<SpecOf<'command'>> = {
  actor: 'agent',
  on: 'relevant',
  code: 'COMMAND_NOT_PASSED',
  codeOf: ({ command }, item) =>
    command === OWN_COMMAND && wordsOf(command, item, null) === null ? 'ITEM_COMMAND_MISSING' : null,
  listens: ['command', 'run'],
  listensTo: ({ command }) => (isQuestion(command) ? ['run'] : ['command']),
  ofWork: true,
  subjects: ({ command }, moment, item) => {
    if (isQuestion(command)) return suitesAsked(command.question, moment, item);
    // What a failure made has no words of its own: the check that failed is asked again.
    const isNobodys = command === OWN_COMMAND && item && isWhole(item) && item.verify === undefined;
    return isNobodys ? [] : commandSubjects(command, moment, item);
  },
  words: ({ command, ...spec }, event, moment, item) => {
    const content = contentAt(spec.on ?? 'relevant', moment, item);
    if (content === null) return [];
    if (!isQuestion(command)) {
      if (event.type !== 'command' || event.command !== wordsOf(command, item, moment)) return [];
      const { pass, failure } = event;
      return commandSubjects(command, moment, item).map((subject) => ({ subject, content, pass, failure }));
    }
    const { question } = command;
    if (event.type !== 'run' || event.question !== question || event.result === 'unknown') return [];
    const subject = suitesAsked(question, moment, item).find(({ id }) => id === event.suite);
    const { failure, failing, flaky } = event;
    return subject ? [{ subject, content, pass: event.result === 'pass', failure, failing, flaky }] : [];
  },
  judge: (spec, subject, context) => newest(spec.on ?? 'relevant', subject, context),
  args: ({ command }, { id }, { item, moment }) => {
    if (!isQuestion(command)) return commandArgs(command, item, moment);
    const { question } = command;
    const suite = suiteOf(moment, id, question);
    return { question, suite: id, ...(suite?.command === undefined ? {} : { command: suite.command }) };
  },
};

/** Every claim that expects red has a test which a wrong implementation of what changed turned red, on this content. */
export const binding: CheckKind<SpecOf<'binding'>> = {
  actor: 'agent',
  on: 'relevant',
  code: 'BINDING_MISSING',
  listens: ['binding'],
  subjects: (_spec, moment, item) => (item?.testsOff === undefined ? boundClaims(moment, item) : []),
  words: ({ on }, event, moment, item) => {
    const content = contentAt(on ?? 'relevant', moment, item);
    if (event.type !== 'binding' || content === null) return [];
    const subject = boundClaims(moment, item).find(({ id }) => id === event.claim);
    return subject ? [{ subject, content, pass: event.pass }] : [];
  },
  judge: ({ on }, subject, context) => newest(on ?? 'relevant', subject, context),
  args: (_spec, { id }) => ({ claim: id }),
};

const boundClaims = (moment: Moment, item: ItemFact | null) =>
  claimsOf(moment, item)
    .filter(({ expect }) => expect === 'red')
    .map(claimSubject);

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
  subjects: ({ question = 'test', spares }, moment) => {
    const needed = moment.suites.filter((suite) => suite.question === question);
    const isSpared = spares === 'documents' && moment.onlyDocuments === true;
    if (needed.length === 0 && question === 'test' && !isSpared) return [{ id: NO_SUITE, key: NO_SUITE }];
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

/** Lists claims and items whose tests failed; only items can answer for them. */
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
  subjects: (_spec, moment, item) => {
    if (item?.testsOff !== undefined) return [];
    return item ? ownAlone(item) : claimsOf(moment, item).map(claimSubject);
  },
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
