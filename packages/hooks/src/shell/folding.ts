import type { Language } from './literals.js';
import { insertParsed } from './parsed-arguments.js';

const TEXT = `(?:"[^"\\\\\\n]{0,200}"|'[^'\\\\\\n]{0,200}')`;
const JOIN = new RegExp(
  `(?:os\\.path|posixpath|path|require\\((?:"|')(?:node:)?path(?:"|')\\))\\.(?:join|resolve)\\(\\s*(${TEXT}(?:\\s*,\\s*${TEXT})*)\\s*\\)`,
  'g',
);
const PATH_CALL = new RegExp(
  `\\b((?:pathlib\\.)?(?:Pure|Posix)?Path)\\(\\s*(${TEXT}(?:\\s*,\\s*${TEXT})+)\\s*\\)`,
  'g',
);
const PATH_SLASH = new RegExp(
  `\\b((?:pathlib\\.)?(?:Pure|Posix)?Path)\\(\\s*(${TEXT})\\s*\\)\\s*(?:/\\s*|\\.joinpath\\(\\s*)(${TEXT})(\\s*\\)(?=\\s*\\.))?`,
);

/**
 * Makes what calls get visible as literals: arguments of the command line, joined paths, names that hold a literal. Only
 * plain forms are followed; the rest of the text stays.
 */
export function foldLiterals(text: string, language: Language, words: readonly string[]): string {
  if (text.length > 32 * 1024) return text;
  let result = insertArguments(text, language, words);
  result = insertVariables(joinPaths(result), language);
  return joinPaths(result);
}

function insertArguments(text: string, language: Language, words: readonly string[]): string {
  if (words.length === 0) return text;
  const parsed = insertParsed(text, language, words);
  const first = language === 'python' || language === 'node' ? 1 : 0;
  const name =
    language === 'python' ? /sys\.argv\[(\d)\]/g : language === 'node' ? /process\.argv\[(\d)\]/g : /\$?ARGV\[(\d)\]/g;
  return parsed.replace(name, (all, index) => {
    const word = words[Number(index) - first];
    return word === undefined ? all : JSON.stringify(word);
  });
}

function joinPaths(text: string): string {
  const join = (list: string) =>
    JSON.stringify([...list.matchAll(/"([^"]*)"|'([^']*)'/g)].map((match) => match[1] ?? match[2] ?? '').join('/'));
  let result = text
    .replace(JOIN, (_all, list) => join(list))
    .replace(PATH_CALL, (_all, name, list) => `${name}(${join(list)})`);
  for (let step = 0; step < 8; step++) {
    const next = result.replace(PATH_SLASH, (_all, name, left, right) => `${name}(${join(`${left},${right}`)})`);
    if (next === result) break;
    result = next;
  }
  // `(Path("a")).write_text` and `Path("a").write_text` are the same.
  return result.replace(/\((\w*\.?Path\("[^"]*"\))\)/g, '$1');
}

/** How a name is written inside a string of the language. */
function interpolation(name: string, language: Language): string {
  if (language === 'node') return ['${', name, '}'].join('');
  if (language === 'ruby') return `#{${name}}`;
  return language === 'python' ? `{${name}}` : name;
}

const LIST = String.raw`[[(]\s*${TEXT}(?:\s*,\s*${TEXT}){0,40}\s*,?\s*[\])]`;
const VALUE = [
  String.raw`(["'])(?:(?!\3)[^\\\n]){0,200}\3`,
  LIST,
  // Steps of a program, each with its words.
  String.raw`[[(]\s*${LIST}(?:\s*,\s*${LIST}){0,40}\s*,?\s*[\])]`,
  String.raw`[[(]\s*["'][^\])\n]{0,200}[\])]`,
  String.raw`(?:pathlib\.)?Path\(${TEXT}\)`,
].join('|');
const ASSIGNMENT = new RegExp(
  String.raw`(?:^|[;\n{])[ \t]*(?:const |let |var |my |our |local )?([$@]?[A-Za-z_]\w*)[ \t]*=[ \t]*(${VALUE})[ \t]*(?=[;\n]|$)`,
  'g',
);

/** Puts the literals of simple assignments where their names are used, so that calls show them. */
function insertVariables(text: string, language: Language): string {
  let result = text;
  let count = 0;
  for (const match of text.matchAll(ASSIGNMENT)) {
    if (++count > 16) break;
    const [whole, name = '', value = ''] = match;
    const at = result.indexOf(whole);
    if (at < 0) continue;
    const end = at + whole.length;
    const escaped = name.replace('$', '\\$');
    const used = new RegExp(`(?<![\\w$@.'"])${escaped}(?![\\w'"]|\\s*=[^=])`, 'g');
    const inText = interpolation(name, language);
    const plain = value.slice(1, -1);
    const rest = result.slice(end);
    // Where a name looks the same inside and outside of strings, only its uses as a value can be told.
    const inside = /^["']/.test(value) && inText !== name ? rest.replaceAll(inText, () => plain) : rest;
    const folded = inside.replace(used, () => value);
    result = result.slice(0, end) + (/^["']/.test(value) ? folded.replaceAll(inText, () => plain) : folded);
    if (result.length > 64 * 1024) return text;
  }
  return result;
}
