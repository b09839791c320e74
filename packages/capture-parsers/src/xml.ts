export type Attributes = Readonly<Record<string, string>>;

/** One tag of an XML text. */
export interface Tag {
  readonly name: string;
  readonly kind: 'open' | 'close' | 'empty';
  readonly attributes: Attributes;
}

/** Every tag, in order. Comments and CDATA are stepped over; text between tags is not looked at. */
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
    const name = /^\/?([\w:-]+)/.exec(body)?.[1];
    if (name) {
      const kind = close ? 'close' : body.endsWith('/') ? 'empty' : 'open';
      yield { name, kind, attributes: close ? {} : readAttributes(body) };
    }
    at = text.indexOf('<', end);
  }
}

/** The `>` that ends a tag; one inside an attribute value does not. */
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

function unescapeXml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name) return NAMED[name] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0x10ffff ? whole : String.fromCodePoint(code);
  });
}
