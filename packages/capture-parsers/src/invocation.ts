import { readShellLine, type Step } from './shell-line.js';

/** Whether these words, after wrappers such as `env` or `npx`, start the runner in question. */
export type Starts = (words: readonly string[]) => boolean;

/** How far the command and the exit code speak for one runner. */
export interface Invocation {
  /** `yes`: a step starts it. `perhaps`: a task (`make test`) may start it. `no`: nothing here does. */
  readonly runs: 'yes' | 'perhaps' | 'no';
  /** The runner's own words, if a step starts it. */
  readonly words: readonly string[];
  /** The runner's own exit code; undefined when it is not known or something else could have set it. */
  readonly exitCode: number | undefined;
  /** What of the runner's output was shown: a `tail` keeps its end, a `head` its beginning, `parts` what matched. */
  readonly view: 'whole' | 'tail' | 'head' | 'parts';
  /** The status of the whole line when it is not zero: never a proof of green, whoever set it. */
  readonly lineFailed: boolean;
  readonly timeLimit: boolean;
  /**
   * What the other steps of the line may have put into the output: a file or a program's text that nobody knows
   * (`print`), or words that look like a result (`imitate`).
   */
  readonly others: 'none' | 'print' | 'imitate';
  /** How many steps start it. */
  readonly times: number;
}

/** Commands that start another one and pass its exit code on. */
const WRAPPERS = new Set(
  'env time nice nohup sudo command exec timeout gtimeout stdbuf unbuffer xvfb-run cross-env dotenv npx bunx pnpx uv poetry pipenv pdm hatch rye coverage python python3 py node docker podman docker-compose direnv mise rtx asdf nix devbox conda mamba chronic arch caffeinate ionice setsid volta corepack'.split(
    ' ',
  ),
);
/** Programs that run what a file of the project says. Their exit code is not the runner's. */
const TASKS = new Set(
  'npm pnpm yarn bun make gmake just task tox nox turbo nx lerna rake mage invoke inv ninja bazel bazelisk rush moon wireit lage hatch poetry pdm rye uv docker podman docker-compose pre-commit mise act'.split(
    ' ',
  ),
);
const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash']);
const TEST_SCRIPT =
  /^(?:run[-_]?)?(?:all[-_]?|unit[-_]?|ci[-_]?)*(?:tests?|check|checks|ci|verify)(?:[-_](?:all|unit|ci))*(?:\.\w+)?$/;

/** Decides from the command text what the exit code and the visible output say about one runner. */
export function findInvocation(
  input: { readonly command?: string; readonly argv?: readonly string[]; readonly exitCode?: number },
  starts: Starts,
): Invocation {
  const { exitCode } = input;
  const lineFailed = exitCode !== undefined && exitCode !== 0;
  if (input.argv) {
    const words = ownWords(input.argv, starts);
    const runs = words ? 'yes' : isTask(input.argv) ? 'perhaps' : 'no';
    const timeLimit = input.argv.some((word) => /^g?timeout$/.test(baseName(word)));
    return {
      runs,
      words: words ?? [],
      exitCode: words ? exitCode : undefined,
      view: 'whole',
      lineFailed,
      timeLimit,
      others: 'none',
      times: 1,
    };
  }
  if (input.command === undefined) {
    return { runs: 'yes', words: [], exitCode, view: 'whole', lineFailed, timeLimit: false, others: 'none', times: 1 };
  }
  const steps = expand(readShellLine(input.command), 0);
  const timeLimit = steps.some((step) => step.words.some((word) => /^g?timeout$/.test(baseName(word))));
  const at = steps.findIndex((step) => ownWords(step.words, starts));
  const others = othersOf(steps, at);
  if (at < 0) {
    const runs = steps.some((step) => isTask(step.words)) ? 'perhaps' : 'no';
    return { runs, words: [], exitCode: undefined, view: 'whole', lineFailed, timeLimit, others, times: 1 };
  }
  let view: Invocation['view'] = 'whole';
  let own = exitCode;
  const several = steps.filter((step) => ownWords(step.words, starts));
  for (const step of several) {
    const index = steps.indexOf(step);
    const reach = exitReaches(steps, index);
    if (reach === 'no' || (reach === 'zero-only' && exitCode !== 0)) own = undefined;
    view = narrower(view, viewOf(steps, index));
  }
  if (several.length > 1 && own !== 0) own = undefined;
  const words = ownWords(steps[at]!.words, starts) ?? [];
  return { runs: 'yes', words, exitCode: own, view, lineFailed, timeLimit, others, times: several.length };
}

/** `bash -c "..."` is replaced by the steps of its text, so that it reads like the text itself. */
function expand(steps: Step[], depth: number): Step[] {
  return steps.flatMap((step) => {
    const words = withoutAssignments(step.words);
    const flag = words.findIndex((word) => /^-[a-z]*c$/.test(word));
    if (depth > 3 || flag < 1 || !SHELLS.has(baseName(words[0] ?? '')) || words[flag + 1] === undefined) return [step];
    const inner = expand(readShellLine(words[flag + 1]!), depth + 1);
    if (!inner.length) return [step];
    return inner.map((part, index) => ({
      ...part,
      before: index === 0 ? step.before : part.before,
      after: index === inner.length - 1 ? step.after : part.after,
      ...(step.outputFile === undefined ? {} : { outputFile: step.outputFile }),
    }));
  });
}

/** Whether the status of the line is that of this step: always, only if it is zero, or not at all. */
function exitReaches(steps: readonly Step[], index: number): 'yes' | 'zero-only' | 'no' {
  const words = steps[index]!.words;
  if (words[0] === '!' || BLOCK_WORDS.has(words[0] ?? '') || steps[index]!.before === '||') return 'no';
  const pipefail = steps.slice(0, index).some((step) => step.words[0] === 'set' && step.words.includes('pipefail'));
  let last = true;
  for (let at = index; at < steps.length - 1 || (at < steps.length && steps[at]!.after !== ''); at++) {
    const operator = steps[at]!.after;
    const next = steps[at + 1];
    if (next === undefined) return operator === ';' ? (last ? 'yes' : 'zero-only') : 'no';
    // A `||` anywhere later can turn a failure of this step into the success of the line.
    if (operator === '&&' || (operator === '|' && pipefail)) last = false;
    else return 'no';
  }
  return last ? 'yes' : 'zero-only';
}

const BLOCK_WORDS = new Set([
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

/** Words that a result of some runner has; nobody prints them beside a run without wanting to be taken for one. */
const IMITATION = /\d+ (?:tests? )?(?:passed|failed)|test result|Test Files|^ok\s+\S+\s|--- PASS|<testsuite|"Action"/;
/** Programs that put text from elsewhere into the output. */
const PRINTERS = new Set('cat tail head less more bat curl wget gh jq zcat'.split(' '));

/** What steps other than the runner at `start` print that could be taken for its output. */
function othersOf(steps: readonly Step[], start: number): Invocation['others'] {
  // What the runner, a `tee` or a redirection of its output wrote may be shown again.
  const own = new Set<string>();
  for (const [index, { words, outputFile }] of steps.entries()) {
    if (outputFile !== undefined) own.add(outputFile);
    if (index === start || words[0] === 'tee') for (const word of words) own.add(word.slice(word.indexOf('=') + 1));
  }
  let found: Invocation['others'] = 'none';
  for (const [index, step] of steps.entries()) {
    const words = withoutAssignments(step.words);
    const name = baseName(words[0] ?? '');
    const text = words.slice(1).join(' ');
    if (index === start || step.outputFile !== undefined) continue;
    if ((name === 'echo' || name === 'printf') && IMITATION.test(text.replace(/^(?:-\w+ )+/, ''))) return 'imitate';
    if (index < start || step.before === '|') continue;
    const inline =
      /^(?:python[\d.]*|node|perl|ruby|php|awk)$/.test(name) && words.some((word) => /^-(?:c|e|p|r)$/.test(word));
    if (inline && IMITATION.test(text)) return 'imitate';
    const shows = PRINTERS.has(name) && !words.slice(1).some((word) => own.has(word));
    if (shows || inline) found = 'print';
  }
  return found;
}

/** What the pipes after a step, or a later look at its output file, let through. */
function viewOf(steps: readonly Step[], index: number): Invocation['view'] {
  const { outputFile } = steps[index]!;
  if (outputFile !== undefined && !/^\/dev\/(?:stdout|stderr|tty|fd\/)/.test(outputFile)) {
    const later = steps.slice(index + 1).findIndex((step) => step.words.slice(1).includes(outputFile));
    if (later < 0) return 'parts';
    return narrower(filterView(steps[index + 1 + later]!.words), viewOf(steps, index + 1 + later));
  }
  let view: Invocation['view'] = 'whole';
  for (let at = index; steps[at]?.after === '|' && steps[at + 1]; at++) {
    view = narrower(view, filterView(steps[at + 1]!.words));
    if (steps[at + 1]!.outputFile !== undefined) return narrower(view, viewOf(steps, at + 1));
  }
  return view;
}

function filterView(words: readonly string[]): Invocation['view'] {
  const name = baseName(words[0] ?? '');
  if (name === 'tee' || name === 'cat' || name === 'less' || name === 'more')
    return words.includes('-A') ? 'parts' : 'whole';
  if (name === 'tail') return words.some((word) => /^\+\d|^-n\+|^-c|^--bytes/.test(word)) ? 'parts' : 'tail';
  return name === 'head' ? 'head' : 'parts';
}

function narrower(left: Invocation['view'], right: Invocation['view']): Invocation['view'] {
  if (left === 'whole') return right;
  return right === 'whole' || left === right ? left : 'parts';
}

/** `env sudo timeout 5 uv run …` may be nested so deep. */
const WRAPPERS_CAP = 8;

/** The words from the runner on, found behind assignments and wrappers; undefined when they start something else. */
function ownWords(all: readonly string[], starts: Starts, depth = 0): readonly string[] | undefined {
  if (depth > WRAPPERS_CAP) return undefined;
  let words = withoutAssignments(all);
  while (words[0] === '!' || words[0] === '{' || BLOCK_WORDS.has(words[0] ?? ''))
    words = withoutAssignments(words.slice(1));
  if (!words.length) return undefined;
  if (starts(named(words))) return named(words);
  const name = baseName(words[0]!);
  const wraps = WRAPPERS.has(name) || TASKS.has(name) || /^python[\d.]*$/.test(name);
  if (!wraps) return undefined;
  // An interpreter runs the module or script it is given; words after that are the script's own.
  if (/^(?:python[\d.]*|py|node)$/.test(name)) {
    const at = scriptAt(words);
    return at !== undefined && starts(named(words.slice(at))) ? named(words.slice(at)) : undefined;
  }
  for (let at = 1; at < words.length; at++) {
    if (words[at]!.startsWith('-')) continue;
    const rest = words.slice(at);
    if (starts(named(rest))) return named(rest);
    // Other programs than wrappers take the words after them for themselves: `env echo cargo test`.
    if (READERS.has(baseName(rest[0]!))) return undefined;
    if (/^python[\d.]*$|^(?:env|timeout|time|coverage|uv|poetry|npx|node)$/.test(baseName(rest[0]!)))
      return ownWords(rest, starts, depth + 1);
  }
  return undefined;
}

/** Where an interpreter's module or script stands; undefined for inline code. */
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
  'add i install ci pip uninstall remove rm update upgrade show info view ls list why outdated logs build pull freeze lock sync echo printf cat less more grep egrep rg ag sed awk head tail jq git gh curl wget diff find cp mv tee xargs bat which type man'.split(
    ' ',
  ),
);

function isTask(all: readonly string[], depth = 0): boolean {
  if (depth > WRAPPERS_CAP) return false;
  const words = withoutAssignments(all);
  const name = baseName(words[0] ?? '');
  if (TASKS.has(name)) return !words.slice(1, 4).some((word) => READERS.has(baseName(word)));
  if (SHELLS.has(name) || name === 'source' || name === '.') return TEST_SCRIPT.test(baseName(words[1] ?? ''));
  if (WRAPPERS.has(name)) {
    const rest = words.findIndex((word, index) => index > 0 && !/^-|^\d|=/.test(word));
    return rest > 0 && isTask(words.slice(rest), depth + 1);
  }
  return words[0]?.includes('/') === true && TEST_SCRIPT.test(name);
}

function withoutAssignments(words: readonly string[]): readonly string[] {
  let from = 0;
  while (/^[A-Za-z_]\w*\+?=/.test(words[from] ?? '')) from++;
  return from ? words.slice(from) : words;
}

/** The words with the program's bare name in front, so that runners need not know about paths. */
function named(words: readonly string[]): readonly string[] {
  return [baseName(words[0]!), ...words.slice(1)];
}

function baseName(word: string): string {
  return word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1).replace(/\.(?:exe|cmd)$/i, '');
}
