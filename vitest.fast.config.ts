import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { fastFiles } from './test/fast-files.js';

/** The inner loop: every test beside the source that starts no program. */
export default defineConfig({
  ssr: { resolve: { conditions: ['@flow/source', 'node', 'import', 'default'] } },
  resolve: {
    conditions: ['@flow/source', 'node', 'import', 'default'],
    alias: { 'fast-check': fileURLToPath(new URL('test/seeded-fast-check.ts', import.meta.url)) },
  },
  test: {
    include: fastFiles().fast,
    setupFiles: ['test/no-process.ts'],
    // None of these changes what another could see, so each worker loads the source once.
    isolate: false,
    pool: 'threads',
    maxWorkers: availableParallelism(),
    testTimeout: 60_000,
  },
});
