import { isPlaceholder } from '@flow/core/documents';
import { hooks } from '../evidence.js';
import { here } from '../workflow/here.js';
import { asPerson } from '../workflow/person.js';
import type { Here } from '../workflow/place.js';
import { refuseInTree } from '../workflow/record.js';
import { answerAfter } from '../workflow/show.js';
import { type Answer, type Call, type Command, FlowError } from './command.js';

export const clarify: Command = {
  name: 'clarify',
  group: 'workflow',
  arguments: '[verb] [text...]',
  summary: 'keep a question with its answer or assumption, have the run wait for an answer, or answer one (a person)',
  flags: [
    { flags: '--looked-up <text>', description: 'for add: where you looked before you asked, and what stays open' },
    { flags: '--answer <text>', description: 'for add: what the person said' },
    { flags: '--assume <text>', description: 'for add: what you take to be so, as nobody answers; it stays a debt' },
    { flags: '--must', description: 'for add: only a person can answer; the run waits until one has' },
    { flags: '--phase <id>', description: 'for add: the phase that it is about (default: the current one)' },
    { flags: '--category <text>', description: 'for add: what it is about (default: general)' },
    { flags: '--option <text...>', description: 'for add --must: two to four answers to choose from' },
    { flags: '--advice <text>', description: 'for add --must: which of them you advise, and why' },
  ],
  examples: [
    ['clarify', 'open questions, and what is assumed'],
    [
      "clarify add 'Who sees the sum?' --looked-up 'src/cart.ts shows it to all' --answer 'Guests only'",
      'keeps the answer in the interview',
    ],
    [
      "clarify add 'Which currency?' --looked-up 'prices have none' --assume 'Euro'",
      'goes on with an assumption that has an id, and is shown at the next approval',
    ],
    [
      "clarify add 'May old orders be deleted?' --looked-up 'docs say nothing' --must",
      'the run waits for a person, with exactly this question',
    ],
    ["clarify answer Q1 'No, keep them'", 'a person answers, in a terminal; A1 answers an assumption'],
  ],
  async run(call) {
    const place = await here(call);
    const [verb, ...words] = call.words;
    if (verb === undefined || verb === 'list') return list(place);
    const text = words.join(' ');
    if (verb === 'add' && text !== '') return add(call, place, text);
    if (verb === 'answer' && words.length > 1) return answer(call, place, words);
    throw new FlowError(
      'usage',
      'USAGE',
      "expected no words, or add '<question>', or answer <id> '<answer>'.",
      `${call.program} clarify`,
    );
  },
};

/** Characters of a question, and of what is said of it. */
const LONGEST = 1000;

async function list({ standing: { status } }: Here): Promise<Answer> {
  const { clean, formatAge } = await hooks();
  const lines = [
    ...status.questions.map(
      ({ id, text, since }) =>
        `${id}  waits for a person since ${formatAge(since, Date.now())}: ${clean(text, LONGEST)}`,
    ),
    ...status.assumptions.map(
      ({ id, question, text }) => `${clean(id, 10)}  assumed: ${clean(text, LONGEST)} (${clean(question, LONGEST)})`,
    ),
  ];
  const text = lines.length > 0 ? lines.join('\n') : 'No question is open, and nothing is assumed.';
  return { exit: 0, data: { questions: status.questions, assumptions: status.assumptions }, text: `${text}\n` };
}

/** The flags that say what becomes of a question, of which one is given. */
const WAYS = ['answer', 'assume', 'must'] as const;

async function add(call: Call, place: Here, asked: string): Promise<Answer> {
  const { standing, room, around } = place;
  const { clean } = await hooks();
  const again = `${call.program} clarify add '…' --looked-up '…'`;
  const given = WAYS.filter((way) => call.options[way] !== undefined);
  if (given.length !== 1)
    throw new FlowError('usage', 'USAGE', 'expected one of --answer, --assume and --must.', `${again} --assume '…'`);
  const said = (name: string, most = LONGEST) => clean(call.options[name], most).trim();
  const lookedUp = said('lookedUp');
  if (lookedUp === '' || isPlaceholder(lookedUp))
    throw new FlowError(
      'usage',
      'LOOKUP_MISSING',
      'nothing says where you looked before you asked.',
      given[0] === 'must' ? `${again} --must` : `${again} --${given[0]} '…'`,
    );
  const question = clean(asked, LONGEST).trim();
  const phase = said('phase', 60) || standing.status.phase;
  const category = said('category', 60) || 'general';
  if (call.options.must) return park(call, place, { text: question, lookedUp });
  const answered = call.options.answer === undefined ? { assumed: said('assume') } : { answer: said('answer') };
  if (Object.values(answered).includes(''))
    throw new FlowError('usage', 'USAGE', `--${given[0]} has no words.`, `${again} --${given[0]} '…'`);
  await refuseInTree(call, { ...place, run: standing.run });
  const added = room.addClarification(around, standing, { question, lookedUp, phase, category, ...answered });
  if (added === null)
    throw new FlowError(
      'finding',
      'INTERVIEW_MISSING',
      `${clean(standing.workflow.id, 40)} has no interview that can be written to.`,
      `Write it where the phase says, or ask a person: ${again} --must`,
    );
  const what = added.id === null ? 'Kept' : `Assumed as ${added.id}, a debt until a person has answered`;
  return answerAfter(`${what}: ${clean(added.path, 300)}.`, room, around);
}

/** `MOST` is how many options a person chooses from at most. */
const MOST = 4;

async function park(call: Call, place: Here, asked: { text: string; lookedUp: string }): Promise<Answer> {
  const { standing, room, around } = place;
  await refuseInTree(call, { ...place, run: standing.run });
  const { clean } = await hooks();
  const options = [call.options.option ?? []].flat().map((one) => clean(one, 200));
  if (options.length === 1 || options.length > MOST)
    throw new FlowError(
      'usage',
      'USAGE',
      `--option is given two to ${MOST} times, or not at all.`,
      `${call.program} clarify add '…' --looked-up '…' --must`,
    );
  const before = standing.facts.events.filter(({ type }) => type === 'question');
  const open = standing.status.questions.find(({ text }) => text === asked.text);
  const id = open?.id ?? `Q${before.length + 1}`;
  if (!open)
    room.recordDeed(around, standing.run, {
      type: 'question',
      question: id,
      ...asked,
      ...(options.length > 0 && { options: [...options, JUDGEMENT] }),
      ...(call.options.advice !== undefined && { advice: clean(call.options.advice, 500) }),
    });
  return answerAfter(
    `${id} waits for a person: ${asked.text}\nStop here. A person answers in a terminal: ${call.program} clarify answer ${id} '…'`,
    room,
    around,
  );
}

/** The answer that is always offered (feature M13). */
const JUDGEMENT = 'use your judgement';

async function answer(call: Call, place: Here, [named = '', ...words]: string[]): Promise<Answer> {
  const { standing, room, around } = place;
  await refuseInTree(call, { ...place, run: standing.run });
  const { clean } = await hooks();
  const { questions, assumptions } = standing.status;
  const id = named.toUpperCase();
  const question = questions.find((one) => one.id === id);
  const assumption = assumptions.find((one) => one.id === id);
  const said = clean(words.join(' '), LONGEST).trim();
  if (!question && !assumption) {
    const known = [...questions, ...assumptions].map((one) => clean(one.id, 10));
    throw new FlowError(
      'finding',
      'QUESTION_UNKNOWN',
      known.length > 0
        ? `there is no open question ${clean(named, 40)}; there are ${known.join(', ')}.`
        : 'no question is open, and nothing is assumed.',
      `${call.program} clarify`,
    );
  }
  const asked = question ? question.text : `${assumption!.question}\nAssumed so far: ${assumption!.text}`;
  const shown = `${room.phaseLine(standing.status)}\n${id}: ${clean(asked, 2 * LONGEST)}\nAnswer: ${said}`;
  const person = await asPerson(call, place, shown);
  room.recordDeed(around, standing.run, { type: 'reply', question: id, text: said, person });
  if (question) {
    const { text, lookedUp } = question;
    const kept = { question: text, lookedUp, answer: said, phase: standing.status.phase, category: 'asked' };
    room.addClarification(around, standing, kept);
  } else room.answerAssumption(around, standing, id, said);
  return answerAfter(`Answered: ${id}.`, room, around);
}
