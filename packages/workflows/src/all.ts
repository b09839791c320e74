/* The workflows that the program ships: a line for each. */

export { ceremony } from './ceremony.js';
export { tdd } from './tdd.js';
