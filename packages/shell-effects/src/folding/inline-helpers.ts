import { type Language, readLiterals } from '../code/literals.js';
import { blockEnd, closing, expressionEnd, split } from './brackets.js';

/** A function that is one call: its parameters, and what it stands for. */
interface Helper {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly body: string;
  readonly start: number;
  readonly end: number;
}

interface Parameter {
  readonly name: string;
  /** Whether the parameter takes all words that are left. */
  readonly isRest: boolean;
  /** Value of the parameter where the call gives none. */
  readonly otherwise: string | undefined;
}

const HEADS: Partial<Readonly<Record<Language, RegExp>>> = {
  python: /^([ \t]*)(?:def[ \t]+(\w+)[ \t]*\(([^()]*)\)[^:\n]*:|(\w+)[ \t]*=[ \t]*lambda\b[ \t]*([^:\n()]*):)[ \t]*/gm,
  node: /()(?:\bfunction\s+([\w$]+)\s*\(([^()]*)\)\s*(?=\{)|\b(?:const|let|var)\s+([\w$]+)\s*=\s*(?:async\s*)?(?:\(([^()]*)\)|([\w$]+))\s*=>\s*)/g,
};

/** Number of helpers that are looked at. */
const MAX_HELPERS = 8;

/**
 * Code with what its own functions of one call do in the place of each of their calls. A function that cannot be followed
 * stays, and so does the code around it. It serves trials of git in scratch repositories alone (`code/git-trial.ts`), which are
 * refused without it where they start git through a function of their own.
 */
export function inlineHelpers(text: string, language: Language): string {
  let result = text;
  for (let round = 0; round < MAX_HELPERS; round++) {
    const helpers = helpersIn(result, language);
    const next = helpers
      .map((helper) => withoutHelper(result, helper, helpers, language))
      .find((one) => one !== undefined);
    if (next === undefined) break;
    result = next;
  }
  return result;
}

function helpersIn(text: string, language: Language): Helper[] {
  const heads = HEADS[language];
  if (heads === undefined) return [];
  return [...text.matchAll(heads)].slice(0, MAX_HELPERS).flatMap((head) => {
    const [whole, indent = '', plain, first, arrow, second, alone] = head;
    const from = head.index + whole.length;
    const isBlock = language === 'python' && plain !== undefined;
    const end = isBlock ? blockEnd(text, from, indent.length) : expressionEnd(text, from);
    const body = callOf(text.slice(from, end));
    const parameters = parametersOf(first ?? second ?? alone ?? '');
    return body === undefined || parameters === undefined
      ? []
      : [{ name: plain ?? arrow ?? '', parameters, body, start: head.index, end }];
  });
}

/** Returns the one call that a function makes; undefined where it does more. */
function callOf(block: string): string | undefined {
  const inner = block
    .trim()
    .replace(/^\{([\s\S]*)\}$/, '$1')
    .trim()
    .replace(/^return\b\s*/, '')
    .replace(/^await\b\s*/, '')
    .replace(/;$/, '')
    .trim();
  const open = /^[\w$.]+\(/.exec(inner)?.[0].length;
  if (open === undefined) return undefined;
  const end = closing(inner, open);
  return end === inner.length - 1 || /^(?:\.\w+(?:\(\))?)+$/.test(inner.slice(end + 1)) ? inner : undefined;
}

function parametersOf(list: string): Parameter[] | undefined {
  const found = split(list).map((one) => {
    const match = /^(\*|\.\.\.)?([\w$]+)\s*(?::\s*[\w.[\]]+)?\s*(?:=\s*([\s\S]+))?$/.exec(one);
    return match === null
      ? undefined
      : { name: match[2] as string, isRest: match[1] !== undefined, otherwise: match[3] };
  });
  return found.every((one) => one !== undefined) ? found : undefined;
}

/** Returns the code with one function's calls followed; undefined where not all of them can be. */
function withoutHelper(text: string, helper: Helper, all: readonly Helper[], language: Language): string | undefined {
  const { name, body, start, end } = helper;
  const own = name.replaceAll('$', '\\$');
  // A name of the body that another function gives to something else would be taken for that.
  const foreign = all.flatMap((one) => (one === helper ? [] : one.parameters)).map((one) => one.name);
  const ours = helper.parameters.map((one) => one.name);
  if (foreign.some((one) => !ours.includes(one) && mentions(one, readLiterals(body, language).bare) > 0))
    return undefined;
  let result = `${text.slice(0, start)}\n${text.slice(end)}`;
  const expected = mentions(name, readLiterals(result, language).bare);
  const call = new RegExp(String.raw`(?<![\w$.])${own}\(`);
  for (let followed = 0; ; followed++) {
    const found = call.exec(result);
    if (found === null) return followed === expected && followed > 0 ? result : undefined;
    if (followed >= expected) return undefined;
    const from = found.index + found[0].length;
    const to = closing(result, from);
    const turn = to < 0 ? undefined : filled(helper, split(result.slice(from, to)), language);
    if (turn === undefined) return undefined;
    result = result.slice(0, found.index) + turn + result.slice(to + 1);
  }
}

const mentions = (name: string, bare: string) =>
  bare.match(new RegExp(String.raw`(?<![\w$.])${name.replaceAll('$', '\\$')}(?![\w$])`, 'g'))?.length ?? 0;

/** Returns the body with the words of a call in the place of its parameters. */
function filled({ parameters, body }: Helper, given: readonly string[], language: Language): string | undefined {
  const named = new Map<string, string>();
  const placed: string[] = [];
  for (const word of given) {
    const keyword = language === 'python' ? /^(\w+)\s*=(?!=)\s*([\s\S]+)$/.exec(word) : null;
    if (keyword !== null) named.set(keyword[1] as string, keyword[2] as string);
    else if (/^(?:\*|\.\.\.)/.test(word)) return undefined;
    else placed.push(word);
  }
  let result = body;
  for (const [at, { name, isRest, otherwise }] of parameters.entries()) {
    const isLast = parameters.slice(0, at).some((one) => one.isRest);
    const value = isRest
      ? placed.slice(at).join(', ')
      : ((isLast ? undefined : placed[at]) ?? named.get(name) ?? otherwise);
    if (value === undefined) return undefined;
    result = put(result, name, value, isRest);
  }
  return result;
}

function put(body: string, name: string, value: string, isRest: boolean): string {
  const own = name.replaceAll('$', '\\$');
  const spread = new RegExp(String.raw`(?:\*|\.\.\.)${own}(?![\w$])`, 'g');
  const shorthand = new RegExp(String.raw`([{,]\s*)${own}(?=\s*[,}])`, 'g');
  const plain = new RegExp(String.raw`(?<![\w$.'"])${own}(?![\w$'"]|\s*=(?!=)|\s*:)`, 'g');
  const whole = isRest ? `[${value}]` : value;
  return (isRest ? body.replace(spread, () => value) : body)
    .replace(shorthand, (all, before, at) => (opensObject(body, at) ? `${before}${name}: ${whole}` : all))
    .replace(plain, () => whole);
}

/** Tells whether the bracket that is open at a place is that of an object. */
function opensObject(text: string, at: number): boolean {
  let open = 0;
  for (let place = at; place >= 0; place--) {
    const one = text[place] as string;
    if (')]}'.includes(one)) open++;
    else if ('([{'.includes(one) && open-- === 0) return one === '{';
  }
  return false;
}
