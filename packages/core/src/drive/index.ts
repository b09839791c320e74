export { isItemSpent, itemLeft, type SpentLimit, spentLimit } from './budget.js';
export {
  closedUntilIn,
  type DrivenEnd,
  fruitlessIn,
  landingTries,
  largestIn,
  standsAt,
  usedByItem,
  usedIn,
} from './ends.js';
export { NO_LIMITS, type Planned, planOf } from './plan.js';
export { type Action, FRUITLESS, LANDINGS, schedule, type Task } from './schedule.js';
export type { DriveView, ItemLimits, Limits, Used, Worker } from './view.js';
