import { BY_HAND_WORDS } from '../labels.js';
import type { ReportByHand, ReportModel } from '../model.js';
import { anchorOf } from '../why-places.js';
import { section, type Tone, table, when } from './parts.js';
import { html, NOTHING, type Safe } from './safe.js';
import { mark } from './why.js';

const TONES: Readonly<Record<ReportByHand['state'], Tone>> = {
  holds: 'good',
  fails: 'bad',
  lapsed: 'warn',
  open: 'quiet',
  'let-through': 'warn',
};

/** Shows what only a person can check, with what they said of it, and what is blocked. */
export function byHand(model: ReportModel): Safe {
  const { byHand: all, blocked } = model;
  if (all.length === 0 && blocked.length === 0) return NOTHING;
  const asked = all.map(({ item, id, text, state, person, note, time }) => [
    html`<code>${item}</code> ${id}`,
    text,
    mark(anchorOf(model, 'item', item), TONES[state], BY_HAND_WORDS[state]),
    html`${person ?? ''}${note !== null && html`<p class="small">${note}</p>`}`,
    html`${time !== null && when(time)}`,
  ]);
  const held = blocked.map(({ item, title, severity, reason }) => [
    html`<code>${item}</code> ${title}`,
    severity ?? '',
    reason,
  ]);
  return section(
    'by-hand',
    'By hand',
    html`${asked.length > 0 && table('Criteria for a person', ['Criterion', 'What it says', 'State', 'Who', 'When'], asked)}${
      held.length > 0 && html`<h3>Blocked</h3>\n${table('Blocked items', ['Item', 'Severity', 'Reason'], held)}`
    }`,
    'what only a person can check or unblock',
  );
}
