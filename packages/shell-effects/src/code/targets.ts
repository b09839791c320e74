import type { Language } from './literals.js';

/*
 * A script that is made of targets (shelljs/make) runs those that its words name. The others, and functions that only they
 * call, publish nothing then. Only plain forms are followed: each target and function begins at the start of a line, and so does
 * its end.
 */

const MADE_OF_TARGETS = /\b(?:require\(\s*|from\s+|import\s+)["']shelljs\/make(?:\.js)?["']/;
/** Ways by which a target or a function is called without its name. */
const UNTOLD =
  /\btarget\s*(?:\?\.\s*)?\[|\b(?:eval|Function|Reflect|Proxy|globalThis|require\.cache|vm)\b|\.\.\.\s*target\b|[(,=]\s*target\s*[),;]|\bthis\s*\[/;
const BEGINS =
  /^(?:(?:async\s+)?function\*?\s+(\w+)\s*\(|target\.(\w+)\s*=|(?:const|let|var)\s+(\w+)\s*=\s*(?:async\s*)?(?:function\b|\([^()]*\)\s*=>|\w+\s*=>))/;

/** A part of a script: what is done in any case, or by a name alone. */
interface Part {
  lines: string[];
  /** As the other parts call it: `name`, `target.name`. */
  name?: string;
}

/** Returns a script without the targets that its words do not name; as it is where that cannot be told. */
export function asTargets(text: string, language: Language, words: readonly string[]): string {
  if (language !== 'node' || !MADE_OF_TARGETS.test(text) || UNTOLD.test(text)) return text;
  const parts = partsOf(text.split('\n'));
  if (parts === null) return text;
  const own = words.includes('--') ? words.slice(0, words.indexOf('--')) : words;
  const named = own.length === 0 ? ['all'] : own;
  const wanted = new Set(named.map((name) => `target.${name}`));
  const isIn = ({ name }: Part) => name === undefined || wanted.has(name);
  for (let size = -1; size !== wanted.size; ) {
    size = wanted.size;
    const code = parts.filter(isIn).flatMap(({ lines }) => lines);
    const spoken = new Set(code.join('\n').match(/\btarget\.\w+|\w+/g) ?? []);
    for (const { name } of parts) if (name !== undefined && spoken.has(name)) wanted.add(name);
  }
  return parts.flatMap((part) => (isIn(part) ? part.lines : part.lines.map(() => ''))).join('\n');
}

/** Takes a script apart; null where the end of a part is not found. */
function partsOf(lines: readonly string[]): Part[] | null {
  const parts: Part[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const [, called, target, made] = BEGINS.exec(line) ?? [];
    const name = target === undefined ? (called ?? made) : `target.${target}`;
    if (name === undefined) {
      parts.push({ lines: [line] });
      continue;
    }
    let end = at;
    if (!/[;}]\s*(?:\/\/.*)?$/.test(line)) {
      end = lines.findIndex((one, index) => index > at && /^[^\s]/.test(one));
      if (end < 0 || !/^[})\]]+(?:\)\(\))?[;,]?\s*$/.test(lines[end]!)) {
        // A value over several lines: what is at the start of the next line is another statement.
        if (end < 0 || !/;\s*$/.test(lines[end - 1] ?? '')) return null;
        end--;
      }
    }
    parts.push({ name, lines: lines.slice(at, end + 1) });
    at = end;
  }
  return parts;
}
