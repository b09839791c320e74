#!/usr/bin/env node
import { load } from '@flow/engine/load';
import { useCompileCache } from '@flow/evidence/disk/compile-cache';
import type * as Program from '../program.js';

useCompileCache(process.env);

// The program `flow` runs the same file.
const { runFlowHooks } = load<typeof Program>('program');

// A reader that has seen enough (`| head`) is no failure, and what `exec` runs goes on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

runFlowHooks(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
