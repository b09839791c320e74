import { defineConfig } from 'vitest/config';

/** The slow suite: the real Claude Code client from npm against the scripted model server of `packages/test-kit`. */
export default defineConfig({
  ssr: { resolve: { conditions: ['@flow/source', 'node', 'import', 'default'] } },
  resolve: { conditions: ['@flow/source', 'node', 'import', 'default'] },
  test: {
    include: ['packages/*/test/**/*.client.test.ts'],
    testTimeout: 360_000,
    hookTimeout: 300_000,
    // A session mostly waits: two leave less than a third of two cores idle, one left a half.
    maxWorkers: 2,
  },
});
