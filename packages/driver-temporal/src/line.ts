import { CoordinatorUnknown, type Lease, type Signal } from '@flow/driver';
import { Client, Connection, type ConnectionOptions, WithStartWorkflowOperation } from '@temporalio/client';
import type { Asked, End, Heard, Told } from './desk.js';
import type { Beginning } from './workflow.js';

/** A line is how a machine asks the desk of a run. Each answer that could not be had throws `CoordinatorUnknown`. */
export interface Line {
  claim(run: string, asked: Asked): Promise<Told>;
  renew(lease: Lease, time: number): Promise<Lease | null>;
  settle(lease: Lease, end: End): Promise<'taken' | 'stale'>;
  signal(run: string, machine: string, signal: Signal): Promise<void>;
  /** Returns the signals behind a number; an epoch is a desk that has forgotten nothing since. */
  heard(run: string, after: number): Promise<{ epoch: string; heard: Heard[] }>;
}

/** A line to a Temporal server is told these. */
export interface LineOptions {
  connection: ConnectionOptions;
  namespace: string;
  taskQueue: string;
  /** Questions that one history of a run answers. */
  most?: number;
  /** Milliseconds that one answer may take: a server or a worker that says nothing is one whose answer is not known. */
  patience?: number;
}

export const TASK_QUEUE = 'flow-coordinator';

const MOST = 500;

const PATIENCE = 15_000;

/** Codes of gRPC for an answer that did not come in time. */
const DEADLINE_EXCEEDED = 4;
const CANCELLED = 1;

/** Opens a line to a Temporal server. Nothing is connected before the first question. */
export function temporalLine({
  connection,
  namespace,
  taskQueue,
  most = MOST,
  patience = PATIENCE,
}: LineOptions): Line {
  let opened: Promise<Client> | null = null;
  const client = (): Promise<Client> => {
    opened ??= Connection.connect({ connectTimeout: patience, ...connection }).then(
      (one) => new Client({ connection: one, namespace }),
    );
    return opened;
  };

  const ask = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
    try {
      const one = await client();
      return await one.withDeadline(Date.now() + patience, () => work(one));
    } catch (error) {
      // What could not be connected is connected anew.
      if (await isBroken(opened)) opened = null;
      throw new CoordinatorUnknown(words(error, patience));
    }
  };

  const begin = (run: string) =>
    new WithStartWorkflowOperation<(beginning: Beginning) => Promise<void>>('flowRun', {
      workflowId: workflowOf(run),
      taskQueue,
      args: [{ run, most }],
      workflowIdConflictPolicy: 'USE_EXISTING',
    });

  const update = <T>(run: string, name: string, args: unknown[]): Promise<T> =>
    ask((one) =>
      one.workflow.executeUpdateWithStart<(beginning: Beginning) => Promise<void>, T, unknown[]>(name, {
        args,
        startWorkflowOperation: begin(run),
      }),
    );

  return {
    claim: (run, asked) => update(run, 'claim', [asked]),
    renew: (lease, time) => update(lease.run, 'renew', [lease, time]),
    settle: (lease, end) => update(lease.run, 'settle', [lease, end]),
    signal: (run, machine, signal) =>
      ask(async (one) => {
        await one.workflow.signalWithStart('flowRun', {
          workflowId: workflowOf(run),
          taskQueue,
          args: [{ run, most }],
          signal: 'look',
          signalArgs: [machine, signal],
        });
      }),
    heard: (run, after) =>
      ask((one) =>
        one.workflow.getHandle(workflowOf(run)).query<{ epoch: string; heard: Heard[] }, [number]>('heard', after),
      ),
  };
}

/** The name of a run's workflow, as people look for it on the server's pages. */
export const workflowOf = (run: string): string => `flow-run-${run}`;

const isBroken = async (opened: Promise<unknown> | null): Promise<boolean> =>
  opened !== null &&
  (await opened.then(
    () => false,
    () => true,
  ));

/** Says why in one line: errors of the client wrap one another, and the innermost knows. */
function words(error: unknown, patience: number): string {
  let why = 'no reason was given';
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const { details, code } = at as { details?: unknown; code?: unknown };
    if (code === DEADLINE_EXCEEDED || code === CANCELLED)
      return `Temporal gave no answer within ${patience / 1000} s: does flow-temporal-worker run?`;
    why = (typeof details === 'string' && details) || at.message || why;
  }
  return `Temporal gave no answer: ${why.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 300)}`;
}
