import { markBeads, readBeads } from './beads.js';
import { tickLines } from './checklist.js';
import { readKiro } from './kiro.js';
import type { Imported, ImportedItem, SourceFile } from './model.js';
import { readOpenSpec } from './openspec.js';
import { namesIn, standingAt } from './source.js';
import { readSpecKit } from './spec-kit.js';
import { markTaskMaster, readTaskMaster } from './task-master.js';

export interface ReadOptions {
  /** The list that is meant, for a tool with several in one file. */
  tag?: string;
}

/** A reader knows a tool: where its work lies in a project, and what that says. */
export interface Reader {
  tool: string;
  /** Lists folders and files, each one piece of work, below a folder of the project. */
  find(root: string, base: string): string[];
  /** Files beside the work that say which part of it is meant. */
  also?(from: string): string[];
  read(from: string, files: readonly SourceFile[], options: ReadOptions): Imported;
  /** The tool gives no id of one piece of work to another, as it does with numbers in a list. */
  areIdsKept?: true;
  /**
   * Marks work as done in the text of a file, as the tool itself does, and changes nothing else of it.
   * @param items of that file
   */
  mark(text: string, items: readonly ImportedItem[], options: ReadOptions & { now: string }): string;
}

const below = (base: string, name: string) => (base === '' ? name : `${base}/${name}`);
const foldersWith = (root: string, base: string, names: readonly string[]) =>
  namesIn(root, base)
    .map((name) => below(base, name))
    .filter((folder) => names.some((name) => standingAt(root, `${folder}/${name}`) !== 'nothing'));
const filesAmong = (root: string, ...files: readonly string[]) =>
  files.filter((one) => standingAt(root, one) === 'file');

const tick: Reader['mark'] = (text, items) => tickLines(text, new Set(items.map(({ line }) => line)));
const names = (items: readonly ImportedItem[]) => new Set(items.map(({ origin }) => origin));

/** Changes a text behind its byte order mark, which no parser of JSON takes. */
const behindMark = (text: string, change: (text: string) => string): string =>
  text.startsWith('\ufeff') ? `\ufeff${change(text.slice(1))}` : change(text);

/** Every reader, by the places where its tool keeps work. */
export const READERS: readonly Reader[] = [
  {
    tool: 'spec-kit',
    find: (root, base) => foldersWith(root, below(base, 'specs'), ['spec.md', 'tasks.md']),
    read: readSpecKit,
    mark: tick,
  },
  {
    tool: 'OpenSpec',
    find: (root, base) =>
      foldersWith(root, below(base, 'openspec/changes'), ['proposal.md', 'tasks.md', 'specs']).filter(
        (one) => !one.endsWith('/archive'),
      ),
    read: readOpenSpec,
    mark: tick,
  },
  {
    tool: 'Kiro',
    find: (root, base) => foldersWith(root, below(base, '.kiro/specs'), ['requirements.md', 'bugfix.md', 'tasks.md']),
    read: readKiro,
    mark: tick,
  },
  {
    tool: 'Task Master',
    areIdsKept: true,
    find: (root, base) =>
      filesAmong(root, ...['.taskmaster/tasks/tasks.json', 'tasks/tasks.json'].map((name) => below(base, name))).slice(
        0,
        1,
      ),
    also: (from) => [from.replace(/tasks\/tasks\.json$/, 'state.json')].filter((one) => one !== from),
    read: readTaskMaster,
    mark: (text, items, { tag }) => behindMark(text, (json) => markTaskMaster(json, names(items), tag)),
  },
  {
    tool: 'beads',
    areIdsKept: true,
    find: (root, base) =>
      filesAmong(root, ...['issues.jsonl', 'beads.jsonl'].map((name) => below(base, `.beads/${name}`))),
    read: readBeads,
    mark: (text, items, { now }) => behindMark(text, (lines) => markBeads(lines, names(items), now)),
  },
];

/** A piece of work of another tool, where it lies. */
export interface Unit {
  reader: Reader;
  from: string;
}

/**
 * Finds what a path means: the work in it, around it, or it itself. `''` is the whole project; a path may also lead to a project
 * within this one.
 */
export function unitsAt(root: string, named: string): Unit[] {
  const bases = [...new Set(['', ...ancestors(named)])];
  const all = READERS.flatMap((reader) =>
    bases.flatMap((base) => reader.find(root, base)).map((from) => ({ reader, from })),
  );
  // A folder within a piece of work is a part of it, whatever it looks like: deltas of OpenSpec look like a spec of spec-kit.
  const isPart = ({ from }: Unit) => all.some((other) => from.startsWith(`${other.from}/`));
  const isMeant = ({ from }: Unit) =>
    named === '' || from === named || from.startsWith(`${named}/`) || named.startsWith(`${from}/`);
  const seen = new Set<string>();
  return all.filter((unit) => {
    if (!isMeant(unit) || isPart(unit) || seen.has(unit.from)) return false;
    seen.add(unit.from);
    return true;
  });
}

/** The folders of a path, itself among them. */
function ancestors(named: string): string[] {
  const names = named.split('/').filter((name) => name !== '');
  return names.map((_, at) => names.slice(0, at + 1).join('/'));
}
