import type { Decision, Event } from '@flow/clients/event';
import { lookAgain, type Start, surroundingsOf } from '../../places/surroundings.js';
import { mayLead, standingHere, workflowRoom } from '../../run/door.js';

/** A sub-agent as its end is told. */
type Ended = Pick<Extract<Event, { kind: 'subagent-stop' }>, 'directory' | 'agent' | 'role'>;

/** Tells the person in one line where the run stands, as a sub-agent ends (row V41); null where nothing runs. */
export function agentEnded(ended: Ended, start: Start): Decision | null {
  const notice = lineOf(ended, start);
  return notice === null ? null : { kind: 'tell', notice };
}

/** Tells the same line to the agent that started the sub-agent; null where nothing runs. */
export function agentOver(ended: Ended, start: Start): Decision | null {
  const context = lineOf(ended, start);
  return context === null ? null : { kind: 'tell', context };
}

function lineOf({ directory, agent, role }: Ended, start: Start): string | null {
  const before = surroundingsOf(directory, start);
  if (!before || !mayLead(before)) return null;
  // The end of a reviewer has just recorded its verdict: the run is read with it.
  const around = lookAgain(before);
  const standing = standingHere(around);
  if (!standing) return null;
  const { agentLine, dueProgress } = workflowRoom();
  const due = dueProgress(around, standing) === null ? '' : ' | a progress report is due: `flow progress`';
  return `${agentLine(standing, { agent, role })}${due}`;
}
