import { test } from 'vitest';
import { thing } from './not-there.js';

test('never', () => thing());
