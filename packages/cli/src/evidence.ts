import type * as Hooks from '@flow/hooks/program';

/** A handed command is one of `flow-hooks` that `flow` hands through: the same built file runs, with the same words. */
export interface Handed {
  /** The name of the command in `flow-hooks`, if it has another one there. */
  hooks?: string;
  /** The place among the groups of the help. */
  group: 'setup' | 'evidence';
  example: [command: string, what: string];
}

/**
 * The commands that are handed through, in the order of the help. Their words, streams, exit codes and terminal stay
 * their own; nothing of `flow` looks at them.
 */
export const HANDED: Readonly<Record<string, Handed>> = {
  install: { group: 'setup', example: ['install --dry-run', 'what installing the guards alone would write'] },
  uninstall: { group: 'setup', example: ['uninstall --dry-run', 'what would be restored'] },
  preset: { group: 'setup', example: ['preset list', 'the preset of each folder, and why'] },
  evidence: { hooks: 'status', group: 'evidence', example: ['evidence', 'what is tested for the current content'] },
  exec: { group: 'evidence', example: ['exec -- npm test', 'runs the command and records the exact result'] },
  'prove-red': { group: 'evidence', example: ['prove-red', 'runs the new tests without the change'] },
  'prove-binding': { group: 'evidence', example: ['prove-binding', 'which changed functions a test binds'] },
  approve: { group: 'evidence', example: ['approve --list', 'which gates are approved'] },
  allow: { group: 'evidence', example: ['allow --list', 'recent refusals, and what was allowed'] },
  apply: { group: 'evidence', example: ['apply', 'puts a changed flow.config.yaml into force'] },
  audit: { group: 'evidence', example: ['audit --since 2d', 'what was changed, refused and pushed'] },
  replay: { group: 'evidence', example: ['replay session.jsonl', 'what the guards would have refused'] },
  flaky: { group: 'evidence', example: ['flaky --since 7d', 'tests that passed and failed on the same content'] },
  attest: { group: 'evidence', example: ['attest --no-sign', 'attests what is proven about a commit, unsigned'] },
  verify: { group: 'evidence', example: ['verify', 'whether this commit is proven'] },
  'rotate-key': { group: 'evidence', example: ['rotate-key', 'creates a new key for this user'] },
};

/** Loads the program of `@flow/hooks`, when something of it is needed. */
export const hooks = (): Promise<typeof Hooks> => import('@flow/hooks/program');

/**
 * Translates words for `flow` into words for `flow-hooks`; null when they are a command of `flow` itself, or ask for
 * help. `-C` is `--directory` there, wherever it stands before `--`.
 */
export function handedWords(argv: readonly string[]): string[] | null {
  const at = verbAt(argv);
  const verb = argv[at] ?? '';
  // `flow explain` alone is about the run; with a command line it is the other program's.
  const more = argv.slice(at + 1);
  const isCommand =
    verb === 'explain' &&
    more.some(isWord) &&
    !more.includes('--escalation') &&
    (more.includes('--') || !more.some((word) => /^(?:claim|item):/.test(word)));
  const isHanded = Object.hasOwn(HANDED, verb) || isCommand;
  if (!isHanded) return null;
  const end = argv.indexOf('--');
  const own = end < 0 ? argv : argv.slice(0, end);
  if (own.includes('--help') || own.includes('-h')) return null;
  const before = argv.slice(0, at).map(spelled);
  const after = argv.slice(at + 1).map((word, index) => (end < 0 || at + 1 + index < end ? spelled(word) : word));
  return [HANDED[verb]?.hooks ?? verb, ...before, ...after];
}

/**
 * Spells commands of `flow-hooks` as they are typed to a program that hands words on; a command that it does not have,
 * as typed to `flow-hooks` itself.
 */
export function spelledFor(program: string): (name: string) => string {
  const own = new Map(Object.entries(HANDED).map(([verb, { hooks: name = verb }]) => [name, verb]));
  for (const verb of ['doctor', 'explain']) own.set(verb, verb);
  return (name) => (own.has(name) ? `${program} ${own.get(name)}` : `npx flow-hooks ${name}`);
}

const isWord = (word: string, index: number, all: readonly string[]) =>
  word === '--' || (!word.startsWith('-') && all[index - 1] !== '-C');

const spelled = (word: string) => (word === '-C' ? '--directory' : word);

/** Finds where the command's name stands: the first word that is neither an option nor the folder of `-C`. */
export function verbAt(argv: readonly string[]): number {
  const at = argv.findIndex((word, index) => !word.startsWith('-') && argv[index - 1] !== '-C');
  return at < 0 ? argv.length : at;
}
