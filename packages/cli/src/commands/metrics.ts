import { type OverrideHabit, overrideHabits, type PhaseMetrics, phaseMetrics } from '@flow/core';
import { hooks } from '../evidence.js';
import { enteredOf } from '../report/entered.js';
import { lasted } from '../report/words.js';
import { hereOrEnded } from '../workflow/here.js';
import { endedWords } from '../workflow/no-run.js';
import type { Command } from './command.js';

export const metrics: Command = {
  name: 'metrics',
  group: 'workflow',
  summary: 'show time, tokens, cost, rounds, refusals and overrides by phase, and the ratio of plan to code',
  examples: [
    ['metrics', 'for the run of this branch, or the one that ended last'],
    ['metrics --json', 'for programs'],
  ],
  async run(call) {
    const place = await hereOrEnded(call);
    const { standing, around, ended } = place;
    const { runWork } = await hooks();
    const { phases, uses, lines } = runWork(around, standing, await enteredOf(place));
    const rows = phaseMetrics(phases).filter(({ phase }) => phase !== 'done' && phase !== 'ended');
    const total = totalOf(rows);
    const habits = overrideHabits(uses);
    const ratio = lines.changed ? Math.round((lines.planned / lines.changed) * 100) / 100 : null;
    const data = {
      version: 1,
      branch: standing.run.branch,
      workflow: standing.workflow.id,
      started: standing.run.started,
      ended: ended && { how: ended.how, time: ended.ended },
      phases: rows,
      total,
      lines: { ...lines, ratio },
      overrides: uses,
      habits,
    };
    const head = ended ? `${await endedWords(ended)}\n\n` : '';
    return { exit: 0, data, text: `${head}${await textOf(rows, total, data.lines, habits)}` };
  },
};

type Numbers = Omit<PhaseMetrics, 'phase'>;

function totalOf(rows: readonly PhaseMetrics[]): Numbers {
  const sum = (pick: (row: PhaseMetrics) => number) => rows.reduce((all, row) => all + pick(row), 0);
  return {
    visits: sum(({ visits }) => visits),
    durationMs: sum(({ durationMs }) => durationMs),
    tokens: sum(({ tokens }) => tokens),
    cost: rows.some(({ cost }) => cost === null) ? null : sum(({ cost }) => cost ?? 0),
    rounds: sum(({ rounds }) => rounds),
    runs: sum(({ runs }) => runs),
    green: sum(({ green }) => green),
    edits: sum(({ edits }) => edits),
    refusals: sum(({ refusals }) => refusals),
    overrides: sum(({ overrides }) => overrides),
    waivers: sum(({ waivers }) => waivers),
  };
}

const HEAD = ['phase', 'time', 'tokens', 'cost', 'rounds', 'runs', 'edits', 'refused', 'overrides', 'waivers'];

async function textOf(
  rows: readonly PhaseMetrics[],
  total: Numbers,
  { planned, changed, ratio }: { planned: number; changed: number | null; ratio: number | null },
  habits: readonly OverrideHabit[],
): Promise<string> {
  const { clean } = await hooks();
  const cells = [HEAD, ...rows.map((row) => cellsOf(clean(row.phase, 40), row)), cellsOf('all', total)];
  const widths = HEAD.map((_, at) => Math.max(...cells.map((row) => row[at]!.length)));
  const table = cells.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
      .join('  ')
      .trimEnd(),
  );
  const lines = `${planned} lines of plan for ${changed ?? 'an unknown number of'} changed lines of source and tests${ratio === null ? '' : ` (${ratio})`}`;
  const told = habits.map(
    ({ what, per, used, of, share }) =>
      `Warning: OVERRIDE_HABIT: ${clean(what, 120)} was overridden ${used} times of ${Math.max(of, used)} (${Math.round(share * 100)} %, counted by ${per}): the gate or its rule is wrong; change it in flow.config.yaml`,
  );
  return `${[...table, '', lines, ...told].join('\n')}\n`;
}

function cellsOf(name: string, row: Numbers): string[] {
  const { durationMs, tokens, cost, rounds, runs, green, edits, refusals, overrides, waivers } = row;
  const price = cost === null ? '?' : cost === 0 ? '' : cost.toFixed(2);
  const counts = [edits, refusals, overrides, waivers].map((count) => (count === 0 ? '' : String(count)));
  const shown = [tokens === 0 ? '' : String(tokens), price, rounds === 0 ? '' : String(rounds)];
  return [name, lasted(durationMs), ...shown, runs === 0 ? '' : `${green}/${runs}`, ...counts];
}
