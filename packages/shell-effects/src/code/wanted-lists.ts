/** Lists of texts in Go: the value of a name or field, or an argument of a call that compares or shows. */
const LIST = String.raw`\[\]string\{[^{}]*\}(?!\s*\.\.\.)`;
const SHOWS = String.raw`\b(?:DeepEqual|Equal\w*|ElementsMatch|Diff|Join|Errorf?|Fatalf?|Logf?)`;
const COMPARED = new RegExp(String.raw`(${SHOWS}\((?:[\w.]+(?:\([^()]*\))?\s*,\s*)*)${LIST}`, 'g');
const NAMED = new RegExp(String.raw`\b(\w+)\s*(?::=|[:=])\s*(?:${LIST}|\{\s*(?:"[^"\n]*"\s*,?\s*)+\}(?=\s*[,}]))`, 'g');

/** Lines on which a name is only compared, shown or counted. */
const LOOKED_AT = new RegExp(String.raw`${SHOWS}\(|\blen\(`);

/**
 * Returns a test of Go without the lists that it only compares with what comes out: `want := []string{"git", "push"}`.
 * A list that is handed to anything else stays.
 */
export function withoutWantedLists(text: string): string {
  const rest = text.replace(COMPARED, '$1nil');
  return rest.replace(NAMED, (all, name: string) => (isLookedAt(name, rest.replace(all, '')) ? `${name} = nil` : all));
}

function isLookedAt(name: string, rest: string): boolean {
  const own = new RegExp(`\\b${name}\\b`);
  return rest.split('\n').every((line) => !own.test(line) || (LOOKED_AT.test(line) && !line.includes('...')));
}
