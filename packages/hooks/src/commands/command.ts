import type { ParseArgsConfig } from 'node:util';
import { type Start, type Surroundings, surroundingsOf } from '../surroundings.js';
import { asTyped } from '../text/as-typed.js';
import { type Answer, failed } from './answer.js';

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

/** A command of `flow-hooks`: one file each, listed in `commands/index.ts`. It returns its answer and prints nothing of it. */
export interface Command {
  name: string;
  /** The words behind the name, for the help: `[--json] '<command>'`. */
  usage: string;
  /** What it does, in a few words, for the help. */
  summary: string;
  /** Options besides `--directory`, `--help` and `--version`. */
  options?: Readonly<Record<string, Option>>;
  run(call: Call): Answer | Promise<Answer>;
}

/** Writes to standard error at once what happens on the way to an answer, which may take minutes or ask a person. */
export function tell(text: string): void {
  process.stderr.write(asTyped(text, process.cwd()));
}

/** The beginning of a command's work. */
export function startOf(call: Call, milliseconds = DEADLINE): Start {
  return { environment: call.environment, deadline: Date.now() + milliseconds };
}

/** The repository that a command works in; null where there is none. */
export const repositoryOf = (call: Call): Surroundings | null => surroundingsOf(call.directory, startOf(call));

/** Where a command needs a repository and there is none. */
export const noRepository = ({ directory }: Call): Answer =>
  failed(3, 'NO_REPOSITORY', `${directory} is not in a git repository. Create one: git init`);

/** The words of a call make no sense. */
export function usage({ typed }: Pick<Call, 'typed'>, command: Command, why?: string): Answer {
  return failed(2, 'USAGE', `${why ? `${why} ` : ''}${typed(command.name)} ${command.usage}`);
}
