import { type Amount, exactly, type Figures } from '@flow/core/figures';
import type { ReportPhaseCost } from '../report/model.js';

/** A figure row is one number, for tables and for programs that read no nested data. */
export interface FigureRow {
  /** Its name, `group.name`. */
  figure: string;
  /** The gate, role, phase or kind that it is of; empty for the run. */
  of: string;
  amount: Amount;
  /** The unit in UCUM, with names of things in braces. */
  unit: string;
}

const TOKENS = '{token}';
const MONEY = 'USD';
const SHARE = '1';
const BUDGET_UNITS = { requests: '{request}', minutes: 'min', ratio: SHARE, dollars: MONEY } as const;

/** Lists every number of the figures; what is not known is there, without a value. */
export function figureRows(figures: Figures, phases: readonly ReportPhaseCost[]): FigureRow[] {
  const { cost, proof, firstPass, rework, waste, reread, people, ceremony, caught } = figures;
  const row = (figure: string, amount: Amount | number | null, unit: string, of = ''): FigureRow => ({
    ...{ figure, of, unit },
    amount: typeof amount === 'number' ? exactly(amount) : (amount ?? { is: 'none', value: null }),
  });
  const seconds = (milliseconds: number) => milliseconds / 1000;
  return [
    row('cost.money', cost.money, MONEY),
    row('cost.tokens', cost.tokens, TOKENS),
    row('cost.unpriced', cost.unpriced, '{session}'),
    row('cost.merged', cost.merged, '{pull_request}'),
    row('cost.per_merged_pull_request', cost.perMerged, MONEY),
    row('cost.started', cost.started, '{item}'),
    row('cost.done', cost.done, '{item}'),
    row('cost.per_started_item', cost.perStarted, MONEY),
    ...phases.flatMap(({ title, money, tokens, durationMs }) => [
      row('phase.money', money, MONEY, title),
      row('phase.tokens', tokens, TOKENS, title),
      row('phase.duration', seconds(durationMs), 's', title),
    ]),
    row('proof.criteria', proof.criteria, '{criterion}'),
    row('proof.proven', proof.proven, '{criterion}'),
    row('proof.per_dollar', proof.perUnit, '{criterion}/USD'),
    row('proof.each', proof.each, MONEY),
    ...firstPass.flatMap(({ kind, gate, came, passed }) => [
      row('first_pass.came', came, '{item}', `${kind}: ${gate}`),
      row('first_pass.passed', passed, '{item}', `${kind}: ${gate}`),
      row('first_pass.rate', passed / came, SHARE, `${kind}: ${gate}`),
    ]),
    row('rework.failed', rework.failed, '{try}'),
    row('rework.reopened', rework.reopened, '{time}'),
    row('rework.fixes', rework.fixes, '{item}'),
    row('rework.sessions', rework.sessions, '{session}'),
    row('rework.tokens', rework.tokens, TOKENS),
    row('rework.money', rework.money, MONEY),
    ...(rework.afterMerge === null
      ? []
      : [
          row('rework.after_merge.commits', rework.afterMerge.commits, '{commit}'),
          row('rework.after_merge.reverts', rework.afterMerge.reverts, '{commit}'),
        ]),
    row('waste.attempts', waste.attempts, '{session}'),
    row('waste.wasted', waste.wasted, '{session}'),
    row('waste.undecided', waste.undecided, '{session}'),
    row('waste.tokens', waste.tokens, TOKENS),
    row('waste.money', waste.money, MONEY),
    row('waste.share', waste.share, SHARE),
    ...reread.flatMap(({ role, ratio, cacheRead, output, unknown }) => [
      row('reread.cache_read', cacheRead, TOKENS, role),
      row('reread.output', output, TOKENS, role),
      row('reread.ratio', ratio, SHARE, role),
      row('reread.unknown', unknown, '{session}', role),
    ]),
    row('people.interruptions', people.interruptions, '{time}'),
    ...Object.entries(people.by).map(([kind, times]) => row('people.by', times, '{time}', kind)),
    ...people.waits.flatMap(({ kind, count, open, totalMs, longestMs }) => [
      row('waits.count', count, '{wait}', kind),
      row('waits.open', open, '{wait}', kind),
      row('waits.total', seconds(totalMs), 's', kind),
      row('waits.longest', seconds(longestMs), 's', kind),
    ]),
    row(
      'ceremony.requests',
      ceremony.isAtLeast && ceremony.calls > 0 ? { is: 'at-least', value: ceremony.calls } : ceremony.calls,
      '{request}',
    ),
    row('ceremony.before', seconds(ceremony.beforeMs), 's'),
    row('ceremony.money', ceremony.money, MONEY),
    row('ceremony.planned', ceremony.planned, '{line}'),
    row('ceremony.changed', ceremony.changed ?? { is: 'unknown', value: null }, '{line}'),
    row('ceremony.ratio', ceremony.ratio, SHARE),
    ...(figures.budget?.limits ?? []).flatMap(({ of, most, taken }) => [
      row('budget.most', most, BUDGET_UNITS[of], of),
      row('budget.taken', taken, BUDGET_UNITS[of], of),
    ]),
    ...figures.idle.flatMap(({ gate, runs, looked }) => [
      row('idle.runs', runs, '{run}', `judge: ${gate}`),
      row('idle.looked', looked, '{time}', `judge: ${gate}`),
    ]),
    ...caught.flatMap(({ kind, gate, looked, caught: found, money }) => [
      row('caught.looked', looked, '{time}', `${kind}: ${gate}`),
      row('caught.count', found, '{finding}', `${kind}: ${gate}`),
      row('caught.money', money, MONEY, `${kind}: ${gate}`),
    ]),
  ];
}
