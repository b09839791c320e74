import { createRequire } from 'node:module';
import path from 'node:path';
import type * as Room from '@flow/engine/run/index';
import type * as Reviews from '@flow/engine/run/reviews/index';
import { HOOK } from './kit.js';

const load = createRequire(import.meta.url);
const built = path.join(path.dirname(HOOK), 'run.cjs');

/** The built room of runs, which loads the reader of documents from beside it; only a file that asks it pays for its start. */
export const room = load(built) as typeof Room;
/** The built room of reviews. */
export const reviews = load(built) as typeof Reviews;
