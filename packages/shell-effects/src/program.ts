import type { Language } from './code/literals.js';
import type { SourceFinder } from './code/source-files.js';
import type { Printer } from './prints/call.js';
import type { Way } from './publish/way.js';
import type { Handing } from './starts/handing-call.js';
import type { Wrapper } from './starts/wrapper.js';
import type { Call, Result } from './state.js';
import type { TargetRunner } from './tasks/target-runner.js';
import type { TaskTool } from './tasks/task-tool.js';
import type { WriterCall } from './writers/call.js';
import type { ReaderRule, WriterRule } from './writers/rules.js';

/** A program tells what is known of a program, or of a program with a subcommand. */
export interface Program {
  /** How its words stand in front of the program that it starts. */
  readonly wraps?: Wrapper;
  /** Whether digits and dots may follow the name: `python3.12`. */
  readonly isVersioned?: boolean;
  /** Notes what a project has it start beside what its words say, before anything else of it. */
  readonly notes?: (call: Call) => void;
  /** Carries out what it stands for: it is no run of its own. Undefined where its words stand for nothing else. */
  readonly carries?: (call: Call) => Result | undefined;
  /** Carries out the program itself; undefined where others know more of these words. */
  readonly runs?: (call: Call) => Result | undefined;
  /** Carries out code that it is given; `printed` is what it is known to print. */
  readonly starts?: (call: Call, printed: string) => Result | undefined;
  /** The language whose code it carries out. */
  readonly language?: Language;
  /** Tasks of a file of the project that its words name. */
  readonly tasks?: readonly TaskTool[];
  /** How it carries out the targets of a file. */
  readonly targets?: TargetRunner;
  /** Carries out what it hands to a shell somewhere else, or later. */
  readonly hands?: Handing;
  /** Carries out what a container that it starts does on this machine. */
  readonly contains?: (call: Call) => void;
  /** Names the command that it starts in a container, as far as an option names the program. */
  readonly enters?: (words: readonly string[]) => readonly string[] | undefined;
  /** Files in a language without a reader of its own, which it runs or builds. */
  readonly sources?: SourceFinder;
  /** What it writes, as a rule over its words. */
  readonly writes?: WriterRule;
  /** Files in which it keeps settings or secrets, as a rule over its words. */
  readonly stores?: WriterRule;
  /** Reports what no rule can say of what it writes. */
  readonly writer?: (call: WriterCall) => void;
  /** Options whose names tell where output goes count beside `writer`, as they do without one. */
  readonly tellsByOptions?: boolean;
  /** Options that take the next word, for `writer`. */
  readonly valued?: string;
  /** The option with which a test runner writes its snapshots anew. */
  readonly snapshots?: RegExp;
  /** What it reads, as a rule over its words. */
  readonly reads?: ReaderRule;
  /** Tells what it prints. */
  readonly prints?: Printer;
  /** Ways in which it publishes commits without a `git push` of its own in the line. */
  readonly publishes?: readonly Way[];
  /** Follows an alias of its own that the line makes. */
  readonly aliases?: (call: Call) => void;
  /** Words with which it changes the branch that is checked out. */
  readonly moves?: RegExp;
}

/**
 * A program file says what is told of programs: the names, several of them separated by a comma, each with a subcommand
 * where only that is meant.
 */
export type ProgramFile = Readonly<Record<string, Program>>;

/** Returns the table of what files tell; a name may stand in several entries of a file, each with another part. */
export function tableOf(files: readonly ProgramFile[]): ReadonlyMap<string, Program> {
  const table = new Map<string, Program>();
  const add = (name: string, program: Program) => {
    const known = table.get(name);
    table.set(name, known === undefined ? program : { ...known, ...program });
  };
  // Every start pays for this: names are split only where there are several, and no lists of entries are made.
  for (const file of files)
    for (const names in file)
      if (!names.includes(',')) add(names, file[names] as Program);
      else for (const name of names.split(', ')) add(name, file[names] as Program);
  return table;
}
