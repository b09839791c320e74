/** What a runner of one's own is made of. */
export { Collector } from './collect.js';
export { type Inspection, judgeInspection } from './inspect.js';
export { eachLine } from './output/text.js';
export type { Counts, Coverage, CoverageTotal, FileResult, Kind, PackageResult, Problem, TestState } from './report.js';
export { MESSAGE_CAP, NAME_CAP, OUTCOMES, REASONS } from './report.js';
export { type Capture, type Runner, splitAfter, splitBefore } from './runner.js';
export { REPORT_SCHEMA } from './schema.js';
export { judge, type Run } from './verdict.js';
