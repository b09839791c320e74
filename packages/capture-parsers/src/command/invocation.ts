import type { Line } from './line.js';
import { type Others, othersOf } from './others.js';
import type { Step } from './shell-line.js';
import { headEnded, narrower, type View, viewOf } from './view.js';
import { BLOCK_WORDS, baseName, isTask, ownWords, type Starts, withoutAssignments } from './words.js';

/** An invocation tells how far the command and the exit code speak for one runner. */
export interface Invocation {
  /** `yes`: a step starts it. `perhaps`: a task (`make test`) may start it. `no`: nothing here does. */
  readonly runs: 'yes' | 'perhaps' | 'no';
  /** The runner's own words, if a step starts it. */
  readonly words: readonly string[];
  /** The runner's own exit code; undefined when it is not known or something else could have set it. */
  readonly exitCode: number | undefined;
  /** Nobody told an exit code to go with the line, and nothing in it could have hidden one: all that was printed is there. */
  readonly untold: boolean;
  /** What of the runner's output was shown. */
  readonly view: View;
  /** The status of the whole line when it is not zero: never a proof of green, whoever set it. */
  readonly lineFailed: boolean;
  readonly timeLimit: boolean;
  readonly others: Others;
  /** How many steps start it. */
  readonly times: number;
  /** As many lines are there as a `head` lets through: whatever stands last may be anything but the end. */
  readonly ended?: boolean;
  /** One of the runs of a task runner: others may have stood where the output was cut. */
  readonly amongOthers?: boolean;
}

/** A start is a step of a line that starts a runner, with what is known of the step alone. */
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
    return {
      ...bare,
      runs,
      words: words ?? [],
      exitCode: words ? exitCode : undefined,
      untold: false,
      timeLimit: isTimed(argv),
    };
  }
  if (given === 'nothing') return { ...bare, runs: 'yes', words: [], exitCode, untold, timeLimit: false };
  const found = findStarts(line, starts);
  if (!found.length) return unstarted(line);
  const first = found[0]!.invocation;
  let { view, exitCode: own } = first;
  for (const { invocation } of found.slice(1)) {
    view = narrower(view, invocation.view);
    own = worseCode(own, invocation.exitCode);
  }
  const allUntold = found.every(({ invocation }) => invocation.untold);
  return { ...first, view, exitCode: own, untold: allUntold, times: found.length };
}

/** Returns the code that speaks for two runs: a failure before a code that nobody knows. */
function worseCode(left: number | undefined, right: number | undefined): number | undefined {
  return left || right || (left === undefined || right === undefined ? undefined : 0);
}

/** Tells what a line says about each runner that it does not name: asked for nearly all of them, so it is kept. */
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
    ...(task >= 0 && (headEnded(line, task) || line.told?.get(task) === 'unseen') ? { ended: true } : {}),
    lineFailed: (exitCode !== undefined && exitCode !== 0) || Number(line.told?.get(task)) > 0,
    timeLimit: steps.some(({ words }) => isTimed(words)),
    others: othersOf(steps, -1),
    times: 1,
  };
  UNSTARTED.set(line, invocation);
  return invocation;
}
const UNSTARTED = new WeakMap<Line, Invocation>();

/** Finds every step that starts the runner, each with its own exit code and view. */
export function findStarts(line: Line, starts: Starts): Start[] {
  const { steps, exitCode, untold } = line;
  const lineFailed = exitCode !== undefined && exitCode !== 0;
  const found: Start[] = [];
  for (const [at, step] of steps.entries()) {
    const words = ownWords(step.words, starts);
    if (!words) continue;
    const reach = exitReaches(steps, at);
    const hidden = reach === 'no' || (reach === 'zero-only' && exitCode !== 0 && !untold);
    const told = line.told?.get(at);
    const code = told === 'unseen' ? undefined : told;
    found.push({
      at,
      invocation: {
        runs: 'yes',
        words,
        // A code that was printed counts where the line has none of its own for it, and a failure always.
        exitCode: code || (hidden ? code : exitCode),
        untold: untold && !hidden,
        view: viewOf(line, at),
        ...(headEnded(line, at) || told === 'unseen' || isRepeated(step.words) ? { ended: true } : {}),
        lineFailed,
        timeLimit: steps.some(({ words }) => isTimed(words)),
        others: othersOf(steps, at),
        times: 1,
      },
    });
  }
  return found;
}

/** Programs that may start a runner several times: of those only the last may be seen to end well. */
const isRepeated = (words: readonly string[]) => words.slice(0, 4).some((word) => baseName(word) === 'xargs');

const isTimed = (words: readonly string[]) => words.some((word) => /^g?timeout$/.test(baseName(word)));

/** Filters that do not fail where what they read ends well: under `pipefail` a failure is that of a step before them. */
const PASSES_ON = new Set(['cat', 'tail', 'tee']);

/** Tells whether the step at this place is known to have ended with 0. */
export function endedWell(line: Line, at: number): boolean {
  const { steps, exitCode, told } = line;
  if (told?.has(at)) return told.get(at) === 0;
  return exitCode === 0 && exitReaches(steps, at) !== 'no';
}

/** Steps that end the line with a failure: behind `||` they hide none. */
const isFailing = ({ words, after }: Step) =>
  (after === '' || after === ';') &&
  (words[0] === 'false'
    ? words.length === 1
    : /^(?:exit|return)$/.test(words[0]!) && /^[1-9]\d*$/.test(words[1] ?? ''));

/** Tells whether the status of the line is that of this step: always, only if it is zero, or not at all. */
export function exitReaches(steps: readonly Step[], index: number): 'yes' | 'zero-only' | 'no' {
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
    else if (operator === '||' && isFailing(next) && at + 2 === steps.length) return 'zero-only';
    // A `||` anywhere later can turn a failure of this step into the success of the line.
    else return 'no';
  }
  return last ? 'yes' : 'zero-only';
}
