// The real-client suite: Claude Code from npm against the scripted model server.
import { close, step, vitest } from './suite.mjs';

close('client', [
  step('build', 'turbo', 'run', 'build', '--output-logs=errors-only'),
  vitest('client', ['--config', 'vitest.client.config.ts']),
]);
