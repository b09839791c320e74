import type { Language } from '../code/literals.js';
import type { Around } from './around.js';
import { literal } from './texts.js';

/** Returns the words of the code's command line as texts, in the places where it takes one or all of them. */
export function insertWords(text: string, language: Language, { words, isFile }: Around): string {
  const first = firstWord(language, isFile);
  const numbered = insertNumbered(text, words, first);
  if (words.length === 0) return numbered;
  const named = insertEndsAndLists(takenApart(numbered, words, first), words);
  if (language === 'perl') return insertFirst(insertHandedOn(insertJoined(named, words), words), words[0] as string);
  return language === 'ruby' ? insertHandedOn(named, words) : named;
}

/** Tells where the first word of its own stands among the words that an interpreter tells of. */
function firstWord(language: Language, isFile: boolean): number {
  if (language === 'node') return isFile ? 2 : 1;
  return language === 'python' || language === 'php' ? 1 : 0;
}

const listOf = (words: readonly string[]) => words.map(literal).join(', ');

/** Puts a word in the place of its number: `sys.argv[1]`. */
function insertNumbered(text: string, words: readonly string[], first: number): string {
  const word = (index: string) => words[Number(index) - first];
  return (
    text
      // Between texts of a template there are only names.
      .replace(/\$?\{\s*(?:sys|process)\.argv\[(\d)\]\s*\}/g, (all, index) => word(index) ?? all)
      .replace(/(?:\bsys\.argv|\bprocess\.argv|\$ARGV|\bARGV|\$argv|\barg)\[(\d)\]/g, (all, index) => {
        const found = word(index);
        return found === undefined ? all : literal(found);
      })
  );
}

/** Returns the first or the last word, and all of them as a list: `ARGV.last`, `process.argv.slice(2)`. */
function insertEndsAndLists(text: string, words: readonly string[]): string {
  return text
    .replace(/(?:\bprocess\.argv\.at\(-1\)|\bsys\.argv\[-1\]|\bARGV\.(?:last|first|shift)\b|\bARGV\[-1\])/g, (all) =>
      literal(words.at(/first|shift/.test(all) ? 0 : -1) as string),
    )
    .replace(/\*?(?:\bsys\.argv\[1:\]|\bprocess\.argv\.slice\([12]\))/g, (all) =>
      all.startsWith('*') ? listOf(words) : `[${listOf(words)}]`,
    );
}

/** Puts the words in the place of what hands them all on: `exec @ARGV`, `system(*ARGV)`. */
function insertHandedOn(text: string, words: readonly string[]): string {
  return text.replace(
    /(\b(?:exec|system|spawn)\b\s*\(?\s*(?:(?:"[^"\n]*"|'[^'\n]*')\s*,\s*)*)[@*]ARGV\b/g,
    (_all, call) => (call.includes('(') ? call + listOf(words) : `${call.trimEnd()}(${listOf(words)})`),
  );
}

/** `const [, , name, ...rest] = process.argv` with a text for each of its names. */
function takenApart(text: string, words: readonly string[], first: number): string {
  return text.replace(
    /\b(const|let|var)\s+\[([\w$,\s.]*)\]\s*=\s*process\.argv(?:\.slice\((\d)\))?(?![\w.[(])/g,
    (all, kind, given: string, skipped = '0') => {
      const names = given.split(',').map((name) => name.trim());
      const own = names.flatMap((name, at) => {
        const from = at + Number(skipped) - first;
        if (name.startsWith('...')) return from < 0 ? [] : [`${name.slice(3)} = [${listOf(words.slice(from))}]`];
        const word = words[from];
        return name === '' || word === undefined ? [] : [`${name} = ${literal(word)}`];
      });
      return own.length === 0 ? all : `${kind} ${own.join(`; ${kind} `)}`;
    },
  );
}

/** `join " ", @ARGV` as the one text that it makes. */
function insertJoined(text: string, words: readonly string[]): string {
  return text.replace(/\bjoin\s*\(?\s*(["'])([^"'\n]*)\1\s*,\s*@ARGV\b(\s*\))?/g, (all, _quote, between, closed) => {
    const joined = literal(words.join(between));
    return all.includes('(') && closed === undefined ? `(${joined}` : joined;
  });
}

/** Returns the first word as scripts of Perl take it, also within a text; a text that is a whole text is that one. */
function insertFirst(text: string, word: string): string {
  return text
    .replace(/\bshift\b(?!\s*[@(\w])/g, literal(word))
    .replace(/"([^"\n]*)\$ARGV\[0\]([^"\n]*)"/g, (_all, before, after) => literal(before + word + after))
    .replace(/(["'])(>{1,2}|)"([^"\n]*)"\1/g, '$1$2$3$1');
}
