import { type Decision, NONE } from '../hosts/event.js';
import { type Start, type Surroundings, surroundingsOf } from '../surroundings.js';
import { standingHere, workflowRoom } from '../workflow/door.js';

/** Tells the agent where the branch's run stands: at each prompt, and when a session begins or was compacted. */
export function injectStatus(directory: string, start: Start): Decision {
  const text = statusHere(directory, start);
  return text === null ? NONE : { kind: 'tell', context: text };
}

/** The text of an injection; null where nothing runs. */
export function statusHere(directory: string, start: Start): string | null {
  const standing = standingAt(directory, start);
  return standing ? workflowRoom().statusText(standing.status) : null;
}

/**
 * What is told when something that was proven since a moment has led the run to another phase: between two prompts the
 * agent would not know. Null where it has not.
 */
export function movedSince(around: Surroundings, since: number): string | null {
  const standing = standingHere(around);
  if (!standing) return null;
  const { statusesSince, movedText } = workflowRoom();
  const before = statusesSince(standing, since).at(-1);
  return before && before.position !== standing.status.position ? movedText(standing.status) : null;
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
