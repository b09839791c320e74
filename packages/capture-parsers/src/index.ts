export { parse, parserOf } from './parse.js';
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
} from './report.js';
export { allGreen, MESSAGE_CAP, NAME_CAP, OUTCOMES, REASONS } from './report.js';
export { REPORT_SCHEMA } from './schema.js';
export { toCtrf, toGithub, toJunit, toSarif, toSummary, toText } from './writers/index.js';
