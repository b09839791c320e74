import type { RunnerSpec } from './preset.js';
import type { Selection } from './receipt.js';

export interface SelectionContext {
  /** The suite's root and the folder the command ran in, relative to the repository; `.` is the root itself. */
  root: string;
  directory: string;
  /** Text of the marker at the suite's root, where the runner needs it. */
  markerText?: string;
  /** True when the words come from the project's own `test` script: its standing choices are not a narrowing. */
  declared?: boolean;
}

const join = (folder: string, path: string) => normalize(folder === '.' ? path : `${folder}/${path}`);

/** Folds `.` and `..` of a relative path; `.` for the repository itself, null when it leaves the repository. */
function normalize(path: string): string | null {
  const out: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (out.length === 0) return null;
      out.pop();
    } else out.push(part);
  }
  return out.join('/') || '.';
}

function isFlag(word: string, flags: readonly string[]): boolean {
  const equals = word.indexOf('=');
  const name = equals > 0 ? word.slice(0, equals) : word;
  // Go accepts two dashes for every flag.
  return flags.some((flag) => flag === name || (name.startsWith('--') && flag === name.slice(1)));
}

/** Short flags with their value attached: `-kfoo`, `-n4`. */
function attached(word: string, flags: readonly string[]): boolean {
  return /^-[a-zA-Z][^-=]/.test(word) && flags.includes(word.slice(0, 2)) && !flags.includes(word);
}

interface Words {
  positional: (string | undefined)[];
  byName: boolean;
  partial: boolean;
  nothing: boolean;
  everything: boolean;
  unknown: boolean;
}

/** Whether a flag's value is what the runner takes without it, such as the configuration at the suite's root. */
function isUsual(flag: string, value: string | undefined, spec: RunnerSpec, { root, directory }: SelectionContext) {
  const usual = spec.selection.usual?.[flag];
  if (!usual || value === undefined || value.startsWith('/')) return false;
  const path = join(directory, value);
  return path !== null && usual.some((one) => join(root, one) === path);
}

function sort(argv: readonly (string | undefined)[], spec: RunnerSpec, context: SelectionContext): Words {
  const rules = spec.selection;
  const words: Words = {
    positional: [],
    byName: false,
    partial: false,
    nothing: false,
    everything: false,
    unknown: false,
  };
  let afterDashes = false;
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i];
    if (word === undefined) {
      words.unknown = true;
      continue;
    }
    if (word === '--' && !afterDashes) {
      afterDashes = true;
      continue;
    }
    if (!word.startsWith('-') || word === '-') {
      if (rules.nothing.includes(word) && words.positional.length === 0) words.nothing = true;
      else words.positional.push(word);
      continue;
    }
    const equals = word.indexOf('=');
    const [flag, value] = equals > 0 ? [word.slice(0, equals), word.slice(equals + 1)] : [word, argv[i + 1]];
    if (isUsual(flag, value, spec, context)) {
      if (equals < 0) i++;
      continue;
    }
    if (isFlag(word, rules.nothing)) words.nothing = true;
    if (isFlag(word, rules.everything)) words.everything = true;
    const count = word.endsWith('=0') || word.endsWith('=false');
    if (isFlag(word, rules.byName) || attached(word, rules.byName)) words.byName ||= !count;
    if (isFlag(word, rules.partial) || attached(word, rules.partial)) words.partial ||= !count;
    if (!word.includes('=') && isFlag(word, rules.valued)) i++;
  }
  return words;
}

/** Go package patterns: `./...`, `./pkg`, `./pkg/...`, `.`; an import path cannot be placed without the toolchain. */
function packages(words: readonly string[], context: SelectionContext): Selection {
  const units: string[] = [];
  for (const word of words) {
    if (!/^\.{1,2}(\/|$)/.test(word)) return { kind: 'unknown', why: `package ${word}` };
    const deep = word.endsWith('/...') || word === '...';
    const path = join(context.directory, deep ? word.slice(0, -4) || '.' : word);
    if (path === null) return { kind: 'unknown', why: 'outside the repository' };
    units.push(deep ? below(path) : path);
  }
  return units.some((unit) => unit === below(context.root)) ? { kind: 'whole' } : { kind: 'units', units };
}

/** Files and folders, as pytest takes them; `file.py::test` chooses by name. */
function paths(words: readonly string[], context: SelectionContext): Selection {
  if (words.some((word) => word.includes('::'))) return { kind: 'names' };
  if (words.some((word) => word.startsWith('/') || word.startsWith('@') || /[*?[]/.test(word))) {
    return { kind: 'unknown', why: 'path outside the suite' };
  }
  const from = words.length > 0 ? words : ['.'];
  const units: string[] = [];
  for (const word of from) {
    const path = join(context.directory, word);
    if (path === null) return { kind: 'unknown', why: 'outside the repository' };
    if (path === context.root) return { kind: 'whole' };
    units.push(/\.[a-z]+$/i.test(path) ? path : below(path));
  }
  return { kind: 'units', units };
}

/** A unit pattern for a folder and all below it; the repository itself is `**`. */
function below(path: string): string {
  return path === '.' ? '**' : `${path}/**`;
}

/** Whether the command, below the root of its suite, runs the member that lies there and not the whole. */
function isPartBelow({ selection }: RunnerSpec, { root, directory, markerText = '' }: SelectionContext): boolean {
  return directory !== root && selection.partBelow !== undefined && markerText.includes(selection.partBelow);
}

/** Reads a runner's words. `argv` starts after the invocation (`go test`), with undefined for words nobody can know. */
export function readSelection(
  argv: readonly (string | undefined)[],
  spec: RunnerSpec,
  context: SelectionContext,
): Selection {
  const words = sort(argv, spec, context);
  if (words.nothing) return { kind: 'nothing' };
  if (words.unknown) return { kind: 'unknown', why: 'a word of the command cannot be known' };
  if (words.byName) return { kind: 'names' };
  if (words.partial && !context.declared) return { kind: 'names' };
  const positional = words.positional.filter((word): word is string => word !== undefined);
  const rules = spec.selection;
  const needsFlag = rules.everythingNeededWhen?.some((all) =>
    all.every((text) => context.markerText?.includes(text) ?? false),
  );
  const tooFew = positional.length > 0 || (needsFlag && !words.everything);
  const elsewhere = { kind: 'unknown', why: `ran in ${context.directory}` } as const;
  if (rules.positional === 'names') {
    if (tooFew) return { kind: 'names' };
    return isPartBelow(spec, context) && !words.everything ? elsewhere : { kind: 'whole' };
  }
  if (rules.positional === 'project') {
    if (tooFew) return { kind: 'names' };
    return context.directory === context.root || context.declared ? { kind: 'whole' } : elsewhere;
  }
  if (rules.positional === 'packages')
    return packages(positional.length > 0 ? positional : [(!argv.includes('--') && rules.bare) || '.'], context);
  if (rules.positional === 'paths') return paths(positional, context);
  // A filter is a part of a path; it selects whole files, which ones only the runner knows unless it is an exact path.
  if (positional.length === 0) {
    return context.directory === context.root || context.declared ? { kind: 'whole' } : elsewhere;
  }
  const units = positional.map((word) => (word.startsWith('/') ? null : join(context.directory, word)));
  if (units.some((unit) => unit === null)) return { kind: 'unknown', why: 'filter outside the repository' };
  return { kind: 'units', units: units as string[] };
}
