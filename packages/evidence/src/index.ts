export type { Environment } from './environment.js';
export { type BoundedRead, readFileBounded } from './read-bounded.js';
export { findRepository, type Head, isBare, type Repository, readHead } from './repository.js';
export { bundleFolder, repositoryState, stateFolder } from './state-folder.js';
