/*
 * A macro of Rust that a file makes for its tests asserts like a function that they call. Its grammar has no tree for what
 * stands in a macro, so the text is given to it with such macros as functions, on the same lines.
 */

const HEAD = /macro_rules!\s*(\w+)\s*\{\s*\(((?:[^()]|\([^()]*\))*)\)\s*=>\s*\{/g;

/** Returns a text of Rust in which each macro that asserts, and has one rule without repetitions, is a function. */
export function withMacrosAsFunctions(text: string): string {
  if (!text.includes('macro_rules!')) return text;
  let found = '';
  let done = 0;
  for (const match of text.matchAll(HEAD)) {
    const [head, name, pattern] = match as unknown as [string, string, string];
    const from = match.index + head.length;
    const end = closingOf(text, from);
    const last = end === undefined ? undefined : closingOf(text, end + 1);
    if (match.index < done || end === undefined || last === undefined) continue;
    const body = text.slice(from, end);
    const rest = text.slice(end + 1, last);
    if (!/\bassert/.test(body) || /\$\(/.test(pattern + body) || /=>/.test(rest)) continue;
    const parameters = [...pattern.matchAll(/\$(\w+)\s*:\s*\w+/g)].map(([, parameter]) => `${parameter}: T`);
    found += `${text.slice(done, match.index)}fn ${name}(${parameters.join(', ')}) {${linesOf(head)}`;
    found += `${body.replace(/\$(\w+)/g, '$1')}}${linesOf(rest)}`;
    done = last + 1;
  }
  return found + text.slice(done);
}

const linesOf = (text: string): string => text.replace(/[^\n]/g, '');

/** Returns where the brace closes in which a place stands. */
function closingOf(text: string, from: number): number | undefined {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '"') {
      // A brace in a text closes nothing.
      const inner = /"(?:[^"\\]|\\[\s\S])*"/y;
      inner.lastIndex = at;
      at += (inner.exec(text)?.[0].length ?? 1) - 1;
    } else if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return at;
  }
  return undefined;
}
