import type { OwnPrograms } from '../as-typed.js';
/** What a command of `flow` was called with. */
export interface Call {
  /** Absolute path of the folder to work in. */
  directory: string;
  /** The command's own words, in the order of its `arguments`. */
  words: readonly string[];
  /** Values of the command's own options, by their names in camel case. */
  options: Readonly<Record<string, string | boolean | string[] | undefined>>;
  environment: NodeJS.ProcessEnv;
  /** The answer will be printed as JSON, so nothing may be asked. */
  json: boolean;
  /** How our programs are started here. */
  programs: OwnPrograms;
  /** The same for this one: `flow`, `flowctl`, or either behind a package manager. */
  program: string;
  /** The whole line as it was typed, to be typed again. */
  line: string;
  /** Tells a person something beside the answer: on standard error, and not at all with `--quiet` or `--json`. */
  say(text: string): void;
}

/** What went wrong, or what stands in the way: a stable code, the facts, and one thing to do. */
export interface Problem {
  code: string;
  message: string;
  remedy: string;
}

/** What a command has to say: once for programs, once for people. */
export interface Answer {
  /** False: a gate failed or something was found (exit code 1). */
  ok: boolean;
  /** The `data` of `--json`. */
  data: unknown;
  /** For a terminal, with its last newline; may be empty. */
  text: string;
  problem?: Problem;
  /** With a problem that is no finding: another exit code than 1. */
  exit?: number;
}

/** An option as Commander spells it, `--tier <number>`, and its words. */
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

/** A command of `flow`: one file each, listed in `commands/index.ts`. */
export interface Command {
  name: string;
  group: keyof typeof GROUPS;
  /** Its words as Commander spells them: `<gate>`, `[files...]`. */
  arguments?: string;
  /** What it does, in a few words. */
  summary: string;
  flags?: readonly Flag[];
  /** Its text is kept or read by others: no name in it is made to fit how `flow` was called. */
  isDocument?: true;
  /** Lines that can be typed as they are; the first is the usual one. */
  examples: readonly [command: string, what: string][];
  run(call: Call): Answer | Promise<Answer>;
}

/** Exit codes of `flow`, the same for every command of its own. */
export const EXIT = { ok: 0, finding: 1, usage: 2, broken: 3, interrupted: 130 } as const;

/** Ends a command: the caller's mistake, a broken machine, or a person who broke off. */
export class FlowError extends Error {
  override readonly name = 'FlowError';
  readonly problem: Problem;
  readonly exit: number;

  constructor(exit: keyof typeof EXIT, code: string, message: string, remedy: string) {
    super(message);
    this.problem = { code, message, remedy };
    this.exit = EXIT[exit];
  }
}
