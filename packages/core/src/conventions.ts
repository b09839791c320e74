/** What a project's conventions ask of the lines that a change adds (features D44 to D46). */
export interface ConventionPolicy {
  /** Globs of files that are not looked at, besides generated, vendored and test files. */
  skip: string[];
  rules: Convention[];
}

export interface Convention {
  name: string;
  files: string[];
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
 * Code of the project: a module that exports a function, or a command. Files of it are taken as the base branch has them,
 * never as the agent may have left them.
 */
export type ProgramRule = { module: string } | { command: string[] };

/** Tests that may not reach past the documented entry points (feature C30). */
export interface ImportRule {
  files: string[];
  /** Specifiers (`pg`, `@acme/db/*`, `app.internal`) and paths (`src/internal/**`); what lies below is meant, too. */
  forbid: string[];
  allow: string[];
  message: string;
  severity: 'warn' | 'block';
}

/** A second artefact of the project that has to be built anew when its files change (feature D39). */
export interface NamedBuild {
  title: string;
  /** Folder in which the command is typed, `.` for the repository. */
  root: string;
  command: string;
  /** Globs of what it is built from. */
  files: string[];
  /** Globs of what it writes: that they change makes no run stale. */
  outputs: string[];
}
