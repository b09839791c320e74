import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { changedSince, type Repository, readSeal, repositoryState } from '@flow/evidence/fast';
import { CONFIG_NAMES } from './config-names.js';
import { SECRET_PARTS } from './guards/secret-parts.js';
import type { Event } from './hosts/event.js';
import { editedFiles } from './observers/audit-line.js';
import { repositoryAt } from './repository-at.js';
import { mayBeOurs } from './reviews/may-be-ours.js';
import { couldMatter } from './shell/prefilter.js';
import { RUN_MARKER } from './workflow/run-marker.js';

/**
 * The cheap questions, asked before any heavier code is loaded (performance-limits, section 13). They over-match: a
 * "no" here means that the engine would have nothing to say.
 */

/** Parts of paths that protected files have; a link to one is found by its real place, see `couldBeProtected`. */
const PROTECTED_PARTS =
  /\.claude|\.codex|rollout-|\.git[\\/]|\.git$|[\\/]flow[\\/]|flow\.config|develop[\\/]|@flow[\\/]|hooks|\.husky|lefthook|\.output$|tool-results/i;

const READERS = new Set(['Read', 'Glob', 'Grep', 'LS', 'NotebookRead', 'WebFetch', 'WebSearch', 'TodoWrite']);

export function nothingToDo(event: Event, environment: NodeJS.ProcessEnv): boolean {
  switch (event.kind) {
    case 'other':
      return true;
    case 'prompt':
    case 'subagent-start':
      return !hasRun(event.directory, environment);
    case 'subagent-stop':
      return !mayBeOurs(event.role) || !hasRun(event.directory, environment);
    case 'expansion':
      return !event.command.startsWith('approve-');
    case 'tool-before':
      if (mayBeOurs(event.role)) return false;
      if (READERS.has(event.tool)) return !readsMatter(event.directory, environment);
      if (event.tool === 'Bash' || event.tool === 'PowerShell') {
        if (typeof event.input.command !== 'string' || couldMatter(event.input.command)) return false;
        return !readsMatter(event.directory, environment);
      }
      return !couldBeProtected(event.tool, event.input, event.directory, environment);
    case 'tool-after': {
      if (event.output.subagent) return false;
      if (editedFiles(event.tool, event.input, event.directory).length > 0)
        return !observesEdits(event.directory, environment);
      if (event.tool !== 'Bash' && event.tool !== 'PowerShell' && !event.tool.startsWith('mcp__')) return true;
      const command = event.input.command;
      if (typeof command === 'string' && couldMatter(command)) return false;
      if (event.output.changed?.length && !isPlainProject(event.directory, environment)) return false;
      return !protectedChanged(event.directory, environment);
    }
    default:
      return false;
  }
}

/** True where the project does not have secrets read, which costs each reading call a closer look. */
function readsMatter(directory: string, environment: NodeJS.ProcessEnv): boolean {
  const repository = repositoryAt(directory);
  return repository ? existsSync(join(repositoryState(repository, environment), 'guards-reads')) : false;
}

/** True where a workflow may be running. */
function hasRun(directory: string, environment: NodeJS.ProcessEnv): boolean {
  const repository = repositoryAt(directory);
  return repository ? existsSync(join(repositoryState(repository, environment), RUN_MARKER)) : false;
}

/** True where the project wants files formatted, or looked at, behind edits. */
function observesEdits(directory: string, environment: NodeJS.ProcessEnv): boolean {
  const repository = repositoryAt(directory);
  return repository ? existsSync(join(repositoryState(repository, environment), 'observes-edits')) : false;
}

/** True where no rule of the project speaks of the files that change, and no phase is in force. */
function isPlainProject(directory: string, environment: NodeJS.ProcessEnv): boolean {
  const repository = repositoryAt(directory);
  return repository === undefined || !looksAtFiles(repository, environment);
}

/** True where a commit may hold files that a phase closes. */
export function judgesCommits(directory: string, environment: NodeJS.ProcessEnv): boolean {
  const repository = repositoryAt(directory);
  return repository !== undefined && looksAtFiles(repository, environment);
}

/** True where the project protects files of its own, or a phase says which files may change. */
function looksAtFiles(repository: Repository, environment: NodeJS.ProcessEnv): boolean {
  const folder = repositoryState(repository, environment);
  if (['protects', 'edit-rules', RUN_MARKER].some((name) => existsSync(join(folder, name)))) return true;
  // Nobody has looked at this project's policy yet.
  return (
    !existsSync(join(folder, 'policy.json')) && CONFIG_NAMES.some((name) => existsSync(join(repository.root, name)))
  );
}

/** False only for a plain edit of a file whose name, given or real, has nothing of a protected one. */
function couldBeProtected(
  tool: string,
  input: Record<string, unknown>,
  directory: string,
  environment: NodeJS.ProcessEnv,
): boolean {
  const names = namesIn(tool, input);
  return names === null || names.some((name) => isTelling(name, directory, environment));
}

/** What a client's own file tools name; null for any other tool. */
function namesIn(tool: string, input: Record<string, unknown>): unknown[] | null {
  if (tool === 'NotebookEdit') return [input.notebook_path];
  if (tool === 'Write' || tool === 'Edit') return [input.file_path];
  if (tool !== 'apply_patch' || !Array.isArray(input.edits)) return null;
  return input.edits.map((edit: { file_path?: unknown } | null) => edit?.file_path);
}

function isTelling(name: unknown, directory: string, environment: NodeJS.ProcessEnv): boolean {
  if (typeof name !== 'string' || /[\u0000-\u001f\u00df\u0130\u017f\u212a\ufb00-\ufb06]/.test(name)) return true;
  if (PROTECTED_PARTS.test(name) || SECRET_PARTS.test(name)) return true;
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

/** True when a protected file no longer is as it was at the last look. Without a seal there is nothing to compare. */
function protectedChanged(directory: string, environment: NodeJS.ProcessEnv): boolean {
  const repository = repositoryAt(directory);
  if (!repository) return false;
  const seal = readSeal(repositoryState(repository, environment));
  return seal !== undefined && seal !== null && changedSince(seal).length > 0;
}
