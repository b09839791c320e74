const linesOf = (text: string) => text.split(/(?<=\n)/).map((line) => line.replace(/\n$/, ''));

const asText = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/**
 * Tells what `sort` makes of a text; undefined when it is told more than `-r` and `-u`, or where the order depends on
 * the language that is set.
 */
export function sortLines(options: readonly string[], text: string): string | undefined {
  if (!options.every((word) => /^-[ru]+$/.test(word))) return undefined;
  // Made where it is asked for: to load it takes longer than most commands are read in.
  const byLanguage = new Intl.Collator('en').compare;
  const has = (letter: string) => options.some((word) => word.includes(letter));
  const lines = text === '' ? [] : linesOf(text);
  const sorted = [...(has('u') ? new Set(lines) : lines)].sort(byBytes);
  if (sorted.some((line, at) => at > 0 && byLanguage(sorted[at - 1] as string, line) > 0)) return undefined;
  return asText(has('r') ? sorted.reverse() : sorted);
}

/** Tells what `uniq` makes of a text: of equal lines in a row, the first. */
export function withoutRepeats(text: string): string {
  return text === '' ? '' : asText(linesOf(text).filter((line, at, all) => at === 0 || line !== all[at - 1]));
}
