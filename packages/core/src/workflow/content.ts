import type { ItemFact, Moment } from './facts.js';
import { isWhole } from './item-files.js';
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
  const documents = [on].flat().filter((one) => one.startsWith(DOCUMENT) && !one.endsWith(MAYBE));
  const absent = documents.find((one) => oneContent(one, moment, null) === null);
  return absent === undefined ? null : documentIn(absent);
}

const DOCUMENT = 'doc:';

/** Ends the name of a document that may be missing. */
const MAYBE = '?';

/** Stands between a document and the one that cites it. */
const CITED_BY = '@';

/** Returns the name of the document that a content is the contract of; null for another content. */
export function documentIn(on: Content): string | null {
  if (!on.startsWith(DOCUMENT)) return null;
  return sure(on).slice(DOCUMENT.length).split(CITED_BY)[0]!;
}

/** Returns the name of the document of which a content is what that one cites; null for another content. */
export function citingIn(on: Content): string | null {
  return on.startsWith(DOCUMENT) ? (sure(on).split(CITED_BY)[1] ?? null) : null;
}

/** A content without the mark that it may be missing. */
export const sure = (on: Content): Content => (on.endsWith(MAYBE) ? on.slice(0, -MAYBE.length) : on);

/** The content of a document that may be missing, and is. */
const ABSENT = '(absent)';

function oneContent(on: Content, moment: Moment, item: ItemFact | null): string | null {
  if (on === 'nothing') return '';
  if (on === 'item' && item !== null) {
    const own = digestOf(`item:${item.id}`, moment);
    return own === null && isWhole(item) ? digestOf('relevant', moment) : own;
  }
  const own = partOf(sure(on), moment);
  // Of a moment that cannot be told, nobody can tell that anything is missing.
  return own ?? (on.endsWith(MAYBE) && isTold(moment) ? ABSENT : null);
}

/** What cites nothing of a document depends on all of it: nobody knows on which part. */
function partOf(on: Content, moment: Moment): string | null {
  const part = digestOf(on, moment);
  if (part !== null || citingIn(on) === null) return part;
  return digestOf(on.slice(0, on.indexOf(CITED_BY)), moment);
}

function digestOf(name: string, moment: Moment): string | null {
  if (moment instanceof Look) moment.seeContent(name);
  const { contents } = moment;
  return Object.hasOwn(contents, name) ? contents[name]! : null;
}

const isTold = ({ contents }: Moment) => Object.keys(contents).length > 0;
