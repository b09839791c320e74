import { posix } from 'node:path';
import { matchGlob } from '../bash/words/glob.js';
import { walkDisk } from '../disk/disk.js';
import { contentOf, emitWrite } from '../disk/paths.js';
import type { WriteHow } from '../effects.js';
import { type Frame, HOLE, type Session, type Shell } from '../state.js';
import { readTracking } from './index-file.js';
import { isForeign, repositoryRoot } from './places.js';

/** Pathspecs of a git command: those after the dashes or the operands, and those that a file or the input lists. */
export function listedPaths(
  words: readonly string[],
  session: Session,
  shell: Shell,
  frame: Frame | undefined,
): string[] {
  const option = words.find((word) => word.startsWith('--pathspec-from-file='))?.slice(21);
  const at = words.indexOf('--pathspec-from-file');
  const file = option ?? (at < 0 ? undefined : words[at + 1]);
  if (file === undefined) return [];
  const text = file === '-' ? frame?.input?.rest : contentOf(session, shell, file);
  return (text ?? HOLE).split(/[\n]/).filter((line) => line !== '');
}

/** A path act tells how a command treats the paths that it is given. */
export interface PathAct {
  readonly how: WriteHow;
  readonly by: string;
  /** The content comes from a commit that is named, not from the index or HEAD. */
  readonly fromElsewhere?: boolean;
}

/** Reports the files that pathspecs stand for (gitglossary, "pathspec"): magic words, globs, whole folders. */
export function writePathspecs(specs: readonly string[], act: PathAct, session: Session, shell: Shell): void {
  const included = specs.filter((spec) => !/^:(?:[!^]|\([^)]*exclude)/.test(spec));
  if (included.length === 0 && specs.length > 0) included.push('.');
  for (const spec of included) {
    const magic = /^:\(([^)]*)\)(.*)$/s.exec(spec) ?? /^:(\/)(.*)$/s.exec(spec);
    const path = magic === null ? spec : magic[2] === '' ? '.' : (magic[2] as string);
    const base = shell.clone();
    if (magic !== null && /^\/$|top/.test(magic[1] as string)) base.cwd = repositoryRoot(session, shell);
    const isLiteral = magic?.[1]?.includes('literal') ?? false;
    if (!isLiteral && /[*?[]/.test(path)) writeGlob(path, act, session, base);
    else if (isWholeTree(path, session, base)) writeWholeTree(act, session, base);
    else emitWrite(session, base, act.how, path, act.by, 'tree');
  }
}

/** The root of the work tree, or a folder above it. */
function isWholeTree(path: string, session: Session, shell: Shell): boolean {
  const root = repositoryRoot(session, shell);
  return root !== undefined && shell.cwd !== undefined && posix.resolve(shell.cwd, path) === root;
}

/** Git never writes its own folder this way, so the root stands for what it tracks. */
export function writeWholeTree(act: PathAct, session: Session, shell: Shell): void {
  if (isForeign(repositoryRoot(session, shell), shell, session)) {
    emitWrite(session, shell, act.how, shell.variables.get('GIT_WORK_TREE')?.value ?? '.', act.by, 'tree');
    return;
  }
  const tracking = readTracking(session, shell);
  emitWrite(session, shell, 'write', tracking?.root ?? '.', act.by, 'into');
  if (tracking === undefined || !act.fromElsewhere) return;
  for (const name of session.list(tracking.root) ?? []) {
    const path = `${tracking.root}/${name}`;
    if (name !== '.git' && tracking.isTracked(path) !== false) emitWrite(session, shell, act.how, path, act.by, 'tree');
  }
}

const MAX_MATCHES = 200;

/** `writeGlob` writes what a pattern of git's may mean: its star crosses folders. */
function writeGlob(pattern: string, act: PathAct, session: Session, shell: Shell): void {
  const folder = /^((?:[^*?[/]+\/)+)\*\*?$/.exec(pattern)?.[1];
  if (folder !== undefined) {
    emitWrite(session, shell, act.how, folder, act.by, 'tree');
    return;
  }
  const start = pattern.slice(0, pattern.search(/[*?[]/));
  const place = start.includes('/') ? start.slice(0, start.lastIndexOf('/')) : '.';
  // Which names another commit has, git says: the guards ask it.
  if (act.fromElsewhere) {
    emitWrite(session, shell, act.how, place, act.by, 'into');
    return;
  }
  const flat = pattern.replace(/\*{2}\//g, '*').replace(/^\.\//, '');
  const found = walkDisk(place, session, shell) ?? [];
  const matches = found.filter(
    ({ path, isFolder }) => !isFolder && !/^(?:\.\/)?\.git\//.test(path) && matchGlob(flat, path.replace(/^\.\//, '')),
  );
  for (const { path } of matches.slice(0, MAX_MATCHES)) emitWrite(session, shell, act.how, path, act.by);
}
