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

/** Returns what a command of a script gives a runner; null where it does not call it. */
function wordsFor(command: string, invocations: RunnerSpec['invocations']): string[] | null {
  const words = (command.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? []).map((word) => word.replace(/['"\\]/g, ''));
  for (const [program, ...rest] of invocations.toSorted((a, b) => b.length - a.length)) {
    const at = words.findIndex((word) => baseOf(word).replace(/\.[cm]?js$/, '') === program);
    const own = words.slice(at + 1);
    if (at >= 0 && rest.every((word) => own.includes(word))) return own.filter((word) => !rest.includes(word));
  }
  return null;
}

/** Lists the calls of a runner in the `test` script of the package at a suite's root. */
export function ownCalls(manifest: string, spec: RunnerSpec, root: string): OwnCall[] {
  return testScript(manifest)
    .replace(REDIRECTION, '')
    .split(/[;&|\n]+/)
    .flatMap((command): OwnCall[] => {
      const words = wordsFor(command, spec.invocations);
      if (words === null) return [];
      const { argv, directory } = readPlace(words, spec, root, '');
      const here = { root, directory: root, declared: true };
      const isElsewhere = directory !== root || configuresElsewhere(argv, spec, here);
      const hasNodeOptions = NODE_OPTIONS.test(command);
      return [{ selection: readSelection(argv, spec, here), isElsewhere, hasNodeOptions }];
    });
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
export function ofPlainCall(selection: Selection, spec: RunnerSpec, root: string, here: FolderView): Selection {
  const { looksAt, configures } = spec.selection;
  if (selection.kind !== 'whole' || !(looksAt || configures)) return selection;
  const calls = ownCalls(here.read('package.json') ?? '', spec, root);
  if (calls.some(({ isElsewhere }) => isElsewhere)) return OTHER_SETTINGS;
  if (!looksAt) return selection;
  const isPlain = calls.every((call) => call.selection.kind === 'whole');
  if (looksAt.unless.some((marker) => fits(marker, here))) return isPlain ? selection : OTHER_SETTINGS;
  if (isPlain && calls.length > 0) return selection;
  const front = root === '.' ? '' : `${root}/`;
  return { kind: 'units', units: looksAt.files.map((glob) => `${front}${glob.includes('/') ? glob : `**/${glob}`}`) };
}

const OTHER_SETTINGS: Selection = { kind: 'unknown', why: 'the test script of the project names other tests' };
