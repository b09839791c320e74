import { expandGlob } from '../bash/words/glob.js';
import type { Language } from '../code/literals.js';
import { walkDisk } from '../disk/disk.js';
import type { Around } from './around.js';
import { joinPath, literal, MAX_SEARCHES, MAX_TURNS } from './texts.js';

/** Number of names that are looked at. */
const MAX_NAMES = MAX_TURNS * 4;

/** Tells what a walk's first question lets through, as far as it asks for a part of the folder's name. */
function whereWalked(name: string, body: string): (folder: string) => boolean {
  const asked = new RegExp(
    String.raw`^\s*if\s+(?:${name}\.endswith\(\s*["']([^"'\n]+)["']\s*\)|["']([^"'\n]+)["']\s+in\s+${name})\s*:`,
  ).exec(body);
  const [, end, part] = asked ?? [];
  return (folder) => (end === undefined || folder.endsWith(end)) && (part === undefined || folder.includes(part));
}

/** Searches for names become lists of what lies on the disk. */
export function insertNames(text: string, language: Language, around: Around): string {
  const disk = new Disk(language, around);
  const listed = insertWalks(insertFolders(insertPatterns(text, disk), disk), disk);
  if (language !== 'perl') return listed;
  return listed
    .replace(
      /\bglob(?:\s+["']([^"'\n]+)["']|\s*\(?\s*qq?\s*[({[]([^)}\]\n]+)[)}\]](?:\s*\)(?=\s*[;)]))?)|<([\w./*?-]*[*?][\w./*?-]*)>/g,
      (all, a, b, c) => disk.asList(disk.matching(a ?? b ?? c), all),
    )
    .replace(/\bunlink\s+for(?:each)?\b/g, 'unlink');
}

/** Tells what lies on the disk, as lists in the language of the code. */
class Disk {
  readonly #language: Language;
  readonly #around: Around;
  #asked = 0;

  constructor(language: Language, around: Around) {
    this.#language = language;
    this.#around = around;
  }

  /** Names that fit a pattern; undefined where they cannot be told, or too many are asked for. */
  matching(pattern: string): string[] | undefined {
    const { session, shell } = this.#around;
    if (++this.#asked > MAX_SEARCHES) return undefined;
    return expandGlob(pattern, shell.cwd, (path) => session.list(path))?.slice(0, MAX_NAMES);
  }

  /** What lies beneath a folder, itself first. */
  beneath(folder: string, depth?: number) {
    const { session, shell } = this.#around;
    return walkDisk(folder, session, shell, depth);
  }

  /** A list of texts, or `all` where there are none. */
  asList(names: readonly string[] | undefined, all: string, wrap = (name: string) => literal(name)): string {
    if (names === undefined || names.length === 0) return all;
    const items = names.map((name) => wrap(name)).join(', ');
    return this.#language === 'perl' ? `(${items})` : `[${items}]`;
  }
}

const asPath = (name: string) => `Path(${literal(name)})`;

/** Calls that search by a pattern. */
function insertPatterns(text: string, disk: Disk): string {
  return text
    .replace(/Path\(\s*["']([^"'\n]*)["']\s*\)\.(r?)glob\(\s*["']([^"'\n]+)["']\s*\)/g, (all, folder, deep, pattern) =>
      disk.asList(disk.matching(joinPath([folder, deep === 'r' ? `**/${pattern}` : pattern])), all, asPath),
    )
    .replace(/\b(?:glob\.i?glob|Dir\.glob|(?<!\.)glob|globSync)\(\s*["']([^"'\n]+)["'][^)]*\)/g, (all, pattern) =>
      disk.asList(disk.matching(pattern), all),
    )
    .replace(/\bDir\[\s*["']([^"'\n]+)["']\s*\]/g, (all, pattern) => disk.asList(disk.matching(pattern), all));
}

/** Calls that list a folder. */
function insertFolders(text: string, disk: Disk): string {
  return text
    .replace(/Path\("([^"]*)"\)\.iterdir\(\)/g, (all, folder) => disk.asList(disk.matching(`${folder}/*`), all, asPath))
    .replace(
      /\b(?:os\.listdir|(?:(?:fs|require\(\s*["'](?:node:)?fs["']\s*\))\.)?readdirSync|Dir\.(?:children|entries|each_child)|scandir)\(\s*["']([^"'\n]+)["'][^)]*\)/g,
      (all, folder) => {
        const found = disk.beneath(folder, 1)?.slice(1, MAX_NAMES);
        return disk.asList(
          found?.map((one) => one.name),
          all,
        );
      },
    );
}

/** Walks of Python: their files, or a name of its own in each of their folders. */
function insertWalks(text: string, disk: Disk): string {
  return (
    text
      // A walk in a comprehension is its loop written backwards; a name that it asks for is the only one it takes.
      .replace(
        /\[\s*([^[\]\n]*?)\s+for\s+(\w+\s*,\s*\w+\s*,\s*(\w+)\s+in\s+os\.walk\([^)]*\))\s+for\s+(\w+)\s+in\s+\3(?:\s+if\s+\4\s*==\s*(["'])([^"'\n]+)\5)?\s*\]/g,
        (_all, body, walk, files, name, _quote, only) =>
          `for ${walk}:for ${name} in ${files}:${only === undefined ? '' : ` if ${name} == ${literal(only)}:`} ${body}\n`,
      )
      // The walk's names are put together again with their folder.
      .replace(
        /for\s+(\w+)\s*,\s*\w+\s*,\s*(\w+)\s+in\s+os\.walk\(\s*["']([^"'\n]+)["'][^)]*\)\s*:\s*(?:\n\s*)?for\s+(\w+)\s+in\s+\2\s*:([\s\S]*)$/,
        (all, walked, _files, folder, name, body) => {
          const files = disk.beneath(folder)?.filter((one) => !one.isFolder);
          const only = new RegExp(String.raw`^\s*if\s+${name}\s*==\s*["']([^"'\n]+)["']\s*:`).exec(body)?.[1];
          const found = files
            ?.slice(0, MAX_NAMES)
            .map((one) => one.path)
            .filter((path) => only === undefined || path.endsWith(`/${only}`));
          const joined = new RegExp(String.raw`os\.path\.join\(\s*${walked}\s*,\s*${name}\s*\)`, 'g');
          return found === undefined ? all : `for ${name} in ${disk.asList(found, all)}:${body.replace(joined, name)}`;
        },
      )
      // A name of its own in each folder of the walk.
      .replace(
        /for\s+(\w+)\s*,\s*\w+\s*,\s*\w+\s+in\s+os\.walk\(\s*["']([^"'\n]+)["'][^)]*\)\s*:([\s\S]*)$/,
        (all, walked, folder, body) => {
          const folders = disk.beneath(folder)?.filter((one) => one.isFolder);
          const found = folders?.map((one) => one.path).filter(whereWalked(walked, body));
          const isUsed = new RegExp(
            String.raw`\bos\.path\.join\(\s*${walked}\s*,\s*["']|\b${walked}\s*\+\s*["']|\{${walked}\}`,
          );
          if (found === undefined || !isUsed.test(body)) return all;
          return `for ${walked} in ${disk.asList(found.slice(0, MAX_NAMES), all)}:${body}`;
        },
      )
  );
}
