import path from 'node:path';
import type { FileEdit } from './guard.js';

/** Tools that only read, by their own names or by the verb in the name of a server's tool. */
const READERS = /^(Read|Glob|Grep|LS|NotebookRead|WebFetch|WebSearch|TodoWrite|Task|Agent|Skill|ToolSearch)$/;
const READING_VERB = /(^|_)(read|get|list|search|find|stat|info|tree|view|show|query|fetch|describe)(_|$)/;

const PATH_KEYS =
  /^(file_?path|notebook_?path|path|paths|file|files|filename|destination|dest|target|target_?file|source|to|uri|new_?path|old_?path|output_?path)$/i;
const TEXT_KEYS = /^(content|contents|text|data|new_?string|new_?str|new_?source|new_?text|insert_?text|body|append)$/i;

const MAX_DEPTH = 6;
const MAX_EDITS = 1000;

/** Tools whose path is known to be required. */
const REQUIRED: Readonly<Record<string, string>> = {
  Write: 'file_path',
  Edit: 'file_path',
  NotebookEdit: 'notebook_path',
};

/** True for a tool whose input may name files that it writes: the known ones, and every unknown one. */
export function isWriter(tool: string): boolean {
  if (READERS.test(tool)) return false;
  const verb = tool.startsWith('mcp__') ? (tool.split('__').at(-1) ?? '') : '';
  return !(verb && READING_VERB.test(verb));
}

/**
 * The edits that a tool call names, wherever in its input; a text belongs to the path beside it, or to the nearest one
 * around it. A known writer without a usable path is a problem.
 */
export function editsOf(
  tool: string,
  input: Readonly<Record<string, unknown>>,
  directory: string,
): { edits: FileEdit[]; problem: string | null } {
  const found = new Map<string, string[]>();
  collect(input, [], found, 0);
  const required = REQUIRED[tool];
  if (required && (typeof input[required] !== 'string' || input[required] === '')) {
    return { edits: [], problem: `${required} of ${tool} is not a string` };
  }
  if ([...found.keys()].some((name) => /[\u0000-\u001f\u007f]/.test(name))) {
    return { edits: [], problem: 'a path holds control characters' };
  }
  const edits = [...found].map(([name, texts]) => ({
    path: path.resolve(directory, name),
    added: texts.length > 0 ? texts.join('\n') : null,
  }));
  return { edits, problem: null };
}

function collect(value: unknown, around: readonly string[], found: Map<string, string[]>, depth: number): void {
  if (depth > MAX_DEPTH || found.size > MAX_EDITS || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) collect(item, around, found, depth + 1);
    return;
  }
  const entries = Object.entries(value);
  const own = entries.flatMap(([key, part]) => (PATH_KEYS.test(key) ? namesIn(part) : []));
  for (const name of own) if (!found.has(name)) found.set(name, []);
  const names = own.length > 0 ? own : around;
  for (const [key, part] of entries) {
    if (typeof part === 'string' && TEXT_KEYS.test(key)) for (const name of names) found.get(name)?.push(part);
    else collect(part, names, found, depth + 1);
  }
}

function namesIn(value: unknown): string[] {
  const all = Array.isArray(value) ? value : [value];
  return all.filter((one): one is string => typeof one === 'string').map((one) => one.replace(/^file:\/\//, ''));
}
