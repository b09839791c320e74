import { getOrMake } from '../get-or-make.js';
import { contentAt } from './content.js';
import type { Moment } from './facts.js';
import type { ItemSet } from './items.js';
import type { Content } from './model.js';

/**
 * A must-fix that a judge or a run raised stays open until the content changes or it is disputed with a
 * reason (then it is answered), closed by a newer word of its source. Work phases wait for answered, judges for closed.
 */
export interface RaisedRecord {
  id: string;
  /** Key of the check. */
  check: string;
  /** The judge, reviewer or suite whose newer word closes it. */
  source: string;
  /** The item in whose walk the check was asked; '' for the run. */
  askedOf: string;
  title: string;
  /** The item that answers it; '' for the run. */
  answeredBy: string;
  /** Path of the phase that answers it. */
  to: string;
  /** A change of any of these answers it. */
  on: readonly (Content | readonly Content[])[];
  /** The item whose content that is; '' for the run's. */
  about: string;
  /** The contents when it was raised. */
  contents: readonly (string | null)[];
  n: number;
  disputed: boolean;
  /** Places of the answers to it. */
  answers: number[];
}

/** Tells whether nobody has done anything about the must-fix yet. */
export function isOpen(record: RaisedRecord, moment: Moment, { byId }: ItemSet): boolean {
  if (record.disputed) return false;
  const item = byId.get(record.about) ?? null;
  return record.on.every((on, at) => {
    const now = contentAt(on, moment, item);
    return now === null || now === record.contents[at];
  });
}

/** Keeps the must-fixes that are not closed, in the order in which they were raised. */
export class Raised {
  readonly #all = new Set<RaisedRecord>();
  /** Records by the item in whose walk they were raised, and by the item that answers them; '' for the run. */
  readonly #byAsked = new Map<string, Set<RaisedRecord>>();
  readonly #byAnswering = new Map<string, Set<RaisedRecord>>();

  /** The same must-fixes, to be answered and closed without a trace here. */
  copy(): Raised {
    const other = new Raised();
    for (const one of this.#all) other.add({ ...one, answers: [...one.answers] });
    return other;
  }

  get all(): Iterable<RaisedRecord> {
    return this.#all;
  }

  /** Lists the records of one check in one walk. */
  by(check: string, askedOf: string): RaisedRecord[] {
    const all: RaisedRecord[] = [];
    for (const one of this.#byAsked.get(askedOf) ?? NONE) if (one.check === check) all.push(one);
    return all;
  }

  /** Finds the records that an item answers. */
  of(item: string): ReadonlySet<RaisedRecord> {
    return this.#byAnswering.get(item) ?? NONE;
  }

  add(record: RaisedRecord): void {
    this.#all.add(record);
    getOrMake(this.#byAsked, record.askedOf, () => new Set()).add(record);
    getOrMake(this.#byAnswering, record.answeredBy, () => new Set()).add(record);
  }

  close(record: RaisedRecord): void {
    this.#all.delete(record);
    this.#byAsked.get(record.askedOf)?.delete(record);
    this.#byAnswering.get(record.answeredBy)?.delete(record);
  }
}

const NONE: ReadonlySet<RaisedRecord> = new Set();
