import type { ReportModel, ReportMoment, ReportStage } from '../model.js';
import { count } from '../words.js';
import { folded, pill, section, type Tone, table, when } from './parts.js';
import { html, NOTHING, prose, type Safe } from './safe.js';

const STATES: Readonly<Record<ReportStage['state'], string>> = {
  done: 'done',
  current: 'the run is here',
  pending: 'to come',
  'left-out': 'left out',
};

/** The states of the run as a diagram, as `flow graph` has them: the way forward, the ways back, and where it stands. */
export function phases({ stages, phase, run }: ReportModel): Safe {
  const steps = stages.map(
    ({ title, state, entered, gates, back, visits }) =>
      html`<li class="${state}"${state === 'current' && html` aria-current="step"`}>${title}<p class="small">${STATES[state]}${
        gates.length > 0 && html`, gate ${gates.join(', ')}`
      }${entered !== null && state !== 'pending' && html`<br>${when(entered)}`}${visits > 1 && html`<br>${visits} times`}</p>${
        back.length > 0 && html`<p class="small back">back to ${back.join(', ')}</p>`
      }</li>\n`,
  );
  const dials = Object.entries(run.dials).map(([name, value]) => `${name} ${value}`);
  const note = `${run.workflow}${dials.length > 0 ? `, ${dials.join(', ')}` : ''}`;
  return section(
    'phases',
    'Phases',
    html`<ol class="steps">
${steps}</ol>
${(phase.waiting !== null || phase.next !== '') && html`<p class="small">${phase.title}${phase.waiting !== null ? ` waits for ${WAITS[phase.waiting] ?? phase.waiting}` : ''}${phase.next !== '' && html`: ${prose(phase.next)}`}</p>`}`,
    note,
  );
}

const WAITS: Readonly<Record<string, string>> = {
  person: 'a person',
  outside: 'an outside system',
  time: 'time to pass',
  pause: 'the pause to end',
};

const SHOWN = 60;

/** Shows what happened, oldest first; the oldest of many are folded away. */
export function timeline({ timeline: all }: ReportModel, open: boolean): Safe {
  if (all.length === 0) return NOTHING;
  const [older, newer] = [all.slice(0, -SHOWN), all.slice(-SHOWN)];
  const body = html`${older.length > 0 && folded(`${older.length} earlier`, listOf(older), open)}${listOf(newer)}`;
  return section('timeline', 'Timeline', body);
}

const listOf = (moments: readonly ReportMoment[]) =>
  html`<ol class="time">
${moments.map(({ time, what, good, kind }) => html`<li${kind === 'phase' && html` class="phase"`}>${when(time)}<span${good !== null && html` class="${good ? 'yes' : 'no'}"`}>${what}</span></li>\n`)}</ol>
`;

const TONES: Readonly<Record<string, Tone>> = { there: 'good', missing: 'bad', undeclared: 'warn', told: 'quiet' };
const WORDS: Readonly<Record<string, string>> = {
  there: 'as declared',
  missing: 'declared, but missing',
  undeclared: 'not declared',
  told: 'changed',
};
const KINDS: Readonly<Record<string, string>> = { generated: 'generated code', manifest: 'packages', file: 'API file' };

/** Changes of schemas held against the specification, and what depends on what was changed. */
export function schema({ schema: entries, risks }: ReportModel): Safe {
  const rows = entries.map(({ kind, name, state, path }) => [
    html`${KINDS[kind] ?? kind}`,
    html`<code>${name}</code>`,
    pill(TONES[state] ?? 'quiet', WORDS[state] ?? state),
    path === null || path === name ? '' : html`<code>${path}</code>`,
  ]);
  const risky = risks.map(({ what, risk, silent, callers, tests }) => [
    html`<code>${what}</code>`,
    html`${pill(silent ? 'bad' : risk === 'high' ? 'warn' : 'quiet', silent ? 'silent breaker' : risk)}`,
    count(callers, 'caller'),
    tests.length > 0 ? html`${tests.map((name) => html`<code>${name}</code> `)}` : 'no test',
  ]);
  return html`${rows.length > 0 && section('schema', 'Schema changes', table('Schema changes', ['Kind', 'Name', 'State', 'Where'], rows), 'held against the specification')}${
    risky.length > 0 &&
    section(
      'risks',
      'Risks',
      table('Risks of the change', ['What changes', 'Risk', 'Used by', 'Tests'], risky),
      'of what others depend on',
    )
  }`;
}

/** Shows how the work went, in numbers. */
export function work(
  {
    work: { runs, green, edits, files, refusals, refusedBy, agents, own, tokens, cost },
    content,
    warnings,
  }: ReportModel,
  open: boolean,
): Safe {
  const number = (name: string, value: string | number) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  const rows = agents.map((one) => [
    html`${one.type}`,
    one.model,
    String(one.runs),
    one.tokens.toLocaleString('en'),
    count(one.minutes, 'minute'),
    one.cost === null ? '' : one.cost.toFixed(2),
  ]);
  const changed = content.changed.map(({ path, state }) => html`<li>${state} <code>${path}</code></li>`);
  return section(
    'work',
    'How it went',
    html`<dl class="numbers">${number('runs', runs)}${number('green', green)}${number('edits', edits)}${number('files edited', files)}${number('refusals', refusals)}${
      tokens > 0 && number(own ? 'tokens' : 'tokens of sub-agents', tokens.toLocaleString('en'))
    }${cost !== null && number('cost', cost.toFixed(2))}</dl>
${refusedBy.length > 0 && html`<p class="small">Refused: ${refusedBy.map(([code, times], at) => html`${at > 0 && ', '}<code>${code}</code> ${times}`)}</p>`}
${rows.length > 0 && table('Tokens', ['Of', 'Model', 'Runs or requests', 'Tokens', 'Time', 'Cost'], rows)}
${warnings.length > 0 && html`<h3>Warnings</h3><ul>${warnings.map((one) => html`<li>${one}</li>`)}</ul>`}
${changed.length > 0 && folded(`${count(content.changedTotal ?? changed.length, 'changed file')}`, html`<ul>${changed}</ul>${changed.length < (content.changedTotal ?? 0) && html`<p class="soft">The first ${changed.length} of them.</p>`}`, open)}`,
  );
}
