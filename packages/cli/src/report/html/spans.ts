import { dollars } from '../../figures/words.js';
import type { ReportModel, ReportSpan } from '../model.js';
import { count, lasted } from '../words.js';
import { section, when } from './parts.js';
import { html, NOTHING, type Safe } from './safe.js';

/** Lanes that are shown; what is told of the others stands in the tables. */
const LANES = 40;

/** The time from the first begin to the last end. */
function frameOf({ spans, run, made }: ReportModel): { since: number; until: number; end: number } {
  const end = run.ended?.time ?? made;
  const since = Math.min(...spans.map((one) => one.since));
  return { since, until: Math.max(since + 1, ...spans.map((one) => one.until ?? end)), end };
}

/** Percent of a lane that the shortest span takes, so that it can be seen. */
const LEAST = 0.5;

/** Returns the rules that say where each bar lies: nothing on the page has a style of its own, as its policy allows none. */
export function spanRules(model: ReportModel): string {
  if (model.spans.length === 0) return '';
  const { since, until, end } = frameOf(model);
  const place = (time: number) => ((time - since) / (until - since)) * 100;
  return model.spans
    .map((one, at) => {
      const from = Math.min(place(one.since), 100 - LEAST);
      const wide = Math.min(Math.max(place(one.until ?? end) - from, LEAST), 100 - from);
      return `.b${at}{left:${from.toFixed(2)}%;width:${wide.toFixed(2)}%}\n`;
    })
    .join('');
}

/** Shows attempts and waits over time: a lane for the run and one for each item, a session is a bar, a wait a thin bar below. */
export function spans(model: ReportModel): Safe {
  const all = model.spans;
  if (all.length === 0) return NOTHING;
  const { since, until, end } = frameOf(model);
  const items = [...new Set(all.map(({ item }) => item))];
  const lanes = items.toSorted((one, other) => Number(one !== null) - Number(other !== null));
  const rows = lanes.slice(0, LANES).map((item) => laneOf(item, all, end));
  const sessions = all.filter(({ kind }) => kind === 'session').length;
  const waits = all.filter(({ kind }) => kind === 'wait').length;
  const note = [sessions > 0 && count(sessions, 'session'), waits > 0 && count(waits, 'wait')].filter(Boolean);
  return section(
    'course',
    'Attempts and waits over time',
    html`<div class="lanes">
${rows}<div class="lane axis"><span></span><p class="small">${when(since)}<span>${when(until)}</span></p></div>
</div>
<p class="small keys">${KEYS.map(([name, words]) => html`<span class="key ${name}"></span>${words} `)}</p>${
      lanes.length > LANES && html`<p class="soft">and ${lanes.length - LANES} more items, which the tables have</p>`
    }`,
    note.join(', '),
  );
}

const KEYS = [
  ['good', 'led on'],
  ['bad', 'a failed try'],
  ['warn', 'broke down, which says nothing of the work'],
  ['quiet', 'at work'],
  ['wait', 'waited'],
] as const;

function laneOf(item: string | null, all: readonly ReportSpan[], end: number): Safe {
  const own = all.flatMap((one, at) => (one.item === item ? [{ one, at }] : []));
  const bars = own.map(({ one, at }) => {
    const look = one.kind === 'wait' ? 'wait' : LOOKS[one.result ?? 'none'];
    return html`<i class="b${at} ${look}" title="${titleOf(one, end)}"></i>`;
  });
  const name = item ?? 'the run';
  const said = own.map(({ one }) => titleOf(one, end)).join('; ');
  return html`<div class="lane"><span>${name}</span><div role="img" aria-label="${name}: ${said.slice(0, 600)}">${bars}</div></div>
`;
}

const LOOKS = { 'led-on': 'good', failed: 'bad', 'broke-down': 'warn', none: 'quiet' } as const;

function titleOf({ kind, what, since, until, tokens, money }: ReportSpan, end: number): string {
  const still = until === null ? ', still' : '';
  const long = kind === 'attempt' ? '' : `, ${lasted(Math.max(0, (until ?? end) - since))}${still}`;
  const used = tokens === null ? '' : `, ${tokens.toLocaleString('en')} tokens`;
  return `${what}${long}${used}${money === null ? '' : `, ${dollars(money)}`}`;
}
