import { isSkipped } from '../disk/disk.js';
import { readExpression } from '../disk/find-expression.js';
import { followLinks } from '../disk/paths.js';
import { findFiles } from '../disk/search.js';
import { namesAsLines, type PrintCall } from '../prints/call.js';
import type { ProgramFile } from '../program.js';
import {
  baseName,
  type Call,
  type Frame,
  HOLE,
  isKnown,
  type Result,
  resolvePath,
  type Scope,
  type Session,
  type Shell,
  UNKNOWN,
  under,
} from '../state.js';
import { findOperands } from '../text/command-options.js';

const MAX_FOUND = 300;

/** What `find` and `fd` call the same thing by. */
interface Finder {
  readonly name: 'find' | 'fd';
  /** Options with a command behind them. */
  readonly starts: RegExp;
}

const FIND: Finder = { name: 'find', starts: /^-(?:exec|execdir|ok|okdir)$/ };
const FD: Finder = { name: 'fd', starts: /^(?:-x|-X|--exec|--exec-batch)$/ };

/** `find` and `fd` print the files that their tests choose, or start a program for each. */
export const find: ProgramFile = {
  find: { prints: found },
  'find, gfind': { carries: runFind },
  'fd, fdfind': { carries: runFind, prints: foundNames },
};

/** `find … -exec`, `-delete`, `fd -x`: the file found is unknown but for its root and name. */
function runFind({ argv, words, session, shell, frame }: Call): Result | undefined {
  const finder = baseName(argv[0] as string).startsWith('fd') ? FD : FIND;
  const byFd = finder === FD ? foundByFd(words, session, shell) : [];
  let isActive = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (word === '-delete' && finder === FIND) {
      isActive = true;
      const found = foundByFind(words, at, session, shell);
      if (found.length > 0) session.run(['rm', '-f', '--', ...found], shell.external(), under(frame, 'find -delete'));
    } else if (/^-f(?:print0?|printf|ls)$/.test(word)) {
      session.run(['tee', words[at + 1] ?? HOLE], shell.external(), { ...under(frame, 'find'), exit: 'hidden' });
    }
    if (!finder.starts.test(word)) continue;
    isActive = true;
    const found = finder === FD ? byFd : foundByFind(words, at, session, shell);
    const end = words.findIndex((one, index) => index > at && (one === ';' || (one === '+' && finder === FIND)));
    const template = words.slice(at + 1, end < 0 ? undefined : end);
    if (finder === FD && !template.some((one) => one.includes('{}'))) template.push('{}');
    const inner: Frame = { ...under(frame, `find ${word}`), exit: 'hidden', certain: false };
    if (words[end] === '+') {
      const all = template.flatMap((one) => (one === '{}' ? found : [one]));
      session.run(all, shell.external(), inner);
    } else runForEach(found, template, word.endsWith('dir'), session.at(shell, inner));
    at = end < 0 ? words.length : end;
  }
  return isActive ? UNKNOWN : undefined;
}

/** A folder that still holds something is left by `-delete`; what it holds is found by itself where that is deleted, too. */
function isLeft(path: string, session: Session, shell: Shell): boolean {
  const folder = resolvePath(path, shell, session);
  if (!isKnown(folder) || isSkipped(baseName(folder)) || session.context.readLink?.(folder) !== undefined) return false;
  if (followLinks(folder, session.links) !== folder) return false;
  return (session.list(folder) ?? []).length > 0;
}

/** @param isThere the command starts in the folder of what was found (`-execdir`) */
function runForEach(
  found: readonly string[],
  template: readonly string[],
  isThere: boolean,
  { session, shell, frame }: Scope,
): void {
  const child = shell.external();
  for (const path of found) {
    // What is not on the disk yet may lie in any folder beneath.
    const folder = path.slice(0, path.lastIndexOf('/') + 1) || '.';
    if (isThere) child.cwd = isKnown(path) ? resolvePath(folder, shell, session) : undefined;
    const named = isThere ? `./${baseName(path)}` : path;
    session.run(
      template.map((one) => one.replaceAll('{}', named)),
      child,
      frame,
    );
  }
}

/**
 * Tells what an action of `find` gets: files on the disk, else what is known of their paths by the names that lead to
 * it.
 */
function foundByFind(words: readonly string[], action: number, session: Session, shell: Shell): readonly string[] {
  const asked = readExpression(words, session, shell);
  const [first] = asked.leadingTo(action);
  const name = first?.value ?? '';
  const isPath = /path|wholename/.test(first?.word ?? '');
  const isDeletion = words[action] === '-delete';
  const met = findFiles(words, session, shell, action);
  const onDisk = isDeletion ? met?.filter((path) => !isLeft(path, session, shell)) : met;
  const installed = isPath ? packagesNamed(name, session, shell) : [];
  if ((onDisk?.length ?? 0) + installed.length > 0) return [...(onDisk ?? []), ...installed].slice(0, MAX_FOUND);
  // What only age, size or kind choose, and is not there, is nothing yet: by now nobody can delete it.
  if (isDeletion && (first === undefined || met?.length) && met !== undefined) return [];
  return unseen(words, action, session, shell);
}

/** Tells what is known of paths that are not on the disk yet, by the names that lead to them. */
function unseen(
  words: readonly string[],
  action: number | undefined,
  session: Session,
  shell: Shell,
): readonly string[] {
  const asked = readExpression(words, session, shell);
  const [first] = asked.leadingTo(action);
  const name = first?.value ?? '';
  const isPath = /path|wholename/.test(first?.word ?? '');
  const holes = name.replace(/[*?]+|\[[^\][]{0,64}\]/g, HOLE);
  return asked.roots.map((root) => (isPath ? holes : name === '' ? `${root}${HOLE}` : `${root}/${HOLE}${holes}`));
}

/** Tells what `fd pattern folder… -x` comes upon; unknown when it asks for more than names and kinds. */
function foundByFd(words: readonly string[], session: Session, shell: Shell): readonly string[] {
  const end = words.findIndex((word) => FD.starts.test(word));
  const asked = end < 0 ? [] : words.slice(0, end);
  const value = (names: RegExp) => asked.find((_word, at) => names.test(asked[at - 1] ?? ''));
  const [pattern = '', ...roots] = findOperands(asked, FD_VALUED);
  if (end < 0 || !/^[\w./-]*$/.test(pattern)) return [HOLE];
  const ending = value(/^(?:-e|--extension)$/);
  const tests = [
    ...(/^\.?$/.test(pattern) ? [] : ['-iname', `*${pattern}*`]),
    ...(ending === undefined ? [] : ['-iname', `*.${ending}`]),
    ...(value(/^(?:-t|--type)$/)?.startsWith('d') ? [] : ['-type', 'f']),
  ];
  const onDisk = findFiles([...roots, ...tests], session, shell) ?? [];
  return onDisk.length === 0 ? [HOLE] : onDisk.slice(0, MAX_FOUND);
}

/** Tells what `fd` prints where it starts nothing. */
function foundNames({ words, session, shell }: PrintCall): string | undefined {
  if (words.some((word) => FD.starts.test(word))) return undefined;
  const names = foundByFd([...words, '-x'], session, shell);
  return names.includes(HOLE) ? undefined : namesAsLines(names, words);
}

const FD_VALUED = ['-e', '--extension', '-t', '--type', '-d', '--max-depth', '-E', '--exclude'];

/** Finds installed packages that a pattern for paths names: what is installed is not walked through. */
function packagesNamed(pattern: string, session: Session, shell: Shell): string[] {
  const plain = pattern.replace(/^[*/]+|[*/]+$/g, '').replace(/^.*node_modules\//, '');
  const folder = `${shell.cwd}/node_modules/${plain}`;
  const isNamed = /^@?[\w.-]+(?:\/[\w.-]+){0,3}$/.test(plain) && isKnown(shell.cwd);
  return isNamed && session.list(folder) !== undefined ? [folder] : [];
}

/** Tells what `find` prints, one path a line. */
function found({ words, operands, session, shell }: PrintCall): string | undefined {
  const format = words[words.indexOf('-printf') + 1];
  const paths = findFiles(words, session, shell);
  if (paths === undefined || paths.length === 0) {
    if (operands.length === 0) return undefined;
    // A NUL between names is a hole as well, and what is not known would fall apart at it.
    return words.includes('-print0') ? HOLE : namesAsLines(unseen(words, undefined, session, shell));
  }
  if (!words.includes('-printf')) return namesAsLines(paths, words);
  if (format === '%f\\n') return namesAsLines(paths.map(baseName));
  return format === '%p\\n' || format === '%h/%f\\n' ? namesAsLines(paths) : undefined;
}
