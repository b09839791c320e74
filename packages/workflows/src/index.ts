import * as all from './all.js';
import type { ShippedWorkflow } from './shipped.js';

export { ceremony, tdd } from './all.js';
export { LISTS } from './lists.js';
export type { ShippedWorkflow, Step } from './shipped.js';

/** All workflows that the program ships, in the order of their names. */
export const WORKFLOWS: readonly ShippedWorkflow[] = Object.values(all);
