/** Words that package managers put in front of a program of the project. */
const MANAGERS: Readonly<Record<string, readonly string[]>> = {
  npx: [],
  bunx: [],
  pnpx: [],
  npm: ['exec', 'x'],
  pnpm: ['exec', 'dlx'],
  yarn: ['exec', 'run', 'dlx'],
  bun: ['x', 'run'],
};

const NAMES = /^(?:.*\/)?(?:flow|flowctl)$|^@flow\/cli$/;
const BUILT = /(?:^|\/)cli\/dist\/flow\.js$/;

/** A call of the program `flow`, read from the words of a command. */
export interface OwnWords {
  /** The words that start the program, as they were typed. */
  typed: string;
  verb: string;
  /** All words of the program, verb and options. */
  words: readonly string[];
}

/**
 * Reads the words of a plain command as a call of `flow`, started by its name, its file, or a package manager; null for any
 * other, and for one that names another folder (`-C`).
 */
export function ownWords(argv: readonly string[]): OwnWords | null {
  const [first = ''] = argv;
  let at = 0;
  if (/(?:^|\/)node$/.test(first)) {
    if (!BUILT.test(argv[1] ?? '')) return null;
    at = 1;
  } else {
    const verbs = Object.hasOwn(MANAGERS, first) ? MANAGERS[first] : undefined;
    if (verbs !== undefined) {
      at = 1;
      while (/^(?:-y|--yes|--no-install|--no|--offline|--silent)$/.test(argv[at] ?? '')) at++;
      if (verbs.includes(argv[at] ?? '')) at++;
      if (argv[at] === '--') at++;
    }
    if (!NAMES.test(argv[at] ?? '')) return null;
  }
  const words = argv.slice(at + 1);
  const verb = words.find((word) => !word.startsWith('-'));
  if (verb === undefined || words.some((word) => /^-[a-z]*C/.test(word))) return null;
  return { typed: argv.slice(0, at + 1).join(' '), verb, words };
}
