import type { Runner } from './runner.js';
import { cargo } from './runners/cargo.js';
import { go } from './runners/go.js';
import { pytest } from './runners/pytest.js';
import { vitest } from './runners/vitest.js';

/** Every runner that is known, in the order in which the outputs of one text are reported when nothing else tells. */
export const RUNNERS: readonly Runner[] = [go, pytest, vitest, cargo];
