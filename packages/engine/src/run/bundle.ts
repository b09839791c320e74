/** The bundle of runs: where a run stands, and its reviews, which share nearly all of their code. */
export * from './index.js';
export * from './reviews/index.js';
export { judgeStop } from './stops/judge-stop.js';
export { recoveryText } from './words/recovery.js';
