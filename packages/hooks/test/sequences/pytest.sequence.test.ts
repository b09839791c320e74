import { describe } from 'vitest';
import { sequencesIn } from './suite.js';

describe('D98 whatever an agent does, with pytest', () =>
  sequencesIn({ pytest: { all: 155, honest: 8, processes: 10 } }, 'pytest'));
