import { isByJudge, type Retry } from '@flow/core/items';
import type { Status } from '@flow/core/workflow';
import { agentsDue, dueLines, isToRun } from '../agents/due.js';
import { hooks } from '../evidence.js';
import { pushAdvice, pushLine } from '../git/push-advice.js';
import { gapWords } from '../items/gap.js';
import { hindranceWords } from '../items/waits.js';
import { timeOption, UNITS } from '../time-option.js';
import { here } from '../workflow/here.js';
import type { Here } from '../workflow/place.js';
import { type Answer, type Call, type Command, EXIT } from './command.js';

/** Words a command for whoever may type it: the agent is refused what is for a person alone. */
const asked = (command: string, waiting: Status['waiting']) =>
  waiting === 'person' ? `A person runs, in their own terminal: \`${command}\`` : `$ ${command}`;

/** Characters of a line that a workflow says: as many as it may write. */
const LONGEST = 2000;

/** Items that are held back and of which one line is told. */
const MOST = 12;

/** What holds an item back that is told elsewhere, or is over. */
const QUIET = new Set(['parts', 'over']);

/** Tells what follows from what failed last: wait, say why first, or ask a person. */
function retryLines(retry: Retry, item: string | null, program: string): string[] {
  const { spent, max, backoffSeconds, analyse, escalate } = retry;
  const of = item === null ? '' : ` --item ${item}`;
  const lines = [
    ...(spent > 0 && max !== null ? [`Attempts: ${spent} of ${max}.`] : []),
    ...(backoffSeconds > 0 ? [`It broke down: wait ${backoffSeconds} s, then try again.`] : []),
    ...(analyse && item !== null
      ? [`The same failed twice. Say first why: ${program} item analyse ${item} --reason '…'`]
      : []),
    ...(escalate ? [`A person decides; the whole history: ${program} explain --escalation${of}`] : []),
  ];
  return lines;
}

const NO_ANSWER = 'The last reviewer gave no valid answer. Wait a minute, then ask again.';
const BROKE_DOWN = 'The last run broke down, which says nothing of the work. Wait a minute, then run it again.';

/** Why a report of progress is due. */
const DUE = { items: 'three items are done', time: 'half an hour is over' } as const;

export const next: Command = {
  name: 'next',
  group: 'workflow',
  summary: 'show the next thing to do, the agents to start for it, and the command to use',
  flags: [
    { flags: '--run', description: 'first run the commands that are asked for here, without a model, and record them' },
    { flags: '--timeout <time>', description: 'with --run: how long each command may take (default: 30m)' },
    { flags: '--within <time>', description: 'with --run: how long all of them may take together (default: 2h)' },
  ],
  examples: [
    ['next', 'what to do now'],
    ['next --run', 'runs what a command decides, then says what is left'],
  ],
  async run(call) {
    const begun = await here(call);
    if (!call.options.run) return answerAt(call, begun);
    const { runChecks, runLines } = await import('../workflow/run-checks.js');
    const again = `${call.program} next --run --timeout 30m --within 2h`;
    const limits = {
      each: timeOption(call, 'timeout', 30 * UNITS.m, again),
      all: timeOption(call, 'within', 2 * UNITS.h, again),
    };
    const { report, place } = await runChecks(call, begun, limits);
    const answer = await answerAt(call, place);
    const isRed = report.notRun.length > 0 || report.ran.some(({ passed }) => !passed);
    return {
      ...answer,
      exit: isRed ? EXIT.finding : EXIT.ok,
      data: { ...answer.data, run: report },
      text: `${(await runLines(report)).join('\n')}\n\n${answer.text}`,
    };
  },
};

/** Says what is next where a run stands. */
async function answerAt(call: Call, place: Here): Promise<Answer & { data: object; text: string }> {
  const { standing, room } = place;
  const { clean } = await hooks();
  const { position, instruction, command, waiting, paused, open, items, current, scopedTo, questions } =
    standing.status;
  const { awaits = [] } = standing.status;
  if (paused !== null) {
    const by = standing.status.pausedBy === undefined ? '' : ` by ${clean(standing.status.pausedBy, 60)}`;
    const text = `Paused${by}: ${clean(paused, 500)}\n$ flow resume\n`;
    return {
      exit: 0,
      data: { position, instruction, command: 'flow resume', waiting, paused, open, due: null, retry: null },
      text,
    };
  }
  if (questions.length > 0) {
    // Nothing else is said: what is done before the answer may be done in vain.
    const text = `${['STOP: only a person can answer this.', ...room.questionLines(standing.status)].join('\n')}\n`;
    const data = { position, instruction: '', command, waiting, paused, open, questions, due: null, retry: null };
    return { exit: 0, data, text };
  }
  const budget = room.heldBudget(place.around, standing);
  if (budget?.isOver) {
    // Whatever else is next would cost more of it.
    const text = `${['STOP: only a person can go on.', ...room.heldBudgetLines(budget)].join('\n')}\n`;
    const own = { position, instruction: '', command: `${call.program} apply`, waiting: 'person', paused, open };
    return { exit: 0, data: { ...own, budget, due: null, retry: null }, text };
  }
  const first = (current?.open ?? open)[0];
  const own = room.itemsHere(standing.status);
  const ready = room.readyItems(own).map(({ id }) => id);
  const told = new Set(room.everyItem(own).map(({ id }) => id));
  const starts = room.startsOf(items, room.itemsOfRun(standing)).filter(({ id }) => told.has(id));
  // What is worked on here is what is next, and held back by nothing.
  const atWork = current?.state === 'running' ? current.id : undefined;
  const held = starts.filter(({ id, hindrance }) => hindrance !== null && !QUIET.has(hindrance.why) && id !== atWork);
  const heldLines = await Promise.all(
    held.slice(0, MOST).map(async ({ id, hindrance }) => `  ${clean(id, 40)}: ${await hindranceWords(hindrance!)}`),
  );
  const { retry } = room.historyOf(standing, current?.id ?? null);
  const proposals = room.proposalsIn(standing.facts.events);
  const item = current && {
    id: current.id,
    title: current.title,
    state: current.state,
    phase: current.phase ?? null,
  };
  const due = agentsDue(standing);
  const push = await pushAdvice(place);
  const report = room.dueProgress(place.around, standing);
  const said = instruction.split('\n').map((line) => clean(line, LONGEST));
  // In the work tree of an item that nobody can go on with: what the run waits for is said in its own.
  const idle = scopedTo === undefined || current ? null : starts.find(({ id }) => id === scopedTo);
  const lines = [
    ...awaits.flatMap((one) => room.awaitLines(one)),
    ...(instruction !== '' ? said : waiting === null ? [] : [`It waits for ${waiting}.`]),
    ...(current ? room.itemLines(standing.status) : []),
    ...(first && !idle ? [`${first.finding.code}: ${room.openWords(first.finding)}`] : []),
    ...(waiting === 'time' && !idle ? [first && isByJudge(first) ? NO_ANSWER : BROKE_DOWN] : []),
    ...(retry ? retryLines(retry, current?.id ?? null, call.program) : []),
    ...(isToRun(standing) ? [`No model is needed for it: ${call.program} next --run`] : []),
    ...(due ? dueLines(due, call.program) : []),
    ...(heldLines.length > 0 ? ['Not now:', ...heldLines] : []),
    ...(held.length > MOST ? [`  (and ${held.length - MOST} more: ${call.program} item)`] : []),
    ...proposals.map(
      ({ id, items: all, gap }) =>
        `Proposed: ${gap ? clean(gapWords(gap), 100) : all.map((one) => clean(one.id, 40)).join(', ')}. A person takes it: ${call.program} item take ${clean(id, 40)}`,
    ),
    ...(push ? [clean(pushLine(push), LONGEST)] : []),
    ...(report === null ? [] : [`Report progress (${DUE[report]}): ${call.program} progress`]),
    // It says already what it would say.
    ...(command === null || command === 'flow next' || idle ? [] : [asked(clean(command, LONGEST), waiting)]),
  ];
  return {
    exit: 0,
    data: {
      ...{ position, instruction, command, waiting, paused, open, due, retry, progress: report },
      ...(items.length > 0 && { starts }),
      ...(push && { push }),
      ...(awaits.length > 0 && { awaits }),
      ...(item && { item, ready }),
    },
    text: `${lines.join('\n')}\n`,
  };
}
