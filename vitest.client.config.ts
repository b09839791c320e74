import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { IS_SHORT } from './packages/test-kit/src/plays.js';
import { CORE } from './test/core.js';
import { LongestFirst } from './test/longest-first.js';

/** The slow suite: the real Claude Code client from npm against the scripted model server of `packages/test-kit`. */
export default defineConfig({
  ssr: { resolve: { conditions: ['@flow/source', 'node', 'import', 'default'] } },
  resolve: { conditions: ['@flow/source', 'node', 'import', 'default'] },
  test: {
    globalSetup: ['test/programs.ts'],
    setupFiles: ['packages/test-kit/src/set-up.ts'],
    include: ['packages/*/test/**/*.client.test.ts'],
    // What is only about a client of a fixed version changes with the version alone.
    ...CORE,
    sequence: { sequencer: LongestFirst },
    exclude: [
      ...CORE.exclude,
      ...(IS_SHORT ? ['packages/test-kit/test/{host-facts,skill-event,telling-events}.client.test.ts'] : []),
      // Where every scenario has the front, there is none that begins without it, and none of a client that knows none.
      ...(process.env.FLOW_CLIENT_FRONT === 'posix'
        ? [
            'packages/hooks/test/{front,codex,copilot,gemini,opencode,qwen-droid}.client.test.ts',
            'packages/cli/test/{codex,driver-codex,driver-acp,accessible,board,report}.client.test.ts',
            'packages/test-kit/test/*.client.test.ts',
          ]
        : []),
    ],
    testTimeout: 360_000,
    hookTimeout: 300_000,
    // A session mostly waits: as many as there are cores leave nearly a third of them idle.
    maxWorkers: availableParallelism() + 1,
  },
});
