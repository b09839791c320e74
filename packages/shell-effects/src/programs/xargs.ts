import { LIMITS } from '../bash/parse.js';
import { join, weaken } from '../bash/walk.js';
import { contentOf } from '../disk/paths.js';
import type { ProgramFile } from '../program.js';
import { baseName, type Call, type Frame, HOLE, isKnown, type Result, type Scope, UNKNOWN, under } from '../state.js';

/** How `xargs` and `parallel` were told to read their input and fill in the command. */
interface Feeding {
  /** The mark that an item replaces; without one, items stand behind the words. */
  mark: string | undefined;
  /** What separates items; undefined means blanks and lines, with quotes. */
  separator: string | undefined;
  /** Items at a time; undefined is as many as fit. */
  size: number | undefined;
  /** Lines at a time, each of them several items. */
  lines: number | undefined;
  /** Nothing comes in, nothing is run. */
  isIdle: boolean;
  input: string;
  template: string[];
}

/** `xargs` and `parallel` start a program with the words that come in. */
export const xargs: ProgramFile = {
  'xargs, parallel': { carries: runXargs },
};

/** `runXargs` carries out the inner command of xargs with the words that come in. */
function runXargs(call: Call): Result {
  const { argv, session, shell, frame } = call;
  if (baseName(argv[0] as string) === 'parallel') return runParallel(call);
  const feeding = readXargs(argv.slice(1), call);
  const inner: Frame = {
    ...under(frame, 'xargs'),
    exit: weaken(frame.exit),
    certain: frame.certain && isKnown(feeding.input),
    input: { rest: '' },
  };
  const { mark, size, template } = feeding;
  const items = itemsOf(feeding);
  const program = shell.external();
  let output = '';
  const run = (words: readonly string[]) => {
    output = join(output, session.run(words, program.clone(), inner).output);
  };
  if (mark !== undefined) for (const item of items) run(template.map((word) => word.replaceAll(mark, () => item)));
  // Without any item it runs its command once.
  else if (items.length === 0) {
    if (!feeding.isIdle) run(template);
  } else if (feeding.lines !== undefined) {
    const lines = feeding.input.split('\n').filter((line) => line.trim() !== '');
    for (let at = 0; at < Math.min(lines.length, LIMITS.iterations); at += feeding.lines)
      run([...template, ...unquote(lines.slice(at, at + feeding.lines).join('\n'))]);
  } else {
    const step = size ?? items.length;
    for (let at = 0; at < items.length; at += step) run([...template, ...items.slice(at, at + step)]);
  }
  return { output, status: undefined };
}

function readXargs(words: readonly string[], { session, shell, frame }: Scope): Feeding {
  const feeding: Feeding = {
    mark: undefined,
    separator: undefined,
    size: undefined,
    lines: undefined,
    isIdle: false,
    input: frame.input?.rest ?? HOLE,
    template: [],
  };
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at] as string;
    if (word === '--') {
      at++;
      break;
    }
    if (!word.startsWith('-') || word === '-') break;
    const long = /^--([a-z-]+)(?:=(.*))?$/s.exec(word);
    const letter = long === null ? (word[1] as string) : (LONG[long[1] as string] ?? '');
    const attached = long === null ? word.slice(2) || undefined : long[2];
    const value = () => attached ?? words[++at] ?? '';
    if (letter === 'I') feeding.mark = value() || '{}';
    else if (letter === 'i') feeding.mark = attached ?? '{}';
    else if (letter === '0') feeding.separator = HOLE;
    else if (letter === 'd') feeding.separator = delimiterOf(value());
    else if (letter === 'a') feeding.input = contentOf(session, shell, value()) ?? HOLE;
    else if (letter === 'r') feeding.isIdle = true;
    else if (letter === 'n') feeding.size = Math.max(1, Number.parseInt(value(), 10) || 1);
    else if (letter === 'L') feeding.lines = Math.max(1, Number.parseInt(value(), 10) || 1);
    else if (letter === 'l') feeding.lines = Math.max(1, Number.parseInt(attached ?? '1', 10) || 1);
    else if ('PsE'.includes(letter) && letter !== '') value();
  }
  feeding.template = words.length > at ? words.slice(at) : ['echo'];
  return feeding;
}

/** Long options of xargs by the short ones that mean the same. */
const LONG: Readonly<Record<string, string>> = {
  replace: 'i',
  null: '0',
  delimiter: 'd',
  'arg-file': 'a',
  'no-run-if-empty': 'r',
  'max-args': 'n',
  'max-lines': 'l',
  'max-procs': 'P',
  'max-chars': 's',
};

function delimiterOf(text: string): string {
  const escapes: Readonly<Record<string, string>> = { '\\n': '\n', '\\t': '\t', '\\0': HOLE, '\\r': '\r' };
  return escapes[text] ?? (text.startsWith('\\') ? HOLE : text.slice(0, 1));
}

/** Returns the items of the input; what is unknown in it stands as one item of its own. */
function itemsOf({ input, mark, separator }: Feeding): string[] {
  // NUL separates what `printf '\\0'` wrote, which is a hole here as well: neither is known apart.
  const items =
    separator !== undefined
      ? separated(input, separator)
      : mark !== undefined
        ? input
            .split('\n')
            .filter((line) => line.trim() !== '')
            .map((line) => unquoteLine(line.trimStart()))
        : unquote(input);
  const bounded = items.slice(0, LIMITS.iterations);
  if (items.length > bounded.length || (input.includes(HOLE) && !bounded.includes(HOLE))) bounded.push(HOLE);
  return bounded;
}

/** Pieces between separators: one at the end closes the last. */
function separated(input: string, separator: string): string[] {
  const pieces = (input.endsWith(separator) ? input.slice(0, -1) : input).split(separator);
  // Between two NULs lies what is unknown, if anything.
  return input === '' ? [] : pieces.filter((piece) => piece !== '' || separator !== HOLE);
}

/** Returns a line as one item, blanks included: only quotes and backslashes vanish. */
const unquoteLine = (text: string): string => unquote(text, /\n/).join('');

/** Splits at blanks; quotes and backslashes keep together and vanish. */
function unquote(text: string, blank = /\s/): string[] {
  const items: string[] = [];
  let item: string | undefined;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (character === "'" || character === '"') {
      const end = text.indexOf(character, at + 1);
      // It ends where a quote is not closed on its line.
      if (end < 0 || text.slice(at, end).includes('\n')) return items;
      item = (item ?? '') + text.slice(at + 1, end);
      at = end;
    } else if (character === '\\') item = (item ?? '') + (text[++at] ?? '');
    else if (blank.test(character)) {
      if (item !== undefined) items.push(item);
      item = undefined;
    } else item = (item ?? '') + character;
  }
  if (item !== undefined) items.push(item);
  return items;
}

/** With one of these it tells of itself and starts nothing. */
const SHOWS = /^(?:-[Vh]|--(?:version|help|citation|number-of-(?:cores|cpus|threads|sockets)))$/;

/** `runParallel` carries out `parallel`: each item goes into the words, which together are shell code. */
function runParallel({ words, session, shell, frame }: Call): Result {
  const inner: Frame = { ...under(frame, 'parallel'), exit: weaken(frame.exit), input: { rest: '' } };
  if (words.some((word) => SHOWS.test(word)) && words.every((word) => word.startsWith('-'))) return UNKNOWN;
  const start = words.findIndex(
    (word, at) => !word.startsWith('-') && !/^-[jPnLNI]$|^--jobs$/.test(words[at - 1] ?? ''),
  );
  // What it would run is printed.
  if (words.slice(0, Math.max(start, 0)).some((word) => /^--dry-?run$/.test(word))) return UNKNOWN;
  const template = start < 0 ? [] : words.slice(start);
  const list = template.findIndex((word) => /^:::/.test(word));
  const input = list < 0 ? (frame.input?.rest ?? HOLE) : template.splice(list).slice(1).join('\n');
  if (!template.some((word) => /\{[./#]*\}/.test(word))) template.push('{}');
  const items = input.split('\n').filter((item) => item !== '');
  const values = items.length > LIMITS.iterations ? [...items.slice(0, LIMITS.iterations), HOLE] : items;
  let output = '';
  for (const value of values) {
    const code = template.map((word) => word.replace(/\{[./#]*\}/g, () => value)).join(' ');
    output = join(output, session.code(code, shell.child(session.context.env), inner).output);
  }
  return { output, status: undefined };
}
