import type { Convention, TextRule } from './conventions.js';

/**
 * What @flow needs to know about a stack, as plain data: no code, so a preset can be compiled into the
 * trusted policy file and published by anybody. Globs are picomatch globs on paths relative to the
 * repository's root, with `/` on every system; a glob without a slash matches the base name anywhere.
 */
export interface Preset {
  /** Short and stable: `go`, `python`. */
  id: string;
  title: string;
  /** Version of what it says, for people. */
  version?: string;
  /** A folder that holds these files is of this stack: the root of its suites. */
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
   * Of several presets that match one folder, the one with the highest gives its commands, thresholds and classes; among
   * equals the first listed. Suites of the others stay: a priority takes no test away. @default 0
   */
  priority?: number;
  /** An outer root whose marker contains this string takes the inner ones in (a Cargo workspace). */
  takesIn?: string;
  /**
   * Which folders with a marker are packages: each one (what is nearest to a file counts), or only the outermost, which
   * takes the inner ones in. A project says so (`stacks`), where a run at the outer one runs what lies in the inner ones.
   * @default 'nearest'
   */
  roots?: 'nearest' | 'outermost';
  /** The first class that matches wins, in this order; a file of no class is `other`. */
  classes: Readonly<Record<PathClass, readonly string[]>>;
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
  runners: readonly RunnerSpec[];
  /** What is typed at a root, where it is not what a runner says, or no runner says it. */
  commands?: Readonly<Partial<Record<PresetCommand, string>>>;
  /** Percent of lines that tests have to reach, by the size of what is built. */
  coverage?: Readonly<Record<Size, number>>;
  /** What added lines must not hold; asked for where a project switches it on. */
  conventions?: readonly PresetConvention[];
  /** Names of further reviewers for this stack. */
  reviewers?: readonly string[];
  /** Further globs of secrets. */
  sensitive?: readonly string[];
}

export const PRESET_COMMANDS = ['build', 'test', 'lint', 'lintFix', 'types', 'format', 'coverage'] as const;
export type PresetCommand = (typeof PRESET_COMMANDS)[number];

export const SIZES = ['S', 'M', 'L', 'XL'] as const;
export type Size = (typeof SIZES)[number];

/** A rule that is a text or a pattern: a preset holds no code. */
export type PresetConvention = Convention & { how: TextRule };

/** `generated` and `document` never make a suite necessary; `document` never makes evidence stale either. */
export const PATH_CLASSES = ['generated', 'test', 'build', 'source', 'document'] as const;
export type PathClass = (typeof PATH_CLASSES)[number];

export interface Marker {
  /** A base name: `go.mod`. */
  file: string;
  /** When given, the file's text must contain at least one of these strings. */
  contains?: readonly string[];
  /** When given, the file's text must contain none of these strings. */
  lacks?: readonly string[];
  /** When given, the file is a `package.json` of which a script makes such a call. */
  script?: ScriptCall;
}

/** A call of a program with an option, other options standing before that or not: `node --import tsx --test`. */
export interface ScriptCall {
  programs: readonly string[];
  option: string;
  /** Options of the program whose value is the next word. */
  valued: readonly string[];
}

/** What a run answers. Tests make a suite; the others are asked only where their configuration exists. */
export const QUESTIONS = ['test', 'lint', 'types', 'format', 'analysis', 'build'] as const;
export type Question = (typeof QUESTIONS)[number];

/** One test runner, linter, type checker or compiler: how it is called, what its words select, and what a complete run consists of. */
export interface RunnerSpec {
  /** The parser's name for it: `go`, `pytest`, `ruff`, `tsc`. */
  id: string;
  /** `test` when left out. */
  question?: Question;
  /**
   * Files that configure it. Its suite is the outermost folder that holds one; without the list, the preset's markers
   * make the suite.
   */
  configured?: readonly Marker[];
  /** In place of the preset's markers, where not every folder of the stack has its suite: each makes one of its own. */
  markers?: readonly Marker[];
  /** Globs of the files that it reads: only these make it necessary or stale. By class when left out. */
  concerns?: readonly string[];
  /**
   * What proves a run: its output, read by the parser of its name, or its exit code alone, for a runner that no parser
   * knows. Such a run counts as a whole or not at all, and that it ran no test cannot be seen. @default 'report'
   */
  proof?: 'report' | 'exit';
  /** Another runner of the same preset whose suite its runs count for: gotestsum runs what `go test` runs. */
  countsFor?: string;
  /**
   * Tests of the suite that it does not run: what they are, and what stands in the files that have some. `under`: only with one
   * of these flags (`cargo test --all-targets` runs no documentation tests).
   */
  leavesOut?: { what: string; contains: readonly string[]; under?: readonly string[] };
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
  /** What a person types at the suite's root to run all of it. */
  command: string;
  /** Beginnings of an argument list that are this runner, wrappers already taken off: `["go", "test"]`. */
  invocations: readonly (readonly string[])[];
  selection: SelectionRules;
  units: UnitRules;
  /** Whether a run at an outer root also runs what lies in inner roots (`pytest`), or leaves it out (Go modules). */
  innerRoots: 'covered' | 'apart';
  /** How the runner names a report that it wrote: a regular expression with one group on its output. */
  reportFile?: string;
  /** Environment variables that change which tests run or how; set in a command, they make the run unknown. */
  environment: readonly string[];
}

/** How to read the runner's own words. Flags are compared without their value (`-run=x` is `-run`). */
export interface SelectionRules {
  /** Flags whose value is the next word. */
  valued: readonly string[];
  /** Flags that choose tests by name. */
  byName: readonly string[];
  /** Flags that leave out units or tests in some other way. */
  partial: readonly string[];
  /**
   * Values with which such a flag only says what holds without it: paths from the suite's root (`tsc -p tsconfig.json`).
   */
  usual?: Readonly<Record<string, readonly string[]>>;
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
  /** Flags under which no test runs. */
  nothing: readonly string[];
  /** Flags that select all units of a workspace, where the bare command may not. */
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
  /** What words without a dash mean; `project`: it reads the configuration of the folder that it is started in. */
  positional: 'packages' | 'paths' | 'filters' | 'names' | 'project';
}

/** What a whole run has to cover, so that partial runs can add up to it. */
export interface UnitRules {
  /** `folder`: a unit is a folder with a matching file; `file`: each matching file is one. */
  kind: 'folder' | 'file';
  tests: readonly string[];
  /** When given, a matching file counts only if its text contains one of these strings. */
  contains?: readonly string[];
  /**
   * How the runner names the root's own unit: a regular expression with one group on the marker's text (`module x`).
   * Without it, units are named by their path from the suite's root.
   */
  rootName?: string;
}

/** Gives a preset back unchanged, checked by the compiler: the way to write one in TypeScript. */
export function definePreset<const P extends Preset>(preset: P): P {
  return preset;
}
