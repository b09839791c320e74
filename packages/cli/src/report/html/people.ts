import { GATE_WORDS } from '../labels.js';
import type { ReportApproval, ReportGate, ReportModel } from '../model.js';
import { isAgents, KINDS } from '../timeline.js';
import { anchorOf } from '../why-places.js';
import { hash, section, type Tone, table, when } from './parts.js';
import { html, NOTHING, type Safe } from './safe.js';
import { mark } from './why.js';

const GATE_TONES: Readonly<Record<ReportGate['state'], Tone>> = {
  approved: 'good',
  waived: 'warn',
  lapsed: 'warn',
  pending: 'quiet',
};

const STRENGTHS: Readonly<Record<string, string>> = {
  signed: 'signed with a key',
  terminal: 'in a terminal of their own',
  typed: 'typed in the session',
};

/** Shows every gate of the run with all approvals that were given for it. */
export function approvals(model: ReportModel): Safe {
  const { gates } = model;
  if (gates.length === 0) return NOTHING;
  const rows = gates.flatMap(({ gate, state, approvals: given }) => {
    const first = [html`${gate}`, mark(anchorOf(model, 'gate', gate), GATE_TONES[state], GATE_WORDS[state])];
    if (given.length === 0) return [[...first, '', '', '']];
    return given.map((one, at) => [
      ...(at === 0 ? first : [html`<span class="soft">${gate}</span>`, '']),
      ...cellsOf(one),
    ]);
  });
  return section('approvals', 'Approvals', table('Approvals by gate', ['Gate', 'State', 'Who', 'When', 'On'], rows));
}

const cellsOf = ({ person, strength, counts, time, expires, head, tree, subjects }: ReportApproval) => [
  html`${person}<p class="small">${STRENGTHS[strength] ?? strength}${!counts && ', weaker than the gate asks for'}</p>`,
  html`${when(time)}${expires !== null && html`<p class="small">until ${when(expires)}</p>`}`,
  html`${subjects.length > 0 ? subjects.map((path) => html`<code>${path}</code> `) : html`<span class="soft">the content</span>`}<p class="small">content ${hash(tree)}${head !== null && html`, commit ${hash(head)}`}</p>`,
];

/** Shows what a person let through, what is owed, and what the agent turned itself. */
export function exceptions({ exceptions: all, debts }: ReportModel): Safe {
  if (all.length === 0 && debts.length === 0) return NOTHING;
  const owed = debts.map(({ check, why, reason }) => [html`<code>${check}</code>`, WHY[why] ?? why, reason]);
  const own = all.filter(isAgents).map(({ kind, what, time }) => [html`${KINDS[kind]}`, what, html`${when(time)}`]);
  const decided = all.filter((one) => !isAgents(one));
  const let_ = decided.map(({ kind, what, reason, person, time, expires }) => [
    html`${KINDS[kind]}`,
    what,
    html`${person ?? ''}`,
    reason,
    html`${when(time)}${expires !== null && html`<p class="small">until ${when(expires)}</p>`}`,
  ]);
  return section(
    'exceptions',
    'Exceptions',
    html`${owed.length > 0 && html`<h3>Debts</h3>\n${table('Debts', ['Check', 'Why', 'Reason'], owed)}`}${
      let_.length > 0 &&
      html`<h3>Decided by a person</h3>\n${table('Decisions of people', ['Kind', 'What', 'Who', 'Reason', 'When'], let_)}`
    }${own.length > 0 && html`<h3>Changed by the agent</h3>\n${table('Changed by the agent', ['Kind', 'What', 'When'], own)}`}`,
    'overrides, waivers and debts',
  );
}

const WHY: Readonly<Record<string, string>> = {
  loop: 'its loop was over',
  decision: 'a person decided',
  waiver: 'a person vouched for it',
  skipped: 'a person skipped it',
  'tests-off': 'its document asks for no tests',
  assumed: 'assumed, as nobody was asked',
  concerns: 'it was submitted with concerns',
};
