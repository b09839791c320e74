import { describe } from 'vitest';
import { sequencesIn } from './suite.js';

describe('D98 whatever an agent does, with pytest and with two runners', () =>
  sequencesIn(
    { pytest: { all: 160, honest: 20, processes: 10 }, 'two runners in folders': { all: 90, honest: 10 } },
    'pytest',
  ));
