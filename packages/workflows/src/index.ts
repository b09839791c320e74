export { ceremony } from './ceremony.js';
export { tdd } from './tdd.js';
