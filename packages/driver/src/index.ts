export { driverOf } from './alone.js';
export { type DriveOptions, drive, type Outcome } from './drive.js';
export { commitOf, runGit } from './git.js';
export type { House, NotLanded, Proof, Reading, SettledEnd, Told } from './house.js';
export { landedOf, tipOf, unlandedOf } from './landing.js';
export { filesOf } from './sessions/record.js';
export { type Sessions, sessionsIn } from './sessions/sessions.js';
export { slotVariables } from './slots.js';
export { folderOf, mainTree, nameOf, worktreesIn } from './worktrees.js';
