import path from 'node:path';
import type { Suite } from '@flow/core';
import type { Repository } from '@flow/evidence';
import { isSamePlace } from '@flow/evidence/disk/is-same-place';
import { type Analysis, CLEAR_WRAPPERS, type Run, type ShellContext } from '@flow/shell-effects/effects';
import { effectsOf } from '../../facts/shell-door.js';
import { COMMAND_RUNNER } from '../../policy/suites.js';
import { comparedWith, handsOver, plainText } from './named-words.js';
import { programsOf } from './project-programs.js';
import type { RecognisedRun } from './recognised-run.js';
import { replacingFolder } from './replacing-path.js';
import { startedBy } from './started-file.js';
import { relative } from './suite-root.js';
import { changingVariables, setVariable } from './variables.js';

/** A line in which named commands are looked for. */
interface Line {
  analysis: Analysis;
  repository: Repository;
  context: ShellContext;
}

/** A named command as it stands in a line. */
interface Match {
  found: Run;
  /** The exit code of the line is its own: nothing stands around it. */
  isAlone: boolean;
  /** The words differ from those that were named. */
  isOther: boolean;
}

/** A named command as it was named. */
interface Named {
  command: string;
  /** Absolute. */
  root: string;
  analysis: Analysis;
  /** Commands that the named command starts, one after the other. */
  steps: readonly Run[];
  /** A pipe or a list inside of it says nothing of how its commands ended. */
  hides: boolean;
}

/**
 * Returns the runs of commands that a person named (`suites` and `builds` of the policy in force, commands of
 * workflows). What such a command runs inside is its owner's matter: the run is that of the words themselves, at their
 * root, and its exit code counts where the line is nothing else.
 */
export function namedRuns(suites: readonly Suite[], line: Line): RecognisedRun[] {
  return suites.flatMap((suite) => {
    const named = readNamed(suite, line);
    const match = matchOf(named, line);
    return match === null ? [] : [runOf(suite, named, match, line)];
  });
}

function readNamed(suite: Suite, { repository, context }: Line): Named {
  const { command } = suite.runner;
  const root = path.join(repository.root, suite.root);
  const analysis = effectsOf(command, { ...context, cwd: root });
  return { command, root, analysis, steps: stepsOf(analysis), hides: hidesItsEnd(analysis) };
}

/** Tells whether a pipe, a list or a background start inside a command loses how one of its programs ended. */
export const hidesItsEnd = (analysis: Analysis): boolean =>
  stepsOf(analysis).some(
    ({ exit, background, program }) => background || (exit === 'hidden' && !PREPARES.has(program)),
  );

/** Builtins that prepare the shell: whether they succeed says nothing of a test. */
const PREPARES = new Set(['set', 'shopt', 'export', 'ulimit', 'umask', 'echo', 'printf', ':']);

/** Returns the commands of a line as it spells them, each with all its wrappers. */
const stepsOf = ({ calls = [] }: Analysis) => calls.filter(({ via }) => via.length === 0);

/** Returns the named command in a line; null where the line does not hold it, or holds it in another folder. */
function matchOf(named: Named, { analysis, context }: Line): Match | null {
  const { command, root, steps } = named;
  const here = (analysis.calls ?? []).filter(
    ({ directory }) => directory !== undefined && isSamePlace(directory, root),
  );
  const isOne = analysis.rest?.isOne === true;
  // Its whole text given to a shell is the named command, too, and the only way to hand a list to `exec`.
  const handed = here.find(({ argv }) => handsOver(argv, command));
  if (handed !== undefined) return { found: handed, isAlone: isOne, isOther: isChanged(handed, analysis) };
  const [first] = steps;
  if (first === undefined) return null;
  if (steps.length > 1) return listIn(analysis, named);
  const same = here.find(({ argv }) => comparedWith(argv, first.argv) === 'same');
  if (same !== undefined) {
    const isOther = isChanged(same, analysis) || lacksVariable(same, first, context);
    return { found: same, isAlone: isOne, isOther };
  }
  const other = here.find(({ argv }) => comparedWith(argv, first.argv) === 'other');
  return other === undefined ? null : { found: other, isAlone: isOne, isOther: true };
}

/** Tells whether something in front of a command may change what it is: `sudo`, or `env` that takes the environment away. */
function isChanged({ via }: Run, analysis: Analysis): boolean {
  const isBare = stepsOf(analysis).some(
    ({ program, argv }) => program === 'env' && argv.some((word) => EMPTIES.test(word ?? '')),
  );
  return via.some((step) => !CLEAR_WRAPPERS.has(step) && (step !== 'env' || isBare));
}

/** Options of `env` that leave nothing of the environment, or read words out of one. */
const EMPTIES = /^(?:-|-i\w*|-S.*|--ignore-environment|--split-string.*)$/;

/** Tells whether a variable is missing that the named command is given. */
const lacksVariable = ({ environment }: Run, first: Run, { env = {} }: ShellContext) =>
  Object.entries(first.environment).some(([name, value]) => (environment[name] ?? env[name]) !== value);

/** A list that was named: written word for word, it is the line; with other words around it, its exit code is lost. */
function listIn(analysis: Analysis, { analysis: wanted, steps }: Named): Match | null {
  const written = stepsOf(analysis).slice(-steps.length);
  const found = written.at(-1);
  const isSequence = written.length === steps.length && steps.every((step, at) => isSameCall(step, written[at]!));
  if (found === undefined || !isSequence) return null;
  const text = plainText(wanted.rest?.text ?? '');
  return { found, isAlone: text !== '' && plainText(analysis.rest?.text ?? '') === text, isOther: false };
}

function isSameCall(one: Run, other: Run): boolean {
  if (JSON.stringify(one.argv) !== JSON.stringify(other.argv)) return false;
  if (one.directory === undefined || other.directory === undefined) return one.directory === other.directory;
  return isSamePlace(one.directory, other.directory);
}

function runOf(suite: Suite, named: Named, match: Match, line: Line): RecognisedRun {
  const { found, isAlone, isOther } = match;
  const programs = programsOf(found, startedBy(found.argv), line.repository, line.context);
  // What a runner says on a standard error that is thrown away is not seen.
  const isLost = found.output === 'whole' && found.errorOutput === 'redirected';
  return {
    suite: suite.id,
    runner: COMMAND_RUNNER,
    root: suite.root,
    words: [],
    argv: [isOther ? spelled(found) : suite.runner.command],
    directory: relative(line.repository, found.directory ?? named.root),
    selection: { kind: 'whole' },
    exit: isAlone ? found.exit : 'hidden',
    output: isLost ? 'redirected' : found.output,
    outputFile: fileOf(found, line.analysis),
    background: found.background,
    doubts: [...doubtsOf(named, match, line), ...(programs.doubt ? [programs.doubt] : [])],
    ...programs.files,
  };
}

const spelled = ({ argv }: Run) => argv.map((word) => word ?? '…').join(' ');

/** `doubtsOf` returns the stable codes that say why a run counts for nothing, whatever its exit code. */
function doubtsOf({ steps, hides }: Named, { found, isOther }: Match, line: Line): string[] {
  const { context, repository } = line;
  const [first] = steps;
  const own = first?.environment ?? {};
  const set = setVariable(besides(found.environment, own), context.env ?? {});
  const inherited = changingVariables(besides(inheritedBy(found, context), own));
  const folder = replacingFolder(context.env?.PATH, repository);
  return [
    ...(isOther ? ['other-words'] : []),
    ...(hides ? ['named-hides'] : []),
    ...(found.shadowedBy && !first?.shadowed ? [`shadowed:${found.shadowedBy}`] : []),
    ...(set === undefined ? [] : [`variable:${set}`]),
    ...(inherited.length === 0 ? [] : [`inherited:${inherited.slice(0, MAX_NAMED).join(' ')}`]),
    ...(folder === undefined ? [] : [`path:${folder || '.'}`]),
    ...(found.background ? ['background'] : []),
  ];
}

/** Of more variables no remedy speaks. */
const MAX_NAMED = 10;

/**
 * Returns the variables that a command has from where its line was typed, but for those that the line takes away or
 * sets anew.
 */
const inheritedBy = ({ environment, unset = [] }: Run, { env = {} }: ShellContext): Variables =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !(name in environment) && !unset.includes(name)));

type Variables = Readonly<Record<string, string | undefined>>;

/** Returns the variables that are not as the named command itself sets them. */
const besides = (all: Variables, own: Variables): Variables =>
  Object.fromEntries(Object.entries(all).filter(([name, value]) => !(name in own) || own[name] !== value));

/** Absolute path of the file that its output goes to; null when another part of the line writes there too. */
function fileOf({ output, outputFile, directory }: Run, { effects }: Analysis): string | null {
  if (output !== 'redirected' || outputFile === undefined || directory === undefined) return null;
  const file = path.resolve(directory, outputFile);
  const writers = effects.filter((one) => one.kind === 'write' && one.by === 'redirection' && one.path === file);
  return writers.length > 1 ? null : file;
}
