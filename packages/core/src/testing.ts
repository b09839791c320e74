import { readSelection } from './evidence/selection.js';
import { isSame } from './is-same.js';
import { baseOf, classify } from './paths.js';
import { lineMatcher, looksAt } from './policy/conventions.js';
import { checkPreset } from './preset-schema.js';
import { presetCommand } from './presets/commands.js';
import { detectPresets } from './presets/detect.js';
import type { FileView } from './presets/file-view.js';
import type { PathClass } from './presets/path-class.js';
import { PRESET_COMMANDS, type Preset, type PresetCommand, type Question, SIZES } from './presets/preset.js';

export { addEvent, beginFacts, type NewEvent } from './workflow/make-facts.js';
export { type MomentParts, makeMoment } from './workflow/make-moment.js';

/** Preset samples tell what a preset is tried on. */
export interface PresetSamples {
  /** Projects of the stack: text by path. Each is one. */
  projects: readonly Readonly<Record<string, string>>[];
  /** Projects that are not of the stack, though they look like it. */
  others?: readonly Readonly<Record<string, string>>[];
  /** Paths that each class has to hold; `other` for those of no class. */
  paths: Readonly<Partial<Record<PathClass | 'other', readonly string[]>>>;
  /**
   * What a green run of all tests prints, by the id of a runner whose output is read. Asked for by `playPreset` of
   * `@flow/hooks`.
   */
  outputs?: Readonly<Record<string, string>>;
  /** Lines that break a convention, and lines beside them that do not, by convention. */
  conventions?: Readonly<Record<string, ConventionSample>>;
  /** The preset that it is based on: conventions that are the same there need no lines here. */
  base?: Preset;
}

export interface ConventionSample {
  /** A file that the rule looks at. */
  file: string;
  breaks: readonly string[];
  holds: readonly string[];
  /** Files that it leaves alone. */
  leaves?: readonly string[];
}

/** A test of a preset is one promise that it keeps. */
export interface PresetTest {
  name: string;
  /** @throws an error that names what is wrong with the preset, or missing from the samples */
  run(): void;
}

/**
 * Returns the tests of a preset, for any test framework: `for (const { name, run } of testPreset(preset, samples))
 * test(name, run)`. They hold it against the schema, and against samples of projects, paths and lines.
 */
export function testPreset(preset: Preset, samples: PresetSamples): PresetTest[] {
  const checked = checkPreset(preset);
  const schema: PresetTest = {
    name: 'it is what the schema describes',
    run: () => expectNone(checked.ok ? [] : checked.problems.map(({ at, message }) => `${at}: ${message}`)),
  };
  // What the schema refuses cannot be tried.
  if (!checked.ok) return [schema];
  return [
    schema,
    { name: 'its markers detect the sample projects', run: () => expectNone(undetected(preset, samples)) },
    { name: 'its runners recognise their own commands', run: () => expectNone(unrecognised(preset)) },
    { name: 'its commands are those that its runners recognise', run: () => expectNone(foreignCommands(preset)) },
    { name: 'its classes hold the sample paths', run: () => expectNone(misplaced(preset, samples)) },
    { name: 'its coverage does not fall with the size', run: () => expectNone(falling(preset)) },
    ...ownConventions(preset, samples.base).map((rule) => ({
      name: `its convention ${rule.name} finds what breaks it, and nothing else`,
      run: () => expectNone(mistaken(preset, rule.name, samples.conventions?.[rule.name])),
    })),
  ];
}

const ownConventions = ({ conventions = [] }: Preset, base?: Preset) =>
  conventions.filter((rule) => !base?.conventions?.some((one) => isSame(one, rule)));

function expectNone(mistakes: readonly string[]): void {
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
}

function viewOf(files: Readonly<Record<string, string>>): FileView {
  return {
    paths: Object.keys(files),
    read: (path) => files[path],
    containing: (paths, strings) => paths.filter((path) => strings.some((part) => files[path]?.includes(part))),
  };
}

function undetected(preset: Preset, { projects, others = [] }: PresetSamples): string[] {
  const isFound = (files: Readonly<Record<string, string>>) => detectPresets(viewOf(files), [preset]).length > 0;
  const list = (files: Readonly<Record<string, string>>) => Object.keys(files).join(', ');
  return [
    ...(preset.markers.length > 0 && projects.length === 0 ? ['samples.projects: name one project at least'] : []),
    ...projects.filter((files) => !isFound(files)).map((files) => `not detected, and should be: ${list(files)}`),
    ...others.filter(isFound).map((files) => `detected, and should not be: ${list(files)}`),
  ];
}

/** Tells what a command line selects for the first runner of a question that knows it; null when none does. */
function recognised(preset: Preset, line: string, question: Question | null) {
  const words = line.split(' ');
  // A project's own program is started through a package manager; what the hooks take off is not part of it.
  const inner = words[0] === 'npx' || words[0] === 'uvx' ? words.slice(1) : words;
  // Programs are known by their names, wherever they lie.
  inner[0] = baseOf(inner[0] ?? '');
  for (const runner of preset.runners) {
    if (question !== null && (runner.question ?? 'test') !== question) continue;
    const call = runner.invocations.find((words) => words.every((word, at) => inner[at] === word));
    if (call)
      return { runner, selection: readSelection(inner.slice(call.length), runner, { root: '.', directory: '.' }) };
  }
  return null;
}

/** What the author of a preset can do about a command of less than the whole suite. */
const LESS = 'leave out what chooses tests (a folder is a choice, too), or correct `selection`';

function unrecognised(preset: Preset): string[] {
  return preset.runners.flatMap(({ id, command, question = 'test' }): string[] => {
    const found = recognised(preset, command, question);
    if (!found) return [`${id}: none of its invocations begins \`${command}\``];
    const { kind } = found.selection;
    return kind === 'whole' ? [] : [`${id}: \`${command}\` selects ${kind}, not the whole: ${LESS}`];
  });
}

/** Questions of the commands that have one; what is left may be any program. */
const QUESTIONS: Readonly<Partial<Record<PresetCommand, Question>>> = { test: 'test', lint: 'lint', types: 'types' };

function foreignCommands(preset: Preset): string[] {
  return PRESET_COMMANDS.flatMap((name): string[] => {
    const line = presetCommand(preset, name);
    const question = QUESTIONS[name];
    if (line === null) return name === 'test' ? ['commands.test: it has no command for its tests'] : [];
    if (/[;&|<>`$\n]/.test(line)) return [`commands.${name}: \`${line}\` is more than one plain command`];
    if (!question || !preset.runners.some((runner) => (runner.question ?? 'test') === question)) return [];
    const found = recognised(preset, line, question);
    if (!found) return [`commands.${name}: no runner of its knows \`${line}\``];
    return found.selection.kind === 'whole' ? [] : [`commands.${name}: \`${line}\` is not a whole run: ${LESS}`];
  });
}

function misplaced(preset: Preset, { paths }: PresetSamples): string[] {
  return Object.entries(paths).flatMap(([name, sample = []]) =>
    sample.flatMap((path) => {
      const found = classify(path, preset);
      return found === name ? [] : [`${path} is ${found}, and should be ${name}`];
    }),
  );
}

function falling({ coverage }: Preset): string[] {
  if (!coverage) return [];
  return SIZES.slice(1).flatMap((size, at) => {
    const smaller = SIZES[at]!;
    const falls = coverage[size] < coverage[smaller];
    return falls ? [`coverage.${size} (${coverage[size]}) is below coverage.${smaller} (${coverage[smaller]})`] : [];
  });
}

function mistaken(preset: Preset, name: string, sample: ConventionSample | undefined): string[] {
  if (!sample || sample.breaks.length === 0 || sample.holds.length === 0) {
    return [`samples.conventions: give lines that break ${name}, and lines that do not`];
  }
  const rule = preset.conventions!.find((one) => one.name === name)!;
  const breaks = lineMatcher(rule.how);
  const seen = (file: string) => looksAt(rule, file, classify(file, preset));
  return [
    ...(seen(sample.file) ? [] : [`it does not look at ${sample.file}`]),
    ...(sample.leaves ?? []).filter(seen).map((file) => `it looks at ${file}`),
    ...sample.breaks.filter((line) => !breaks(line)).map((line) => `it does not find: ${line}`),
    ...sample.holds.filter(breaks).map((line) => `it finds, and should not: ${line}`),
  ];
}
