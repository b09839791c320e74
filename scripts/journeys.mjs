// `npx -y pnpm@12 journeys`: the suites that walk through whole projects, which `check` leaves out.
import { availableParallelism } from 'node:os';
import { JOURNEYS } from '../test/journeys.ts';
import { close, step, vitest } from './suite.mjs';

// Whole runs wait more than other tests do: for sessions, terminals and clocks.
close('journeys', [
  step('build', 'turbo', 'run', 'build', '--output-logs=errors-only'),
  vitest('journeys', [...JOURNEYS, `--maxWorkers=${availableParallelism() + 2}`]),
]);
