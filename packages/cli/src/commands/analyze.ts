import { OWN_WORK } from '@flow/core';
import type { AnalysisFacts } from '@flow/hooks/program';
import { hooks } from '../evidence.js';
import { count, lasted, tidyText, timeOf } from '../report/words.js';
import { placeOf } from '../workflow/here.js';
import { type Command, FlowError } from './command.js';

const WEEK = 7 * 24 * 60 * 60 * 1000;

/** Rows of a table that are told. */
const MOST = 40;

export const analyze: Command = {
  name: 'analyze',
  group: 'workflow',
  summary: 'show hooks that failed, what clients recorded and no hook saw, and how often each sub-agent was started',
  flags: [{ flags: '--since <when>', description: 'a date, a time, or an age (90m, 8h, 7d); default: 7d' }],
  examples: [
    ['analyze', 'after some days of work'],
    ['analyze --since 30d --json', 'for programs'],
  ],
  async run(call) {
    const { readAnalysis, sinceOf } = await hooks();
    const since = call.options.since === undefined ? Date.now() - WEEK : sinceOf(call.options.since, Date.now());
    if (typeof since !== 'number')
      throw new FlowError(
        'usage',
        'USAGE',
        '--since expects a date, a time, or an age.',
        `${call.program} analyze --since 7d`,
      );
    const { around } = await placeOf(call);
    const told = analysisOf(await readAnalysis(around, since), since, await tidyText());
    return { exit: 0, data: told, text: textOf(told) };
  },
};

/** An analysis of what the hooks have been doing (row X63). Texts are cleaned and bounded. */
type Analysis = ReturnType<typeof analysisOf>;

/** Makes the analysis: failures by event and code, drift as it was read, and the heat of each kind of sub-agent. */
function analysisOf(
  { errors, drift, agents, refusals }: AnalysisFacts,
  since: number,
  tidy: (text: unknown, max?: number) => string,
) {
  const failures = new Map<
    string,
    { host: string; hook: string; code: string; times: number; last: number; said: string; fields: string[] }
  >();
  for (const { host, hook, code, time, stderr, fields } of errors) {
    const key = JSON.stringify([host, hook, code]);
    failures.set(key, {
      ...{ host: tidy(host, 40), hook: tidy(hook ?? '(no name)', 40), code: tidy(code, 40) },
      ...{ times: (failures.get(key)?.times ?? 0) + 1, last: time, said: tidy(stderr, 200) },
      fields: fields.map((name) => tidy(name, 60)),
    });
  }
  const started = agents.reduce((sum, one) => sum + one.runs, 0);
  const known = new Set(agents.map(({ type }) => type));
  const others = Object.keys(refusals).filter((role) => role !== '' && !known.has(role));
  return {
    version: 1,
    since,
    failures: [...failures.values()].toSorted((one, other) => other.times - one.times).slice(0, MOST),
    drift: {
      ...drift,
      tools: drift.tools.slice(0, MOST).map((one) => ({ ...one, tool: tidy(one.tool, 60) })),
      unknownKinds: drift.unknownKinds.map((kind) => tidy(kind, 60)),
    },
    heat: [
      ...agents.map(({ type, model, runs, total, durationMs, cost }) => ({
        ...{ role: tidy(type, 60), model: tidy(model, 60), runs, tokens: total, durationMs, cost },
        share: started === 0 ? 0 : Math.round((runs / started) * 100) / 100,
        refusals: refusals[type === OWN_WORK ? '' : type] ?? 0,
      })),
      ...others.map((role) => ({
        ...{ role: tidy(role, 60), model: '', runs: 0, tokens: 0, durationMs: 0, cost: null, share: 0 },
        refusals: refusals[role]!,
      })),
    ].slice(0, MOST),
  };
}

/** Columns of the widest bar. */
const BAR = 20;

function textOf({ since, failures, drift, heat }: Analysis): string {
  const unseen = drift.tools.reduce((sum, one) => sum + one.unseen, 0);
  const most = Math.max(1, ...heat.map(({ runs }) => runs));
  const width = Math.max(0, ...heat.map(({ role }) => role.length));
  const lines = [
    `Since ${timeOf(since)}`,
    '',
    'Hooks that failed:',
    ...failures.map(
      ({ host, hook, code, times, last, said }) =>
        `  ${times} x ${hook} ${code} (${host}), last ${timeOf(last)}: ${said}`,
    ),
    ...(failures.length === 0 ? ['  none'] : []),
    '',
    `What clients recorded, in ${count(drift.sessions, 'session')}${drift.unread > 0 ? ` (${drift.unread} could not be read)` : ''}:`,
    ...drift.tools.map(
      ({ tool, calls, unseen: missed }) =>
        `  ${tool}: ${count(calls, 'edit')}, ${missed === 0 ? 'all seen' : `${missed} that no hook saw`}`,
    ),
    ...(drift.tools.length === 0 ? ['  no edits'] : []),
    ...(unseen > 0 ? ['  Hooks were off, or the client calls them otherwise: `flow doctor` says which.'] : []),
    ...(drift.unknownLines > 0
      ? [`  ${count(drift.unknownLines, 'line')} of kinds that are not known: ${drift.unknownKinds.join(', ')}`]
      : []),
    ...(drift.skippedLines > 0 ? [`  ${count(drift.skippedLines, 'line')} that could not be read`] : []),
    '',
    'Sub-agents and sessions, by how often they were started:',
    ...heat.map(
      ({ role, model, runs, tokens, durationMs, refusals }) =>
        `  ${role.padEnd(width)}  ${'#'.repeat(Math.ceil((runs / most) * BAR)).padEnd(BAR)}  ${runs}, ${tokens.toLocaleString('en')} tokens, ${lasted(durationMs)}${refusals > 0 ? `, ${refusals} refused` : ''}${model === '' ? '' : ` (${model})`}`,
    ),
    ...(heat.length === 0 ? ['  none'] : []),
  ];
  return `${lines.join('\n')}\n`;
}
