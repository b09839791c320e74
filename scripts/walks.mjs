// Kinds of projects, each walked from install to a push that is refused, mended and let through, with the packed package.
// FLOW_WALKS=slow: those whose tests are too slow for each commit; the nightly workflow walks them.
import { IS_CORE } from '../test/core.ts';
import { close, step, vitest } from './suite.mjs';

const built = step('build', 'turbo', 'run', 'build', '--output-logs=errors-only');
const started = Date.now();
const walked = vitest('walks', ['--config', 'vitest.walks.config.ts']);
const seconds = (Date.now() - started) / 1000;
console.log(`${seconds.toFixed(0)} s`);
const kinds = walked.passed + walked.failed + walked.skipped;

/** What the suite as a whole promises. */
const held = (ok, name) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, names: ok ? [] : [name] });
const promises = [
  held(kinds >= 12, `twelve kinds of projects: ${kinds}`),
  // Of the machine of `.ci/run` nobody knows how fast it is.
  ...(IS_CORE ? [] : [held(seconds <= 300, `all of them within 300 s: ${seconds.toFixed(0)} s`)]),
];
close('walks', [built, walked, ...(process.env.FLOW_WALKS === 'slow' ? [] : promises)]);
