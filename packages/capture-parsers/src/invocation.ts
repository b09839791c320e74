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
