import type { RunGoal } from '@flow/core/goal';
import { hooks } from '../evidence.js';
import { startPlace } from '../git/own-branch.js';
import { shellWord } from '../shell-word.js';
import { skillLines } from '../skills/matched.js';
import { goalLines, goalOf } from '../workflow/goal.js';
import { placeOf } from '../workflow/here.js';
import { notInForce } from '../workflow/in-force.js';
import { beginInterview } from '../workflow/interview.js';
import { asPerson } from '../workflow/person.js';
import type { Led, Place, Room } from '../workflow/place.js';
import { showStatus } from '../workflow/show.js';
import { unknownWorkflow } from '../workflow/unknown-workflow.js';
import { unobserved } from '../workflow/unobserved.js';
import { type Answer, type Call, type Command, FlowError } from './command.js';

export const start: Command = {
  name: 'start',
  group: 'workflow',
  arguments: '<workflow> [goal...]',
  summary: 'start a workflow on this branch, with a goal: its words say what kind of work it is',
  flags: [
    { flags: '--dial <name=value...>', description: 'how much is required, such as intensity=high' },
    { flags: '--branch <name>', description: 'make this branch first, and start there' },
    { flags: '--worktree <path>', description: 'make a git worktree there first, of the branch or of its own name' },
  ],
  examples: [
    ['start ceremony', 'from a plan to a pull request'],
    ["start ceremony 'Guest checkout'", 'the same, and the run keeps its goal'],
    ['start ceremony --branch feature/login', 'on a new branch; never on the default one'],
    ['start tdd --dial intensity=high', 'from a specification to documented code, with more reviews'],
  ],
  run: runStart,
};

async function runStart(call: Call): Promise<Answer> {
  const asked = await placeOf(call);
  const { branchOf, clean } = await hooks();
  const [id = ''] = call.words;
  const workflow = asked.room.workflowOf(id, asked.around.policy);
  if (!workflow) throw await unknownWorkflow(call, asked, id, 'start');
  const goal = await goalOf(call, workflow);
  const usual = usualDials(workflow, goal);
  const dials = dialsOf(call, workflow, usual);
  const place = await startPlace(call, asked);
  const { around, room, folder } = place;
  const branch = branchOf(around.repository);
  if (branch === null)
    throw new FlowError(
      'finding',
      'NO_BRANCH',
      'a run belongs to a branch, and none is checked out.',
      'git switch -c my-change',
    );
  if (room.isBaseBranch(around, branch))
    throw new FlowError(
      'finding',
      'BRANCH_NEEDED',
      `${clean(branch, 100)} is the base branch; a run needs its own branch.`,
      `${clean(call.line, 500)} --branch my-change`,
    );
  const taken = (by: string) =>
    new FlowError(
      'finding',
      'RUN_EXISTS',
      `${clean(by, 40)} is already running on ${clean(branch, 100)}.`,
      `See its status: ${call.program} status`,
    );
  const running = room.runHere(around.repository, around.start.environment);
  if (running && running.workflow === workflow.id) return attached(call, place, running);
  if (running) throw taken(running.workflow);
  // The rules that the run is led by are those in force, whatever the file says by now.
  for (const line of await notInForce(place)) call.tell(`${line}\n`);
  const lower = Object.entries(dials).filter(([name, value]) => isLower(workflow, name, value, usual[name]!));
  if (lower.length > 0) {
    const read =
      goal?.read && !workflow.goal?.advises
        ? ` than its goal (${clean(goal.text, 200)}) asks for`
        : ' than the default';
    const shown = `Start ${workflow.id} with less${read}: ${lower.map((one) => one.join('=')).join(', ')}.`;
    await asPerson(call, place, shown);
  }
  const begun = room.recordStart(around, workflow.id, branch, dials, goal);
  // Somebody may have begun one since it was looked for.
  const leading = room.runHere(around.repository, around.start.environment);
  if (leading && leading.id !== begun) throw taken(leading.workflow);
  // What is installed here and fits the goal is looked for once now, and again when the research is written.
  const skills = goal ? room.lookForSkills(around, { id: begun }, 'goal', goal.text, []) : null;
  const interview = goal ? await beginInterview(place, workflow, branch, goal, dials) : null;
  const standing = room.standingOf(around);
  const told = [
    ...(goal ? await goalLines(goal, workflow, dials) : []),
    ...(skills ? await skillLines(skills) : []),
    ...(interview === null ? [] : [`The interview begins here: ${clean(interview, 200)}`]),
  ];
  const text = standing ? await showStatus(standing.status, room) : '';
  const front = told.length > 0 ? `${told.join('\n')}\n\n` : '';
  const unseen = await unobserved(call, place);
  const data = { status: standing?.status ?? null, attached: false, observed: unseen === null };
  const whole = `${front}${text}${unseen === null ? '' : `\n${unseen}\n`}`;
  if (folder === null) return { exit: 0, data, text: whole };
  const there = `It is led in ${clean(folder, 300)}: cd ${shellWord(folder)}, and start your session there.\n`;
  return { exit: 0, data: { ...data, worktree: folder }, text: `${whole}${there}` };
}

/**
 * Answers a start where the workflow runs already (R20): an agent that has lost its conversation goes on with the run, and
 * nothing of it is changed.
 */
async function attached({ words, options, program }: Call, { around, room }: Place, run: Led['run']): Promise<Answer> {
  const { clean } = await hooks();
  const isMore = words.length > 1 || options.dial !== undefined;
  const other = `Goal and dials that were given now change nothing. Another dial: ${program} dial <name>=<value>; another goal is another run: ${program} end cancelled`;
  const standing = room.standingOf(around);
  const lines = [
    `${clean(run.workflow, 40)} runs here already: nothing was changed.`,
    ...(run.goal ? [`Goal: ${clean(run.goal.text, 1000)}`] : []),
    ...(isMore ? [other] : []),
    '',
    standing ? await showStatus(standing.status, room) : '',
  ];
  return { exit: 0, data: { status: standing?.status ?? null, attached: true }, text: lines.join('\n') };
}

type Workflow = NonNullable<ReturnType<Room['workflowOf']>>;

/** Tells what is asked for where nobody says otherwise: the defaults, and what the words of the goal speak for. */
function usualDials({ dials, goal: goals }: Workflow, goal: RunGoal | undefined): Record<string, string> {
  const defaults = Object.fromEntries(Object.entries(dials).map(([name, dial]) => [name, dial.default]));
  const kind = goals?.advises ? undefined : goal?.read?.kind;
  const isKnown = goals !== undefined && kind !== undefined && (dials[goals.dial]?.values.includes(kind) ?? false);
  return isKnown ? { ...defaults, [goals.dial]: kind } : defaults;
}

/** Reads the values of all dials: those that were given, else the usual ones. */
function dialsOf(
  { options, program }: Call,
  workflow: Workflow,
  usual: Record<string, string>,
): Record<string, string> {
  const dials = { ...usual };
  for (const given of [options.dial ?? []].flat()) {
    const [name = '', value = ''] = String(given).split('=');
    const dial = Object.hasOwn(workflow.dials, name) ? workflow.dials[name] : undefined;
    if (dial?.values.includes(value)) {
      dials[name] = value;
      continue;
    }
    const all = Object.entries(workflow.dials).map(([one, { values }]) => `${one}=${values.join('|')}`);
    throw new FlowError(
      'usage',
      'DIAL_UNKNOWN',
      `${workflow.id} has no such dial or value; it has ${all.join(', ')}.`,
      `${program} start ${workflow.id} --dial ${all[0]?.split('|')[0]}`,
    );
  }
  return dials;
}

/** Tells whether a value asks for less than the usual one, which a person decides. */
function isLower(workflow: Workflow, name: string, value: string, usual: string): boolean {
  const { values } = workflow.dials[name]!;
  return values.indexOf(value) < values.indexOf(usual);
}
