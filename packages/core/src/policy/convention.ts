export interface Convention {
  name: string;
  files: readonly string[];
  /** Globs of files that it leaves alone. */
  except?: readonly string[];
  /** A file whose text holds this is left alone: `package main`. */
  unlessFile?: string;
  /** Test files are looked at, too. */
  tests: boolean;
  /** What is wrong and what to do; a program may have words of its own. */
  message: string;
  /** `block` refuses a push; a program's own severity counts up to this one. */
  severity: 'warn' | 'block';
  how: TextRule | ProgramRule;
}

/** A text or regular expression that an added line must not hold. */
export type TextRule = ({ text: string } | { pattern: string }) & {
  /** A line that holds this is excused. */
  unless?: string;
};

/**
 * A program rule is checked by code of the project: a module that exports a function, or a command. Files of it are taken as
 * the base branch has them, never as the agent may have left them.
 */
export type ProgramRule = { module: string } | { command: string[] };
