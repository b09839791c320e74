import type { ParseArgsConfig } from 'node:util';
import { type Start, type Surroundings, surroundingsOf } from '../surroundings.js';

/** Longer than a hook's: a person waits for an answer. Milliseconds. */
const DEADLINE = 60_000;

/** How a command of `flow-hooks` is typed, by its name: another program runs them under names of its own. */
export type Spelling = (name: string) => string;

/** What a command of `flow-hooks` was called with. */
export interface Call {
  /** Absolute path of the folder to work in. */
  directory: string;
  /** Values of the command's options, by their long names. */
  values: Readonly<Record<string, string | boolean | string[] | undefined>>;
  /** Words without a dash, and everything after `--`. */
  words: readonly string[];
  environment: NodeJS.ProcessEnv;
  /** A command as whoever called can type it. */
  typed: Spelling;
}

/** An option as Node reads it, and as the help shows it. */
export type Option = NonNullable<ParseArgsConfig['options']>[string] & {
  /** What it takes, where it takes something: `file` for `--policy <file>`. */
  value?: string;
  about: string;
};

/**
 * A command of `flow-hooks`: one file each, listed in `commands/index.ts`. Exit codes: 0 done, 1 findings or a refusal,
 * 2 usage, 3 broken surroundings; a command that runs another gives that one's own.
 */
export interface Command {
  name: string;
  /** The words behind the name, for the help: `[--json] '<command>'`. */
  usage: string;
  /** What it does, in a few words, for the help. */
  summary: string;
  /** Options besides `--directory`, `--help` and `--version`. */
  options?: Readonly<Record<string, Option>>;
  run(call: Call): number | Promise<number>;
}

/** What was written last, for who asked for JSON: an answer, or only why there is none. */
export const written = { out: '', err: '' };

/** Writes to standard output. */
export function out(text: string): boolean {
  written.out = text;
  return process.stdout.write(text);
}

/** Writes to standard error. */
export function err(text: string): boolean {
  written.err = text;
  return process.stderr.write(text);
}

/** The beginning of a command's work. */
export function startOf(call: Call, milliseconds = DEADLINE): Start {
  return { environment: call.environment, deadline: Date.now() + milliseconds };
}

/** The repository that a command works in; says so and gives null where there is none (exit code 3). */
export function repositoryOf(call: Call): Surroundings | null {
  const around = surroundingsOf(call.directory, startOf(call));
  if (!around) err(`NO_REPOSITORY: ${call.directory} is not in a git repository. Create one: git init\n`);
  return around;
}

/** Tells that the words of a call make no sense (exit code 2). */
export function usage({ typed }: Pick<Call, 'typed'>, command: Command, why?: string): number {
  err(`USAGE: ${why ? `${why} ` : ''}${typed(command.name)} ${command.usage}\n`);
  return 2;
}
