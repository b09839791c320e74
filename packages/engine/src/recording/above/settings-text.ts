/** A setting is a pair: its section's name and its own with a dot between them, and its value as it is written. */
export interface Pair {
  name: string;
  key: string;
  section: string;
  value: string;
}

/**
 * Returns the settings of an INI, TOML or properties text. A value goes on in the lines behind it that begin no other
 * setting.
 */
export function settingsIn(text: string): Pair[] {
  const pairs: Pair[] = [];
  let section = '';
  let open: Pair | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(?:[#;!]|$)/.test(line)) continue;
    const head = /^\[+\s*([^[\]]+?)\s*\]+\s*(?:#.*)?$/.exec(line);
    // A list of TOML that stands on lines of its own has brackets, too.
    if (head && !(open && isOpen(open.value))) {
      section = head[1]!;
      open = undefined;
      continue;
    }
    const [, key = '', value = ''] = /^([^\s=:[\]{}"',]+|"[^"]+"|'[^']+')\s*[=:]\s*(.*)$/.exec(line) ?? [];
    if (key === '' || (open && isOpen(open.value))) {
      if (open) open.value += ` ${line.trim()}`;
      continue;
    }
    const plain = key.replace(/^["']|["']$/g, '');
    open = { name: section === '' ? plain : `${section}.${plain}`, key: plain, section, value: value.trim() };
    pairs.push(open);
  }
  return pairs;
}

/** A list or a text of several lines that has not ended. */
const isOpen = (value: string) =>
  (value.startsWith('[') && !/\]\s*(?:#.*)?$/.test(value)) || /^("""|''')(?!.*\1)/s.test(value);

/** The keys of an object of JSON, or those that stand at the beginning of lines of YAML; null where neither can be read. */
export function keysIn(text: string): Pair[] | null {
  const of = (key: string, value: unknown): Pair => ({
    ...{ name: key, key, section: '' },
    value: typeof value === 'string' ? value : JSON.stringify(value),
  });
  try {
    const object: unknown = JSON.parse(text.replaceAll(/^\s*\/\/.*$/gm, ''));
    return typeof object === 'object' && object !== null
      ? Object.entries(object).map(([key, value]) => of(key, value))
      : null;
  } catch {
    // Perhaps it is YAML.
  }
  const pairs: Pair[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (/^(?:\s*(?:#.*)?|---|\s+.*|-\s.*)$/.test(line)) continue;
    const [, key = '', value = ''] = /^['"]?([\w$-]+)['"]?\s*:(?:\s+(.*))?$/.exec(line) ?? [];
    if (key === '') return null;
    pairs.push(of(key, value));
  }
  return pairs;
}

/** The words of a value as a program gets them, also where they are a list: `-q -x`, `["-C", "lto"]`. */
export const wordsIn = (value: string): string[] =>
  (value.replaceAll(/^\[|\]$|"""|'''/g, ' ').match(/'[^']*'|"[^"]*"|[^\s,'"]+/g) ?? [])
    .map((word) => word.replace(/^(['"])(.*)\1$/s, '$2'))
    .flatMap((word) => word.split(/\s+/))
    .filter((word) => word !== '');
