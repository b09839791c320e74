/** What a hook needs on every event: imports nothing but `node:fs` and `node:path`. */
export { makeFolder } from './atomic.js';
export type { Environment } from './environment.js';
export { appendLog, readLog } from './log.js';
export { realPath } from './real-path.js';
export { branchName, findRepository, type Head, isBare, type Repository, readHead } from './repository.js';
export { changedSince, isAsSealed, lookAt, onlyClosedSince, readSeal, type Seal, sealOf, writeSeal } from './seal.js';
export { bundleFolder, repositoryState, stateFolder } from './state-folder.js';
