import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { filesLeft, IS_CORE } from './test/core.js';

/**
 * Kinds of projects, each from install to a push that is refused, mended and let through; two of them are in the fast suite
 * too. FLOW_WALKS=slow: those whose tests take a minute a run, and no others.
 */
export default defineConfig({
  ssr: { resolve: { conditions: ['@flow/source', 'node', 'import', 'default'] } },
  resolve: { conditions: ['@flow/source', 'node', 'import', 'default'] },
  test: {
    globalSetup: ['test/programs.ts'],
    setupFiles: ['packages/test-kit/src/set-up.ts'],
    include: [`packages/hooks/test/walks/${process.env.FLOW_WALKS === 'slow' ? 'slow/' : ''}*.test.ts`],
    exclude: IS_CORE ? filesLeft('walks') : [],
    maxWorkers: availableParallelism() + 1,
  },
});
