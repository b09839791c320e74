import type { ItemFact, Moment } from './facts.js';
import { Look } from './look.js';
import type { Content } from './model.js';

/**
 * Digest of what a proof depends on, at one moment.
 * @returns null when it cannot be told: nothing is proven then
 */
export function contentAt(on: Content | readonly Content[], moment: Moment, item: ItemFact | null): string | null {
  if (typeof on === 'string') return oneContent(on, moment, item);
  let all = '';
  for (const one of on) {
    const digest = oneContent(one, moment, item);
    if (digest === null) return null;
    all += `${one}=${digest};`;
  }
  return all;
}

/** The first document among what a proof depends on that is not there: before it is written, nothing can be proven. */
export function absentDocument(on: Content | readonly Content[], moment: Moment): string | null {
  const documents = [on].flat().filter((one) => one.startsWith(DOCUMENT));
  return documents.find((one) => oneContent(one, moment, null) === null)?.slice(DOCUMENT.length) ?? null;
}

const DOCUMENT = 'doc:';

function oneContent(on: Content, moment: Moment, item: ItemFact | null): string | null {
  if (on === 'nothing') return '';
  const name = on === 'item' && item !== null ? `item:${item.id}` : on;
  if (moment instanceof Look) moment.seeContent(name);
  const { contents } = moment;
  return Object.hasOwn(contents, name) ? contents[name]! : null;
}
