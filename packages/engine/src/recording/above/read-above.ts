import { existsSync } from 'node:fs';
import path from 'node:path';
import { isWithinFolder } from '@flow/evidence/disk/is-within-folder';
import { readSmall } from '@flow/evidence/disk/read-small';
import type { ShellContext } from '@flow/shell-effects/effects';
import { type Form, SOURCES, type Source } from '../../policy/above-sources.js';
import { isHarmless } from '../runs/variables.js';
import { keysIn, type Pair, settingsIn, wordsIn } from './settings-text.js';

/** A configuration outside of the repository that a run reads. */
export interface Above {
  /** Absolute. */
  file: string;
  /** The configuration may leave out tests or change them, or cannot be understood. */
  isDoubted: boolean;
  /** The configuration takes the place of the repository's own. */
  isInstead: boolean;
}

/** A run, as far as it decides what is read. */
export interface Reading {
  /** Name of the runner, or of the program, and of what started it. */
  readers: readonly string[];
  /** Absolute folder in which the runner begins to look. */
  directory: string;
  /** The repository's root. */
  root: string;
  context: ShellContext;
  /** Absolute paths that the line itself may write: their content is not known. */
  written(file: string): boolean;
  /** Tells whether words of a configuration have the run leave something out. */
  choosesOthers(words: readonly string[]): boolean;
}

/** A configuration is never that large; one that is counts as one that cannot be read. */
const MAX_TEXT = 4 * 1024 * 1024;

/**
 * Finds the configuration outside of its repository that a run reads. Only names on the way up and in the home are looked
 * at.
 */
export function readAbove(run: Reading): Above[] {
  const found: Above[] = [];
  let isThere = false;
  for (const source of SOURCES) {
    if (!source.readers.some((reader) => run.readers.includes(reader)) || (source.otherwise && isThere)) continue;
    const { files, inside } = filesOf(source, run);
    isThere = inside || files.length > 0;
    for (const file of files) {
      const isDoubted = doubts(file, source, run);
      found.push({ file, isDoubted, isInstead: source.where === 'nearest' && source.form !== 'text' });
      for (const name of source.beside ?? [])
        for (const folder of foldersFrom(path.dirname(run.root), path.dirname(file)))
          if (textOf(path.join(folder, name), run) !== undefined)
            found.push({ file: path.join(folder, name), isDoubted: true, isInstead: true });
    }
  }
  const doubted = new Set(found.flatMap(({ file, isDoubted }) => (isDoubted ? [file] : [])));
  return found.filter(
    ({ file, isDoubted }, at) =>
      (isDoubted || !doubted.has(file)) &&
      found.findIndex((one) => one.file === file && one.isDoubted === isDoubted) === at,
  );
}

/** Returns the files of a source outside of the repository that are read, and whether one within takes their place. */
function filesOf(source: Source, run: Reading): { files: string[]; inside: boolean } {
  const { root } = run;
  if (source.where === 'home') return { files: homeFiles(source, run), inside: false };
  const counts = (file: string) => isConfiguration(file, source, run);
  if (source.where === 'each') {
    const folders = foldersFrom(path.dirname(root), '/');
    const fitting = folders.filter((folder) => isFitting(folder, source));
    return {
      files: fitting.flatMap((folder) => source.files.map((name) => path.join(folder, name))).filter(counts),
      inside: false,
    };
  }
  if (source.before && !isBefore(source.before, run.directory)) return { files: [], inside: false };
  if (source.form === 'go.work' && workspaceOf(run)) return { files: [], inside: false };
  const folders = foldersFrom(run.directory, '/');
  const sets = source.byName ? source.files.map((name) => [name]) : [source.files];
  for (const names of sets)
    for (const folder of folders) {
      const file = names.map((name) => path.join(folder, name)).find(counts);
      if (file !== undefined) {
        const inside = isWithinFolder(file, root);
        return { files: inside ? [] : [file], inside };
      }
      if (source.until && existsSync(path.join(folder, source.until))) return { files: [], inside: true };
    }
  return { files: [], inside: false };
}

/** Go's workspace, as a variable or Go's own file of variables sets it: `off`, or a path. */
function workspaceOf(run: Reading): string {
  const file = SOURCES.filter(({ place }) => place === 'GOENV').flatMap((source) => homeFiles(source, run))[0];
  const own =
    file === undefined ? undefined : settingsIn(textOf(file, run) ?? '').find(({ name }) => name === 'GOWORK');
  return run.context.env?.GOWORK || (own?.value ?? '');
}

function homeFiles({ files, folder, place }: Source, run: Reading): string[] {
  const { env = {}, home } = run.context;
  const named = place === undefined ? undefined : (env[place] ?? env[place.toUpperCase()]);
  if (named === 'off') return [];
  const base = folder && env[folder.variable];
  const all = named
    ? [path.resolve(run.directory, named)]
    : base
      ? folder.files.map((name) => path.join(base, name))
      : files.map((name) => path.join(home, name));
  return all.filter((file) => !isWithinFolder(file, run.root) && textOf(file, run) !== undefined);
}

/** Returns a folder and those above it, up to another one. */
function foldersFrom(folder: string, last: string): string[] {
  const folders = [folder];
  while (folder !== last && folder !== path.dirname(folder)) {
    folder = path.dirname(folder);
    folders.push(folder);
  }
  return folders;
}

/** Returns the text of a file; null where it is there and its content is not known. */
function textOf(file: string, run: Reading): string | null | undefined {
  if (run.written(file)) return null;
  const text = readSmall(file, MAX_TEXT);
  return text === undefined && existsSync(file) ? null : text;
}

function isConfiguration(file: string, { sections, form }: Source, run: Reading): boolean {
  const text = textOf(file, run);
  if (form === 'workspace' && text && leavesOut(text, path.relative(path.dirname(file), run.root))) return false;
  const needed = sections?.[path.basename(file)];
  if (text === undefined || text === null || needed === undefined) return text !== undefined;
  return needed.some((name) => new RegExp(`^\\s*\\[${name.replaceAll('.', '\\.')}(?:\\]|\\.)`, 'm').test(text));
}

const isFitting = (folder: string, { with: needed }: Source) =>
  needed === undefined ||
  Object.entries(needed).some(([name, part]) => readSmall(path.join(folder, name), MAX_TEXT)?.includes(part) ?? false);

/** Tells whether the installed package is one of an older version; where none is found, it may be. */
function isBefore({ package: name, major }: NonNullable<Source['before']>, directory: string): boolean {
  for (const folder of foldersFrom(directory, '/')) {
    const text = readSmall(path.join(folder, 'node_modules', name, 'package.json'));
    const version = text && /"version"\s*:\s*"(\d+)\./.exec(text)?.[1];
    if (version) return Number(version) < major;
  }
  return true;
}

/** Tells whether a configuration may leave out tests or change them. */
function doubts(file: string, source: Source, run: Reading): boolean {
  const text = textOf(file, run);
  if (typeof text !== 'string' || /\.[cm]?[jt]s$/.test(file)) return true;
  return FORMS[source.form](text, source, run, file);
}

const FORMS: Readonly<Record<Form, (text: string, source: Source, run: Reading, file: string) => boolean>> = {
  code: () => true,
  text: (text, { risky }) => risky?.test(text) ?? false,
  words(text, { risky }, run) {
    const words = wordsIn(text.replaceAll(/^\s*#.*$/gm, ''));
    return words.some((word) => risky?.test(word)) || run.choosesOthers(words);
  },
  keys(text, source, run) {
    const pairs = keysIn(text);
    return pairs === null || pairs.some((pair) => changes(pair, source, run));
  },
  settings(text, source, run, file) {
    const sections = source.sections?.[path.basename(file)];
    const isOf = ({ section }: Pair) =>
      sections === undefined || sections.some((name) => section === name || section.startsWith(`${name}.`));
    return settingsIn(text).some((pair) => isOf(pair) && changes(pair, source, run));
  },
  'go.work': (text, _source, run, file) => /^\s*replace\b/m.test(text) || usesOthers(text, file, run),
  workspace: () => true,
};

function changes(pair: Pair, { harmless, risky, like = {}, words }: Source, run: Reading): boolean {
  const { name, key, value } = pair;
  if (words?.test(name)) return run.choosesOthers(wordsIn(value));
  const variable = like[key];
  if (variable !== undefined) return !isHarmless(variable, wordsIn(value).join(' '));
  return risky ? risky.test(name) : !(harmless?.test(name) ?? false);
}

/** Tells whether a workspace of Go has a module outside of the repository in place of one that the repository requires. */
function usesOthers(text: string, file: string, { directory, root }: Reading): boolean {
  const block = [...text.matchAll(/^\s*use\s*\(([^)]*)\)/gm)].flatMap(([, inner = '']) => inner.split('\n'));
  const single = [...text.matchAll(/^\s*use\s+([^\s(].*)$/gm)].map(([, folder = '']) => folder);
  const folders = [...block, ...single]
    .map((line) =>
      line
        .replace(/\/\/.*/, '')
        .trim()
        .replace(/^"|"$/g, ''),
    )
    .filter(Boolean);
  const required = foldersFrom(directory, root)
    .map((folder) => readSmall(path.join(folder, 'go.mod')) ?? '')
    .join('\n');
  return folders.some((folder) => {
    const module = path.resolve(path.dirname(file), folder);
    if (isWithinFolder(module, root)) return false;
    const name = /^module\s+"?([^\s"]+)/m.exec(readSmall(path.join(module, 'go.mod')) ?? '')?.[1];
    return name === undefined || required.includes(name);
  });
}

/** Tells whether a workspace of Cargo leaves a folder out, which is built by itself then. */
function leavesOut(text: string, folder: string): boolean {
  const excluded = settingsIn(text).find(({ name }) => name === 'workspace.exclude');
  return wordsIn(excluded?.value ?? '').some((one) => folder === one || folder.startsWith(`${one}/`));
}
