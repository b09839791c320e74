import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { fieldOf } from '@flow/core/record';
import { findRepository, git, splitZ } from '@flow/evidence';
import { namesIn } from '@flow/evidence/disk/names-in';
import { readSmall } from '@flow/evidence/disk/read-small';
import { parseSettings } from '../../places/armed.js';
import { type Place, pluginRoots, textFolders } from './folders.js';
import { partsOfText, type TextParts } from './front-matter.js';

/** A thing that a name stands for: something with a text for the model (a skill, a command), or an agent. */
export type Kind = 'skill' | 'agent';

/** A text that the client may take for a name. */
export interface ClientText {
  path: string;
  parts: TextParts;
  /** Root of the plugin that brings it; null for any other. */
  plugin: string | null;
}

/** A text that may be meant, and cannot be judged. */
export interface Unread {
  path: string;
  why: string;
}

export interface Found {
  texts: ClientText[];
  unread: Unread[];
}

/** The client leaves out what is larger. */
const MAX_BYTES = 1_000_000;
/** Entries of folders that are looked at for one name. */
const MAX_ENTRIES = 10_000;

/**
 * Finds every text that the client may take for a name. Which of several it takes is not asked: each of them is judged.
 * A name that is found nowhere is one of the client's own, or none.
 */
export function findTexts(kind: Kind, name: string, place: Place, deadline: number): Found {
  const search = new Search(name);
  const folders = textFolders(place);
  for (const folder of folders) {
    if (kind === 'agent') search.agents(path.join(folder, 'agents'));
    else {
      search.skills(path.join(folder, 'skills'));
      search.commands(path.join(folder, 'commands'));
    }
  }
  // A text of a plugin is called by both names; the client takes none of several for the last one alone.
  const [first = '', ...rest] = name.split(':');
  if (rest.length > 0) {
    const inFolders = folders.flatMap((folder) => pluginsIn(path.join(folder, 'skills')));
    for (const { name: known, root } of [...pluginRoots(place), ...inFolders]) {
      const names = [known, path.basename(root), fieldOf(manifestOf(root), 'name')];
      if (names.includes(first)) search.plugin(root, rest.join(':'));
    }
  }
  if (kind === 'skill') search.below(place.directory, deadline);
  return search;
}

/** Folders of skills that are plugins. */
const pluginsIn = (skills: string) =>
  namesIn(skills)
    .map((name) => path.join(skills, name))
    .filter((root) => namesIn(path.join(root, '.claude-plugin')).length > 0)
    .map((root) => ({ name: null, root }));

const manifestOf = (root: string) => parseSettings(readSmall(path.join(root, '.claude-plugin/plugin.json')));

const IS_SKILL = /^skill\.md$/i;

class Search implements Found {
  readonly texts: ClientText[] = [];
  readonly unread: Unread[] = [];
  readonly #seen = new Set<string>();
  readonly #wanted: string;
  #entries = 0;

  constructor(wanted: string) {
    this.#wanted = wanted;
  }

  get isEmpty(): boolean {
    return this.texts.length + this.unread.length === 0;
  }

  /** One folder a skill, which has the folder's name and may have another in its front matter. */
  skills(folder: string): void {
    for (const name of namesIn(folder)) {
      const inside = path.join(folder, name);
      for (const file of namesIn(inside).filter((one) => IS_SKILL.test(one)))
        this.#take(path.join(inside, file), name === this.#wanted, null);
    }
  }

  /** Files at any depth, whose folders are part of their names. */
  commands(folder: string): void {
    for (const file of this.#filesIn(folder)) this.#take(file, nameBelow(folder, file) === this.#wanted, null, false);
  }

  /** Files at any depth, named by their front matter. */
  agents(folder: string): void {
    for (const file of this.#filesIn(folder))
      this.#take(file, path.basename(file).replace(/\.md$/i, '') === this.#wanted, null);
  }

  /** Whatever a plugin has of that name: its manifest may put texts in any of its folders. */
  plugin(root: string, wanted: string): void {
    const last = wanted.split(':').at(-1);
    for (const file of this.#filesIn(root)) {
      const name = nameBelow(root, file).split(':').at(-1);
      this.#take(file, name === last, root, true, wanted);
    }
    const listed = fieldOf(fieldOf(manifestOf(root), 'commands'), wanted);
    const source = fieldOf(listed, 'source');
    const content = fieldOf(listed, 'content');
    if (typeof source === 'string') this.#take(path.resolve(root, source), true, root);
    if (typeof content === 'string') {
      const manifest = path.join(root, '.claude-plugin/plugin.json');
      this.texts.push({ path: manifest, parts: partsOfText(content), plugin: root });
    }
  }

  /** Skills of folders below, which the client takes up when it comes by a file there, but for ignored ones. */
  below(directory: string, deadline: number): void {
    const root = findRepository(directory)?.root;
    if (root === undefined) return;
    const pattern = ':(glob,icase)**/.claude/skills/*/skill.md';
    const isNew = ['--cached', '--others', '--exclude-standard'];
    let files: string[] | undefined;
    try {
      const answer = git(root, ['ls-files', '-z', ...isNew, '--', pattern], { deadline });
      if (answer.status === 0) files = splitZ(answer.stdout);
    } catch {
      // Told below.
    }
    for (const file of files ?? []) {
      const name = path.posix.basename(path.posix.dirname(file));
      this.#take(path.join(root, file), name === this.#wanted, null);
    }
    if (files === undefined && this.isEmpty) this.unread.push({ path: root, why: 'its folders cannot be searched' });
  }

  /** Reads a file, and keeps it where it has the name, by its place or by its front matter. */
  #take(file: string, isNamed: boolean, plugin: string | null, namesItself = true, wanted = this.#wanted): void {
    // A file that has been read for its front matter may yet have the name by its place.
    const key = `${isNamed} ${file}`;
    if (this.#seen.has(key) || !(isNamed || namesItself)) return;
    this.#seen.add(key);
    const read = readText(file);
    if (read === null) return;
    if ('why' in read) {
      if (isNamed) this.unread.push({ path: file, why: read.why });
      return;
    }
    // Most files have other names, which is seen without reading their front matter as such.
    if (!isNamed && !mayName(read.text, wanted)) return;
    const parts = partsOfText(read.text);
    if (isNamed || String(parts.fields.name ?? '').trim() === wanted) this.texts.push({ path: file, parts, plugin });
  }

  #filesIn(folder: string): string[] {
    const found: string[] = [];
    const folders = [folder];
    const real = new Set<string>();
    for (let at = folders.shift(); at !== undefined; at = folders.shift()) {
      const place = realOf(at);
      if (place === null || real.has(place)) continue;
      real.add(place);
      for (const entry of entriesOf(at)) {
        this.#entries += 1;
        if (this.#entries > MAX_ENTRIES) {
          this.unread.push({ path: folder, why: `it holds more than ${MAX_ENTRIES} files` });
          return found;
        }
        const inside = path.join(at, entry.name);
        if (/\.md$/i.test(entry.name)) found.push(inside);
        else if (entry.name === 'node_modules' || entry.name === '.git') continue;
        else if (entry.isDirectory() || entry.isSymbolicLink()) folders.push(inside);
      }
    }
    return found;
  }
}

/** `a/b/deploy.md` is `a:b:deploy`, and `a/b/SKILL.md` is `a:b`. */
function nameBelow(folder: string, file: string): string {
  const parts = path.relative(folder, file).split(path.sep);
  const last = parts.pop() ?? '';
  return (IS_SKILL.test(last) ? parts : [...parts, last.replace(/\.md$/i, '')]).join(':');
}

/** Returns false only where a front matter surely gives another name. */
function mayName(text: string, wanted: string): boolean {
  const end = text.indexOf('---', 4);
  const front = end < 0 ? '' : text.slice(0, end);
  return front.includes(wanted) || /\\|[&*]\w|^name:\s*[>|]?\s*$/m.test(front) || /\s/.test(wanted);
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function realOf(folder: string): string | null {
  try {
    return realpathSync(folder);
  } catch {
    return null;
  }
}

/** A text, or why it cannot be read; null where there is none. */
function readText(file: string): { text: string } | { why: string } | null {
  try {
    const entry = statSync(file);
    // The client reads nothing else either, and would wait for a pipe.
    if (!entry.isFile()) return null;
    if (entry.size > MAX_BYTES) return { why: `it is larger than ${MAX_BYTES / 1_000_000} MB` };
    return { text: readFileSync(file, 'utf8') };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return /^(?:ENOENT|ENOTDIR|ELOOP)$/.test(code) ? null : { why: code || 'it cannot be opened' };
  }
}
