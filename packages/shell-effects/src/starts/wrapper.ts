/** Spelling of a program that starts another program: which options take a value, how many words stand before the program. */
export interface Wrapper {
  /** Options that take the next word, separated by spaces. */
  readonly valued?: string;
  /** Positional words of its own before the inner command. */
  readonly skip?: number;
  /** `NAME=value` words before the inner command are assignments. */
  readonly assigns?: boolean;
  /** Options whose value is shell code to run. */
  readonly code?: string;
  /** Options that change the directory. */
  readonly directory?: string;
  /** Whether only what follows a `--` is the inner command. */
  readonly needsDashes?: boolean;
  /** The exit code of the inner command is not handed on. */
  readonly hides?: boolean;
  /**
   * Whether the wrapper's words together are shell code; `words` are all behind the name, `options` those before the inner
   * command.
   */
  readonly joins?: boolean | ((words: readonly string[], options: readonly string[]) => boolean);
  /** What its words are joined with. */
  readonly glue?: string;
  /** Options of its own that name code as well. */
  readonly setup?: RegExp;
  /** The words behind a `code` option are the inner command. */
  readonly codeIsWords?: boolean;
  /** Options that name the user; without one, the wrapper's first word names the user, and a shell is started. */
  readonly user?: RegExp;
  /** Options that take a word; the first word behind none of them is a file in which the wrapper keeps what it sees. */
  readonly log?: RegExp;
  /** The inner command, where it is not just the words that follow. */
  readonly inner?: (words: readonly string[], options: readonly string[]) => readonly string[];
  /** Whether the wrapper starts what the shell itself knows. */
  readonly isBuiltin?: boolean;
  /** Nothing of the shell's own line runs behind it. */
  readonly replaces?: boolean;
  /** Given no program it starts a shell, which reads what comes in. */
  readonly isShell?: boolean;
}
