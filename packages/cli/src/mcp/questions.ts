import type { Answer } from '@flow/hooks/program';
import * as z from 'zod';
import { asTyped } from '../as-typed.js';
import { brief } from '../commands/brief.js';
import { answerOf, type Call, type Command, FlowError } from '../commands/command.js';
import { explain } from '../commands/explain.js';
import { next } from '../commands/next.js';
import { status } from '../commands/status.js';
import { envelopeOf } from '../envelope.js';
import { hooks } from '../evidence.js';

/** A question is a command that changes nothing, asked by a client instead of typed. */
export interface Question {
  /** The name of the tool, as the client shows it. */
  name: string;
  description: string;
  /** The words that the client may give, by their names. */
  given: z.ZodRawShape;
  ask(call: Call, given: Readonly<Record<string, unknown>>): Promise<Answer>;
}

const ITEM = z.string().max(200).optional().describe('the item it is about; default: the one at work');

/** Asks a command of ours with options in place of words of a command line. Only one answer is wanted of each. */
const asks =
  (command: Command): Question['ask'] =>
  async (call, options) =>
    (await command.run({ ...call, words: [], options: options as Call['options'] })) as Answer;

export const QUESTIONS: readonly Question[] = [
  {
    name: 'flow_status',
    description: 'Where the run of this branch is: its phase, what blocks it, its gates, and whom it waits for.',
    given: {},
    ask: asks(status),
  },
  {
    name: 'flow_next',
    description: 'What to do next in the run of this branch, and the command for it.',
    given: {},
    ask: asks(next),
  },
  {
    name: 'flow_explain',
    description:
      'Why the run is where it is; or, with a command line, what the guards would decide about it. Nothing is run.',
    given: { command: z.string().max(100_000).optional().describe('a shell command line') },
    ask: async (call, { command }) =>
      typeof command === 'string' ? explainLine(call, command) : asks(explain)(call, {}),
  },
  {
    name: 'flow_brief',
    description: 'What a role is given for an item: criteria word for word, what they cite, findings and attempts.',
    given: { item: ITEM, role: z.string().max(200).optional().describe('who is given it; default: the role at work') },
    ask: asks(brief),
  },
];

/** Asks the guards about a command line, as `flow-hooks explain` does. */
async function explainLine(call: Call, line: string): Promise<Answer> {
  const { COMMANDS: table } = await hooks();
  const command = table.find(({ name }) => name === 'explain')!;
  const typed = (name: string) => `${call.program} ${name}`;
  return (await command.run({ ...call, words: [line], values: {}, typed })) as Answer;
}

/** What a tool answers: a text for the model, and the same document that `--json` prints. */
export interface Told {
  [key: string]: unknown;
  content: { type: 'text'; text: string }[];
  structuredContent: Record<string, unknown>;
  isError: boolean;
}

/** Asks a question in a folder, and makes of its answer, whatever it is, what a client of the protocol gets. */
export async function told(question: Question, call: Call, given: Readonly<Record<string, unknown>>): Promise<Told> {
  const answer = await question.ask(call, given).catch((error: Error) => {
    if (error instanceof FlowError) return answerOf(error);
    return { exit: 3, problems: [{ code: 'INTERNAL', message: error.message }] };
  });
  const { programHere, clean } = await hooks();
  const programs = { flow: call.program, hooks: programHere('flow-hooks', call.directory) };
  const { text = '', problems = [], isVerbatim } = answer;
  const problem = problems.map(({ code, message, remedy }) => {
    const way = remedy === undefined ? '' : `\n  ${asTyped(remedy, programs)}`;
    return `${code}: ${clean(asTyped(message, programs), 2000)}${way}\n`;
  });
  const shown = `${isVerbatim ? text : asTyped(text, programs)}${problem.join('')}`;
  return {
    content: [{ type: 'text', text: shown === '' ? 'Nothing.\n' : shown }],
    structuredContent: { ...envelopeOf(answer) },
    // A refusal of the guards is an answer; only what could not be asked is an error.
    isError: answer.exit > 1 || (answer.text === undefined && answer.data === undefined),
  };
}
