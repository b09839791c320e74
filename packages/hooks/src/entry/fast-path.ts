import { existsSync, lstatSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Event } from '@flow/clients/event';
import { editedFiles } from '@flow/engine/facts/trail/audit-line';
import type { Marker } from '@flow/engine/policy/markers';
import { mayBeOurs } from '@flow/engine/run/reviews/may-be-ours';
import { readSeal, repositoryState } from '@flow/evidence/fast';
import { repositoryAt } from '@flow/evidence/git/repository-at';
import { isPlainCommit } from '@flow/shell-effects/plain/commits';
import { plainFiles } from '@flow/shell-effects/plain/files';
import { mayMatter } from '@flow/shell-effects/plain/may-matter';
import { isForeign, protectedChanged, READERS, readsMatter } from './first-look.js';
import { commitsAreFree } from './plain-commits.js';
import { couldAnyBeProtected, couldBeProtected, looksAtFiles } from './plain-edit.js';

/*
 * Cheap questions, asked before any heavier code is loaded. The questions over-match: a "no" here means that the engine would
 * have nothing to say.
 */

/**
 * Lists the files that an event changes by its own words, where nothing else is to be judged: nearly always none. Absolute
 * paths.
 * @returns null where the engine has to be asked
 */
export function settled(event: Event, environment: NodeJS.ProcessEnv): readonly string[] | null {
  if (event.kind === 'tool-after') return settledAfter(event, environment);
  return nothingAhead(event, environment) ? NOTHING : null;
}

const NOTHING: readonly string[] = [];

function nothingAhead(event: Exclude<Event, After>, environment: NodeJS.ProcessEnv): boolean {
  switch (event.kind) {
    case 'other':
      return true;
    case 'prompt':
      return !isForeign(event.source) && !hasRun(event.directory, environment);
    case 'moved':
      return repositoryAt(event.directory)?.commonDir === repositoryAt(`${event.about}`)?.commonDir;
    case 'subagent-start':
    case 'stop':
    case 'subagent-stop':
      return !hasRun(event.directory, environment);
    case 'tool-before': {
      if (mayBeOurs(event.role)) return false;
      // A driver's session edits in its own work tree alone.
      const isLed = environment.FLOW_WORKTREE !== undefined;
      if (READERS.has(event.tool)) return !inState(event.directory, environment, readsMatter);
      if (event.tool === 'Bash' || event.tool === 'PowerShell') {
        const { command } = event.input;
        if (typeof command !== 'string') return false;
        if (mayMatter(command) && (isLed || !isPlainAhead(command, event.directory, environment))) return false;
        return !inState(event.directory, environment, readsMatter);
      }
      return !isLed && !couldBeProtected(event.tool, event.input, event.directory, environment);
    }
    default:
      return false;
  }
}

type After = Extract<Event, { kind: 'tool-after' }>;

function settledAfter(event: After, environment: NodeJS.ProcessEnv): readonly string[] | null {
  const { tool, input, directory, output } = event;
  if (output.subagent || tool === 'Skill') return null;
  if (editedFiles(tool, input, directory).length > 0) return observesEdits(directory, environment) ? null : NOTHING;
  if (!/^(?:Bash$|PowerShell$|mcp__)/.test(tool)) return NOTHING;
  const { command } = input;
  const matters = typeof command === 'string' && mayMatter(command);
  const work = matters ? plainWork(command, directory, environment) : null;
  if (matters && work === null) return null;
  if (output.changed?.length && !isPlainProject(directory, environment)) return null;
  if (inState(directory, environment, (state) => protectedChanged(state) || (!matters && readsMatter(state))))
    return null;
  return [...new Set(work?.map((name) => resolve(directory, name)))];
}

/**
 * Returns the files that a command names as written which changes them one by one, none of which any rule speaks of;
 * none for one that commits and does nothing beside. Null for any other.
 */
function plainWork(command: string, directory: string, environment: NodeJS.ProcessEnv): readonly string[] | null {
  const told = plainFiles(command);
  if (told === null) return commitsFreely(command, directory, environment) ? NOTHING : null;
  if (couldAnyBeProtected(told.names, directory, environment)) return null;
  const isFolder = (name: string) => lstatSync(resolve(directory, name), { throwIfNoEntry: false })?.isDirectory();
  return told.files.some(isFolder) ? null : told.written;
}

function commitsFreely(command: string, directory: string, environment: NodeJS.ProcessEnv): boolean {
  const repository = isPlainCommit(command) ? repositoryAt(directory) : undefined;
  return repository !== undefined && commitsAreFree(repository, environment);
}

/**
 * Tells whether a command that is about to run is plain work, and the protected files have been looked at to compare
 * with.
 */
function isPlainAhead(command: string, directory: string, environment: NodeJS.ProcessEnv): boolean {
  const isSealed = (state: string) => readSeal(state) !== undefined;
  return plainWork(command, directory, environment) !== null && inState(directory, environment, isSealed);
}

/** Answers a question about the repository's state; false where there is no state. */
function inState(directory: string, environment: NodeJS.ProcessEnv, ask: (state: string) => boolean): boolean {
  const repository = repositoryAt(directory);
  return repository !== undefined && ask(repositoryState(repository, environment));
}

/** Tells whether a workflow may be running. */
function hasRun(directory: string, environment: NodeJS.ProcessEnv): boolean {
  const repository = repositoryAt(directory);
  return repository ? existsSync(join(repositoryState(repository, environment), 'runs' satisfies Marker)) : false;
}

/** Tells whether the project wants files formatted, or looked at, behind edits. */
function observesEdits(directory: string, environment: NodeJS.ProcessEnv): boolean {
  const repository = repositoryAt(directory);
  return repository
    ? existsSync(join(repositoryState(repository, environment), 'observes-edits' satisfies Marker))
    : false;
}

/** Tells whether no rule of the project speaks of the files that change, and no phase is in force. */
function isPlainProject(directory: string, environment: NodeJS.ProcessEnv): boolean {
  const repository = repositoryAt(directory);
  return repository === undefined || !looksAtFiles(repository, environment);
}

/** Tells whether a commit may hold files that a phase closes: asked in git's own hook. */
export function judgesCommits(directory: string, environment: NodeJS.ProcessEnv): boolean {
  const repository = repositoryAt(directory);
  const named = environment.GIT_DIR;
  // Git may have been told of another one, which takes more to find.
  if (named && resolve(directory, named) !== repository?.gitDir) return true;
  return repository !== undefined && looksAtFiles(repository, environment);
}
