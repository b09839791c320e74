import type { Surroundings } from '@flow/hooks/program';
import type { Call } from '../commands/command.js';
import type { Forge } from '../forge/forge.js';
import type { Patience } from '../forge/sending.js';
import type { Room } from '../workflow/place.js';
import type { Progress } from './progress.js';

/**
 * A call of `flow ship`: what was asked, and the ways to the repository and to the forge. It holds nothing of what is
 * done.
 */
export interface Shipping {
  call: Call;
  room: Room;
  /** Top of the work tree. */
  root: string;
  options: ShipOptions;
  patience: Patience;
  progress: Progress;
  /** The repository as it is now. */
  around(): Surroundings;
  /** Finds the forge of a branch. @throws FlowError where no forge is known, or nobody is logged in there */
  forge(branch: string): Promise<Forge>;
  /** The command that goes on from here, for remedies. */
  again: string;
}

export interface ShipOptions {
  message: string | null;
  title: string | null;
  draft: boolean;
  /** Look at CI until it is over. */
  wait: boolean;
  api: string | null;
  dryRun: boolean;
}
