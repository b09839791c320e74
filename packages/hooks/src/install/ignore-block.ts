const BEGIN = '# flow-hooks';
const END = '# flow-hooks end';

/** Files that the machine writes beside people's documents; generated anew on any machine, so never committed. */
const IGNORED = ['develop/**/test-results*.json'];

/** The text of a `.gitignore` (null: no file) with our block in it, everything else as it is. */
export function addBlock(text: string | null): string {
  const present = text ?? '';
  const eol = /\r?\n/.exec(present)?.[0] ?? '\n';
  const block = [BEGIN, ...IGNORED, END].join(eol);
  const place = findBlock(present);
  if (place) return present.slice(0, place.from) + block + present.slice(place.to);
  const gap = present === '' || present.endsWith('\n') ? '' : eol;
  return `${present}${gap}${block}${eol}`;
}

/** The text without our block, or the same text when it holds none. */
export function removeBlock(text: string): string {
  const place = findBlock(text);
  if (!place) return text;
  const lineEnd = /^\r?\n/.exec(text.slice(place.to))?.[0].length ?? 0;
  return text.slice(0, place.from) + text.slice(place.to + lineEnd);
}

/** From the first marker line to the last character of the end marker; a block without an end is not ours to cut. */
function findBlock(text: string): { from: number; to: number } | null {
  const match =
    /^# flow-hooks[ \t]*\r?$(?:\r?\n(?!# flow-hooks[ \t]*\r?$).*)*?\r?\n# flow-hooks end(?=[ \t]*\r?$)/m.exec(text);
  return match ? { from: match.index, to: match.index + match[0].length } : null;
}
