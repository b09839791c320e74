import { posix } from 'node:path';
import { HOLE, isKnown, resolvePath, type Session, type Shell } from '../state.js';

/** Places tell where a git command works: in which repository, and over which files. */
export interface Places {
  /** The repository: the shell in which its refs and settings are looked for. */
  readonly child: Shell;
  /** Where the command itself stands. */
  readonly cwd: Shell;
  /** The top of the files that it works on, where it is told. */
  tree: string | undefined;
  /** The folder of the repository is named: then the work tree says nothing of where commits go. */
  isEntered: boolean;
}

/** Returns the root of the repository around a shell's folder: the nearest directory upwards that holds a `.git`. */
export function repositoryRoot(session: Session, shell: Shell): string | undefined {
  if (!isKnown(shell.cwd)) return undefined;
  for (let directory = shell.cwd; ; directory = posix.dirname(directory)) {
    if (session.context.readFile(posix.join(directory, '.git/HEAD')) !== undefined) return directory;
    if (directory === '/') return undefined;
  }
}

/** Goes to a folder, or to no known place. */
export function moveInto(path: string, shell: Shell, session: Session): void {
  const next = resolvePath(path, shell, session);
  shell.cwd = next !== undefined && isKnown(next) ? next : undefined;
}

/** `x/.git` is the work tree `x`; any other folder is a bare repository. */
export function enterGitDirectory(path: string, places: Places, session: Session): void {
  places.isEntered = true;
  places.cwd.variables.set('GIT_DIR', { value: path, exported: true });
  moveInto(path.replace(/(^|\/)\.git\/?$/, '$1') || '.', places.child, session);
}

/** `--work-tree`, and `GIT_WORK_TREE`. */
export function enterWorkTree(path: string, places: Places, session: Session): void {
  places.tree = resolvePath(path, places.cwd, session);
  places.cwd.variables.set('GIT_WORK_TREE', { value: places.tree ?? HOLE, exported: true });
  if (!places.isEntered) moveInto(path, places.child, session);
}

/** `GIT_DIR` and `GIT_WORK_TREE` say what `--git-dir` and `--work-tree` say. */
export function followVariables(places: Places, session: Session): void {
  const [directory, tree] = ['GIT_DIR', 'GIT_WORK_TREE'].map((name) => places.child.variables.get(name));
  if (directory?.exported && directory.value !== '') enterGitDirectory(directory.value, places, session);
  if (tree?.exported && tree.value !== '') enterWorkTree(tree.value, places, session);
}

/**
 * Returns the shell whose folder the paths of a command are relative to. A repository that is named has its files where
 * the command stands, or where it is told, wherever its own folder lies.
 */
export function writingShell({ child, cwd, tree, isEntered }: Places): Shell {
  if (!isEntered) return child;
  const isInside = tree === undefined || cwd.cwd === tree || cwd.cwd?.startsWith(`${tree}/`) === true;
  if (!isInside) cwd.cwd = isKnown(tree) ? tree : undefined;
  return cwd;
}

/**
 * Tells whether the repository is named, and is not the one whose work tree this is: its index says nothing of these
 * files.
 */
export function isForeign(root: string | undefined, shell: Shell, session: Session): boolean {
  const named = shell.variables.get('GIT_DIR');
  if (named?.exported !== true || named.value === '') return false;
  return resolvePath(named.value, shell, session) !== `${root}/.git`;
}
