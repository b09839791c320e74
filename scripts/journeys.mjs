// `npx -y pnpm@12 journeys`: the suites that walk through whole projects, which `check` leaves out.
import { JOURNEYS } from '../test/journeys.ts';
import { close, step, vitest } from './suite.mjs';

close('journeys', [step('build', 'turbo', 'run', 'build', '--output-logs=errors-only'), vitest('journeys', JOURNEYS)]);
