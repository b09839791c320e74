import { type Decision, NONE } from '../hosts/event.js';
import { type Start, surroundingsOf } from '../surroundings.js';
import { standingHere, workflowRoom } from '../workflow/door.js';

/** Tells the agent where the branch's run stands: at each prompt, when a session begins or was compacted, to sub-agents. */
export function injectStatus(directory: string, start: Start): Decision {
  const text = statusHere(directory, start);
  return text === null ? NONE : { kind: 'tell', context: text };
}

/** The text of an injection; null where nothing runs. */
export function statusHere(directory: string, start: Start): string | null {
  const around = surroundingsOf(directory, start);
  const standing = around && standingHere(around);
  return standing ? workflowRoom().statusText(standing.status) : null;
}
