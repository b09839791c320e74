import { posix } from 'node:path';
import { LIMITS } from '../bash/parse.js';
import { grepLines } from '../bash/words/text-patterns.js';
import { readSedCall, runSed } from '../code/sed.js';
import { contentOf, isDirectory } from '../disk/paths.js';
import { isForTemporary } from '../disk/temporary.js';
import { findFiles, grepFiles, listNames } from '../programs/search.js';
import { baseName, type Call, HOLE, isKnown, PLAIN_SHELL, type Session, type Shell } from '../state.js';
import { findOperands } from '../text/command-options.js';
import { archiveOutput } from '../writers/archive.js';
import { printFields } from './awk-print.js';
import type { PrintCall } from './call.js';
import { concatenate, listFiles, withFiles } from './files.js';
import { echo, printf } from './format.js';
import { queryJson } from './json-query.js';
import { cutLines, sliceLines } from './line-cutting.js';
import { sortLines, withoutRepeats } from './line-order.js';
import { sequence } from './sequence.js';
import { translate } from './translation.js';

/** Programs that print settings for the shell to evaluate, by their makers' own instruction. */
const PRINTS_SETTINGS =
  /^(?:ssh-agent(?: -s)?$|brew shellenv|direnv (?:hook|export)|pyenv (?:init|virtualenv-init)|rbenv init|nodenv init|fnm env|mise (?:activate|env)|rtx activate|starship init|zoxide init|opam (?:env|config env)|conda shell|micromamba shell|dircolors|lesspipe|minikube (?:-p \S+ )?docker-env|docker-machine env|thefuck --alias|gpg-agent|keychain|gh completion|kubectl completion|poetry env activate|register-python-argcomplete|luarocks path|resize$|(?:jenv|goenv|phpenv|swiftenv|plenv|atuin|vfox|pkgx|rtx) (?:init|activate|shell)|uv generate-shell-completion|fzf --(?:bash|zsh)|hub alias|aws configure export-credentials|perl (?:-I\S+ )?-Mlocal::lib|locale$|tset\b|stty size|(?:[\w@./-]+ ){1,3}(?:completions?|--(?:generate-|print-|shell-)?completions?(?:-(?:ba|z|fi)sh)?|complete (?:ba|z|fi)sh$)(?:$|[ =])|go env$|cargo llvm-cov show-env(?: --\S+)*$)/;

/** What a call prints; undefined where that cannot be told. */
type Printer = (call: PrintCall) => string | undefined;

/** A printer that needs nothing but the whole input. */
const ofInput =
  (run: (input: string, call: PrintCall) => string | undefined): Printer =>
  (call) =>
    isKnown(call.input) ? run(call.input, call) : undefined;

const nothing: Printer = () => '';

const PRINTERS: Readonly<Record<string, Printer>> = {
  // Some shells read backslashes, some print `-e`.
  echo: ({ words, shell }) =>
    shell.options.has(PLAIN_SHELL) && words.some((word) => word.includes('\\') || /^-[neE]/.test(word))
      ? undefined
      : echo(words),
  printf: ({ words }) => (words[0] === '-v' ? '' : printf(words[0] === '--' ? words.slice(1) : words)),
  find: found,
  ls: (call) =>
    call.operands.length > 0 && call.operands.every((path) => !isDirectory(call.session, call.shell, path))
      ? listFiles(call)
      : listNames(call.words, call.session, call.shell),
  grep: searched,
  egrep: searched,
  fgrep: searched,
  rg: searched,
  tar: archived,
  bsdtar: archived,
  awk: ofInput((input, { words }) => printFields(words, input)),
  gawk: ofInput((input, { words }) => printFields(words, input)),
  mawk: ofInput((input, { words }) => printFields(words, input)),
  mktemp: temporary,
  pwd: ({ shell }) => `${shell.cwd ?? HOLE}\n`,
  which: ({ operands }) => `${operands[0] ?? ''}\n`,
  type: ({ words, operands }) => (words.some((word) => /^-[apP]+$/.test(word)) ? `${operands[0] ?? ''}\n` : undefined),
  basename: ({ operands: [path = '', suffix = ''] }) => {
    const base = baseName(path.replace(/\/+$/, ''));
    return `${suffix !== '' && base.endsWith(suffix) ? base.slice(0, -suffix.length) : base}\n`;
  },
  dirname: ({ operands }) => {
    const path = (operands[0] ?? '').replace(/\/+$/, '');
    return `${path.includes('/') ? path.slice(0, path.lastIndexOf('/')) || '/' : '.'}\n`;
  },
  realpath: ({ operands }) => (operands[0] === undefined ? undefined : `${operands[0]}\n`),
  // Without an option it prints where a link points to.
  readlink: ({ words, operands }) =>
    operands[0] === undefined || operands.length === words.length ? undefined : `${operands[0]}\n`,
  tee: ({ input }) => input,
  cat: (call) => concatenate(call, call.operands),
  head: (call) => withFiles(call, (options, text) => sliceLines('head', options, text), hasNoCount),
  tail: (call) => withFiles(call, (options, text) => sliceLines('tail', options, text), hasNoCount),
  base64: decoded,
  gbase64: decoded,
  openssl: ofInput((input, { words }) =>
    words.includes('-d') && (words.includes('base64') || words.includes('-base64') || words.includes('-a'))
      ? readable(Buffer.from(input, 'base64'))
      : undefined,
  ),
  xxd: ofInput((input, { words }) =>
    words.some((word) => /^-\w*r/.test(word)) && words.some((word) => word.includes('p'))
      ? readable(Buffer.from(input.replace(/\s+/g, ''), 'hex'))
      : undefined,
  ),
  rev: ofInput((input) =>
    input
      .split('\n')
      .map((line) => [...line].reverse().join(''))
      .join('\n'),
  ),
  tac: ofInput((input, { words }) =>
    words.length > 0 ? undefined : `${input.replace(/\n$/, '').split('\n').reverse().join('\n')}\n`,
  ),
  tr: ofInput((input, { words }) => translate(words, input)),
  sed: edited,
  gsed: edited,
  cut: (call) => withFiles(call, cutLines, (word) => !/^-[dfcb]$/.test(word)),
  sort: (call) => withFiles(call, sortLines),
  uniq: ofInput((input, { words }) => (words.length === 0 ? withoutRepeats(input) : undefined)),
  seq: ({ words }) => sequence(words),
  jq: queryJson,
  true: nothing,
  false: nothing,
  sleep: nothing,
  mkdir: nothing,
  touch: nothing,
  chmod: nothing,
  rm: nothing,
  cp: nothing,
  mv: nothing,
  ln: nothing,
};

/**
 * What a program prints, as far as its words and input tell; a hole for what cannot be known. Used for substitutions, pipes
 * into shells and files that are written and run in one line.
 */
export function findOutput(call: Call): string {
  const { program, words, frame } = call;
  const operands = words.filter((word) => !word.startsWith('-') || word === '-');
  const input = frame.input?.rest;
  const print = input === SETTINGS ? filtered : Object.hasOwn(PRINTERS, program) ? PRINTERS[program] : settings;
  const text = (print as Printer)({ ...call, operands, input });
  return text === undefined || text.length > LIMITS.text ? HOLE : text;
}

/** Settings that nobody has to know: as code and as words they are nothing, and in a pipe they are still told from it. */
const SETTINGS = '\n\n';

const settings: Printer = ({ program, words }) =>
  PRINTS_SETTINGS.test([program, ...words].join(' ')) ? SETTINGS : undefined;

/** Some of the lines of settings are settings, too; what else is made of them can be anything. */
const filtered: Printer = ({ program }) => (SELECTS.has(program) ? SETTINGS : undefined);

const SELECTS = new Set(['cat', 'tee', 'grep', 'egrep', 'fgrep', 'rg', 'head', 'tail', 'sort', 'uniq']);

/** Whether the option takes no number of lines or bytes as its next word. */
const hasNoCount = (option: string) => !/^-[nc]$/.test(option);

/** What `find` prints, one path a line. */
function found({ words, operands, session, shell }: PrintCall): string | undefined {
  const format = words[words.indexOf('-printf') + 1];
  const paths = findFiles(words, session, shell);
  if (paths === undefined || paths.length === 0) return operands.length === 0 ? undefined : `${operands[0]}${HOLE}\n`;
  if (!words.includes('-printf')) return namesAsLines(paths, words);
  if (format === '%f\\n') return namesAsLines(paths.map(baseName));
  return format === '%p\\n' || format === '%h/%f\\n' ? namesAsLines(paths) : undefined;
}

/** What a search prints: names of files, or the lines of its input. */
function searched({ program, words, operands, input, session, shell }: PrintCall): string | undefined {
  const names = namesAsLines(grepFiles(words, session, shell), words);
  if (names !== undefined) return names;
  const [, file, ...more] = operands;
  // Of one file the lines are printed as they are.
  const isOfFile = file !== undefined && more.length === 0 && !words.some((word) => /^-[a-zA-Z]*[rR]/.test(word));
  const text = isOfFile ? contentOf(session, shell, file) : input;
  const own = isOfFile ? words.filter((word) => word !== file) : words;
  return isKnown(text) ? grepLines(program === 'egrep' ? ['-E', ...own] : own, text) : undefined;
}

/** Names on a line each, or each closed by a NUL, which is what a hole is. */
function namesAsLines(names: readonly string[] | undefined, words: readonly string[] = []): string | undefined {
  const isNul = words.some((word) => /^(?:-print0|-[a-zA-Z]*Z|--null)$/.test(word));
  return names?.map((name) => `${name}${isNul ? HOLE : '\n'}`).join('');
}

function archived({ words, session, shell }: PrintCall): string | undefined {
  const operands = findOperands(words, ['-C', '--directory', '-f', '--file', '-T', '-X', '--exclude']);
  return archiveOutput(words, operands, session, shell);
}

/**
 * A name that stands for the new file, so that what is written to it can be followed. It looks like one that `mktemp` makes
 * up, and what compares it with something knows that it is not the real one.
 */
function temporary({ words, operands, session, shell }: PrintCall): string {
  const at = words.findIndex((word) => word === '-p' || word === '--tmpdir');
  const template = operands.find((word) => /XXX/.test(word));
  const directory = at < 0 ? undefined : words[at + 1];
  const isPlain = at < 0 && template === undefined;
  const folder = isPlain ? '/tmp/' : directory === undefined ? (words.includes('-t') ? '/tmp/' : '') : `${directory}/`;
  const path = folder + (template ?? (isPlain ? 'tmp.XXXXXXXXXX' : 'tmp.XXX'));
  // Among the temporary files the name is of no matter, but for that it is a new one.
  const isOwn = isPlain || isForTemporary(path, session);
  const made = path.replace(/X{3,}/g, (all) => (isOwn ? madeUp(all.length, session) : HOLE));
  if (isOwn && makesFolderForSure(words, session, shell)) session.ownFolders.add(made);
  return `${made}\n`;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Letters that stand for those of `mktemp`, the same for the same line. */
function madeUp(length: number, { line, effects, madeUpNames }: Session): string {
  let seed = [...`${line}\0${effects.length}\0${madeUpNames.size}`].reduce(
    (hash, letter) => Math.imul(hash ^ letter.codePointAt(0)!, 16_777_619) >>> 0,
    2_166_136_261,
  );
  const name = Array.from({ length }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return LETTERS[(seed >>> 16) % LETTERS.length];
  }).join('');
  madeUpNames.add(name);
  return name;
}

/** `mktemp -d` as it is mostly called: where nothing could keep it from making one that can be entered. */
function makesFolderForSure(words: readonly string[], session: Session, shell: Shell): boolean {
  const { env, canMakeIn } = session.context;
  const [option, template = `${env?.TMPDIR || '/tmp'}/XXX`, ...more] = words;
  const isUsual = option === '-d' && more.length === 0 && /^\/(?:[\w.-]+\/)*[\w.-]*X{3,}$/.test(template);
  const isLed = ['PATH', 'TMPDIR'].some((name) => shell.variables.has(name));
  const isLimited = session.effects.some((one) => one.kind === 'run' && /^u(?:mask|limit)$/.test(one.program));
  if (!isUsual || isLed || isLimited || !isForTemporary(template, session)) return false;
  return canMakeIn?.(posix.dirname(template)) === true;
}

function decoded(call: PrintCall): string | undefined {
  if (!call.words.some((word) => /^(?:-\w*[dD]|--decode)$/.test(word))) return undefined;
  const text = concatenate(call, call.operands);
  return isKnown(text) ? readable(Buffer.from(text, 'base64')) : undefined;
}

/** Decoded bytes as text; unknown when they are not text. */
function readable(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8');
  return text.includes('\uFFFD') || text.includes(HOLE) ? undefined : text;
}

function edited(call: PrintCall): string | undefined {
  const read = readSedCall(call.words);
  const text = read === undefined ? undefined : concatenate(call, read.files);
  return read === undefined || !isKnown(text) ? undefined : runSed(read, text);
}
