import { type Attempt, type Claim, type Coordinator, CoordinatorUnknown, holdingOf, type Lease } from '../port.js';
import { keptUntil, type LeaseRecord, readRecord, recordText } from './lease-record.js';
import { leaseRef, segmentRefs } from './names.js';
import { fetchObjects, type Meeting, remoteRefs, swapRef } from './refs.js';
import { askGit } from './run-git.js';
import { gitSegments } from './segments.js';

/** A coordinator over a git remote is told these. */
export interface GitOptions extends Meeting {
  /** The name of this clone's segments: no other clone has it. */
  machine: string;
  /** The account that work is paid by; holds of other accounts keep nothing. */
  account?: string | null;
}

/** Tries of a swap that somebody else came before. */
const TRIES = 12;

/** A record and the object that holds it. */
interface Found {
  id: string;
  record: LeaseRecord | null;
}

/**
 * Makes a coordinator of a git remote, without a server: a lease is a ref that moves by compare-and-swap, and what machines say
 * of a run are segments, each with one writer. Nothing but the remote's own refs holds its state.
 */
export function gitCoordinator({ machine, account = null, ...meeting }: GitOptions): Coordinator {
  const segments = gitSegments({ ...meeting, machine });
  const { folder } = meeting;

  const write = (record: LeaseRecord) => askGit(folder, ['hash-object', '-w', '--stdin'], recordText(record));

  /** Reads a lease as it is on the remote now. */
  const find = async (
    run: string,
    item: string,
    refs: ReadonlyMap<string, string>,
  ): Promise<Found | null | 'moved'> => {
    const ref = leaseRef(run, item);
    const id = refs.get(ref);
    if (id === undefined) return null;
    if (!(await fetchObjects(meeting, new Map([[ref, id]])))) return 'moved';
    const type = await askGit(folder, ['cat-file', '-t', id]);
    const size = type === 'blob' ? Number(await askGit(folder, ['cat-file', '-s', id])) : 0;
    if (size === 0 || size > 64 * 1024) return { id, record: null };
    return { id, record: readRecord(await askGit(folder, ['cat-file', 'blob', id]), run, item) };
  };

  /**
   * Puts a record in the place of a lease, as long as that is the newest.
   * @returns false where another worker has had the item since
   */
  const replace = async (lease: Lease, next: LeaseRecord): Promise<boolean> => {
    const ref = leaseRef(lease.run, lease.item);
    const to = await write(next);
    for (let at = 0; at < TRIES; at += 1) {
      const found = await find(lease.run, lease.item, await remoteRefs(meeting, ref));
      if (found === 'moved') continue;
      if (found?.id === to) return true;
      const newest = found?.record?.lease;
      // Where nothing is left of what the coordinator knew, nobody has had the item since.
      if (newest && (newest.id !== lease.id || newest.token !== lease.token)) return false;
      if (found?.record?.end) return false;
      if (await swapRef(meeting, ref, found?.id ?? '', to)) return true;
    }
    throw new CoordinatorUnknown(`the lease of ${lease.item.slice(0, 60)} could not be written`);
  };

  const { append } = segments;

  return {
    async claim(run, worker, { item, base, time }): Promise<Claim> {
      const ref = leaseRef(run, item);
      for (let at = 0; at < TRIES; at += 1) {
        const refs = await remoteRefs(meeting, ref, segmentRefs(run));
        const found = await find(run, item, refs);
        if (found === 'moved') continue;
        const now = Date.now();
        const newest = found?.record ?? null;
        const until = newest === null ? 0 : keptUntil(newest, now);
        // Its answer may have been lost on the way.
        if (newest && newest.end === null && newest.lease.id === worker.id)
          return { kind: 'lease', lease: newest.lease };
        if (newest && until > 0) return { kind: 'taken', by: newest.lease.id, machine: newest.lease.machine, until };
        const hold = holdingOf(await segments.kept(run, refs), item, account, now);
        if (hold) return { kind: 'held', hold };
        const token = (newest?.lease.token ?? 0) + 1;
        const lease: Lease = {
          id: worker.id,
          run,
          item,
          token,
          machine: worker.machine,
          base,
          since: now,
          until: now + time,
        };
        const id = await write({ lease, end: null });
        if (await swapRef(meeting, ref, found?.id ?? '', id)) return { kind: 'lease', lease };
      }
      throw new CoordinatorUnknown(`${item.slice(0, 60)} could not be claimed: ${TRIES} tries were refused`);
    },
    async renew(lease, time) {
      const since = Date.now();
      const renewed = { ...lease, since, until: since + time };
      return (await replace(lease, { lease: renewed, end: null })) ? renewed : null;
    },
    async settle(lease, ended) {
      const end = bounded(ended);
      const isTaken = await replace(lease, { lease, end });
      await append(lease.run, [{ kind: isTaken ? 'settled' : 'stale', lease, end }]);
      return isTaken ? 'taken' : 'stale';
    },
    hold: (run, hold) => append(run, [{ kind: 'hold', hold }]),
    signal: (run, signal) => append(run, [{ kind: 'signal', signal }]),
    append: (run, events) =>
      append(
        run,
        events.map((event) => ({ kind: 'event', event })),
      ),
    read: segments.read,
  };
}

/** The reason is for people. */
const bounded = (end: Attempt): Attempt => ({ ...end, why: end.why.slice(0, 500) });
