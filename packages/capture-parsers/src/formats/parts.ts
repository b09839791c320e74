/** Parts hold the numbers of a total by their words, such as `passed`, with that of all as `total`. */
export type Parts = Readonly<Record<string, number>>;

/** Tells whether the parts of a total add up to the number of all, which a made-up line seldom gets right. */
export function adds(parts: Parts | undefined): boolean {
  if (!parts) return true;
  let sum = 0;
  for (const [word, value] of Object.entries(parts)) if (word !== 'total') sum += value;
  return sum === parts.total;
}
