import path from 'node:path';
import {
  CHECKS,
  type CustomSuite,
  type FileView,
  findSuites,
  isWithin,
  type NamedBuild,
  type Policy,
  type Preset,
  type Question,
  type RunnerSpec,
  type Severity,
  type Suite,
  unitsOf,
} from '@flow/core';
import { quoted } from '@flow/shell-effects/text/quoted';

/**
 * `COMMAND_PRESET` stands for a suite that a person named: only its exit code is known, and any file but a document concerns
 * it.
 */
const COMMAND_PRESET: Omit<Preset, 'runners'> = {
  id: 'command',
  title: 'Command',
  markers: [],
  classes: {
    generated: [],
    test: [],
    build: [],
    source: ['**/!(*.md|*.mdx|*.rst|*.adoc|LICENSE*|NOTICE*|AUTHORS*|CODEOWNERS|.gitignore)'],
    document: ['*.md', '*.mdx', '*.rst', '*.adoc', 'LICENSE*', 'NOTICE*', 'AUTHORS*', 'CODEOWNERS', '.gitignore'],
  },
};

export const COMMAND_RUNNER = 'command';

/** Returns the suite that a configured command stands for. */
export function customSuite(custom: CustomSuite): Suite {
  const root = custom.root.replace(/^\.\/|\/$/g, '') || '.';
  const runner = {
    id: COMMAND_RUNNER,
    command: custom.command,
    invocations: [],
    selection: { valued: [], byName: [], partial: [], nothing: [], everything: [], positional: 'names' as const },
    units: { kind: 'file' as const, tests: [] },
    innerRoots: 'covered' as const,
    environment: [],
  };
  const preset: Preset = { ...COMMAND_PRESET, runners: [runner] };
  return { id: `${COMMAND_RUNNER}:${root}:${custom.command}`, preset, runner, root, marker: 'flow.config.yaml' };
}

/** Returns the name that a person gave a suite; null for any other suite. */
export function nameOfSuite(id: string, { suites }: Pick<Policy, 'suites'>): string | null {
  return suites.find((one) => customSuite(one).id === id)?.name ?? null;
}

/**
 * Returns a further artefact that a person named: only its own files make its run necessary, and what it writes makes
 * none stale.
 */
export function buildSuite({ title, root: folder, command, files, outputs }: NamedBuild): Suite {
  const { runner, root, marker } = customSuite({ root: folder, command });
  const build: RunnerSpec = { ...runner, question: 'build', concerns: files };
  const classes = { ...COMMAND_PRESET.classes, generated: outputs };
  const preset: Preset = { ...COMMAND_PRESET, title, classes, runners: [build] };
  return { id: `build:${root}:${command}`, preset, runner: build, root, marker };
}

/** Returns true for an artefact that a person named; builds that are detected are only recorded. */
export function isNamedBuild(suite: Suite): boolean {
  return isCustom(suite) && questionOf(suite) === 'build';
}

/** Returns everything that a person named. */
export function namedSuites(policy: Policy): Suite[] {
  return [...policy.suites.map(customSuite), ...policy.builds.map(buildSuite)];
}

/**
 * Lists commands that the project's workflows ask for (checks `command` and `reproduced`), and those that documents of
 * runs carry, as suites of the root. They are only recorded: no push needs them.
 */
export function workflowCommands({ workflows, asked = [] }: Pick<Policy, 'workflows' | 'asked'>): Suite[] {
  const commands = new Set<string>(asked);
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { check, command } = value as Record<string, unknown>;
    if ((check === 'command' || check === 'reproduced') && typeof command === 'string') commands.add(command);
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(workflows);
  return [...commands].map((command) => customSuite({ root: '.', command }));
}

/** Returns the command that a suite of the root stands for; null for any other suite. */
export function commandOfSuite(id: string): string | null {
  const front = `${COMMAND_RUNNER}:.:`;
  return id.startsWith(front) ? id.slice(front.length) : null;
}

/** Tells whether the suite was named by a person and has no units. */
export function isCustom(suite: Suite): boolean {
  return suite.runner.id === COMMAND_RUNNER;
}

/** Question that the suite's runs answer. */
export function questionOf(suite: { runner: Pick<RunnerSpec, 'question'> }): Question {
  return suite.runner.question ?? 'test';
}

/**
 * Returns what a whole run of a suite has to cover; nothing for a suite that a person named, and null for a linter without files of
 * its language, which has nothing to say.
 */
export function askedUnits(suite: Suite, all: readonly Suite[], view: FileView): string[] | null {
  if (isCustom(suite)) return [];
  const units = unitsOf(suite, all, view);
  return units.length === 0 && questionOf(suite) !== 'test' ? null : units;
}

/**
 * Returns the highest severity of a broken rule for this suite: what the project says, else what its stack takes for finished.
 * Tests are as severe as the rule itself.
 */
export function checkSeverity(suite: Suite, policy: Policy): Severity {
  const question = questionOf(suite);
  if (isNamedBuild(suite)) return policy.push.checks?.build ?? 'warn';
  if (question === 'test') return 'block';
  return policy.push.checks?.[question] ?? suite.preset.gates?.[question] ?? CHECKS[question];
}

/** A runner's description, and the preset that it is from. */
export function specOf(runner: string, policy: Policy): { preset: Preset; runner: RunnerSpec } | null {
  for (const preset of policy.presets) {
    const spec = preset.runners.find((one) => one.id === runner);
    if (spec) return { preset, runner: spec };
  }
  return null;
}

/**
 * Suite of a run: a suite that a person named, or a runner that a preset describes. A run that only its exit code tells may be one
 * of the project's own script, which stands for the runner's suite.
 */
export function suiteOfRun(
  run: { runner: string; suite: string },
  policy: Policy,
): Pick<Suite, 'preset' | 'runner'> | null {
  const named = [...namedSuites(policy), ...workflowCommands(policy)];
  const runner = run.runner === COMMAND_RUNNER ? run.suite.split(':')[0]! : run.runner;
  return named.find((suite) => suite.id === run.suite) ?? specOf(runner, policy);
}

/** Lists suites of some content: those that a person named, and those detected outside the folders of named tests. */
export function suitesOf(view: FileView, policy: Policy): Suite[] {
  const custom = policy.suites.map(customSuite);
  const detected = findSuites(view, policy.presets).filter(
    (suite) => !custom.some((named) => isWithin(suite.root, named.root)),
  );
  return [...custom, ...policy.builds.map(buildSuite), ...detected];
}

/** Returns the command line that runs a suite from the repository's root. */
export function commandOf(suite: Suite): string {
  return typedAt(suite.root, wholeCommand(suite));
}

/** Returns the command of the suite, typed at the suite's own root. */
export function wholeCommand(suite: Suite): string {
  const needsAll = suite.runner.selection.everythingNeededWhen?.some((all) =>
    all.every((part) => suite.markerText?.includes(part)),
  );
  const { command: usual, selection } = suite.runner;
  const whole = selection.everythingCommand ?? `${usual} ${selection.everything[0]}`;
  return needsAll ? whole : usual;
}

/** Returns the command of a whole suite that goes on behind failures, typed at the repository's root. */
export function commandPastFailures(suite: Suite): string {
  const [flag] = suite.runner.selection.stops?.unless ?? [];
  return flag === undefined ? commandOf(suite) : withWords(commandOf(suite), [flag]);
}

/** Returns a command with more words for its runner; npm keeps those for itself that do not stand behind two dashes. */
export const withWords = (command: string, words: readonly string[]): string =>
  `${command} ${/(?:^| && )npm /.test(command) ? '-- ' : ''}${words.join(' ')}`;

/** A command of some folder as it is typed at the repository's root. */
export function typedAt(root: string, command: string): string {
  if (root === '.') return command;
  // Only the first of a list would depend on the folder, and the last part of it run anywhere.
  const isList = /[;|\n]|(?:^|[^&>])&(?![&>])/.test(command);
  return `cd ${quote(root)} && ${isList ? `sh -c ${quoted(command)}` : command}`;
}

/**
 * Returns a command that is typed at the repository's root, as it is typed in a folder of it, which is told relative to
 * the root.
 */
export function typedFrom(here: string, command: string): string {
  if (here === '.' || here === '' || here.startsWith('..')) return command;
  const at = placeOf(command, '.');
  if (at === null) return `cd "$(git rev-parse --show-toplevel)" && ${command}`;
  return typedAt(path.posix.relative(here, at.folder) || '.', at.rest);
}

/**
 * Returns the folder that a command enters before the rest of it, from where it is typed; null where its words do not
 * tell.
 */
export function placeOf(command: string, from: string, root = ''): { folder: string; rest: string } | null {
  let folder = from;
  let rest = command;
  while (/^cd\s/.test(rest)) {
    const [, word = '', next = ''] = /^cd (?:-- )?('[^']*'|[\w./@+-]+) && (.+)$/s.exec(rest) ?? [];
    if (next === '') return null;
    const named = word.replace(/^'(.*)'$/s, '$1');
    folder = named.startsWith('/') ? path.posix.relative(root || '/', named) || '.' : path.posix.join(folder, named);
    rest = next;
  }
  folder = path.posix.normalize(folder).replace(/(?<=.)\/$/, '');
  return folder === '..' || folder.startsWith('../') ? null : { folder, rest };
}

function quote(folder: string): string {
  if (/^[\w./-]+$/.test(folder)) return folder;
  // A folder's name may hold what a terminal obeys: spelled out, it can be shown and still be typed.
  if (/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(folder)) return `$'${[...folder].map(spelled).join('')}'`;
  return quoted(folder);
}

/** Returns a character inside `$'…'`. */
function spelled(character: string): string {
  if (character === "'" || character === '\\') return `\\${character}`;
  if (!/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(character)) return character;
  return [...Buffer.from(character)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
}
