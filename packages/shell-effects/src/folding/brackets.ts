/** The module finds where pieces of code end, told by their brackets, quotes and indentation. */

/** Finds the end of a block: the block is all that stands deeper than the line that begins it. */
export function blockEnd(text: string, from: number, indent: number): number {
  const next = new RegExp(String.raw`\n(?=[ \t]{0,${indent}}[^ \t\n])`, 'g');
  next.lastIndex = from;
  return next.exec(text)?.index ?? text.length;
}

/**
 * Returns the end of a block in braces, or of an expression: where its line or its statement ends outside of all
 * brackets.
 */
export function expressionEnd(text: string, from: number): number {
  let open = 0;
  for (let at = from; at < text.length; at++) {
    const one = text[at] as string;
    if ('([{'.includes(one)) open++;
    else if (')]}'.includes(one)) {
      if (--open < 0) return at;
      if (open === 0 && text[from] === '{') return at + 1;
    } else if (open === 0 && (one === ';' || one === '\n')) return at;
  }
  return text.length;
}

/** Returns the place of the bracket that closes what is open; -1 without one. */
export function closing(text: string, from: number): number {
  let open = 0;
  let quote = '';
  for (let at = from; at < text.length; at++) {
    const one = text[at] as string;
    if (quote !== '') {
      if (one === '\\') at++;
      else if (one === quote) quote = '';
    } else if (/["'`]/.test(one)) quote = one;
    else if ('([{'.includes(one)) open++;
    else if (')]}'.includes(one) && open-- === 0) return at;
  }
  return -1;
}

/** Tells what stands between the commas of a list. */
export function split(list: string): string[] {
  const found = [''];
  for (let at = 0; at < list.length; at++) {
    const one = list[at] as string;
    const isGroup = /["'`([{]/.test(one);
    const end = isGroup ? (/["'`]/.test(one) ? quoteEnd(list, at) : closing(list, at + 1)) : at;
    if (one === ',') found.push('');
    else found[found.length - 1] += list.slice(at, (end < at ? list.length : end) + 1);
    if (end > at) at = end;
    else if (end < at) break;
  }
  return found.map((one) => one.trim()).filter((one) => one !== '');
}

function quoteEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === text[from]) return at;
  }
  return -1;
}
