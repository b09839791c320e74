import { findInvocation, type Invocation, type Line, readLine } from './invocation.js';
import { baseName, isTask, ownWords, type Starts } from './words.js';

/** A part of an output that one command printed. */
export interface Section {
  readonly text: string;
  /** The command of the part: the one that a task runner announced, else the line that was typed. */
  readonly line: Line;
  /** What is known of the task runner around an announced command. */
  readonly outer?: Invocation;
}

/**
 * Takes the output of task runners apart: lines under the prefix of their package (turbo, `pnpm -r`, concurrently,
 * docker compose), and below the headings that announce a command (npm, pnpm, yarn, bun, make, just, task, nx).
 * The text as a whole, with the line as it was typed, where no task runner is at work.
 */
export function sectionsOf(text: string, line: Line, starts: Starts): Section[] {
  const task = line.given === 'nothing' ? undefined : taskOf(line);
  if (line.given !== 'nothing' && task === undefined) return [{ text, line }];
  const outer = task === undefined ? undefined : findInvocation(line, (words) => isTask(words));
  const lanes = lanesOf(text);
  const parts = lanes.flatMap((lane) => announced(lane, task ?? '', starts));
  if (parts.length < 2 && parts[0]?.command === undefined) return [{ text, line }];
  // A task runner fails when one of its commands does; make says so when it was told to go on.
  const exitCode = outer?.exitCode === 0 && !/^g?make.*: .*\(ignored\)$/m.test(text) ? 0 : undefined;
  return parts.map(({ text, command }) =>
    command === undefined
      ? { text, line }
      : {
          text,
          line: readLine({ command, ...(exitCode === undefined ? {} : { exitCode }) }),
          ...(outer ? { outer } : {}),
        },
  );
}

/** The program of the first step that is a task runner. */
function taskOf(line: Line): string | undefined {
  const all = line.given === 'argv' ? [line.argv] : line.steps.map(({ words }) => words);
  const words = all.find((candidate) => isTask(candidate));
  return words && baseName(words.find((word) => !word.includes('=')) ?? '');
}

/** Prefixes that name a package and its task, each with the line that gives them away. */
const LANES: readonly { readonly sign: RegExp; readonly prefix: RegExp }[] = [
  { sign: /^\S+:\S+: cache (?:hit|miss|bypass)/m, prefix: /^([@\w./-]+:[\w:.-]+): ?/ },
  { sign: /^\S+ \S+\$ \S/m, prefix: /^(\S+ [\w:.-]+)(?:: ?|(?=\$ ))/ },
  { sign: /^\[[\w:.-]+\] \S[^\n]* exited with code \d+$/m, prefix: /^\[([\w:.-]+)\] ?/ },
  { sign: /^\S+-\d+ +\| /m, prefix: /^(\S+-\d+) +\| ?/ },
];

/** The lines of each package in the order in which they appear; the whole text where nothing is prefixed. */
function lanesOf(text: string): string[] {
  const kind = LANES.find(({ sign }) => sign.test(text));
  if (!kind) return [text];
  const lanes = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const match = kind.prefix.exec(line);
    const name = match?.[1] ?? '';
    const lane = lanes.get(name);
    const rest = match ? line.slice(match[0].length) : line;
    if (lane) lane.push(rest);
    else lanes.set(name, [rest]);
  }
  return [...lanes.values()].map((lines) => lines.join('\n'));
}

interface Part {
  readonly text: string;
  readonly command?: string;
}

/** Programs that print a recipe's line as it is before they run it. */
const ECHOES = /^(?:g?make|just|task|mage|rake|invoke|inv)$/;
/** A recipe longer than this, or further down, is not looked for. */
const RECIPE_CAP = 500;
const ECHOED_LINES_CAP = 20_000;

/** Cuts a text at the headings that announce a command. */
function announced(text: string, task: string, starts: Starts): Part[] {
  const heads: { from: number; to: number; command: string }[] = [];
  // npm and pnpm print `> name@version script` and `> command`; yarn, bun and `pnpm -r` print `$ command`.
  for (const match of text.matchAll(/^> [^\n]+\n> ([^\n]+)$|^(?:\$|> nx run \S+ *\n+>) ([^\n]+)$/gm))
    heads.push({ from: match.index, to: match.index + match[0].length, command: (match[1] ?? match[2])!.trim() });
  if (!heads.length && ECHOES.test(task)) {
    let from = 0;
    for (let count = 0; from < text.length && count < ECHOED_LINES_CAP; count++) {
      let to = text.indexOf('\n', from);
      if (to < 0) to = text.length;
      const command = text.slice(from, Math.min(to, from + RECIPE_CAP)).replace(/^task: \[[^\]]*\] /, '');
      if (to - from < RECIPE_CAP && /^[\w./"'-]/.test(command) && startsRun(command, starts))
        heads.push({ from, to, command });
      from = to + 1;
    }
  }
  if (!heads.length) return [{ text }];
  const parts: Part[] = heads.map(({ to, command }, index) => ({
    text: text.slice(to + 1, heads[index + 1]?.from ?? text.length),
    command,
  }));
  const before = text.slice(0, heads[0]!.from);
  return before.trim() ? [{ text: before }, ...parts] : parts;
}

function startsRun(command: string, starts: Starts): boolean {
  if (!/ |^\w+$/.test(command)) return false;
  return readLine({ command }).steps.some(({ words }) => ownWords(words, starts) !== undefined);
}
