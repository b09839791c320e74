import { type Decision, type Event, NONE } from '@flow/clients/event';
import { load } from '../load.js';
import { type Start, surroundingsOf } from '../places/surroundings.js';
import type * as Bundle from '../run/bundle.js';
import { mayLead, standingHere } from '../run/door.js';

/**
 * Judges the end of a turn, where a run leads the work. Where the run cannot be read nothing is known to be left, and the
 * turn ends.
 */
export function beforeStop(event: Extract<Event, { kind: 'stop' }>, start: Start): Decision {
  const around = surroundingsOf(event.directory, start);
  const standing = around && mayLead(around) ? standingHere(around) : null;
  return around && standing ? load<typeof Bundle>('run').judgeStop(event, around, standing) : NONE;
}
