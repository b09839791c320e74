/* The kinds of checks: the name of an export is the name that workflows ask for. */

export { confirmed } from './confirmed.js';
export { gathered } from './gathered.js';
export {
  analysed,
  bounded,
  branch,
  ci,
  committed,
  covered,
  document,
  listed,
  pullRequest as 'pull-request',
  pushed,
  section,
  valid,
} from './looking.js';
export { panel } from './panel.js';
export {
  approved,
  binding,
  chosen,
  command,
  coverage,
  green,
  passing,
  reproduced,
  submitted,
  verdict,
} from './proven.js';
export { red } from './red.js';
export { inspected, stepwise } from './steps.js';
