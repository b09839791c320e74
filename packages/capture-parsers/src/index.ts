export { Collector } from './collect.js';
export { type Inspection, judgeInspection } from './inspect.js';
export { eachLine } from './output/text.js';
export { type Answer, parse, prove } from './parse.js';
export { parserOf } from './parser.js';
export { RUNNERS } from './registry.js';
export type {
  Counts,
  Coverage,
  CoverageTotal,
  FileResult,
  Issue,
  Kind,
  Outcome,
  PackageResult,
  ParseInput,
  Problem,
  Reason,
  Report,
  TestResult,
  TestState,
  Verdict,
} from './report.js';
export { allGreen, failuresOf, MESSAGE_CAP, NAME_CAP, OUTCOMES, REASONS } from './report.js';
export { type Capture, type Runner, splitAfter, splitBefore } from './runner.js';
export * from './runners/index.js';
export { REPORT_SCHEMA } from './schema.js';
export { judge, type Run } from './verdict.js';
export { toCtrf, toGithub, toJunit, toSarif, toSummary, toText } from './writers/index.js';
