import { callsInTexts, keepsOnly } from '../folding/handed.js';
import { canStart } from './can-start.js';
import { type Beside, loadsInert } from './inert-modules.js';
import type { Language, Literal, Literals } from './literals.js';
import { showsStarts } from './shown-starts.js';
import { startsProgram } from './starts.js';

/** A call that compares, asks a stand-in what it was called with, or tells it what to return. */
const COMPARES =
  /^(?:(?:to|not)(?:Have|Be|Equal|StrictEqual|Match|Contain|Include)\w*|assert_\w+|assert[A-Z]\w*|(?:not)?(?:[dD]eep|[sS]trict|[lL]oose|[pP]artial)*[eE]quals?|(?:called|calledOnce)With\w*|mock(?:Return|Resolved)Value(?:Once)?|(?:does[nN]ot)?[mM]atch)$/;

/** Before a word of a program that is started by a list of its words, its name not among them: no shell reads it. */
const LISTED: Partial<Readonly<Record<Language, RegExp>>> = {
  python: /\bsubprocess\s*\.\s*(?:run|Popen|call|check_call|check_output)\s*\(\s*\[\s*(?:""\s*,\s*)+$/,
  node: /(?<![\w$])(?:execFile|spawn)(?:Sync)?\s*\(\s*""\s*,\s*\[\s*(?:""\s*,\s*)*$/,
  ruby: /(?<![.\w@:])(?:system|exec|spawn)\s*\(?\s*(?:""\s*,\s*)+$/,
};
/** Ruby's call without brackets. */
const COMMAND_CALL = /(?<![.\w@:])(?:system|exec|spawn)(?=\s+(?:""\s*,\s*)+$)/;
/** A starting call with a list, by a name that Python code takes out of `subprocess`. */
const LISTED_BY_NAME = /(?<![.\w])(run|Popen|call|check_call|check_output)\s*\(\s*\[\s*(?:""\s*,\s*)+$/;
/** What has such words read by a shell or by another program after all. */
const REREAD = /\bshell\b(?!\s*[:=]\s*(?:False|false)\b)|\bexecutable\b/;
/** Calls that only show what they are given. */
const SHOWS = /^(?:print|console\.(?:log|info|warn|error|debug)|(?:sys|process)\.std(?:out|err)\.write)$/;

/** `Told` tells what is known of a code as a whole. */
export interface Told {
  /** Whether neither the code nor what it loads can start a program. */
  startsNothing(): boolean;
  /** Whether all that the code starts stands in its calls. */
  showsStarts(): boolean;
}

/** Tells what is told of a code, each answer found once. `beside` reads what it loads of the project. */
export function tellOf(literals: Literals, code: string, language: Language, beside: Beside): Told {
  let nothing: boolean | undefined;
  let shown: boolean | undefined;
  return {
    startsNothing: () => (nothing ??= !canStart(code, language) && loadsInert(literals, language, beside)),
    showsStarts: () => (shown ??= showsStarts(literals, code, language)),
  };
}

/**
 * Tells whether what a literal is handed to only looks at it: a comparison of a test, or a function that the code
 * itself has, in a code that starts nothing and loads nothing that could.
 */
export function isData(literal: Literal, literals: Literals, language: Language, told: Told): boolean {
  // A field of an object, whatever its name: `{ run: "npm test" }`.
  const isField = language === 'node' && /[{,]\s*[\w$]+\s*:\s*$/.test(literal.before);
  if (isField && (told.startsNothing() || told.showsStarts())) return true;
  const around = callAround(literal.before);
  const callee = (/[\w$]+$/.exec(around) ?? (language === 'ruby' ? COMMAND_CALL.exec(literal.before) : null))?.[0];
  if (callee === undefined) return false;
  const isOwn = ownName(callee).test(literals.bare);
  if (!isOwn && isListedWord(literal, literals, language)) return true;
  if (SHOWS.test(around)) return !around.split('.').some((name) => ownName(name).test(literals.bare));
  if (COMPARES.test(callee)) return !isOwn;
  if (isOwn && around === callee && !callsInTexts(literals.items) && keepsOnly(callee, literals.bare, language))
    return true;
  if (callee === 'call' && language === 'python' && isMockCall(around, literals.bare)) return true;
  const isBare = !around.includes('.') || /^(?:this|self|cls)\.[\w$]+$/.test(around);
  return isOwn && isBare && told.startsNothing();
}

/** A word of a program that a list in the call starts, which is run as that list and says nothing by itself. */
function isListedWord({ before, list }: Literal, { bare, items }: Literals, language: Language): boolean {
  const name = language === 'python' ? LISTED_BY_NAME.exec(before)?.[1] : undefined;
  const isListed = name === undefined ? LISTED[language]?.test(before) === true : isTakenOnce(name, bare);
  if (list !== undefined || !isListed) return false;
  return !rereads({ bare, items }) && !ownName('subprocess').test(bare);
}

/** Python takes a name out of `subprocess`, and no other module has one of that name, or of all. */
function isTakenOnce(name: string, bare: string): boolean {
  const taking = [...bare.matchAll(/\bfrom\s+([\w.]+)\s+import\s+([^;\n]*)/g)].filter(([, , names = '']) =>
    new RegExp(`\\b${name}\\b|\\*`).test(names),
  );
  return taking.length > 0 && taking.every(([, module]) => module === 'subprocess');
}

const rereads = ({ bare, items }: Literals) =>
  REREAD.test(bare) || items.some(({ value }) => /^(?:shell|executable)$/.test(value));

/**
 * Returns the program and its words that a text is fed to, in the call in which they stand: `run(["git", "commit",
 * "-F", "-"], input="x"`.
 */
export function fedTo({ before, list }: Literal, { bare, items }: Literals): readonly string[] | undefined {
  if (list !== undefined || !/\binput\s*[:=]\s*$/.test(before) || rereads({ bare, items })) return undefined;
  const starts = items.filter((one) => one.list !== undefined && before.startsWith(one.before) && startsProgram(one));
  const [nearest] = starts.sort((one, other) => other.before.length - one.before.length);
  return nearest !== undefined && staysInside(before.slice(nearest.before.length)) ? nearest.list : undefined;
}

/** A piece of code that does not leave the brackets in which it begins, but for those of the list there. */
function staysInside(piece: string): boolean {
  let open = 1;
  for (const one of piece) {
    if ('([{'.includes(one)) open++;
    else if (')]}'.includes(one) && --open < (one === ')' ? 1 : 0)) return false;
  }
  return true;
}

/** Returns the names of the call around the end of a code: `assert.equal` for `assert.equal(run(), [`. */
function callAround(before: string): string {
  let open = 0;
  for (let at = before.length - 1; at >= 0; at--) {
    if (before[at] === ')') open++;
    else if (before[at] === '(' && open-- === 0) return /[\w$.)\]]*$/.exec(before.slice(0, at).trimEnd())?.[0] ?? '';
  }
  return '';
}

/** `call(…)` of `unittest.mock`, which is compared with what a stand-in was called with. */
function isMockCall(around: string, bare: string): boolean {
  if (/^(?:unittest\.)?mock\.call$/.test(around)) return !ownName('mock').test(bare);
  const taking = [...bare.matchAll(/\bfrom\s+([\w.]+)\s+import\s+(?:\(([^)]*)\)|([^;\n(]*))/g)];
  const modules = taking.filter(([, , many, few]) => /\bcall\b|\*/.test(many ?? few ?? '')).map(([, module]) => module);
  return (
    around === 'call' &&
    modules.length > 0 &&
    modules.every((module) => module === 'unittest.mock') &&
    !ownName('call').test(bare)
  );
}

/** Returns a name that the code gives to something of its own, or to something that it loads. */
function ownName(name: string): RegExp {
  const own = name.replaceAll('$', '\\$');
  return new RegExp(
    String.raw`\b(?:def|function\*?|as)\s+${own}(?![\w$])|(?<![\w$])${own}\s*(?:=(?!=)|\([^()]*\)\s*\{)|:\s*${own}\s*[,}=]`,
  );
}
