/** What the doors of the package and its program lead to: the built package has it once. */
export * from './index.js';
export * from './kit.js';
export { parseAscii } from './parse.js';
export { RUNNERS } from './registry.js';
export * from './runners/index.js';
export * from './writers/index.js';
export { oneLine } from './writers/plain.js';
