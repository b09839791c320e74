import { isWithin } from '../paths.js';
import type { RunnerSpec } from '../presets/preset.js';
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
  // Go accepts two dashes for every flag, and runners of JavaScript both spellings of `--testNamePattern`.
  const camel = name.replace(/(?<=\w)-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return flags.some((flag) => flag === name || flag === camel || (name.startsWith('--') && flag === name.slice(1)));
}

/** Short flags with their value attached, or behind switches that nearly every program has: `-kfoo`, `-n4`, `-qkfoo`, `-xvk`. */
function attached(word: string, flags: readonly string[]): boolean {
  const own = word.replace(/^-[qvx]+(?=[a-zA-Z])/, '-');
  return (own !== word || /^-[a-zA-Z][^-=]/.test(word)) && flags.includes(own.slice(0, 2)) && !flags.includes(word);
}

/**
 * Returns the folder that a run is of, where a flag names another than the one it is started in (`tsc -p packages/a`,
 * `go test -C services/a`), and its words without that. A file of another name than the usual ones keeps its flag,
 * which leaves something out.
 * @param directory where it is started, relative to the repository
 * @param top absolute path of the repository
 */
export function readPlace(
  argv: readonly (string | undefined)[],
  { selection: { startsIn = {}, valued } }: RunnerSpec,
  directory: string,
  top: string,
): { argv: readonly (string | undefined)[]; directory: string } {
  const unmoved = { argv, directory };
  const found: { at: number; length: number; value: string | undefined; files: readonly string[] }[] = [];
  for (let at = 0; at < argv.length && argv[at] !== '--'; at++) {
    const word = argv[at];
    if (!word?.startsWith('-')) continue;
    const equals = word.indexOf('=');
    const name = Object.keys(startsIn).find((flag) => isFlag(word, [flag]));
    const [value, length] = equals > 0 ? [word.slice(equals + 1), 1] : [argv[at + 1], 2];
    if (name !== undefined) found.push({ at, length, value, files: startsIn[name]! });
    if (equals < 0 && (name !== undefined || isFlag(word, valued))) at++;
  }
  const [only, ...others] = found;
  // Of several nobody knows which one holds, or they hold together.
  if (only?.value === undefined || others.length > 0 || !/^[\w./@~+ -]+$/.test(only.value)) return unmoved;
  const path = placeIn(directory, only.value, top);
  if (path === null) return unmoved;
  const base = path.slice(path.lastIndexOf('/') + 1);
  const endings = only.files.map((file) => file.slice(file.lastIndexOf('.')));
  const isFile = endings.some((ending) => base.endsWith(ending));
  const folder = isFile ? path.slice(0, Math.max(path.lastIndexOf('/'), 0)) || '.' : path;
  const isUsual = !isFile || only.files.includes(base);
  return { directory: folder, argv: isUsual ? argv.toSpliced(only.at, only.length) : argv };
}

/** Returns a path that a command names, relative to the repository; null outside of it. */
function placeIn(directory: string, path: string, top: string): string | null {
  if (!path.startsWith('/')) return join(directory, path);
  return path === top ? '.' : path.startsWith(`${top}/`) ? normalize(path.slice(top.length + 1)) : null;
}

/** Tells how many words a flag and its value are, where that value is one that leaves nothing out; 0 for any other. */
function leavesAll(word: string, next: string | undefined, { wholeWith = {} }: RunnerSpec['selection']): number {
  const equals = word.indexOf('=');
  const flag = Object.keys(wholeWith).find((one) =>
    one.startsWith('--') ? word.split('=')[0] === one : word.startsWith(one),
  );
  if (flag === undefined) return 0;
  const isLone = word === flag;
  const value = isLone
    ? next
    : flag.startsWith('--')
      ? word.slice(equals + 1)
      : word.slice(flag.length).replace(/^=/, '');
  const isWhole = wholeWith[flag]!.some((one) =>
    one.endsWith('*') ? value?.startsWith(one.slice(0, -1)) : value === one,
  );
  return isWhole ? (isLone ? 2 : 1) : 0;
}

interface Words {
  positional: (string | undefined)[];
  byName: boolean;
  partial: boolean;
  nothing: boolean;
  everything: boolean;
  unknown: boolean;
  /** The only folder in which tests are looked for. */
  below?: string;
}

/**
 * Tells whether a flag's value is what the runner takes without the flag, such as the configuration at the suite's
 * root.
 */
function isUsual(flag: string, value: string | undefined, spec: RunnerSpec, { root, directory }: SelectionContext) {
  const usual = spec.selection.usual?.[flag];
  if (!usual || value === undefined || value.startsWith('/')) return false;
  const path = join(directory, value);
  return path !== null && usual.some((one) => join(root, one) === path);
}

/** Returns a folder of the suite that a word names, relative to the repository; null for any other. */
function folderIn(word: string | undefined, { root, directory }: SelectionContext): string | null {
  const path = word === undefined || word.startsWith('/') ? null : join(directory, word);
  return path !== null && isWithin(path, root) ? path : null;
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
    const below = rules.looksBelow?.flags.includes(flag) ? folderIn(value, context) : null;
    if (below !== null) {
      words.below = below;
      if (equals < 0) i++;
      continue;
    }
    const whole = leavesAll(word, argv[i + 1], rules);
    if (whole > 0) {
      i += whole - 1;
      continue;
    }
    // `-short=false` leaves nothing out, nor does `--bail=0`; `-run=0` chooses what has a 0 in its name.
    const isValued = isFlag(word, rules.valued);
    const isOff = equals > 0 && value === 'false' && !isValued;
    const isNone = isOff || (equals > 0 && value === '0');
    if (isFlag(word, rules.nothing)) words.nothing ||= !isOff;
    if (isFlag(word, rules.everything)) words.everything = true;
    if (isFlag(word, rules.byName) || attached(word, rules.byName)) words.byName ||= isValued || !isNone;
    if (isFlag(word, rules.partial) || attached(word, rules.partial)) words.partial ||= !isNone;
    if (equals <= 0 && isValued) i++;
  }
  return words;
}

/** Tells whether words have a runner read another configuration than it finds without them. */
export function configuresElsewhere(
  argv: readonly (string | undefined)[],
  spec: RunnerSpec,
  context: SelectionContext,
): boolean {
  const { configures = [] } = spec.selection;
  return argv.some((word, at) => {
    if (!word?.startsWith('-') || !isFlag(word, configures)) return false;
    const [flag = '', value = argv[at + 1]] = word.split(/=(.*)/s);
    return !isUsual(flag, value, spec, context);
  });
}

/** Tells whether words choose tests or leave some out. */
export function narrows(argv: readonly (string | undefined)[], spec: RunnerSpec, context: SelectionContext): boolean {
  const { byName, partial, positional, unknown, below } = sort(argv, spec, context);
  return unknown || byName || partial || below !== undefined || positional.length > 0;
}

/**
 * Tells whether a run with these words goes on behind a failure, so that its result speaks of all that it was asked
 * for.
 */
export function goesOn(argv: readonly (string | undefined)[], { selection: { stops, valued } }: RunnerSpec): boolean {
  if (!stops || argv.includes(undefined)) return false;
  const words = argv as readonly string[];
  const { flags = [], unless } = stops;
  if (unless && !words.some((word) => isFlag(word, unless))) return false;
  return !words.some((word, at) => {
    const value = word.includes('=') ? word.slice(word.indexOf('=') + 1) : argv[at + 1];
    const isOff = value === '0' || (word.includes('=') && value === 'false');
    return (isFlag(word, flags) && !isOff) || switches(word, valued).some((flag) => flags.includes(flag));
  });
}

/** Returns the short flags that stand in one word: `-xvs`; what follows one that takes a value is that. */
function switches(word: string, valued: readonly string[]): string[] {
  if (!/^-[a-zA-Z]{2,}$/.test(word)) return [];
  const flags = [...word.slice(1)].map((letter) => `-${letter}`);
  const value = flags.findIndex((flag) => valued.includes(flag));
  return value < 0 ? flags : flags.slice(0, value);
}

/**
 * `packages` reads Go package patterns: `./...`, `./pkg`, `./pkg/...`, `.`; an import path cannot be placed without the
 * toolchain.
 */
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

/** Returns files and folders, as pytest takes them; `file.py::test` chooses by name. */
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

/** Returns what a filter selects: the files of a folder, where the runner takes a word without an ending for one. */
function filesOf(word: string, folder: string | undefined): string {
  const isFolder = folder !== undefined && !/[*?[{]/.test(word) && !/[^/.]\.[^/]*$/.test(word);
  return isFolder ? `${word.replace(/\/+$/, '')}/${folder}` : word;
}

/** Returns a unit pattern for a folder and all below it; the repository itself is `**`. */
function below(path: string): string {
  return path === '.' ? '**' : `${path}/**`;
}

/** Tells whether the command, below the root of its suite, runs the member that lies there and not the whole. */
function isPartBelow({ selection }: RunnerSpec, { root, directory, markerText = '' }: SelectionContext): boolean {
  return directory !== root && selection.partBelow !== undefined && markerText.includes(selection.partBelow);
}

/** Reads a runner's words. `argv` starts after the invocation (`go test`), with undefined for words nobody can know. */
export function readSelection(
  argv: readonly (string | undefined)[],
  spec: RunnerSpec,
  context: SelectionContext,
): Selection {
  const selection = selectionOf(argv, spec, context);
  if (selection.kind !== 'whole' && selection.kind !== 'units') return selection;
  return { ...selection, ...leavingOut(argv, spec, context) };
}

/** Returns the flag under which the runner leaves something out, and its values, separated by commas. */
function leavingOut(
  argv: readonly (string | undefined)[],
  { leavesOut, selection }: RunnerSpec,
  { declared }: SelectionContext,
) {
  const { under = [] } = leavesOut ?? {};
  // Behind two dashes stand more of Go's words, and those of another program elsewhere.
  const end = selection.positional === 'packages' ? -1 : argv.indexOf('--');
  const at = argv.findIndex((word, index) => word !== undefined && isFlag(word, under) && (end < 0 || index < end));
  if (at < 0) return {};
  const [flag = '', value = argv[at + 1] ?? ''] = argv[at]!.split(/=(.*)/s);
  const name = under.find((one) => isFlag(flag, [one]))!;
  if (!isFlag(flag, selection.valued)) return { under: name };
  return declared ? {} : { under: name, values: value.split(/[,\s]+/).filter(Boolean) };
}

function selectionOf(argv: readonly (string | undefined)[], spec: RunnerSpec, context: SelectionContext): Selection {
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
    if (words.below !== undefined && words.below !== context.root && !context.declared)
      return { kind: 'whole', below: words.below };
    return context.directory === context.root || context.declared ? { kind: 'whole' } : elsewhere;
  }
  if (rules.positional === 'packages')
    return packages(positional.length > 0 ? positional : [(!argv.includes('--') && rules.bare) || '.'], context);
  if (rules.positional === 'paths') return paths(positional, context);
  // A filter is a part of a path; it selects whole files, which ones only the runner knows unless it is an exact path.
  if (positional.length === 0) {
    return context.directory === context.root || context.declared ? { kind: 'whole' } : elsewhere;
  }
  // What leaves some out may leave out any of a folder's.
  const folder = words.partial ? undefined : rules.folder;
  const units = positional.map((word) =>
    word.startsWith('/') ? null : join(context.directory, filesOf(word, folder)),
  );
  if (units.some((unit) => unit === null)) return { kind: 'unknown', why: 'filter outside the repository' };
  return { kind: 'units', units: units as string[] };
}
