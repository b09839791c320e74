import type { Headless } from '@flow/clients/headless';
import type { Hand } from './house.js';

/** An agent is a client as it is started for the sessions of a run. */
export interface Agent {
  name: string;
  /** Program and first words. */
  start: readonly string[];
  headless: Headless;
  /** A person lets it go without our hooks: what it says counts for nothing, only what the driver proves itself does. */
  unarmed: boolean;
}

/** Tells who hands in the work of an agent. */
export function handOf({ headless, unarmed }: { headless: Pick<Headless, 'answers'>; unarmed: boolean }): Hand {
  if (unarmed) return 'proof';
  return headless.answers ? 'answer' : 'commands';
}
