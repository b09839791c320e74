export { type DriveOptions, drive, type Outcome } from './drive.js';
export type { House, NotLanded, Proof, Reading, SettledEnd, Told } from './house.js';
