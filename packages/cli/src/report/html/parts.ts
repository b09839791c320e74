import { shortId, timeOf } from '../words.js';
import { html, NOTHING, type Safe } from './safe.js';

/** The small pieces that every section is made of. */

export type Tone = 'good' | 'bad' | 'warn' | 'info' | 'quiet';

/** Returns a state as a word with a colour; the word alone says it. */
export const pill = (tone: Tone, word: string): Safe => html`<span class="pill ${tone}">${word}</span>`;

/** Returns a time, for eyes and programs. */
export const when = (time: number): Safe =>
  html`<time datetime="${new Date(time).toISOString()}">${timeOf(time)}</time>`;

/** Returns the beginning of an id of git; the whole of it on a pointer's rest and for who copies it. */
export const hash = (id: string | null): Safe =>
  id === null ? NOTHING : html`<code title="${id}">${shortId(id)}</code>`;

/** Returns a section with a heading that can be linked to; nothing where it has nothing to say. */
export function section(id: string, title: string, body: Safe | null, note = ''): Safe {
  if (body === null) return NOTHING;
  return html`<section id="${id}" aria-labelledby="h-${id}">
<h2 id="h-${id}">${title}${note && html` <span class="note">${note}</span>`}</h2>
${body}
</section>
`;
}

/** Returns a table; on a narrow page each cell stands below the name of its column. */
export function table(caption: string, head: readonly string[], rows: readonly (readonly (Safe | string)[])[]): Safe {
  return html`<table>
<caption class="unseen">${caption}</caption>
<thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${rows.map((cells) => html`<tr>${cells.map((cell, at) => cellOf(head[at] ?? '', cell, at === 0))}</tr>\n`)}</tbody>
</table>`;
}

const cellOf = (name: string, cell: Safe | string, isFirst: boolean) =>
  isFirst ? html`<th scope="row">${cell}</th>` : html`<td data-name="${name}">${cell}</td>`;

/** Folds a part that is shown when a person asks for it, and always on paper. */
export const folded = (title: string, body: Safe, open: boolean): Safe =>
  html`<details${open && html` open`}><summary>${title}</summary>
${body}</details>`;

/** Returns a list of pieces; texts are escaped. */
export const list = (items: readonly (Safe | string)[], kind = ''): Safe =>
  html`<ul${kind !== '' && html` class="${kind}"`}>${items.map((item) => html`<li>${item}</li>`)}</ul>`;
