import { type OverrideHabit, overrideHabits, type PhaseMetrics, phaseMetrics } from '@flow/core';
import { hooks } from '../evidence.js';
import { allRuns, allRunsText } from '../figures/all-runs.js';
import { pairsIn, type Target, targetOf } from '../figures/collector.js';
import { csvOf } from '../figures/csv.js';
import { exportBody } from '../figures/otlp.js';
import { figureRows } from '../figures/rows.js';
import { sendExport } from '../figures/send.js';
import { appendSummary, summaryFile } from '../figures/summary.js';
import { figureLines } from '../figures/words.js';
import { readAccounted } from '../report/read.js';
import { lasted } from '../report/words.js';
import { hereOrEnded, placeOf } from '../workflow/here.js';
import { endedWords } from '../workflow/no-run.js';
import { type Answer, type Call, type Command, FlowError } from './command.js';

declare const FLOW_VERSION: string;

export const metrics: Command = {
  name: 'metrics',
  group: 'workflow',
  summary: 'show what the run cost and what came of it: money, tokens, time, first-pass rates, rework, waste, waits',
  flags: [
    { flags: '--all', description: 'what all runs of this repository cost, merged or not' },
    { flags: '--csv', description: 'print the figures as CSV, a number a line' },
    { flags: '--summary', description: 'append the figures to the summary of a GitHub job ($GITHUB_STEP_SUMMARY)' },
    {
      flags: '--otlp [target]',
      description:
        'send the figures to an OpenTelemetry collector (http://localhost:4318) or write them to a file; by default to OTEL_EXPORTER_OTLP_ENDPOINT',
    },
  ],
  examples: [
    ['metrics', 'for the run of this branch, or the one that ended last'],
    ['metrics --json', 'for programs'],
    ['metrics --all', 'cost per merged pull request over all runs'],
    ['metrics --csv', 'for a table'],
    ['metrics --otlp http://localhost:4318', 'to a collector, with run and item as attributes'],
  ],
  run,
};

async function run(call: Call): Promise<Answer> {
  const target = targetIn(call);
  const summary = call.options.summary === true ? summaryFile(call.environment, call.program) : null;
  if (call.options.all === true) return all(call);
  const place = await hereOrEnded(call);
  const { standing, ended } = place;
  const { model, account } = await readAccounted(place);
  const { phases, uses, lines, spends } = account.work;
  const rows = figureRows(model.figures, model.phases);
  const told = { run: model.run.id, branch: model.content.branch, workflow: model.run.workflow };
  if (call.options.csv === true) {
    const text = csvOf(told, rows);
    return { exit: 0, data: { ...told, csv: text }, text, isVerbatim: true };
  }
  if (summary !== null) {
    const file = appendSummary(model, summary, call.program);
    return { exit: 0, data: { ...told, file }, text: `Appended to ${file}\n`, isVerbatim: true };
  }
  if (target !== null) {
    const { OTEL_RESOURCE_ATTRIBUTES: own = '', OTEL_SERVICE_NAME: service } = call.environment;
    const resource = { ...pairsIn(own), ...(service && { 'service.name': service }) };
    const recorded = { started: model.run.started, now: phases.until };
    const body = exportBody({ ...told, ...recorded, spends, rows, version: FLOW_VERSION, resource });
    const sent = await sendExport(target, body, { environment: call.environment, program: call.program });
    return { exit: 0, data: { ...told, target: sent }, text: `Exported to ${sent}\n`, isVerbatim: true };
  }
  const table = phaseMetrics(phases).filter(({ phase }) => phase !== 'done' && phase !== 'ended');
  const total = totalOf(table);
  const habits = overrideHabits(uses);
  const ratio = lines.changed ? Math.round((lines.planned / lines.changed) * 100) / 100 : null;
  const data = {
    version: 1,
    branch: standing.run.branch,
    workflow: standing.workflow.id,
    started: standing.run.started,
    ended: ended && { how: ended.how, time: ended.ended },
    phases: table,
    total,
    lines: { ...lines, ratio },
    figures: model.figures,
    overrides: uses,
    habits,
  };
  const head = ended ? `${await endedWords(ended)}\n\n` : '';
  const figures = figureLines(model.figures);
  return { exit: 0, data, text: `${head}${await textOf(table, total, figures, habits)}` };
}

/** Tells what all runs cost: the journal knows of those that are over. */
async function all(call: Call): Promise<Answer> {
  const { around, room } = await placeOf(call);
  const { clean, countedRuns } = await hooks();
  const told = allRuns(countedRuns(around), clean, (id) => room.workflowOf(id, around.policy));
  return { exit: 0, data: { version: 1, ...told }, text: allRunsText(told) };
}

/** Says where an export is to go, before anything is read for it; null where none is asked for. */
function targetIn({ options, directory, environment, program }: Call): Target | null {
  const { all: every, csv, summary, otlp } = options;
  const ways = [every === true, csv === true, summary === true, otlp !== undefined].filter(Boolean).length;
  if (ways > 1)
    throw new FlowError(
      'usage',
      'USAGE',
      '--all, --csv, --summary and --otlp are asked for one at a time.',
      `${program} metrics --csv`,
    );
  return typeof otlp === 'string' || otlp === true ? targetOf(otlp, { directory, environment, program }) : null;
}

type Numbers = Omit<PhaseMetrics, 'phase'>;

function totalOf(rows: readonly PhaseMetrics[]): Numbers {
  const sum = (pick: (row: PhaseMetrics) => number) => rows.reduce((all, row) => all + pick(row), 0);
  return {
    visits: sum(({ visits }) => visits),
    durationMs: sum(({ durationMs }) => durationMs),
    tokens: sum(({ tokens }) => tokens),
    cost: rows.some(({ cost }) => cost === null) ? null : sum(({ cost }) => cost ?? 0),
    known: sum(({ known }) => known),
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
  figures: readonly [name: string, words: string][],
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
  const width = Math.max(0, ...figures.map(([name]) => name.length));
  const said = figures.map(([name, words]) => `${name.padEnd(width)}  ${words}`);
  const told = habits.map(
    ({ what, per, used, of, share }) =>
      `Warning: OVERRIDE_HABIT: ${clean(what, 120)} was overridden ${used} times of ${Math.max(of, used)} (${Math.round(share * 100)} %, counted by ${per}): the gate or its rule is wrong; change it in flow.config.yaml`,
  );
  return `${[...table, '', ...said, ...told].join('\n')}\n`;
}

function cellsOf(name: string, row: Numbers): string[] {
  const { durationMs, tokens, cost, known, rounds, runs, green, edits, refusals, overrides, waivers } = row;
  // The cost of what has no price in part is that much, or more.
  const price = cost === 0 ? '' : cost !== null ? cost.toFixed(2) : known > 0 ? `>${known.toFixed(2)}` : '?';
  const counts = [edits, refusals, overrides, waivers].map((count) => (count === 0 ? '' : String(count)));
  const shown = [tokens === 0 ? '' : String(tokens), price, rounds === 0 ? '' : String(rounds)];
  return [name, lasted(durationMs), ...shown, runs === 0 ? '' : `${green}/${runs}`, ...counts];
}
