import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The fast suite: unit tests beside the source, integration tests on built binaries in `packages/<name>/test`. */
export default defineConfig({
  ssr: { resolve: { conditions: ['@flow/source', 'node', 'import', 'default'] } },
  resolve: {
    conditions: ['@flow/source', 'node', 'import', 'default'],
    alias: { 'fast-check': fileURLToPath(new URL('test/seeded-fast-check.ts', import.meta.url)) },
  },
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'packages/*/test/**/*.test.ts',
      'apps/*/scripts/**/*.test.ts',
      'apps/*/test/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/*.client.test.ts', '**/*.walk.test.ts'],
    testTimeout: 60_000,
    // Two cores give one worker by default, which mostly waits for the programs that it starts.
    maxWorkers: 2,
    hookTimeout: 60_000,
  },
});
