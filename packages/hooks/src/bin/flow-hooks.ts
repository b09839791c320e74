#!/usr/bin/env node
import { load } from '@flow/engine/load';
import type * as Program from '../program.js';

// The program `flow` runs the same file.
const { runFlowHooks } = load<typeof Program>('program');

// A reader that has seen enough (`| head`) is no failure, and what `exec` runs goes on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

runFlowHooks(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
