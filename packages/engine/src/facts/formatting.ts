import path from 'node:path';
import { findProgram, type Repository } from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';
import { searchPath } from '@flow/evidence/environment';
import type { Effect, Run, Write } from '@flow/shell-effects';
import type { Start } from '../places/surroundings.js';
import { runWithInput } from './run-with-input.js';

/** A formatter that runs no code of the project, so that it can be asked what it would change before it may run. */
interface Formatter {
  /** First words of the formatter's command line. */
  is: readonly string[];
  /** Further flags under which the answer is the same. */
  flags: RegExp;
  /** Endings of the files that it rewrites; it leaves all others alone. */
  endings: readonly string[];
  program: string;
  /** The words of the question, without the files; null where it cannot be asked. */
  words(argv: readonly string[], read: (name: string) => string[]): readonly string[] | null;
}

const FORMATTERS: readonly Formatter[] = [
  {
    is: ['gofmt'],
    flags: /^-[dlsw]+$/,
    endings: ['.go'],
    program: 'gofmt',
    words: (argv) => (argv.some((word) => /^-\w*s/.test(word)) ? ['-l', '-s'] : ['-l']),
  },
  { is: ['go', 'fmt'], flags: /^-x$/, endings: ['.go'], program: 'gofmt', words: () => ['-l'] },
  { is: ['cargo', 'fmt'], flags: /^(?:--all|--quiet|-q)$/, endings: ['.rs'], program: 'rustfmt', words: rustfmtWords },
  { is: ['rustfmt'], flags: /^(?:--quiet|-q)$/, endings: ['.rs'], program: 'rustfmt', words: rustfmtWords },
  {
    is: ['ruff', 'format'],
    flags: /^(?:--quiet|-q)$/,
    endings: ['.py', '.pyi', '.ipynb'],
    program: 'ruff',
    words: () => ['format', '--check', '--quiet', '--no-cache'],
  },
  {
    is: ['black'],
    flags: /^(?:--quiet|-q)$/,
    endings: ['.py', '.pyi', '.ipynb'],
    program: 'black',
    words: () => ['--check', '--quiet'],
  },
];

/**
 * Returns the words that tell rustfmt the edition: given files, rustfmt takes the oldest edition, and the packages here
 * have to have the same.
 */
function rustfmtWords(_argv: readonly string[], read: (name: string) => string[]): string[] | null {
  const editions = read('Cargo.toml').map((text) => /^[ \t]*edition\s*=\s*"(\d{4})"/m.exec(text)?.[1]);
  const [edition] = editions;
  return edition === undefined || editions.some((one) => one !== edition) ? null : ['--check', '--edition', edition];
}

const MAX_FILES = 500;
/** The longest that a formatter is waited for, and what is left for the rest of the hook, in milliseconds. */
const MAX_TIME = 2000;
const REST = 1000;

/**
 * Keeps the files that a formatter leaves as they are: the formatter does not format such files, or they are formatted.
 * Only the formatter's own word counts; a file that cannot be asked about is taken to change.
 * @param places relative to the repository's root
 */
export function leftByFormatter(
  write: Write,
  effects: readonly Effect[],
  places: readonly string[],
  repository: Repository,
  start: Start,
): readonly string[] {
  const before = effects.slice(0, effects.indexOf(write));
  const run = before.findLast((one): one is Run => one.kind === 'run' && one.program === write.by);
  const formatter = run && FORMATTERS.find(({ is }) => is.every((word, at) => run.argv[at] === word));
  if (!run || !formatter || run.shadowed || Object.keys(run.environment).length > 0) return [];
  const concerned = places.filter((place) => formatter.endings.includes(path.posix.extname(place)));
  const changed = concerned.length === 0 ? [] : changedBy(concerned, formatter, run, repository, start);
  return places.filter((place) => !(changed ?? concerned).includes(place));
}

/** Lists the files that a formatter would change; null where that is not known. */
function changedBy(
  places: readonly string[],
  formatter: Formatter,
  run: Run,
  repository: Repository,
  start: Start,
): string[] | null {
  const { root } = repository;
  const given = run.argv.slice(formatter.is.length);
  const argv = given.filter((word): word is string => word !== undefined);
  const isPlain =
    argv.length === given.length && argv.every((word) => !word.startsWith('-') || formatter.flags.test(word));
  const read = (name: string) => [...new Set(places.map((place) => nearest(name, place, root)))];
  const words = isPlain && places.length <= MAX_FILES ? formatter.words(argv, read) : null;
  const program = words && findProgram(formatter.program, searchPath(start.environment), repository);
  const timeout = Math.min(MAX_TIME, start.deadline - REST - Date.now());
  if (!program || timeout <= 0) return null;
  const files = places.map((place) => path.join(root, place));
  const environment = { ...start.environment, NO_COLOR: '1' };
  const answer = runWithInput(program, [...words, ...files], {
    ...{ directory: root, environment, input: '', timeout, mayLeaveInput: true },
  });
  // gofmt lists what it would change and ends well; the others end otherwise.
  const listed = answer.ok ? new Set(answer.text.split('\n').filter((line) => line !== '')) : null;
  const told = places.filter((_, at) => listed?.has(files[at]!));
  return told.length === listed?.size ? told : null;
}

/** Returns the text of a file of that name in the nearest folder above a place; empty where there is none. */
function nearest(name: string, place: string, root: string): string {
  for (let folder = path.posix.dirname(place); ; folder = path.posix.dirname(folder)) {
    const text = readSmall(path.join(root, folder, name));
    if (text !== undefined || folder === '.') return text ?? '';
  }
}
