// `node scripts/on-this-node.mjs test|test:fast`: a suite on the Node that starts this, where the workspace's own comes first
// in every script of pnpm. Build first.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from './suite.mjs';

const CONFIGURATIONS = { test: 'vitest.config.ts', 'test:fast': 'vitest.fast.config.ts' };
const [suite, ...words] = process.argv.slice(2);
if (!Object.hasOwn(CONFIGURATIONS, suite ?? '')) {
  console.error(`Expected ${Object.keys(CONFIGURATIONS).join(' or ')}.`);
  process.exit(2);
}
const vitest = path.join(path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', '--config', CONFIGURATIONS[suite], ...words], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
