import type { Selection } from '../evidence/receipt.js';
import { configuresElsewhere, readPlace, readSelection } from '../evidence/selection.js';
import { baseOf, isWithin } from '../paths.js';
import { type FolderView, fits, scriptsOf } from './markers.js';
import type { RunnerSpec } from './preset.js';

/** One call of a runner in a project's own `test` script. */
export interface OwnCall {
  selection: Selection;
  /** It has the runner read another configuration than a plain call finds. */
  isElsewhere: boolean;
  /** It starts the runner with options of Node, which its tests need. */
  hasNodeOptions: boolean;
}

const RUN = /(?:^|(?<=[\s;&|(]))(?:npm|pnpm|yarn|bun)(?:\s+run)?\s+([\w:.-]+)/g;
const REDIRECTION = /\s\d*(?:>>?|<)(?:&\d|\s*\S+)/g;
/** Options of Node in front of the runner's file, or in a variable. */
const NODE_OPTIONS = /\bNODE_OPTIONS=|\bnode(?:\s+-\S+)+\s+\S*\bnode_modules\//;
const MAX_DEEP = 5;

/** Returns the `test` script of a manifest with the text of each script that it runs in that one's place. */
function testScript(manifest: string): string {
  const scripts = new Map(scriptsOf(manifest).map(({ name, text }) => [name, text]));
  let text = scripts.get('test') ?? '';
  for (let deep = 0; deep < MAX_DEEP; deep++)
    text = text.replace(RUN, (call, name: string) => (name === 'test' ? call : (scripts.get(name) ?? call)));
  return text;
}

const wordsOf = (command: string): string[] =>
  (command.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? []).map((word) => word.replace(/['"\\]/g, ''));

/** Returns what a command of a script gives a runner; null where it does not call it. */
function wordsFor(command: string, invocations: RunnerSpec['invocations']): string[] | null {
  const words = wordsOf(command);
  for (const [program, ...rest] of invocations.toSorted((a, b) => b.length - a.length)) {
    const at = words.findIndex((word) => baseOf(word).replace(/\.[cm]?js$/, '') === program);
    const own = words.slice(at + 1);
    if (at >= 0 && rest.every((word) => own.includes(word))) return own.filter((word) => !rest.includes(word));
  }
  return null;
}

/** Lists the calls of a runner in the `test` script of the package at a suite's root. */
export function ownCalls(manifest: string, spec: RunnerSpec, root: string): OwnCall[] {
  return commandsOf(manifest).flatMap((command): OwnCall[] => {
    const words = wordsFor(command, spec.invocations);
    if (words === null) return [];
    const { argv, directory } = readPlace(words, spec, root, '');
    const here = { root, directory: root, declared: true };
    const isElsewhere = directory !== root || configuresElsewhere(argv, spec, here);
    const hasNodeOptions = NODE_OPTIONS.test(command);
    return [{ selection: readSelection(argv, spec, here), isElsewhere, hasNodeOptions }];
  });
}

/** Lists the commands of a package's `test` script, with those of the scripts that it runs. */
const commandsOf = (manifest: string): string[] =>
  testScript(manifest)
    .replace(REDIRECTION, '')
    .split(/[;&|\n]+/);

/** Programs that run tests and that no preset reads, as far as their names are known. */
const TEST_PROGRAMS =
  /^(?:borp|tape|ava|uvu|tap|tsd|jasmine|karma|lab|testem|qunit|wtr|web-test-runner|cucumber-js|playwright|cypress|bats)$/;
/** Programs that look at tests and run none. */
const LOOKS =
  /^(?:eslint|prettier|biome|oxlint|standard|xo|tsc|tsgo|stylelint|rimraf|rm|cp|mv|mkdir|cd|echo|git|cspell|knip)$/;
const TEST_PATH = /(?:^|\/)(?:tests?|specs?|__tests__|e2e)\/|[._-](?:test|spec)s?\.[cm]?[jt]sx?$/;
/** What stands in front of a program that is started. */
const STARTS = /^(?:npx|cross-env|env|c8|nyc|time|exec|run|dlx|\w+=.*|-.*)$/;

/**
 * Returns a program in the `test` script of a package that runs tests beside those of a runner, which the script calls as well;
 * undefined where there is none, as far as can be read.
 */
export function testsBeside(manifest: string, spec: RunnerSpec, known: readonly RunnerSpec[]): string | undefined {
  const commands = commandsOf(manifest);
  if (!commands.some((command) => wordsFor(command, spec.invocations))) return undefined;
  const others = commands.filter((command) =>
    known.every(({ invocations }) => wordsFor(command, invocations) === null),
  );
  return others.map(testProgram).find((program) => program !== undefined);
}

/** A program of the project's own, which may start whatever it likes. */
const OWN_PROGRAM =
  /^(?:(?:cross-env|env|c8|nyc)\s+|\w+=\S*\s+)*(?:node(?:\s+-\S+)*\s+(?!-|\S*\bnode_modules\/)\S+|(?:ba|da|z)?sh\s+(?!-)\S+|\.\.?\/\S+)/;

/** Tells whether the `test` script of a package starts a program of the project's own, and none of the runners that are known. */
export function isOwnProgram(manifest: string, known: readonly RunnerSpec[]): boolean {
  const commands = commandsOf(manifest).map((command) => command.trim());
  const isKnown = (command: string) => known.some(({ invocations }) => wordsFor(command, invocations) !== null);
  return commands.some((command) => OWN_PROGRAM.test(command)) && !commands.some(isKnown);
}

function testProgram(command: string): string | undefined {
  const words = wordsOf(command);
  const at = words.findIndex((word) => !STARTS.test(word));
  const program = baseOf(words[at] ?? '');
  if (program === '' || LOOKS.test(program)) return undefined;
  const runsTests = TEST_PROGRAMS.test(program) || words.slice(at + 1).some((word) => TEST_PATH.test(word));
  return runsTests ? program : undefined;
}

/** Tells whether a plain call may run other tests than this one does, or run them otherwise. */
export const isChoosing = (
  { selection, isElsewhere, hasNodeOptions }: OwnCall,
  { selection: { looksAt } }: RunnerSpec,
): boolean => isElsewhere || hasNodeOptions || (looksAt !== undefined && selection.kind === 'units');

/** Lists the files of a suite's root that calls name, as globs, where a call's words stand in place of what it runs without. */
export function namedFiles(calls: readonly OwnCall[], { selection: { looksAt } }: RunnerSpec, root: string): string[] {
  if (!looksAt) return [];
  const units = calls.flatMap(({ selection }) => (selection.kind === 'units' ? selection.units : []));
  // A name alone would be one of any folder.
  return units.filter((unit) => unit.includes('/') && isWithin(unit, root));
}

/**
 * Returns what a call without words runs that is no script of the project's: all, unless the project's own script names other
 * tests, or another configuration, than such a call looks at.
 * @param here the suite's root
 */
export function ofPlainCall(
  selection: Selection,
  spec: RunnerSpec,
  root: string,
  here: FolderView,
  known: readonly RunnerSpec[] = [spec],
): Selection {
  const { looksAt, configures } = spec.selection;
  const manifest = looksAt || configures ? (here.read('package.json') ?? '') : '';
  const beside = testsBeside(manifest, spec, known);
  if (beside !== undefined && (selection.kind === 'whole' || selection.kind === 'units'))
    return { kind: 'units', units: [], leftOut: `tests that ${beside} runs` };
  if (selection.kind !== 'whole' || !(looksAt || configures)) return selection;
  const calls = ownCalls(manifest, spec, root);
  if (calls.some(({ isElsewhere }) => isElsewhere)) return OTHER_SETTINGS;
  if (!looksAt) return selection;
  const isPlain = calls.every((call) => call.selection.kind === 'whole');
  if (looksAt.unless.some((marker) => fits(marker, here))) return isPlain ? selection : OTHER_SETTINGS;
  if (isPlain && calls.length > 0) return selection;
  const front = root === '.' ? '' : `${root}/`;
  return { kind: 'units', units: looksAt.files.map((glob) => `${front}${glob.includes('/') ? glob : `**/${glob}`}`) };
}

const OTHER_SETTINGS: Selection = { kind: 'unknown', why: 'the test script of the project names other tests' };
