import { matchGlob } from '../bash/words/glob.js';
import { hasSpecial, plainAlternatives } from '../bash/words/text-patterns.js';
import { type Found, walkDisk } from '../disk/disk.js';
import type { Session, Shell } from '../state.js';
import { findOperands } from '../text/command-options.js';
import { factTest } from './find-facts.js';

/** What `find` is asked for, as far as it is followed. */
interface Query {
  readonly roots: readonly string[];
  readonly tests: readonly ((found: Found) => boolean)[];
  readonly maxDepth: number;
  readonly minDepth: number;
  /** Whether the search also asks for what nobody looks up here: owners, rights, expressions. */
  readonly isNarrower: boolean;
}

const VALUED_TESTS =
  /^-(?:newer\w*|[acm]time|[acm]min|size|perm|user|group|links|inum|regex|iregex|lname|fstype|samefile|used|uid|gid|regextype|context)$/;

function readQuery(words: readonly string[], session: Session, shell: Shell): Query {
  const roots: string[] = [];
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at] as string;
    if (/^(?:-[HLP]|-O\d|-D)$/.test(word)) continue;
    if (word.startsWith('-') || /^[(!]$/.test(word)) break;
    roots.push(word);
  }
  const tests: ((found: Found) => boolean)[] = [];
  let either: ((found: Found) => boolean)[] = [];
  let maxDepth = 99;
  let minDepth = 0;
  let isNarrower = false;
  let isNegated = false;
  let isEither = false;
  for (; at < words.length; at++) {
    const word = words[at] as string;
    const next = words[at + 1] ?? '';
    const test = nameTest(word, next) ?? factTest(word, next, session, shell);
    if (/^(?:!|-not)$/.test(word)) isNegated = true;
    else if (/^-(?:o|or)$/.test(word)) isEither = true;
    else if (word === '-maxdepth') maxDepth = Number(words[++at]);
    else if (word === '-mindepth') minDepth = Number(words[++at]);
    else if (test !== undefined) {
      at++;
      const one: typeof test = isNegated ? (found) => !test(found) : test;
      const before = isEither ? tests.pop() : undefined;
      if (before === undefined) tests.push(one);
      else {
        either = [before, one];
        const both = either;
        tests.push((found) => both.some((each) => each(found)));
      }
      isNegated = false;
      isEither = false;
    } else if (VALUED_TESTS.test(word)) {
      isNarrower = true;
      at++;
    } else if (/^-(?:empty|executable|readable|writable|nouser|nogroup|prune)$/.test(word)) isNarrower = true;
    else if (/^-(?:exec|execdir|ok|okdir)$/.test(word)) {
      const end = words.findIndex((one, index) => index > at && (one === ';' || one === '+'));
      at = end < 0 ? words.length : end;
    }
  }
  return { roots: roots.length === 0 ? ['.'] : roots, tests, maxDepth, minDepth, isNarrower };
}

function nameTest(word: string, value: string): ((found: Found) => boolean) | undefined {
  switch (word) {
    case '-name':
      return ({ name }) => matchGlob(value, name);
    case '-iname':
      return ({ name }) => matchGlob(value.toLowerCase(), name.toLowerCase());
    case '-path':
    case '-wholename':
      return ({ path }) => matchGlob(value, path);
    case '-ipath':
    case '-iwholename':
      return ({ path }) => matchGlob(value.toLowerCase(), path.toLowerCase());
    case '-type':
      return ({ isFolder }) =>
        value === 'd' ? isFolder : value.includes('f') || value.includes('l') ? !isFolder : true;
    default:
      return undefined;
  }
}

/** A place as wide as the directory one stands in, or wider. */
function isWide(root: string): boolean {
  return /^(?:\.{1,2}\/?)+$|^\/$|^~\/?$/.test(root);
}

/**
 * The paths that `find` comes upon, from the disk. Undefined when the disk does not tell: then nothing is known but the
 * shape of the name.
 */
export function findFiles(words: readonly string[], session: Session, shell: Shell): string[] | undefined {
  const query = readQuery(words, session, shell);
  const paths: string[] = [];
  for (const root of query.roots) {
    if (query.isNarrower && isWide(root)) return undefined;
    const found = walkDisk(root, session, shell, query.maxDepth);
    if (found === undefined) return undefined;
    for (const one of found)
      if (one.depth >= query.minDepth && query.tests.every((test) => test(one))) paths.push(one.path);
  }
  return paths;
}

const flagsOf = (words: readonly string[]) => words.filter((word) => word.startsWith('-')).join('');

/** Whether `ls` prints names alone, one a line, in the order of the alphabet. */
export function listsNamesAlone(words: readonly string[]): boolean {
  const flags = flagsOf(words).replace(/--(?:color\S*|all|almost-all)/g, '');
  return !/[lnosStrcXUfRigFp]|--(?!color|all|almost)/.test(flags);
}

/** What `ls` prints of folders; undefined when it prints more than names, or of several. */
export function listNames(words: readonly string[], session: Session, shell: Shell): string | undefined {
  if (!listsNamesAlone(words)) return undefined;
  const flags = flagsOf(words);
  const operands = words.filter((word) => !word.startsWith('-'));
  if (flags.includes('d')) return operands.map((name) => `${name}\n`).join('');
  const places = operands.length === 0 ? ['.'] : operands;
  if (places.length !== 1) return undefined;
  const found = walkDisk(places[0] as string, session, shell, 1)?.slice(1);
  const showsDots = /a|A/.test(flags.replace(/--color\S*/g, ''));
  return found
    ?.map(({ name }) => name)
    .filter((name) => showsDots || !name.startsWith('.'))
    .sort()
    .map((name) => `${name}\n`)
    .join('');
}

const GREP_VALUED = [
  '-e',
  '-f',
  '-A',
  '-B',
  '-C',
  '-m',
  '-g',
  '--include',
  '--exclude',
  '--exclude-dir',
  '-t',
  '--type',
  '--glob',
];
const MAX_READ = 300;

/** The files that `grep -l` names: those that hold the text, where the pattern is plain text. */
export function grepFiles(words: readonly string[], session: Session, shell: Shell): string[] | undefined {
  const flags = words.filter((word) => /^-[a-zA-Z]+$/.test(word)).join('');
  if (!/l/.test(flags) && !words.includes('--files-with-matches')) return undefined;
  if (/v/.test(flags)) return undefined;
  const operands = findOperands(words, GREP_VALUED);
  const at = words.indexOf('-e');
  const pattern = at >= 0 ? words[at + 1] : operands.shift();
  if (pattern === undefined) return undefined;
  const texts = /F/.test(flags) ? [pattern] : plainAlternatives(pattern, /[EP]/.test(flags));
  const roots = operands.length === 0 ? ['.'] : operands;
  if (texts === undefined && (hasSpecial(pattern) ? roots.some(isWide) : true)) return undefined;
  const include = words.find((word) => word.startsWith('--include='))?.slice(10);
  const isFolded = /i/.test(flags);
  const files: string[] = [];
  let looked = 0;
  for (const root of roots) {
    const found = walkDisk(root, session, shell)?.filter((one) => !one.isFolder) ?? [
      { path: root, name: root.slice(root.lastIndexOf('/') + 1) },
    ];
    for (const { path, name } of found) {
      if (include !== undefined && !matchGlob(include, name)) continue;
      if (++looked > MAX_READ) return undefined;
      const absolute = path.startsWith('/') ? path : shell.cwd === undefined ? undefined : `${shell.cwd}/${path}`;
      const text = absolute === undefined ? undefined : session.read(absolute.replace(/\/\.?\//g, '/'));
      if (text === undefined) continue;
      const body = isFolded ? text.toLowerCase() : text;
      if (texts === undefined || texts.some((one) => body.includes(isFolded ? one.toLowerCase() : one)))
        files.push(path);
    }
  }
  return files;
}
