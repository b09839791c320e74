import { type Amount, costOf, type Figures, type IdleGate, idleGates, MIN_RUNS, wasteOf } from '@flow/core/figures';
import type { Workflow } from '@flow/core/workflow';
import type { CountedRun } from '@flow/hooks/program';
import { removedBy, withJudges } from '../report/figures.js';
import { idleWords, moneyWords, percent } from './words.js';

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
  /** Gates that cost and never catch, over the runs of each workflow. */
  idle: (IdleGate & { workflow: string })[];
}

/** Adds up runs: one that was given up has cost something, too. */
export function allRuns(
  counted: readonly CountedRun[],
  clean: (text: unknown, max?: number) => string,
  workflowOf: (id: string) => Workflow | null,
): AllRuns {
  const facts = counted.map((one) => one.facts);
  return {
    runs: counted.map(({ id, branch, workflow, started, ended, facts: own }) => ({
      ...{ run: clean(id, 60), branch: clean(branch, 100), workflow: clean(workflow, 60), started },
      ended: ended && { ...ended, how: clean(ended.how, 20) },
      cost: costOf([own]),
    })),
    cost: costOf(facts),
    waste: wasteOf(facts),
    idle: [...new Set(counted.map(({ workflow }) => workflow))].flatMap((id) =>
      idleIn(id, counted, workflowOf(id), clean),
    ),
  };
}

/** Names the idle gates of a workflow; the dials of its newest run say where one starts to remove them. */
function idleIn(
  id: string,
  counted: readonly CountedRun[],
  workflow: Workflow | null,
  clean: (text: unknown, max?: number) => string,
): AllRuns['idle'] {
  const own = counted.filter((one) => one.workflow === id);
  const dials = own.at(-1)?.dials ?? {};
  const gates = idleGates(
    own.map(({ facts }) => withJudges(facts)),
    (judge) => workflow && removedBy(judge, workflow, dials),
  );
  return gates.map((one) => ({ ...one, gate: clean(one.gate, 120), workflow: clean(id, 60) }));
}

const HEAD = ['run', 'workflow', 'ended', 'cost', 'tokens', 'items'];

/** Writes the runs as a table, and what each merged pull request and each started item of them cost. */
export function allRunsText({ runs, cost, waste, idle }: AllRuns): string {
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
  const gates = [...new Set(idle.map(({ workflow }) => workflow))].map((id) => [
    `idle gates of ${id}`,
    idleWords(idle.filter(({ workflow }) => workflow === id)),
  ]);
  const none = ['idle gates', `none of those that looked in ${MIN_RUNS} runs or more of a workflow`];
  const said = [...(waste.attempts === 0 ? lines.slice(0, 3) : lines), ...(gates.length > 0 ? gates : [none])];
  return `${[...table, '', ...said.map(([name = '', words = '']) => `${name.padEnd(23)}  ${words}`)].join('\n')}\n`;
}

const shortly = ({ value, is }: Amount): string =>
  value === null ? is : `${is === 'exact' ? '' : '>'}${value.toLocaleString('en')}`;
