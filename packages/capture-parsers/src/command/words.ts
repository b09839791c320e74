/** `Starts` tells whether these words, after wrappers such as `env` or `npx`, start the runner in question. */
export type Starts = (words: readonly string[]) => boolean;

/** Commands that start another one and pass its exit code on. */
const WRAPPERS = new Set(
  'env xargs bundle time nice nohup sudo command exec timeout gtimeout stdbuf unbuffer xvfb-run cross-env dotenv npx bunx pnpx uvx pipx uv poetry pipenv pdm hatch rye coverage python python3 py node docker podman docker-compose direnv mise rtx asdf nix devbox conda mamba chronic arch caffeinate ionice setsid volta corepack nyc c8'.split(
    ' ',
  ),
);
/** Programs that run what a file of the project says. Their exit code is not the runner's. */
const TASKS = new Set(
  'npm pnpm yarn bun make gmake just task tox nox turbo nx lerna concurrently npm-run-all npm-run-all2 run-s run-p rake mage invoke inv ninja bazel bazelisk rush moon wireit lage hatch poetry pdm rye uv docker podman docker-compose pre-commit mise act'.split(
    ' ',
  ),
);
export const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash']);
const TEST_SCRIPT =
  /^(?:run[-_]?)?(?:all[-_]?|unit[-_]?|ci[-_]?)*(?:tests?|check|checks|ci|verify)(?:[-_](?:all|unit|ci))*(?:\.\w+)?$/;

/** Words of the shell that may stand before a command. */
export const BLOCK_WORDS = new Set([
  'if',
  'elif',
  'while',
  'until',
  'for',
  'case',
  'function',
  'else',
  'do',
  'then',
  'eval',
  'trap',
]);

/** `env sudo timeout 5 uv run …` may be nested so deep. */
const WRAPPERS_CAP = 8;
/** A wrapper has no more words of its own than this. */
const WRAPPER_WORDS_CAP = 100;

/**
 * Returns the words from the runner on, found behind assignments and wrappers; undefined when they start something
 * else.
 */
export function ownWords(all: readonly string[], starts: Starts): readonly string[] | undefined {
  const words = behindWrappers(all, starts, 0);
  return words && !onlyAsks(words) ? words : undefined;
}

/** `--help` and `--version` make any program talk about itself; behind `--` they are somebody else's. */
function onlyAsks(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return words.slice(1, end < 0 ? undefined : end).some((word) => word === '--help' || word === '--version');
}

function behindWrappers(all: readonly string[], starts: Starts, depth: number): readonly string[] | undefined {
  if (depth > WRAPPERS_CAP) return undefined;
  const { words, program, wraps } = leading(all);
  if (!words.length) return undefined;
  if (starts(program)) return program;
  if (!wraps) return undefined;
  const name = program[0]!;
  // An interpreter runs the module or script it is given; words after that are the script's own.
  if (/^(?:python[\d.]*|py|node)$/.test(name)) {
    const at = scriptAt(words);
    return at !== undefined && starts(named(words.slice(at))) ? named(words.slice(at)) : undefined;
  }
  for (let at = 1; at < words.length && at < WRAPPER_WORDS_CAP; at++) {
    if (words[at]!.startsWith('-')) continue;
    const rest = words.slice(at);
    if (starts(named(rest))) return named(rest);
    // Other programs than wrappers take the words after them for themselves: `env echo cargo test`.
    if (READERS.has(baseName(rest[0]!))) return undefined;
    if (/^python[\d.]*$|^(?:env|timeout|time|coverage|uv|poetry|npx|node|nyc|c8)$/.test(baseName(rest[0]!)))
      return behindWrappers(rest, starts, depth + 1);
  }
  return undefined;
}

/** The command that words begin with. */
interface Leading {
  readonly words: readonly string[];
  /** The same with the program's bare name in front. */
  readonly program: readonly string[];
  readonly wraps: boolean;
}

/** Finds how a command's words begin; each runner asks this of the same words, so the answer is kept. */
function leading(all: readonly string[]): Leading {
  const known = LEADING.get(all);
  if (known) return known;
  let words = withoutAssignments(all);
  while (words[0] === '!' || words[0] === '{' || BLOCK_WORDS.has(words[0] ?? ''))
    words = withoutAssignments(words.slice(1));
  const program = words.length ? named(words) : words;
  const name = program[0] ?? '';
  const found = { words, program, wraps: WRAPPERS.has(name) || TASKS.has(name) || /^python[\d.]*$/.test(name) };
  LEADING.set(all, found);
  return found;
}
const LEADING = new WeakMap<readonly string[], Leading>();

/** Tells where an interpreter's module or script stands; undefined for inline code. */
function scriptAt(words: readonly string[]): number | undefined {
  for (let at = 1; at < words.length; at++) {
    const word = words[at]!;
    if (word === '-c' || word === '-e' || word === '-p') return undefined;
    if (word === '-m' && at + 1 < words.length) return at + 1;
    if (word === '-W' || word === '-X' || word === '-r') at++;
    else if (!word.startsWith('-')) return at;
  }
  return undefined;
}

/** Programs, and subcommands of package managers, that name a runner without starting it. */
const READERS = new Set(
  'add i install help ci pip uninstall remove rm update upgrade show info view ls list why outdated logs build pull freeze lock sync echo printf cat less more grep egrep rg ag sed awk head tail jq git gh curl wget diff find cp mv tee bat which type man'.split(
    ' ',
  ),
);

/** Tells whether a task runner or a test script is started, which may start a runner in turn. */
export function isTask(all: readonly string[], depth = 0): boolean {
  if (depth > WRAPPERS_CAP) return false;
  const words = withoutAssignments(all);
  const name = baseName(words[0] ?? '');
  if (onlyAsks(words)) return false;
  if (
    /^g?make$/.test(name) &&
    words.some((word) => /^(?:-[npq]|--dry-run|--just-print|--recon|--question)$/.test(word))
  )
    return false;
  // Bun's own runner is no script of the project.
  if (name === 'bun' && words[1] === 'test') return false;
  // A package manager lists its scripts when it is given none.
  if (words[1] === 'run' && words.slice(2).every((word) => word.startsWith('-'))) return false;
  // `make ci` and `npm run ci` are tasks, `npm ci` is not.
  const target = /^g?make$|^(?:just|task|rake|mage|invoke|inv)$/.test(name) || words[1] === 'run';
  if (TASKS.has(name)) return target || !words.slice(1, 4).some((word) => READERS.has(baseName(word)));
  if (SHELLS.has(name) || name === 'source' || name === '.') return TEST_SCRIPT.test(baseName(words[1] ?? ''));
  if (WRAPPERS.has(name)) {
    const rest = words.findIndex((word, index) => index > 0 && !/^-|^\d|=/.test(word));
    return rest > 0 && isTask(words.slice(rest), depth + 1);
  }
  return words[0]?.includes('/') === true && TEST_SCRIPT.test(name);
}

/** Returns the words after leading `NAME=value` words. */
export function withoutAssignments(words: readonly string[]): readonly string[] {
  let from = 0;
  while (/^[A-Za-z_]\w*\+?=/.test(words[from] ?? '')) from++;
  return from ? words.slice(from) : words;
}

/** Returns the words with the program's bare name in front, so that runners need not know about paths. */
function named(words: readonly string[]): readonly string[] {
  return [baseName(words[0]!), ...words.slice(1)];
}

/** Returns the program without its folder and without `.exe` or `.cmd`. */
export function baseName(word: string): string {
  return word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1).replace(/\.(?:exe|cmd)$/i, '');
}
