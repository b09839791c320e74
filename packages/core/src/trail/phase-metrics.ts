import type { Spend } from '../figures/spend.js';
import { type AuditedRun, type AuditLine, auditMetrics } from './audit.js';

/** A phase that a run came to, forwards or back; it stays there until the next one. */
export interface PhaseVisit {
  phase: string;
  /** Epoch milliseconds. */
  time: number;
}

/**
 * A phase deed tells what is counted besides: the word of a judge, or the first of a panel's round, or something that a
 * person let through.
 */
export type PhaseDeed = { time: number } & ({ kind: 'verdict'; judge: string } | { kind: 'override' | 'waiver' });

/** Phase work is what the numbers of phases are made of. Lines are those of the branch. */
export interface PhaseWork {
  visits: readonly PhaseVisit[];
  /** When it is, or when the run ended. Epoch milliseconds. */
  until: number;
  lines: readonly AuditLine[];
  runs: readonly AuditedRun[];
  spends: readonly Spend[];
  deeds: readonly PhaseDeed[];
}

/** Phase metrics tell how the work of one phase went (features C32, C63), all visits together. */
export interface PhaseMetrics {
  phase: string;
  visits: number;
  /** Duration by the clock: waiting for a person counts, too. */
  durationMs: number;
  /**
   * Tokens of sessions of `flow run` and of sub-agents that ended in the phase, and of other sessions' own requests where the
   * client's transcript is there.
   */
  tokens: number;
  /** The cost; null where nobody knows the price of a part. */
  cost: number | null;
  /** The part of the cost that is known. */
  known: number;
  /** Rounds of the judge or panel that was asked most often. */
  rounds: number;
  runs: number;
  green: number;
  edits: number;
  refusals: number;
  /** Overrides, and refused calls that a person let through. */
  overrides: number;
  waivers: number;
}

/** Adds the work up by phase, in the order in which the run came to them first. */
export function phaseMetrics(work: PhaseWork): PhaseMetrics[] {
  const { until } = work;
  const visits = withLines(work);
  const phases = [...new Set(visits.map(({ phase }) => phase))];
  return phases.map((phase) => {
    const spans = visits.flatMap((visit, at): [number, number][] =>
      visit.phase === phase ? [[visit.time, visits[at + 1]?.time ?? until]] : [],
    );
    // What happens at the moment of a step belongs to the phase that it ends.
    const isIn = ({ time }: { time: number }) => spans.some(([from, to]) => time > from && time <= to);
    return {
      phase,
      visits: spans.length,
      durationMs: spans.reduce((sum, [from, to]) => sum + to - from, 0),
      ...of(work, phase, isIn),
    };
  });
}

/**
 * `withLines` adds what an agent wrote into documents that led on without an event: the lines of its calls know the phase
 * that they met.
 */
function withLines({ visits, lines }: PhaseWork): PhaseVisit[] {
  const met = lines.flatMap(({ time, phase }): PhaseVisit[] => (phase === null ? [] : [{ time, phase }]));
  const all = [...visits, ...met].sort((a, b) => a.time - b.time);
  return all.filter(({ phase }, at) => phase !== all[at - 1]?.phase);
}

function of(
  { lines, runs, spends, deeds }: PhaseWork,
  phase: string,
  isIn: (one: { time: number }) => boolean,
): Omit<PhaseMetrics, 'phase' | 'visits' | 'durationMs'> {
  const metrics = auditMetrics(
    lines.filter((line) => (line.phase === null ? isIn(line) : line.phase === phase)),
    runs.filter(isIn),
    () => 'other',
  );
  const spent = spends.filter(isIn);
  const here = deeds.filter(isIn);
  const judges = new Map<string, number>();
  for (const deed of here) if (deed.kind === 'verdict') judges.set(deed.judge, (judges.get(deed.judge) ?? 0) + 1);
  return {
    tokens: spent.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0),
    cost: spent.reduce<number | null>((sum, { money }) => (sum === null || money === null ? null : sum + money), 0),
    known: spent.reduce((sum, { money }) => sum + (money ?? 0), 0),
    rounds: Math.max(0, ...judges.values()),
    runs: metrics.runs.count,
    green: metrics.runs.green,
    edits: metrics.edits.calls,
    refusals: metrics.refusals.calls,
    overrides: here.filter(({ kind }) => kind === 'override').length,
    waivers: here.filter(({ kind }) => kind === 'waiver').length,
  };
}

/** `OverrideUse` tells how often something was let through, of how often it was in the way. */
export interface OverrideUse {
  /** Code of a rule, or a check, phase or scope of a workflow. */
  what: string;
  /** `call`: refused calls; `run`: runs of a workflow in which it happened at least once. */
  per: 'call' | 'run';
  used: number;
  of: number;
}

/** An override that is used so often that the gate is at fault and not the work (feature C76). */
export interface OverrideHabit extends OverrideUse {
  share: number;
}

/** Fewer than that are no habit. */
const LEAST = 3;

/**
 * Judges how often things are let through: three times at least, and in half of all cases or more.
 * @returns the most frequent first
 */
export function overrideHabits(uses: readonly OverrideUse[]): OverrideHabit[] {
  return uses
    .filter(({ used, of }) => used >= LEAST && used * 2 >= of)
    .map((use) => ({ ...use, share: use.of === 0 ? 1 : Math.min(use.used / use.of, 1) }))
    .sort((a, b) => b.share - a.share || b.used - a.used || (a.what < b.what ? -1 : 1));
}
