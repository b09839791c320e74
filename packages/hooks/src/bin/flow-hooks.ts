#!/usr/bin/env node
import type * as Program from '../program.js';

// The bundler leaves this name alone: the program `flow` runs the same file.
const { runFlowHooks } = require('./program.cjs') as typeof Program;

// A reader that has seen enough (`| head`) is no failure, and what `exec` runs goes on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

runFlowHooks(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
