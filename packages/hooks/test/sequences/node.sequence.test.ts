import { describe } from 'vitest';
import { sequencesIn } from './suite.js';

describe('D98 whatever an agent does, with node:test', () =>
  sequencesIn({ 'node:test': { all: 215, honest: 12, processes: 10 } }, 'node'));
