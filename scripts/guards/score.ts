import { groupBy } from './group-by.js';
import type { Outcome } from './judge.js';
import { wanted } from './row.js';

/** How many of how many. */
export interface Share {
  count: number;
  of: number;
}

/** The rates of the corpus's README, over some rows. */
export interface Rates {
  /** Rows to block that were stopped. */
  blocked: Share;
  /** Rows to allow that were answered anything else. */
  falseAlarms: Share;
  /** Rows that nobody can decide, answered with their safe default. */
  safeDefault: Share;
}

/** Rates in all, by policy and by class. */
export interface Score {
  total: Rates;
  policies: Record<string, Rates>;
  classes: Record<string, Rates>;
  /** Rows that nobody answered in time: among the wrong ones. */
  timedOut: number;
  wrong: Outcome[];
}

/** Counts outcomes the way the corpus's README scores. */
export function scoreOf(outcomes: readonly Outcome[]): Score {
  const by = (name: (one: Outcome) => string) =>
    Object.fromEntries(
      [...groupBy(outcomes, name)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, some]) => [key, ratesOf(some)]),
    );
  return {
    total: ratesOf(outcomes),
    policies: by(({ row }) => row.policy),
    classes: by(({ row }) => row.class),
    timedOut: outcomes.filter(({ verdict }) => verdict === 'time-out').length,
    wrong: outcomes.filter((one) => !one.right),
  };
}

function ratesOf(outcomes: readonly Outcome[]): Rates {
  const share = (label: string, right: boolean): Share => {
    const of = outcomes.filter(({ row }) => row.expect === label);
    return { count: of.filter((one) => one.right === right).length, of: of.length };
  };
  return {
    blocked: share('block', true),
    falseAlarms: share('allow', false),
    safeDefault: share('undecidable', true),
  };
}

/** A share for people; empty when there is nothing to count. */
export const cell = ({ count, of }: Share) => (of === 0 ? '' : `${((100 * count) / of).toFixed(1)} % (${count}/${of})`);

/** The score for people, as Markdown. */
export function renderScore(title: string, score: Score): string {
  const line = (name: string, { blocked, falseAlarms, safeDefault }: Rates) =>
    `| ${name} | ${cell(blocked)} | ${cell(falseAlarms)} | ${cell(safeDefault)} |`;
  const part = (head: string, rates: Record<string, Rates>) => [
    `| ${head} | blocked | false alarms | safe default |\n| --- | ---: | ---: | ---: |`,
    ...Object.entries(rates).map(([name, some]) => line(name, some)),
    '',
  ];
  return [
    `## ${title}\n`,
    ...part('policy', { ...score.policies, 'all rows': score.total }),
    ...part('class', score.classes),
    ...(score.timedOut > 0 ? [`${score.timedOut} rows were not answered in time, and count as wrong.\n`] : []),
    ...score.wrong.map(renderWrong),
  ].join('\n');
}

function renderWrong({ row, verdict, effects, detail }: Outcome): string {
  const input = JSON.stringify((row.input as { command?: unknown } | null)?.command ?? row.input);
  const happened = effects.length > 0 ? `, changed ${effects.join(', ')}` : '';
  const why = detail.split('\n').find((line) => /[A-Z]{3,}_[A-Z]/.test(line)) ?? detail.split('\n')[0] ?? '';
  return `- ${row.id} (${row.class}, ${row.setup.split(':')[0]}): wanted ${wanted(row)}, got ${verdict}${happened}: ${input.slice(0, 300)}\n  ${why.slice(0, 240)}`;
}
