import { TOO_LITTLE } from '../../formats/coverage.js';
import type { Reason } from '../../report.js';
import type { Capture } from '../../runner.js';
import type { Epilogues } from './epilogues.js';
import type { Results } from './results.js';

/** Tells what speaks against every output, whatever its tests came to. */
export function generalDoubts({ invocation, text }: Capture): Reason[] {
  const doubts: Reason[] = [];
  const watch = invocation.words.some((word) => word === '--watch' || word === '-w');
  if (watch || text.includes('[mocha] waiting for changes')) doubts.push('watch-mode');
  if (invocation.exitCode !== 0 && TOO_LITTLE.test(text)) doubts.push('errors');
  return doubts;
}

/** What a text output has shown of itself by its end. */
interface Shown {
  readonly capture: Capture;
  readonly results: Results;
  readonly epilogues: Epilogues;
  /** How many headings of suites there are. */
  readonly headings: number;
  /** Lines of stack traces as they stand below failures. */
  readonly traces: number;
  /** An error that nobody caught has ended the process. */
  readonly died: boolean;
}

/** Tells why tests that have an epilogue may prove nothing. */
export function doubtsOf({ capture, results, epilogues, headings, traces, died }: Shown): Reason[] {
  const { invocation, cut, input } = capture;
  const epilogue = epilogues.last;
  if (!epilogue) return [];
  const doubts: Reason[] = [];
  const own = invocation.exitCode === 0;
  const { passed } = results;
  const all = results.tests.length > 0 && invocation.view === 'whole' && !cut && invocation.times === 1;
  // More than was listed has not run: a program under test has said so and ended the run.
  if (all && passed + results.broken < epilogue.passing) doubts.push('counts-disagree');
  // After the last suite there are two blank lines, which a made-up epilogue may lack. Documents leave some out.
  if (epilogue.near && input.exitCode !== undefined && invocation.view === 'whole') doubts.push('counts-disagree');
  if (own) return doubts;
  if (died) doubts.push('errors');
  if (!all && headings > 0 && results.tests.length === 0 && epilogue.passing > 0) doubts.push('counts-disagree');
  if (all && passed > epilogue.passing) doubts.push('counts-disagree');
  // Below an epilogue without failures there are none, so this one stands in a message.
  if (traces > 0 && !epilogue.failing) doubts.push('counts-disagree');
  if (results.failed + epilogues.orphans.length > 0) doubts.push('counts-disagree');
  const runs = Math.max(invocation.times, 1);
  if (epilogues.count < runs) doubts.push('unfinished');
  if (epilogues.count > runs && !(all && passed === epilogue.passing)) doubts.push('summary-not-last');
  return doubts;
}
