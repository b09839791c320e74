export type Attributes = Readonly<Record<string, string>>;

/** A tag is one piece of markup of an XML text. */
export interface Tag {
  readonly name: string;
  readonly kind: 'open' | 'close' | 'empty';
  readonly attributes: Attributes;
  /** Where the text after it begins. */
  readonly to: number;
}

/**
 * Yields every tag of an XML text, in order, and `?xml` where a document begins. Comments and CDATA are stepped over;
 * text between tags is not looked at.
 */
export function* tags(text: string): Generator<Tag> {
  let at = text.indexOf('<');
  while (at >= 0) {
    if (text.startsWith('<![CDATA[', at) || text.startsWith('<!--', at)) {
      const end = text.indexOf(text[at + 2] === '[' ? ']]>' : '-->', at);
      if (end < 0) return;
      at = text.indexOf('<', end);
      continue;
    }
    const end = tagEnd(text, at);
    if (end < 0) return;
    const body = text.slice(at + 1, end);
    const close = body.startsWith('/');
    const name = /^\/?(\??[\w:-]+)/.exec(body)?.[1];
    if (name) {
      const kind = close ? 'close' : body.endsWith('/') ? 'empty' : 'open';
      yield { name, kind, attributes: close ? {} : readAttributes(body), to: end + 1 };
    }
    at = text.indexOf('<', end);
  }
}

/** Returns the words between a tag and the next one, CDATA included. */
export function textAfter(text: string, { to }: Tag): string {
  let words = '';
  let at = to;
  while (at < text.length && words.length < TEXT_CAP) {
    const next = text.indexOf('<', at);
    words += unescapeXml(text.slice(at, next < 0 ? text.length : next));
    if (next < 0 || !text.startsWith('<![CDATA[', next)) break;
    const end = text.indexOf(']]>', next);
    words += text.slice(next + '<![CDATA['.length, end < 0 ? text.length : end);
    at = end < 0 ? text.length : end + ']]>'.length;
  }
  return words.trim();
}
const TEXT_CAP = 4_000;

/** Returns the `>` that ends a tag; one inside an attribute value does not. */
function tagEnd(text: string, from: number): number {
  let quote = '';
  for (let at = from + 1; at < text.length; at++) {
    const char = text[at]!;
    if (quote) {
      if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '>') return at;
  }
  return -1;
}

function readAttributes(body: string): Attributes {
  const attributes: Record<string, string> = Object.create(null);
  for (const match of body.matchAll(/([\w:-]+)="([^"]*)"|([\w:-]+)='([^']*)'/g)) {
    attributes[match[1] ?? match[3] ?? ''] = unescapeXml(match[2] ?? match[4] ?? '');
  }
  return attributes;
}

const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Replaces escapes as XML and the usual libraries for HTML write them: numbers, and the names that both know. */
export function unescapeXml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name) return NAMED[name] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0x10ffff ? whole : String.fromCodePoint(code);
  });
}
