import { readBeads } from './beads.js';
import type { Imported, SourceFile } from './model.js';
import { namesIn, standingAt } from './source.js';
import { readSpecKit } from './spec-kit.js';

/** A reader knows a tool: where its work lies in a project, and what that says. */
export interface Reader {
  tool: string;
  /** Lists folders and files, each one piece of work, below a folder of the project. */
  find(root: string, base: string): string[];
  read(from: string, files: readonly SourceFile[]): Imported;
}

const below = (base: string, name: string) => (base === '' ? name : `${base}/${name}`);
const foldersWith = (root: string, base: string, names: readonly string[]) =>
  namesIn(root, base)
    .map((name) => below(base, name))
    .filter((folder) => names.some((name) => standingAt(root, `${folder}/${name}`) !== 'nothing'));
const filesAmong = (root: string, ...files: readonly string[]) =>
  files.filter((one) => standingAt(root, one) === 'file');

/** Every reader, by the places where its tool keeps work. */
export const READERS: readonly Reader[] = [
  {
    tool: 'spec-kit',
    find: (root, base) => foldersWith(root, below(base, 'specs'), ['spec.md', 'tasks.md']),
    read: readSpecKit,
  },
  {
    tool: 'beads',
    find: (root, base) =>
      filesAmong(root, ...['issues.jsonl', 'beads.jsonl'].map((name) => below(base, `.beads/${name}`))),
    read: readBeads,
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
  const isMeant = ({ from }: Unit) =>
    named === '' || from === named || from.startsWith(`${named}/`) || named.startsWith(`${from}/`);
  const seen = new Set<string>();
  return all.filter((unit) => {
    if (!isMeant(unit) || seen.has(unit.from)) return false;
    seen.add(unit.from);
    return true;
  });
}

/** The folders of a path, itself among them. */
function ancestors(named: string): string[] {
  const names = named.split('/').filter((name) => name !== '');
  return names.map((_, at) => names.slice(0, at + 1).join('/'));
}
