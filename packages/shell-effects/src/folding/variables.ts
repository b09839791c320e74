import type { Language } from '../code/literals.js';
import { inText, LIST, MAX_LENGTH, plain, TEXT } from './texts.js';

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
const MAX_VARIABLES = 16;

/** What only a text has, between a word of two parts and what it is to be: `user.name=a`. */
const SETS = String.raw`(?<=\w\.\w{1,20})=(?!=)`;
/**
 * A text in which a word is no name: `"/tmp/m.txt"` has no `m`. One that could be code between two texts is not taken for
 * one.
 */
const INSIDE = String.raw`"[\w.-]+=[\w./@-]*"|'[\w.-]+=[\w./@-]*'|"(?:[^"\\\n;(=]|\\.|${SETS}){0,400}"|'(?:[^'\\\n;(=]|\\.|${SETS}){0,400}'`;

/** Puts the literals of simple assignments where their names are used, so that calls show them. */
export function insertVariables(text: string, language: Language): string {
  let result = text;
  for (const [whole, name = '', value = ''] of [...text.matchAll(ASSIGNMENT)].slice(0, MAX_VARIABLES)) {
    const at = result.indexOf(whole);
    if (at < 0) continue;
    const end = at + whole.length;
    result = result.slice(0, end) + insertVariable(result.slice(end), name, value, language);
    if (result.length > MAX_LENGTH) return text;
  }
  return result;
}

/** Returns the rest of a code behind an assignment. */
function insertVariable(rest: string, name: string, value: string, language: Language): string {
  const used = new RegExp(
    String.raw`${INSIDE}|(?<![\w$@'"]|(?<!\.\.)\.)${name.replace('$', '\\$')}(?![\w'"]|\s*=[^=])`,
    'g',
  );
  const put = (code: string) => code.replace(used, (found) => (found === name ? value : found));
  const isText = /^["']/.test(value);
  const written = inText(name, language);
  if (isText && /^(?:perl|php)$/.test(language)) return put(insideTexts(rest, name, plain(value)));
  const fill = (code: string) => (isText ? code.replaceAll(written, () => plain(value)) : code);
  // Where a name looks the same inside and outside of texts, its uses as a value are told first.
  return fill(put(written === name ? rest : fill(rest)));
}

/** Where a name looks the same inside and outside of texts, only those in double quotes hold what it stands for. */
function insideTexts(code: string, name: string, value: string): string {
  const own = new RegExp(String.raw`\$(?:${name.slice(1)}(?![\w[{]|->)|\{${name.slice(1)}\})`, 'g');
  return name.startsWith('$')
    ? code.replace(/"(?:[^"\\\n]|\\.){0,400}"/g, (text) => text.replace(own, () => value.replaceAll('"', '')))
    : code;
}
