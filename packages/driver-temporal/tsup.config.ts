import { readFileSync } from 'node:fs';
import { defineConfig } from '../../scripts/build.js';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

/** The coordinator, the workflow that a worker bundles by itself, and the worker as a program. */
export default defineConfig({
  entry: { index: 'src/index.ts', workflow: 'src/workflow.ts', worker: 'src/worker.ts' },
  format: ['esm'],
  platform: 'node',
  target: 'node22',
  splitting: true,
  minify: true,
  // It says that nothing of anybody else is within.
  sourcemap: true,
  clean: true,
  define: { FLOW_VERSION: JSON.stringify(version) },
  esbuildOptions(options) {
    options.legalComments = 'none';
  },
});
