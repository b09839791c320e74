import { type Lease, Leases, type Recorded, readDeed } from '@flow/core/workflow';
import type { FlowData, JournalEntry, Where } from '@flow/evidence';
import type { Run } from '../runs/run.js';
import { Disarmed } from './disarmed.js';

/** The item whose work tree a folder is, and the lease that says so. */
export interface LeasedTree {
  item: string;
  lease: Lease;
}

/**
 * Tells of each entry of a journal, asked in its order, which item it speaks of and under which lease: this follows from
 * where it was recorded and in which session, and from the leases before it.
 */
export class Origins {
  readonly leases = new Leases();
  readonly #run: Pick<Run, 'id' | 'names'>;
  readonly #disarmed: Disarmed;
  /** Leases by the work tree that they give to their item alone. */
  readonly #trees = new Map<string, LeasedTree>();

  /** @param events the whole journal, as the end of a session tells what its words were worth */
  constructor(run: Pick<Run, 'id' | 'names'>, events: readonly JournalEntry[]) {
    this.#run = run;
    this.#disarmed = new Disarmed(events, run.id);
  }

  /**
   * Tells whether something counts for nothing, as our hooks were not at work in the session that recorded it. Asked of an
   * entry before it is taken in.
   * @param entry null for something that is recorded now
   */
  isVoid(entry: Pick<JournalEntry, 'time'> | null, where: Where | undefined): boolean {
    if (entry !== null && this.#disarmed.holds(entry, where)) return true;
    const tree = where && this.treeAt(where.worktree, where.branch);
    return tree?.lease.unarmed === true;
  }

  /** Takes in the next entry. */
  of({ type, time, data }: Pick<JournalEntry, 'type' | 'time' | 'data'>): Recorded {
    const deed = type === 'flow' ? this.#deedOf(data as unknown as FlowData) : null;
    const where = data.where as Where | undefined;
    const isBegin = deed?.type === 'item' && deed.state === 'running' && deed.lease !== undefined;
    const recorded: Recorded = isBegin && deed.lease?.apart ? byAlone(where) : this.at(where);
    // Who works unarmed gives nothing back and takes nothing: its process, or time, ends its lease.
    if (!isBegin && this.isVoid({ time }, where)) return recorded;
    this.leases.renew({ ...recorded, time });
    if (isBegin) this.#begin(deed.item, deed.lease!, time);
    else if (deed?.type === 'item' || deed?.type === 'reopen') {
      if (deed.item !== undefined && !this.#isLate(recorded, deed.item)) this.leases.release(deed.item);
    }
    return recorded;
  }

  /** What would be known of something that is recorded now. */
  at(where: Where | undefined): Recorded {
    const tree = where && this.treeAt(where.worktree, where.branch);
    return { ...byAlone(where), ...(tree && { scopedTo: tree.item, under: tree.lease.id }) };
  }

  /** The item that a work tree speaks of alone; null for one of the run's own, and for any other. */
  treeAt(worktree: string, branch: string | null): LeasedTree | null {
    const tree = this.#trees.get(worktree);
    // Whoever checks the run's branch out there has made it the run's work tree.
    const isOfRun = branch !== null && this.#run.names.some(({ name }) => name === branch);
    return tree && (!isOfRun || tree.lease.branch === branch) ? tree : null;
  }

  #deedOf({ run, what }: FlowData) {
    return run === this.#run.id ? readDeed(what) : null;
  }

  #begin(item: string, lease: Lease, time: number): void {
    if (this.leases.begin(item, lease, time) && lease.apart) this.#trees.set(lease.worktree, { item, lease });
  }

  #isLate(recorded: Recorded, item: string): boolean {
    const one = { id: item, digest: '', title: '', kind: '', after: [], files: [] };
    return this.leases.isLate(recorded, one, new Map());
  }
}

/** Returns the origins of all that was recorded since a run began. */
export function originsIn(events: readonly JournalEntry[], run: Pick<Run, 'id' | 'names' | 'n'>): Origins {
  const origins = new Origins(run, events);
  for (const entry of events) if (entry.n > run.n) origins.of(entry);
  return origins;
}

const byAlone = (where: Where | undefined): Recorded => (where?.session == null ? {} : { by: where.session });
