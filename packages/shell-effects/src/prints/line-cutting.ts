/** Tells what `cut` leaves of each line; undefined when it is told something else than fields or characters. */
export function cutLines(words: readonly string[], input: string): string | undefined {
  const { values, rest } = takeOptions(words, 'dfcb');
  if (rest.length > 0) return undefined;
  const places = values.get('f') ?? values.get('c') ?? values.get('b');
  const ranges = places?.split(',').map((one) => /^(\d*)(-?)(\d*)$/.exec(one));
  if (ranges === undefined || ranges.some((one) => one === null || one[0] === '' || one[0] === '-')) return undefined;
  const isKept = (place: number) =>
    ranges.some((one) => {
      const from = Number(one?.[1] || 1);
      return place >= from && (one?.[2] === '' ? place === from : one?.[3] === '' || place <= Number(one?.[3]));
    });
  const delimiter = values.get('d') ?? '\t';
  const isFields = values.has('f');
  if (isFields && delimiter.length !== 1) return undefined;
  const cutOne = (line: string) => {
    if (isFields && !line.includes(delimiter)) return line;
    const pieces = isFields ? line.split(delimiter) : [...line];
    return pieces.filter((_, index) => isKept(index + 1)).join(isFields ? delimiter : '');
  };
  return input
    .replace(/\n$/, '')
    .split('\n')
    .map(cutOne)
    .map((line) => `${line}\n`)
    .join('');
}

/** Tells what `head` and `tail` leave of a text. */
export function sliceLines(program: string, words: readonly string[], text: string): string | undefined {
  const { values, rest } = takeOptions(
    words.map((word) =>
      word
        .replace(/^--lines=/, '-n')
        .replace(/^--bytes=/, '-c')
        .replace(/^-(\d+)$/, '-n$1'),
    ),
    'nc',
  );
  if (rest.some((word) => word.startsWith('-') && !/^-[qv]$/.test(word))) return undefined;
  const count = /^([-+]?)(\d+)$/.exec(values.get('c') ?? values.get('n') ?? '10');
  if (count === null) return undefined;
  const [, sign, digits] = count;
  const number = Number(digits);
  const isBytes = values.has('c');
  if (isBytes && /[^\x00-\x7f]/.test(text)) return undefined;
  const units = isBytes ? [...text] : text.split(/(?<=\n)/);
  if (program === 'head') return units.slice(0, sign === '-' ? Math.max(0, units.length - number) : number).join('');
  if (sign === '+') return units.slice(Math.max(0, number - 1)).join('');
  return number === 0 ? '' : units.slice(-number).join('');
}

/** Options that take a value, joined or as the next word, and what is left. */
function takeOptions(words: readonly string[], letters: string): { values: Map<string, string>; rest: string[] } {
  const values = new Map<string, string>();
  const rest: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    const letter = word[1] ?? '';
    if (/^-[a-z]/.test(word) && letters.includes(letter)) values.set(letter, word.slice(2) || (words[++at] ?? ''));
    else rest.push(word);
  }
  return { values, rest };
}
