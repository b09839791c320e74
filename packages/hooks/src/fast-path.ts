import { existsSync, lstatSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readSeal, repositoryState } from '@flow/evidence/fast';
import { protectedChanged, READERS, readsMatter } from './first-look.js';
import type { Event } from './hosts/event.js';
import { editedFiles } from './observers/audit-line.js';
import { couldAnyBeProtected, couldBeProtected, looksAtFiles } from './plain-edit.js';
import { repositoryAt } from './repository-at.js';
import { mayBeOurs } from './reviews/may-be-ours.js';
import { plainFiles } from './shell/plain-files.js';
import { couldMatter } from './shell/prefilter.js';
import { RUN_MARKER } from './workflow/run-marker.js';

/**
 * The cheap questions, asked before any heavier code is loaded (performance-limits, section 13). They over-match: a
 * "no" here means that the engine would have nothing to say.
 */

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
      if (READERS.has(event.tool)) return !inState(event.directory, environment, readsMatter);
      if (event.tool === 'Bash' || event.tool === 'PowerShell') {
        const { command } = event.input;
        if (typeof command !== 'string') return false;
        if (couldMatter(command) && !isPlainWork(command, event.directory, environment, { begins: true })) return false;
        return !inState(event.directory, environment, readsMatter);
      }
      return !couldBeProtected(event.tool, event.input, event.directory, environment);
    case 'tool-after': {
      if (event.output.subagent) return false;
      if (editedFiles(event.tool, event.input, event.directory).length > 0)
        return !observesEdits(event.directory, environment);
      if (event.tool !== 'Bash' && event.tool !== 'PowerShell' && !event.tool.startsWith('mcp__')) return true;
      const command = event.input.command;
      if (typeof command === 'string' && couldMatter(command)) {
        if (!isPlainWork(command, event.directory, environment, { begins: false })) return false;
      }
      if (event.output.changed?.length && !isPlainProject(event.directory, environment)) return false;
      return !inState(event.directory, environment, protectedChanged);
    }
    default:
      return false;
  }
}

/**
 * True for a command that changes files of the repository one by one, none of which any rule speaks of.
 * @param begins it has not run yet: what it takes has to be there, and there is a look at the protected files to compare with
 */
function isPlainWork(
  command: string,
  directory: string,
  environment: NodeJS.ProcessEnv,
  { begins }: { begins: boolean },
): boolean {
  const told = plainFiles(command);
  if (told === null || couldAnyBeProtected(told.names, directory, environment)) return false;
  const isFolder = (name: string) => lstatSync(resolve(directory, name), { throwIfNoEntry: false })?.isDirectory();
  if (told.files.some(isFolder)) return false;
  return !begins || inState(directory, environment, (state) => readSeal(state) !== undefined);
}

/** What a command that `nothingToDo` has settled says that it changes; absolute. */
export function writtenBy(event: Event): string[] {
  if (event.kind !== 'tool-after' || typeof event.input.command !== 'string') return [];
  const { directory, input } = event;
  return [...new Set(plainFiles(String(input.command))?.written.map((name) => resolve(directory, name)))];
}

/** What a question about the repository's state says; false where there is none. */
function inState(directory: string, environment: NodeJS.ProcessEnv, ask: (state: string) => boolean): boolean {
  const repository = repositoryAt(directory);
  return repository !== undefined && ask(repositoryState(repository, environment));
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
