import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Random work of an agent, played with real runners: what a push lets through, a clean clone has to find green. */
export default defineConfig({
  ssr: { resolve: { conditions: ['@flow/source', 'node', 'import', 'default'] } },
  resolve: { conditions: ['@flow/source', 'node', 'import', 'default'] },
  test: {
    globalSetup: ['test/programs.ts'],
    setupFiles: ['packages/test-kit/src/set-up.ts'],
    include: ['packages/hooks/test/sequences/*.sequence.test.ts'],
    maxWorkers: availableParallelism() + 1,
  },
});
