import type { SealedBy } from '@flow/core';
import { noteUnsealed, whyUnsealed } from '../../facts/client-settings/why-unsealed.js';
import { forgetMark, once } from '../../facts/once.js';
import type { Surroundings } from '../../places/surroundings.js';
import { unprovenWords } from '../../words/sealed.js';

/** The mark of having told it. */
const TOLD = 'unproven';

/**
 * Tells that a run of a sealed project was started outside of its seal, with what the settings have against the seal by now: once,
 * and again where a run in between was sealed.
 * @param seal of the call
 */
export function tellUnproven(seal: SealedBy, session: string, around: Surroundings): string[] {
  const { repository, start } = around;
  // No other client is sealed, and none could do better.
  if (start.host?.configChange !== true) return [];
  if (seal !== 'none') {
    forgetMark(repository, session, TOLD, start);
    return [];
  }
  if (!once(repository, session, TOLD, start)) return [];
  const found = whyUnsealed(repository, start.environment);
  noteUnsealed(found, repository, start.environment);
  return [unprovenWords(found)];
}
