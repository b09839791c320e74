import { adds } from '../../formats/parts.js';
import type { Reason } from '../../report.js';
import type { Capture } from '../../runner.js';
import type { Blocks } from './blocks.js';
import type { Remarks } from './remarks.js';
import type { Summaries, Summary } from './summaries.js';

/** What a run has shown of itself by its end. */
interface Shown {
  readonly capture: Capture;
  readonly blocks: Blocks;
  readonly remarks: Remarks;
  readonly summaries: Summaries;
  /** The summary that is the run's own. */
  readonly summary: Summary | undefined;
  readonly watch: boolean;
}

/** Tells why a run that looks well may prove nothing. */
export function doubtsOf({ capture, blocks, remarks, summaries, summary, watch }: Shown): Reason[] {
  const { invocation, cut } = capture;
  const doubts: Reason[] = [];
  const own = invocation.exitCode === 0;
  if (watch) doubts.push('watch-mode');
  if (remarks.interrupted) doubts.push('unfinished');
  if (remarks.coversTooLittle || (remarks.trouble && !own)) doubts.push('errors');
  if (!summary) return doubts;
  if (!adds(summary.tests)) doubts.push('counts-disagree');
  const whole = invocation.view === 'whole' && !cut;
  const { passed } = blocks;
  const claimed = summary.suites?.passed ?? 0;
  // A file that is not listed has not run: a program under test has said so and ended the run.
  if (whole && (passed ? passed + remarks.brokenHeaders < claimed : remarks.exited)) doubts.push('counts-disagree');
  if (own) return doubts;
  if (remarks.lingers) doubts.push('unfinished');
  if (remarks.cutBelow === 'lost') doubts.push('unfinished');
  // A limit of coverage that is not met is told between the table and the summary.
  const measured = invocation.words.some((word) => /^--coverage(?:=true)?$|^--coverageThreshold/.test(word));
  if (measured && !whole && !remarks.coverage) doubts.push('errors');
  // Obsolete snapshots fail a run whose tests all pass.
  if (/failed|obsolete/.test(summary.snapshots ?? '')) doubts.push('errors');
  if (summaries.count < invocation.times) doubts.push('unfinished');
  if (summaries.count > invocation.times && (!whole || !blocks.files())) doubts.push('summary-not-last');
  if (!summary.suites?.failed && blocks.someFailed) doubts.push('counts-disagree');
  if (whole && passed > claimed && invocation.times === 1) doubts.push('counts-disagree');
  if (summary !== summaries.last) doubts.push('summary-not-last');
  return doubts;
}
