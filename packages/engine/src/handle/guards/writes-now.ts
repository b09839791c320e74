import type { Effect } from '@flow/shell-effects';
import { writesOf } from '../../judges/protected.js';
import type { Surroundings } from '../../places/surroundings.js';
import { preciseWrites } from './precise-writes.js';

/** Returns the writes of a command line, file by file where git knows better than the words of the line. */
export const writesNow = (effects: readonly Effect[], around: Surroundings | null) =>
  preciseWrites(writesOf(effects), effects, around);
