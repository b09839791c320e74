import child from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

/*
 * Set-up of `test:fast` (vitest.fast.config.ts): no test of it starts a process. Whichever way to start one is called, the
 * test fails with the name of the call.
 */
for (const name of ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'] as const) {
  child[name] = ((program: unknown) => {
    throw new Error(`test:fast starts no process, and this test calls ${name}(${JSON.stringify(program)})`);
  }) as never;
}
syncBuiltinESMExports();
