import type { Cut } from '../output/cut.js';
import type { Line } from './line.js';
import { readShellLine, type Step } from './shell-line.js';
import { toldCodes } from './told-codes.js';
import { limitOf } from './view.js';
import { BLOCK_WORDS, baseName, SHELLS, withoutAssignments } from './words.js';

/** Returns the line with what its output, a text without escape sequences, tells of its steps. */
export function withTold(line: Line, text: string, cut: Cut): Line {
  const told = toldCodes(line.steps, line.exitCode, text, cut);
  return told.size > 0 ? { ...line, told } : line;
}

/** Returns the command line that a caller gives, as words or as text, taken apart into the programs that it starts. */
export function readLine(input: {
  readonly command?: string;
  readonly argv?: readonly string[];
  readonly exitCode?: number;
  readonly exitHidden?: boolean;
  readonly output?: string;
}): Line {
  const { argv, command, exitCode } = input;
  const exit = { exitCode, untold: exitCode === undefined && !input.exitHidden };
  const steps = argv ? scriptSteps(argv) : command === undefined ? undefined : expand(stepsOf(command), 0);
  if (!steps) return { given: argv ? 'argv' : 'nothing', argv: argv ?? [], steps: [], ...exit };
  const limited = steps.some(({ words }) => limitOf(words) !== undefined);
  const printed = limited && input.output !== undefined ? { printed: linesIn(input.output) } : {};
  return { given: 'command', argv: [], steps, ...exit, ...printed };
}

/**
 * Returns the steps of the text that these words give a shell, whose exit code is then that of the text; undefined for
 * others.
 */
function scriptSteps(argv: readonly string[]): Step[] | undefined {
  const steps = expand([{ words: argv, before: '', after: '' }], 0);
  return steps[0]!.words === argv ? undefined : steps;
}

function linesIn(text: string): number {
  let count = text && !text.endsWith('\n') ? 1 : 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** `bash -c "..."` is replaced by the steps of its text, so that it reads like the text itself. */
function expand(steps: Step[], depth: number): Step[] {
  return steps.flatMap((step) => {
    const script = depth > 3 ? undefined : scriptIn(withoutAssignments(step.words));
    const inner = script === undefined ? [] : expand(stepsOf(script.text), depth + 1);
    if (!script || !inner.length) return [step];
    return inner.map((part, index) => ({
      ...part,
      words: [...script.front, ...part.words],
      before: index === 0 ? step.before : part.before,
      after: index === inner.length - 1 ? step.after : part.after,
      ...(step.outputFile === undefined ? {} : { outputFile: step.outputFile }),
      ...(step.group === undefined ? {} : { group: step.group }),
    }));
  });
}

/** Programs that start a shell with its text, and end as that does or fail where it does. */
const STARTERS = new Set(
  'xargs env time nice nohup sudo command exec timeout gtimeout stdbuf ionice setsid'.split(' '),
);

/** Returns the text that a shell is given, and the words of what starts the shell. */
function scriptIn(words: readonly string[]): { text: string; front: readonly string[] } | undefined {
  if (words[0] === 'eval') return { text: words.slice(1).join(' '), front: [] };
  const isShell = (word: string) => SHELLS.has(baseName(word));
  const shell = STARTERS.has(baseName(words[0] ?? '')) ? words.findIndex(isShell) : isShell(words[0] ?? '') ? 0 : -1;
  const flag = words.findIndex((word, at) => at > shell && /^-[a-z]*c$/.test(word));
  const text = shell < 0 || flag < 0 ? undefined : words[flag + 1];
  return text === undefined ? undefined : { text, front: words.slice(0, shell) };
}

/**
 * Returns the steps of a script. What a shell is told holds for its own, not for those of a `bash -c` in it or around
 * it.
 */
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
