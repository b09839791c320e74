import { posix } from 'node:path';
import { isKnown, type Session, Shell } from '../state.js';
import { configuredSettings } from './config.js';
import { isBare } from './config-text.js';
import { repositoryRoot } from './places.js';

/** Commands that bring commits into the repository they run in, or move its refs. */
const RECEIVES = new Set(
  `fetch pull update-ref branch tag symbolic-ref fast-import unpack-objects receive-pack fetch-pack pack-refs read-tree
  replace notes remote commit merge rebase reset cherry-pick revert am worktree bundle push filter-branch filter-repo`.split(
    /\s+/,
  ),
);

/**
 * Tells whether a git command publishes from the other side: run inside a bare repository on this machine, which is
 * what a remote is, it brings commits in or moves refs. One that the line itself makes does not count, nor does a look
 * at it.
 */
export function movesRemote(verb: string, words: readonly string[], session: Session, shell: Shell): boolean {
  const operands = words.filter((word) => !word.startsWith('-'));
  if (verb === 'clone') return isMirrorOver(words, operands, session, shell);
  if (!RECEIVES.has(verb) || !isKnown(shell.cwd) || !isRemote(shell.cwd, session)) return false;
  if (verb === 'branch' || verb === 'tag')
    return operands.length > 0 && !words.some((word) => /^(?:-l|--list|--contains)$/.test(word));
  if (verb === 'symbolic-ref') return operands.length > 1;
  if (verb === 'bundle') return operands[0] === 'unbundle';
  if (verb === 'worktree') return operands[0] === 'add';
  if (verb === 'notes') return !/^(?:list|show|get-ref|)$/.test(operands[0] ?? '');
  if (verb === 'remote') return operands[0] === 'update' || words.some((word) => word === '-f' || word === '--fetch');
  return verb === 'fetch' || verb === 'pull' ? !words.includes('--dry-run') : true;
}

/** `isMirrorOver` tells whether `git clone --bare . ../remote.git` goes where a remote is. */
function isMirrorOver(words: readonly string[], operands: readonly string[], session: Session, shell: Shell): boolean {
  if (!words.some((word) => word === '--bare' || word === '--mirror') || operands.length < 2) return false;
  const target = isKnown(shell.cwd) ? posix.resolve(shell.cwd, operands.at(-1) as string) : '';
  return isKnown(target) && isRemote(target, session);
}

/** A bare repository outside of the one that the line starts in, or a folder that a remote of that one names. */
function isRemote(directory: string, session: Session): boolean {
  const { cwd } = session.context;
  if (directory === cwd || directory.startsWith(`${cwd}/`)) return false;
  // What the line copies over it makes it no less of a remote.
  const before = { read: (path: string) => session.context.readFile(path) };
  return isBare(directory, before) || localRemotes(session).includes(directory);
}

/** Returns the folders that the remotes of the repository name. */
function localRemotes(session: Session): string[] {
  const shell = new Shell(session.context.cwd);
  const root = repositoryRoot(session, shell) ?? session.context.cwd;
  return configuredSettings(session.context.cwd, session, shell)
    .filter(([name]) => /^remote\..+\.(?:push)?url$/i.test(name))
    .map(([, url]) => url.replace(/^file:\/\//, ''))
    .filter((url) => /^[./]/.test(url))
    .map((url) => posix.resolve(root, url));
}

/** Parts of a repository's folder that are commits or refs. */
const INNER = /^(.*?)\/(?:refs|objects|packed-refs|HEAD)(?:\/.*)?$/;

/** Files that are put straight into a remote's folder, or a folder put in its place. */
function writesRemote(path: string, session: Session): boolean {
  const folder = INNER.exec(path)?.[1];
  if (folder !== undefined && folder !== '' && !/(?:^|\/)\.git$/.test(folder)) return isRemote(folder, session);
  return /\.git$/.test(path) && posix.basename(path) !== '.git' && isRemote(path, session);
}

/** Adds what was put into a remote without git: to be seen once all writes of the line are known. */
export function publishThroughFiles(session: Session): void {
  for (const effect of [...session.effects]) {
    if (effect.kind !== 'write' || !writesRemote(effect.path, session)) continue;
    session.effects.push({
      kind: 'publish',
      front: 'files of a remote',
      directory: session.context.cwd,
      spelled: `${effect.by} ${effect.path}`.slice(0, 200),
      certain: false,
    });
    return;
  }
}
