import type { Language } from '../code/literals.js';
import { blockEnd, closing, split } from './brackets.js';
import { MAX_LENGTH, MAX_TURNS, pattern, TEXT } from './texts.js';

/** A class whose objects keep what they are made with. */
interface Kind {
  readonly name: string;
  readonly body: string;
  /** Index at which the instance stands in the code. */
  readonly start: number;
  readonly end: number;
}

const HEADS: Partial<Readonly<Record<Language, RegExp>>> = {
  python: /^([ \t]*)class[ \t]+(\w+)[^:\n]*:/gm,
  node: /()\bclass\s+([\w$]+)[^{}\n]*\{/g,
};
const MAKES: Partial<Readonly<Record<Language, RegExp>>> = {
  python: /\bdef[ \t]+__init__[ \t]*\([ \t]*self[ \t]*,([^()\n]*)\)/,
  node: /\bconstructor\s*\(([^()\n]*)\)/,
};
const MAX_KINDS = 8;

/**
 * Tells what the methods of an object do with what it was made with, behind the code: `File(".env").save()` of a class
 * that writes to `self.path`. Only methods that are called anywhere are looked at.
 */
export function followInstances(text: string, language: Language): string {
  const turns = kindsIn(text, language).flatMap((kind) => turnsOf(kind, text, language));
  const result = [text, ...turns].join('\n\n');
  return result.length > MAX_LENGTH / 2 ? text : result;
}

function kindsIn(text: string, language: Language): Kind[] {
  return [...text.matchAll(HEADS[language] ?? /(?!)/g)].slice(0, MAX_KINDS).flatMap((head) => {
    const [all, indent = '', name = ''] = head;
    const from = head.index + all.length;
    const end = language === 'python' ? blockEnd(text, from, indent.length) : closing(text, from);
    return end < 0 ? [] : [{ name, body: text.slice(from, end), start: head.index, end }];
  });
}

function turnsOf({ name, body, start, end }: Kind, text: string, language: Language): string[] {
  const [makes, given = ''] = MAKES[language]?.exec(body) ?? [];
  if (makes === undefined) return [];
  const parameters = split(given).map((one) => one.replace(/\s*[:=].*$/s, ''));
  const kept = [...body.matchAll(/\b(?:self|this)\.([\w$]+)\s*=\s*(?:(?:pathlib\.)?Path\(|str\()?([\w$]+)\b\)?/g)];
  const outside = text.slice(0, start) + text.slice(end);
  const methods = methodsIn(body, language).filter(([method]) =>
    new RegExp(String.raw`\.${method.replaceAll('$', '\\$')}\s*\(`).test(outside),
  );
  const made = pattern(String.raw`(?<![\w$.])${name.replaceAll('$', '\\$')}\(\s*(${TEXT}(?:\s*,\s*${TEXT})*)\s*[,)]`);
  return [...outside.matchAll(made)].slice(0, MAX_TURNS).flatMap(([, words = '']) => {
    const values = split(words);
    const code = methods.map(([, method]) => method).join('\n');
    const filled = kept.reduce((result, [, field = '', parameter = '']) => {
      const value = values[parameters.indexOf(parameter)];
      const place = pattern(String.raw`\b(?:self|this)\.${field.replaceAll('$', '\\$')}(?![\w$(])(?!\s*=[^=])`);
      return value === undefined ? result : result.replace(place, () => value);
    }, code);
    return filled === code ? [] : [filled];
  });
}

/** Returns the methods of a class by their names, each from its name to the next one's. */
function methodsIn(body: string, language: Language): [name: string, code: string][] {
  const heads =
    language === 'python'
      ? /^[ \t]*(?:async[ \t]+)?def[ \t]+(\w+)/gm
      : /(?<=[{};\n]\s*)(?:async\s+|static\s+)?(?!(?:if|for|while|switch|catch|function|return)\b)([\w$]+)\s*\([^()\n]*\)\s*\{/g;
  const found = [...body.matchAll(heads)];
  return found.map((head, at) => [
    head[1] ?? '',
    body.slice(head.index, found[at + 1]?.index).replace(/^[ \t]+/gm, language === 'python' ? '' : '$&'),
  ]);
}
