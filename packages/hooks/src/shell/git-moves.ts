const ENDS = /^--(?:abort|quit|skip|show-current-patch|edit-todo)$/;

/** Whether HEAD may point to other content afterwards. */
export function movesHead(verb: string, words: readonly string[]): boolean {
  const operands = words.filter((word) => !word.startsWith('-'));
  switch (verb) {
    case 'merge':
    case 'pull':
    case 'rebase':
    case 'cherry-pick':
    case 'revert':
    case 'am':
      return !words.some((word) => ENDS.test(word) && word !== '--skip');
    case 'reset': {
      if (words.includes('--')) return false;
      const [target] = operands;
      return target !== undefined && !/^(?:HEAD|@)$/.test(target);
    }
    case 'checkout': {
      if (
        words.includes('--') ||
        words.some((word) => /^--(?:ours|theirs|patch|pathspec-from-file.*)$|^-p$/.test(word))
      )
        return false;
      const isNew = words.some((word) => /^-\w*[bB]$|^--orphan$/.test(word));
      return isNew ? operands.length > 1 : operands.length === 1;
    }
    case 'switch': {
      const isNew = words.some((word) => /^-\w*[cC]$|^--(?:create|force-create|orphan)$/.test(word));
      return isNew ? operands.length > 1 : true;
    }
    case 'bisect':
      return operands[0] !== 'log' && operands[0] !== 'visualize';
    case 'update-ref':
    case 'symbolic-ref':
    case 'filter-branch':
    case 'filter-repo':
    case 'replay':
    case 'fast-import':
      return operands.length > 0;
    case 'branch':
      return words.some((word) => /^-\w*f|^--force$/.test(word));
    default:
      return false;
  }
}
