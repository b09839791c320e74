import { posix } from 'node:path';
import { matchGlob } from '../bash/words/glob.js';
import { HOLE, type Scope, type Session, type Shell } from '../state.js';
import { findOperands, values } from '../text/command-options.js';
import { archiveOf } from '../writers/archive-names.js';
import { diffOf } from '../writers/patches.js';
import { gitFolder } from './config-text.js';
import { trackedBeneath, untracked } from './index-file.js';
import { archiveQuestion, askNames, listQuestion, patchQuestion } from './names.js';
import { repositoryRoot } from './places.js';

/**
 * Tells what a few git queries print, told from the files; undefined for the rest. They often name paths that are
 * written next.
 */
export function findGitOutput(
  verb: string,
  words: readonly string[],
  { session, shell, frame }: Scope,
): string | undefined {
  // Only what another command or a file gets is worth asking git for.
  const isUsed = frame.out.reach !== 'whole';
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
    const shared = sharedFolder(session, shell) ?? (root === undefined ? '.git' : `${root}/.git`);
    if (at >= 0) return `${shared}/${words[at + 1] ?? ''}\n`;
    if (words.includes('--show-toplevel')) return root === undefined ? undefined : `${root}\n`;
    if (words.includes('--git-common-dir')) return `${shared}\n`;
    if (words.some((word) => /^--(?:absolute-git-dir|git-dir)$/.test(word)))
      return root === undefined ? '.git\n' : `${root}/.git\n`;
    if (words.includes('--show-cdup') || words.includes('--show-prefix'))
      return root !== undefined && root === shell.cwd ? '\n' : undefined;
  }
  if (verb === 'archive') return isUsed ? archiveOutput(words, session, shell) : undefined;
  if (verb === 'ls-files') return listFiles(words, session, shell);
  const listed = listQuestion(verb, words);
  if (listed !== undefined) {
    const names = isUsed ? askNames(listed, session, shell) : undefined;
    return names?.map((name) => `${name}${words.some((word) => /^-\w*z|^--null$/.test(word)) ? HOLE : '\n'}`).join('');
  }
  const changed = patchQuestion(verb, words);
  if (changed !== undefined) {
    const paths = words.includes('--') ? words.slice(words.indexOf('--') + 1) : [];
    return diffOf(changed, shell.cwd, paths);
  }
  if (verb === 'worktree' && words[0] === 'list') return workTrees(words.includes('--porcelain'), session, shell);
  if (verb === 'config') return settingOutput(words, session, shell);
  if (/^(?:init|clone)$/.test(verb) && words.some((word) => word === '-q' || word === '--quiet')) return '';
  if (verb === 'rev-parse' && words.length === 1 && words[0] === '--is-inside-work-tree') return 'true\n';
  const named = words.filter((word) => !/^(?:-q|--quiet|--verify)$/.test(word));
  if (verb === 'rev-parse' && named.length === 1 && /^(?:HEAD|@)$/.test(named[0]!))
    return currentCommit(session, shell);
  const revision = verb === 'rev-parse' && named.length === 1 ? named[0] : newestOf(verb, words);
  if (revision !== undefined && isUsed) return commitNamed(revision, session, shell);
  return undefined;
}

/**
 * Tells what `git config core.hooksPath` prints: nothing where it is sure that no file and nothing on the line sets it,
 * and an unknown text otherwise, as for all other settings.
 */
function settingOutput(words: readonly string[], session: Session, shell: Shell): string | undefined {
  const asked = words.filter((word) => word !== '--get' && word !== 'get');
  const isOnly = asked.length === 1 && asked[0]?.toLowerCase() === 'core.hookspath' && session.gitSettings.size === 0;
  if (!isOnly || [...shell.variables.keys()].some((name) => /^(?:GIT_|XDG_|HOME$)/.test(name))) return undefined;
  const { home } = session.context;
  const folder = gitFolder(shell.cwd, session);
  const files = ['config', 'config.worktree'].map((name) => `${folder}/${name}`);
  const texts = ['/etc/gitconfig', `${home}/.gitconfig`, `${home}/.config/git/config`, ...files].map((file) =>
    session.read(file),
  );
  return folder === undefined || texts.some((text) => /hookspath|include|\0/i.test(text ?? '')) ? undefined : '';
}

/**
 * Tells where a work tree has its hooks and its configuration: in the folder that it shares with the one that it was
 * added to. One that this very line adds belongs to the repository that the line starts in.
 */
function sharedFolder(session: Session, shell: Shell): string | undefined {
  const own = gitFolder(shell.cwd, session);
  const isAdded = session.effects.some((one) => one.kind === 'git' && one.verb === 'worktree');
  return own ?? (isAdded ? gitFolder(session.context.cwd, session) : undefined);
}

/** Returns the work trees of the repository, the main one first; what the others have checked out is not looked at. */
function workTrees(isPorcelain: boolean, session: Session, shell: Shell): string | undefined {
  const root = repositoryRoot(session, shell);
  if (root === undefined) return undefined;
  const branch = currentBranch(session, shell) ?? HOLE;
  const commit = session.context.readFile(posix.join(root, '.git/refs/heads', branch))?.trim() ?? HOLE;
  const kept = posix.join(root, '.git/worktrees');
  const others = (session.context.listDirectory?.(kept) ?? []).map((name) =>
    session.context.readFile(posix.join(kept, name, 'gitdir'))?.trim(),
  );
  const more = others.map((file) => (file === undefined ? HOLE : posix.dirname(file)));
  if (!isPorcelain)
    return [`${root}  ${commit.slice(0, 7)} [${branch}]`, ...more.map((one) => `${one}  ${HOLE}`), ''].join('\n');
  const own = `worktree ${root}\nHEAD ${commit}\nbranch refs/heads/${branch}\n\n`;
  return own + more.map((one) => `worktree ${one}\n${HOLE}\n\n`).join('');
}

/** Returns the branch that is checked out; undefined when HEAD is detached or cannot be read. */
export function currentBranch(session: Session, shell: Shell): string | undefined {
  const root = repositoryRoot(session, shell);
  const head = root === undefined ? undefined : session.context.readFile(posix.join(root, '.git/HEAD'));
  return /^ref: refs\/heads\/(.+)\s*$/.exec(head ?? '')?.[1];
}

/** Git's own commands that leave every name where it is. */
const LOOKS = /^(?:status|diff|log|show|rev-parse)$/;

/** Programs that make no commit. */
const STAYS = /^(?:cd|echo|printf|set|export|pwd|ls|cat|mkdir|mktemp|test|\[|true|:)$/;

/** Git's own commands that leave HEAD where it is. */
const LEAVES = /^(?:config|status|diff|log|show|add|stash|rev-parse|branch|fetch|remote|tag)$/;

/** Tells whether something on the line may have given a name to another commit. */
function mayHaveMoved(session: Session, leaves = LEAVES): boolean {
  return session.effects.some(
    (one) =>
      (one.kind === 'git' && (one.movesHead || !leaves.test(one.verb))) ||
      (one.kind === 'run' && one.program !== 'git' && !STAYS.test(one.program)) ||
      (one.kind === 'opaque' && one.what !== 'destination'),
  );
}

/** Returns the commit that is checked out, as long as nothing on the line could have moved it. */
function currentCommit(session: Session, shell: Shell): string | undefined {
  const root = mayHaveMoved(session) || shell.variables.has('GIT_DIR') ? undefined : repositoryRoot(session, shell);
  // Beneath the top there may be another repository.
  if (root === undefined || root !== shell.cwd) return undefined;
  const branch = currentBranch(session, shell);
  const file = posix.join(root, '.git', branch === undefined ? 'HEAD' : `refs/heads/${branch}`);
  const commit = session.context.readFile(file)?.trim() ?? '';
  return /^[0-9a-f]{40,64}$/.test(commit) ? `${commit}\n` : undefined;
}

/** Returns the revision whose commit, alone and in full, `git log -1 --format=%H` or `git rev-list -1` prints. */
function newestOf(verb: string, words: readonly string[]): string | undefined {
  if (verb !== 'log' && verb !== 'rev-list') return undefined;
  const text = words.join(' ').replace(/(?:^| )(?:-1|-n ?1|--max-count[= ]1)(?= |$)/, ' 1');
  const plain =
    verb === 'log' ? text.replace(/(?:^| )--(?:format|pretty)=(?:format:|tformat:)?%H(?= |$)/, ' H') : `${text} H`;
  const rest = plain.split(' ').filter((word) => word !== '');
  if (!rest.includes('1') || !rest.includes('H')) return undefined;
  const [revision = 'HEAD', ...more] = rest.filter((word) => word !== '1' && word !== 'H');
  return more.length === 0 ? revision : undefined;
}

/** The commit of a branch, a tag or a place before one, as long as nothing on the line could have moved a name. */
function commitNamed(revision: string, session: Session, shell: Shell): string | undefined {
  const isPlain = /^[\w@][\w./@{}~^-]*$/.test(revision) && !shell.variables.has('GIT_DIR');
  if (!isPlain || mayHaveMoved(session, LOOKS)) return undefined;
  const [commit = ''] =
    askNames(['log', '-1', '-z', '--no-show-signature', '--format=%H', revision, '--'], session, shell) ?? [];
  return /^[0-9a-f]{40,64}$/.test(commit) ? `${commit}\n` : undefined;
}

/** Returns the members of what `git archive` packs: what is asked for, or as git names it. */
export function archiveNames(words: readonly string[], session: Session, shell: Shell): string[] | undefined {
  const [tree, ...paths] = findOperands(words, ['--format', '--prefix', '-o', '--output', '--remote']);
  if (tree === undefined || words.some((word) => /^(?:--remote|--list|-l$|--add)/.test(word))) return undefined;
  const names = askNames(archiveQuestion(tree, paths), session, shell) ?? (paths.length > 0 ? paths : undefined);
  const prefix = values(words, ['--prefix'])[0] ?? '';
  return names?.map((name) => `${prefix}${name}`);
}

function archiveOutput(words: readonly string[], session: Session, shell: Shell): string | undefined {
  const names = words.some((word) => /^(?:-o|--output)/.test(word)) ? undefined : archiveNames(words, session, shell);
  return names === undefined ? undefined : archiveOf(names);
}

/** Returns names of tracked files, or with `-o` of the others. */
function listFiles(words: readonly string[], session: Session, shell: Shell): string | undefined {
  if (
    words.some((word) => /^(?:-[a-z]*[sdmutv]|--(?:stage|deleted|modified|unmerged|killed|eol|format.*))$/.test(word))
  )
    return undefined;
  const places = words.filter((word) => !word.startsWith('-'));
  const isOthers = words.some((word) => /^(?:-[a-z]*o|--others)/.test(word));
  const isPlain = words.some((word) => /^--exclude-standard$/.test(word));
  const plain = places.filter((place) => !/[*?[:]/.test(place));
  const found = (plain.length === 0 ? ['.'] : plain).flatMap((place) =>
    isOthers ? untracked(place, isPlain ? 'without' : 'with', session, shell) : trackedBeneath(place, session, shell),
  );
  if (found.some((one) => one === undefined)) return undefined;
  const globs = places.filter((place) => /[*?[]/.test(place));
  return found
    .filter((one): one is string => one !== undefined)
    .map((path) => path.replace(/^\.\//, ''))
    .filter((path) => globs.length === 0 || globs.some((glob) => matchGlob(glob, path)))
    .map((path) => `${path}${words.includes('-z') ? HOLE : '\n'}`)
    .join('');
}
