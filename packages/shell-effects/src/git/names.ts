import { isKnown, type Session, type Shell } from '../state.js';
import { findOperands } from '../text/command-options.js';

/** Words after which a value stands that is neither a revision nor a path. */
const VALUED = ['-n', '--max-count', '-U', '--unified', '-G', '-S', '--since', '--until', '--author', '--grep', '-O'];

/** Options that change which names a comparison has, and nothing else. */
const NARROWS = /^(?:--cached|--staged|--merge-base|--diff-filter=[A-Za-z*]+|-R|--first-parent|--root)$/;

/** Options by which git shows something else of a change than the patch. */
const NO_PATCH =
  /^(?:--(?:name-only|name-status|raw|summary|compact-summary|check|quiet|no-patch|no-index|(?:num|short|dir|)stat(?:=.*)?)|-s)$/;

const SHOWS_PATCH = /^(?:-p|-u|--patch|--patch-with-\w+|-U\d*|--unified=\d+)$/;

/**
 * Tells what to ask git for the names of the files in a patch that a command of git prints; undefined when it prints
 * none.
 */
export function patchQuestion(verb: string, words: readonly string[]): string[] | undefined {
  const { options, operands, paths } = parts(words);
  const isShown = options.some((word) => SHOWS_PATCH.test(word));
  if (!isShown && options.some((word) => NO_PATCH.test(word))) return undefined;
  const listed = ['-z', '--name-only', '--no-renames', ...options.filter((word) => NARROWS.test(word))];
  const number = options.find((word) => /^-\d+$/.test(word));
  const several = [...(number === undefined ? [] : [number]), ...operands, ...paths];
  switch (verb) {
    case 'diff':
      return ['diff', '--no-ext-diff', ...listed, ...operands, ...paths];
    case 'diff-tree':
      return isShown ? ['diff-tree', '-r', '--no-commit-id', ...listed, ...operands, ...paths] : undefined;
    case 'show':
      return ['show', '--no-ext-diff', '--format=', ...listed, ...several];
    case 'log':
    case 'whatchanged':
      return isShown ? ['log', '--no-ext-diff', '--format=', ...listed, ...several] : undefined;
    case 'format-patch': {
      const [from = ''] = operands;
      const isRange = number !== undefined || from.includes('..');
      const range = isRange ? operands : [`${from}..HEAD`];
      return words.includes('--stdout')
        ? [
            'log',
            '--no-ext-diff',
            '--format=',
            ...listed,
            ...(number === undefined ? [] : [number]),
            ...range,
            ...paths,
          ]
        : undefined;
    }
    case 'stash':
      return operands[0] === 'show' && isShown ? ['stash', ...operands, '-z', '--name-only'] : undefined;
    default:
      return undefined;
  }
}

/**
 * Returns the question that a command of git asks itself when it lists names in commits, with nothing in it that could
 * act.
 */
export function listQuestion(verb: string, words: readonly string[]): string[] | undefined {
  const { options, operands, paths } = parts(words);
  const isKnownOption = (word: string) =>
    NARROWS.test(word) || /^(?:--name-only|-z|-r|--no-commit-id|--no-renames|--(?:format|pretty)=)$/.test(word);
  if (verb === 'grep')
    return options.some((word) => /^-[a-zA-Z]*l|^--(?:files-with-matches|name-only)$/.test(word)) &&
      options.every((word) =>
        /^-[lzwiFEGPIr]+$|^--(?:files-with-matches|name-only|cached|null|ignore-case)$/.test(word),
      )
      ? ['grep', '-l', '-z', '--no-textconv', ...options, ...operands, ...paths]
      : undefined;
  if (verb === 'ls-tree')
    return options.every((word) =>
      /^(?:-[rdtlz]+|--name-only|--name-status|--full-name|--full-tree|--long)$/.test(word),
    )
      ? ['ls-tree', '-z', ...options, ...operands, ...paths]
      : undefined;
  if (!options.includes('--name-only') || !options.every(isKnownOption)) return undefined;
  if (verb === 'diff') return ['diff', '--no-ext-diff', '-z', ...options, ...operands, ...paths];
  if (verb === 'diff-tree' && options.includes('--no-commit-id'))
    return ['diff-tree', '-z', ...options, ...operands, ...paths];
  return verb === 'show' && options.some((word) => /^--(?:format|pretty)=$/.test(word))
    ? ['show', '--no-ext-diff', '-z', ...options, ...operands, ...paths]
    : undefined;
}

/** Tells what to ask git for the names that `git archive` packs. */
export function archiveQuestion(tree: string, paths: readonly string[]): string[] {
  return ['ls-tree', '-r', '-z', '--name-only', tree, '--', ...paths];
}

/** Asks git where the shell stands; undefined when it does not answer, or nobody can ask it. */
export function askNames(question: readonly string[], session: Session, shell: Shell): string[] | undefined {
  const { cwd } = shell;
  if (!isKnown(cwd) || !question.every(isKnown)) return undefined;
  // Between commits there is a line break.
  return session.context.gitNames?.(cwd, question)?.map((name) => name.replace(/^\n+/, ''));
}

/** `paths` begin with the dashes, if they were written; without them git tells revisions and paths apart. */
function parts(words: readonly string[]) {
  const at = words.indexOf('--');
  const before = at < 0 ? words : words.slice(0, at);
  return {
    options: before.filter((word) => word.startsWith('-')),
    operands: findOperands(before, VALUED),
    paths: at < 0 ? [] : words.slice(at),
  };
}
