import { describe } from 'vitest';
import { sequencesIn } from './suite.js';

describe('D98 whatever an agent does, with two runners', () =>
  sequencesIn({ 'two runners in folders': { all: 130, honest: 4 } }, 'folders'));
