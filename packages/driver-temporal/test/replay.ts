import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/* Histories are played again by a worker of its own: the library of the protocol finds no long numbers within a test's worker. */

const REPLAY = `
import { readFileSync } from 'node:fs';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
const [workflowsPath, ...files] = JSON.parse(process.argv[1]);
Runtime.install({ logger: new DefaultLogger('ERROR') });
const histories = files.map((file) => ({ workflowId: file, history: JSON.parse(readFileSync(file, 'utf8')) }));
let count = 0;
for await (const { error } of Worker.runReplayHistories({ workflowsPath }, histories)) {
  if (error) throw error;
  count += 1;
}
console.log(count + ' histories were the same again');
`;

/** Plays histories again with the built workflow. @throws where it does anything else than it did then */
export function replayed(...files: string[]): string {
  const workflow = fileURLToPath(new URL('../dist/workflow.js', import.meta.url));
  const words = ['--input-type=module', '-e', REPLAY, JSON.stringify([workflow, ...files])];
  const cwd = fileURLToPath(new URL('.', import.meta.url));
  return execFileSync(process.execPath, words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
