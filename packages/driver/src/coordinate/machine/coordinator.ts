import type { Lease as HeldLease } from '@flow/core/workflow';
import { contentNow } from '@flow/engine/facts/content';
import { openRuns } from '@flow/engine/facts/workflow-runs';
import { processesOf } from '@flow/engine/run/leases/life';
import { processOf, thisMachine } from '@flow/engine/run/leases/machine';
import { type Origins, originsIn } from '@flow/engine/run/leases/origins';
import {
  appendEvent,
  branchName,
  type Environment,
  EvidenceError,
  eventsOf,
  type FlowData,
  findRepository,
  type JournalEntry,
  readHead,
  readJournal,
} from '@flow/evidence';
import {
  type Claim,
  type Coordinator,
  CoordinatorUnknown,
  type Entry,
  holdingOf,
  type Lease,
  type Worker,
} from '../port.js';
import { readWhat } from '../read-entry.js';

/** A coordinator of one machine is told these. */
export interface MachineOptions {
  /** A folder of the repository whose journal is asked. */
  folder: string;
  /** Variables by which the journal's key is found. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** The name by which the machine's entries are told. */
  machine?: string;
  /** The account that work is paid by. */
  account?: string | null;
}

/** Type of the `flow` events that a coordinator writes beside leases. No deeds: they prove nothing. */
const BESIDE = 'coordinate';

const TRIES = 8;

/** Milliseconds that reading a work tree's content may take. */
const PATIENCE = 60_000;

/** A run as far as its leases need it. */
interface Reading {
  events: readonly JournalEntry[];
  origins: Origins;
  entries: Entry[];
  /** Ids of leases whose work has ended. */
  ended: ReadonlySet<string>;
}

/**
 * Makes the coordinator of one machine: leases are events of the journal, whose order says who came first, and the death of a
 * process ends its lease at once. What `flow item begin` knows and what is known here is the same.
 */
export function machineCoordinator(options: MachineOptions): Coordinator {
  const { environment = process.env, account = null } = options;
  const found = findRepository(options.folder);
  if (!found) throw new CoordinatorUnknown(`${options.folder} is in no git repository`);
  const repository = found;
  const env = environment as Environment;
  const { machine = thisMachine().machine } = options;

  const readEvents = () => orUnknown(() => readJournal(repository, env).events);
  const reading = (run: string, before = Number.POSITIVE_INFINITY): Reading => {
    const events = readEvents().filter(({ n }) => n < before);
    const known = [...openRuns(events).values()].find(({ id }) => id === run) ?? { id: run, names: [], n: 0 };
    const origins = originsIn(events, known);
    const entries = entriesOf(events, run, machine);
    const ended = new Set(entries.flatMap(({ what }) => (what.kind === 'settled' ? [what.lease.id] : [])));
    return { events, origins, entries, ended };
  };

  /** @param worktree what is recorded speaks of this one, on its content as it is now; null: of no content */
  const record = (run: string, what: FlowData['what'], worktree: string | null, isClaim: boolean): number => {
    const at = worktree === null ? null : (findRepository(worktree) ?? null);
    const place = at ?? repository;
    const tree = at === null ? null : (contentNow(at, Date.now() + PATIENCE)?.tree ?? null);
    const where = { worktree: place.root, branch: at === null ? null : branchName(at), session: null };
    const data = { run, tree, head: readHead(place)?.commit ?? null, what, where };
    const done = orUnknown(() =>
      appendEvent(repository, { type: 'flow' as const, data, ...(isClaim && { isClaim }) }, env),
    );
    return done.kind === 'appended' ? done.n : Number.POSITIVE_INFINITY;
  };
  const recordBeside = (run: string, what: Entry['what']) => record(run, { type: BESIDE, what }, null, false);

  return {
    async claim(run, worker, { item, base, time }): Promise<Claim> {
      for (let at = 0; at < TRIES; at += 1) {
        const { origins, entries, ended } = reading(run);
        const newest = origins.leases.newestOf(item);
        const now = Date.now();
        const life = newest ? processesOf([newest]) : {};
        origins.leases.lifeOf = ({ id }) => life[id];
        const held = newest && !ended.has(newest.id) ? origins.leases.heldAt(item, now) : null;
        if (held?.id === worker.id) return { kind: 'lease', lease: leaseOf(run, item, held) };
        if (held) return { kind: 'taken', by: held.id, machine: held.machine, until: held.until };
        const hold = holdingOf(entries, item, account, now);
        if (hold) return { kind: 'held', hold };
        const lease = heldLease(worker, repository.root, { base, now, time, newest });
        // Who begins an item stands in its work tree: the item is held against what lies there.
        record(run, { type: 'item', item, state: 'running', reason: '', lease }, worker.here?.worktree ?? null, true);
        if (reading(run).origins.leases.newestOf(item)?.id === worker.id)
          return { kind: 'lease', lease: { ...leaseOf(run, item, lease), machine: worker.machine } };
      }
      throw new CoordinatorUnknown(`others begin ${item.slice(0, 60)} all the time`);
    },
    async renew(lease, time) {
      const { origins, ended } = reading(lease.run);
      const newest = origins.leases.newestOf(lease.item);
      if (newest?.id !== lease.id || ended.has(lease.id)) return null;
      const since = Date.now();
      const renewed = { ...newest, since, until: since + time };
      record(lease.run, { type: 'item', item: lease.item, state: 'running', reason: '', lease: renewed }, null, true);
      return { ...lease, since, until: since + time };
    },
    async settle(lease, end) {
      const isNewest = (one: Reading) => {
        const newest = one.origins.leases.newestOf(lease.item);
        return newest === null || newest.id === lease.id;
      };
      const now = reading(lease.run);
      if (isNewest(now) && now.ended.has(lease.id)) return 'taken';
      const n = isNewest(now) ? recordBeside(lease.run, { kind: 'settled', lease, end }) : 0;
      // Somebody may have begun it meanwhile: the journal has an order.
      if (n > 0 && isNewest(reading(lease.run, n))) {
        const { leases } = now.origins;
        // What is given back is free for whoever asks the journal, too, though the process that had it lives.
        if (end.how === 'given-back' && leases.has(lease.item)) {
          const worktree = leases.newestOf(lease.item)?.worktree ?? null;
          record(lease.run, { type: 'item', item: lease.item, state: 'open', reason: '' }, worktree, false);
        }
        return 'taken';
      }
      recordBeside(lease.run, { kind: 'stale', lease, end });
      return 'stale';
    },
    async hold(run, hold) {
      recordBeside(run, { kind: 'hold', hold });
    },
    async signal(run, signal) {
      recordBeside(run, { kind: 'signal', signal });
    },
    async append(run, events) {
      for (const event of events) recordBeside(run, { kind: 'event', event });
    },
    async read(run, after) {
      const events = readEvents();
      const last = Number(after?.[machine] ?? 0);
      const entries = entriesOf(events, run, machine).filter(({ n }) => n > last);
      return { entries, cursor: { [machine]: String(events.at(-1)?.n ?? last) }, broken: [] };
    },
  };
}

function entriesOf(events: readonly JournalEntry[], run: string, machine: string): Entry[] {
  return eventsOf(events, 'flow').flatMap(({ n, time, data }) => {
    if (data.run !== run || data.what.type !== BESIDE) return [];
    const what = readWhat(data.what.what);
    return what === null ? [] : [{ machine, n, time, what }];
  });
}

function heldLease(
  { id, machine, here }: Worker,
  root: string,
  { base, now, time, newest }: { base: string | null; now: number; time: number; newest: HeldLease | null },
): HeldLease {
  const { boot, pidNamespace } = thisMachine();
  const seen = here && boot !== null ? processOf(here.pid) : undefined;
  return {
    id,
    token: (newest?.token ?? 0) + 1,
    session: here?.session ?? null,
    ...{ machine, boot, pidNamespace, pid: seen?.pid ?? null, startedAt: seen?.startedAt ?? null },
    ...{ worktree: here?.worktree ?? root, branch: here?.branch ?? null, base },
    ...{ since: now, until: now + time, driver: true, apart: here?.apart ?? false },
    ...(here?.unarmed && { unarmed: true }),
    ...(newest && { replaces: newest.id }),
  };
}

const leaseOf = (run: string, item: string, { id, token, machine, base, since, until }: HeldLease): Lease => ({
  ...{ id, run, item, token, machine, base, since, until },
});

/** A journal that cannot be read or written tells neither that an item is free nor that it is taken. */
function orUnknown<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof EvidenceError) throw new CoordinatorUnknown(error.message);
    throw error;
  }
}
