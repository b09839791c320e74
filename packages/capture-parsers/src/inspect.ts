import type { Collector } from './collect.js';
import type { Coverage, Kind, Reason, Report } from './report.js';
import type { Capture } from './runner.js';
import { judge } from './verdict.js';

/** An inspection is a run of a linter, type checker, formatter or compiler, as its reader understood the output. */
export interface Inspection {
  readonly runner: string;
  readonly kind: Exclude<Kind, 'test'>;
  readonly version?: string | undefined;
  readonly collected: Collector;
  readonly coverage?: Coverage | undefined;
  readonly seconds?: number | undefined;
  /** The tool's own totals, where it prints them. */
  readonly totals?: { readonly errors?: number; readonly warnings?: number; readonly problems?: number };
  /** Issues that the tool lets pass do not block: those of severity `info`, and warnings unless this is set. */
  readonly warningsBlock?: boolean;
  /** It broke before it could judge: a crash, a wrong option, a configuration that does not load. */
  readonly broke?: boolean;
  /** It says that its time was over. */
  readonly timedOut?: boolean;
  /**
   * `proof`: words that say that all was looked at and is well. `with-exit`: nothing speaks against the tool's exit
   * code 0, which is then the proof; usual for tools that are silent when all is well. `none`: visibly unfinished.
   */
  readonly closing: 'proof' | 'with-exit' | 'none';
  /** It looked at nothing: no files matched. */
  readonly nothingRan?: boolean;
  readonly doubts?: readonly Reason[];
}

/** What tools say when all is well, and people like to say after them: `ruff check || echo 'All checks passed!'`. */
const PRAISE =
  /All checks passed|no issues found|\b0 (?:errors|issues|problems)|left unchanged|already formatted|Checked \d+ file|"errorCount"/;

/** Turns the inspection of a linter or compiler into a Report. Green is the tool's own verdict, never the absence of issues. */
export function judgeInspection(run: Inspection, capture: Capture): Report {
  const { collected, totals } = run;
  const errors = Math.max(collected.found.error, totals?.errors ?? 0);
  const warnings = Math.max(collected.found.warning, totals?.warnings ?? 0);
  const problems = Math.max(errors + warnings, totals?.problems ?? 0);
  const { exitCode } = capture.invocation;
  const told = exitCode !== undefined && exitCode !== 0 && problems > 0;
  const blocks = errors > 0 || (run.warningsBlock && problems > 0) || told;
  return judge(
    {
      runner: run.runner,
      kind: run.kind,
      version: run.version,
      collected,
      coverage: run.coverage,
      seconds: run.seconds,
      counts: {
        passed: 0,
        failed: 0,
        skipped: 0,
        errors: Math.max(errors, run.broke ? 1 : 0),
        total: 0,
        warnings,
        problems,
      },
      issuesFound: !run.broke && blocks && run.kind !== 'build',
      buildFailed: !run.broke && blocks && run.kind === 'build',
      crashed: run.broke === true,
      timedOut: run.timedOut === true,
      nothingRan: run.nothingRan === true,
      somethingPassed: !blocks && !run.broke,
      closing: closingOf(run, capture),
      doubts: run.doubts ?? [],
    },
    capture,
  );
}

/**
 * Tells what the end of an inspection proves: an output with a known cut may lack the issues, or the warning that
 * nothing was looked at.
 */
function closingOf(run: Inspection, { cut, input }: Capture): Inspection['closing'] {
  if (cut) return 'none';
  // Words that stand in the command itself may have come from there.
  return run.closing === 'proof' && PRAISE.test(input.command ?? '') ? 'with-exit' : run.closing;
}
