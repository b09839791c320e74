import { type Decision, type Event, NONE } from '@flow/clients/event';
import { once } from '../../facts/once.js';
import { type Start, type Surroundings, surroundingsOf } from '../../places/surroundings.js';
import { mayLead, readHere, standingHere, standingKnown, untoldHere, workflowRoom } from '../../run/door.js';
import type { Standing } from '../../run/index.js';
import { clean } from '../../text/clean.js';
import { brokenOff } from './asides.js';
import { keepAnswer } from './keep-answer.js';
import { digestOfText, forgetTold, readTold, writeTold } from './told-standing.js';

type Told = Pick<Extract<Event, { kind: 'prompt' }>, 'session' | 'directory'>;

/**
 * Tells the agent at a prompt where the branch's run stands. What the start of the session has just told is not told a
 * second time: the first prompt behind it has one line, as long as nothing has changed.
 */
export function injectStatus({ directory, session }: Told, start: Start): Decision {
  const standing = statusHere(directory, start);
  const around = surroundingsOf(directory, start);
  const broken = around && standing !== null ? brokenOff(around.repository, session, start) : null;
  const text = broken === null ? standing : `${broken}\n${standing}`;
  if (text === null) return around ? tellLeft(around, session, start) : NONE;
  const isKnown = around !== null && readTold(around.repository, session, start)?.begun === digestOfText(text);
  keepTold(around, session, start, '');
  keepForNext(around, directory, standing!);
  return { kind: 'tell', context: isKnown ? shortened(text) : text };
}

/** Shortens the text where the start of the session has told all of the text. */
function shortened(text: string): string {
  const [line = ''] = text.split('\n');
  return line === text ? text : `${line}\n${AS_TOLD}`;
}

/** The next prompt is told the same, as long as nothing changes. */
function keepForNext(around: Surroundings | null, directory: string, text: string): void {
  const read = around && readHere(around);
  if (!around || !read?.standing) return;
  const { standing, looked } = read;
  const answer = { place: placeIn(standing), begun: digestOfText(text), text, line: shortened(text) };
  keepAnswer(around, standing, looked, directory, answer);
}

/** A session that was led by a run which is over, or has left its branch for one without any: once, until a run leads it again. */
function tellLeft(around: Surroundings, session: string, start: Start): Decision {
  const told = mayLead(around) ? readTold(around.repository, session, start) : null;
  if (told === null) return NONE;
  forgetTold(around.repository, session, start);
  const { endedText, leftRun, strayText } = workflowRoom();
  const run = told.place.split(' ')[0] ?? '';
  const left = leftRun(around.repository, start.environment, run);
  const context = left ? strayText(left) : endedText(around.repository, start.environment, run);
  return context === null ? NONE : { kind: 'tell', context };
}

/** Tells why the rules of a run's phase were not held against this event; null where they were. */
function untoldWords(around: Surroundings): string | null {
  const untold = untoldHere(around);
  if (untold === null) return null;
  const unchecked = 'so the phase of the run is not known and its rules were not checked.';
  switch (untold.why) {
    case 'time':
      return 'flow: the phase of the run could not be computed in time, so its rules were not checked. `flow status` takes as long as needed and caches the result.';
    case 'content':
      return `flow: the content on disk could not be read, ${unchecked} \`flow doctor\` shows what is wrong.`;
    case 'workflow':
      return `flow: nothing here defines the workflow ${clean(untold.workflow, 60)} any more, ${unchecked} \`flow status\` shows what a person can do.`;
  }
}

const AS_TOLD = 'Instruction, open checks and rules: unchanged since the session began.';

/** The whole text of an injection, for a session that begins, goes on or was compacted; null where nothing runs. */
export function statusAtStart({ directory, session }: Told, start: Start): string | null {
  const text = statusHere(directory, start);
  if (text === null) return null;
  const around = surroundingsOf(directory, start);
  keepTold(around, session, start, digestOfText(text));
  keepForNext(around, directory, text);
  return text;
}

/**
 * Tells the session's own agent that the run has moved since the agent was last told: a document was written, or a person
 * decided. Every agent is told when the rules of the phase were not checked. Only what the event has read already is used,
 * so other events stay as quick as they were.
 */
export function movedUnnoticed({ directory, session, agent }: Told & { agent: string | null }, start: Start): Decision {
  const around = surroundingsOf(directory, start);
  const untold = around && untoldWords(around);
  if (untold) return { kind: 'tell', context: untold, notice: untold };
  const standing = around && agent === null ? standingKnown(around) : null;
  if (!around || !standing) return NONE;
  const ticks = ticksUntold(around, standing, session);
  const moved = movedText(around, standing, session);
  const context = [ticks, moved].filter((text) => text !== null).join('\n');
  return context === '' ? NONE : { kind: 'tell', context };
}

/** Boxes of items that were ticked by hand, told once: the end of the event takes the ticks away. */
function ticksUntold(around: Surroundings, standing: Standing, session: string): string | null {
  const { tickWarnings, openWords } = workflowRoom();
  const [warning] = tickWarnings(standing);
  if (!warning) return null;
  const key = `ticks-${digestOfText(JSON.stringify(warning.args)).slice(0, 16)}`;
  return once(around.repository, session, key, around.start) ? `flow: ${warning.code}: ${openWords(warning)}` : null;
}

function movedText(around: Surroundings, standing: Standing, session: string): string | null {
  const told = readTold(around.repository, session, around.start);
  if (told === null || told.place === placeIn(standing)) return null;
  keepTold(around, session, around.start, '');
  return workflowRoom().movedText(standing.status);
}

const placeIn = ({ run, status }: Standing) =>
  `${run.id} ${status.paused === null ? '' : 'paused '}${status.position}`.replaceAll('\n', ' ').slice(0, 500);

function keepTold(around: Surroundings | null, session: string, start: Start, begun: string): void {
  const standing = around && standingHere(around);
  if (around && standing) writeTold(around.repository, session, { place: placeIn(standing), begun }, start);
}

/**
 * Returns the text of an injection; null where nothing runs. The first one after a branch was renamed keeps the run's
 * new name.
 */
function statusHere(directory: string, start: Start): string | null {
  const around = surroundingsOf(directory, start);
  if (!around || !mayLead(around)) return null;
  const standing = standingHere(around);
  const { specificationLines, statusText, strayHere, strayText, keepName } = workflowRoom();
  if (standing) {
    keepName(around, standing.run);
    return statusText(standing.status, undefined, specificationLines(around, standing));
  }
  const untold = untoldWords(around);
  if (untold !== null) return untold;
  const stray = strayHere(around.repository, start.environment);
  return stray && strayText(stray);
}

/**
 * Text that tells an agent of a run which newly proven facts have led to another phase: between two prompts the agent would
 * not know. Null where the run has not moved.
 */
export function movedSince(around: Surroundings, since: number, session: string): string | null {
  const standing = standingHere(around);
  if (!standing) return null;
  const { statusBefore, movedText } = workflowRoom();
  const before = statusBefore(standing, since);
  if (!before || before.position === standing.status.position) return null;
  keepTold(around, session, around.start, '');
  return movedText(standing.status);
}

/** Tells a sub-agent what it needs of that, by its role. */
export function injectSubagent(directory: string, role: string | null, start: Start): Decision {
  const standing = standingAt(directory, start);
  if (!standing) return NONE;
  const { subagentText, isReviewer } = workflowRoom();
  return { kind: 'tell', context: subagentText(standing.status, isReviewer(standing.workflow, role)) };
}

function standingAt(directory: string, start: Start) {
  const around = surroundingsOf(directory, start);
  return around && standingHere(around);
}
