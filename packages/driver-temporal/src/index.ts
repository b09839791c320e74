import { type Coordinator, gitSegments } from '@flow/driver';
import type { ConnectionOptions } from '@temporalio/client';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import { coordinatorOver } from './coordinator.js';
import { TASK_QUEUE, temporalLine } from './line.js';

/** A coordinator over a Temporal server is told these. */
export interface TemporalOptions {
  /** A folder of the clone. */
  folder: string;
  /** The git remote that everything but leases and signals goes over. */
  remote: string;
  /** The name of this clone: no other clone has it. */
  machine: string;
  /** The account that work is paid by; holds of other accounts keep nothing. */
  account?: string | null;
  /** How the server is reached; by default as the environment and Temporal's own configuration file say. */
  connection?: ConnectionOptions;
  namespace?: string;
  /** The queue that `flow-temporal-worker` works on. */
  taskQueue?: string;
  /** Questions that one history of a run answers; its state goes on in the next. */
  most?: number;
  /** Milliseconds that one answer may take (15,000); later it is not known. */
  patience?: number;
}

/**
 * Makes a coordinator whose leases and signals a Temporal server keeps, in one workflow for each run. What is said, and what has
 * to outlive the server, lies in segments of a git remote.
 */
export function temporalCoordinator({
  folder,
  remote,
  machine,
  account = null,
  ...options
}: TemporalOptions): Coordinator {
  const known = loadClientConnectConfig();
  const line = temporalLine({
    connection: { ...known.connectionOptions, ...options.connection },
    namespace: options.namespace ?? known.namespace ?? 'default',
    taskQueue: options.taskQueue ?? TASK_QUEUE,
    ...(options.most !== undefined && { most: options.most }),
    ...(options.patience !== undefined && { patience: options.patience }),
  });
  return coordinatorOver(line, gitSegments({ folder, remote, machine }), { machine, account });
}

/**
 * `coordinator` is what `flow` calls where the policy names this package; `options` are those of the policy.
 * @throws Error for an option that it does not know: what is misspelt would ask another server
 */
export function coordinator({
  options: { address, namespace, queue, ...unknown } = {},
  ...given
}: Pick<TemporalOptions, 'folder' | 'remote' | 'machine'> & {
  options?: { address?: string; namespace?: string; queue?: string };
}): Coordinator {
  const [first] = Object.keys(unknown);
  if (first !== undefined) throw new Error(`it knows the options address, namespace and queue, and not ${first}`);
  return temporalCoordinator({
    ...given,
    ...(address !== undefined && { connection: { address } }),
    ...(namespace !== undefined && { namespace }),
    ...(queue !== undefined && { taskQueue: queue }),
  });
}
