import { type Aside, type Decision, NONE } from '@flow/clients/event';
import { findRepository, type Repository } from '@flow/evidence';
import { forgetMark, once } from '../../facts/once.js';
import { writeAudit } from '../../facts/trail/audit-line.js';
import { type Start, surroundingsOf } from '../../places/surroundings.js';
import { mayLead } from '../../run/door.js';
import { clean } from '../../text/clean.js';
import { firstSeal } from '../seals/seal.js';
import { noteAlive } from './alive.js';
import { forgetTold } from './told-standing.js';

/*
 * What a client tells after it has happened, and no answer changes: it is written down, and told where it is next asked for.
 */

/** Notes an aside. */
export function noteAside(aside: Aside, start: Start): Decision {
  const repository = findRepository(aside.directory);
  if (repository) NOTES[aside.kind](aside, repository, start);
  return NONE;
}

const NOTES: Record<Aside['kind'], (aside: Aside, repository: Repository, start: Start) => void> = {
  /** The end of the turn was judged by nobody: the next prompt says so where a run leads, and the trail does everywhere. */
  'turn-failed': (aside, repository, start) => {
    const why = (aside.about ?? 'unknown').replace(/[^a-z_]/g, '').slice(0, 40) || 'unknown';
    writeAudit(repository, doer(aside, 'StopFailure'), {
      ...{ decision: 'failed', phase: null, paths: [], found: [{ guard: null, code: why }] },
    });
    const around = surroundingsOf(aside.directory, start);
    if (!around || !mayLead(around)) return;
    once(repository, aside.session, BROKEN, start);
    // The kept answer of the next prompt would not say it.
    forgetTold(repository, aside.session, start);
  },
  /** The agent says that a task is done: the numbers of the trail compare that with the runs. */
  ticked: (aside, repository) => {
    const task = clean(aside.about ?? '', 100);
    writeAudit(repository, doer(aside, 'TaskCompleted'), { decision: 'done', phase: null, paths: [], task });
  },
  /** The session works in another repository from here on, and is watched there as if it had begun there. */
  moved: ({ session, directory }, repository, start) => {
    const around = surroundingsOf(directory, start);
    if (!around) return;
    noteAlive(session, repository, start);
    firstSeal(around);
  },
};

const BROKEN = 'broken-off';

const doer = ({ session, agent }: Aside, tool: string) => ({ session, agent, role: null, call: tool, tool });

/** Returns what the agent has to know of a turn that failed, once; null where the turn before did not. */
export function brokenOff(repository: Repository, session: string, start: Start): string | null {
  return forgetMark(repository, session, BROKEN, start)
    ? 'flow: the turn before ended with an error of the service, so nobody looked at its end: what it had begun may be half done. Look at `git status` and at the open checks before you go on.'
    : null;
}
