import type { Literal } from './literals.js';

/** A whole push among the literals, wherever it stands; not where it is only printed. */
export function namesPush(items: readonly Literal[], text: string): boolean {
  // Text that the code takes apart line by line, or writes to a shell that it has opened.
  const isCut = /\bsplitlines\b|\.lines\b|\.split\(\s*["']\\n/.test(text);
  const isTyped =
    /["']\|(?:-["']\s*,\s*["'])?\s*(?:ba|z|da)?sh\b|\bpopen\(\s*["'](?:ba|z|da)?sh["']\s*,\s*["'][rw]?\+?w/.test(text);
  const named = new RegExp(String.raw`^[ \t]*git\s+(?:-\S+\s+\S+\s+)*(?:push|send-pack)\b`, isCut ? 'm' : '');
  return items.some((item) => {
    if (!isTyped && /\b(?:print|echo|puts|log|write)\s*\(?\s*$/.test(item.before)) return false;
    return named.test(item.list?.join(' ') ?? item.value);
  });
}

/** Tells whether the pieces of a push stand together, each a literal of its own. */
export function isComposed(items: readonly Literal[]): boolean {
  const texts = items.filter((item) => item.list === undefined && !item.isItem).map((item) => item.value);
  return (
    texts.some((text) => /^\s*git(?:\s*|\s+(?:%s|\{\w*\}).*)$/.test(text)) &&
    texts.some((text) => /^\s*(?:alias\.[\w-]+=)?(?:push|send-pack)\b/.test(text))
  );
}
