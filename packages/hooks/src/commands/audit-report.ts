import type { AuditLine, AuditMetrics, SubagentTotals } from '@flow/core';

/** The wanted lines, oldest first, and how many are none of ours. */
export interface Trail {
  lines: AuditLine[];
  unreadable: number;
}

/** The numbers of the work, as `--metrics --json` prints them. */
export interface AuditReport {
  version: 1;
  /** Time of the first line that is counted; null without any. */
  from: number | null;
  metrics: AuditMetrics;
  subagents: SubagentTotals[];
  /** Tests that the base has not, and how many of them were red before; null where that cannot be told. */
  newTests: { total: number; redBefore: number } | null;
}
