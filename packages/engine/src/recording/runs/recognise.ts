import path from 'node:path';
import {
  goesOn,
  isWithin,
  matchesAny,
  narrows,
  ofPlainCall,
  type Policy,
  type Preset,
  type RunnerSpec,
  readPlace,
  readSelection,
  type Selection,
} from '@flow/core';
import type { Repository } from '@flow/evidence';
import { isWithinFolder } from '@flow/evidence/disk/is-within-folder';
import type { Analysis, Effect, Run, ShellContext } from '@flow/shell-effects/effects';
import { OWN_AWAIT, OWN_EXEC } from '../../places/own-products.js';
import { customSuite, namedSuites, questionOf, workflowCommands } from '../../policy/suites.js';
import { aboveRun, toldAbove } from '../above/above-run.js';
import { doubtsAround } from './around-run.js';
import { handedIn, isDeclared, isOfMember } from './declared.js';
import { joinedCalls } from './joined-roots.js';
import { namedRuns } from './named-command.js';
import { programsOf } from './project-programs.js';
import type { RecognisedRun } from './recognised-run.js';
import { scriptRuns } from './script-run.js';
import { choosesOthers, settingOf, standingWords } from './settings.js';
import { type DiskFacts, folderOnDisk, isOf, relative, suiteAround, suiteRoot } from './suite-root.js';
import { isHarmless } from './variables.js';

/** Python's many names and a runner's absolute path are one program. */
function programOf(run: Run): string {
  return /^python\d*(\.\d+)?$/.test(run.program) ? 'python3' : run.program;
}

/** Returns the runner's own words of a run; null where it is another program's. */
function ownWords(run: Run, spec: RunnerSpec): Run['argv'] | null {
  const { argv } = run;
  for (const invocation of [...spec.invocations].sort((a, b) => b.length - a.length)) {
    const [first, ...rest] = invocation;
    const program = first === 'python' ? 'python3' : first;
    if (program !== programOf(run)) continue;
    if (rest.every((word, at) => argv[at + 1] === word)) return argv.slice(invocation.length);
    // Options of the program may stand before its subcommand, or the option that makes it one: `go -C services/a test`,
    // `node --import tsx --test`.
    const at = behindOptions(argv, spec.selection.valued, rest[0]);
    const isBehind = at > 1 && !/^-[^-]/.test(rest[0] ?? '') && rest.every((word, index) => argv[at + index] === word);
    // The toolchain is chosen there, too: `cargo +nightly test`.
    const own = argv.slice(1, at).filter((word) => !word?.startsWith('+'));
    if (isBehind && rest.length > 0) return [...own, ...argv.slice(at + rest.length)];
  }
  return null;
}

function behindOptions(argv: Run['argv'], valued: readonly string[], until: string | undefined): number {
  let at = 1;
  while (/^[-+]/.test(argv[at] ?? '') && argv[at] !== until) at += valued.includes(argv[at]!) ? 2 : 1;
  return at;
}

/** `python -m pytest` takes a `pytest.py` of the folder that it starts in before the installed one. */
function isLocalModule(run: Run, disk: DiskFacts): boolean {
  if (!/^(?:python -m|coverage)/.test(run.via.at(-1) ?? '') || run.directory === undefined) return false;
  const module = path.join(run.directory, ...run.path.split('.'));
  return [`${module}.py`, path.join(module, '__init__.py')].some((file) => disk.readFile(file) !== undefined);
}

/** Tells whether Go is kept from a workspace that the repository itself has. */
function leavesOwnWorkspace({ environment, directory = '' }: Run, { root }: Repository, disk: DiskFacts): boolean {
  if (!('GOWORK' in environment)) return false;
  for (let folder = directory; isWithinFolder(folder, root); folder = path.dirname(folder))
    if (disk.readFile(path.join(folder, 'go.work')) !== undefined) return true;
  return false;
}

const doubtsOf = (run: Run, environment: readonly string[], repository: Repository, disk: DiskFacts): string[] => {
  const doubts: string[] = [];
  if (run.shadowedBy) doubts.push(`shadowed:${run.shadowedBy}`);
  if (isLocalModule(run, disk)) doubts.push('shadowed:module');
  const changes = ([name, value]: [string, string | undefined]) =>
    matchesAny(name, environment) && !isHarmless(name, value);
  if (Object.entries(run.environment).some(changes) || leavesOwnWorkspace(run, repository, disk))
    doubts.push('environment');
  if (run.background) doubts.push('background');
  return doubts;
};

/**
 * Share of a run's results that can be seen: where the results stand on a standard error that is thrown away, nothing else
 * tells them.
 */
function reachOf({ argv, output, errorOutput }: Run, { onStandardError }: RunnerSpec): Run['output'] {
  if (!onStandardError || output !== 'whole') return output;
  const isBrought = argv.some((word) => word !== undefined && onStandardError.unless.includes(word.split('=')[0]!));
  return isBrought ? output : errorOutput;
}

/** Returns the files that a run is to write reports to: `--outputFile r.json`, `--outputFile.json=r.json`. */
function reportsAsked(argv: Run['argv'], options: readonly string[]): string[] {
  return argv.flatMap((word = '', at) => {
    const option = options.find((one) => word.startsWith(one));
    const [, value] = option === undefined ? [] : (/^(?:\.\w+)?=(.+)$/.exec(word.slice(option.length)) ?? []);
    const file = value ?? (option === word ? argv[at + 1] : undefined);
    return file === undefined || /^(?:stdout|stderr|\/dev\/.+)$/.test(file) ? [] : [file];
  });
}

/** Absolute path of the file that a run's output goes to; null when another part of the command writes there too. */
function outputFile(run: Run, analysis: Analysis): string | null {
  if (run.outputFile === undefined || run.directory === undefined) return null;
  const file = path.resolve(run.directory, run.outputFile);
  return analysis.effects.filter((effect) => effect.kind === 'write' && effect.path === file).length > 1 ? null : file;
}

/** Context that a run is recognised in. */
interface Place {
  analysis: Analysis;
  repository: Repository;
  policy: Policy;
  disk: DiskFacts;
  context: ShellContext;
}

function recogniseRun(run: Run, place: Place): RecognisedRun[] {
  const { repository, policy, disk } = place;
  if (run.directory === undefined) return [];
  const started = relative(repository, run.directory);
  // A repository inside this one has its own evidence.
  if (!isOf(repository, started)) return [];
  const found = runnerOf(run, policy);
  if (!found) return [];
  const { preset, spec, words } = found;
  const { argv, directory } = readPlace(words, spec, started, repository.root);
  const joined = joinedCalls(
    argv,
    spec,
    directory,
    (folder) => suiteRoot(path.join(repository.root, folder), preset, spec, repository, disk)?.root,
  );
  const calls = joined ?? [{ words, started }];
  const called = run.argv.slice(0, run.argv.length - words.length);
  const read = calls
    .map((call) => readRun(run, { preset, spec, called, ...call }, place))
    .filter((one) => one !== null);
  return joined ? read.map((one) => ({ ...one, joined: true as const })) : read;
}

/** Returns the runner that a run starts, with its own words; undefined for another program. */
function runnerOf(run: Run, { presets }: Policy): { preset: Preset; spec: RunnerSpec; words: Run['argv'] } | undefined {
  for (const preset of presets) {
    for (const spec of preset.runners) {
      const words = ownWords(run, spec);
      if (words !== null) return { preset, spec, words };
    }
  }
  return undefined;
}

/** A run whose words are those of a runner, started in a folder of the repository. */
interface Called {
  preset: Preset;
  spec: RunnerSpec;
  /** The words of the call in front of the runner's own. */
  called: Run['argv'];
  words: Run['argv'];
  started: string;
}

function readRun(run: Run, called: Called, place: Place): RecognisedRun | null {
  const { preset, spec, words, started } = called;
  const { analysis, repository, disk, context } = place;
  const { argv, directory } = readPlace(words, spec, started, repository.root);
  if (directory !== started && !isOf(repository, directory)) return null;
  const at = suiteAround(argv, spec, directory, (folder) =>
    suiteRoot(path.join(repository.root, folder), preset, spec, repository, disk),
  );
  const root = at?.root ?? '.';
  const question = questionOf({ runner: spec });
  const isOwnChoice = isDeclared(run, question) && !isOfMember(run, root, repository, disk);
  const declared = isOwnChoice && !narrows(handedIn(argv, run), spec, { root, directory });
  const standing = standingWords(run, spec, analysis, context, disk);
  const here = { root, directory, ...(at ? { markerText: at.markerText } : {}) };
  const all = standing.isOwn ? argv : [...standing.words, ...argv];
  const read = withoutDeeper(readSelection(all, spec, { ...here, declared }), run, analysis, directory);
  const selection = declared
    ? read
    : ofPlainCall(read, spec, root, folderOnDisk(path.join(repository.root, root), disk), preset.runners);
  const setting = choosesOthers(standing, argv, spec, here) ? settingOf(standing, spec) : undefined;
  const asked = reportsAsked(run.argv, spec.reportOptions ?? []);
  const { doubts: above, ...named } = toldAbove(aboveRun(run, place, { spec, argv, here }));
  const programs = programsOf(run, called.called, repository, context);
  const reports = asked.map((file) => path.resolve(repository.root, directory, file));
  return {
    suite: `${spec.countsFor ?? spec.id}:${root}`,
    runner: spec.id,
    root,
    words: [...words],
    argv: run.argv.map((word) => word ?? '?'),
    directory,
    // What the project's own script looks at is what the project has linted.
    selection: declared && question !== 'test' && selection.kind === 'units' ? { kind: 'whole' } : selection,
    ...(goesOn(all, spec) ? { goesOn: true as const } : {}),
    exit: run.exit,
    output: reachOf(run, spec),
    outputFile: outputFile(run, analysis),
    ...(reports.length > 0 ? { reports } : {}),
    background: run.background,
    doubts: [
      ...doubtsOf(run, spec.environment, repository, disk),
      ...(programs.doubt ? [programs.doubt] : []),
      ...(setting ? ['settings'] : []),
      ...above,
    ],
    ...named,
    ...programs.files,
    ...(setting ? { setting } : {}),
  };
}

/** Leaves out units that only some shells would have given the runner: nobody knows that they ran. */
function withoutDeeper(
  selection: Selection,
  { handed = [] }: Run,
  { deeper = [] }: Analysis,
  directory: string,
): Selection {
  if (selection.kind !== 'units' || deeper.length === 0) return selection;
  // What a script was called with is given to its runner besides.
  const found = deeper.filter((word) => !handed.includes(word));
  const doubtful = new Set(found.map((word) => path.posix.join(directory, word)));
  return { ...selection, units: selection.units.filter((unit) => !doubtful.has(unit)) };
}

/**
 * Returns the test runs that a command line contains.
 * @param disk reads markers on the way up to the repository's root
 */
export function recognise(
  whole: Analysis,
  repository: Repository,
  policy: Policy,
  disk: DiskFacts,
  context: ShellContext,
): RecognisedRun[] {
  const custom = policy.suites.map(customSuite);
  const known = namedSuites(policy);
  const asked = workflowCommands(policy).filter(({ id }) => known.every((suite) => suite.id !== id));
  const line = { analysis: whole, repository, context };
  // Nobody has to run what a workflow asks for in other words: it says nothing of it.
  const isAsked = (run: RecognisedRun) => !run.doubts.includes('other-words');
  const recognised = [...namedRuns(known, line), ...namedRuns(asked, line).filter(isAsked)].map((run) => ({
    ...run,
    ...ofNamed(run, line, policy),
  }));
  const analysis = { ...whole, effects: whole.effects.filter((effect) => !isRecorded(effect)) };
  const place = { analysis, repository, policy, disk, context };
  const isNamed = (run: RecognisedRun) => custom.some((suite) => isWithin(run.directory, suite.root));
  const wrappers: { call: Run; runner: string }[] = [];
  for (const effect of analysis.effects) {
    if (effect.kind !== 'run') continue;
    const around = wrappers.filter(({ call }) => isInside(effect, call)).map(({ runner }) => runner);
    const runs = recogniseRun(effect, place).filter((run) => !isNamed(run) && !around.includes(run.runner));
    recognised.push(...runs);
    wrappers.push(...runs.map(({ runner }) => ({ call: effect, runner })));
  }
  for (const effect of whole.parts ?? []) {
    const runs = isRecorded(effect) ? [] : recogniseRun(effect, place);
    recognised.push(...runs.filter((run) => !isNamed(run)).map((run) => ({ ...run, part: effect.part })));
  }
  const ofScripts = scriptRuns(recognised, line, policy, disk).filter((run) => !isNamed(run));
  recognised.push(...ofScripts.map((run) => ({ ...run, ...ofNamed(run, line, policy) })));
  return recognised.map((run) => ({ ...run, doubts: [...run.doubts, ...doubtsAround(whole, run, repository.root)] }));
}

/** Tells whether a run is what the script of another one starts: a wrapper that is called by its runner's words is that runner. */
const isInside = ({ via }: Run, { via: outer, argv: [program] }: Run) =>
  program !== undefined &&
  via.length > outer.length &&
  outer.every((step, at) => via[at] === step) &&
  via[outer.length] === path.basename(program);

/** Configuration outside of the repository that the programs of a named command read. */
function ofNamed(run: RecognisedRun, line: Pick<Place, 'analysis' | 'repository' | 'context'>, policy: Policy) {
  const found = line.analysis.effects.flatMap((effect) => {
    if (effect.kind !== 'run' || effect.directory === undefined) return [];
    const started = relative(line.repository, effect.directory);
    const runner = isOf(line.repository, started) ? runnerOf(effect, policy) : undefined;
    if (!runner) return aboveRun(effect, line);
    const { argv, directory } = readPlace(runner.words, runner.spec, started, line.repository.root);
    return aboveRun(effect, line, { spec: runner.spec, argv, here: { root: directory, directory } });
  });
  const { doubts, ...told } = toldAbove(found);
  return { doubts: [...run.doubts, ...new Set(doubts)], ...told };
}

/** Tells whether a run goes through `flow-hooks exec`, which records the run itself, or is one that nothing follows from. */
const isRecorded = (effect: Effect) =>
  effect.kind === 'run' && (effect.via.includes(OWN_EXEC) || effect.via.includes(OWN_AWAIT));
