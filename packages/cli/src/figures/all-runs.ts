import { type Amount, costOf, type Figures, wasteOf } from '@flow/core/figures';
import type { CountedRun } from '@flow/hooks/program';
import { moneyWords, percent } from './words.js';

/** `AllRuns` tells what all runs of a repository have cost together, and each by itself. */
export interface AllRuns {
  runs: {
    run: string;
    branch: string;
    workflow: string;
    started: number;
    ended: { how: string; time: number } | null;
    cost: Figures['cost'];
  }[];
  cost: Figures['cost'];
  waste: Figures['waste'];
}

/** Adds up runs: one that was given up has cost something, too. */
export function allRuns(counted: readonly CountedRun[], clean: (text: unknown, max?: number) => string): AllRuns {
  const facts = counted.map((one) => one.facts);
  return {
    runs: counted.map(({ id, branch, workflow, started, ended, facts: own }) => ({
      ...{ run: clean(id, 60), branch: clean(branch, 100), workflow: clean(workflow, 60), started },
      ended: ended && { ...ended, how: clean(ended.how, 20) },
      cost: costOf([own]),
    })),
    cost: costOf(facts),
    waste: wasteOf(facts),
  };
}

const HEAD = ['run', 'workflow', 'ended', 'cost', 'tokens', 'items'];

/** Writes the runs as a table, and what each merged pull request and each started item of them cost. */
export function allRunsText({ runs, cost, waste }: AllRuns): string {
  const cells = [
    HEAD,
    ...runs.map((one) => [
      ...[one.branch, one.workflow, one.ended?.how ?? 'open'],
      ...[moneyWords(one.cost.money), shortly(one.cost.tokens), `${one.cost.done}/${one.cost.started}`],
    ]),
  ];
  const widths = HEAD.map((_, at) => Math.max(...cells.map((row) => row[at]!.length)));
  const table = cells.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join('  ')
      .trimEnd(),
  );
  const lines = [
    ['cost', `${moneyWords(cost.money)} in ${runs.length} ${runs.length === 1 ? 'run' : 'runs'}`],
    [
      'per merged pull request',
      cost.merged === 0 ? 'none is merged' : `${moneyWords(cost.perMerged)} (${cost.merged} merged)`,
    ],
    [
      'per started item',
      cost.started === 0 ? 'none is started' : `${moneyWords(cost.perStarted)} (${cost.started} started)`,
    ],
    [
      'waste',
      waste.share === null
        ? moneyWords(waste.money)
        : `${moneyWords(waste.money)}, ${percent(waste.share)} of the tokens of what is decided`,
    ],
  ];
  const said = waste.attempts === 0 ? lines.slice(0, 3) : lines;
  return `${[...table, '', ...said.map(([name = '', words = '']) => `${name.padEnd(23)}  ${words}`)].join('\n')}\n`;
}

const shortly = ({ value, is }: Amount): string =>
  value === null ? is : `${is === 'exact' ? '' : '>'}${value.toLocaleString('en')}`;
