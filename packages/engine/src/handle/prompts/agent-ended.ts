import type { Decision, Event } from '@flow/clients/event';
import { type Start, surroundingsOf } from '../../places/surroundings.js';
import { standingHere, workflowRoom } from '../../run/door.js';

/** A sub-agent as its end is told. */
type Ended = Pick<Extract<Event, { kind: 'subagent-stop' }>, 'directory' | 'agent' | 'role'>;

/**
 * Tells in one line where the run stands, once a sub-agent is over (row V41): the person, and the agent that started it. It is
 * told where the call for the sub-agent ends, as nobody is shown what a hook says at the end of the sub-agent itself.
 * @param told what is told of a reviewer besides, which says to the agent where the run stands
 */
export function agentOver({ directory, agent, role }: Ended, told: Decision | null, start: Start): Decision | null {
  const around = surroundingsOf(directory, start);
  const standing = around && standingHere(around);
  if (!around || !standing) return told;
  const { agentLine, dueProgress } = workflowRoom();
  const due = dueProgress(around, standing) === null ? '' : ' | a progress report is due: `flow progress`';
  const line = `${agentLine(standing, { agent, role })}${due}`;
  const context = told?.kind === 'tell' && told.context !== undefined ? told.context : line;
  return {
    kind: 'tell',
    context: due === '' || context === line ? context : `${context}\nflow:${due.slice(2)}`,
    notice: line,
  };
}
