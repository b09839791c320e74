/** A run that an epic lists: what it is for, on which branch, and what comes before it. */
export interface EpicEntry {
  id: string;
  goal: string;
  branch: string;
  workflow: string;
  after: readonly string[];
  line: number;
}

/** A list of runs that belong together, as its file says it. */
export interface Epic {
  name: string;
  /** Path from the repository's root. */
  path: string;
  title: string;
  entries: readonly EpicEntry[];
  /** What is wrong with the file, with its line. */
  faults: readonly { line: number; message: string }[];
}

/** A run as this clone knows it. */
export interface RunOfBranch {
  branch: string;
  isHere: boolean;
  /** How the run ended; null while it goes on. */
  ended: string | null;
}

/** An entry status tells where an entry stands: read from the runs of this clone, never from a tick. */
export interface EntryStatus extends EpicEntry {
  state: 'done' | 'running' | 'cancelled' | 'waiting' | 'ready';
  isHere: boolean;
  /** Ids of the entries that come before it and are not done. */
  waits: string[];
}

/** Finds where the entries of an epic stand; the newest run of a branch is the one that counts. */
export function standOf({ entries }: Epic, runs: readonly RunOfBranch[]): EntryStatus[] {
  const states = new Map(entries.map(({ id, branch }) => [id, stateOf(branch, runs)]));
  return entries.map((entry) => {
    const state = states.get(entry.id) ?? null;
    const waits = entry.after.filter((id) => states.get(id) !== 'done');
    const isHere = runs.some((run) => run.branch === entry.branch && run.isHere);
    return { ...entry, state: state ?? (waits.length > 0 ? 'waiting' : 'ready'), isHere, waits };
  });
}

function stateOf(branch: string, runs: readonly RunOfBranch[]): 'done' | 'running' | 'cancelled' | null {
  const own = runs.filter((run) => run.branch === branch);
  if (own.some(({ ended }) => ended === null)) return 'running';
  const how = own.at(-1)?.ended;
  if (how === undefined || how === null) return null;
  return how === 'complete' || how === 'merged' ? 'done' : 'cancelled';
}
