import type { ReportModel } from '../model.js';
import { type Why, whyClaim, whyFinding, whyGate, whyItem, whyReview, whySuite } from '../why.js';
import { MAX_FINDINGS, placeAt } from '../why-places.js';
import { list, pill, section, type Tone, when } from './parts.js';
import { html, NOTHING, type Safe } from './safe.js';

/** Reasons behind one mark that a page has; `flow explain` has all. */
const MAX_REASONS = 12;

/** Returns a mark that leads to what is behind it. */
export const mark = (anchor: string | null, tone: Tone, word: string): Safe =>
  anchor === null ? pill(tone, word) : html`<a href="#${anchor}">${pill(tone, word)}</a>`;

/** Shows what is behind every mark; of claims and items in the words of `flow explain`. */
export function whys(model: ReportModel): Safe {
  const parts = [
    ...model.claims.map((one, at) => part(placeAt('claim', at), 'claim', one.name, whyClaim(one, model))),
    ...model.items.map((one, at) => part(placeAt('item', at), 'item', one.id, whyItem(one, model))),
    ...model.suites.map((one, at) => part(placeAt('suite', at), 'suite', one.id, whySuite(one))),
    ...model.gates.map((one, at) => part(placeAt('gate', at), 'gate', one.gate, whyGate(one))),
    ...model.findings
      .slice(0, MAX_FINDINGS)
      .map((one, at) => part(placeAt('finding', at), 'finding', one.id, whyFinding(one))),
    ...model.reviews.map((one, at) => part(placeAt('review', at), 'review', String(at + 1), whyReview(one))),
  ];
  if (parts.length === 0) return NOTHING;
  return section('why', 'Why', html`${parts}`, 'what is behind each mark; flow explain tells the same');
}

function part(anchor: string, kind: string, name: string, { says, reasons, next }: Why): Safe {
  const shown = reasons
    .slice(0, MAX_REASONS)
    .map(
      ({ what, counts, why, receipt, event, time }) =>
        html`${counts === null ? NOTHING : html`${counts ? 'counts: ' : 'does not count: '}`}${what}${why !== '' && `: ${why}`}${receipt !== undefined && html`, receipt <code>${receipt}</code>`}${event !== undefined && `, event ${event}`}${time !== undefined && html`, ${when(time)}`}`,
    );
  const more = reasons.length > MAX_REASONS ? [html`and ${reasons.length - MAX_REASONS} more`] : [];
  return html`<h3 id="${anchor}"><code>${kind}:${name}</code> <span class="note">${says}</span></h3>
${reasons.length > 0 && list([...shown, ...more], 'small')}${next && html`<p class="small">${next.why}: <code>${next.command}</code></p>`}`;
}
