import { contentOf, emitWrite } from './paths.js';
import { HOLE, isKnown, type Session, type Shell } from './state.js';

/** Paths of the work tree that a git command is told to change. Paths that follow from content (a merge) are not here. */
export function gitWrites(verb: string, words: readonly string[], session: Session, shell: Shell): void {
  const by = `git ${verb}`;
  const { operands, afterDashes } = split(words);
  const write = (path: string, reach: 'exact' | 'tree' | 'into' = 'tree') =>
    emitWrite(session, shell, 'write', path, by, reach);
  for (const [at, word] of words.entries()) {
    if (/^--output=/.test(word)) write(word.slice(9), 'exact');
    else if (word === '--output' || (word === '-o' && /^(?:format-patch|archive)$/.test(verb)))
      write(words[at + 1] ?? HOLE, verb === 'format-patch' ? 'into' : 'exact');
    else if (/^--output-directory=/.test(word)) write(word.slice(19), 'into');
  }
  switch (verb) {
    case 'checkout':
      if (afterDashes !== undefined) for (const path of afterDashes) write(path);
      else if (!words.some((word) => /^-\w*[bB]$|^--orphan$/.test(word))) {
        // Without dashes, what comes after the first operand can only be paths; the first may be one, too.
        for (const path of operands.length > 1 ? operands.slice(1) : operands.filter(looksLikePath)) write(path);
      }
      return;
    case 'restore': {
      const isIndexOnly =
        words.some((word) => word === '--staged' || word === '-S') &&
        !words.some((word) => word === '--worktree' || word === '-W');
      if (isIndexOnly) return;
      const paths = words.filter((word, at) => !word.startsWith('-') && !/^(?:-s|--source)$/.test(words[at - 1] ?? ''));
      for (const path of paths) write(path);
      return;
    }
    case 'rm':
      if (!words.includes('--cached'))
        for (const path of operands) emitWrite(session, shell, 'delete', path, by, 'tree');
      return;
    case 'mv': {
      const target = operands.at(-1);
      for (const path of operands.slice(0, -1)) emitWrite(session, shell, 'move', path, by, 'tree');
      if (target !== undefined) write(target, operands.length > 2 || target.endsWith('/') ? 'into' : 'tree');
      return;
    }
    case 'clean':
      if (words.some((word) => /^-\w*n|^--dry-run$/.test(word))) return;
      for (const path of operands.length > 0 ? operands : ['.'])
        emitWrite(session, shell, 'delete', path, takesIgnored(words) ? CLEAN_IGNORED : by, 'into');
      return;
    case 'stash': {
      const action = operands[0] ?? 'push';
      if (/^(?:list|show|drop|clear|create|store)$/.test(action)) return;
      const paths = action === 'push' || action === 'save' ? (afterDashes ?? operands.slice(1)) : [];
      for (const path of paths.length > 0 ? paths : ['.']) write(path, paths.length > 0 ? 'tree' : 'into');
      return;
    }
    case 'reset':
      if (words.some((word) => /^--(?:hard|merge|keep)$/.test(word))) write('.', 'into');
      return;
    case 'apply':
    case 'am':
      if (
        verb === 'apply' &&
        words.some((word) => /^--(?:check|stat|numstat|summary|cached)$/.test(word)) &&
        !words.includes('--apply')
      )
        return;
      applyPatches(operands, words.includes('-R') || words.includes('--reverse'), session, shell, by);
      return;
    case 'worktree':
      if (operands[0] === 'add' && operands[1] !== undefined) write(operands[1], 'into');
      if (operands[0] === 'remove' && operands[1] !== undefined)
        emitWrite(session, shell, 'delete', operands[1], by, 'tree');
      return;
    case 'init':
      // A template's hooks are put into a repository that is there.
      if (operands.length > 0) write(operands.at(-1) as string, 'into');
      else if (words.some((word) => /^--template=./.test(word))) write('.git/hooks', 'into');
      return;
    case 'clone':
      if (operands.length > 0) write(operands.at(-1) as string, 'into');
      return;
    case 'checkout-index': {
      const prefix = words.find((word) => word.startsWith('--prefix='))?.slice(9) ?? '';
      for (const path of operands) write(prefix + path);
      if (words.some((word) => word === '-a' || word === '--all')) write(prefix === '' ? '.' : prefix, 'into');
      return;
    }
    case 'config': {
      const at = words.findIndex((word) => word === '-f' || word === '--file');
      if (at >= 0 && operands.length > 1) write(words[at + 1] ?? HOLE, 'exact');
      return;
    }
    case 'bundle':
      if (words[0] === 'create') write(operands[1] ?? HOLE, 'exact');
      return;
    case 'bisect':
    case 'merge':
    case 'pull':
    case 'rebase':
    case 'cherry-pick':
    case 'revert':
    case 'switch':
    case 'read-tree':
      return;
  }
}

/** How a `git clean` is named that also deletes what git ignores, such as environment files. */
export const CLEAN_IGNORED = 'git clean -x';
const takesIgnored = (words: readonly string[]) => words.some((word) => /^-[a-wyz]*x/i.test(word));

function split(words: readonly string[]): { operands: string[]; afterDashes: string[] | undefined } {
  const dashes = words.indexOf('--');
  const before = dashes < 0 ? words : words.slice(0, dashes);
  const after = dashes < 0 ? undefined : words.slice(dashes + 1);
  return { operands: [...before.filter((word) => !word.startsWith('-')), ...(after ?? [])], afterDashes: after };
}

function looksLikePath(word: string): boolean {
  return (
    word === '.' ||
    word.startsWith('./') ||
    word.startsWith('../') ||
    word.startsWith(':') ||
    /\.[a-z]{1,5}$/i.test(word)
  );
}

/** The files that a patch names; one that cannot be read may name any. */
export function applyPatches(
  files: readonly string[],
  isReversed: boolean,
  session: Session,
  shell: Shell,
  by: string,
  text?: string,
  strip = 1,
): void {
  const patches = text === undefined ? files.map((file) => contentOf(session, shell, file)) : [text];
  for (const patch of patches) {
    if (patch === undefined || !isKnown(patch)) {
      emitWrite(session, shell, 'write', HOLE, by);
      continue;
    }
    const named = new Set<string>();
    for (const match of patch.matchAll(/^(?:---|\+\+\+|rename (?:from|to)|copy to) (?!\/dev\/null)([^\t\n\r]+)/gm)) {
      const isRename = /^(?:rename|copy)/.test(match[0]);
      const path = (match[1] ?? '').replace(/^"(.*)"$/, '$1');
      named.add(isRename ? path : path.split('/').slice(strip).join('/') || path);
    }
    for (const match of patch.matchAll(/^diff --git (?:"?a\/)(\S+) (?:"?b\/)(\S+)$/gm))
      named.add(isReversed ? (match[1] ?? '') : (match[2] ?? ''));
    for (const path of named) emitWrite(session, shell, 'write', path, by);
  }
}
