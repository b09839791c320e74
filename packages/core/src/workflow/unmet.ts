import type { Finding } from '../finding.js';
import type { CheckState } from './checks/index.js';
import type { Actor } from './model.js';

/** A check that does not hold now, for one subject. */
export interface Unmet {
  /** `phase.check`. */
  key: string;
  /** Path of the phase that it is counted in; where it is kept, not its home. */
  path: string;
  /** Id of the claim, item or suite; '' for the run. */
  subject: string;
  /** The item in whose walk it is asked; '' for the run. */
  item: string;
  state: Exclude<CheckState, 'ok'>;
  /** The subject passed before, on whatever content: a phase that keeps the check mends it. */
  passed: boolean;
  /** Who can do something about it. */
  actor: Actor;
  finding: Finding;
  /** The finding that stands in its place: what its proofs depend on and that is not there, a document or an item's files. */
  awaits?: Finding;
}

export const NONE_OPEN: readonly Unmet[] = [];

/** The word that items are open: which items, nobody asks while a run is folded. */
export const ITEMS_OPEN: readonly Unmet[] = [
  {
    key: '',
    path: '',
    subject: '',
    item: '',
    state: 'missing',
    passed: false,
    actor: 'agent',
    finding: { code: 'ITEMS_OPEN', level: 'block', args: {} },
  },
];
