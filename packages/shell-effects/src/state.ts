import { posix } from 'node:path';
import type { CommandNode, CompoundList, Script } from 'unbash';
import type { Effect, ExitReach, PartRun, Run, ShellContext, StreamReach, WrappedCall } from './effects.js';

/**
 * Stands for text that cannot be known, inside otherwise known words. NUL can never occur in a word (a command that holds
 * one is refused before), so no input can forge it.
 */
export const HOLE = '\0';

/** Tells whether every character of a word is known. */
export function isKnown(text: string | undefined): text is string {
  return text !== undefined && !text.includes(HOLE);
}

/** Returns a decoded word for the outside: undefined when it is not fully known. */
export function known(text: string): string | undefined {
  return isKnown(text) ? text : undefined;
}

/** Spells words for messages: holes shown as an ellipsis, bounded. */
export function spell(words: readonly string[]): string {
  const text = words.join(' ').replaceAll(HOLE, '…');
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}

/**
 * `PLAIN_SHELL` says, among the options of a shell, that it is `sh`, which may be bash or a smaller one that reads some
 * words otherwise.
 */
export const PLAIN_SHELL = 'sh';

/** `DASH` says, among the options of a shell, that it surely is such a smaller one. */
export const DASH = 'dash';

/** `ZSH` says, among the options of a shell, that it is zsh. */
export const ZSH = 'zsh';

export interface Sink {
  readonly reach: StreamReach;
  /** File as it was named. */
  readonly file?: string | undefined;
  /** Place of the file. */
  readonly path?: string | undefined;
}

/** An input is text that waits on a command's standard input; `read` takes lines off it. */
export interface Input {
  rest: string;
}

/**
 * A frame tells where a command stands in the line: how its exit code and output reach the reader. Passed down, never
 * changed.
 */
export interface Frame {
  readonly exit: ExitReach;
  readonly certain: boolean;
  readonly background: boolean;
  readonly out: Sink;
  readonly err: Sink;
  /** Undefined: the terminal or whatever the host gives. */
  readonly input: Input | undefined;
  /** Descriptors beyond the first three that the command's own redirections open. */
  readonly channels?: ReadonlyMap<number, Channel>;
  readonly via: readonly string[];
  /** An alias stands where a program was named on the way here. */
  readonly isAliased?: true;
  /** Words that the outermost script of the project was called with. */
  readonly handed?: readonly string[];
  /**
   * Programs, scripts and wrappers that were named by a path on the way here, outermost first: absolute; undefined where the
   * path cannot be known.
   */
  readonly programs?: readonly (string | undefined)[];
  readonly depth: number;
  /** Number of loops around the command that `break` could end. */
  readonly loops: number;
  /** Functions that are being carried out, outermost first. */
  readonly calls?: readonly ActiveCall[];
  /** Whether `return` could end a function or a sourced file around the command. */
  readonly canReturn: boolean;
  /** Whether the code comes from a file on disk, so that an unknown name is most likely the file's own affair. */
  readonly fromFile: boolean;
}

/** A function that is being carried out: the words of its call, and the state it began with. */
export interface ActiveCall {
  readonly argv: readonly string[];
  readonly before: Shell;
  /** Files, links and settings that the line had made at the start of the call. */
  readonly made: string;
}

/** Returns the frame behind a wrapper or script that the trail names. */
export function under(frame: Frame, name: string): Frame {
  return { ...frame, via: [...frame.via, name.replaceAll(HOLE, '…').slice(0, 120)] };
}

/** Returns the frame inside of a script of the project that is called with these words. */
export function underScript(frame: Frame, name: string, words: readonly string[]): Frame {
  return { ...under(frame, name), handed: frame.handed ?? words };
}

/**
 * A result tells what a command gives back: its standard output as far as known, and whether it succeeded as far as
 * known.
 */
export interface Result {
  readonly output: string;
  readonly status: boolean | undefined;
  /** Folder of the shell, should a change of folder have failed. */
  readonly elsewhere?: string;
  /** Folder of the shell, should a folder that the line itself makes not have come to be. */
  readonly unmade?: string;
}

export const UNKNOWN: Result = { output: HOLE, status: undefined };
export const SILENT: Result = { output: '', status: undefined };

/** A variable belongs to a shell. No variable is changed in place, so that copies of a shell may share it. */
export interface Variable {
  /** The value; of an array, the first element. */
  readonly value: string;
  /** Elements of an array by index or key, in the order in which the shell lists them. */
  readonly items?: ReadonlyMap<string, string> | undefined;
  /** Whether the keys are names, not numbers. */
  readonly isMap?: boolean;
  readonly exported: boolean;
  /** Whether the variable is known not to be set. */
  readonly isUnset?: boolean;
  /** `declare`'s letters for what becomes of a value: `i`, `l`, `u`, `r`, `n`. */
  readonly attributes?: string | undefined;
}

export const UNSET: Variable = { value: '', exported: false, isUnset: true };

/** `Leaving` is a way out of the commands at hand: which construct it ends, of how many loops, and with what exit code. */
export interface Leaving {
  readonly how: 'break' | 'continue' | 'return' | 'exit';
  readonly levels: number;
  readonly status: boolean | undefined;
}

type Body = CommandNode | CompoundList;

/** A channel tells what a descriptor beyond the first three is open to. */
export interface Channel {
  readonly sink?: Sink | undefined;
  readonly input?: Input | undefined;
  /** Place of the folder that the descriptor was opened to read. */
  readonly folder?: string | undefined;
}

/** Keeps the mutable state of one shell; a subshell gets a copy. */
export class Shell {
  cwd: string | undefined;
  /** Folders where the shell is as well, should a change of folder have failed. */
  fallbacks: readonly string[] = [];
  /**
   * Folders where the shell is instead, should a folder that the line makes not have come to be: nothing ended the line then.
   */
  strayed: readonly string[] = [];
  previous: string | undefined;
  /** `$_`: the last word of the command before; undefined at the beginning. */
  lastWord: string | undefined;
  stack: (string | undefined)[] = [];
  variables = new Map<string, Variable>();
  /** Bodies by name: after a branch there may be several, or none (undefined). */
  functions = new Map<string, readonly (Body | undefined)[]>();
  /** Functions that shells started from here know as well. */
  exportedFunctions = new Map<string, readonly (Body | undefined)[]>();
  aliases = new Map<string, string>();
  /** Values that a variable may have after a branch, where `variables` only says that it is unknown. */
  alternatives = new Map<string, readonly (Variable | undefined)[]>();
  /** `$0`. */
  name = 'bash';
  positional: string[] = [];
  /** Options of `shopt` and `set -o` that are on. */
  options = new Set<string>();
  /** Code by signal, as `trap` has it. */
  traps = new Map<string, string>();
  /** Inside of functions: what their `local` variables were before, innermost last. */
  locals: Map<string, Variable | undefined>[] = [];
  channels = new Map<number, Channel>();
  /** The way out, while the commands at hand are being left. */
  leaving: Leaving | undefined;
  /** Whether a way that was taken has left: the status of the rest says nothing. */
  isDoubted = false;
  /** The shell of a new process, whose EXIT trap is its own. */
  isProcess = false;
  pipefail = false;
  errexit = false;
  /** After `exit`, `exec` or a trap the exit code no longer tells about what follows. */
  ended = false;
  /** PATH was changed so that a name may mean another program. */
  pathChanged = false;
  /** `exec >file` and `exec <file` hold for all that follows. */
  input: Input | undefined;
  out: Sink | undefined;
  err: Sink | undefined;

  constructor(cwd: string | undefined) {
    this.cwd = cwd;
  }

  clone(): Shell {
    const copy = new Shell(this.cwd);
    Object.assign(copy, this);
    copy.stack = [...this.stack];
    copy.variables = new Map(this.variables);
    copy.functions = new Map(this.functions);
    copy.exportedFunctions = new Map(this.exportedFunctions);
    copy.aliases = new Map(this.aliases);
    copy.alternatives = new Map(this.alternatives);
    copy.positional = [...this.positional];
    copy.options = new Set(this.options);
    copy.traps = new Map(this.traps);
    copy.locals = this.locals.map((scope) => new Map(scope));
    copy.channels = new Map(this.channels);
    copy.isProcess = false;
    return copy;
  }

  /** Carries out what only asks: there a failure ends no line, whatever `set -e` said. */
  asks<T>(work: () => T): T {
    const { errexit } = this;
    this.errexit = false;
    const answer = work();
    this.errexit ||= errexit;
    return answer;
  }

  /** Becomes what another shell is. */
  adopt(other: Shell): void {
    Object.assign(this, other);
  }

  /** A copy from which a program is started by name: functions and aliases are none. */
  external(): Shell {
    const copy = this.clone();
    copy.functions = new Map();
    copy.aliases = new Map();
    return copy;
  }

  /**
   * The shell of a new process: it knows what was exported and where it is, and nothing else. `inherited` is the environment
   * of the first shell: what came from there is handed on, whatever it was set to.
   */
  child(inherited: Readonly<Record<string, string | undefined>> = {}): Shell {
    const copy = new Shell(this.cwd);
    for (const [name, variable] of this.variables) {
      const isExported = variable.exported || (inherited[name] !== undefined && variable.isUnset !== true);
      copy.variables.set(name, isExported ? { value: variable.value, exported: true } : UNSET);
    }
    copy.functions = new Map(this.exportedFunctions);
    copy.exportedFunctions = new Map(this.exportedFunctions);
    copy.channels = new Map(this.channels);
    copy.previous = this.previous;
    copy.lastWord = this.lastWord;
    copy.pathChanged = this.pathChanged;
    copy.ended = this.ended;
    copy.isProcess = true;
    return copy;
  }

  /** What a program started now sees of this line's own assignments. */
  environment(): Record<string, string | undefined> {
    const seen: Record<string, string | undefined> = Object.create(null);
    for (const [name, variable] of this.variables)
      if (variable.exported && !variable.isUnset) seen[name] = known(variable.value);
    return seen;
  }

  /** The variables of an environment that a program started now does not see, as this line took them away. */
  unsetOf(inherited: Readonly<Record<string, string | undefined>> = {}): string[] {
    return [...this.variables].flatMap(([name, { isUnset }]) =>
      isUnset && inherited[name] !== undefined ? [name] : [],
    );
  }
}

/** Source from which the line compiles a program, and whether the program may start another one. */
export interface Compiled {
  readonly text: string;
  readonly mayStart: boolean;
}

/**
 * Tells whether a text holds what stands for letters that nobody knows: compared with another text, it may be equal or
 * not.
 */
export const isMadeUp = (text: string, { madeUpNames }: Pick<Session, 'madeUpNames'>): boolean =>
  madeUpNames.size > 0 && [...madeUpNames].some((name) => text.includes(name));

/** A session is an analysis: state that all shells of a line share, and the doors by which the parts call each other. */
export interface Session {
  readonly context: ShellContext;
  /** The command as it was given. */
  readonly line: string;
  readonly effects: Effect[];
  /** Runs of the scripts of several packages, which one command starts. */
  readonly parts: PartRun[];
  /** The commands as the line spells them. */
  readonly calls: Run[];
  /** Calls of the caller's programs that start another command. */
  readonly wrapped: WrappedCall[];
  /** Content that this line itself gives to files; HOLE when it cannot be known. */
  readonly files: Map<string, string>;
  /** Links that this line makes: link to target. */
  readonly links: Map<string, string>;
  /** Files that scripts read into themselves, by the script's path. */
  readonly sourced: Map<string, string[]>;
  /** Folders that this line copies: the copy to what it was made of. */
  readonly copies: Map<string, string>;
  /** Programs that this line compiles: their path to their source. */
  readonly compiled: Map<string, Compiled>;
  /** Settings that the line itself makes (`git config alias.x …`), by the name in small letters. */
  readonly gitSettings: Map<string, string>;
  /** Words that only a shell with a recursive `**` makes of a pattern. */
  readonly deeper: Set<string>;
  /** Folders that `mktemp` surely makes for this line. */
  readonly ownFolders: Set<string>;
  /** Texts that stand for letters which a program makes up: nobody knows the real letters. */
  readonly madeUpNames: Set<string>;
  /** Counts what is done; ends the analysis when that is too much, or takes too long. */
  step(): void;
  /** Runs decoded words as one simple command. */
  run(argv: readonly string[], shell: Shell, frame: Frame): Result;
  /**
   * Runs shell code. `kind` says where it is from: the line itself (unreadable code makes the line unreadable), a guess at
   * what a program would run, or a file on disk.
   */
  code(text: string, shell: Shell, frame: Frame, kind?: 'line' | 'guess' | 'file'): Result;
  /** Reports the files that a program of these words writes. */
  writes(argv: readonly string[], shell: Shell, frame: Frame): void;
  /** How a program publishes commits by these words; undefined where it publishes none. */
  front(program: string, words: readonly string[]): string | undefined;
  /** Runs a parsed script. */
  script(script: Script, shell: Shell, frame: Frame): Result;
  /** A file's text as this line would find it; undefined when it cannot be read. */
  read(path: string): string | undefined;
  /** Names in a directory, with the files that this line makes. */
  list(path: string): string[] | undefined;
  /** Marks the whole line as unreadable. */
  giveUp(reason: string): void;
  /** The scope of what a shell carries out in a place of the line. */
  at(shell: Shell, frame: Frame): Scope;
}

/**
 * A scope tells where a piece of the line is carried out: in which analysis, by which shell, and where it stands in the
 * line.
 */
export interface Scope {
  readonly session: Session;
  readonly shell: Shell;
  readonly frame: Frame;
}

/** A simple command that is carried out: its decoded words, and where. */
export interface Call extends Scope {
  /** All words, the first being the program as it was named. */
  readonly argv: readonly string[];
  /** The program's name without its folder. */
  readonly program: string;
  /** What stands behind the program. */
  readonly words: readonly string[];
}

/** Returns the call that these words make in a scope. */
export function callOf(argv: readonly string[], { session, shell, frame }: Scope): Call {
  return { argv, program: baseName(argv[0] ?? ''), words: argv.slice(1), session, shell, frame };
}

/**
 * Returns an absolute, normalised path without trailing slash; undefined when the directory is not known. Holes stay.
 */
export function resolvePath(
  path: string,
  shell: Shell,
  { context }: { readonly context: Pick<ShellContext, 'home'> },
): string | undefined {
  const expanded = path === '~' || path.startsWith('~/') ? context.home + path.slice(1) : path;
  if (expanded.startsWith('/')) return trim(posix.normalize(expanded));
  if (expanded.startsWith(HOLE) || shell.cwd === undefined) return undefined;
  return trim(posix.join(shell.cwd, expanded));
}

function trim(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Tells what a path was copied from, as one of the folders that this line has copied; undefined where it was not. */
export function originOf(path: string, copies: ReadonlyMap<string, string>): string | undefined {
  if (copies.size === 0) return undefined;
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    const origin = copies.get(path.slice(0, end));
    if (origin !== undefined) return origin + path.slice(end);
  }
  return undefined;
}

/** Returns the name of a program or file: what follows the last slash. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
