import { classifyGoal, optionIn, type RunGoal } from '@flow/core/goal';
import type { Workflow } from '@flow/core/workflow';
import { type Call, FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';

/** Characters of a goal: it is one sentence, and stands in every interview. */
const LONGEST = 1000;

/**
 * Reads the goal that a run is started with.
 * @returns undefined where none was said
 * @throws FlowError GOAL_OPTION, GOAL_LONG, GOAL_EMPTY
 */
export async function goalOf(call: Call, workflow: Workflow): Promise<RunGoal | undefined> {
  const [, ...said] = call.words;
  if (said.length === 0) return undefined;
  const { clean } = await hooks();
  const whole = said.join(' ');
  const text = clean(whole, LONGEST).trim();
  const again = `${call.program} start ${workflow.id}`;
  if (whole.length > LONGEST)
    throw new FlowError(
      'usage',
      'GOAL_LONG',
      `the goal has ${whole.length} characters; at most ${LONGEST} are kept.`,
      `${again} '<one sentence>' (details belong into the documents)`,
    );
  if (!/[\p{L}\p{N}]/u.test(text))
    throw new FlowError('usage', 'GOAL_EMPTY', 'the goal has no words.', `${again} 'what is to be reached'`);
  const option = optionIn(text);
  if (option !== null)
    throw new FlowError(
      'usage',
      'GOAL_OPTION',
      `${clean(option, 60)} stands inside the goal and looks like an option, which bounds nothing there.`,
      `${again} '<goal>' ${clean(option, 60)} (as an option), or '… "${clean(option, 60)}" …' (as a part of the goal)`,
    );
  return { text, ...(workflow.goal && { read: classifyGoal(text, workflow.goal) }) };
}

/**
 * Says how the goal was read, and how a person changes that.
 * @param chosen the dials that the run begins with
 */
export async function goalLines(
  { text, read }: RunGoal,
  { goal: goals, dials }: Workflow,
  chosen: Readonly<Record<string, string>>,
): Promise<string[]> {
  const { clean } = await hooks();
  const said = [`Goal: ${clean(text, LONGEST)}`];
  if (!read || !goals) return said;
  const { kind, confidence, words, questions } = read;
  const why =
    words.length === 0 ? 'no word says what kind of work it is' : words.map((word) => clean(word, 40)).join(', ');
  const count = questions.min === questions.max ? `${questions.min}` : `${questions.min} to ${questions.max}`;
  const others = (dials[goals.dial]?.values ?? []).filter((value) => value !== kind).join('|');
  const change = `flow dial ${goals.dial}=<${others}>`;
  const value = chosen[goals.dial] ?? kind;
  const isSo = value === kind;
  const answer = `${goals.dial} ${kind} (${confidence} confidence: ${why})`;
  if (goals.advises)
    return [
      ...said,
      `Advice: ${answer}. ${isSo ? 'The run has it.' : `A person chooses: flow dial ${goals.dial}=${kind}`}`,
    ];
  // Whoever began the run said otherwise.
  if (!isSo) return [...said, `Read as: ${answer}; the run has ${goals.dial} ${clean(value, 40)}, as it was started.`];
  return [...said, `Read as: ${answer}, ${count} questions. Another kind: ${change}`];
}
