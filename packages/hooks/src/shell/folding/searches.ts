import type { Language } from '../code/literals.js';
import { walkDisk } from '../disk/disk.js';
import { expandGlob } from '../words/glob.js';
import type { Around } from './surroundings.js';
import { joinPath, literal, MAX_SEARCHES, MAX_TURNS } from './texts.js';

/** What a walk's first question lets through, as far as it asks for a part of the folder's name. */
function whereWalked(name: string, body: string): (folder: string) => boolean {
  const asked = new RegExp(
    String.raw`^\s*if\s+(?:${name}\.endswith\(\s*["']([^"'\n]+)["']\s*\)|["']([^"'\n]+)["']\s+in\s+${name})\s*:`,
  ).exec(body);
  const [, end, part] = asked ?? [];
  return (folder) => (end === undefined || folder.endsWith(end)) && (part === undefined || folder.includes(part));
}

/** Searches for names become lists of what lies on the disk. */
export function insertNames(text: string, language: Language, { session, shell }: Around): string {
  let asked = 0;
  const list = (pattern: string) => {
    if (++asked > MAX_SEARCHES) return undefined;
    const found = expandGlob(pattern, shell.cwd, (path) => session.list(path));
    return found === undefined ? undefined : found.slice(0, MAX_TURNS * 4);
  };
  const asList = (names: readonly string[] | undefined, all: string, wrap = (name: string) => literal(name)) =>
    names === undefined || names.length === 0
      ? all
      : language === 'perl'
        ? `(${names.map(wrap).join(', ')})`
        : `[${names.map(wrap).join(', ')}]`;
  const beneath = (folder: string) =>
    walkDisk(folder, session, shell)
      ?.filter((one) => !one.isFolder)
      .map((one) => one.path)
      .slice(0, MAX_TURNS * 4);
  let result = text
    .replace(/Path\(\s*["']([^"'\n]*)["']\s*\)\.(r?)glob\(\s*["']([^"'\n]+)["']\s*\)/g, (all, folder, deep, pattern) =>
      asList(
        list(joinPath([folder, deep === 'r' ? `**/${pattern}` : pattern])),
        all,
        (name) => `Path(${literal(name)})`,
      ),
    )
    .replace(/\b(?:glob\.i?glob|Dir\.glob|(?<!\.)glob|globSync)\(\s*["']([^"'\n]+)["'][^)]*\)/g, (all, pattern) =>
      asList(list(pattern), all),
    )
    .replace(/\bDir\[\s*["']([^"'\n]+)["']\s*\]/g, (all, pattern) => asList(list(pattern), all))
    .replace(/Path\("([^"]*)"\)\.iterdir\(\)/g, (all, folder) =>
      asList(list(`${folder}/*`), all, (name) => `Path(${literal(name)})`),
    )
    .replace(
      /\b(?:os\.listdir|(?:(?:fs|require\(\s*["'](?:node:)?fs["']\s*\))\.)?readdirSync|Dir\.(?:children|entries|each_child)|scandir)\(\s*["']([^"'\n]+)["'][^)]*\)/g,
      (all, folder) =>
        asList(
          walkDisk(folder, session, shell, 1)
            ?.slice(1, MAX_TURNS * 4)
            .map((one) => one.name),
          all,
        ),
    )
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
        const only = new RegExp(String.raw`^\s*if\s+${name}\s*==\s*["']([^"'\n]+)["']\s*:`).exec(body)?.[1];
        const found = beneath(folder)?.filter((path) => only === undefined || path.endsWith(`/${only}`));
        const whole = body.replace(new RegExp(String.raw`os\.path\.join\(\s*${walked}\s*,\s*${name}\s*\)`, 'g'), name);
        return found === undefined ? all : `for ${name} in ${asList(found, all)}:${whole}`;
      },
    )
    // A name of its own in each folder of the walk.
    .replace(
      /for\s+(\w+)\s*,\s*\w+\s*,\s*\w+\s+in\s+os\.walk\(\s*["']([^"'\n]+)["'][^)]*\)\s*:([\s\S]*)$/,
      (all, walked, folder, body) => {
        const names = walkDisk(folder, session, shell)?.filter((one) => one.isFolder);
        const found = names?.map((one) => one.path).filter(whereWalked(walked, body));
        const isUsed = new RegExp(
          String.raw`\bos\.path\.join\(\s*${walked}\s*,\s*["']|\b${walked}\s*\+\s*["']|\{${walked}\}`,
        );
        if (found === undefined || !isUsed.test(body)) return all;
        return `for ${walked} in ${asList(found.slice(0, MAX_TURNS * 4), all)}:${body}`;
      },
    );
  if (language === 'perl') {
    result = result.replace(/\bglob\s+["']([^"'\n]+)["']|<([\w./*?-]*[*?][\w./*?-]*)>/g, (all, a, b) =>
      asList(list(a ?? b), all),
    );
  }
  return result;
}
