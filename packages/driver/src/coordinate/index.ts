export { type GitOptions, gitCoordinator } from './git/coordinator.js';
export type { Meeting } from './git/refs.js';
export { gitSegments, type Segments } from './git/segments.js';
export { type MachineOptions, machineCoordinator } from './machine/coordinator.js';
export {
  type Attempt,
  type Claim,
  type Coordinator,
  CoordinatorUnknown,
  type Cursor,
  type Entry,
  type Hold,
  holdingOf,
  isCoordinatorUnknown,
  type Lease,
  type Page,
  type Signal,
  type Wanted,
  type Worker,
} from './port.js';
