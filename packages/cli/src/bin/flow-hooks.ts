#!/usr/bin/env node
import { useCompileCache } from '@flow/evidence/disk/compile-cache';

// What the guards tell people to type is `npx flow-hooks …`: where only this package was asked for, package managers
// link no program of its dependencies. Runs on every Node that `@flow/hooks` runs on.
useCompileCache(process.env);
const { runFlowHooks } = await import('@flow/hooks/program');
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
process.exitCode = await runFlowHooks(process.argv.slice(2));
