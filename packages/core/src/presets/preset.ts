import type { Convention, TextRule } from '../policy/convention.js';
import type { Severity } from '../policy/severity.js';
import type { ClassLists } from './path-class.js';

/**
 * A preset describes a stack as plain data. A preset contains no code, so it can be compiled into the trusted policy file
 * and published by anyone. Globs are picomatch globs on paths relative to the repository's root, with `/` on every system; a
 * glob without a slash matches the base name anywhere.
 */
export interface Preset {
  /** Short and stable: `go`, `python`. */
  id: string;
  title: string;
  /** Version of its content, for people. */
  version?: string;
  /** A folder with these files belongs to this stack and is the root of its suites. */
  markers: readonly Marker[];
  /** Whether one of the markers is enough. @default 'any' */
  match?: 'any' | 'all';
  /**
   * Files that say it only of a folder with tests, as many a folder has one that is no project (`requirements.txt`): the
   * outermost folder with one counts where files that the preset's own runners run hold one of these strings, and no folder
   * with a marker is around.
   */
  looseMarkers?: { files: readonly string[]; tests: readonly string[] };
  /**
   * The preset with the highest priority, of several that match one folder, gives its commands, thresholds and classes; among
   * equals the first listed. Suites of the others stay: a priority takes no test away. @default 0
   */
  priority?: number;
  /** An outer root whose marker contains this string takes the inner ones in (a Cargo workspace). */
  takesIn?: string;
  /**
   * Folders with a marker that are packages: each folder (what is nearest to a file counts), or only the outermost, which
   * takes the inner ones in. A project says so (`stacks`), where a run at the outer one runs what lies in the inner ones.
   * @default 'nearest'
   */
  roots?: 'nearest' | 'outermost';
  /** The first matching class wins, in this order; a file without a class is `other`. */
  classes: ClassLists;
  /**
   * Strings that, in a source file, bring other files into the build (`include_str!`): where one occurs, a document can
   * change the outcome of a run like any other file.
   */
  embeds?: readonly string[];
  /**
   * Attributes of Rust before an item of a source file that is compiled for tests alone (`#[cfg(test)]`): a change of nothing
   * but such items is one of tests.
   */
  testItems?: readonly string[];
  /**
   * How programs are started where people of the stack keep them apart from the machine's own: the nearest folder around a
   * suite with one of these files says it (`uv.lock`: `uv run`), in front of what its runner says. `insteadOf`: the file is
   * itself a program, which is started in place of this one (`mvnw`: `mvn`).
   */
  launchers?: readonly ({ file: string; command: string } | { file: string; insteadOf: string })[];
  runners: readonly RunnerSpec[];
  /** Commands to type at a root, if they differ from the runners' or no runner has them. */
  commands?: Readonly<Partial<Record<PresetCommand, string>>>;
  /** Required coverage in percent of lines, by size of the work. */
  coverage?: Readonly<Record<Size, number>>;
  /**
   * How much a push asks for what answers each of these questions, where the project does not say (`push.checks`): what a
   * platform takes for finished.
   */
  gates?: Readonly<Partial<Record<Exclude<Question, 'test'>, Severity>>>;
  /** Names of skills of the client that help with this stack: who works on its files is told of them. */
  skills?: readonly string[];
  /** Rules for added lines; off until a project enables them. */
  conventions?: readonly PresetConvention[];
  /** Names of additional reviewers for this stack. */
  reviewers?: readonly string[];
  /** Additional globs of secrets. */
  sensitive?: readonly string[];
}

export const PRESET_COMMANDS = ['build', 'test', 'lint', 'lintFix', 'types', 'format', 'coverage'] as const;
export type PresetCommand = (typeof PRESET_COMMANDS)[number];

export const SIZES = ['S', 'M', 'L', 'XL'] as const;
export type Size = (typeof SIZES)[number];

/** A preset's convention is a rule with a text or a pattern; a preset contains no code. */
export type PresetConvention = Convention & { how: TextRule };

export interface Marker {
  /** A base name (`go.mod`), or an ending of base names (`*.sln`). */
  file: string;
  /** The file must contain at least one of these strings. */
  contains?: readonly string[];
  /** The file must contain none of these strings. */
  lacks?: readonly string[];
  /** The file must be a `package.json` with a script that makes this call. */
  script?: ScriptCall;
  /** Another file of the folder that says otherwise, where it contains one of these strings. */
  unless?: { file: string; contains: readonly string[] };
  /** Files of a folder further up by which this folder is a part of that one's project (`settings.gradle`). */
  unlessAbove?: readonly string[];
}

/** A call of a program with an option, possibly after other options: `node --import tsx --test`. */
export interface ScriptCall {
  programs: readonly string[];
  option: string;
  /** Options of the program whose value is the next word. */
  valued: readonly string[];
}

/** What a run checks. Tests make a suite; the others are required only where their configuration exists. */
export const QUESTIONS = ['test', 'lint', 'types', 'format', 'analysis', 'build'] as const;
export type Question = (typeof QUESTIONS)[number];

/**
 * A runner is one test runner, linter, type checker or compiler: how it is called, what its arguments select, and what a
 * complete run covers.
 */
export interface RunnerSpec {
  /** The parser's name for it: `go`, `pytest`, `ruff`, `tsc`. */
  id: string;
  /** @default 'test' */
  question?: Question;
  /**
   * Files that configure it. The outermost folder with one is its suite; without this list, the preset's markers define
   * the suite.
   */
  configured?: readonly Marker[];
  /** Markers used instead of the preset's, if not every folder of the stack has this suite. */
  markers?: readonly Marker[];
  /** Globs of the files it reads: only these require it or make it stale. By default, file classes decide. */
  concerns?: readonly string[];
  /**
   * What proves a run: its output, read by the parser with its name, or only its exit code, for a runner without a
   * parser. Such a run counts as a whole or not at all, and a run without tests is not noticed. @default 'report'
   */
  proof?: 'report' | 'exit';
  /** Another runner of the same preset for whose suite its runs count: gotestsum runs what `go test` runs. */
  countsFor?: string;
  /**
   * Tests of the suite that it does not run: what they are, and what stands in the files that have some. `under`: only with one
   * of these flags (`cargo test --all-targets` runs no documentation tests); `{value}` in a text is each of the flag's values.
   * `files`: globs of the files that are looked at, those of tests when left out.
   */
  leavesOut?: { what: string; contains: readonly string[]; under?: readonly string[]; files?: readonly string[] };
  /**
   * Another runner of the preset in whose place it stands at a root: where each file there with tests (`tests`: what such a
   * file holds) names it (`contains`), none needs the other one (`lacks`), and no file of the root speaks of that (`unless`).
   * `classes`: how a class is defined, its name and what it is derived from: a file whose tests are in a class that is derived,
   * over whatever files of the root, from one of a file that names the runner counts as if it named it.
   * `commands`: what is typed in place of `command` where all of them lie below a folder that lacks a file.
   */
  insteadOf?: {
    runner: string;
    tests: readonly string[];
    contains: readonly string[];
    lacks: readonly string[];
    unless: readonly Marker[];
    classes?: string;
    commands?: readonly { folder: string; lacks: string; command: string }[];
  };
  /** The command that runs the whole suite at its root; `{marker}` in it is the name of the file by which the suite was found. */
  command: string;
  /**
   * What is typed instead where a section of its configuration (INI or TOML) has one of the keys: it says itself which files
   * are looked at (`files = src` in `[mypy]`).
   */
  configuredCommand?: { sections: readonly string[]; keys: readonly string[]; command: string };
  /** What is typed instead where a file of the root, of these names, holds one of these strings (a build of several platforms). */
  commandWhere?: { files: readonly string[]; contains: readonly string[]; command: string };
  /**
   * Globs, from the root, of files in which a project calls it (`tox.ini`): where its settings say nothing, it is asked for what
   * these calls name.
   */
  calledIn?: readonly string[];
  /** Argument lists that call this runner, by their beginning and without wrappers: `["go", "test"]`. */
  invocations: readonly (readonly string[])[];
  selection: SelectionRules;
  units: UnitRules;
  /** Whether a run at an outer root also runs inner roots (`pytest`) or leaves them out (Go modules). */
  innerRoots: 'covered' | 'apart';
  /** How the runner announces a report file: a regular expression with one group, matched on its output. */
  reportFile?: string;
  /** Options that name a file for a report. */
  reportOptions?: readonly string[];
  /** The results of the runner are on standard error, unless one of these options brings them to standard output. */
  onStandardError?: { unless: readonly string[] };
  /**
   * Environment variables that change which tests run or how; set in a command, they make the run unknown. A `*` stands for
   * any letters.
   */
  environment: readonly string[];
  /**
   * A variable whose words it reads before those of its call. `file`: below the user's configuration folder, the file that
   * may set it, `NAME=value` a line; `place`: the variable that names another such file; `setter`: the command that writes it;
   * `unset`: the one that takes it back.
   */
  settings?: {
    variable: string;
    file?: string;
    place?: string;
    setter?: readonly string[];
    unset?: readonly string[];
  };
}

/**
 * Selection rules tell how to read the runner's arguments. Flags are compared without their value (`-run=x` is `-run`).
 */
export interface SelectionRules {
  /** Flags whose value is the next word. */
  valued: readonly string[];
  /** Flags that select tests by name. */
  byName: readonly string[];
  /** Flags that leave out units or tests in some other way. */
  partial: readonly string[];
  /**
   * Values with which such a flag only says what holds without it: paths from the suite's root (`tsc -p tsconfig.json`).
   */
  usual?: Readonly<Record<string, readonly string[]>>;
  /**
   * Values with which a flag of `byName` or `partial` leaves nothing out: `-p no:cacheprovider`; one with `*` at its end
   * begins so.
   */
  wholeWith?: Readonly<Record<string, readonly string[]>>;
  /**
   * Flags with which it runs as if it were started in another folder: their value is that folder, or one of these files in it
   * (`tsc -p packages/a`, `cargo test --manifest-path x/Cargo.toml`). With another file the flag counts as the lists say.
   */
  startsIn?: Readonly<Record<string, readonly string[]>>;
  /**
   * Flags whose value is the folder below which tests are looked for (`unittest discover -s tests`): a run is whole where no
   * file outside of it holds one of these strings.
   */
  looksBelow?: { flags: readonly string[]; tests: readonly string[] };
  /**
   * When it ends at a failure, so that what comes behind that has not run: with one of these flags (`pytest -x`), or without
   * one of those of `unless` (`cargo test --no-fail-fast`). `shown`: a regular expression for the line by which it says so.
   * Left out, nobody knows.
   */
  stops?: { flags?: readonly string[]; unless?: readonly string[]; shown?: string };
  /** Flags with which no test runs. */
  nothing: readonly string[];
  /** Flags that select all units of a workspace, if the bare command may not. */
  everything: readonly string[];
  /** When the root's marker contains all strings of one of these lists, only `everything` selects the whole. */
  everythingNeededWhen?: readonly (readonly string[])[];
  /** The command that selects the whole where `everything` is needed; by default its first flag behind the usual one. */
  everythingCommand?: string;
  /**
   * For `names`: below the root the command runs only what lies there, unless `everything` is said, where the root's marker
   * contains this text (a member of a workspace); empty: always.
   */
  partBelow?: string;
  /** For `packages`: what the command without words and without `--` means, `.` when left out. */
  bare?: string;
  /** What arguments without a dash mean; `project`: it reads the configuration of its start folder. */
  positional: 'packages' | 'paths' | 'filters' | 'names' | 'project';
  /** Glob of the files that a filter without an ending selects, which is a folder: `*.{js,cjs}`. */
  folder?: string;
  /**
   * For `filters`: the files that a call without words runs, as globs from the suite's root, where words stand in place of these
   * and do not narrow them (Mocha: `test/*.{js,cjs,mjs}`). `unless`: settings at the root that may name others.
   */
  looksAt?: { files: readonly string[]; unless: readonly Marker[] };
  /** Flags that have it read another configuration, and so may look for tests elsewhere. */
  configures?: readonly string[];
}

/** Unit rules tell what a whole run has to cover, so that partial runs can add up to it. */
export interface UnitRules {
  /** `folder`: a unit is a folder with a matching file; `file`: each matching file is one. */
  kind: 'folder' | 'file';
  tests: readonly string[];
  /** If given, a matching file counts only if it contains one of these strings. */
  contains?: readonly string[];
  /** Globs of files that need none of these strings: their names say it. Where no file counts by either, all do. */
  byName?: readonly string[];
  /** Where no file counts by either, none does: another runner's tests lie in the same folders. */
  onlyHolding?: boolean;
  /**
   * How the runner names the root's own unit: a regular expression with one group on the marker's text (`module x`).
   * Without it, units are named by their path from the suite's root.
   */
  rootName?: string;
  /** The file above several roots by which one call runs the units of all that its words name. */
  joined?: string;
  /**
   * Settings at the root that may name tests otherwise: their files, and the keys in them, of globs and of expressions, within
   * the objects of one key where others have such keys as well. What they name counts beside `tests`.
   */
  settings?: {
    files: readonly string[];
    within?: string;
    globs?: readonly string[];
    expressions?: readonly string[];
  };
}

/** Returns a preset unchanged, so that the compiler checks it: the way to write one in TypeScript. */
export function definePreset<const P extends Preset>(preset: P): P {
  return preset;
}
