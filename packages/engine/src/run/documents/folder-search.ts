import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Finding } from '@flow/core';
import type { Workflow } from '@flow/core/workflow';
import type { DocumentPaths } from './documents.js';

/** Number of levels that a search goes down below the folder of all branches. */
const DEPTH = 6;
const MAX_ENTRIES = 2_000;

/** A path that a shell reads as it is written: it becomes part of a command. */
const PLAIN = /^[\w.@+][\w./@+-]*$/;

/**
 * Documents in a folder that is called nearly like the branch, where the branch has none of its own: `develop/login` or
 * `develop/feature-login` for `feature/login` (feature D50). They are told with the command that brings them here, and not
 * read: what lies elsewhere may be the work of somebody else, and would be approved work at once.
 * @param isTaken whether a branch or a run of this name is there, so that the folder is its own
 */
export function documentsFurther(
  root: string,
  { documents }: Workflow,
  branch: string,
  isTaken: (name: string) => boolean,
): Finding[] {
  const found = new Map<string, string[]>();
  return Object.entries(documents).flatMap(([document, { path: pattern }]) => {
    const [top = '', rest] = pattern.split('{branch}');
    if (top === '' || rest === undefined) return [];
    if (!found.has(top)) found.set(top, filesBelow(root, top));
    const like = found.get(top)!.filter((file) => {
      const name = file.endsWith(rest) ? file.slice(top.length, -rest.length) : '';
      return isLike(name, branch) && PLAIN.test(file) && !isTaken(name);
    });
    const [from] = like;
    const to = path.posix.dirname(pattern.replaceAll('{branch}', () => branch));
    if (from === undefined || !PLAIN.test(to)) return [];
    return [{ code: 'DOCUMENT_ELSEWHERE', level: 'warn', path: from, args: { document, from, to, read: false } }];
  });
}

/**
 * Lists documents that lie where the branch's own belong, in a folder below the root: who works in a package of a
 * monorepo has written them from there. They are told with the command that brings them to the root.
 * @param files all that the content was taken from (see `TreeOptions.heard`)
 */
export function documentsBelow(files: readonly string[], paths: DocumentPaths): Finding[] {
  const wanted = Object.entries(paths).flatMap(([document, [file]]) =>
    file === undefined ? [] : [{ document, file }],
  );
  return wanted.flatMap(({ document, file }) => {
    const from = files.find((one) => one.endsWith(`/${file}`) && PLAIN.test(one) && !isInSubmodule(one, files));
    if (from === undefined) return [];
    const args = { document, from, to: path.posix.dirname(file), below: true };
    return [{ code: 'DOCUMENT_ELSEWHERE', level: 'warn', path: from, args }];
  });
}

/** Tells whether a file lies in a submodule, which is itself a path among the files. */
function isInSubmodule(file: string, files: readonly string[]): boolean {
  for (let at = path.posix.dirname(file); at !== '.'; at = path.posix.dirname(at)) {
    if (files.includes(at)) return true;
  }
  return false;
}

/**
 * Tells whether a name is like a branch's: the same words with other signs between them, or without the first of them.
 */
function isLike(name: string, branch: string): boolean {
  const [one, other] = [words(name), words(branch)];
  return one !== '' && name !== branch && (one === other || other.endsWith(`-${one}`) || one.endsWith(`-${other}`));
}

const words = (name: string) =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join('-');

/** Lists files below a folder, by their paths from the root, in the order of their names. Links are not followed. */
function filesBelow(root: string, top: string): string[] {
  const files: string[] = [];
  let left = MAX_ENTRIES;
  const walk = (folder: string, depth: number): void => {
    for (const entry of entriesOf(path.join(root, folder))) {
      if (--left < 0) return;
      const name = `${folder}${entry.name}`;
      if (entry.isFile()) files.push(name);
      else if (entry.isDirectory() && depth < DEPTH) walk(`${name}/`, depth + 1);
    }
  };
  walk(top, 0);
  return files;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch {
    return [];
  }
}
