import { existsSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isatty } from 'node:tty';
import { readSmall } from '@flow/evidence/disk/read-small';
import type { RecognisedRun } from '../runs/recognised-run.js';
import { JEST_REPORT, PYTEST_PLUGIN, PYTEST_REPORT, SITECUSTOMIZE, VITEST_REPORT } from './reporters.js';

/** Context that a runner is asked for a report in. */
interface Asked {
  /** The runner's own words after its invocation. */
  words: readonly string[];
  /** The words of the command up to there. */
  before: readonly string[];
  /** Absolute path of the folder that it runs in. */
  directory: string;
  environment: NodeJS.ProcessEnv;
  /** Absolute path of the program that is started. */
  program: string | null;
  /** True where standard output is a terminal. */
  terminal: boolean;
  /** A private folder, in which the report is written to the file `report`. */
  folder: string;
}

/**
 * Additions that make a runner write its machine format beside its usual output: words behind the invocation, files,
 * variables.
 */
interface Addition {
  words?: readonly string[];
  environment?: NodeJS.ProcessEnv;
  /** Texts by their names in the private folder. */
  files?: Readonly<Record<string, string>>;
}

/**
 * For each runner, what is added to a plain call of it; null where that could change what is seen, because the project
 * or the person has chosen a format. Missing here, and known by their text and their true exit code alone: `go test`
 * (`-json` runs the tests verbosely and prints other words), Cargo (libtest's JSON is unstable), nextest (JUnit only by
 * a profile of the project's), mocha (one reporter at a time), and whatever runs behind another program's words.
 */
const ADDITIONS: Readonly<Record<string, (asked: Asked) => Addition | null>> = {
  pytest: ({ folder, environment, before }) => {
    // A Python that ignores its variables would pass ours on to the tests.
    if (before.some((word) => /^-\w*[EIS]/.test(word))) return null;
    return {
      environment: { PYTHONPATH: [folder, environment.PYTHONPATH].filter(Boolean).join(path.delimiter) },
      files: {
        'sitecustomize.py': SITECUSTOMIZE,
        [`${PYTEST_PLUGIN}.py`]: PYTEST_REPORT,
        ...(environment.PYTHONPATH === undefined ? {} : { pythonpath: environment.PYTHONPATH }),
      },
    };
  },

  vitest: (asked) => {
    const usual = usualVitest(asked);
    if (usual === null || hasWord(asked, /^--(reporters?|outputFile|config|root|no-reporters?)\b|^-[cr]$/)) return null;
    if (isConfigured(asked.directory, /^vite(st)?\.(config|workspace)\./, OTHER_REPORTERS)) return null;
    const reporters = [...usual, path.join(asked.folder, 'reporter.mjs')];
    return { words: reporters.map((name) => `--reporter=${name}`), files: { 'reporter.mjs': VITEST_REPORT } };
  },

  jest: (asked) => {
    if (hasWord(asked, /^--(reporters|json|outputFile|config|rootDir|projects|watch\w*)\b|^-c$/)) return null;
    const configured = upward(asked.directory).some((folder) =>
      isConfigured(folder, /^(jest\.config\..*|package\.json)$/, /reporters|preset|from\s*['"]\.|require\(['"]\./),
    );
    if (configured || asked.environment.GITHUB_ACTIONS !== undefined) return null;
    const reporters = ['default', path.join(asked.folder, 'reporter.cjs')];
    return { words: reporters.map((name) => `--reporters=${name}`), files: { 'reporter.cjs': JEST_REPORT } };
  },

  'node-test': (asked) => {
    const { environment, folder, program, terminal } = asked;
    // Which reporter it would have used depends on its version, and only our own is known.
    if (program === null || program !== realpathSync(process.execPath)) return null;
    if (hasWord(asked, /^--(test-reporter|watch|experimental-\w*config)/)) return null;
    if (environment.NODE_OPTIONS?.includes('--test-reporter')) return null;
    const [major = 0] = process.versions.node.split('.').map(Number);
    const usual = major >= 23 || terminal ? 'spec' : 'tap';
    const report = path.join(folder, 'report');
    return {
      words: [
        `--test-reporter=${usual}`,
        '--test-reporter-destination=stdout',
        '--test-reporter=junit',
        `--test-reporter-destination=${report}`,
      ],
    };
  },

  gotestsum: (asked) =>
    hasWord(asked, /^--?jsonfile\b|^tool$/) || asked.environment.GOTESTSUM_JSONFILE !== undefined
      ? null
      : { words: [`--jsonfile=${path.join(asked.folder, 'report')}`] },

  rspec: (asked) => {
    const { directory, environment, folder } = asked;
    const home = environment.HOME ?? environment.USERPROFILE ?? '/';
    const options = [
      path.join(directory, '.rspec'),
      path.join(directory, '.rspec-local'),
      path.join(home, '.rspec'),
      path.join(environment.XDG_CONFIG_HOME ?? path.join(home, '.config'), 'rspec/options'),
    ].map((file) => readSmall(file) ?? '');
    const chosen = [...options, environment.SPEC_OPTS ?? ''].some((text) => /(^|\s)-(-format|-out|f|o)/.test(text));
    if (chosen || hasWord(asked, /^--(format|out)|^-[fo]/)) return null;
    if (isConfigured(path.join(directory, 'spec'), /_helper\.rb$/, /formatter/)) return null;
    return { words: ['--format', 'progress', '--format', 'json', '--out', path.join(folder, 'report')] };
  },
};

/** A configuration that may name reporters, itself or through a file that it takes in. */
const OTHER_REPORTERS = /reporter|mergeConfig|from\s*['"]\.|require\(['"]\.|import\(['"]\./;

/**
 * Returns the reporters that Vitest uses by itself; null where that cannot be told. They depend on who it thinks is
 * watching.
 */
function usualVitest({ directory, environment }: Asked): string[] | null {
  const manifest = upward(directory)
    .map((folder) => readSmall(path.join(folder, 'node_modules/vitest/package.json')))
    .find((text) => text !== undefined);
  const major = Number(/"version":\s*"(\d+)\./.exec(manifest ?? '')?.[1] ?? 0);
  if (major < 3) return null;
  const agent = WATCHED_BY_AGENT.some((name) => environment[name]);
  // Of others it is open whether this version knows them.
  const perhaps = !agent && PERHAPS_AGENT.some((name) => environment[name]);
  if (perhaps || (agent && major !== 5) || /devin/.test(environment.EDITOR ?? '')) return null;
  if (/\.pi[\\/]agent/.test(environment.PATH ?? '') || /kiro/.test(environment.TERM_PROGRAM ?? '')) return null;
  return [agent ? 'minimal' : 'default', ...(environment.GITHUB_ACTIONS === 'true' ? ['github-actions'] : [])];
}

/** Variables by which Vitest 5 knows an agent, for certain and perhaps. https://github.com/unjs/std-env */
const WATCHED_BY_AGENT = ['AI_AGENT', 'CLAUDECODE'];
const PERHAPS_AGENT = [
  'CLAUDE_CODE',
  'REPL_ID',
  'GEMINI_CLI',
  'CODEX_SANDBOX',
  'CODEX_THREAD_ID',
  'OPENCODE',
  'AUGMENT_AGENT',
  'GOOSE_PROVIDER',
  'JUNIE_DATA',
  'JUNIE_SHIM_PATH',
  'COPILOT_AGENT',
  'COPILOT_CLI',
  'CURSOR_AGENT',
];

function hasWord({ words }: Asked, pattern: RegExp): boolean {
  return words.some((word) => pattern.test(word));
}

/** Returns the folder and all above it. */
function upward(folder: string): string[] {
  const above = path.dirname(folder);
  return above === folder ? [folder] : [folder, ...upward(above)];
}

/** Tells whether a file of such a name in the folder says something of the kind; one that cannot be read might. */
function isConfigured(folder: string, names: RegExp, says: RegExp): boolean {
  try {
    return readdirSync(folder)
      .filter((name) => names.test(name))
      .some((name) => says.test(readSmall(path.join(folder, name)) ?? 'reporter'));
  } catch {
    return false;
  }
}

/** A command with what makes its runner write a report, and where that will be. */
export interface WithReport {
  words: string[];
  environment: NodeJS.ProcessEnv;
  /** File of the report, and the file that shows that a report was begun, for reporters that may never be loaded. */
  report: { file: string; begun: string | null } | null;
}

/**
 * Asks the runner for its machine format, where the command is a plain call of one that is known to give it without a
 * word more or less on the screen.
 * @param run the only run that the command starts
 * @param program absolute path of the program, links resolved; null when it is not known
 */
export function askForReport(
  words: readonly string[],
  run: RecognisedRun | undefined,
  options: { directory: string; environment: NodeJS.ProcessEnv; folder: string; program: string | null },
): WithReport {
  const { directory, environment, folder, program } = options;
  const asIs: WithReport = { words: [...words], environment, report: null };
  const at = run && words.length - run.words.length;
  // Behind a script's or a shell's words nobody knows where the runner's own would have to stand.
  if (!run || at === undefined || run.doubts.length > 0 || run.selection.kind === 'nothing') return asIs;
  if (at < 1 || !run.words.every((word, index) => word === words[at + index])) return asIs;
  const start = words.length - run.argv.length;
  if (!run.argv.every((word, index) => index === 0 || word === words[start + index])) return asIs;
  if (path.basename(run.argv[0] ?? '') !== path.basename(words[start] ?? '')) return asIs;
  const addition = ADDITIONS[run.runner]?.({
    words: words.slice(at),
    before: words.slice(0, at),
    directory,
    environment,
    program,
    terminal: isatty(1),
    folder,
  });
  if (!addition) return asIs;
  for (const [name, text] of Object.entries(addition.files ?? {})) {
    writeFileSync(path.join(folder, name), text, { mode: 0o600 });
  }
  return {
    words: [...words.slice(0, at), ...(addition.words ?? []), ...words.slice(at)],
    environment: { ...environment, ...addition.environment },
    report: { file: path.join(folder, 'report'), begun: addition.files ? path.join(folder, 'begun') : null },
  };
}

/**
 * Returns the report that was asked for: its text, null for a report that is owed; null as a whole when no report can
 * be had.
 */
export function readReport(report: WithReport['report']): { text: string | null } | null {
  if (report === null) return null;
  const text = readSmall(report.file, MAX_REPORT) || null;
  return text === null && report.begun !== null && !existsSync(report.begun) ? null : { text };
}

const MAX_REPORT = 64 * 1024 * 1024;
