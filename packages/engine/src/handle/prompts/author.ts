import type { Event } from '@flow/clients/event';
import { findRepository } from '@flow/evidence';
import { once, wasTold } from '../../facts/once.js';
import type { Start } from '../../places/surroundings.js';

/*
 * The author of a prompt, as a client names it. A client may say nothing of it, and then nothing is known: the word only ever
 * takes trust away, as a command that a client's timer has sent is expanded like one that a person typed.
 */

/** Notes a turn that a prompt began which nobody typed. */
export function noteAuthor({ source, turn, session, directory }: Prompt, start: Start): void {
  const repository = source && source !== 'user' && turn ? findRepository(directory) : null;
  if (repository) once(repository, session, nameOf(turn!), start);
}

type Prompt = Extract<Event, { kind: 'prompt' }>;

/** Tells whether the client has said of the prompt that began a turn that nobody typed it. */
export function isUntyped({ turn, session, directory }: Omit<Prompt, 'kind'>, start: Start): boolean {
  const repository = turn ? findRepository(directory) : null;
  return repository ? wasTold(repository, session, nameOf(turn!), start) : false;
}

const nameOf = (turn: string) => `untyped-${turn.replace(/[^A-Za-z0-9-]/g, '').slice(0, 64)}`;
