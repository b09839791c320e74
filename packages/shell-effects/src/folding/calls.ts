import { posix } from 'node:path';
import type { Language } from '../code/literals.js';
import { HOLE } from '../state.js';
import { pathOfAddress } from '../text/path-of-address.js';
import type { Fold } from './fold.js';
import { listFolds } from './list-folds.js';
import { foldNumbers } from './numbers.js';
import { pathFolds } from './path-folds.js';
import { items, literal, pattern, plain, TEXT, TEXTS } from './texts.js';

/** Texts that are put together or decoded by calls which have no other effect. */
export function foldTexts(text: string, language: Language): string {
  folds ??= [...decodings(), ...joins(), ...pathFolds(), ...formats(), ...listFolds(), ...words()];
  const folded = folds
    .filter(({ languages }) => languages === undefined || languages.includes(language))
    .reduce((result, fold) => result.replace(fold.call, fold.text), foldInserted(foldNumbers(text), language));
  return folded.replace(glued(language), (_all, left, right) => literal(plain(left) + plain(right)));
}

/** Folds, made when the first code is read: most commands hold no code. */
let folds: readonly Fold[] | undefined;

/** Makes the pattern of two texts with what joins them in a language. */
function glued(language: Language): RegExp {
  const glue =
    language === 'perl' || language === 'php' ? String.raw`\.` : language === 'lua' ? String.raw`\.\.` : String.raw`\+`;
  return pattern(String.raw`(${TEXT})\s*${glue}\s*(?=(${TEXT}))\2`);
}

/** Returns a text inside a text: `${"a"}/b`, `#{"a"}/b`; a name that is one: `getattr(os, "system")`. */
function foldInserted(text: string, language: Language): string {
  if (language === 'node')
    return text
      .replace(/\$\{\s*(?:"([^"`\n]*)"|'([^'`\n]*)')\s*\}/g, (_all, a, b) => a ?? b)
      .replace(/(?<=([\w$)\]])?)`((?:[^`\\]|\\.)*)`/g, (all, tag, whole) =>
        tag === undefined && /^[^$\\"'\n]{0,400}$/.test(whole) ? literal(whole) : all,
      );
  if (language === 'ruby') return text.replace(/#\{\s*(?:"([^"\n]*)"|'([^'\n]*)')\s*\}/g, (_all, a, b) => a ?? b);
  if (language !== 'python') return text;
  return (
    text
      .replace(/\{("[^"{}\n]*")\}/g, (_all, a) => plain(a))
      // With nothing left to put in, it is a plain text.
      .replace(/(?<![\w"'-])[fr](?=(["'])[^"'{}\\\n]{0,400}\1)/g, '')
      .replace(/\bgetattr\(\s*([\w.]+)\s*,\s*(["'])(\w+)\2\s*\)/g, '$1.$3')
  );
}

/** Makes the folds of decoded and reversed texts. */
const decodings = (): Fold[] => [
  {
    call: pattern(
      String.raw`\b(?:base64\.)?(?:b64decode|standard_b64decode|urlsafe_b64decode|decode_base64|base64_decode|decode64|atob)\(\s*b?(${TEXT})\s*\)(?:\.decode\([^)]*\))?`,
    ),
    text: (all, value) => decoded(all, value, 'base64'),
  },
  {
    call: pattern(String.raw`\bBuffer\.from\(\s*(${TEXT})\s*,\s*["'](base64|hex)["']\s*\)(?:\.toString\([^)]*\))?`),
    text: (all, value, encoding) => decoded(all, value, encoding as 'base64' | 'hex'),
  },
  {
    call: pattern(String.raw`\b(?:bytes|bytearray)\.fromhex\(\s*(${TEXT})\s*\)(?:\.decode\([^)]*\))?`),
    text: (all, value) => decoded(all, value, 'hex'),
  },
  {
    call: pattern(
      String.raw`(${TEXT})\[::-1\]|(${TEXT})\.(?:reverse\b(?:\(\))?|split\(["']{2}\)\.reverse\(\)\.join\(["']{2}\))`,
    ),
    text: (_all, a, b) => literal([...plain(a ?? b)].reverse().join('')),
  },
];

function decoded(all: string, value: string, encoding: 'base64' | 'hex'): string {
  const text = Buffer.from(plain(value), encoding).toString('utf8');
  return text.includes('\uFFFD') || text.includes(HOLE) ? all : literal(text);
}

/** Lists of texts that become one. */
const joins = (): Fold[] => [
  {
    call: pattern(String.raw`(?:(${TEXT})|\bos\.sep)\.join\(\s*[[(]\s*(${TEXTS})\s*[\])]\s*\)`),
    text: (_all, separator, list) => literal(items(list).join(separator === undefined ? '/' : plain(separator))),
  },
  {
    call: pattern(String.raw`\[\s*(${TEXTS})\s*\]\.join\(\s*(${TEXT})\s*\)`),
    text: (_all, list, separator) => literal(items(list).join(plain(separator))),
  },
  {
    call: pattern(String.raw`\bnew URL\(\s*(${TEXT})\s*,\s*(${TEXT})\s*\)(?:\.(?:pathname|href))?`),
    text: (all, name, base) =>
      plain(base).startsWith('/') ? literal(posix.join(folderOf(plain(base)), plain(name))) : all,
  },
  {
    call: pattern(String.raw`\bnew URL\(\s*(${TEXT})\s*\)(?:\.(?:pathname|href))?`),
    text: (all, address) => (plain(address).startsWith('file://') ? literal(pathOfAddress(plain(address))) : all),
  },
  {
    call: pattern(String.raw`(${TEXT})\.concat\(\s*(${TEXTS})\s*\)`),
    text: (_all, first, list) => literal([plain(first), ...items(list)].join('')),
    languages: ['node', 'ruby'],
  },
  {
    call: pattern(String.raw`\breverse\s*\(\s*(${TEXTS})\s*\)`),
    text: (_all, list) => items(list).reverse().map(literal).join(', '),
    languages: ['perl'],
  },
  {
    call: pattern(String.raw`\bjoin\s+(${TEXT})\s*,\s*(${TEXTS})`),
    text: (_all, separator, list) => literal(items(list).join(plain(separator))),
    languages: ['perl'],
  },
  {
    call: pattern(
      String.raw`\bnext\(\s*\[\s*((?:Path\()?${TEXT}\)?)[^\][()]*(?:Path\([^()]*\)[^\][()]*)*\]\s*(?:,[^()]*)?\)`,
    ),
    text: (_all, first) => first,
    languages: ['python'],
  },
  { call: pattern(String.raw`\b(?:\w+\.)?pathToFileURL\(\s*(${TEXT})\s*\)`), text: (_all, name) => name },
  { call: pattern(String.raw`\bfileURLToPath\(\s*(${TEXT})\s*\)`), text: (_all, name) => name },
  {
    call: pattern(String.raw`\b(?:join|implode)\(\s*(${TEXT})\s*,\s*[[(]?\s*(${TEXTS})\s*[\])]?\s*\)`),
    text: (_all, separator, list) => literal(items(list).join(plain(separator))),
    languages: ['perl', 'php'],
  },
];

/** Tells what an address is relative to: all up to its last slash. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Texts with places that are filled, and methods that change nothing or split. */
const formats = (): Fold[] => [
  {
    call: pattern(String.raw`(${TEXT})\s*%\s*(?:\(\s*(${TEXTS})\s*,?\s*\)|(${TEXT}))`),
    text: (all, format, many, one) =>
      format.includes('%s') ? literal(fill(plain(format), /%s/g, items(many ?? one))) : all,
    languages: ['python', 'ruby'],
  },
  {
    call: pattern(String.raw`(${TEXT})\.format\(\s*(${TEXTS})\s*\)`),
    text: (_all, format, list) => literal(fill(plain(format), /\{\d*\}/g, items(list))),
  },
  {
    call: pattern(String.raw`(${TEXT})\.(?:toString|chomp|decode|encode)\(\)`),
    text: (_all, value) => value,
  },
  {
    call: pattern(String.raw`(${TEXT})\.(?:[lr]?strip|trim(?:Start|End)?)\(\)`),
    text: (_all, value) => literal(plain(value).trim()),
  },
  {
    call: pattern(String.raw`(${TEXT})\.(?:(lower|casefold|toLowerCase)|upper|toUpperCase)\(\)`),
    text: (_all, value, low) => literal(low === undefined ? plain(value).toUpperCase() : plain(value).toLowerCase()),
  },
  {
    call: pattern(String.raw`(${TEXT})\.split\(\)`),
    text: (_all, value) => `[${plain(value).split(/\s+/).map(literal).join(', ')}]`,
  },
  {
    call: pattern(String.raw`(${TEXT})\.split\(\s*(${TEXT})\s*\)(?!\s*\[)`),
    text: (all, value, separator) =>
      plain(separator) === '' ? all : `[${plain(value).split(plain(separator)).map(literal).join(', ')}]`,
  },
];

function fill(format: string, place: RegExp, values: readonly string[]): string {
  let at = 0;
  return format.replace(place, () => values[at++] ?? '');
}

/** Words that stand for a text or for several of them. */
const words = (): Fold[] => [
  // A text in brackets of its own.
  { call: pattern(String.raw`(?<=[[(,=:+]\s{0,4})\(\s*(${TEXT})\s*\)`), text: (_all, value) => value },
  { call: pattern(String.raw`\bshutil\.which\(\s*(${TEXT})\s*\)`), text: (_all, name) => name },
  {
    call: /%[wW](?:\[([^[\]"'\\#\n]*)\]|\(([^()"'\\#\n]*)\)|\{([^{}"'\\#\n]*)\})/g,
    text: (all, ...groups) => {
      const words = (groups.slice(0, 3).find((one) => one !== undefined) ?? '').trim();
      return words === '' ? all : `[${words.split(/\s+/).map(literal).join(', ')}]`;
    },
    languages: ['ruby'],
  },
  { call: /(?<![\w:]):(\w+)\.to_s\b/g, text: (_all, name) => literal(name), languages: ['ruby'] },
];
