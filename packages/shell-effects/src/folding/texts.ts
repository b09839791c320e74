import type { Language } from '../code/literals.js';

/** Patterns and pieces of texts (string literals) in code, for all that makes literals visible. */

/** A text in quotes, and several of them behind one another. */
export const TEXT = String.raw`(?:"[^"\\\n]{0,400}"|'[^'\\\n]{0,400}')`;
export const TEXTS = String.raw`${TEXT}(?:\s*,\s*${TEXT})*`;

/** Texts in brackets. */
export const LIST = String.raw`[[(]\s*${TEXTS}\s*,?\s*[\])]`;

/** Returns a pattern for all places that match. */
export const pattern = (source: string) => new RegExp(source, 'g');

/** The most that one code may become, in characters, and the most turns of a loop. */
export const MAX_LENGTH = 48 * 1024;
export const MAX_TURNS = 12;

/** Tells what stands between the quotes. */
export const plain = (text: string) => text.slice(1, -1);

/** Contents of several texts, without their quotes. */
export const items = (list: string) => [...list.matchAll(new RegExp(TEXT, 'g'))].map((match) => plain(match[0]));

/** Returns a value as a text in code. */
export const literal = (text: string) => JSON.stringify(text);

/** Paths joined as `os.path.join` does: an absolute one begins anew. */
export function joinPath(parts: readonly string[]): string {
  return parts.reduce(
    (left, right) => (right.startsWith('/') || left === '' ? right : `${left.replace(/\/+$/, '')}/${right}`),
    '',
  );
}

/** Tells how a name is written inside a text of the language. */
export function inText(name: string, language: Language): string {
  if (language === 'node') return ['${', name, '}'].join('');
  if (language === 'ruby') return `#{${name}}`;
  return language === 'python' ? `{${name}}` : name;
}
