import { type Call, FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { notInForce } from './in-force.js';
import { type Ended, noRun } from './no-run.js';
import type { Here, Led, Place } from './place.js';

/** Milliseconds that reading the run may take: a person waits. */
const DEADLINE = 60_000;

/**
 * Finds the repository of a call, and what leads a session in it.
 * @throws FlowError NO_REPOSITORY
 */
export async function placeOf({ directory, environment }: Pick<Call, 'directory' | 'environment'>): Promise<Place> {
  const { confirmConfig, surroundingsOf, workflowRoom } = await hooks();
  const around = surroundingsOf(directory, { environment, deadline: Date.now() + DEADLINE, here: directory });
  if (around) return { around: confirmConfig(around), room: workflowRoom() };
  throw new FlowError('broken', 'NO_REPOSITORY', `${directory} is not in a git repository.`, 'Create one: git init');
}

/** Says why nothing can be told of what is on disk. */
async function unreadable({ repository, start }: Place['around']): Promise<string> {
  const { clean, lookAtContent } = await hooks();
  const look = lookAtContent(repository, start.deadline);
  return `the content on disk cannot be read${'failed' in look ? `: ${clean(look.failed, 400)}` : '.'}`;
}

/**
 * Finds the run of this branch, whether or not anything can be told of it.
 * @throws FlowError NO_REPOSITORY, NO_RUN
 */
export async function led(call: Call): Promise<Led> {
  const place = await placeOf(call);
  const { around, room } = place;
  const { clean, damageHere } = await hooks();
  const [damage] = damageHere(around.repository);
  if (damage !== undefined)
    call.tell(`EVIDENCE_VOID: ${clean(damage, 300)}. Earlier records do not count.\n  ${call.program} doctor\n`);
  const run = room.runHere(around.repository, around.start.environment);
  if (run) return { ...place, run };
  const stray = room.strayHere(around.repository, around.start.environment);
  throw stray ? new FlowError('finding', 'NO_RUN', `${stray.why}.`, stray.command) : await noRun(call, place);
}

/**
 * Finds where the run of this branch stands, for whoever works on it.
 * @throws FlowError NO_REPOSITORY, NO_RUN, WORKFLOW_UNKNOWN, CONTENT_UNREADABLE
 */
export async function here(call: Call): Promise<Here> {
  const place = await seenHere(call);
  // Whoever is told of a command runs it next: its runs are to be recorded.
  place.room.keepCommands(place.around, place.standing);
  return place;
}

/**
 * Finds where the run of this branch stands, and writes nothing.
 * @throws FlowError as `here`
 */
async function seenHere(call: Call): Promise<Here> {
  const place = await led(call);
  const { around, room, run } = place;
  const standing = room.standingOf(around);
  if (standing) return { around, room, standing };
  if (room.workflowOf(run.workflow, around.policy) !== null)
    throw new FlowError('broken', 'CONTENT_UNREADABLE', await unreadable(around), `${call.program} doctor`);
  const { clean } = await hooks();
  const why = [
    `nothing here defines ${clean(run.workflow, 60)}, the workflow of this branch's run.`,
    ...(await notInForce(place)),
    `It belongs under \`workflows\` in flow.config.yaml, applied by a person (\`${call.program} apply\`), or comes with another version of flow. To give the run up instead:`,
  ];
  throw new FlowError('finding', 'WORKFLOW_UNKNOWN', why.join(' '), `${call.program} end cancelled`);
}

/**
 * Finds the run of this branch, else the run that ended last on it: its report is asked for when it is over, too.
 * @throws FlowError as `here`
 */
export const hereOrEnded = (call: Call): Promise<HereOrEnded> => orEnded(call, here);

/**
 * Finds the same for whoever only looks: nothing is written.
 * @throws FlowError as `here`
 */
export const seenOrEnded = (call: Call): Promise<HereOrEnded> => orEnded(call, seenHere);

/** A place with the run of its branch, or with the one that ended last there. */
export type HereOrEnded = Here & { ended: Ended | null };

async function orEnded(call: Call, find: (call: Call) => Promise<Here>): Promise<HereOrEnded> {
  const place = await placeOf(call);
  const { room, around } = place;
  const isLed = room.runHere(around.repository, around.start.environment) !== null;
  const standing = isLed ? null : room.endedStanding(around);
  return standing ? { ...place, standing, ended: standing.run } : { ...(await find(call)), ended: null };
}
