import type { Runner } from './runner.js';
import * as all from './runners/index.js';

/** Every runner that is known. */
export const RUNNERS: readonly Runner[] = Object.values(all);
