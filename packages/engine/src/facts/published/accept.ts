import { canonical, keepPublished, type PublishedPlace, type Repository, readPublished } from '@flow/evidence';
import { type Start, surroundingsOf } from '../../places/surroundings.js';
import { acceptFirst, remotesNow } from './confirm.js';
import { shownAddress } from './place.js';

/** Remotes that a person may accept in place of those that were. */
export interface NewRemotes {
  /** Lines for the person, one for each change. */
  lines: string[];
  /** Keeps them. What is on them is not taken from here: they are asked at the next push. */
  accept(): void;
}

/** Differences of the remotes from those that were accepted; null where there is none, or none has been accepted yet. */
export function newRemotes(repository: Repository, start: Start): NewRemotes | null {
  const known = readPublished(repository, start.environment);
  if (known === null) return null;
  const before = known === 'forged' ? [] : known;
  const now = remotesNow(repository, start).map((place): PublishedPlace => {
    const { head = null, branches = {} } = before.find(({ remote }) => remote === place.remote) ?? {};
    return { ...place, head, branches };
  });
  const lines = [
    ...now.flatMap((place) => {
      const old = before.find(({ remote }) => remote === place.remote);
      return old && waysOf(old) === waysOf(place) ? [] : [line('+', place)];
    }),
    ...before.filter((old) => !now.some((place) => waysOf(place) === waysOf(old))).map((old) => line('-', old)),
  ];
  if (lines.length === 0) return null;
  return { lines, accept: () => keepPublished(repository, now, start.environment) };
}

const waysOf = ({ remote, address, pushed = [], settings }: PublishedPlace) =>
  canonical([remote, address, pushed, settings]);

function line(sign: string, { remote, address, pushed = [], settings }: PublishedPlace): string {
  const ways = settings.map(([name, value]) => `${name}=${shownAddress(value)}`);
  const there = pushed.length > 0 ? `, pushed to ${pushed.map(shownAddress).join(' and ')}` : '';
  return `${sign} remote ${remote}: ${shownAddress(address)}${there}${ways.length > 0 ? ` (${ways.join(', ')})` : ''}`;
}

/** `DEADLINE` is the time for a look at the remotes, in milliseconds. */
const DEADLINE = 10_000;

/** Accepts the remotes as whoever sets a repository up has them, where none have been: they count from now on. */
export function acceptRemotes(directory: string, environment: NodeJS.ProcessEnv): void {
  const around = surroundingsOf(directory, { environment, deadline: Date.now() + DEADLINE });
  if (around) acceptFirst(around);
}
