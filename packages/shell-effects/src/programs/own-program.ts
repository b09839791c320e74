/** Our programs by the names that package managers link, and by their files: `flow-hooks`, `flow` and `flowctl`. */
const NAMED = /(^|[\\/])(?:flow-hooks(?:\.cjs)?|flow|flowctl)(?:@[^\\/]*)?$/;
const FILE = /(^|[\\/])(?:flow-hooks(?:\.cjs)?|flow|flowctl|cli[\\/]dist[\\/]flow(?:-hooks)?\.js)$/;
/** What runs a file of JavaScript, itself or by the runtime that it is told. */
const RUNTIME =
  /(^|[\\/])(?:node|nodejs|bun|deno|tsx|tsm|ts-node(?:-\w+)?|swc-node|esno|esr|esrun|jiti|vite-node|babel-node|electron|nodemon|c8|nyc|pm2|forever)(?:\.exe)?$/;
/** Options of a runtime that load a file before the script, which then has only its words. */
const PRELOAD = /^(?:-r|--require|--import|--loader|--experimental-loader|--preload)$/;
const JOINED_PRELOAD = /^--(?:require|import|loader|experimental-loader|preload)=(.+)$/;
/** The file of a program of ours where it is built: in this repository's own clones. */
const BUILT = /(^|[\\/])cli[\\/]dist[\\/][\w-]+\.c?js$/;
/** Options of ours that come with a folder. */
const FOLDER = new Set(['--directory', '-C']);

/** A call of a program of ours: its command, and all its words without that one. */
export interface OwnCall {
  verb: string | undefined;
  /** Where our program stands among the words that start it. */
  at: number;
  words: readonly string[];
}

/**
 * Reads a command as a call of a program of ours, by whatever spelling; undefined when it is something else. Another
 * program named `flow` is read as ours: it has none of the commands that matter.
 * @param options of the runtime that its environment brings: `NODE_OPTIONS`
 */
export function ownCall(argv: readonly string[], options = ''): OwnCall | undefined {
  const isRun = RUNTIME.test(argv[0] ?? '');
  const named = NAMED.test(argv[0] ?? '') ? 0 : -1;
  const given = isRun ? argv.findIndex((word, index) => index > 0 && FILE.test(filesOf(word))) : named;
  // Whatever program of Node's it is, it loads first what the environment names.
  const isBefore =
    given < 0 ? options.split(/[\s=]+/).some((word) => FILE.test(word)) : isRun && isPreload(argv, given);
  const at = given < 0 && isBefore ? 0 : given;
  if (at < 0) return undefined;
  const own = argv.slice(at + 1);
  const behind = isBefore && own[0] === 'run' ? own.slice(1) : own;
  // The script that stands between is whatever it is: ours takes its words.
  const isScript = given >= 0 || isRun;
  const words = isBefore && isScript ? behind.slice(behind.findIndex((word) => !word.startsWith('-')) + 1) : behind;
  const verb = words.findIndex((word, index) => !word.startsWith('-') && !FOLDER.has(words[index - 1] ?? ''));
  return { at, verb: words[verb], words: words.filter((_, index) => index !== verb) };
}

const filesOf = (word: string) => JOINED_PRELOAD.exec(word)?.[1] ?? word;

const isPreload = (argv: readonly string[], at: number) =>
  JOINED_PRELOAD.test(argv[at] ?? '') || PRELOAD.test(argv[at - 1] ?? '');

/** Whether a script is one of our programs, as it is built. */
export const isOwnBuild = (path: string) => BUILT.test(path);

/** What the guard is made of where it is installed: in the state folder, and with its package. */
const MODULE = /(?:^|[\\/])(?:flow[\\/]bundles[\\/][^\\/]+|@flow[\\/]hooks[\\/]dist)[\\/](?!flow-hooks\.)[\w-]+\.c?js$/;

/** Whether a script is the guard itself, started as the client and nobody else does; git's hooks say `--git`. */
export const isGuardByHand = (path: string, words: readonly string[]) => MODULE.test(path) && words[0] !== '--git';

/** The first words of every launcher we ever wrote; what bears them is ours. */
export const LAUNCHER_MARK = '// flow-hooks launcher';

/** How the effect of a call of `flow ship` is named, which commits what is on disk before it pushes. */
export const OWN_SHIP = 'flow ship';
