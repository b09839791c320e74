import type { Products } from './products.js';

/**
 * What a command line would do, as plain data. Nothing here judges: the guards hold these effects against the policy.
 */

/**
 * A shell context tells what the caller lends to the analysis; without it nothing is read from disk and no variable is
 * known.
 */
export interface ShellContext {
  /** Absolute directory in which the command starts. */
  readonly cwd: string;
  readonly home: string;
  /** Name of this machine in its network. */
  readonly hostName?: string;
  /** The inherited environment, if known. A name that is missing counts as unknown, not as empty. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The text of a file; undefined when it is not there or larger than the caller allows. */
  readFile(path: string): string | undefined;
  /** Names in a directory, for globs and directory targets; undefined when it is no directory. */
  listDirectory?(path: string): string[] | undefined;
  /** What a symbolic link says, as it is written; undefined for anything else. */
  readLink?(path: string): string | undefined;
  /** When a file was last changed, in epoch milliseconds, and its size; undefined when it is not there. */
  fileFacts?(path: string): FileFacts | undefined;
  /** Whether new files and folders can be made in a folder. */
  canMakeIn?(folder: string): boolean;
  /** True when there is no time left: the analysis ends, and the line counts as unreadable. */
  isOver?(): boolean;
  /** The effective git alias in a directory; undefined when there is none. */
  gitAlias?(directory: string, name: string): string | undefined;
  /**
   * What git lists for a question that only reads and closes each name with NUL (`diff --name-only -z`, `ls-tree -z`); undefined
   * when it does not answer, or with too many.
   */
  gitNames?(directory: string, question: readonly string[]): string[] | undefined;
  /** Programs, packages and files of the caller's own, and coding agents. @default none */
  readonly products?: Products;
}

/** File facts tell what tests of `find` ask of a file beside its name. */
export interface FileFacts {
  readonly modified: number;
  readonly size: number;
}

export interface Analysis {
  /** Effects in order of execution. */
  readonly effects: Effect[];
  /** False when the command could not be read (syntax errors, a limit, NUL bytes): a closed guard refuses. */
  readonly readable: boolean;
  /** Reasons why the command could not be read. */
  readonly reasons: string[];
  /** The limit that the command passed; left out below all limits. Nothing is known of the rest of such a command. */
  readonly limit?: string;
  /** Words of patterns that the programs may not have been given: only some shells look for `**` in every folder below. */
  readonly deeper?: readonly string[];
  /** Runs by the scripts of several packages, which one command of the line starts (`pnpm -r test`). */
  readonly parts?: readonly PartRun[];
  /**
   * The commands as the line spells them: before a wrapper is taken off and a script is followed, and behind each wrapper that
   * starts a command as it is (`timeout 60 …`, `sudo …`).
   */
  readonly calls?: readonly Run[];
  /** The calls of the caller's programs that start another command (`keeper exec -- npm test`); left out where there are none. */
  readonly wrapped?: readonly WrappedCall[];
  /** The line without the `cd … &&` in front of it; left out where it cannot be parsed. */
  readonly rest?: Rest;
}

/** The surroundings that a line gives to a program of the caller's which starts another command. */
export interface WrappedCall {
  readonly label: string;
  /** Assignments made by this command line that the program sees; undefined is a value that cannot be known. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Programs may be found in other places than without the line. */
  readonly pathChanged: boolean;
}

/** `Rest` tells what a line does behind the `cd … &&` in front of it. */
export interface Rest {
  /** Text of the rest, as it is written. */
  readonly text: string;
  /** Whether the rest is one command, whose exit code is that of the line: no list, no pipe, nothing in the background. */
  readonly isOne: boolean;
}

export type Effect = Run | Push | Publish | GitAct | Setting | Disarm | Write | Read | Opaque;

/**
 * An exit reach tells how the exit code of the whole line speaks of one run: `decides` (it is the run's code),
 * `decides-success` (zero means that the run gave zero, anything else may be another command's), `hidden` (it says
 * nothing).
 */
export type ExitReach = 'decides' | 'decides-success' | 'hidden';

/**
 * A stream reach tells where a stream of a run ends up: with the reader of the whole line, behind a filter, or in a
 * file.
 */
export type StreamReach = 'whole' | 'filtered' | 'redirected';

/** A program is started. Wrappers (`env`, `timeout`, `uv run`, `bash -c`, package scripts) are already taken off. */
export interface Run {
  readonly kind: 'run';
  /** Base name of the program. */
  readonly program: string;
  /** Words of the command, decoded, the program first; a word that cannot be known is undefined. */
  readonly argv: readonly (string | undefined)[];
  /** Program as it is written. */
  readonly path: string;
  /** Absolute; undefined when a `cd` to an unknown place comes before. */
  readonly directory: string | undefined;
  /** Assignments made by this command line that the program sees; undefined is a value that cannot be known. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Inherited variables that this command line takes away from the program; left out where there are none. */
  readonly unset?: readonly string[];
  /** Wrappers and scripts through which the program is started, outermost first. */
  readonly via: readonly string[];
  /** The words that the outermost of these scripts was called with; left out where there are none. */
  readonly handed?: readonly string[];
  /**
   * The files that start it, absolute, outermost first: scripts and wrappers named by a path, and itself where it is so named;
   * undefined for one that cannot be known. Left out where there are none.
   */
  readonly programs?: readonly (string | undefined)[];
  /** Files that these scripts read into themselves before it, absolute; left out where there are none. */
  readonly sourced?: readonly string[];
  readonly exit: ExitReach;
  readonly output: StreamReach;
  /** File of an output that is `redirected`, when the file is known. */
  readonly outputFile?: string;
  /** Where standard error ends up, on which some runners print their summary. */
  readonly errorOutput: StreamReach;
  readonly background: boolean;
  /** False when the program may not start at all (behind `&&`, `||`, a condition, in a loop). */
  readonly certain: boolean;
  /** The name is a function or alias of this command line, or PATH was changed: it may be another program. */
  readonly shadowed: boolean;
  /** What may stand in the place of the program; left out where it is not `shadowed`. */
  readonly shadowedBy?: 'function' | 'alias' | 'path';
}

/** The tools whose output tells which of several packages printed what. */
export type PartFront = 'pnpm' | 'turbo' | 'npm';

/**
 * A run by a script of one of several packages, which one command starts; whether it is started, the command's output tells.
 */
export interface PartRun extends Run {
  readonly part: Part;
}

/** A part is one of the scripts that a command over several packages starts. */
export interface Part {
  readonly front: PartFront;
  /** Absolute folder in which the command was typed. */
  readonly from: string;
  /** Absolute folder of the package. */
  readonly folder: string;
  /** What the package is called; undefined where its manifest does not say it. */
  readonly name: string | undefined;
  /** What was asked for: `test`. */
  readonly task: string;
  /** The script of this run, which is the same or one that comes before or after it (`pretest`). */
  readonly script: string;
  /** The command as it was typed, and the words that it hands to the scripts. */
  readonly spelled: string;
}

export interface PushFlags {
  readonly all: boolean;
  readonly tags: boolean;
  readonly mirror: boolean;
  readonly prune: boolean;
  readonly delete: boolean;
  readonly dryRun: boolean;
  readonly force: boolean;
  readonly noVerify: boolean;
}

/** `git push` by whatever spelling (alias, `-C`, `send-pack`, `subtree push`). */
export interface Push {
  readonly kind: 'push';
  readonly front: 'git';
  readonly directory: string | undefined;
  readonly remote?: string;
  /** Refspecs as written, decoded; an unknown refspec is left out, and `refspecsKnown` is false. */
  readonly refspecs: readonly string[];
  readonly refspecsKnown: boolean;
  /** `name=value`: what the line itself sets of git's configuration that says where pushes go. */
  readonly settings: readonly string[];
  readonly flags: PushFlags;
  readonly spelled: string;
  readonly via: readonly string[];
  readonly certain: boolean;
  /**
   * Folders where the push starts instead, should a folder that this line makes before not have come to be; left out where
   * there is none.
   */
  readonly strayed?: readonly string[];
}

/** Commits are published without `git push`: a forge's merge, `jj git push`, `sl push`. */
export interface Publish {
  readonly kind: 'publish';
  readonly front: string;
  readonly directory: string | undefined;
  readonly spelled: string;
  readonly certain: boolean;
}

/** A git command other than a push that can change something. */
export interface GitAct {
  readonly kind: 'git';
  readonly verb: string;
  readonly argv: readonly (string | undefined)[];
  readonly directory: string | undefined;
  /** HEAD may point to other content afterwards (not: a commit, a new branch at HEAD, an abort). */
  readonly movesHead: boolean;
  /** The index or the work tree may hold other content afterwards, so a commit that follows may be of what nobody saw. */
  readonly changesContent: boolean;
  readonly spelled: string;
  readonly certain: boolean;
}

/** The configuration of git is changed; what of it switches guards off is a `disarm` besides. */
export interface Setting {
  readonly kind: 'setting';
  /** Name in small letters, `section.key`; undefined when the name is made at run time. */
  readonly name: string | undefined;
  /** New value; undefined where the setting is taken away, or the value is not known. */
  readonly value: string | undefined;
  readonly scope: 'repository' | 'user' | 'system' | 'file';
  readonly spelled: string;
}

/** A disarming would switch guards off, or have git record something else than the tests read. */
export interface Disarm {
  readonly kind: 'disarm';
  readonly what: 'hooksPath' | 'hostSettings' | 'hostPlugin' | 'noVerify' | 'calledByHand' | 'contentFilter';
  readonly spelled: string;
  /** Folder of the only repository that the effect concerns; left out where any repository may be concerned. */
  readonly directory?: string;
}

export type WriteHow = 'write' | 'delete' | 'move' | 'link' | 'mode';

/**
 * A path that is changed. `reach`: `exact` (the path itself), `tree` (it and all beneath), `into` (names that cannot be
 * known appear somewhere beneath it: an archive, a recursive copy).
 */
export interface Write {
  readonly kind: 'write';
  readonly how: WriteHow;
  readonly path: string;
  readonly reach: 'exact' | 'tree' | 'into';
  readonly by: string;
}

/** A path that is read: `exact` is the path itself, `tree` the path and whatever lies beneath. */
export interface Read {
  readonly kind: 'read';
  readonly path: string;
  readonly reach: 'exact' | 'tree';
  readonly by: string;
}

/**
 * `Opaque` tells what could not be read. `execution`: code that is made or fetched at run time (a closed guard
 * refuses). `destination`: an ordinary program writes to a place that cannot be known (allow, look afterwards).
 * `program`: a file or target that is run but could not be read, such as a compiled program or a computed make target
 * (allow, look afterwards).
 */
export interface Opaque {
  readonly kind: 'opaque';
  readonly what: 'execution' | 'destination' | 'program';
  readonly text: string;
  readonly reason: string;
  /** With `destination`: the path with `*` for what is unknown, when a part of it is known. */
  readonly pattern?: string;
}

/* Words in effects that guards know them by. */

/** Wrappers behind which a command is what it is without them, as the trail of a run names them. */
export const CLEAR_WRAPPERS: ReadonlySet<string> = new Set([
  ...['timeout', 'gtimeout', 'time', 'nice', 'ionice', 'stdbuf', 'command'],
]);

/** The reason of a program whose name comes from the surroundings: `$EDITOR notes.md`. */
export const UNNAMED_PROGRAM = 'the program is named by something that cannot be known here';

/** `CLEAN_IGNORED` is the word in `by` for a `git clean` that also deletes what git ignores, such as environment files. */
export const CLEAN_IGNORED = 'git clean -x';

/** Word in `by` for a `chmod` that only takes rights from others than the owner. */
export const CLOSED_TO_OTHERS = 'chmod, for its owner alone';
