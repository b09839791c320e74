import { describe, test } from 'vitest';
import { HAS_SCRIPT } from '../../hooks/test/terminal-kit.js';
import { loopsIn, playThrough } from './loop-plays.js';
import { LANGUAGES } from './loops-in-client.js';

describe.skipIf(!HAS_SCRIPT || !LANGUAGES.Go.stack.available)('from the goal to the pull request, in Go', () => {
  test.each(loopsIn('Go'))(
    '$rows $workflow: what fails is mended, who was killed goes on, a contract changes by a person alone',
    { timeout: 300_000 },
    (loop) => playThrough(loop, LANGUAGES.Go),
  );
});
