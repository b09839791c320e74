import type { ProductProgram, Products } from '../products.js';

/** Runtimes that run a file of JavaScript which they are given, or load one first. */
const RUNTIMES = new Set(
  (
    'node nodejs bun deno tsx tsm ts-node swc-node esno esr esrun jiti vite-node babel-node electron nodemon c8 nyc pm2 ' +
    'forever'
  ).split(' '),
);

/** Tells whether a word starts such a runtime, wherever its program lies. */
export function isRuntime(word: string): boolean {
  const name = word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1).replace(/\.exe$/, '');
  return RUNTIMES.has(name) || /^ts-node-\w+$/.test(name);
}

/** Options of a runtime that load a file before the script, which then has only its words. */
const PRELOAD = /^(?:-r|--require|--import|--loader|--experimental-loader|--preload)$/;
const JOINED_PRELOAD = /^--(?:require|import|loader|experimental-loader|preload)=(.+)$/;
const SCRIPT = /^[\w-]+\.c?js$/;

/** A call of a product's program: its command, and all its words without that command. */
export interface ProductCall {
  readonly program: ProductProgram;
  readonly verb: string | undefined;
  /** Where the program stands among the words that start it. */
  readonly at: number;
  readonly words: readonly string[];
}

/**
 * Reads a command as a call of a product's program, by whatever spelling; undefined when the command is something else.
 * Another program of the same name is read as the product's: it has none of the verbs that matter.
 * @param options of the runtime that its environment brings: `NODE_OPTIONS`
 */
export function productCall(
  argv: readonly string[],
  products: Products | undefined,
  options = '',
): ProductCall | undefined {
  for (const program of products?.programs ?? []) {
    const call = callOf(program, argv, options);
    if (call !== undefined) return call;
  }
  return undefined;
}

function callOf(program: ProductProgram, argv: readonly string[], options: string): ProductCall | undefined {
  const [first = ''] = argv;
  const isFile = (word: string) => isFileOf(program, word);
  const isRun = isRuntime(first);
  const named = isNamed(program, first) ? 0 : -1;
  const given = isRun ? argv.findIndex((word, index) => index > 0 && isFile(preloadedBy(word) ?? word)) : named;
  // Every program of Node's loads first what the environment names.
  const isBefore = given < 0 ? options.split(/[\s=]+/).some(isFile) : isRun && isPreload(argv, given);
  const at = given < 0 && isBefore ? 0 : given;
  if (at < 0) return undefined;
  const own = argv.slice(at + 1);
  const behind = isBefore && own[0] === 'run' ? own.slice(1) : own;
  // The script that stands between is whatever it is: the program that was loaded first takes its words.
  const isScript = given >= 0 || isRun;
  const words = isBefore && isScript ? behind.slice(behind.findIndex((word) => !word.startsWith('-')) + 1) : behind;
  const folders = program.directoryOptions ?? [];
  const verb = words.findIndex((word, index) => !word.startsWith('-') && !folders.includes(words[index - 1] ?? ''));
  return { program, at, verb: words[verb], words: words.filter((_, index) => index !== verb) };
}

/** A command that a product's program starts: how the wrapper is called, its options, and all words behind the verb. */
export interface WrappedWords {
  readonly label: string;
  readonly valued: readonly string[];
  readonly directories: readonly string[];
  readonly words: readonly string[];
}

/**
 * Returns the command behind a product's wrapping verb (`tool exec -- npm test`); undefined when the words wrap
 * nothing.
 */
export function wrappedByProduct(argv: readonly string[], products: Products | undefined): WrappedWords | undefined {
  if (products?.programs === undefined) return undefined;
  for (const program of products.programs) {
    const { wraps } = program;
    const words = wraps === undefined ? undefined : entryWords(argv, wraps.files ?? []);
    if (words !== undefined) return wrapped(program, words);
  }
  const call = productCall(argv, products);
  return call?.verb !== undefined && call.verb === call.program.wraps?.verb
    ? wrapped(call.program, call.words)
    : undefined;
}

function wrapped({ wraps, directoryOptions = [] }: ProductProgram, words: readonly string[]): WrappedWords {
  return { label: wraps?.label ?? '', valued: wraps?.valued ?? [], directories: directoryOptions, words };
}

/** A command line that a product's program is given to start (`tool wait --until 'test -e ready'`), and by which verb. */
export interface OrderedLine {
  readonly label: string;
  readonly line: string;
  /** The folder that the program is told to work in; left out where it works in its own. */
  readonly directory?: string;
}

/** Returns the command lines that a call of a product's program is given to start. */
export function orderedByProduct(argv: readonly string[], products: Products | undefined): OrderedLine[] {
  const call = productCall(argv, products);
  const orders = call?.program.orders?.filter(({ verb }) => verb === call.verb) ?? [];
  if (call === undefined || orders.length === 0) return [];
  const directory = call.program.directoryOptions?.flatMap((option) => valuesOf(option, call.words)).at(-1);
  return orders.flatMap(({ label, option }) =>
    valuesOf(option, call.words).map((line) => ({ label, line, ...(directory !== undefined && { directory }) })),
  );
}

/** Returns the values of an option among words: `--option value`, `--option=value`. */
function valuesOf(option: string, words: readonly string[]): string[] {
  return words.flatMap((word, at) => {
    if (word.startsWith(`${option}=`)) return [word.slice(option.length + 1)];
    return word === option && words[at + 1] !== undefined ? [words[at + 1]!] : [];
  });
}

/** Returns the words behind a file that is a wrapping verb by itself. */
function entryWords(argv: readonly string[], files: readonly string[]): readonly string[] | undefined {
  if (files.length === 0 || !/(?:^|\/)(?:node|nodejs|bun)$/.test(argv[0] ?? '')) return undefined;
  const at = argv.findIndex((word, index) => index > 0 && files.includes(nameOf(word)));
  return at > 0 ? argv.slice(at + 1) : undefined;
}

/** Tells whether a script is a built file of a product, which may load the product's modules. */
export function isProductBuild(path: string, products: Products | undefined): boolean {
  const name = nameOf(path);
  const folder = slashed(path).slice(0, -name.length - 1);
  return SCRIPT.test(name) && folders(products).some((end) => endsWith(folder, end));
}

const folders = (products: Products | undefined) => (products?.programs ?? []).flatMap(({ builds = [] }) => builds);

/**
 * Tells whether a script is one that only a client starts: the script bears a product's mark, or is a module of the
 * product.
 */
export function isStartedByHand(
  { path, text, words }: { path: string; text: string | undefined; words: readonly string[] },
  products: Products | undefined,
): boolean {
  if (text !== undefined && products?.marks?.some((mark) => text.startsWith(mark))) return true;
  const { programs = [], modules } = products ?? {};
  if (modules === undefined || !SCRIPT.test(nameOf(path))) return false;
  if (modules.unless !== undefined && words[0] === modules.unless) return false;
  return isModule(path, modules.started) && !programs.some(({ names }) => names.includes(nameOf(path)));
}

/** Tells whether code that loads a module by this name does, unasked, what a product's program asks a person for. */
export const isGuardedModule = (name: string, products: Products | undefined): boolean =>
  products?.modules !== undefined && isModule(name, products.modules.loaded);

function isModule(path: string, ends: readonly string[]): boolean {
  const whole = `/${slashed(path)}`;
  return ends.some((end) => (end.endsWith('/') ? whole.includes(`/${end}`) : whole.endsWith(`/${end}`)));
}

/** Returns the program that a package manager starts for a package of a product; undefined for another package. */
export function programOfPackage(name: string, products: Products | undefined): string | undefined {
  const { packages = {} } = products ?? {};
  return Object.hasOwn(packages, name) ? packages[name] : undefined;
}

/** Lists names of the packages of a caller's products. */
export const productPackages = (products: Products | undefined): string[] => Object.keys(products?.packages ?? {});

/** Tells whether a list of git hooks to leave out names a hook of a product. */
export const leavesHookOut = (list: string, products: Products | undefined): boolean =>
  products?.gitHooks?.some((hook) => list.includes(hook)) === true;

/** Tells whether a program takes orders in a person's words. @param name without its folder */
export const isCodingAgent = (name: string, products: Products | undefined): boolean =>
  products?.codingAgents?.includes(name) === true;

const slashed = (path: string) => path.replaceAll('\\', '/');
const nameOf = (path: string) => slashed(path).slice(slashed(path).lastIndexOf('/') + 1);
const endsWith = (path: string, end: string) => `/${path}`.endsWith(`/${end}`);

/** Tells whether a word names a program, with or without a version: `tool@2`. */
const isNamed = ({ names }: ProductProgram, word: string) => names.includes(nameOf(word).replace(/@.*$/s, ''));

function isFileOf({ names, files = [] }: ProductProgram, word: string): boolean {
  return names.includes(nameOf(word)) || files.some((end) => endsWith(slashed(word), end));
}

const preloadedBy = (word: string) => JOINED_PRELOAD.exec(word)?.[1];

const isPreload = (argv: readonly string[], at: number) =>
  JOINED_PRELOAD.test(argv[at] ?? '') || PRELOAD.test(argv[at - 1] ?? '');
