// `npx -y pnpm@12 verify`: whether the commit that is checked out is proven by the rules of its base branch; what is not is
// run in a clean checkout. In CI BASE and COMMIT say which. Build first.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from './suite.mjs';

const { BASE = 'origin/main', COMMIT = 'HEAD' } = process.env;
const setup = ['--rerun', '--setup', 'npx -y pnpm@12 install --frozen-lockfile', '--timeout', '3300'];
const program = path.join(root, 'packages/hooks/dist/flow-hooks.cjs');
const { status } = spawnSync('node', [program, 'verify', ...setup, '--base', BASE, COMMIT], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
