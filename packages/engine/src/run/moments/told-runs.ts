import path from 'node:path';
import type { FlowDeed } from '@flow/core/workflow';
import { type JournalEntry, repositoryState, sha256 } from '@flow/evidence';
import { readerHere } from '../../facts/reader.js';
import type { Surroundings } from '../../places/surroundings.js';
import { readKept, writeKept } from './kept-file.js';

/** Facts that one run has told. */
export interface ToldRun {
  /** Of its receipt, as the journal has it. */
  digest: string;
  settled: boolean;
  /** Content that the run was on, and the commit that was checked out. */
  tree: string;
  head: string | null;
  /** Key of that moment, which says all that was told besides the receipt and the runs before. */
  moment: string;
  told: readonly FlowDeed[];
  /** Percent of a whole green run: coverages of several suites add up. */
  coverage?: number;
}

interface Kept {
  reader: string;
  runs: readonly ToldRun[];
}

/**
 * Keeps facts that the runs of a workflow have told, in the journal's order, so that not every event reads all
 * receipts, of which each may hold two thousand names. As partial runs add up, a run tells the same facts again only
 * behind the same runs.
 */
export class ToldRuns {
  readonly #around: Surroundings;
  readonly #file: string;
  #before: readonly ToldRun[];
  readonly #now: ToldRun[] = [];
  #isNew = false;

  constructor(around: Surroundings, branch: string) {
    const { repository, start } = around;
    this.#around = around;
    const folder = repositoryState(repository, start.environment);
    this.#file = path.join(folder, `told-runs-${sha256(branch).slice(0, 16)}.json`);
    const [kept] = readKept(this.#file, start.environment) as [Kept?];
    this.#before = kept?.reader === readerHere() ? kept.runs : [];
  }

  /**
   * Facts that a run told before, if the run comes behind the same runs as then. Ask for each run in the journal's order.
   */
  again({ data }: JournalEntry): ToldRun | undefined {
    const known = this.#before[this.#now.length];
    return known?.digest === data.digest && known?.settled === (data.settled === true) ? known : undefined;
  }

  /** Notes what the next run tells: the same as before, or something new, and then all behind it has to be asked anew. */
  note(run: ToldRun): void {
    if (this.#before[this.#now.length] !== run) {
      this.#before = [];
      this.#isNew = true;
    }
    this.#now.push(run);
  }

  /** Keeps what was told for the next time. */
  save(): void {
    if (!this.#isNew) return;
    const kept: Kept = { reader: readerHere(), runs: this.#now };
    writeKept(this.#file, [JSON.stringify(kept)], this.#around.start.environment);
  }
}
