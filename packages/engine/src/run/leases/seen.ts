import type { Event } from '@flow/clients/event';
import { type Start, type Surroundings, surroundingsOf } from '../../places/surroundings.js';
import { mayLead, workflowRoom } from '../door.js';
import { isRenewalDue } from './keep.js';
import { noteSession } from './session-record.js';

/**
 * Notes that a session is at work: the leases that it holds go on. Before a command of ours it is noted which process the
 * session has, so that the command can tell whose it is.
 */
export function sessionSeen(event: Event, start: Start): void {
  if (!('session' in event) || !('directory' in event)) return;
  if (event.kind === 'tool-before' && isOurs(event.input.command)) noteSession(event.session, start.environment);
  const around = surroundingsOf(event.directory, start);
  if (around && mayLead(around) && isRenewalDue(around, event.session)) keepQuietly(around, event.session);
}

/** Has a session keep its leases. No event fails for it: a lease that is not renewed ends by time, and its results count. */
export function keepQuietly(around: Surroundings, session: string): void {
  try {
    workflowRoom().keepLeases(around, session);
  } catch {
    // A full disk, or a journal that others hold.
  }
}

const isOurs = (command: unknown) => typeof command === 'string' && /\bflow(?:ctl|-hooks)?\b/.test(command);
