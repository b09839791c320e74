import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { CORE } from './test/core.js';
import { LongestFirst } from './test/longest-first.js';

/** The engine as a test runs it from source loads the built bundles, as it does beside them. */
const builtBundles = {
  name: 'built-bundles',
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    id.endsWith('packages/engine/src/load.ts')
      ? `import { createRequire } from 'node:module';
const require = createRequire(${JSON.stringify(new URL('packages/hooks/dist/', import.meta.url).href)});
${code}`
      : undefined,
};

/** The fast suite: unit tests beside the source, integration tests on built binaries in `packages/<name>/test`. */
export default defineConfig({
  plugins: [builtBundles],
  ssr: { resolve: { conditions: ['@flow/source', 'node', 'import', 'default'] } },
  resolve: {
    conditions: ['@flow/source', 'node', 'import', 'default'],
    alias: { 'fast-check': fileURLToPath(new URL('test/seeded-fast-check.ts', import.meta.url)) },
  },
  test: {
    globalSetup: ['test/programs.ts'],
    setupFiles: ['packages/test-kit/src/set-up.ts'],
    // A file leaves nothing behind (set-up.ts), so each worker loads the source, and starts what stays beside it, once.
    isolate: false,
    // An event plays the engine anew, which leaves garbage: with more room there is less to collect, by a tenth of a worker's time.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
    include: [
      'packages/*/src/**/*.test.ts',
      'packages/*/test/**/*.test.ts',
      'apps/*/scripts/**/*.test.ts',
      'apps/*/test/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    ...CORE,
    sequence: { sequencer: LongestFirst },
    exclude: [
      '**/node_modules/**',
      '**/*.client.test.ts',
      '**/*.walk.test.ts',
      '**/*.sequence.test.ts',
      ...CORE.exclude,
    ],
    // The longest test takes 23 s on a quiet machine: one that is four times slower, or busy, still ends it.
    testTimeout: 240_000,
    // A worker waits a quarter of its time for disks, pseudo terminals and clocks: one more than there are cores fills them.
    maxWorkers: availableParallelism() + 1,
    hookTimeout: 240_000,
    // What a command said is in the message, which is all that the closing lines of CI show of a failure.
    chaiConfig: { truncateThreshold: 600 },
  },
});
