import { afterAll, afterEach, expect } from 'vitest';
import { closeAll, watchProcess } from './closing.js';
import './start-small.js';

/* What stands around every file of the suites that start programs: vitest runs it for each of them. */

const changed = watchProcess();
afterEach(closeAll);
afterAll(() => expect(changed(), 'what the file leaves changed in the process').toEqual([]));
