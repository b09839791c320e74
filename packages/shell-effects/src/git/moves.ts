const ENDS = /^--(?:abort|quit|skip|show-current-patch|edit-todo)$/;

/**
 * Tells whether HEAD may point to other content afterwards; `branch` is the one that is checked out, when it is known.
 */
export function movesHead(verb: string, words: readonly string[], branch?: string): boolean {
  const operands = words.filter((word) => !word.startsWith('-'));
  switch (verb) {
    case 'pull':
      return !words.includes('--dry-run');
    case 'merge':
    case 'rebase':
    case 'cherry-pick':
    case 'revert':
    case 'am':
      return !words.some((word) => ENDS.test(word) && word !== '--skip');
    case 'reset': {
      if (words.includes('--')) return false;
      const [target] = operands;
      return target !== undefined && !/^(?:HEAD|@)$/.test(target) && !looksLikePath(target);
    }
    case 'checkout': {
      if (
        words.includes('--') ||
        words.some((word) => /^--(?:ours|theirs|patch|pathspec-from-file.*)$|^-p$/.test(word))
      )
        return false;
      if (words.includes('--orphan') || words.includes('-')) return true;
      const isNew = words.some((word) => /^-\w*[bB]$/.test(word));
      return isNew ? operands.length > 1 : operands.length === 1 && operands[0] !== branch;
    }
    case 'switch': {
      const isNew = words.some((word) => /^-\w*[cC]$|^--(?:create|force-create)$/.test(word));
      return isNew ? operands.length > 1 : words.length > 0 && operands[0] !== (branch ?? '');
    }
    case 'bisect':
      return operands[0] !== 'log' && operands[0] !== 'visualize';
    case 'symbolic-ref':
      return operands.length > 1 || words.includes('-d');
    case 'update-ref': {
      // A ref that is gone cannot be pushed, unless it is the one at hand.
      const isRemoval = words.includes('-d') && operands[0] !== 'HEAD' && operands[0] !== `refs/heads/${branch}`;
      return words.includes('--stdin') || (operands.length > 0 && !isRemoval);
    }
    case 'replace':
      return operands.length > 1;
    case 'filter-branch':
    case 'filter-repo':
    case 'replay':
    case 'fast-import':
    // A commit that this line makes without the work tree is of content that nobody saw.
    case 'commit-tree':
      return true;
    case 'fetch':
      // Straight into a branch of this repository: `git fetch . other:feature`.
      return operands.slice(1).some((word) => /:(?!refs\/(?:remotes|tags)\/)./.test(word));
    case 'subtree':
      return /^(?:add|merge|pull)$/.test(operands[0] ?? '');
    case 'stash':
      return operands[0] === 'branch';
    case 'history':
      return operands.length > 0;
    case 'lfs':
      return operands[0] === 'migrate' && operands[1] !== 'info';
    case 'branch':
      return words.some((word) => /^-\w*f|^--force$/.test(word));
    default:
      return false;
  }
}

/**
 * Tells whether a commit that follows may hold other content than the index and the work tree hold now: what the
 * evidence speaks of is looked at before the line runs.
 */
export function changesContent(verb: string, words: readonly string[]): boolean {
  const operands = words.filter((word) => !word.startsWith('-'));
  switch (verb) {
    case 'apply':
      return !words.some((word) => /^--(?:check|stat|numstat|summary)$/.test(word)) || words.includes('--apply');
    case 'rm':
    case 'mv':
      return !words.some((word) => /^-\w*n|^--dry-run$/.test(word));
    case 'checkout':
      return (
        words.includes('--') || operands.length > 1 || words.some((word) => /^-p$|^--(?:ours|theirs|patch)$/.test(word))
      );
    case 'restore':
      return (
        words.some((word) => /^(?:-s.*|--source(?:=.*)?)$/.test(word)) ||
        !words.some((word) => /^(?:-S|--staged)$/.test(word))
      );
    case 'read-tree':
      return !words.some((word) => word === '-n' || word === '--dry-run');
    case 'update-index':
      return !words.some((word) => /^--(?:really-)?refresh$/.test(word));
    case 'stash':
      return /^(?:pop|apply)$/.test(operands[0] ?? '');
    case 'submodule':
      return /^(?:update|add|deinit|set-branch|set-url)$/.test(operands[0] ?? '');
    case 'merge-file':
    case 'checkout-index':
    case 'mergetool':
    case 'citool':
    case 'gui':
    case 'merge-index':
    case 'sparse-checkout':
      return true;
    default:
      return false;
  }
}

/** `looksLikePath` tells whether a lone operand such as `src/app.ts` or `.` is a path if no branch is called so. */
function looksLikePath(word: string): boolean {
  return /^\.{1,2}(?:\/|$)|\.[a-z]{1,4}$/i.test(word) && !/^(?:origin|refs)\//.test(word);
}
