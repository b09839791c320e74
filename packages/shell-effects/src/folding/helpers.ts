import { type Language, readLiterals } from '../code/literals.js';
import { READS } from '../code/reads.js';
import { blockEnd, expressionEnd } from './brackets.js';
import { plain, TEXT } from './texts.js';

/** A function that takes any number of words: `def git(*words):`, `const git = (...words) =>`. */
interface Helper {
  readonly name: string;
  readonly words: string;
  readonly body: string;
  /** Where its definition stands in the code. */
  readonly start: number;
  readonly end: number;
}

const HEADS: Partial<Readonly<Record<Language, RegExp>>> = {
  python: /^([ \t]*)def[ \t]+(\w+)[ \t]*\([ \t]*\*(\w+)[^()\n]*\)[^:\n]*:[ \t]*/gm,
  node: /\b(?:const|let|var)\s+()([\w$]+)\s*=\s*\(\s*\.\.\.([\w$]+)[^()]*\)[^=(){}\n]*=>\s*|\bfunction\s+()([\w$]+)\s*\(\s*\.\.\.([\w$]+)[^()]*\)[^={}\n]*(?=\{)/g,
};

/** Words by which a function is reached without its name in the code. */
export const REACHES =
  /\b(?:globals|locals|vars|getattr|attrgetter|globalThis|this)\b|\beval\b|\b__|(?<![.\w])exec\s*\(/;

/** Number of helpers that are looked at. */
const MAX_HELPERS = 8;

/**
 * Puts the words of each call into what such a function does, and takes the function itself away: code all of whose calls
 * show their words starts what they show, and nothing else. One call that does not, and the code stays as it is. Without it 4
 * honest scripts that run git through their own `git(*words)` are refused, and 7 pushes in such scripts are missed or told wrongly.
 */
export function followHelpers(text: string, language: Language): string {
  if (HEADS[language] === undefined || REACHES.test(text)) return text;
  let result = text;
  for (let round = 0; round < MAX_HELPERS; round++) {
    const next = helpersIn(result, language)
      .map((helper) => withoutHelper(result, helper, language))
      .find((one) => one !== undefined);
    if (next === undefined) break;
    result = next;
  }
  return result;
}

function helpersIn(text: string, language: Language): Helper[] {
  return [...text.matchAll(HEADS[language] as RegExp)].slice(0, MAX_HELPERS).map((head) => {
    const [indent = '', name = '', words = ''] = head[2] === undefined ? head.slice(4) : head.slice(1);
    const from = head.index + head[0].length;
    const end = language === 'python' ? blockEnd(text, from, indent.length) : expressionEnd(text, from);
    const body = spreadWords(text.slice(from, end).replace(/^[ \t]+/gm, ''), words, language);
    return { name, words, body, start: head.index, end };
  });
}

/** Returns a list put together with the words, as Python writes it: `("git",) + words`. */
function spreadWords(body: string, words: string, language: Language): string {
  if (language !== 'python') return body;
  const together = new RegExp(
    String.raw`[([]\s*(${TEXT}(?:\s*,\s*${TEXT})*)\s*,?\s*[)\]]\s*\+\s*(?:(?:list|tuple)\(\s*${words}\s*\)|${words}\b)`,
    'g',
  );
  return body.replace(together, (_all, written) => `[${written}, *${words}]`);
}

/** Returns the code with the calls of one function followed; undefined where not all of them show their words. */
function withoutHelper(text: string, helper: Helper, language: Language): string | undefined {
  const { name, words, body, start, end } = helper;
  const own = name.replaceAll('$', '\\$');
  const place = placeOf(words, body, language);
  if (place === undefined || new RegExp(String.raw`(?<![\w$])${own}\s*\(`).test(body)) return undefined;
  const rest = `${text.slice(0, start)}\n${text.slice(end)}`;
  const { bare, items } = readLiterals(rest, language);
  const call = String.raw`(?<![\w$.])${own}\(`;
  // A call among texts, as a template has it, is not looked at.
  if (items.some(({ value, list }) => new RegExp(call).test(list?.join(' ') ?? value))) return undefined;
  const mentions = bare.match(new RegExp(String.raw`(?<![\w$])${own}(?![\w$])`, 'g'))?.length ?? 0;
  const shown = new RegExp(
    String.raw`${call}\s*(${TEXT}(?:\s*,\s*(?:${TEXT}|[\w$.]+(?!\s*[(=\w$.])))*)\s*,?\s*\)`,
    'g',
  );
  const calls = [...rest.matchAll(shown)].map(([, given = '']) => wordsOf(given, place.program));
  if (calls.length === 0 || calls.length !== mentions || calls.includes(undefined)) return undefined;
  const turns = calls.map((given) => place.put(given as string));
  return [rest.replace(shown, '(shown)'), ...turns].join('\n\n');
}

/** `placeOf` finds where the body hands its words on: once, to a call. */
function placeOf(words: string, body: string, language: Language) {
  const own = words.replaceAll('$', '\\$');
  if (body.match(new RegExp(String.raw`(?<![\w$])${own}(?![\w$])`, 'g'))?.length !== 1) return undefined;
  const spread = language === 'python' ? String.raw`\*` : String.raw`\.\.\.`;
  const listed = new RegExp(String.raw`\[\s*(?:(${TEXT})\s*,\s*(?:${TEXT}\s*,\s*)*)?(${spread}${own})\s*\]`).exec(body);
  // `spawnSync("git", words)`
  const whole = new RegExp(String.raw`\(\s*(${TEXT})\s*,\s*(${own})\s*[,)]`).exec(body);
  const found = listed ?? (language === 'node' ? whole : null);
  if (found === null) return undefined;
  const [all, program = '', written = ''] = found;
  const at = found.index + all.lastIndexOf(written);
  return {
    program: program === '' ? '' : plain(program),
    put: (given: string) =>
      body.slice(0, at) + (listed === null ? `[${given}]` : given) + body.slice(at + written.length),
  };
}

/** Returns the words of a call as texts; what a name holds is of no matter where the program only reads. */
function wordsOf(given: string, program: string): string | undefined {
  const parts = given.match(new RegExp(String.raw`${TEXT}|[\w$.]+`, 'g')) ?? [];
  const isText = (part: string) => /^["']/.test(part);
  if (parts.every(isText)) return given;
  const verb = `${program} ${plain(parts[0] as string)}`;
  return program === 'git' && READS.test(verb)
    ? parts.map((part) => (isText(part) ? part : '"_"')).join(', ')
    : undefined;
}
