import { readShellLine, type Step } from './shell-line.js';
import { BLOCK_WORDS, baseName, isTask, ownWords, SHELLS, type Starts, withoutAssignments } from './words.js';

/** How far the command and the exit code speak for one runner. */
export interface Invocation {
  /** `yes`: a step starts it. `perhaps`: a task (`make test`) may start it. `no`: nothing here does. */
  readonly runs: 'yes' | 'perhaps' | 'no';
  /** The runner's own words, if a step starts it. */
  readonly words: readonly string[];
  /** The runner's own exit code; undefined when it is not known or something else could have set it. */
  readonly exitCode: number | undefined;
  /** Nobody told an exit code to go with the line, and nothing in it could have hidden one: all that was printed is there. */
  readonly untold: boolean;
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
  /** As many lines are there as a `head` lets through: whatever stands last may be anything but the end. */
  readonly ended?: boolean;
  /** One of the runs of a task runner: others may have stood where the output was cut. */
  readonly amongOthers?: boolean;
}

/** A shell line, or the runner's own words, read once for all runners. */
export interface Line {
  readonly given: 'command' | 'argv' | 'nothing';
  readonly argv: readonly string[];
  readonly steps: readonly Step[];
  readonly exitCode: number | undefined;
  readonly untold: boolean;
  /** How many lines were printed, where that is known. */
  readonly printed?: number;
}

/** The command line that a caller gives, as words or as text, taken apart into the programs that it starts. */
export function readLine(input: {
  readonly command?: string;
  readonly argv?: readonly string[];
  readonly exitCode?: number;
  readonly exitHidden?: boolean;
  readonly output?: string;
}): Line {
  const { argv, command, exitCode } = input;
  const exit = { exitCode, untold: exitCode === undefined && !input.exitHidden };
  if (argv) return { given: 'argv', argv, steps: [], ...exit };
  if (command === undefined) return { given: 'nothing', argv: [], steps: [], ...exit };
  const steps = expand(stepsOf(command), 0);
  const limited = steps.some(({ words }) => limitOf(words) !== undefined);
  const printed = limited && input.output !== undefined ? { printed: linesIn(input.output) } : {};
  return { given: 'command', argv: [], steps, ...exit, ...printed };
}

function linesIn(text: string): number {
  let count = text && !text.endsWith('\n') ? 1 : 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Lines that `head` and `tail` show unless they are told otherwise. */
const USUAL_LIMIT = 10;

/** How many lines a `head` or `tail` lets through at most; undefined for other programs and other units. */
function limitOf(words: readonly string[]): number | undefined {
  const name = baseName(words[0] ?? '');
  if (name !== 'head' && name !== 'tail') return undefined;
  if (!words.slice(1).every((word) => /^(?:-n?|--lines=)?\d*$|^-q$/.test(word))) return undefined;
  const told = words.slice(1).map((word) => /^(?:-n?|--lines=)?(\d+)$/.exec(word)?.[1]);
  return Number(told.find(Boolean) ?? USUAL_LIMIT);
}

/** Whether a `head` behind this step has let through all that it may. */
function headEnded({ steps, printed }: Line, index: number): boolean {
  if (printed === undefined) return false;
  for (let at = index; steps[at]?.after === '|' && steps[at + 1]; at++) {
    const { words } = steps[at + 1]!;
    if (baseName(words[0] ?? '') === 'head' && limitOf(words) === printed) return true;
  }
  return false;
}

/** One step of a line that starts a runner, and what is known of it alone. */
export interface Start {
  /** Its place among the steps of the line. */
  readonly at: number;
  readonly invocation: Invocation;
}

/** Decides from the command text what the exit code and the visible output say about one runner, all its starts together. */
export function findInvocation(line: Line, starts: Starts): Invocation {
  const { exitCode, given, argv, untold } = line;
  const lineFailed = exitCode !== undefined && exitCode !== 0;
  const bare = { view: 'whole', lineFailed, others: 'none', times: 1 } as const;
  if (given === 'argv') {
    const words = ownWords(argv, starts);
    const runs = words ? 'yes' : isTask(argv) ? 'perhaps' : 'no';
    const timeLimit = argv.some((word) => /^g?timeout$/.test(baseName(word)));
    return {
      ...bare,
      runs,
      words: words ?? [],
      exitCode: words ? exitCode : undefined,
      untold: false,
      timeLimit,
    };
  }
  if (given === 'nothing') return { ...bare, runs: 'yes', words: [], exitCode, untold, timeLimit: false };
  const found = findStarts(line, starts);
  if (!found.length) return unstarted(line);
  const first = found[0]!.invocation;
  let { view, exitCode: own } = first;
  for (const { invocation } of found.slice(1)) {
    view = narrower(view, invocation.view);
    if (invocation.exitCode === undefined) own = undefined;
  }
  const allUntold = found.every(({ invocation }) => invocation.untold);
  return { ...first, view, exitCode: own, untold: allUntold, times: found.length };
}

/** What a line says about each runner that it does not name: asked for nearly all of them, so it is kept. */
function unstarted(line: Line): Invocation {
  const known = UNSTARTED.get(line);
  if (known) return known;
  const { exitCode, steps } = line;
  const task = steps.findIndex((step) => isTask(step.words));
  // A filter behind the task may have dropped its announcements and the runner's words with them.
  const view = task < 0 ? 'whole' : viewOf(line, task);
  const invocation: Invocation = {
    runs: task < 0 ? 'no' : 'perhaps',
    words: [],
    exitCode: undefined,
    untold: false,
    view,
    ...(task >= 0 && headEnded(line, task) ? { ended: true } : {}),
    lineFailed: exitCode !== undefined && exitCode !== 0,
    timeLimit: hasTimeLimit(steps),
    others: othersOf(steps, -1),
    times: 1,
  };
  UNSTARTED.set(line, invocation);
  return invocation;
}
const UNSTARTED = new WeakMap<Line, Invocation>();

/** Every step that starts the runner, each with its own exit code and view. */
export function findStarts(line: Line, starts: Starts): Start[] {
  const { steps, exitCode, untold } = line;
  const lineFailed = exitCode !== undefined && exitCode !== 0;
  const found: Start[] = [];
  for (const [at, step] of steps.entries()) {
    const words = ownWords(step.words, starts);
    if (!words) continue;
    const reach = exitReaches(steps, at);
    const hidden = reach === 'no' || (reach === 'zero-only' && exitCode !== 0 && !untold);
    found.push({
      at,
      invocation: {
        runs: 'yes',
        words,
        exitCode: hidden ? undefined : exitCode,
        untold: untold && !hidden,
        view: viewOf(line, at),
        ...(headEnded(line, at) ? { ended: true } : {}),
        lineFailed,
        timeLimit: hasTimeLimit(steps),
        others: othersOf(steps, at),
        times: 1,
      },
    });
  }
  return found;
}

function hasTimeLimit(steps: readonly Step[]): boolean {
  return steps.some((step) => step.words.some((word) => /^g?timeout$/.test(baseName(word))));
}

/** Whether step `later` is reached only if step `from` ended with 0: nothing but `&&` stands between them. */
export function chained(line: Line, from: number, later: number): boolean {
  return line.steps.slice(from, later).every(({ after }) => after === '&&');
}

/** `bash -c "..."` is replaced by the steps of its text, so that it reads like the text itself. */
function expand(steps: Step[], depth: number): Step[] {
  return steps.flatMap((step) => {
    const words = withoutAssignments(step.words);
    const flag = words.findIndex((word) => /^-[a-z]*c$/.test(word));
    if (depth > 3 || flag < 1 || !SHELLS.has(baseName(words[0] ?? '')) || words[flag + 1] === undefined) return [step];
    const inner = expand(stepsOf(words[flag + 1]!), depth + 1);
    if (!inner.length) return [step];
    return inner.map((part, index) => ({
      ...part,
      before: index === 0 ? step.before : part.before,
      after: index === inner.length - 1 ? step.after : part.after,
      ...(step.outputFile === undefined ? {} : { outputFile: step.outputFile }),
    }));
  });
}

/** The steps of a script. What a shell is told holds for its own, not for those of a `bash -c` in it or around it. */
function stepsOf(command: string): Step[] {
  return underErrexit(readShellLine(command), command);
}

/**
 * Under `set -e` a failure ends the line like one before `&&`. The shell makes an exception for what stands in a
 * condition, so a line with groups, blocks or functions is left as it is, and a list with `&&` or `||` in it too.
 */
function underErrexit(steps: Step[], command: string): Step[] {
  const isBlock = ({ words }: Step) => BLOCK_WORDS.has(words[0] ?? '') || words[0] === '!';
  if (!/\bset\s+-/.test(command) || /[(){}`]/.test(command) || steps.some(isBlock)) return steps;
  let isOn = false;
  let before: string | undefined;
  return steps.map((step) => {
    if (step.words[0] === 'set') isOn = setsErrexit(step.words) ?? isOn;
    const ends = isOn && step.after === ';' && step.before !== '&&' && step.before !== '||';
    const read = { ...step, ...(before === undefined ? {} : { before }), ...(ends ? { after: '&&' } : {}) };
    before = ends ? '&&' : undefined;
    return read;
  });
}

function setsErrexit(words: readonly string[]): boolean | undefined {
  const at = words.findIndex((word, index) => /^[-+][a-z]*e/.test(word) || (word === 'errexit' && index > 1));
  if (at < 0) return undefined;
  return (words[at] === 'errexit' ? words[at - 1]! : words[at]!).startsWith('-');
}

/** Filters that do not fail where what they read ends well: under `pipefail` a failure is that of a step before them. */
const PASSES_ON = new Set(['cat', 'tail', 'tee']);

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
    if (operator === '|' && pipefail) last &&= PASSES_ON.has(baseName(withoutAssignments(next.words)[0] ?? ''));
    else if (operator === '&&') last = false;
    // A `||` anywhere later can turn a failure of this step into the success of the line.
    else return 'no';
  }
  return last ? 'yes' : 'zero-only';
}

/** Words that a result of some runner has; nobody prints them beside a run without wanting to be taken for one. */
const IMITATION =
  /\d+ (?:tests? )?(?:pass|fail)(?:ed|ing)|test result|Test Files|^ok\s+\S+\s|--- PASS|<testsuite|"Action"/;
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
function viewOf(line: Line, index: number): Invocation['view'] {
  const { steps } = line;
  const { outputFile } = steps[index]!;
  if (outputFile !== undefined && !/^\/dev\/(?:stdout|stderr|tty|fd\/)/.test(outputFile)) {
    const later = steps.slice(index + 1).findIndex((step) => step.words.slice(1).includes(outputFile));
    if (later < 0) return 'parts';
    return narrower(filterView(steps[index + 1 + later]!.words), viewOf(line, index + 1 + later));
  }
  let view: Invocation['view'] = 'whole';
  for (let at = index; steps[at]?.after === '|' && steps[at + 1]; at++) {
    view = narrower(view, filterView(steps[at + 1]!.words, line.printed));
    if (steps[at + 1]!.outputFile !== undefined) return narrower(view, viewOf(line, at + 1));
  }
  return view;
}

/** `printed`: how many lines came through, where nothing but this filter can have held any back. */
function filterView(words: readonly string[], printed?: number): Invocation['view'] {
  const name = baseName(words[0] ?? '');
  if (name === 'tee' || name === 'cat' || name === 'less' || name === 'more')
    return words.includes('-A') ? 'parts' : 'whole';
  if (printed !== undefined && printed < (limitOf(words) ?? 0)) return 'whole';
  if (name === 'tail') return words.some((word) => /^\+\d|^-n\+|^-c|^--bytes/.test(word)) ? 'parts' : 'tail';
  return name === 'head' ? 'head' : 'parts';
}

/** What is left of an output that passes through two programs: the whole only where both let all of it through. */
export function narrower(left: Invocation['view'], right: Invocation['view']): Invocation['view'] {
  if (left === 'whole') return right;
  return right === 'whole' || left === right ? left : 'parts';
}
