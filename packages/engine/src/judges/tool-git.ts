import { isFolderKey, snake, verbsOf } from './tool-verbs.js';

type Input = Readonly<Record<string, unknown>>;

/** Commands of git that a server's tool may be, besides those that only look, and a push, which is judged by its name. */
const CHANGING =
  /^(reset|stash|checkout|switch|restore|clean|rm|mv|merge|rebase|revert|cherry-pick|pull|apply|am|config|worktree)$/;
/** Words of a tool's name that are not the command's: `git_checkout_branch`, `git_set_config`. */
const FILLING = /^(git|branch|commit|changes|files?|set|update|unset|remove|delete)$/;
/** Further words of a tool's name that the command has, too: `git_stash_pop`, `git_reset_hard`. */
const MODE = /^(hard|soft|mixed|keep)$/;
const STEP = /^(push|save|pop|apply|drop|clear|list|show|branch|add|remove|abort|continue|skip)$/;

/** Fields whose value is a word of the command. */
const WORD_KEY =
  /^((target|start|base|source|stash)_)?(target|commit|branch|ref|refs|revision|rev|hash|sha|tree_?ish|upstream|onto|name|key|value|action|operation|subcommand)(_(name|ref|hash|id|or_path|or_commit))?$/;
const MODE_KEY = /^(reset_)?(mode|type)$/;
const NAMES_KEY = /^(files?|paths?|pathspecs?|file_paths?)$/;
/** Switches that the command spells with a letter. */
const LETTERS: Readonly<Record<string, string>> = { directories: '-d', ignored: '-x', create: '-b', recursive: '-r' };

/**
 * Returns the command of a git server's tool, in the words that a person would type: `git_reset` with `{ mode: "hard"
 * }` is `git reset --hard`. Null for tools that change nothing here.
 */
export function gitWordsOf(tool: string, input: Input): string[] | null {
  const words = verbsOf(tool).join('-').replace('cherry-pick', 'cherry_pick').split('-');
  if (words.some((word) => /^(get|list|show|status)$/.test(word)) && !words.includes('stash')) return null;
  const [verb = '', ...rest] = words.filter((word) => !FILLING.test(word)).map((word) => word.replace('_', '-'));
  if (!CHANGING.test(verb)) return null;
  const named = rest.flatMap((word) => (MODE.test(word) ? [`--${word}`] : STEP.test(word) ? [word] : []));
  const fields = Object.entries(input).map(([key, value]) => [snake(key), value] as const);
  const given = fields.flatMap(([key, value]) => (isFolderKey(key) ? [] : wordsOfField(verb, key, value)));
  const names = fields.flatMap(([key, value]) => (NAMES_KEY.test(key) && Array.isArray(value) ? value : []));
  const paths = names.filter((name): name is string => typeof name === 'string');
  return ['git', verb, ...named, ...given, ...(paths.length > 0 ? ['--', ...paths] : [])];
}

function wordsOfField(verb: string, key: string, value: unknown): string[] {
  if (value === true) return [LETTERS[key] ?? `--${key.replaceAll('_', '-')}`];
  if (typeof value !== 'string' || value === '') return [];
  if (MODE_KEY.test(key)) return verb === 'reset' ? [`--${value.replace(/^-+/, '')}`] : [value];
  if (/^(new|create)_branch(_name)?$/.test(key)) return ['-b', value];
  if (/^(scope|level)$/.test(key)) return [`--${value}`];
  return WORD_KEY.test(key) ? [value] : [];
}
