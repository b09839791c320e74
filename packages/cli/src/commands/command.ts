import type { Answer, Answering, Invocation, Problem } from '@flow/hooks/program';

export type { Answer, Problem };

/** The call of a command of `flow`: its words are in the order of its `arguments`. */
export interface Call extends Invocation {
  /** Values of the command's own options, by their names in camel case. */
  options: Readonly<Record<string, string | boolean | string[] | undefined>>;
  /** The words that start `flow` here: `flow`, `flowctl`, or either behind a package manager. */
  program: string;
  /** The whole line as it was typed, to be typed again. */
  line: string;
  /** Only the result is asked for. */
  isQuiet: boolean;
}

/** A flag is an option as Commander spells it, `--tier <number>`, and its words. */
export interface Flag {
  flags: string;
  description: string;
  choices?: readonly string[];
}

export const GROUPS = {
  setup: 'Set up:',
  workflow: 'Workflow run of a branch:',
  person: 'Decisions for a person, in a terminal:',
  evidence: 'Evidence and approvals:',
  other: 'Other:',
} as const;

/** `Command` is a command of `flow`: one file each, listed in `commands/index.ts`. */
export interface Command extends Answering<Call> {
  group: keyof typeof GROUPS;
  /** The words of the command as Commander spells them: `<gate>`, `[files...]`. */
  arguments?: string;
  flags?: readonly Flag[];
  /** Lines that can be typed as they are; the first is the usual one. */
  examples: readonly [command: string, what: string][];
}

/** `EXIT` holds the exit codes of `flow`, alike for every command of its own. */
export const EXIT = {
  ...{ ok: 0, finding: 1, usage: 2, broken: 3, interrupted: 130 },
  /** Of `flow run --once`: the item waits for a person, or for somebody else or a time. */
  ...{ person: 42, later: 43 },
} as const;

/** Ends a command: the caller's mistake, a broken machine, or a person who broke off. */
export class FlowError extends Error {
  override readonly name = 'FlowError';
  readonly problem: Required<Problem>;
  readonly exit: number;

  constructor(exit: keyof typeof EXIT, code: string, message: string, remedy: string) {
    super(message);
    this.problem = { code, message, remedy };
    this.exit = EXIT[exit];
  }
}

/** Makes the answer of a command that an error has ended. */
export function answerOf(error: FlowError): Answer {
  return { exit: error.exit, problems: [error.problem] };
}
