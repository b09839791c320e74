import type { Effect, Write } from '../effects.js';
import { HOLE, type Session } from '../state.js';
import { followLinks } from './paths.js';

/**
 * A listing holds the names in folders as a line leaves them: what the line makes is added, what it may have made or taken
 * away is a hole.
 */
export class Listing {
  private readonly session: Session;
  /** The effects that change names, found once each, as folders are listed again and again. */
  private writes: Write[] = [];
  private hasUnknownPlaces = false;
  private looked = 0;
  private last: Effect | undefined;

  constructor(session: Session) {
    this.session = session;
  }

  names(folder: string): string[] | undefined {
    this.lookAtEffects();
    const path = followLinks(folder, this.session.links);
    const start = path === '/' ? '/' : `${path}/`;
    const made = new Set<string>();
    for (const file of this.session.files.keys())
      if (file.startsWith(start)) made.add(file.slice(start.length).split('/', 1)[0] as string);
    const names = this.session.context.listDirectory?.(path);
    let isDoubted = this.hasUnknownPlaces;
    const gone = new Set<string>();
    const likely = new Set<string>();
    for (const write of this.writes) {
      const isAround = write.path === path || path.startsWith(`${write.path}/`);
      if (isAround && write.reach !== 'exact') isDoubted = true;
      const name = write.path.startsWith(start) ? write.path.slice(start.length) : undefined;
      if (name === undefined || name === '') continue;
      const isGone = write.how === 'delete' || write.how === 'move';
      if (name.includes('/')) {
        // A folder that something was put into is there.
        if (!isGone && write.reach === 'exact') made.add(name.slice(0, name.indexOf('/')));
        continue;
      }
      // What came last counts.
      if (isGone) gone.add(name);
      else gone.delete(name);
      if (!isGone && write.reach === 'exact') likely.add(name);
      isDoubted ||= !made.has(name) && (write.how !== 'write' || names?.includes(name) !== true);
    }
    isDoubted ||= gone.size > 0;
    if (names === undefined && made.size === 0 && !isDoubted) return undefined;
    const left = [...new Set([...(names ?? []), ...made, ...likely])].filter((name) => !gone.has(name));
    return isDoubted ? [...left, HOLE] : left;
  }

  private lookAtEffects(): void {
    const { effects } = this.session;
    // Effects that were said twice are taken out again.
    if (effects[this.looked - 1] !== this.last) {
      this.writes = [];
      this.looked = 0;
    }
    for (; this.looked < effects.length; this.looked++) {
      const one = effects[this.looked] as Effect;
      if (one.kind === 'write' && one.how !== 'mode') this.writes.push(one);
      else if (one.kind === 'opaque' && one.what === 'destination') this.hasUnknownPlaces = true;
    }
    this.last = effects.at(-1);
  }
}
