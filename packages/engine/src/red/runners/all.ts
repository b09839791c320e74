/* The runners whose tests can be proven red: the name of an export is the id of the runner. */

export { cargo } from './cargo.js';
export { go } from './go.js';
export { bun, mocha, nodeTest as 'node-test' } from './node-runners.js';
export { pytest } from './pytest.js';
export { rspec } from './rspec.js';
export { unittest } from './unittest.js';
export { jest, vitest } from './vitest.js';
