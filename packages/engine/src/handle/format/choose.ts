import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import type { FormatPolicy } from '@flow/core';
import { findProgram, type Repository } from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';
import { FORMATTER_SPECS, type FormatterSpec } from './formatters.js';

/** Returns the folders from a file's own up to the repository's root. */
export function foldersAbove(file: string, root: string): string[] {
  const folders: string[] = [];
  for (let at = path.dirname(file); ; at = path.dirname(at)) {
    folders.push(at);
    if (at === root || at === path.dirname(at)) return folders;
  }
}

/**
 * Returns the formatters of a file, in the order in which they run: the ones that are named, else the ones that are
 * configured.
 */
export function formattersOf(file: string, root: string, { use }: FormatPolicy): FormatterSpec[] {
  const fitting = FORMATTER_SPECS.filter(({ endings }) => endings.includes(path.extname(file)));
  if (use) return use.flatMap((id) => fitting.find((spec) => spec.id === id) ?? []);
  const folders = foldersAbove(file, root);
  const configured = fitting.filter((spec) => folders.some((folder) => isConfigured(spec, folder)));
  const layout = configured.find(({ part }) => part === 'layout');
  return configured.filter((spec) => spec.part === 'imports' || spec === layout);
}

function isConfigured({ configured }: FormatterSpec, folder: string): boolean {
  return configured.some(({ file, contains }) => {
    const text = readSmall(path.join(folder, file));
    return text !== undefined && (contains ?? ['']).some((part) => text.includes(part));
  });
}

/** Returns a formatter's executable: the project's own, else the one on PATH; undefined when there is none. */
export function executableOf(
  { id, folders }: FormatterSpec,
  file: string,
  repository: Repository,
  searchPath: string,
): string | undefined {
  const program = process.platform === 'win32' ? `${id}.exe` : id;
  const own = foldersAbove(file, repository.root)
    .flatMap((above) => folders.map((folder) => path.join(above, folder, program)))
    .find(isExecutable);
  return own ?? findProgram(id, searchPath, repository);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
