import { hooks } from '../evidence.js';
import { startPlace } from '../git/own-branch.js';
import { placeOf } from '../workflow/here.js';
import { notInForce } from '../workflow/in-force.js';
import { asPerson } from '../workflow/person.js';
import type { Room } from '../workflow/place.js';
import { quoted } from '../workflow/record.js';
import { showStatus } from '../workflow/show.js';
import { type Answer, type Call, type Command, FlowError } from './command.js';

export const start: Command = {
  name: 'start',
  group: 'workflow',
  arguments: '<workflow>',
  summary: 'start a workflow on this branch: ceremony or tdd',
  flags: [
    { flags: '--dial <name=value...>', description: 'how much is required, such as intensity=high' },
    { flags: '--branch <name>', description: 'make this branch first, and start there' },
    { flags: '--worktree <path>', description: 'make a git worktree there first, of the branch or of its own name' },
  ],
  examples: [
    ['start ceremony', 'from a plan to a pull request'],
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
  const known = asked.room.workflowIds(asked.around.policy);
  if (!workflow) {
    // One of the project's own may be written, and not in force.
    const pending = (await notInForce(asked)).join(' ');
    throw new FlowError(
      'usage',
      'WORKFLOW_UNKNOWN',
      `there is no workflow ${clean(id, 40)}; there are ${known.join(', ')}.${pending && ` ${clean(pending, 600)}`}`,
      pending === '' ? `${call.program} start ${known[0]}` : `${call.program} check`,
    );
  }
  const dials = dialsOf(call, workflow);
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
      `${call.program} start ${workflow.id} --branch my-change`,
    );
  const taken = (by: string) =>
    new FlowError(
      'finding',
      'RUN_EXISTS',
      `${clean(by, 40)} is already running on ${clean(branch, 100)}.`,
      `See its status: ${call.program} status`,
    );
  const running = room.runHere(around.repository, around.start.environment);
  if (running) throw taken(running.workflow);
  // The rules that the run is led by are those in force, whatever the file says by now.
  for (const line of await notInForce(place)) call.tell(`${line}\n`);
  const lower = Object.entries(dials).filter(([name, value]) => isLower(workflow, name, value));
  if (lower.length > 0) {
    const shown = `Start ${workflow.id} with less than the default: ${lower.map((one) => one.join('=')).join(', ')}.`;
    await asPerson(call, place, shown);
  }
  const begun = room.recordStart(around, workflow.id, branch, dials);
  // Somebody may have begun one since it was looked for.
  const leading = room.runHere(around.repository, around.start.environment);
  if (leading && leading.id !== begun) throw taken(leading.workflow);
  const standing = room.standingOf(around);
  const text = standing ? await showStatus(standing.status, room) : '';
  if (folder === null) return { exit: 0, data: { status: standing?.status ?? null }, text };
  const there = `It is led in ${clean(folder, 300)}: cd ${quoted(folder)}, and start your session there.\n`;
  return { exit: 0, data: { status: standing?.status ?? null, worktree: folder }, text: `${text}${there}` };
}

type Workflow = NonNullable<ReturnType<Room['workflowOf']>>;

/** Reads the values of all dials: those that were given, else the usual ones. */
function dialsOf({ options, program }: Call, workflow: Workflow): Record<string, string> {
  const dials = Object.fromEntries(Object.entries(workflow.dials).map(([name, dial]) => [name, dial.default]));
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
function isLower(workflow: Workflow, name: string, value: string): boolean {
  const dial = workflow.dials[name]!;
  return dial.values.indexOf(value) < dial.values.indexOf(dial.default);
}
