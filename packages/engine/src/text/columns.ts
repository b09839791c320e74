/** Characters that take two columns of a terminal: East Asian wide ones, and pictures. */
const wide = () =>
  /[\u1100-\u115f\u231a\u231b\u23e9-\u23ec\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const none = () => /[\p{M}\p{Cf}]/u;

/** Returns a text without what a terminal takes for colours and moves of its cursor. */
export function uncoloured(text: string): string {
  // Every judged event loads this file, and hardly any has a colour.
  return text.includes('\u001b') || text.includes('\u009b')
    ? process.getBuiltinModule('node:util').stripVTControlCharacters(text)
    : text;
}

/** Counts the columns that a text takes on a terminal; colours take none. */
export function columnsOf(text: string): number {
  let columns = 0;
  const [isNone, isWide] = [none(), wide()];
  for (const one of uncoloured(text)) columns += isNone.test(one) ? 0 : isWide.test(one) ? 2 : 1;
  return columns;
}

/** Cuts a text to so many columns, with a sign where something was cut off. */
export function cut(text: string, most: number): string {
  if (columnsOf(text) <= most) return text;
  let kept = '';
  let columns = 0;
  for (const one of text) {
    columns += columnsOf(one);
    if (columns > most - 1) break;
    kept += one;
  }
  return most < 1 ? '' : `${kept.trimEnd()}…`;
}

/** Fills or cuts a text to exactly so many columns. */
export function fill(text: string, columns: number, end: 'left' | 'right' = 'left'): string {
  const kept = cut(text, columns);
  const blank = ' '.repeat(Math.max(0, columns - columnsOf(kept)));
  return end === 'left' ? kept + blank : blank + kept;
}
