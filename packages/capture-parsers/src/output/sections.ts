import { exitReaches, findInvocation, type Invocation } from '../command/invocation.js';
import type { Line } from '../command/line.js';
import { readLine } from '../command/read-line.js';
import { baseName, isTask, ownWords, type Starts } from '../command/words.js';

/** A section is a part of an output that one command printed. */
export interface Section {
  readonly text: string;
  /** The command of the part: the one that a task runner announced, else the line that was typed. */
  readonly line: Line;
  /** What is known of the task runner around an announced command. */
  readonly outer?: Invocation;
}

/**
 * Takes the output of task runners apart: lines under the prefix of their package (turbo, `pnpm -r`, concurrently,
 * docker compose), and below the headings that announce a command (npm, pnpm, yarn, bun, make, just, task, nx, tox, nox).
 * The text as a whole, with the line as it was typed, where no task runner is at work.
 */
export function sectionsOf(text: string, line: Line, starts: Starts): Section[] {
  const task = line.given === 'nothing' ? undefined : taskOf(line);
  if (line.given !== 'nothing' && task === undefined) return [{ text, line }];
  const outer = task === undefined ? undefined : findInvocation(line, (words) => isTask(words));
  // Asked once at most, and never where no recipe is announced: it is a look at the whole text.
  let goes: boolean | undefined;
  const stops = () => {
    goes ??= goesOn(text, line);
    return !goes;
  };
  const parts = lanesOf(text).flatMap((lane) => endedWell(announced(lane.text, task ?? '', starts, stops), lane));
  if (parts.length < 2 && parts[0]?.command === undefined) return [{ text, line }];
  // A task runner fails when one of its commands does; make says below a command that it went on behind its failure.
  const allSucceeded = outer?.exitCode === 0 && !parts.some(hidesTask);
  const isOneByOne = !line.steps.some(({ words }) => words.some((word) => AT_ONCE.test(word)));
  return parts.map(({ text: own, command, succeeded }) => {
    if (command === undefined) return { text: own, line };
    const ended = succeeded || (allSucceeded && !KEEPS_GOING.test(isOneByOne ? own : text));
    const code = ended ? { exitCode: 0 } : { exitHidden: !outer?.untold };
    return { text: own, line: readLine({ command, ...code }), ...(outer ? { outer } : {}) };
  });
}

/** Tells whether a script that was announced starts others and loses their exit codes: `npm run a; npm run b`. */
function hidesTask({ command }: Part): boolean {
  if (command === undefined) return false;
  const { steps } = readLine({ command });
  return steps.some(({ words }, at) => isTask(words) && exitReaches(steps, at) === 'no');
}

function goesOn(text: string, line: Line): boolean {
  return KEEPS_GOING.test(text) || line.steps.some(({ words }) => words.some((word) => GOES_ON.test(word)));
}

/** Options that make it run several commands at once, whose lines are mixed. */
const AT_ONCE = /^(?:-j\d*|--jobs(?:=.*)?)$/;

/** What make prints of a command that failed and did not end it, and the options that make it go on. */
const KEEPS_GOING = /^g?make.*: .*\(ignored\)$/m;
const GOES_ON = /^(?:-[a-zA-Z]*[ik][a-zA-Z]*|--keep-going|--ignore-errors)$/;

/** Returns the program of the first step that is a task runner. */
function taskOf(line: Line): string | undefined {
  const all = line.given === 'argv' ? [line.argv] : line.steps.map(({ words }) => words);
  const words = all.find((candidate) => isTask(candidate));
  // `timeout 60 make test` is told by what it wraps.
  const own = words?.map(baseName).find((word) => ECHOES.test(word));
  return words && (own ?? baseName(words.find((word) => !word.includes('=')) ?? ''));
}

interface Lanes {
  /** Whether the text may have the sign: a single character is found fastest, and most texts have none of them. */
  readonly hint: (text: string) => boolean;
  /** The line that gives the prefixes away. */
  readonly sign: RegExp;
  readonly prefix: RegExp;
  /** The last line of a lane whose command ended with 0. */
  readonly done?: RegExp;
}

interface Lane {
  readonly text: string;
  /** Its task runner said that its command ended with 0. */
  readonly done: boolean;
}

/** Prefixes that name a package and its task. */
const LANES: readonly Lanes[] = [
  {
    hint: (text) => /: cache (?:hit|miss|bypass)/.test(text),
    sign: /^\S+:\S+: cache (?:hit|miss|bypass)/m,
    prefix: /^([@\w./-]+:[\w:.-]+): ?/,
  },
  {
    hint: (text) => text.includes('$ '),
    sign: /^\S+ \S+\$ \S/m,
    prefix: /^(\S+ [\w:.-]+)(?:: ?|(?=\$ ))/,
    done: /\nDone\n*$/,
  },
  {
    hint: (text) => text.includes('[') && text.includes(' exited with code '),
    sign: /^\[[\w:.-]+\] \S[^\n]* exited with code \d+$/m,
    prefix: /^\[([\w:.-]+)\] ?/,
  },
  {
    hint: (text) => text.includes('| '),
    sign: /^\S+[-_]\d+ +\| |^Attaching to \S/m,
    prefix: /^([a-z\d][\w.-]*) +\| ?/,
  },
];

/** Returns the lines of each package in the order in which they appear; the whole text where nothing is prefixed. */
function lanesOf(text: string): Lane[] {
  const kind = LANES.find(({ hint, sign }) => hint(text) && sign.test(text));
  if (!kind) return [{ text, done: false }];
  const lanes = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const match = kind.prefix.exec(line);
    const name = match?.[1] ?? '';
    const lane = lanes.get(name);
    const rest = match ? line.slice(match[0].length) : line;
    if (lane) lane.push(rest);
    else lanes.set(name, [rest]);
  }
  return [...lanes.values()].map((lines) => {
    const text = lines.join('\n');
    return { text, done: kind.done?.test(text) === true };
  });
}

interface Part {
  readonly text: string;
  readonly command?: string;
  /** What stands after it is known to have run only because it ended well. */
  readonly succeeded?: boolean;
}

/** The last command of a lane that ended well has ended well. */
function endedWell(parts: Part[], { done }: Lane): Part[] {
  const last = parts.at(-1);
  if (!done || last?.command === undefined) return parts;
  return [...parts.slice(0, -1), { ...last, succeeded: true }];
}

/** A head is a line that announces a command. `title`: `name@version script`, where npm says so. */
interface Head {
  readonly from: number;
  readonly to: number;
  readonly command: string;
  readonly title?: string | undefined;
}

/** Programs that print a recipe's line as it is before they run it. */
const ECHOES = /^(?:g?make|just|task|mage|rake|invoke|inv)$/;
/** A recipe longer than this, or further down, is not looked for. */
const RECIPE_CAP = 500;
const ECHOED_LINES_CAP = 20_000;

/** Cuts a text at the headings that announce a command. `stops`: the task runner ends at the first that fails. */
function announced(text: string, task: string, starts: Starts, stops: () => boolean): Part[] {
  const scripts = nested(scriptHeads(text), starts);
  const recipes = !scripts.length && ECHOES.test(task) ? recipeHeads(text, starts) : [];
  const heads = scripts.length ? scripts : recipes.length ? recipes : sessionHeads(text, starts);
  if (!heads.length) return [{ text }];
  const parts = heads.map(({ to, command, title }, index): Part => {
    const next = heads[index + 1];
    const succeeded = next !== undefined && (recipes.length > 0 ? stops() : follows(title, next.title));
    return { text: text.slice(to + 1, next?.from ?? text.length), command, ...(succeeded ? { succeeded } : {}) };
  });
  const before = text.slice(0, heads[0]!.from);
  return before.trim() ? [{ text: before }, ...parts] : parts;
}

/** npm and pnpm print `> name@version script` and `> command`; yarn, bun and `pnpm -r` print `$ command`. */
function scriptHeads(text: string): Head[] {
  if (!['> ', '$ '].some((mark) => startsLine(text, mark))) return [];
  const heads = text.matchAll(/^> ([^\n]+)\n> ([^\n]+)$|^(?:\$|> nx run \S+ *\n+>) ([^\n]+)$/gm);
  return [...heads].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
    command: (match[2] ?? match[3])!.trim(),
    title: match[1],
  }));
}

/** Nobody has more scripts in one output; of more, none is taken apart. */
const SCRIPTS_CAP = 200;
/** `npm run build`: 1 the script that it starts */
const STARTS_SCRIPT = /^(?:npm|pnpm|yarn|bun) (?:run |run-script )?([\w:.-]+)$/;
/** `> name@version script`, or the script alone: 1 the script */
const SCRIPT_TITLE = /^(?:\S+@\S+ )?([\w:.-]+)(?: \/.*)?$/;

/**
 * Puts the commands of scripts into the line of a script that starts them and goes on with a run of its own, as in
 * `npm run build && vitest run`: what that run prints stands below the heading of the script before it.
 */
function nested(heads: Head[], starts: Starts): Head[] {
  if (heads.length > SCRIPTS_CAP) return heads;
  const merged: Head[] = [];
  for (let at = 0; at < heads.length; at++) {
    let head = heads[at]!;
    const { steps } = readLine({ command: head.command });
    const scripts = steps.flatMap(({ words }) => STARTS_SCRIPT.exec(words.join(' '))?.[1] ?? []);
    const hasOwn = scripts.length > 0 && steps.some(({ words }) => ownWords(words, starts) !== undefined);
    for (const script of hasOwn ? scripts : []) {
      const child = heads[at + 1];
      if (child === undefined || SCRIPT_TITLE.exec(child.title ?? '')?.[1] !== script) break;
      // What the script's own run has printed before it started the other one stays in its text.
      const call = new RegExp(
        `\\b(?:npm|pnpm|yarn|bun) (?:run |run-script )?${script.replace(/\./g, '\\.')}(?![\\w:.-])`,
      );
      head = { ...head, command: head.command.replace(call, () => `(${child.command})`) };
      at++;
    }
    merged.push(head);
  }
  return merged;
}

/** Tells whether a line begins with these words, which are rarer than ends of lines and so looked for first. */
function startsLine(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
    if (at === 0 || text[at - 1] === '\n') return true;
  return false;
}

/** Lines that are a command which starts a run, as make prints its recipes. */
function recipeHeads(text: string, starts: Starts): Head[] {
  const heads: Head[] = [];
  let from = 0;
  for (let count = 0; from < text.length && count < ECHOED_LINES_CAP; count++) {
    let to = text.indexOf('\n', from);
    if (to < 0) to = text.length;
    const command = text.slice(from, Math.min(to, from + RECIPE_CAP)).replace(/^task: \[[^\]]*\] /, '');
    if (to - from < RECIPE_CAP && startsRun(command, starts)) heads.push({ from, to, command });
    from = to + 1;
  }
  return heads;
}

/** tox and nox name the session in front of each command. */
function sessionHeads(text: string, starts: Starts): Head[] {
  const tox = text.includes('[') && text.includes('commands[');
  if (!tox && !(text.includes('> ') && text.includes('nox > '))) return [];
  const heads = text.matchAll(
    /^(?:\S{1,100}: commands\[\d+\]> |\S{1,100} run-test: commands\[\d+\] \| |nox > )([^\n]{1,500})$/gm,
  );
  return [...heads]
    .map((match) => ({ from: match.index, to: match.index + match[0].length, command: match[1]!.trim() }))
    .slice(0, SESSIONS_CAP)
    .filter(({ command }) => startsRun(command, starts));
}

/** What tests print can look like such a line; nobody has more sessions than this. */
const SESSIONS_CAP = 200;

const NAMED_SCRIPT = /^(\S+@\S+) (\S+)/;

/**
 * Tells whether npm runs the second script only after the first has ended well: `pretest` and `test`, `test` and
 * `posttest`.
 */
function follows(title: string | undefined, next: string | undefined): boolean {
  const [, owner, first] = NAMED_SCRIPT.exec(title ?? '') ?? [];
  const [, nextOwner, second] = NAMED_SCRIPT.exec(next ?? '') ?? [];
  return owner !== undefined && owner === nextOwner && (first === `pre${second}` || second === `post${first}`);
}

function startsRun(command: string, starts: Starts): boolean {
  // RSpec lists its failures as `rspec ./spec/a_spec.rb:3 # Cart discounts`.
  if (!/^[\w./"'-]/.test(command) || /^rspec '?\.?\/.* # /.test(command)) return false;
  return readLine({ command }).steps.some(({ words }) => ownWords(words, starts) !== undefined);
}
