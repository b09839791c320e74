/** What a hook needs on every event: imports nothing but `node:fs` and `node:path`. */
export { makeFolder } from './disk/atomic.js';
export { realPath } from './disk/real-path.js';
export { bundleFolder, repositoryState, stateFolder } from './disk/state-folder.js';
export type { Environment } from './environment.js';
export { branchName, findRepository, type Head, isBare, type Repository, readHead } from './git/repository.js';
export { appendLog, readLog } from './journal/log.js';
export {
  changedSince,
  isAsSealed,
  lookAt,
  onlyClosedSince,
  readSeal,
  type Seal,
  sealOf,
  writeSeal,
} from './keys/seal.js';
