import path from 'node:path';
import { isRecord } from '@flow/core/record';
import { pathOfAddress } from '@flow/shell-effects/text/path-of-address';
import type { FileEdit } from './guard.js';
import { looksOnly, speaksOnly } from './sparing-tools.js';
import {
  ADDED_KEY,
  AROUND_KEY,
  FOLDER_KEY,
  NESTED_KEY,
  parsedText,
  snake,
  verbsOf,
  WORKING_KEY,
  wordsOfName,
} from './tool-verbs.js';

/** Tools that only read, by their own names or by the verbs in the name of a server's tool. */
const READERS =
  /^(Read|Glob|Grep|LS|LSP|NotebookRead|ReadMcpResourceTool|WebFetch|WebSearch|TodoWrite|Task|Agent|Skill|ToolSearch)$/;
const READING_VERB =
  /^(read|get|list|search|find|stat|info|tree|view|show|query|fetch|describe|grep|ripgrep|count|exists)$/;
const WRITING_VERB =
  /^(write|create|edit|update|delete|remove|move|rename|put|set|add|append|insert|replace|patch|copy|save|upload|apply|run|execute|exec)$/;

/** Keys whose value is the name of a file, in any spelling: `file_path`, `targetPath`, `dest`, `relative_path`. */
const PATH_KEY =
  /^(.*[_-])?(path|paths|file|files|filename|filepath|destination|dest|dst|target|source|src|from|to|uri|output|outfile|location)$/;
/** Keys whose value is what stands in a file, or words about it. */
const TEXT_KEY =
  /^(.*[_-])?(content|contents|text|data|string|str|body|append|message|description|prompt|query|pattern|title|reason|comment|command|code)$/;
/** Keys that hold no path where the key is the whole name: texts to look for and to put in, and names of things. */
const SHORT_TEXT_KEY = /^(regex|needle|find|search|replace|repl|replacement|subject|labels?|tags?)$/;

/** Of the first, keys that name a file in one tool and hold a text in another: the source of a cell, text to translate. */
const EITHER_KEY = /^(.*[_-])?(source|src|from|to|target|output)$/;
/** Of these, the ones by which the client's own tool gives a cell its text. */
const CELL_KEY = /^(new|old|cell)_source$/;

/** Keys whose value is a patch, which names its files itself. */
const PATCH_KEY = /^(.*[_-])?(diff|diffs|patch|patches|unified_diff)([_-](text|content|body))?$/;

const MAX_DEPTH = 6;
const MAX_EDITS = 1000;
const MAX_NAME = 4096;
/** More folders than any call works in: each of its names may start in each of them. */
const MAX_FOLDERS = 8;

/** The client's own tools that write, with the key of the path where it is required. */
const KNOWN: Readonly<Record<string, string | null>> = {
  Write: 'file_path',
  Edit: 'file_path',
  NotebookEdit: 'notebook_path',
  MultiEdit: null,
  CreateFile: null,
};

/** Their fields that hold a text where they are there. */
const TOLD_KEY = /^(content|old_string|new_string|new_source)$/;

/** Of the tools that these words name, folders go with all that lies in them, or files arrive under names of their own. */
const TAKES = /^(delete|remove|rm|rmdir|unlink|trash|clean|purge|wipe|move|mv|rename)$/;
const FILLS = /^(extract|unzip|untar|unpack|decompress)$/;
const COPIES = /^(copy|cp)$/;
const COPIES_ALL = /^(sync|synchronize|mirror)$/;
const WHOLE_FOLDER = /^(dir|directory|folder|tree|recursive|recursively)$/;
/** Keys of the place where something lands, which is not taken away. */
const LANDING_KEY = /^(.*[_-])?(dest|destination|dst|to|new|target|output|out)([_-].*)?$/;

/** Keys of the place where a tool that reads keeps what it found. */
const KEPT_KEY =
  /^(?:(?:save|saved|download|export|output|out|dest|destination)_(?:to|path|file|filename|file_path|location|destination)|outfile|out|output|dest|destination)$/;

/** Keys of the name alone that a file gets, and of the folder that files are put into. */
const NEW_NAME_KEY = /^new_?(?:file_?)?name$/;
const INTO_KEY = /^(?:to|into|dest|destination|target|new|output)_(?:dir|directory|folder)$/;

/** Keys of what is copied. */
const COPIED_KEY = /^(source|src|from)(_path|_file)?$/;

/** Words of what is no file at all. */
const NO_FILE =
  /^(git\w*|branch|tag|worktree|remote|label|comment|issue|symbol|member|user|container|image|row|record|message|event|page|task|job)s?$/;

const NAME_KEY = /^(.*[_-])?(name|filename|basename|path|file|filepath|relative)$/;

/** Keys that name one file. */
const ONE_PATH_KEY = /^(file_path|notebook_path|path|file|filename|file_name|filepath|absolute_path|relative_path)$/;

/** Keys of names alone, whatever tool has them; nothing but a text or a list of texts is one. */
const NAMES_KEY = /^(.*[_-])?(path|paths|filename|filepath|dest|destination)$/;

/** Servers whose tools are about files. */
const FILE_SERVER = /^mcp__(?:\w+[_-])?(?:fs|files?|filesystem)(?:[_-][a-z]+)*__/i;

/** Control characters, and what has no width or turns the direction: such a name is not the one that is read. */
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/;

/** Returns true for a tool whose input may name files that it writes: the known ones, and every unknown one. */
export function isWriter(tool: string): boolean {
  if (READERS.test(tool)) return false;
  const verbs = verbsOf(tool);
  const isKept = /_to_(?:file|disk|path|folder)$/.test(verbs.join('_'));
  return isKept || !verbs.some((verb) => READING_VERB.test(verb)) || verbs.some((verb) => WRITING_VERB.test(verb));
}

/** Edits that a call names, or the reason why the call cannot be judged. */
interface Named {
  edits: FileEdit[];
  problem: string | null;
}

/**
 * Returns the edits that a tool call names, wherever in its input: by the name of a key, by a value that can only be a
 * path, or as the key of an object. A text belongs to the path beside it, or to the nearest one around it. A known
 * writer without a usable path is a problem. `~/` is the user's home. A call that only looks at what it names edits
 * nothing.
 */
export function editsOf(
  tool: string,
  input: Readonly<Record<string, unknown>>,
  directory: string,
  home: string,
): Named {
  if (speaksOnly(tool) || looksOnly(tool, input)) return { edits: [], problem: null };
  if (isWriter(tool)) return namedBy(tool, input, directory, home, copiedBy(tool, input));
  const paths = tool.startsWith('mcp__') ? keptIn(input) : [];
  return paths.length > 0 ? namedBy(tool, { paths }, directory, home) : { edits: [], problem: null };
}

/** Files in which a tool that reads is told to keep what the tool found. */
function keptIn(value: unknown, depth = 0): string[] {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    if (typeof part !== 'string') return keptIn(part, depth + 1);
    return KEPT_KEY.test(snake(key)) ? [part] : [];
  });
}

/** Tells whether a call may change all of the files that it names. */
export const mayWrite = (tool: string, input: Readonly<Record<string, unknown>>) =>
  isWriter(tool) && !looksOnly(tool, input) && copiedBy(tool, input).length === 0;

/** Returns the files that a call looks at which may not write, or copies. */
export function readsOf(
  tool: string,
  input: Readonly<Record<string, unknown>>,
  directory: string,
  home: string,
): string[] {
  if (speaksOnly(tool)) return [];
  return namedBy(tool, input, directory, home).edits.map(({ path: file }) => file);
}

function namedBy(
  tool: string,
  input: Readonly<Record<string, unknown>>,
  directory: string,
  home: string,
  spared: readonly string[] = [],
): Named {
  const found = new Map<string, string[]>();
  collect(input, [], found, 0);
  const misshapen = problemOf(tool, input, found.size);
  if (misshapen !== null) return { edits: [], problem: misshapen };
  if ([...found.keys()].some((name) => UNSEEN.test(name))) {
    return { edits: [], problem: 'a path contains control characters' };
  }
  const others = [...new Set(foldersOf(input))];
  if (others.length > MAX_FOLDERS) return { edits: [], problem: 'it works in too many folders' };
  for (const name of spared) found.delete(name);
  const reachOf = reachesOf(tool, input);
  const folders = [directory, ...others.map((one) => path.resolve(directory, atHome(one, home)))];
  const edits = [...found].flatMap(([name, texts]): FileEdit[] => {
    const reach = reachOf.get(name);
    const added = texts.length > 0 ? texts.join('\n') : null;
    const places = folders.map((folder) => path.resolve(folder, atHome(name, home)));
    return [...new Set(places)].map((place) => ({ path: place, added, ...(reach === undefined ? {} : { reach }) }));
  });
  return { edits, problem: null };
}

const atHome = (name: string, home: string) => name.trim().replace(/^~(?=[\\/]|$)/, home);

/** Returns the folders in which a call says that it does its work. */
function foldersOf(value: unknown, depth = 0): string[] {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    if (typeof part !== 'string') return foldersOf(part, depth + 1);
    return WORKING_KEY.test(snake(key)) && part.trim() !== '' ? [part] : [];
  });
}

/** Effect of a server's tool on the folders that the tool names, by the words of the tool's name. */
function reachesOf(tool: string, input: Readonly<Record<string, unknown>>): Map<string, FileEdit['reach']> {
  const verbs = verbsOf(tool);
  const has = (pattern: RegExp) => verbs.some((verb) => pattern.test(verb));
  const takes = has(TAKES);
  const moves = has(/^(move|mv|rename)$/);
  const fills = has(FILLS) || has(COPIES_ALL) || (has(COPIES) && (has(WHOLE_FOLDER) || input.recursive === true));
  const reaches = new Map<string, FileEdit['reach']>();
  if ((!takes && !fills) || wordsOfName(tool).some((word) => NO_FILE.test(word))) return reaches;
  for (const [given, value] of Object.entries(input)) {
    const key = snake(given);
    if (AROUND_KEY.test(key)) continue;
    const lands = LANDING_KEY.test(key);
    const reach = fills && lands ? 'into' : takes && !(moves && lands) ? 'beneath' : undefined;
    if (reach !== undefined) for (const name of namesIn(key, value)) reaches.set(name, reach);
  }
  return reaches;
}

/** Files that a copy is made of and that nothing else of the call names: they stay as they are. */
function copiedBy(tool: string, input: Readonly<Record<string, unknown>>): string[] {
  const verbs = verbsOf(tool);
  if (!/^(?:copy|cp)_(?:files?|paths?)$/.test(verbs.join('_'))) return [];
  const named = (isWanted: (key: string) => boolean) =>
    Object.entries(input).flatMap(([key, value]) => (isWanted(snake(key)) ? namesIn(snake(key), value) : []));
  const others = named((key) => !COPIED_KEY.test(key));
  return others.length === 0 ? [] : named((key) => COPIED_KEY.test(key)).filter((name) => !others.includes(name));
}

/** Returns words for what a call of a known tool lacks; another tool's shape is not known. */
function problemOf(tool: string, input: Readonly<Record<string, unknown>>, named: number): string | null {
  if (tool.trim() === '') return 'the tool has no name';
  const required = Object.hasOwn(KNOWN, tool) ? KNOWN[tool] : undefined;
  if (required === undefined) return otherProblem(tool, input, named);
  if (required !== null && (typeof input[required] !== 'string' || input[required] === '')) {
    return `${required} of ${tool} is not a string`;
  }
  if (input.edits !== undefined && !isListOfObjects(input.edits)) return `edits of ${tool} is not a list of edits`;
  const records = [input, ...(Array.isArray(input.edits) ? input.edits : [])];
  const fields = records.flatMap((record) => Object.entries(record));
  const untold = fields.find(([key, value]) => TOLD_KEY.test(key) && typeof value !== 'string')?.[0];
  if (untold !== undefined) return `${untold} of ${tool} is not a string`;
  const misnamed = misnamedIn(fields);
  if (misnamed !== undefined) return `${misnamed} of ${tool} is not the name of a file`;
  return named === 0 ? `${tool} names no file` : null;
}

/** Words for what is wrong with a server's tool: the name is no name, or a file system is told no file to write. */
function otherProblem(tool: string, input: Readonly<Record<string, unknown>>, named: number): string | null {
  const misnamed = Object.entries(input).find(([key, value]) => NAMES_KEY.test(snake(key)) && !mayName(value))?.[0];
  if (misnamed !== undefined) return `${misnamed} of ${tool} is not a string`;
  const writes = FILE_SERVER.test(tool) && verbsOf(tool).some((verb) => WRITING_VERB.test(verb));
  return writes && named === 0 ? `${tool} names no file` : null;
}

/** A text, texts, nothing at all, or an object that has them. */
const mayName = (value: unknown) =>
  value === null ||
  typeof value === 'string' ||
  isRecord(value) ||
  (Array.isArray(value) && value.every((one) => typeof one === 'string' || isRecord(one)));

/** Finds a key of one file that holds anything but its name, or a blank name. */
const misnamedIn = (fields: readonly (readonly [string, unknown])[]) =>
  fields.find(
    ([key, value]) => ONE_PATH_KEY.test(snake(key)) && (typeof value !== 'string' || /^\s+$/.test(value)),
  )?.[0];

const isListOfObjects = (value: unknown) => Array.isArray(value) && value.every(isRecord);

function collect(value: unknown, around: readonly string[], found: Map<string, string[]>, depth: number): void {
  if (depth > MAX_DEPTH || found.size > MAX_EDITS || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) collect(item, around, found, depth + 1);
    return;
  }
  const entries = Object.entries(value);
  const own = entries.flatMap(([key, part]) => namesIn(snake(key), part));
  own.push(...joinedIn(entries), ...landedIn(entries));
  for (const name of own) if (!found.has(name)) found.set(name, []);
  const names = own.length > 0 ? own : around;
  for (const [key, part] of entries) {
    const named = looksLikePath(key) ? [pathOfAddress(key)] : names;
    if (named !== names && !found.has(named[0]!)) found.set(named[0]!, []);
    if (typeof part !== 'string') collect(part, named, found, depth + 1);
    else if (NESTED_KEY.test(key)) collect(parsedText(part), named, found, depth + 1);
    else if (named !== names || ADDED_KEY.test(snake(key))) for (const name of named) found.get(name)?.push(part);
  }
}

/** A name beside the folder that it counts from. */
function joinedIn(entries: readonly (readonly [string, unknown])[]): string[] {
  const texts = entries.flatMap(([key, value]) => (typeof value === 'string' ? [[snake(key), value] as const] : []));
  const folders = texts.filter(
    ([key, value]) => (FOLDER_KEY.test(key) && !WORKING_KEY.test(key)) || (key === 'path' && !looksLikeFile(value)),
  );
  return folders.flatMap(([folderKey, folder]) =>
    texts
      .filter(([key, name]) => key !== folderKey && NAME_KEY.test(key) && isRelativeName(name))
      .map(([, name]) => `${pathOfAddress(folder)}/${name}`),
  );
}

/** A new name that a file gets where it lies, and the names that files keep in the folder that they are put into. */
function landedIn(entries: readonly (readonly [string, unknown])[]): string[] {
  const told = entries.map(([key, value]) => [snake(key), value] as const);
  const files = told.filter(([key]) => !INTO_KEY.test(key)).flatMap(([key, value]) => namesIn(key, value));
  const placed = told.flatMap(([key, value]) => {
    if (typeof value !== 'string' || value === '') return [];
    if (NEW_NAME_KEY.test(key)) return files.map((file) => `${path.posix.dirname(file)}/${value}`);
    return INTO_KEY.test(key) ? files.map((file) => `${pathOfAddress(value)}/${path.posix.basename(file)}`) : [];
  });
  return placed.slice(0, MAX_EDITS);
}

/** Tells whether a text looks like the name of a file: it has an extension. */
const looksLikeFile = (text: string) => /[^./]\.\w+$/.test(text);
const isRelativeName = (text: string) =>
  /^[^\s~/\\][^\r\n\\]*$/.test(text) && text.length <= MAX_NAME && !/:\/\//.test(text);

/** Lists paths in one field. */
function namesIn(key: string, value: unknown): string[] {
  const all = (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');
  const holdsPatch = !TEXT_KEY.test(key) && all.some((one) => one.includes('*** Begin Patch'));
  if (PATCH_KEY.test(key) || holdsPatch) return all.flatMap(namesInPatch);
  if (WORKING_KEY.test(key) && typeof value === 'string') return [];
  if (CELL_KEY.test(key) || (EITHER_KEY.test(key) && hasLines(value))) return [];
  const isNamed = PATH_KEY.test(key);
  if (!isNamed && (TEXT_KEY.test(key) || SHORT_TEXT_KEY.test(key))) return [];
  return all.filter((one) => one !== '' && (isNamed || looksLikePath(one))).map(pathOfAddress);
}

/** Several lines, as one text or as a list of them, are no name of a file. */
function hasLines(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((one) => typeof one === 'string' && /[\r\n]/.test(one));
  return typeof value === 'string' && /[\r\n]/.test(value.trim());
}

/** Returns the files that a patch changes, by its head lines. */
function namesInPatch(text: string): string[] {
  const heads = text.matchAll(
    /^(?:(?:---|\+\+\+|rename (?:from|to)|copy to|diff --git a\/\S+) |\*\*\* (?:Add|Update|Delete|Move to)[\w ]*: )([^\t\r\n]{1,4096})/gm,
  );
  const names = [...heads].slice(0, MAX_EDITS).map((head) => head[1] as string);
  return names
    .filter((name) => name !== '/dev/null')
    .flatMap((name) => (/^[ab]\//.test(name) ? [name, name.slice(2)] : [name]));
}

/** A value or key that can hardly be anything else: one word with a folder in it. */
function looksLikePath(text: string): boolean {
  if (text.length > MAX_NAME || /[\s\u0000-\u001f\u007f*?<>|"']/.test(text)) return false;
  return /^(file:\/\/|~?\/|\.{1,2}\/|[\w.@-]+\/[\w./@-]*)/.test(text) && !/^(?!file:)[a-z][\w+.-]*:\/\//i.test(text);
}
