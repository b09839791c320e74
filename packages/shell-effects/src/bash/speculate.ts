import type { Effect } from '../effects.js';
import type { Session } from '../state.js';
import { LimitError } from './parse.js';

/**
 * Carries out what a program may or may not do (a git hook that may be there, words that look like a command) and keeps of it
 * only what would publish: anything else would be a guess about ordinary work. True when something was kept.
 */
export function speculate(session: Session, run: () => unknown): boolean {
  const start = session.effects.length;
  const files = new Map(session.files);
  try {
    run();
  } catch (error) {
    // A guess that goes too deep is no reason to call the line unreadable.
    if (!(error instanceof LimitError) && !(error instanceof RangeError)) throw error;
  }
  const kept = session.effects.splice(start).filter(publishes);
  session.effects.push(...kept);
  session.files.clear();
  for (const [path, text] of files) session.files.set(path, text);
  return kept.length > 0;
}

/** Tells whether an effect makes commits public; a trial run of a push does not. */
export function publishes(effect: Effect): boolean {
  return (effect.kind === 'push' && !effect.flags.dryRun) || effect.kind === 'publish';
}
