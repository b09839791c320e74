import type { Language } from '../code/literals.js';
import { closing, split } from './brackets.js';
import { replaceName } from './loops.js';
import { MAX_LENGTH, pattern, TEXT } from './texts.js';

/** A function that only returns a text, a list of texts and of its parameters, or a text or path made of both. */
interface Maker {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly value: string;
}

const PARAMETERS = String.raw`([^()\n]*)`;
const WORD = String.raw`(?:\*|\.\.\.)?[A-Za-z_$][\w$]*`;
const LISTED = String.raw`[[(]\s*(?:${TEXT}|${WORD})(?:\s*,\s*(?:${TEXT}|${WORD}))*\s*,?\s*[\])]`;
const PIECE = String.raw`(?:[fr]?${TEXT}|${'`[^`\\n]{0,200}`'}|[A-Za-z_$][\w$.]*)`;
const JOINED = String.raw`(?:(?:os\.)?path\.join|join|(?:pathlib\.)?Path)\(\s*${PIECE}(?:\s*,\s*${PIECE})*\s*\)`;
const PUT_TOGETHER = String.raw`(?:${JOINED}|${PIECE})(?:\s*[+/]\s*(?:${JOINED}|${PIECE}))*`;
const VALUE = `(${LISTED}|${PUT_TOGETHER})`;

const MAKERS: Partial<Readonly<Record<Language, readonly string[]>>> = {
  python: [
    String.raw`\bdef[ \t]+(\w+)[ \t]*\(${PARAMETERS}\)[^:\n]*:\s*(?:"""[^"]*"""\s*)?return[ \t]+${VALUE}[ \t]*(?=\n|$)`,
    String.raw`(?<![\w.])(\w+)[ \t]*=[ \t]*lambda\b[ \t]*([^:\n()]*):[ \t]*${VALUE}[ \t]*(?=\n|$)`,
  ],
  node: [
    String.raw`\bfunction\s+([\w$]+)\s*\(${PARAMETERS}\)[^{}\n]*\{\s*return\s+${VALUE};?\s*\}`,
    String.raw`\b(?:const|let|var)\s+([\w$]+)\s*=\s*\(${PARAMETERS}\)[^=\n]*=>\s*${VALUE}\s*(?=[;\n]|$)`,
  ],
  ruby: [String.raw`\bdef[ \t]+(\w+)[ \t]*(?:\(${PARAMETERS}\))?\s*(?:return[ \t]+)?${VALUE}\s*\bend\b`],
};

/** Words by which a name may come to mean something else than what the code says. */
const RENAMES =
  /\bimport\s*\*(?!\s*as\b)|\b(?:globals|locals|vars|setattr|globalThis)\b|__(?:dict|builtins|globals)__|\beval\b|(?<![.\w])exec\s*\(/;

/** Number of functions of one code, and of calls of each, that are looked at. */
const MAX_MAKERS = 8;
const MAX_CALLS = 24;

/** Puts what such functions return in the place of their calls: `run(words("push", remote))` of `["git", verb, *rest]`. */
export function insertReturned(text: string, language: Language): string {
  if (RENAMES.test(text)) return text;
  const makers = (MAKERS[language] ?? [])
    .flatMap((source) => [...text.matchAll(pattern(source))])
    .filter(([, name = '', , value = '']) => /^[[(]|["'`]/.test(value) && isNamedOnce(name, text))
    .slice(0, MAX_MAKERS)
    .map(
      ([, name = '', given = '', value = '']): Maker => ({
        name,
        value,
        parameters: split(given.replace(/=[^,]*/g, '')),
      }),
    );
  const result = makers.reduce((code, maker) => withCalls(code, maker, language), text);
  return result.length > MAX_LENGTH / 2 ? text : result;
}

/** Tells whether a name is given to one thing only: else it may be another by the time it is called. */
function isNamedOnce(name: string, text: string): boolean {
  const own = name.replaceAll('$', '\\$');
  const given = String.raw`\b(?:def|function|class)\s+${own}(?![\w$])|(?<![\w$.])${own}\s*=(?![=>])|\bimport\b[^;\n]*(?<![\w$.])${own}(?![\w$])|\bas\s+${own}(?![\w$])|[{,]\s*${own}\s*(?:,[^{}]*)?\}\s*=|\bfor\s+[^:\n]*(?<![\w$])${own}\s+in\b`;
  return text.match(new RegExp(given, 'g'))?.length === 1;
}

function withCalls(text: string, maker: Maker, language: Language): string {
  const call = new RegExp(
    String.raw`(?<![\w$.])(?<!\bdef\s+)(?<!\bfunction\s+)(?:self\.|this\.)?${maker.name.replaceAll('$', '\\$')}\(`,
  );
  let [done, rest] = ['', text];
  for (let calls = 0; calls < MAX_CALLS; calls++) {
    const found = call.exec(rest);
    const from = found === null ? -1 : found.index + found[0].length;
    const end = found === null ? -1 : closing(rest, from);
    if (found === null || end < 0) break;
    const value = returnedBy(maker, split(rest.slice(from, end)), language);
    done += value === undefined ? rest.slice(0, from) : rest.slice(0, found.index) + value;
    rest = rest.slice(value === undefined ? from : end + 1);
  }
  return done + rest;
}

/** Tells what a call returns; undefined where it does not say what each parameter is. */
function returnedBy({ parameters, value }: Maker, given: readonly string[], language: Language): string | undefined {
  const own = parameters.map((one) => one.replace(/\s*:.*$/, '')).filter((one) => one !== 'self' && one !== 'cls');
  const values = new Map(
    own.map((name, at): [string, string | undefined] =>
      /^(?:\*|\.)/.test(name) ? [name.replace(/^\W+/, ''), given.slice(at).join(', ')] : [name, given[at]],
    ),
  );
  if (!/^[[(]/.test(value)) return putTogether(value, values, language);
  const words = split(value.slice(1, -1)).map((word) => {
    const name = word.replace(/^(?:\*|\.\.\.)/, '');
    return values.has(name) ? values.get(name) : word;
  });
  if (words.includes(undefined)) return undefined;
  return `[${words.filter((word) => word !== '').join(', ')}]`;
}

const IS_TEXT = new RegExp(`^${TEXT}$`);

/** Returns a text or a path with the words of a call in it; undefined where one of them is no text. */
function putTogether(
  value: string,
  values: ReadonlyMap<string, string | undefined>,
  language: Language,
): string | undefined {
  let result = value;
  for (const [name, given] of values) {
    if (!new RegExp(String.raw`(?<![\w$.])${name.replaceAll('$', '\\$')}(?![\w$])`).test(value)) continue;
    if (given === undefined || !IS_TEXT.test(given)) return undefined;
    result = replaceName(result, name, given, language);
  }
  return result;
}
