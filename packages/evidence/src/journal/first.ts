import type { Environment } from '../environment.js';
import type { Repository } from '../git/repository.js';
import { appendEvent } from './append.js';
import { eventsOf, type NewEvent } from './event.js';
import type { EventData, EventType } from './event-data.js';
import { readJournal } from './read-journal.js';

/**
 * Records an event of which only the first of its kind counts: the use of what holds once.
 * @param isSame tells of an earlier event's data whether it is of that kind
 * @returns false when another one was recorded before this one
 * @throws EvidenceError
 */
export function appendFirst<Type extends EventType>(
  repository: Repository,
  event: NewEvent<Type>,
  isSame: (data: EventData[Type]) => boolean,
  env: Environment,
): boolean {
  const done = appendEvent(repository, event, env);
  const all = eventsOf(readJournal(repository, env).events, event.type as Type).filter(({ data }) => isSame(data));
  // By their places in the chain: the times of several at once tell nothing. One that waits for its place may have been
  // alone when its own writer looked.
  return all.length === 1 || (done.kind === 'appended' && all.every(({ n, hash }) => n >= done.n && hash !== ''));
}
