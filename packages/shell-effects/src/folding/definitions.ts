import type { Language } from '../code/literals.js';

/** A definition is a function of the code: its name, the names of its parameters, and what it does. */
export interface Definition {
  readonly name: string;
  readonly parameters: readonly string[];
  /** Whether each parameter is a plain name, so that parameters stand where the arguments do. */
  readonly isPlain: boolean;
  readonly body: string;
}

/** Number of functions of one code that are looked at. */
const MAX_DEFINITIONS = 60;

/** Returns the functions that a code defines, in the ways of Python, Ruby and JavaScript. */
export function definitionsIn(text: string, language: Language): Definition[] {
  if (language === 'python' || language === 'ruby') return indented(text);
  return language === 'node' ? braced(text) : [];
}

/** Finds definitions by indentation: a body is all that stands deeper than the line that begins it. */
function indented(text: string): Definition[] {
  const found: Definition[] = [];
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    if (found.length >= MAX_DEFINITIONS) break;
    const head =
      /^([ \t]*)(?:async[ \t]+)?def[ \t]+(?:self\.)?(\w+)[ \t]*\(([^()]*(?:\([^()]*\)[^()]*)*)\)[^:]*:?(.*)$/.exec(
        line,
      );
    if (head === null) continue;
    const [, indent = '', name = '', parameters = '', rest = ''] = head;
    const end = lines.findIndex(
      (one, index) => index > at && one.trim() !== '' && (/^[ \t]*/.exec(one)?.[0].length ?? 0) <= indent.length,
    );
    const body = [rest, ...lines.slice(at + 1, end < 0 ? undefined : end)].map((one) => one.trimStart()).join('\n');
    found.push({ name, parameters: namesOf(parameters), isPlain: isPlain(parameters), body });
  }
  return found;
}

const HEADS =
  /(?:\bfunction\s+([\w$]+)\s*\(([^()]*)\)\s*|(?:\b(?:const|let|var)\s+|\bexports\.)([\w$]+)\s*=\s*(?:async\s*)?(?:function\s*)?(?:\(([^()]*)\)|([\w$]+))\s*(?:=>\s*)?|\bmodule\.(exports)\s*=\s*(?:async\s*)?(?:function\s*)?(?:\(([^()]*)\)|([\w$]+))\s*(?:=>\s*)?)(?=\S)/g;

/** Finds definitions by braces; an arrow without braces ends with its line. */
function braced(text: string): Definition[] {
  return [...text.matchAll(HEADS)].slice(0, MAX_DEFINITIONS).flatMap((head) => {
    const [whole, plain, first, arrow, second, alone, own, third, single] = head;
    const start = (head.index as number) + whole.length;
    if (text[start] !== '{' && !whole.trimEnd().endsWith('=>')) return [];
    const end = text[start] === '{' ? closingBrace(text, start) : text.indexOf('\n', start);
    const given = first ?? second ?? alone ?? third ?? single ?? '';
    const body = text.slice(start, end < 0 ? undefined : end);
    return [{ name: plain ?? arrow ?? own ?? '', parameters: namesOf(given), isPlain: isPlain(given), body }];
  });
}

function closingBrace(text: string, from: number): number {
  let open = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '{') open++;
    else if (text[at] === '}' && --open === 0) return at + 1;
  }
  return text.length;
}

/** The names of parameters, without what they are and what they are by default. */
function namesOf(parameters: string): string[] {
  return parameters
    .split(',')
    .map((one) => one.replace(/[:=][\s\S]*$/, '').trim())
    .filter((one) => /^[A-Za-z_$][\w$]*$/.test(one) && one !== 'self' && one !== 'cls');
}

const isPlain = (parameters: string) => !/[*{}[\]/]|\.\.\./.test(parameters.replace(/=[^,]*/g, ''));
