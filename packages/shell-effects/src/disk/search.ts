import { matchGlob } from '../bash/words/glob.js';
import { hasSpecial, plainAlternatives } from '../bash/words/text-patterns.js';
import type { Session, Shell } from '../state.js';
import { findOperands } from '../text/command-options.js';
import { walkDisk } from './disk.js';
import { readExpression } from './find-expression.js';

/** A place as wide as the directory one stands in, or wider. */
function isWide(root: string): boolean {
  return /^(?:\.{1,2}\/?)+$|^\/$|^~\/?$/.test(root);
}

/**
 * Returns the paths that `find` comes upon, from the disk: those that one of its actions gets, or those that it prints.
 * Undefined when the disk does not tell: then nothing is known but the shape of the name.
 * @param action place of the action's word in `words`
 */
export function findFiles(
  words: readonly string[],
  session: Session,
  shell: Shell,
  action?: number,
): string[] | undefined {
  const asked = readExpression(words, session, shell);
  const prints = asked.actions.filter((at) => /^-print[0f]?$/.test(words[at] as string));
  const wanted = action !== undefined ? [action] : asked.actions.length > 0 ? prints : [undefined];
  const paths: string[] = [];
  for (const root of asked.roots) {
    if (asked.isNarrower && isWide(root)) return undefined;
    const found = walkDisk(root, session, shell, asked.maxDepth);
    if (found === undefined) return undefined;
    for (const one of wanted) paths.push(...asked.reach(found, one));
  }
  return [...new Set(paths)];
}

const MAX_LISTED = 1_000;

/**
 * Lists the files that `rg --files` names: all that are not hidden, by the patterns of `-g`. What an ignore file leaves out
 * is named all the same. Undefined when it asks for more than patterns.
 */
export function listedFiles(words: readonly string[], session: Session, shell: Shell): string[] | undefined {
  const globs = words.flatMap((word, at) => {
    const attached = /^(?:--glob=|-g(?=.))(.*)$/.exec(word)?.[1];
    return attached ?? (/^(?:-g|--glob)$/.test(words[at - 1] ?? '') ? word : []);
  });
  const isPlain = words.every(
    (word) =>
      !word.startsWith('-') || /^(?:--files|-g.*|--glob(?:=.*)?|-0|--null|-u+|-\.|--hidden|--no-ignore)$/.test(word),
  );
  if (!isPlain) return undefined;
  const roots = findOperands(words, ['-g', '--glob']);
  const showsHidden = words.some((word) => /^(?:-\.|--hidden|-uu+)$/.test(word));
  const found = (roots.length === 0 ? ['.'] : roots).map((root) => walkDisk(root, session, shell));
  if (found.some((one) => one === undefined)) return undefined;
  const [without, wanted] = [
    globs.filter((glob) => glob.startsWith('!')),
    globs.filter((glob) => !glob.startsWith('!')),
  ];
  const fits = (glob: string, path: string) =>
    matchGlob(
      glob.replace(/^\//, ''),
      glob.includes('/') ? path.replace(/^\.\//, '') : path.slice(path.lastIndexOf('/') + 1),
    );
  return found
    .flatMap((one) => one ?? [])
    .filter(({ isFolder, path }) => !isFolder && (showsHidden || !/(?:^|\/)\.[^./]/.test(path)))
    .map(({ path }) => path.replace(/^\.\//, ''))
    .filter(
      (path) =>
        (wanted.length === 0 || wanted.some((glob) => fits(glob, path))) &&
        !without.some((glob) => fits(glob.slice(1), path)),
    )
    .slice(0, MAX_LISTED);
}

const flagsOf = (words: readonly string[]) => words.filter((word) => word.startsWith('-')).join('');

/** Tells whether `ls` prints names alone, one a line, in the order of the alphabet. */
export function listsNamesAlone(words: readonly string[]): boolean {
  const flags = flagsOf(words).replace(/--(?:color\S*|all|almost-all)/g, '');
  return !/[lnosStrcXUfRigFp]|--(?!color|all|almost)/.test(flags);
}

/** Tells what `ls` prints of folders; undefined when it prints more than names, or of several. */
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

/** Returns the files that `grep -l` names: those that hold the text, where the pattern is plain text. */
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
