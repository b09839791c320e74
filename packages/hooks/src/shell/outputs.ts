import { printFields } from './awk-print.js';
import { cutLines, sliceLines } from './line-cutting.js';
import { sortLines, withoutRepeats } from './line-order.js';
import { LIMITS } from './parse.js';
import { contentOf, isDirectory } from './paths.js';
import { findFiles, grepFiles, listNames, listsNamesAlone } from './search.js';
import { readSedCall, runSed } from './sed.js';
import { baseName, type Frame, HOLE, isKnown, PLAIN_SHELL, resolvePath, type Session, type Shell } from './state.js';
import { grepLines } from './text-patterns.js';
import { findOperands } from './writer-call.js';
import { archiveOutput } from './writers-archive.js';

/** Programs that print settings for the shell to evaluate, by their makers' own instruction. */
const PRINTS_SETTINGS =
  /^(?:ssh-agent(?: -s)?$|brew shellenv|direnv (?:hook|export)|pyenv (?:init|virtualenv-init)|rbenv init|nodenv init|fnm env|mise (?:activate|env)|rtx activate|starship init|zoxide init|opam (?:env|config env)|conda shell|micromamba shell|dircolors|lesspipe|minikube (?:-p \S+ )?docker-env|docker-machine env|thefuck --alias|gpg-agent|keychain|gh completion|kubectl completion|poetry env activate|register-python-argcomplete|luarocks path|resize$|(?:jenv|goenv|phpenv|swiftenv|plenv|atuin|vfox|pkgx|rtx) (?:init|activate|shell)|uv generate-shell-completion|fzf --(?:bash|zsh)|hub alias|aws configure export-credentials|perl (?:-I\S+ )?-Mlocal::lib|locale$|tset\b|stty size|(?:[\w@./-]+ ){1,3}(?:completions?|--(?:generate-|print-|shell-)?completions?(?:-(?:ba|z|fi)sh)?|complete (?:ba|z|fi)sh$)(?:$|[ =])|cargo llvm-cov show-env(?: --\S+)*$)/;

/**
 * What a program prints, as far as its words and input tell; a hole for what cannot be known. Used for substitutions, pipes
 * into shells and files that are written and run in one line.
 */
export function findOutput(argv: readonly string[], session: Session, shell: Shell, frame: Frame): string {
  const program = baseName(argv[0] ?? '');
  const words = argv.slice(1);
  const input = frame.input?.rest;
  const text = produce(program, words, input, session, shell);
  return text === undefined || text.length > LIMITS.text ? HOLE : text;
}

function produce(
  program: string,
  words: readonly string[],
  input: string | undefined,
  session: Session,
  shell: Shell,
): string | undefined {
  const operands = words.filter((word) => !word.startsWith('-') || word === '-');
  switch (program) {
    case 'echo':
      // Some shells read backslashes, some print `-e`.
      return shell.options.has(PLAIN_SHELL) && words.some((word) => word.includes('\\') || /^-[neE]/.test(word))
        ? undefined
        : echo(words);
    case 'printf':
      return words[0] === '-v' ? '' : printf(words[0] === '--' ? words.slice(1) : words);
    case 'find':
      return found(words, operands, session, shell);
    case 'ls':
      return operands.length > 0 && operands.every((path) => !isDirectory(session, shell, path))
        ? listFiles(words, operands, session, shell)
        : listNames(words, session, shell);
    case 'grep':
    case 'egrep':
    case 'fgrep':
    case 'rg':
      return (
        namesAsLines(grepFiles(words, session, shell), words) ??
        (isKnown(input) ? grepLines(program === 'egrep' ? ['-E', ...words] : words, input) : undefined)
      );
    case 'tar':
    case 'bsdtar':
      return archiveOutput(
        words,
        findOperands(words, ['-C', '--directory', '-f', '--file', '-T', '-X', '--exclude']),
        session,
        shell,
      );
    case 'awk':
    case 'gawk':
    case 'mawk':
      return isKnown(input) ? printFields(words, input) : undefined;
    case 'mktemp':
      return temporary(words, operands, session);
    case 'pwd':
      return `${shell.cwd ?? HOLE}\n`;
    case 'which':
      return `${operands[0] ?? ''}\n`;
    case 'type':
      return words.some((word) => /^-[apP]+$/.test(word)) ? `${operands[0] ?? ''}\n` : undefined;
    case 'basename': {
      const [path = '', suffix = ''] = operands;
      const base = baseName(path.replace(/\/+$/, ''));
      return `${suffix !== '' && base.endsWith(suffix) ? base.slice(0, -suffix.length) : base}\n`;
    }
    case 'dirname': {
      const path = (operands[0] ?? '').replace(/\/+$/, '');
      return `${path.includes('/') ? path.slice(0, path.lastIndexOf('/')) || '/' : '.'}\n`;
    }
    case 'realpath':
    case 'readlink':
      return operands[0] === undefined || (program === 'readlink' && operands.length === words.length)
        ? undefined
        : `${operands[0]}\n`;
    case 'tee':
      return input;
    case 'cat':
      return concatenate(operands, input, session, shell);
    case 'head':
    case 'tail':
      return withFiles(
        words,
        (word) => !/^-[nc]$/.test(word),
        input,
        session,
        shell,
        (options, text) => sliceLines(program, options, text),
      );
    case 'base64':
    case 'gbase64': {
      if (!words.some((word) => /^(?:-\w*[dD]|--decode)$/.test(word))) return undefined;
      const text = concatenate(operands, input, session, shell);
      return isKnown(text) ? readable(Buffer.from(text, 'base64')) : undefined;
    }
    case 'openssl': {
      const isDecoding =
        words.includes('-d') && (words.includes('base64') || words.includes('-base64') || words.includes('-a'));
      return isDecoding && isKnown(input) ? readable(Buffer.from(input, 'base64')) : undefined;
    }
    case 'xxd':
      return words.some((word) => /^-\w*r/.test(word)) && isKnown(input) && words.some((word) => /p/.test(word))
        ? readable(Buffer.from(input.replace(/\s+/g, ''), 'hex'))
        : undefined;
    case 'rev':
      return isKnown(input)
        ? input
            .split('\n')
            .map((line) => [...line].reverse().join(''))
            .join('\n')
        : undefined;
    case 'tac':
      return isKnown(input) ? `${input.replace(/\n$/, '').split('\n').reverse().join('\n')}\n` : undefined;
    case 'tr':
      return isKnown(input) ? translate(words, input) : undefined;
    case 'sed':
    case 'gsed':
      return edited(words, input, session, shell);
    case 'cut':
      return withFiles(words, (word) => !/^-[dfcb]$/.test(word), input, session, shell, cutLines);
    case 'sort':
      return withFiles(words, () => true, input, session, shell, sortLines);
    case 'uniq':
      return words.length === 0 && isKnown(input) ? withoutRepeats(input) : undefined;
    case 'seq':
      return sequence(words);
    case 'true':
    case 'false':
    case 'sleep':
    case 'mkdir':
    case 'touch':
    case 'chmod':
    case 'rm':
    case 'cp':
    case 'mv':
    case 'ln':
      return '';
    default:
      return PRINTS_SETTINGS.test([program, ...words].join(' ')) ? '' : undefined;
  }
}

/** What `find` prints, one path a line. */
function found(
  words: readonly string[],
  operands: readonly string[],
  session: Session,
  shell: Shell,
): string | undefined {
  const format = words[words.indexOf('-printf') + 1];
  const paths = findFiles(words, session, shell);
  if (paths === undefined || paths.length === 0) return operands.length === 0 ? undefined : `${operands[0]}${HOLE}\n`;
  if (!words.includes('-printf')) return namesAsLines(paths, words);
  if (format === '%f\\n') return namesAsLines(paths.map(baseName));
  return format === '%p\\n' || format === '%h/%f\\n' ? namesAsLines(paths) : undefined;
}

/** One name a line, or each closed by a NUL, which is what a hole is. */
function namesAsLines(names: readonly string[] | undefined, words: readonly string[] = []): string | undefined {
  const isNul = words.some((word) => /^(?:-print0|-[a-zA-Z]*Z|--null)$/.test(word));
  return names?.map((name) => `${name}${isNul ? HOLE : '\n'}`).join('');
}

/** A name that stands for the new file, so that what is written to it can be followed. */
function temporary(words: readonly string[], operands: readonly string[], session: Session): string {
  const at = words.findIndex((word) => word === '-p' || word === '--tmpdir');
  const template = operands.find((word) => /XXX/.test(word));
  if (at < 0 && template === undefined) return `/tmp/tmp.${session.effects.length}\n`;
  const directory = at < 0 ? undefined : words[at + 1];
  const name = (template ?? 'tmp.XXX').replace(/X{3,}/g, HOLE);
  return `${directory === undefined ? (words.includes('-t') ? '/tmp/' : '') : `${directory}/`}${name}\n`;
}

/** Decoded bytes as text; unknown when they are not text. */
function readable(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8');
  return text.includes('\uFFFD') || text.includes(HOLE) ? undefined : text;
}

function concatenate(
  paths: readonly string[],
  input: string | undefined,
  session: Session,
  shell: Shell,
): string | undefined {
  if (paths.length === 0) return input;
  return paths
    .map((path) =>
      path === '-' || path === '/dev/stdin'
        ? (input ?? HOLE)
        : path === '/dev/null'
          ? ''
          : (contentOf(session, shell, path) ?? (isMissing(session, shell, path) ? '' : HOLE)),
    )
    .join('');
}

/** What `ls` prints of files: those that are there, as they are named. */
function listFiles(words: readonly string[], files: readonly string[], session: Session, shell: Shell) {
  const named = files.filter((path) => !isMissing(session, shell, path)).sort();
  const isSure = listsNamesAlone(words) && named.every((path) => mayBeThere(session, shell, path));
  return isSure ? named.map((path) => `${path}\n`).join('') : undefined;
}

/** Programs that make no files but by redirections, which are seen. */
const QUIET = new Set(['cat', 'cd', 'echo', 'printf', 'ls', 'test', '[', 'true', 'pwd', 'set', 'export']);

/** A file that is not there, and that nothing before in the line may have made: nothing of it is printed. */
function isMissing(session: Session, shell: Shell, path: string): boolean {
  if (shell.fallbacks.length > 0 || mayBeThere(session, shell, path)) return false;
  return session.effects.every((one) => one.kind === 'read' || (one.kind === 'run' && QUIET.has(one.program)));
}

/** Whether the folder of a file has it, or cannot be told. */
function mayBeThere(session: Session, shell: Shell, path: string): boolean {
  const place = resolvePath(path, shell, session.context.home);
  if (!isKnown(place)) return true;
  const names = session.list(place.slice(0, place.lastIndexOf('/')) || '/');
  return names === undefined || names.includes(HOLE) || names.includes(baseName(place));
}

function echo(words: readonly string[]): string {
  let at = 0;
  let isEscaped = false;
  let newline = '\n';
  for (; /^-[neE]+$/.test(words[at] ?? ''); at++) {
    if (words[at]?.includes('n')) newline = '';
    if (words[at]?.includes('e')) isEscaped = true;
  }
  const text = words.slice(at).join(' ');
  return (isEscaped ? decodeEscapes(text) : text) + newline;
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
};

/** Backslash escapes of `echo -e`, `printf` and `%b`. */
function decodeEscapes(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|0?([0-7]{1,3})|(.))/g,
    (all, hex, short, long, octal, plain) => {
      const code = hex ?? short ?? long;
      const number =
        code !== undefined ? Number.parseInt(code, 16) : octal !== undefined ? Number.parseInt(octal, 8) : undefined;
      if (number !== undefined) return number > 0 && number <= 0x10ffff ? String.fromCodePoint(number) : HOLE;
      return ESCAPES[plain] ?? all;
    },
  );
}

/** `%q`: a word as it would be typed; a hole where shells type it in different ways. */
function quoted(value: string): string {
  if (value === '') return "''";
  const isPlain = /^[\w %+\-./:=@'"!$&()*,;<>?[\\\]^`{|}]*$/.test(value);
  return isPlain ? value.replace(/[^\w%+\-./:=@]/g, (one) => `\\${one}`) : HOLE;
}

/** `printf` with the directives that build words; others give a hole. */
export function printf(words: readonly string[]): string {
  const [format = '', ...rest] = words;
  if (!isKnown(format)) return HOLE;
  let output = '';
  let at = 0;
  do {
    const from = at;
    output += format.replace(
      /%%|%(-?\d*)(?:\.(\d+))?([a-zA-Z])|\\(?:x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|[0-7]{1,3}|.)/g,
      (all, width, precision, kind) => {
        if (all === '%%') return '%';
        if (all.startsWith('\\')) return decodeEscapes(all);
        const value = rest[at++] ?? '';
        const plain =
          kind === 's'
            ? value
            : kind === 'b'
              ? decodeEscapes(value)
              : kind === 'q'
                ? quoted(value)
                : kind === 'c'
                  ? value.slice(0, 1)
                  : kind === 'd' || kind === 'i'
                    ? /^-?\d+$/.test(value)
                      ? value
                      : value === ''
                        ? '0'
                        : HOLE
                    : HOLE;
        const cut = precision === undefined ? plain : plain.slice(0, Number(precision));
        const size = Math.min(256, Math.abs(Number(width || 0)));
        return width?.startsWith('-') ? cut.padEnd(size) : cut.padStart(size, width?.startsWith('0') ? '0' : ' ');
      },
    );
    if (at === from) break;
  } while (at < rest.length && output.length < LIMITS.text);
  return output;
}

function translate(words: readonly string[], input: string): string | undefined {
  const flags = words.filter((word) => /^-[a-zA-Z]+$/.test(word)).join('');
  const [from, to] = words.filter((word) => !/^-[a-zA-Z]+$/.test(word)).map(trSet);
  if (from === undefined || /[cCs]/.test(flags)) return undefined;
  if (flags.includes('d')) return [...input].filter((character) => !from.includes(character)).join('');
  if (to === undefined || to.length === 0) return undefined;
  return [...input]
    .map((character) =>
      from.includes(character) ? (to[Math.min(from.indexOf(character), to.length - 1)] as string) : character,
    )
    .join('');
}

function trSet(text: string): string[] {
  const classes: Readonly<Record<string, string>> = {
    upper: 'A-Z',
    lower: 'a-z',
    digit: '0-9',
    alpha: 'A-Za-z',
    space: ' \t\n\r',
  };
  const plain = decodeEscapes(
    text.replace(/\[:(\w+):\]/g, (all, name) => (Object.hasOwn(classes, name) ? (classes[name] as string) : all)),
  );
  const set: string[] = [];
  for (let at = 0; at < plain.length && set.length < 1_024; at++) {
    if (plain[at + 1] === '-' && plain[at + 2] !== undefined) {
      for (let code = plain.charCodeAt(at); code <= plain.charCodeAt(at + 2) && set.length < 1_024; code++)
        set.push(String.fromCharCode(code));
      at += 2;
    } else set.push(plain[at] as string);
  }
  return set;
}

/** A program that reads files or its input and keeps a part of it. `isPlain` tells an option whose value is the next word. */
function withFiles(
  words: readonly string[],
  isPlain: (word: string) => boolean,
  input: string | undefined,
  session: Session,
  shell: Shell,
  run: (options: readonly string[], text: string) => string | undefined,
): string | undefined {
  const isFile = (word: string, at: number) =>
    (!word.startsWith('-') || word === '-') && (at === 0 || isPlain(words[at - 1] as string));
  const files = words.filter(isFile);
  const text = concatenate(files, input, session, shell);
  return isKnown(text)
    ? run(
        words.filter((word, at) => !isFile(word, at)),
        text,
      )
    : undefined;
}

function edited(
  words: readonly string[],
  input: string | undefined,
  session: Session,
  shell: Shell,
): string | undefined {
  const call = readSedCall(words);
  const text = call === undefined ? undefined : concatenate(call.files, input, session, shell);
  return call === undefined || !isKnown(text) ? undefined : runSed(call, text);
}

/** `seq`: whole numbers with their separator (`-s`) and of one width (`-w`); undefined for any other. */
function sequence(words: readonly string[]): string | undefined {
  const isSeparated = words[0]?.startsWith('-s') === true;
  const separator = isSeparated ? words[0]?.slice(2) || (words[1] ?? '') : '\n';
  const rest = isSeparated ? words.slice(words[0] === '-s' ? 2 : 1) : words;
  const isWide = rest[0] === '-w';
  const operands = isWide ? rest.slice(1) : rest;
  if (operands.length === 0 || operands.length > 3 || !operands.every((word) => /^-?\d{1,9}$/.test(word)))
    return undefined;
  const numbers = operands.map(Number);
  const [from, step, to] = [
    numbers.length > 1 ? (numbers[0] ?? 1) : 1,
    numbers.length > 2 ? (numbers[1] ?? 1) : 1,
    numbers.at(-1) ?? 1,
  ];
  const count = step === 0 ? Number.POSITIVE_INFINITY : Math.max(0, Math.floor((to - from) / step) + 1);
  if (count > LIMITS.fields || (isWide && numbers.some((number) => number < 0))) return undefined;
  const width = isWide ? Math.max(...[from, to].map((number) => String(number).length)) : 0;
  const texts = Array.from({ length: count }, (_, at) => String(from + at * step).padStart(width, '0'));
  return count === 0 ? '' : `${texts.join(separator)}\n`;
}
