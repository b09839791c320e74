import path from 'node:path';
import { type EntryStatus, type Epic, type RunOfBranch, standOf } from '../epics/epic.js';
import { EPIC_NAME, EPICS, epicOf, readEpics } from '../epics/read.js';
import { hooks } from '../evidence.js';
import { shellWord } from '../shell-word.js';
import { branchFor } from '../workflow/branch-name.js';
import { placeOf } from '../workflow/here.js';
import type { Place } from '../workflow/place.js';
import { reasonFrom } from '../workflow/reason.js';
import { writeDocument } from '../workflow/write-document.js';
import { type Answer, type Call, type Command, FlowError } from './command.js';

export const epic: Command = {
  name: 'epic',
  group: 'workflow',
  arguments: '[verb] [name] [goal]',
  summary: 'list the epics of this repository, show where the runs of one stand, or add a run to one',
  flags: [
    { flags: '--branch <name>', description: 'for add: the branch of the run (default: words of the goal)' },
    { flags: '--workflow <id>', description: 'for add: the workflow of the run (default: spec)' },
    { flags: '--after <ids...>', description: 'for add: the entries that have to be done before' },
  ],
  examples: [
    ['epic', 'all epics, with how many of their runs are done'],
    ['epic status payments', 'each run: done, running, waiting for others, or ready with the command that starts it'],
    ["epic add payments 'take a card' --workflow plan", 'writes the entry into epics/payments.md; nothing is started'],
    ["epic add payments 'refund a card' --after R1", 'comes after the first'],
  ],
  async run(call) {
    const place = await placeOf(call);
    const [verb = 'list', name] = call.words;
    if (verb === 'list' && name === undefined) return list(call, place);
    if (verb === 'status' && name !== undefined) return status(call, place, await named(call, place, name));
    if (verb === 'add' && name !== undefined) return add(call, place, name);
    throw new FlowError(
      'usage',
      'USAGE',
      'expected no arguments, `status <name>`, or `add <name> <goal>`.',
      `${call.program} epic`,
    );
  },
};

const rootOf = ({ around }: Place) => around.repository.root;

/** The runs of this clone, whether they go on or have ended. */
function runsOf({ room, around }: Place): RunOfBranch[] {
  const ended = room.endedRuns(around).map(({ branch, how }) => ({ branch, isHere: false, ended: how }));
  return [...ended, ...room.knownRuns(around).map(({ branch, isHere }) => ({ branch, isHere, ended: null }))];
}

async function list(call: Call, place: Place): Promise<Answer> {
  const { clean } = await hooks();
  const runs = runsOf(place);
  const epics = (await readEpics(rootOf(place))).map((one) => ({ ...one, runs: standOf(one, runs) }));
  const lines = epics.map(({ name, title, runs: own, faults }) => {
    const done = own.filter(({ state }) => state === 'done').length;
    const more = faults.length > 0 ? `; ${faults.length} to mend in its file` : '';
    return `${own.some(({ isHere }) => isHere) ? '*' : ' '} ${name}  ${clean(title, 120)} (${done}/${own.length} done${more})\n`;
  });
  const none = `There are no epics. To begin one: ${call.program} epic add <name> '<goal>'\n`;
  const data = { epics: epics.map(({ entries, ...one }) => one) };
  return { exit: 0, data, text: lines.join('') || none };
}

async function named(call: Call, place: Place, name: string): Promise<Epic> {
  const all = await readEpics(rootOf(place));
  const found = all.find((one) => one.name === name);
  if (found) return found;
  const { clean } = await hooks();
  const known = all.length === 0 ? 'there are none' : `there are ${all.map((one) => one.name).join(', ')}`;
  throw new FlowError(
    'finding',
    'EPIC_UNKNOWN',
    `there is no epic ${clean(name, 60)}; ${known}.`,
    `${call.program} epic`,
  );
}

async function status(call: Call, place: Place, one: Epic): Promise<Answer> {
  const { clean } = await hooks();
  const runs = standOf(one, runsOf(place));
  const width = Math.max(0, ...runs.map(({ id }) => id.length));
  const lines = runs.map(({ id, goal, state, isHere, waits, branch }) => {
    const why =
      waits.length > 0 && state === 'waiting' ? `: after ${waits.map((two) => clean(two, 40)).join(', ')}` : '';
    return `${isHere ? '*' : ' '} ${state.padEnd(9)} ${clean(id, 40).padEnd(width)}  ${clean(goal, 120)} (${clean(branch, 60)})${why}\n`;
  });
  const next = runs.find(({ state }) => state === 'ready');
  const command = next && isSound(one) ? startOf(call, next) : null;
  const faults = one.faults.map(({ line, message }) => `${one.path}:${line}: ${clean(message, 200)}\n`);
  const text = [
    `${clean(one.title, 120)}\n`,
    ...lines,
    ...faults,
    ...(command === null ? [] : [`Next, if you want it: ${command}\n`]),
  ];
  const problems = one.faults.map(({ line, message }) => ({
    code: 'EPIC_INVALID',
    message: `${one.path}:${line}: ${clean(message, 200)}`,
    remedy: `Mend it there, then ${call.program} epic status ${one.name}`,
  }));
  const { entries, ...data } = one;
  return {
    exit: problems.length > 0 ? 1 : 0,
    data: { ...data, runs, command },
    text: text.join(''),
    ...(problems.length > 0 ? { problems } : {}),
  };
}

const isSound = ({ faults }: Epic) => faults.length === 0;

/** Returns the command that starts the run of an entry, on a branch of its own. */
function startOf({ program }: Call, { branch, workflow, goal }: EntryStatus): string {
  const begin = `${program} start ${shellWord(workflow)} ${shellWord(goal)}`;
  return `git switch -c ${shellWord(branch)} && ${begin}`;
}

async function add(call: Call, place: Place, name: string): Promise<Answer> {
  const { clean } = await hooks();
  const again = `epic add ${EPIC_NAME.test(name) ? name : '<name>'}`;
  if (!EPIC_NAME.test(name))
    throw new FlowError(
      'usage',
      'EPIC_NAME',
      'the name of an epic has small letters, digits and hyphens, at most 60.',
      `${call.program} ${again} '<goal>'`,
    );
  const goal = (await reasonFrom(call, call.words[2], `${again} '<goal>'`)).replace(/\s+/g, ' ');
  const { room, around } = place;
  const workflow = String(call.options.workflow ?? 'spec');
  const known = room.workflowIds(around.policy);
  if (!known.includes(workflow))
    throw new FlowError(
      'usage',
      'WORKFLOW_UNKNOWN',
      `there is no workflow ${clean(workflow, 40)}; there are ${known.join(', ')}.`,
      `${call.program} ${again} ${shellWord(goal)}`,
    );
  const branch = String(call.options.branch ?? branchFor(goal));
  if (!isBranchName(branch))
    throw new FlowError(
      'usage',
      'BRANCH_INVALID',
      `${clean(branch, 60)} is no name for a branch.`,
      `${call.program} ${again} ${shellWord(goal)}`,
    );
  const before = (await readEpics(rootOf(place))).find((one) => one.name === name);
  const text = await textOf(place, name);
  const next = nextId(before?.entries.map(({ id }) => id) ?? []);
  const after = [call.options.after ?? []]
    .flat()
    .flatMap((one) => String(one).split(/[,\s]+/))
    .filter((one) => one !== '');
  const entry = [
    `- [ ] ${next}: ${goal}`,
    `  - Branch: ${branch}`,
    `  - Workflow: ${workflow}`,
    ...(after.length > 0 ? [`  - After: ${after.join(', ')}`] : []),
  ].join('\n');
  const begun = text ?? `# Epic: ${name}\n\n## Runs\n\n`;
  const written = `${begun}${begun === '' || begun.endsWith('\n') ? '' : '\n'}${entry}\n`;
  const made = await epicOf(name, written);
  const fresh = made.faults.find((one) => !before?.faults.some(({ message }) => message === one.message));
  const isThere = made.entries.some((one) => one.id === next && one.branch === branch && one.goal === goal);
  if (fresh || !isThere)
    throw new FlowError(
      'finding',
      'EPIC_INVALID',
      `${made.path} would not say it: ${fresh ? fresh.message : 'its last words are no list of runs'}.`,
      `Write it there by hand, below a heading: - [ ] ${next}: …`,
    );
  const over = `${call.program} ${again} ${shellWord(goal)}`;
  await writeDocument(around.repository, { path: made.path, text: written }, 'EPIC_UNWRITABLE', over);
  const told = `Written into ${made.path}: ${next}, on ${clean(branch, 60)}. Nothing is started, and no branch is made.\n`;
  return { exit: 0, data: { path: made.path, entry: made.entries.find(({ id }) => id === next) }, text: told };
}

async function textOf(place: Place, name: string): Promise<string | null> {
  const { readSmall } = await hooks();
  return readSmall(path.join(rootOf(place), EPICS, `${name}.md`)) ?? null;
}

/** The rules of git for names, as far as anybody types them. */
const isBranchName = (name: string) =>
  /^[\w][\w./+-]{0,99}$/.test(name) && !/\.\.|\/\/|\/\.|\.lock(\/|$)|[/.]$/.test(name);

function nextId(ids: readonly string[]): string {
  let next = ids.length + 1;
  while (ids.includes(`R${next}`)) next += 1;
  return `R${next}`;
}
