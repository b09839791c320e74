import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { hasSecretPart } from '@flow/engine/places/secret-parts';
import { CONFIG_NAMES } from '@flow/engine/policy/config-names';
import type { Marker } from '@flow/engine/policy/markers';
import { type Repository, repositoryState } from '@flow/evidence/fast';
import { repositoryAt } from '@flow/evidence/git/repository-at';

/** Cheap questions about edits. Part of the small entry: over-matching, and nothing but `fs` and `path`. */

/** Parts of paths that protected files have, shortened where little else has them, and what package managers installed; a link to one is found by its real place, see `couldBeProtected`. */
const PROTECTED_PARTS =
  '.claude .codex .gemini .qwen .factory copilot opencode rollout- .gitc /git/config .git/ flow/ flow.c develop/ hooks .husky lefthook tool-r node_mod vendor/ venv/ -packages/ .tox/ .nox/ .mvn/'.split(
    ' ',
  );

/** Text is looked for, as one pattern of all these parts takes longer to compile than all looks at the disk. */
function hasProtectedPart(name: string): boolean {
  const low = name.toLowerCase().replaceAll('\\', '/');
  return low.endsWith('.git') || low.endsWith('.output') || PROTECTED_PARTS.some((part) => low.includes(part));
}

/** Tells whether the project protects files of its own, or a phase says which files may change. */
export function looksAtFiles(repository: Repository, environment: NodeJS.ProcessEnv): boolean {
  const folder = repositoryState(repository, environment);
  const markers: readonly Marker[] = ['protects', 'edit-rules', 'runs'];
  if (markers.some((name) => existsSync(join(folder, name)))) return true;
  // Nobody has looked at this project's policy yet.
  return (
    !existsSync(join(folder, 'policy.json')) && CONFIG_NAMES.some((name) => existsSync(join(repository.root, name)))
  );
}

/** Returns false only for a plain edit of a file whose name, given or real, has nothing of a protected one. */
export function couldBeProtected(
  tool: string,
  input: Record<string, unknown>,
  directory: string,
  environment: NodeJS.ProcessEnv,
): boolean {
  const names = namesIn(tool, input);
  return names === null || names.some((name) => isTelling(name, directory, environment));
}

/**
 * Tells whether any file that a command names could be protected: absolute paths, as a command is given in some folder.
 */
export function couldAnyBeProtected(
  names: readonly string[],
  directory: string,
  environment: NodeJS.ProcessEnv,
): boolean {
  return names.some((name) => {
    const absolute = name.startsWith('/') ? name : join(directory, name);
    // Where that leads, only the process that asks is told.
    return absolute.startsWith('/proc/') || isTelling(absolute, directory, environment);
  });
}

const isMisshapen = (text: unknown) => text !== undefined && typeof text !== 'string';

/** Tells what a client's own file tools name; null for any other tool. */
function namesIn(tool: string, input: Record<string, unknown>): unknown[] | null {
  if (tool === 'NotebookEdit') return [input.notebook_path];
  // A text that is none is for those who say so.
  if (tool === 'Write' || tool === 'Edit')
    return [input.content, input.old_string, input.new_string].some(isMisshapen) ? null : [input.file_path];
  if (tool !== 'apply_patch' || !Array.isArray(input.edits)) return null;
  return input.edits.map((edit: { file_path?: unknown } | null) => edit?.file_path);
}

function isTelling(name: unknown, directory: string, environment: NodeJS.ProcessEnv): boolean {
  if (
    typeof name !== 'string' ||
    name.trim() === '' ||
    /[\u0000-\u001f\u00df\u0130\u017f\u212a\ufb00-\ufb06]/.test(name)
  )
    return true;
  if (hasProtectedPart(name) || hasSecretPart(name)) return true;
  const absolute = name.startsWith('/') || /^[A-Za-z]:/.test(name) ? name : join(directory, name);
  const repository = repositoryAt(absolute);
  if (!repository) return false;
  // Beyond the repository, or through a link, or with globs of the project's own: the engine looks closely.
  if (!absolute.startsWith(`${repository.root}/`) || hasLink(repository.root, absolute)) return true;
  return looksAtFiles(repository, environment);
}

function hasLink(root: string, absolute: string): boolean {
  const parts = absolute.slice(root.length + 1).split('/');
  let at = root;
  for (const part of parts) {
    at = `${at}/${part}`;
    if (part === '..' || isLink(at)) return true;
  }
  return false;
}

/** A link, or a file that has another name elsewhere. */
function isLink(file: string): boolean {
  try {
    const entry = lstatSync(file);
    return entry.isSymbolicLink() || (entry.isFile() && entry.nlink > 1);
  } catch {
    return false;
  }
}
