// Random work of an agent, played with real runners: what a push lets through, a clean clone has to find green.
// FLOW_SEQUENCES_SEED, FLOW_SEQUENCES_RUNS and FLOW_SEQUENCES_MINUTES look for more than the fixed sequences (CONTRIBUTING.md).
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { IS_CORE } from '../test/core.ts';
import { close, root, step, vitest } from './suite.mjs';

const counted = path.join(root, '.cache/sequences');
// `.ci/run`, whose time is short, plays the first tenth of the fixed ones.
const least = IS_CORE ? { sequences: 50, pushes: 10 } : { sequences: 500, pushes: 100 };
const isFixed = !Object.keys(process.env).some((name) => name.startsWith('FLOW_SEQUENCES_'));

rmSync(counted, { recursive: true, force: true });
const built = step('build', 'turbo', 'run', 'build', '--output-logs=errors-only');
const started = Date.now();
const played = vitest('sequences', ['--config', 'vitest.sequences.config.ts']);
console.log(`${((Date.now() - started) / 1000).toFixed(0)} s`);

const total = { sequences: 0, passed: 0, refused: 0 };
for (const file of readdirSync(counted)) {
  for (const [name, one] of Object.entries(JSON.parse(readFileSync(path.join(counted, file), 'utf8')))) {
    console.log(`${name}: ${one.sequences} sequences, ${one.passed} pushes published, ${one.refused} refused`);
    for (const key of Object.keys(total)) total[key] += one[key];
  }
}

/** What the suite as a whole promises. */
const held = (ok, name) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, names: ok ? [] : [name] });
const promises = isFixed
  ? [
      held(total.sequences >= least.sequences, `${least.sequences} sequences: ${total.sequences}`),
      held(
        Math.min(total.passed, total.refused) >= least.pushes,
        `${least.pushes} pushes each: ${total.passed} published, ${total.refused} refused`,
      ),
    ]
  : [];
close('sequences', [built, played, ...promises]);
