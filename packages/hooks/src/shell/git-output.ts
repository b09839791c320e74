import { posix } from 'node:path';
import { isKnown, type Session, type Shell } from './state.js';

/** What a few git queries print, told from the files; undefined for the rest. They often name paths that are written next. */
export function findGitOutput(
  verb: string,
  words: readonly string[],
  session: Session,
  shell: Shell,
): string | undefined {
  const asksBranch =
    (verb === 'branch' && words.includes('--show-current')) ||
    (verb === 'rev-parse' && words.includes('--abbrev-ref') && words.some((word) => word === 'HEAD' || word === '@')) ||
    (verb === 'symbolic-ref' && words.includes('--short') && words.includes('HEAD'));
  if (asksBranch) {
    const branch = currentBranch(session, shell);
    return branch === undefined ? undefined : `${branch}\n`;
  }
  if (verb === 'rev-parse') {
    const at = words.indexOf('--git-path');
    const root = repositoryRoot(session, shell);
    if (at >= 0) return `${root === undefined ? '' : `${root}/`}.git/${words[at + 1] ?? ''}\n`;
    if (words.includes('--show-toplevel')) return root === undefined ? undefined : `${root}\n`;
    if (words.some((word) => /^--(?:absolute-git-dir|git-dir|git-common-dir)$/.test(word)))
      return root === undefined ? '.git\n' : `${root}/.git\n`;
    if (words.includes('--show-cdup') || words.includes('--show-prefix'))
      return root !== undefined && root === shell.cwd ? '\n' : undefined;
  }
  if (verb === 'rev-parse' && words.length === 1 && words[0] === '--is-inside-work-tree') return 'true\n';
  return undefined;
}

/** The nearest directory upwards that holds a `.git`. */
export function repositoryRoot(session: Session, shell: Shell): string | undefined {
  if (!isKnown(shell.cwd)) return undefined;
  for (let directory = shell.cwd; ; directory = posix.dirname(directory)) {
    if (session.context.readFile(posix.join(directory, '.git/HEAD')) !== undefined) return directory;
    if (directory === '/') return undefined;
  }
}

/** The branch that is checked out; undefined when HEAD is detached or cannot be read. */
export function currentBranch(session: Session, shell: Shell): string | undefined {
  const root = repositoryRoot(session, shell);
  const head = root === undefined ? undefined : session.context.readFile(posix.join(root, '.git/HEAD'));
  return /^ref: refs\/heads\/(.+)\s*$/.exec(head ?? '')?.[1];
}
