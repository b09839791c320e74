import type { ParseArgsConfig } from 'node:util';
import { type Start, type Surroundings, surroundingsOf } from '@flow/engine/places/surroundings';
import { type Answer, type Answering, failed, type Invocation } from '../answer/answer.js';

/** Milliseconds that a command has. A hook has less: a person waits for an answer. */
const DEADLINE = 60_000;

/** Tells how a command of `flow-hooks` is typed, by its name: `flow` runs some of them under names of its own. */
export type Spelling = (name: string) => string;

/** The call of a command of `flow-hooks`: its words are those without a dash, and everything after `--`. */
export interface Call extends Invocation {
  /** Values of the command's options, by their long names. */
  values: Readonly<Record<string, string | boolean | string[] | undefined>>;
  /** Spells a command as whoever called can type it. */
  typed: Spelling;
}

/** An option as Node reads it, and as the help shows it. */
export type Option = NonNullable<ParseArgsConfig['options']>[string] & {
  /** The name of the option's value, if there is one: `file` for `--policy <file>`. */
  value?: string;
  about: string;
};

/** `Command` is a command of `flow-hooks`: one file each, listed in `commands/index.ts`. */
export interface Command extends Answering<Call> {
  /** The words behind the name, for the help: `[--json] '<command>'`. */
  usage: string;
  /** Options besides `--directory`, `--help`, `--version` and `--json`. */
  options?: Readonly<Record<string, Option>>;
}

/** Begins a command's work: from now on its time runs. */
export function startOf(call: Call, milliseconds = DEADLINE): Start {
  return { environment: call.environment, deadline: Date.now() + milliseconds };
}

/** Finds the repository that a command works in; null where there is none. */
export const repositoryOf = (call: Call): Surroundings | null => surroundingsOf(call.directory, startOf(call));

/** Answers a call that needs a repository, in a folder that is in none. */
export const noRepository = ({ directory }: Call): Answer =>
  failed(3, 'NO_REPOSITORY', `${directory} is not in a git repository. Create one: git init`);

/** Answers a call whose words make no sense, with the usage of its command. */
export function usage({ typed }: Pick<Call, 'typed'>, command: Command, why?: string): Answer {
  return failed(2, 'USAGE', `${why ? `${why} ` : ''}${typed(command.name)} ${command.usage}`);
}
