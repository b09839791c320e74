import path from 'node:path';
import type { GitAct } from '@flow/shell-effects';

/** A question to git whose answer is a list of files, with NUL behind each. */
export type FileQuestion = readonly string[];

const EVERYTHING: FileQuestion = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
const UNTRACKED: FileQuestion = ['ls-files', '-z', '--others', '--exclude-standard'];
const differing = (...from: string[]): FileQuestion => [
  'diff',
  '-z',
  '--name-only',
  '--no-renames',
  '--no-ext-diff',
  ...from,
];

/**
 * Questions to git for the files that a command may touch below a folder: for a command of git that puts the work tree
 * back, the files that differ from the content to put there; for any other command, all files that are not ignored.
 * @param act the git command whose write it is, null for another program's
 */
export function questionFor(act: GitAct | null, root: string): FileQuestion {
  const words = act?.argv.slice(2) ?? [];
  if (!act || words.includes(undefined)) return EVERYTHING;
  const known = words as readonly string[];
  switch (act.verb) {
    case 'stash':
      return stashQuestion(known);
    case 'reset':
      return differing(operandsOf(known)[0] ?? 'HEAD', '--');
    case 'checkout': {
      // With dashes a tree may stand before them; without, the first of several words is one, or git does not answer.
      const at = known.indexOf('--');
      const operands = operandsOf(at < 0 ? known : known.slice(0, at));
      const [tree] = at < 0 && operands.length < 2 ? [] : operands;
      if (tree === undefined) return differing('--');
      const specs = at < 0 ? operands.slice(1) : known.slice(at + 1);
      // What the tree does not have stays.
      return differing('--diff-filter=a', tree, '--', ...pathspecs(specs, act.directory, root));
    }
    case 'restore': {
      const source = optionValue(known, '-s', '--source');
      return differing(...(source === null ? [] : [source]), '--');
    }
    case 'checkout-index':
      return differing('--');
    case 'read-tree':
      // `-m HEAD tree`: the last one is what will be there.
      return differing(operandsOf(known).at(-1) ?? 'HEAD', '--');
    case 'switch':
      return differing(operandsOf(known)[0] ?? 'HEAD', '--');
    case 'clean':
      return UNTRACKED;
    case 'cherry-pick':
    case 'revert':
      return ['show', '-z', '--format=', '--name-only', '--no-renames', '--no-ext-diff', ...commitsOf(known), '--'];
    default:
      return EVERYTHING;
  }
}

/** Pathspecs as they read from the root; none where not all can be told, which stands for everything. */
function pathspecs(specs: readonly string[], directory: string | undefined, root: string): string[] {
  const inside = directory === undefined ? '..' : path.relative(root, directory);
  if (specs.some((spec) => spec.startsWith(':')) || inside.startsWith('..')) return [];
  return specs.map((spec) => path.posix.join(inside.split(path.sep).join('/'), spec));
}

/** Returns the kind of a `git stash`: `push` where the command only has options. */
export function stashActionOf(act: GitAct): string {
  const words = act.argv.slice(2).filter((word): word is string => word !== undefined);
  const [action = 'push'] = operandsOf(words);
  return action === 'save' ? 'push' : action;
}

function stashQuestion(words: readonly string[]): FileQuestion {
  const [action = 'push', name] = operandsOf(words);
  if (action === 'pop' || action === 'apply' || action === 'branch') {
    const stash = action === 'branch' ? operandsOf(words)[2] : name;
    return ['stash', 'show', '-z', '--name-only', '--include-untracked', ...(stash ? [stash] : [])];
  }
  const untracked = words.some((word) => /^-(?!-)\w*[ua]|^--(?:include-untracked|all)$/.test(word));
  return untracked ? ['ls-files', '-z', '--modified', '--others', '--exclude-standard'] : differing('HEAD', '--');
}

/** Returns the commits that are replayed; `-m` takes the number of a parent. */
const commitsOf = (words: readonly string[]) =>
  operandsOf(words.filter((_, at) => !/^(?:-m|--mainline)$/.test(words[at - 1] ?? '')));

/** Words that are no options; a name that begins with a dash cannot be a tree. */
const operandsOf = (words: readonly string[]) => words.filter((word) => !word.startsWith('-'));

function optionValue(words: readonly string[], short: string, long: string): string | null {
  for (const [at, word] of words.entries()) {
    if (word === short || word === long) return words[at + 1] ?? null;
    if (word.startsWith(`${long}=`)) return word.slice(long.length + 1);
    if (word.startsWith(short) && !word.startsWith('--')) return word.slice(short.length);
  }
  return null;
}
