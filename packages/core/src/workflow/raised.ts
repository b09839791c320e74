import { contentAt } from './content.js';
import type { Moment } from './facts.js';
import type { ItemSet } from './items.js';
import type { Content } from './model.js';

/**
 * A must-fix that a judge or a run raised (design, Model, Finding): open until the content changes or it is disputed with a
 * reason (then it is answered), closed by a newer word of its source. Work phases wait for answered, judges for closed.
 */
export interface RaisedRecord {
  id: string;
  /** Key of the check. */
  check: string;
  /** The judge, reviewer or suite whose newer word closes it. */
  source: string;
  /** The item in whose walk the check was asked; '' for the run. */
  walk: string;
  title: string;
  /** The item that answers it; '' for the run. */
  item: string;
  /** Path of the phase that answers it. */
  to: string;
  /** A change of this answers it. */
  on: Content | readonly Content[];
  content: string | null;
  n: number;
  disputed: boolean;
  /** Places of the answers to it. */
  answers: number[];
}

/** Whether nobody has done anything about it yet. */
export function isOpen(record: RaisedRecord, moment: Moment, { byId }: ItemSet): boolean {
  if (record.disputed) return false;
  const now = contentAt(record.on, moment, byId.get(record.item || record.walk) ?? null);
  return now === null || now === record.content;
}
