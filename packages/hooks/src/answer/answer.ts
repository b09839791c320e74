/** A code and a sentence about what stands in the way, and where there is one, the way on. */
export interface Problem {
  code: string;
  message: string;
  remedy?: string;
}

/** The answer of a command: data for programs, a text for people, and what stands in the way. */
export interface Answer {
  /** 0 done, 1 findings or a refusal, 2 usage, 3 broken surroundings, or the exit code of the command that was run. */
  exit: number;
  /** Data for programs (`--json`). Without data, a program gets the text. */
  data?: unknown;
  /** JSON lines for programs, in place of one document. */
  lines?: readonly object[];
  /** The text for people, with its last newline. */
  text?: string;
  /** The text and the data quote what others wrote, or name our programs as they are typed here already. */
  isVerbatim?: true;
  /** The text has lines of files or of a difference, which no screen may break. */
  isUnbroken?: boolean;
  /** The first is the error where the exit code is not 0; after success all of them are warnings. */
  problems?: readonly Problem[];
  /** The words that people read below the problems. */
  last?: string;
}

/** A command's answer, or where somebody watches, an answer whenever there may be another one. */
export type Answered = Answer | Promise<Answer> | AsyncIterable<Answer>;

/**
 * The door through which a command writes while it still works: what takes minutes, what a person is asked or has to see
 * first. Everything else is part of the answer.
 */
export interface Door {
  /** Tells at once what happens: on standard error. */
  tell(text: string): void;
  /** Shows at once what belongs to the answer: on standard output, or beside the document of a program. */
  show(text: string): void;
}

/** The call of any command of `flow` and `flow-hooks`. */
export interface Invocation extends Door {
  /** Absolute path of the folder to work in. */
  directory: string;
  words: readonly string[];
  environment: NodeJS.ProcessEnv;
  /** The answer is printed as JSON, so nothing is asked, and standard output has nothing else. */
  json: boolean;
}

/** An answering command of `flow` or `flow-hooks` returns its answer, and one printer prints it. */
export interface Answering<Call extends Invocation> {
  name: string;
  /** The sentence that says what the command does, for the help. */
  summary: string;
  run(call: Call): Answered;
}

/** Makes an answer that is only a problem. */
export function failed(exit: number, code: string, message: string, remedy?: string): Answer {
  return { exit, problems: [{ code, message, ...(remedy && { remedy }) }] };
}
