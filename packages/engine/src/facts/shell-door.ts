import type * as Shell from '@flow/shell-effects';
import { plainPush } from '@flow/shell-effects/plain/pushes';
import { load } from '../load.js';

/**
 * Reads the effects of a command line. Parser and readers are a bundle, which only events with a command line load that
 * takes more than plain words.
 */
export const effectsOf: typeof Shell.effectsOf = (command, context) =>
  plainPush(command, context) ?? load<typeof Shell>('shell').effectsOf(command, context);
