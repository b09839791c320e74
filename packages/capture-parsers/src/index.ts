export { type Answer, parse, prove } from './parse.js';
export { parserOf } from './parser.js';
export { readOne } from './read-one.js';
export type { Issue, Outcome, ParseInput, Reason, Report, TestResult, Verdict } from './report.js';
export { allGreen, failuresOf } from './report.js';
export type { Runner } from './runner.js';
