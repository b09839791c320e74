import type { Language } from '../code/literals.js';

const TEXT = String.raw`(?:"[^"\\\n]{0,100}"|'[^'\\\n]{0,100}')`;
const ADDED = new RegExp(String.raw`\.add_argument\(\s*(${TEXT}(?:\s*,\s*${TEXT}){0,4})([^\n]{0,300})`, 'g');

/** Names under which parsed arguments are commonly kept, beside those that the code itself gives. */
const KEPT: Partial<Readonly<Record<Language, string>>> = {
  python: 'args|opts|options|ns',
  node: 'argv|args|opts|options|values|flags',
};

/** Parsers whose result has the long options as its fields. */
const NODE_PARSERS = /\b(?:parseArgs|minimist|yargs|commander|mri|meow|getopts|cac|sade)\b/;

/** Code that has its arguments parsed: the values of its options stand where their fields do (`args.file`). */
export function insertParsed(text: string, language: Language, words: readonly string[]): string {
  const fields = language === 'python' ? declared(text, words) : NODE_PARSERS.test(text) ? given(words) : new Map();
  if (fields.size === 0) return text;
  const own = [...text.matchAll(/\b(\w+)\s*(?:,\s*\w+\s*)?=\s*[\w.()]+\.parse_(?:known_)?args\(/g)].map(
    (one) => one[1],
  );
  const names = [KEPT[language], ...own].join('|');
  const used = new RegExp(String.raw`(?<![\w.$'"])(?:${names})\.(\w+)\b(?!\s*=[^=]|\()`, 'g');
  return text.replace(used, (all, field) => (fields.has(field) ? JSON.stringify(fields.get(field)) : all));
}

/** Tells what the words give to the arguments that Python's `argparse` is told of. */
function declared(text: string, words: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>();
  const positional: string[] = [];
  const taken = new Set<number>();
  for (const [, list = '', rest = ''] of [...text.matchAll(ADDED)].slice(0, 32)) {
    const names = [...list.matchAll(new RegExp(TEXT, 'g'))].map((one) => one[0].slice(1, -1));
    const [first = ''] = names;
    const long = names.find((name) => name.startsWith('--')) ?? first;
    const field = /\bdest\s*=\s*["'](\w+)["']/.exec(rest)?.[1] ?? long.replace(/^-+/, '').replaceAll('-', '_');
    if (!first.startsWith('-')) {
      positional.push(field);
      continue;
    }
    const at = words.findIndex((word) => names.some((name) => word === name || word.startsWith(`${name}=`)));
    if (at < 0) continue;
    const word = words[at] as string;
    const isFlag = /\baction\s*=\s*["'](?!store["'])/.test(rest);
    taken.add(at);
    if (isFlag) continue;
    if (!word.includes('=')) taken.add(at + 1);
    fields.set(field, word.includes('=') ? word.slice(word.indexOf('=') + 1) : (words[at + 1] ?? ''));
  }
  const left = words.filter((word, at) => !taken.has(at) && !word.startsWith('-'));
  for (const [at, field] of positional.entries()) {
    const word = left[at];
    if (word !== undefined) fields.set(field, word);
  }
  return fields;
}

/** `--name value` and `--name=value`, by name. */
function given(words: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [at, word] of words.entries()) {
    const [, name, value = words[at + 1]] = /^--([\w-]+)(?:=([\s\S]*))?$/.exec(word) ?? [];
    if (name === undefined || value === undefined || value.startsWith('--')) continue;
    fields.set(name, value);
    fields.set(
      name.replace(/-(\w)/g, (_all, letter) => letter.toUpperCase()),
      value,
    );
  }
  return fields;
}
