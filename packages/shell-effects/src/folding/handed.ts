import type { Language, Literal } from '../code/literals.js';
import { type Definition, definitionsIn } from './definitions.js';

/** What only shows its arguments. */
const SHOWS = /^(?:print|console\.(?:log|info|debug|warn|error))$/;
/** Functions and methods that keep, show or put together what they are given. */
const KEEPS = /^(?:print|str|len|list|tuple|dict|set|String)$/;
const ADDS = /^(?:append|push|add|extend)$/;
const READS =
  /^(?:join|log|info|debug|warn|error|stringify|slice|concat|resolve|includes|startsWith|startswith|split|strip|trim)$/;
/** Objects whose methods do what their names say. */
const KNOWN = /^(?:console|JSON|Promise|"")$/;
/** Words that stand before a bracket without being called. */
const NO_CALL = /^(?:async|function|lambda|if|for|while|return|in|and|or|not|await)$/;
/** What stands where a call of something else could: other code run, a name reached by another way. */
const REACHES =
  /`|\b(?:import|require|exec|eval|compile|globals|locals|vars|getattr|setattr|globalThis|Reflect|apply|call|bind)\b|__|[\])]\s*\(|@/;
/** A stand-in of a test that has been given something to do. */
const HAS_WORK =
  /\b(?:side_effect|wraps|return_value|mock\w*Implementation\w*|callsFake|callThrough|callsArg\w*|spec)\b/i;
/** What makes such stand-ins, under a name that the code has given to something of its own. */
const OWN_MAKER = /\b(?:const|let|var|function|class)\s+(?:vi|jest|mock|sinon)\b/;
const STAND_IN = /^(?:[\w$]+\.)*(?:Mock|MagicMock|AsyncMock|(?:vi|jest|mock|sinon)\.(?:fn|stub|spy))\(\s*([\s\S]*)\)$/;

/** A call in what is put into a text: `${run(command)}`, `f"{run(command)}"`. */
export const callsInTexts = (items: readonly Literal[]) => items.some(({ value }) => /\{[^{}]*\(/.test(value));

const escaped = (name: string) => name.replaceAll('$', '\\$');
/** Tells whether what is handed over, or called by its name, does nothing with its arguments but keep or show them. */
export function keepsOnly(value: string, bare: string, language: Language): boolean {
  if (SHOWS.test(value)) return !isOther(value.split('.')[0] as string, bare);
  const list = /^([\w$]+)\.(?:append|push)$/.exec(value)?.[1];
  if (list !== undefined) return isList(list, bare);
  if (makesKeeper(value, bare)) return true;
  if (!/^[\w$]+$/.test(value) || isParameter(value, bare) || isImported(value, bare)) return false;
  const made = bindings(value, bare);
  const own = definitionsIn(bare, language).filter((one) => one.name === value);
  if (own.length === 0) return made.length === 1 && makesKeeper(made[0] as string, bare);
  // A constant that is a function is both.
  const [{ body, parameters }] = own as [Definition];
  return own.length === 1 && made.length <= (language === 'node' ? 1 : 0) && keeps(body, parameters, bare);
}

function makesKeeper(value: string, bare: string): boolean {
  const inner = STAND_IN.exec(value)?.[1];
  if (inner === undefined) return isFunction(value) && keeps(value, namesIn(value), bare);
  if (HAS_WORK.test(bare) || OWN_MAKER.test(bare)) return false;
  return inner.trim() === '' || (isFunction(inner) && keeps(inner, namesIn(inner), bare));
}

const isFunction = (value: string) =>
  /^(?:lambda\b|(?:async\s+)?(?:\([^()]*\)|[\w$]+)\s*=>|(?:async\s+)?function\s*\()/.test(value);

/** The names before the body of a function that stands where it is handed over. */
const namesIn = (value: string) => /^[^:=]*/.exec(value)?.[0].match(/[\w$]+/g) ?? [];

/** Code that calls nothing but what keeps. */
function keeps(code: string, parameters: readonly string[], bare: string): boolean {
  if (REACHES.test(code)) return false;
  return [...code.matchAll(/(?:([\w$]+|"")\s*\.\s*)?([\w$]+)\s*\(/g)].every((call) => {
    const [, on, name = ''] = call;
    if (code[call.index - 1] === '.') return name === 'join' && code[call.index - 2] === ']';
    if (on === undefined) return NO_CALL.test(name) || (KEEPS.test(name) && !isOther(name, bare));
    if (ADDS.test(name)) return isList(on, bare);
    return READS.test(name) && (parameters.includes(on) || (KNOWN.test(on) && !isOther(on, bare)));
  });
}

/** A list of the code's own, which is nothing else anywhere in it. */
function isList(name: string, bare: string): boolean {
  const made = bindings(name, bare);
  const isFilled = new RegExp(String.raw`(?<![\w$.])${escaped(name)}\.[\w$]+\s*=(?!=)`).test(bare);
  return made.length > 0 && !isFilled && !isImported(name, bare) && made.every((one) => /^\[\s*\]$/.test(one));
}

/** Tells whether the code gives a name of the language to something else. */
const isOther = (name: string, bare: string) =>
  name !== '""' &&
  (isImported(name, bare) ||
    new RegExp(
      String.raw`\b(?:def|function|class)\s+${escaped(name)}\b|(?<![\w$.])${escaped(name)}(?:\.\w+)?\s*=(?!=)`,
    ).test(bare));

const isImported = (name: string, bare: string) =>
  new RegExp(
    String.raw`\b(?:import|as)\b[^\n;]*(?<![\w$])${escaped(name)}(?![\w$])|(?<![\w$])${escaped(name)}\s*[,}][^=\n]*=\s*require\b`,
  ).test(bare);

/** Values that a name is given in a code. */
function bindings(name: string, bare: string): string[] {
  const own = escaped(name);
  const given = [...bare.matchAll(new RegExp(String.raw`(?<![\w$.])${own}\s*(?::[^=\n]*)?=(?![=>])\s*([^;\n]*)`, 'g'))];
  const others = new RegExp(String.raw`(?<![\w$.])${own}\s*(?:[-+|&?]+=|:=)|\b(?:for|as|global)\s+[^\n]*\b${own}\b`);
  return others.test(bare) ? ['?'] : given.map((one) => (one[1] ?? '').trim());
}

/** A name that a function of the code is handed itself. */
function isParameter(name: string, bare: string): boolean {
  const own = escaped(name);
  return new RegExp(
    String.raw`\b(?:def\s+\w+|function\s*[\w$]*)\s*\([^()]*(?<![\w$.])${own}(?![\w$])|\([^()]*(?<![\w$.])${own}(?![\w$])[^()]*\)\s*=>|(?<![\w$.])${own}\s*=>`,
  ).test(bare);
}
