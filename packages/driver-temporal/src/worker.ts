#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { TASK_QUEUE } from './line.js';

declare const FLOW_VERSION: string;

/* The worker of all runs of a namespace: it plays workflows that hold leases and signals, and runs nothing of a project. */

const HELP = `flow-temporal-worker [--address <host:port>] [--namespace <name>] [--task-queue <name>]

Plays the workflows that hold the leases of runs. How the server is reached is what TEMPORAL_* variables and
Temporal's own configuration file say, where no option says otherwise. Ends with Ctrl-C. --version prints the version.
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      address: { type: 'string' },
      namespace: { type: 'string' },
      'task-queue': { type: 'string' },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean' },
    },
  });
  if (values.version) {
    process.stdout.write(`${FLOW_VERSION}\n`);
    return;
  }
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const known = loadClientConnectConfig();
  const address = values.address === undefined ? {} : { address: values.address };
  const connection = await NativeConnection.connect({ ...known.connectionOptions, ...address });
  const taskQueue = values['task-queue'] ?? TASK_QUEUE;
  const worker = await Worker.create({
    connection,
    namespace: values.namespace ?? known.namespace ?? 'default',
    taskQueue,
    workflowsPath: fileURLToPath(new URL('./workflow.js', import.meta.url)),
  });
  process.stdout.write(`Works on ${taskQueue}.\n`);
  try {
    await worker.run();
  } finally {
    await connection.close();
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`flow-temporal-worker: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
