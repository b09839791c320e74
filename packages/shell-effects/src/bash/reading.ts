import { type Call, type Frame, HOLE, type Input, isKnown, type Result, type Shell } from '../state.js';
import { assignNamed } from './assignments.js';
import { LIMITS } from './parse.js';
import { assign } from './words/parameters.js';
import { separatorsOf } from './words/words.js';

interface ReadOptions {
  readonly names: readonly string[];
  readonly list: string | undefined;
  readonly delimiter: string;
  readonly count: number | undefined;
  readonly isRaw: boolean;
  readonly descriptor: string | undefined;
}

function readOptions(argv: readonly string[]): ReadOptions {
  const names: string[] = [];
  const valued = new Map<string, string>();
  let isRaw = false;
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at] as string;
    if (word === '--') continue;
    if (!/^-[a-zA-Z]/.test(word) || names.length > 0) {
      names.push(word);
      continue;
    }
    for (let letter = 1; letter < word.length; letter++) {
      if (word[letter] === 'r') isRaw = true;
      if (!'adinNptu'.includes(word[letter] as string)) continue;
      valued.set(word[letter] as string, word.slice(letter + 1) || (argv[++at] ?? ''));
      break;
    }
  }
  const count = valued.get('N') ?? valued.get('n');
  return {
    names,
    list: valued.get('a'),
    // Nothing means a NUL, which is a hole here as well: `find -print0` closes the names that it knows with one.
    delimiter: valued.has('d') ? (valued.get('d') as string).slice(0, 1) || HOLE : '\n',
    count: count === undefined ? undefined : Number(count),
    isRaw,
    descriptor: valued.get('u'),
  };
}

function inputOf(descriptor: string | undefined, shell: Shell, frame: Frame): Input | undefined {
  if (descriptor === undefined || descriptor === '0') return frame.input;
  return frame.channels?.get(Number(descriptor))?.input ?? shell.channels.get(Number(descriptor))?.input;
}

/** `read`: takes a line off the input and gives its words to names. */
export function readVariables({ argv, session, shell, frame }: Call): Result {
  const options = readOptions(argv);
  const input = inputOf(options.descriptor, shell, frame);
  const names = options.names.length > 0 ? options.names : options.list === undefined ? ['REPLY'] : [];
  if (input === undefined || input.rest === HOLE || (options.count !== undefined && !isKnown(input.rest))) {
    for (const name of options.list === undefined ? names : [options.list]) assignNamed(name, HOLE, session, shell);
    return { output: '', status: undefined };
  }
  const isOver = input.rest === '';
  const { line, isWhole } = takeLine(input, options);
  const separators = separatorsOf(shell, session);
  if (options.list !== undefined) {
    const words = splitLine(line, separators, Number.POSITIVE_INFINITY);
    assign(shell, options.list, words[0] ?? '', words);
  } else if (options.names.length === 0) assign(shell, 'REPLY', unmark(line));
  else {
    const words = splitLine(line, separators, names.length);
    for (const [at, name] of names.entries()) assignNamed(name, words[at] ?? '', session, shell);
  }
  return { output: '', status: isOver ? false : isKnown(line) ? isWhole : undefined };
}

/** Stands before a character that a backslash has taken its meaning from. */
const ESCAPED = '\u0001';

function unmark(text: string): string {
  return text.replaceAll(ESCAPED, '');
}

/**
 * Takes a line, or the text that `-d` and `-n` ask for, off an input; without `-r` a backslash joins lines and takes meanings
 * away.
 */
function takeLine(input: Input, options: ReadOptions): { line: string; isWhole: boolean } {
  const text = input.rest;
  let line = '';
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (!options.isRaw && character === '\\' && at + 1 < text.length) {
      at++;
      if (text[at] !== '\n') line += ESCAPED + text[at];
    } else if (character === options.delimiter) {
      input.rest = text.slice(at + 1);
      return { line, isWhole: true };
    } else line += character;
    if (++count === options.count) {
      input.rest = text.slice(at + 1);
      return { line, isWhole: true };
    }
  }
  input.rest = '';
  return { line, isWhole: false };
}

/** Splits as `read` does: the last word takes the rest of the line. */
function splitLine(line: string, separators: string, limit: number): string[] {
  const isSeparator = (at: number) => line[at - 1] !== ESCAPED && separators.includes(line[at] as string);
  const isBlank = (at: number) => isSeparator(at) && /\s/.test(line[at] as string);
  const words: string[] = [];
  let at = 0;
  while (at < line.length && isBlank(at)) at++;
  while (at < line.length) {
    const hole = line.slice(at).includes(HOLE);
    if (words.length === limit - 1) {
      words.push(unmark(lastWord(line.slice(at), separators)));
      break;
    }
    const from = at;
    while (at < line.length && !isSeparator(at)) at++;
    words.push(unmark(line.slice(from, at)));
    // What is unknown may hold separators, so that nothing behind it has a known place.
    if (hole && words.at(-1)?.includes(HOLE)) {
      words[words.length - 1] = HOLE;
      while (words.length < Math.min(limit, LIMITS.alternatives)) words.push(HOLE);
      break;
    }
    while (at < line.length && isBlank(at)) at++;
    if (at < line.length && isSeparator(at)) for (at++; at < line.length && isBlank(at); ) at++;
  }
  return words;
}

/** Returns the rest of a line without the blanks at its end, and without a separator that ends a single word. */
function lastWord(rest: string, separators: string): string {
  const blanks = [...separators].filter((one) => /\s/.test(one));
  const trimEnd = (text: string) => {
    let end = text.length;
    while (end > 0 && blanks.includes(text[end - 1] as string) && text[end - 2] !== ESCAPED) end--;
    return text.slice(0, end);
  };
  const text = trimEnd(rest);
  const last = text.at(-1);
  const others = [...text.slice(0, -1)].some((one) => separators.includes(one));
  if (last === undefined || others || !separators.includes(last) || text.at(-2) === ESCAPED) return text;
  return trimEnd(text.slice(0, -1));
}

/** Plays `mapfile`: the lines of the input become an array; a callback is code. */
export function readLines({ argv, session, shell, frame }: Call): Result {
  const valued = new Map<string, string>();
  let name = 'MAPFILE';
  let isTrimmed = false;
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at] as string;
    const letter = word[1] ?? '';
    if (!word.startsWith('-')) name = word;
    else if (/^-t/.test(word)) isTrimmed = true;
    else if ('dnOsuCc'.includes(letter)) valued.set(letter, word.slice(2) || (argv[++at] ?? ''));
  }
  const callback = valued.get('C');
  const input = inputOf(valued.get('u'), shell, frame);
  const text = input?.rest ?? HOLE;
  if (callback !== undefined)
    session.code(`${callback} 0 ${HOLE}`, shell.clone(), {
      ...frame,
      exit: 'hidden',
      certain: false,
      via: [...frame.via, 'mapfile -C'],
    });
  const delimiter = valued.has('d') ? (valued.get('d') as string).slice(0, 1) || HOLE : '\n';
  const [skip, most] = [Number(valued.get('s') ?? 0), Number(valued.get('n') ?? 0)];
  if (!isKnown(text) || valued.has('O') || delimiter === HOLE || Number.isNaN(skip + most)) {
    assign(shell, name, HOLE, [HOLE]);
    return { output: '', status: undefined };
  }
  const lines = text
    .split(delimiter)
    .map((line, index, all) => (isTrimmed || index === all.length - 1 ? line : line + delimiter));
  if (lines.at(-1) === '') lines.pop();
  const taken = lines.slice(skip, most === 0 ? undefined : skip + most);
  if (input !== undefined) input.rest = lines.slice(skip + taken.length).join(isTrimmed ? delimiter : '');
  assign(shell, name, taken[0] ?? '', taken);
  return { output: '', status: true };
}
