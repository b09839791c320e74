/** A name that differs from the one that was typed by so many letters at most was meant. */
const LETTERS = 2;

/** So many letters of a name say which one is meant, where no other name begins with them. */
const BEGINNING = 3;

/** Returns the name that somebody meant who typed another one, or only its beginning; undefined where none is near. */
export function nearestOf(typed: string, names: readonly string[]): string | undefined {
  if (typed.length > 60) return undefined;
  const begun = typed.length < BEGINNING ? [] : names.filter((name) => name.startsWith(typed));
  if (begun.length === 1) return begun[0];
  const near = names
    .map((name) => ({ name, letters: difference(typed, name) }))
    .sort((a, b) => a.letters - b.letters)[0];
  return near && near.letters <= LETTERS ? near.name : undefined;
}

/** Counts the letters to add, drop or change to make one word of another. */
function difference(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one.slice(0, 40)].entries()) {
    const next = [at + 1];
    for (let to = 0; to < other.length; to++)
      next.push(Math.min(row[to]! + (letter === other[to] ? 0 : 1), row[to + 1]! + 1, next[to]! + 1));
    row = next;
  }
  return row[other.length]!;
}
