/** Holds HTML that may be put into a page as it is. Only `html` makes it. */
export class Safe {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

type Part = string | number | null | false | undefined | Safe | readonly Part[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** Text as it is, in a page's text and in a quoted attribute alike. */
export const escaped = (text: string): string => text.replace(/[&<>"'`]/g, (sign) => ENTITIES[sign]!);

/**
 * Returns a piece of a page: everything put in is escaped, but for pieces made in the same way. Attributes are quoted
 * in the template.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Part[]): Safe {
  return new Safe(parts.map((part, at) => part + (at < values.length ? shown(values[at]!) : '')).join(''));
}

/** Words of ours in which backticks mark what is typed. */
export const prose = (text: string): Safe =>
  html`${text.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`;

/** `NOTHING` is an empty piece of a page. */
export const NOTHING = new Safe('');

function shown(value: Part): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Safe) return value.text;
  if (typeof value === 'object') return value.map(shown).join('');
  return escaped(String(value));
}
