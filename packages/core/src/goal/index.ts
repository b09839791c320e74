export { classifyGoal } from './classify.js';
export { CONFIDENCES, type Confidence, type GoalKind, type GoalReading, type GoalSpec, type RunGoal } from './goal.js';
export { optionIn } from './options.js';
export { readGoal } from './read.js';
