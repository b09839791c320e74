/* Values that are written out, as texts in one layout. */

/** Returns the parts of a text between brackets, at its commas. */
export function partsOf(text: string): string[] {
  const found: string[][] = [[]];
  let depth = 0;
  for (const token of text.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? []) {
    if (/^[([{]$/.test(token)) depth++;
    if (/^[)\]}]$/.test(token)) depth--;
    if (token === ',' && depth === 0) found.push([]);
    else found.at(-1)!.push(token);
  }
  return found.map((tokens) => tokens.join(' ')).filter((part) => part !== '');
}

/** Returns the values of an object that is written out, by their keys; undefined for every other text. */
export function entriesOf(text: string): Map<string, string> | undefined {
  const inner = /^\{ (.*) \}$/.exec(text)?.[1];
  if (inner === undefined) return undefined;
  const entries = new Map<string, string>();
  for (const part of partsOf(inner)) {
    const [, key, value] = /^:?"?(\w+)"? (?::|=>) (.*)$/.exec(part) ?? [];
    if (key === undefined || value === undefined) return undefined;
    entries.set(key, value);
  }
  return entries;
}

/** Returns the elements of a list that is written out; undefined for every other text. */
export const listOf = (value: string): string[] | undefined => {
  const inner = /^\[ (.*) \]$/.exec(value)?.[1];
  return inner === undefined ? undefined : partsOf(inner);
};

const WILDCARD =
  /\b(?:expect \. (?:any|anything|objectContaining|arrayContaining|stringContaining|stringMatching)|ANY|mock \. Anything|gomock \. Any|anything|any(?:String|Int|Long|Object|List|Map|Boolean)?(?= \()|instance_of|kind_of|hash_including|Matchers \. any|ArgumentMatchers|mock \. AnythingOfType|isA|eq_any)\b/g;

/** Returns how many places of expected values take anything, or anything of a kind. */
export const wildcards = (texts: readonly string[]): number => (texts.join(' ').match(WILDCARD) ?? []).length;
