/* The workflows that the program ships: a line for each. */

export { ceremony } from './ceremony.js';
export { plan } from './plan.js';
export { spec } from './spec.js';
export { stories } from './stories.js';
export { tdd } from './tdd.js';
