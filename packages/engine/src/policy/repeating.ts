import path from 'node:path';

/** A tool that keeps the results of what it has run, and how it is made to run it again. */
interface Repeating {
  /** Name of the tool's program. */
  program: RegExp;
  /** Words that leave nothing out and make it run again what it would take from its memory. */
  words: readonly [string, ...string[]];
  /** First step where another command starts the tool. */
  clearing: string;
}

/** By what people call the tool. */
export const REPEATING: Readonly<Record<string, Repeating>> = {
  Gradle: {
    program: /^gradlew?(?:\.bat)?$/,
    words: ['--rerun-tasks', '--rerun', '--no-build-cache'],
    clearing: '`./gradlew cleanTest`',
  },
  Maven: {
    program: /^mvnw?(?:\.cmd)?$/,
    words: ['-Dmaven.build.cache.enabled=false'],
    clearing: '`mvn clean`',
  },
  Make: { program: /^g?make$/, words: ['-B', '--always-make'], clearing: 'what the target makes has to be removed' },
  Ninja: { program: /^ninja$/, words: ['-tclean'], clearing: '`ninja -t clean`' },
  Task: { program: /^(?:go-)?task$/, words: ['--force', '-f'], clearing: '`task test --force`' },
  Turborepo: { program: /^turbo$/, words: ['--force'], clearing: 'its folder `.turbo` has to be removed' },
  Nx: { program: /^nx$/, words: ['--skip-nx-cache', '--skipNxCache'], clearing: '`npx nx reset`' },
  Bazel: {
    program: /^bazel(?:isk)?$/,
    words: ['--nocache_test_results', '--cache_test_results=no'],
    clearing: '`bazel clean`',
  },
  Pants: { program: /^pants$/, words: ['--force'], clearing: 'its cache has to be cleared' },
  Wireit: { program: /^$/, words: ['--'], clearing: 'its folder `.wireit` has to be removed' },
};

const toolIn = (words: readonly (string | undefined)[]) =>
  Object.values(REPEATING).find(({ program }) => words.some((word) => program.test(path.posix.basename(word ?? ''))));

/** Tells whether a word only makes the tool that these words start run again what it has kept. */
export function isRepeating(word: string, words: readonly (string | undefined)[]): boolean {
  return toolIn(words)?.words.includes(word) ?? false;
}

/**
 * Returns the command that runs again what a tool has kept the result of; null where the command is another program's.
 */
export function repeated(command: string, tool: string): string | null {
  const known = REPEATING[tool];
  const [, enter = '', plain = command] = /^(cd (?:[^\s'"&|;]+|'[^']*') && )(.+)$/s.exec(command) ?? [];
  const isPlain = /^[\w./@:=+-]+(?: [\w./@:=+-]+)*$/.test(plain);
  const words = plain.split(' ');
  if (known === undefined || !isPlain || toolIn(words) !== known) return null;
  return words.some((word) => known.words.includes(word)) ? command : `${enter}${plain} ${known.words[0]}`;
}

/** Returns the tool that kept a result, as a reason of a run tells it; undefined for any other reason. */
export const keeperIn = (reasons: readonly unknown[] | undefined): string | undefined =>
  reasons?.flatMap((reason) => /^cached:(.+)$/.exec(String(reason))?.[1] ?? [])[0];
