import type { Shell } from '../state.js';
import { type Finder, inProcfile } from './task-finders.js';

/** A tool that runs named tasks of a file. */
export interface TaskTool {
  /** The task that the words name and the words after it; undefined when they name none. */
  readonly pick: (words: readonly string[]) => readonly string[] | undefined;
  readonly files: readonly string[];
  /** Files that the words or the surroundings name. */
  readonly named?: (words: readonly string[], shell: Shell) => readonly string[];
  readonly find: Finder;
}

/** Returns the first word that is no option, and what follows. */
export function firstTask(words: readonly string[]): readonly string[] | undefined {
  const at = words.findIndex((word) => !word.startsWith('-'));
  return at < 0 ? undefined : words.slice(at);
}

/** Returns the words after one of the given subcommands. */
export function taskAfter(...verbs: readonly string[]): TaskTool['pick'] {
  return (words) => (verbs.includes(words[0] ?? '') ? firstTask(words.slice(1)) : undefined);
}

/** Returns the first task, or the default one; undefined where an option only asks what tasks there are. */
export function namedTask(words: readonly string[]): readonly string[] | undefined {
  if (words.some((word) => /^(?:-[TPDWhVl]|--(?:tasks|prereqs|describe|help|version|list\S*|tree))$/.test(word)))
    return undefined;
  return firstTask(words) ?? ['default'];
}

/** How the processes of a Procfile are started. */
export const PROCFILE: TaskTool = {
  pick: (words) =>
    /^(?:start|local|s|)$/.test(words[0] ?? '') ? (firstTask(words.slice(1)) ?? ['default']) : undefined,
  files: ['Procfile', 'Procfile.dev'],
  find: inProcfile,
};

/** Returns the words without these options and what they take. */
export function withoutValues(words: readonly string[], valued: RegExp): string[] {
  return words.filter((word, at) => !valued.test(word) && !valued.test(words[at - 1] ?? ''));
}
