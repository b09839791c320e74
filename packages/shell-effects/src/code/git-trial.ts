import { posix } from 'node:path';
import type { Around } from '../folding/around.js';
import { closing, split } from '../folding/brackets.js';
import { foldCode } from '../folding/code.js';
import { inlineHelpers } from '../folding/inline-helpers.js';
import { insertOwnFolders } from '../folding/temporary-folders.js';
import { items, LIST, plain, TEXT } from '../folding/texts.js';
import { type Language, readLiterals } from './literals.js';
import { READS } from './reads.js';
import { STARTS, shownCommands } from './shown-starts.js';
import { DECODES, GIT_LIBRARY } from './starts.js';

/** A program that code starts. */
export interface Start {
  /** Words of the command, or the text that a shell reads. */
  readonly command: readonly string[] | string;
  /** Folder in which the command starts; undefined for the folder of the code. */
  readonly folder: string | undefined;
}

/** Git's commands that run nothing which is not seen elsewhere. */
const PLAIN_GIT =
  /^git(?: -C \S+| -c \S+| --git-dir[ =]\S+)* (?:init|clone|add|commit|push|config|remote|branch|checkout|switch|merge|tag|fetch|pull|rm|mv|worktree|status|log|rev-parse|show)\b/;
/** A step of a text for a shell that is git's, or goes somewhere. */
const PLAIN_STEP = /^(?:(?:cd|mkdir|echo)\b[^|<>$`()&#]*|git\b[^|<>$`()&#]*)$/;
const SILENCED = /\s*(?:2>&1|&?[12]?>\s*\/dev\/null)(?=\s|$)/g;

/** What could put something else into the place of a repository, or into its hooks and settings. */
const SPOILS =
  /\bhooks\b|\.git\/|["']\.git["']|link|rename|\.replace\(|\bcopy|\bcp\w*\(|\bmove\b|extract|unpack|\.(?:lower|upper|translate|swapcase|toLowerCase|toUpperCase)\(/;

/**
 * Returns the code, and what it starts, of code that tries out git in a folder of its own among the temporary files:
 * each start in its order, pushes last, as whatever comes behind one may have been done before it. Undefined where the
 * code does anything else, or shows less.
 */
export function gitTrialOf(
  text: string,
  language: Language,
  around: Around,
): { readonly starts: readonly Start[]; readonly code: string } | undefined {
  if ((language !== 'python' && language !== 'node') || !/\bpush\b/.test(text)) return undefined;
  if (SPOILS.test(text) || GIT_LIBRARY.test(text)) return undefined;
  const own = language === 'node' ? withoutNamesake(asPromised(text)) : text;
  const placed = insertOwnFolders(own, language, around);
  if (placed === own) return undefined;
  const flat = inlineHelpers(placed, language);
  if (!isSteady(readLiterals(flat, language).bare)) return undefined;
  const code = asTexts(foldCode(flat, language, around));
  const literals = readLiterals(code, language);
  if (SPOILS.test(code) || DECODES.test(literals.bare) || shownCommands(literals, language) === undefined)
    return undefined;
  const starts = startsIn(code, literals.bare, language);
  if (starts?.every(isPlain) !== true) return undefined;
  const isPush = ({ command }: Start) => /\bpush\b/.test([command].flat().join(' '));
  return { starts: [...starts.filter((one) => !isPush(one)), ...starts.filter(isPush)], code };
}

/** A function that is left and takes something: what its names hold, its calls say. */
const TAKES =
  /\b(?:def\s+\w+|function\s*[\w$]*)\s*\(\s*[^\s)]|\blambda\s+\w|\([^()]*[\w$][^()]*\)\s*=>|[\w$]\s*=>|\b(?:nonlocal|global)\b/;
const BINDS =
  /^\s*(?:(?:const|let|var)\s+)?([\w$, \t*()[\].]+?)\s*(?::\s*[\w.[\]]+\s*)?(?:[-+|&?/*]{0,2}=(?![=>])|:=)\s*([\s\S]*)$/;
const RESULT = new RegExp(String.raw`^(?:await\s+)?(?:[\w$]+\.)*?${STARTS}\s*\(`);

/** Tells whether each name that holds a value holds that one all along, whatever runs when. */
function isSteady(bare: string): boolean {
  if (TAKES.test(bare)) return false;
  const times = new Map<string, number>();
  const values = new Set<string>();
  const bind = (names: string) => {
    for (const name of names.match(/[\w$]+/g) ?? []) times.set(name, (times.get(name) ?? 0) + 1);
  };
  for (const statement of statementsOf(bare)) {
    const [, names, value = ''] = BINDS.exec(statement) ?? [];
    if (names === undefined) continue;
    bind(names);
    if (!RESULT.test(value)) for (const name of names.match(/[\w$]+/g) ?? []) values.add(name);
  }
  const others =
    /\b(?:for|as)\s+([\w, ]+?)(?=\s+in\b|[\s:)]|$)|\bfor\s*\(\s*(?:const|let|var)\s+([\w$]+)|\{([^{}]*)\}\s*=(?![=>])/g;
  for (const [, ...names] of bare.matchAll(others)) bind(names.find((one) => one !== undefined) ?? '');
  return [...values].every((name) => times.get(name) === 1);
}

/** Tells what stands between line ends, semicolons and braces outside of other brackets. */
function statementsOf(bare: string): string[] {
  const found = [''];
  let open = 0;
  for (const one of bare) {
    if ('(['.includes(one)) open++;
    else if (')]'.includes(one)) open--;
    if (open <= 0 && /[;\n{}]/.test(one)) found.push('');
    else found[found.length - 1] += one;
  }
  // What is done behind the head of a block stands on its own.
  return found.map((one) => one.replace(/^\s*(?:if|for|while|else|try|with|except|finally)\b[^"]*?:\s*(?=\S)/, ''));
}

/** A function of Node's that is only promised: `const run = promisify(execFile)`. */
function asPromised(text: string): string {
  const bound = /\b(?:const|let)\s+([\w$]+)\s*=\s*(?:util\.)?promisify\(\s*(?:[\w$]+\.)?(execFile|exec)\s*\)/.exec(
    text,
  );
  if (bound === null) return text;
  const [all, name = '', own = ''] = bound;
  return text
    .replace(all, '')
    .replace(new RegExp(String.raw`(?<![\w$.])${name.replaceAll('$', '\\$')}\(`, 'g'), `${own}(`);
}

/** A name that is also that of an option, as another one: what it holds is no name of an option. */
function withoutNamesake(text: string): string {
  if (!/\b(?:const|let)\s+cwd\s*=/.test(text)) return text;
  return text
    .replace(/([{,]\s*)cwd(?=\s*[,}])/g, '$1cwd: own_folder')
    .replace(/(?<![\w$.'"])cwd(?![\w$'"]|\s*:)/g, 'own_folder');
}

/** Paths of `pathlib`, and lists of lists, as what they are. */
const asTexts = (code: string) =>
  code
    .replace(new RegExp(String.raw`\b(?:list|tuple)\(\s*(${LIST})\s*\)`, 'g'), '$1')
    .replace(new RegExp(String.raw`\bPath\(\s*(${TEXT})\s*\)(?!\s*[./])`, 'g'), '$1')
    .replace(new RegExp(String.raw`\b(?:str|os\.fspath)\(\s*(${TEXT})\s*\)`, 'g'), '$1');

const CALLS = new RegExp(String.raw`(?<![\w$.])(?:[\w$]+\.)*?${STARTS}\s*\(`, 'g');

/** The starts of a code in their order, with the folder that it is in by then. */
function startsIn(code: string, bare: string, language: Language): Start[] | undefined {
  const calls = [...code.matchAll(CALLS)];
  if (calls.length === 0 || calls.length !== bare.match(CALLS)?.length) return undefined;
  const moves = movesIn(code, bare, language);
  if (moves === undefined || (moves.length > 0 && !calls.every((call) => isOutside(code, call.index, language))))
    return undefined;
  const starts = calls.map((call): Start | undefined => {
    const start = startOf(code, call.index + call[0].length, language);
    const here = moves.filter((move) => move.index < call.index).map((move) => move.folder);
    const folders = [...here, ...(start?.folder === undefined ? [] : [start.folder])];
    return start && { ...start, folder: folders.length === 0 ? undefined : posix.resolve('/', ...folders) };
  });
  return starts.every((one) => one !== undefined) ? starts : undefined;
}

/** Tells where the code goes, each step one that it surely takes; undefined where one may be left out. */
function movesIn(code: string, bare: string, language: Language): { index: number; folder: string }[] | undefined {
  const all = /\bchdir\b/g;
  const mentioned = code.match(all)?.length ?? 0;
  if (mentioned === 0) return [];
  const step = new RegExp(String.raw`\b(?:os|process)\.chdir\(\s*(${TEXT})\s*\)`, 'g');
  const found = [...code.matchAll(step)].map((one) => ({ index: one.index, folder: plain(one[1] as string) }));
  const isPlain =
    found.length === mentioned && bare.match(all)?.length === mentioned && !/\b(?:try|suppress)\b/.test(bare);
  const [first] = found;
  return isPlain && first?.folder.startsWith('/') && found.every(({ index }) => isOutside(code, index, language))
    ? found
    : undefined;
}

/** Tells whether what stands at a place is a statement that belongs to no function, loop or condition. */
function isOutside(code: string, at: number, language: Language): boolean {
  const before = code.slice(0, at).split('\n');
  if (language === 'node') {
    const { bare } = readLiterals(code.slice(0, at), language);
    return (
      !/[{}]/.test(bare.replace(/\{[^{}]*\}/g, '')) && !/\b(?:if|else|for|while)\b[^;]*$|=>[^;]*$|[?&|]\s*$/.test(bare)
    );
  }
  let depth = /^[ \t]*/.exec(before.at(-1) ?? '')?.[0].length ?? 0;
  if (/\b(?:if|for|while|lambda|else|and|or)\b/.test(before.at(-1) ?? '')) return false;
  for (const line of before.slice(0, -1).reverse()) {
    const own = /^[ \t]*/.exec(line)?.[0].length ?? 0;
    if (line.trim() === '' || own >= depth) continue;
    if (!/^\s*if True:\s*$/.test(line)) return false;
    depth = own;
  }
  return depth === 0;
}

/** A start of a program, all of whose words and whose folder stand in the code. */
function startOf(code: string, from: number, language: Language): Start | undefined {
  const end = closing(code, from);
  if (end < 0) return undefined;
  const [first = '', ...rest] = split(code.slice(from, end));
  const isList = new RegExp(`^${LIST}$`).test(first);
  const isText = new RegExp(`^${TEXT}$`).test(first);
  if (!isList && !isText) return undefined;
  const second = language === 'node' ? rest[0] : undefined;
  const listed = second !== undefined && /^\[/.test(second);
  if (listed && !new RegExp(`^(?:${LIST}|\\[\\s*\\])$`).test(second)) return undefined;
  const options = optionsOf(listed ? rest.slice(1) : rest, language);
  if (options === undefined) return undefined;
  const given = options.filter((one) => /^cwd\b/.test(one) && !/^cwd\s*[:=]\s*(?:None|undefined)$/.test(one));
  const folder = new RegExp(String.raw`^cwd\s*[:=]\s*(${TEXT})$`).exec(given[0] ?? '')?.[1];
  if (given.length > 1 || (given.length === 1 && folder === undefined)) return undefined;
  const command = isList ? items(first) : listed ? [plain(first), ...items(second)] : plain(first);
  return { command, folder: folder === undefined ? undefined : plain(folder) };
}

/** Returns the options of a call by their names; undefined where some come from elsewhere. */
function optionsOf(rest: readonly string[], language: Language): string[] | undefined {
  if (language === 'python') return rest.every((one) => /^\w+\s*=(?!=)/.test(one)) ? [...rest] : undefined;
  const [options, ...more] = rest;
  if (options === undefined) return [];
  if (more.length > 0 || !/^\{[\s\S]*\}$/.test(options)) return undefined;
  const named = split(options.slice(1, -1));
  return named.every((one) => /^\w+\s*:/.test(one)) ? named : undefined;
}

function isPlain({ command }: Start): boolean {
  if (typeof command !== 'string') return isPlainCommand(command.join(' '));
  return command
    .replace(SILENCED, '')
    .split(/&&|;|\n/)
    .map((step) => step.trim())
    .every((step) => step === '' || (PLAIN_STEP.test(step) && (!step.startsWith('git') || isPlainCommand(step))));
}

const isPlainCommand = (words: string) => PLAIN_GIT.test(words) || READS.test(words);
