/** A setting is a variable of git's configuration: section and name in small letters, a subsection as it is written. */
export interface Setting {
  key: string;
  /** Null for a name alone, which git takes for true. */
  value: string | null;
}

/**
 * Reads the text of a file of git's configuration as git does (config.c of git 2.55), and goes on behind what git would stop at:
 * rather a setting too many than one too few.
 */
export function settingsIn(text: string): Setting[] {
  const source = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const settings: Setting[] = [];
  let section = '';
  let at = 0;
  const next = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(source);
  };
  while (at < source.length) {
    const blank = next(BLANK);
    if (blank) {
      at += blank[0].length;
      continue;
    }
    const head = next(HEAD);
    if (head) {
      const [whole, name = '', quoted] = head;
      section = name.toLowerCase() + (quoted === undefined ? '' : `.${quoted.replaceAll(/\\(.)/gs, '$1')}`);
      at += whole.length;
      continue;
    }
    const name = next(NAME)?.[0];
    if (name === undefined) {
      at += 1;
      continue;
    }
    at += name.length;
    const sign = next(SIGN);
    const key = `${section}.${name.toLowerCase()}`;
    if (!sign) {
      settings.push({ key, value: null });
      continue;
    }
    const read = valueAt(source, at + sign[0].length);
    settings.push({ key, value: read.value });
    at = read.end;
  }
  return settings;
}

const BLANK = /\s+|[#;][^\n]*/y;
/** `[section]`, `[section.subsection]` and `[section "subsection"]`. */
const HEAD = /\[[ \t]*([A-Za-z0-9.-]+)(?:[ \t]+"((?:[^"\\\n]|\\[^\n])*)")?[ \t]*\]/y;
const NAME = /[A-Za-z][A-Za-z0-9-]*/y;
const SIGN = /[ \t]*=/y;

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b' };

function valueAt(source: string, from: number): { value: string; end: number } {
  let value = '';
  /** Length of the value without blanks at its end that no quotes keep. */
  let kept = 0;
  let isQuoted = false;
  let at = from;
  for (; at < source.length; at += 1) {
    const one = source[at]!;
    if (one === '\n') break;
    if ((one === '#' || one === ';') && !isQuoted) {
      const end = source.indexOf('\n', at);
      at = end < 0 ? source.length : end;
      break;
    }
    if (/\s/.test(one) && !isQuoted) {
      if (value !== '') value += one;
      continue;
    }
    if (one === '"') isQuoted = !isQuoted;
    else if (one === '\\') {
      at += 1;
      const next = source[at] ?? '';
      if (next !== '\n') value += ESCAPES[next] ?? next;
    } else value += one;
    kept = value.length;
  }
  return { value: value.slice(0, kept), end: at };
}
