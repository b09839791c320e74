import { assign, lookup } from './parameters.js';
import { contentOf, emitRead, isDirectory } from './paths.js';
import { baseName, type Frame, HOLE, isKnown, type Result, resolvePath, type Session, type Shell } from './state.js';

const DONE: Result = { output: '', status: true };
const MAYBE: Result = { output: '', status: undefined };

type Builtin = (argv: readonly string[], session: Session, shell: Shell, frame: Frame) => Result | undefined;

/** The shell's own commands that change what later words mean, or that run code. */
const BUILTINS: Readonly<Record<string, Builtin>> = {
  cd: (argv, session, shell) => changeDirectory(argv, session, shell),
  chdir: (argv, session, shell) => changeDirectory(argv, session, shell),
  pushd(argv, session, shell) {
    shell.stack.push(shell.cwd);
    return changeDirectory(argv, session, shell);
  },
  popd(_argv, _session, shell) {
    shell.cwd = shell.stack.pop();
    return MAYBE;
  },
  export: (argv, _session, shell) => markExported(argv, shell),
  declare: (argv, _session, shell) => (argv.some((word) => /^-\w*x/.test(word)) ? markExported(argv, shell) : MAYBE),
  typeset: (argv, _session, shell) => (argv.some((word) => /^-\w*x/.test(word)) ? markExported(argv, shell) : MAYBE),
  local: () => MAYBE,
  readonly: () => MAYBE,
  unset(argv, _session, shell) {
    for (const name of argv.slice(1)) {
      if (shell.functions.delete(name)) continue;
      shell.variables.set(name, { value: '', exported: false });
    }
    return MAYBE;
  },
  set(argv, _session, shell) {
    return setOptions(argv.slice(1), shell);
  },
  shift(argv, _session, shell) {
    const count = Number(argv[1] ?? 1);
    shell.positional = Number.isInteger(count) ? shell.positional.slice(count) : [HOLE];
    return MAYBE;
  },
  eval(argv, session, shell, frame) {
    return session.code(
      argv
        .slice(1)
        .filter((word, at) => at > 0 || word !== '--')
        .join(' '),
      shell,
      { ...frame, via: [...frame.via, 'eval'] },
    );
  },
  source: (argv, session, shell, frame) => sourceFile(argv, session, shell, frame),
  '.': (argv, session, shell, frame) => sourceFile(argv, session, shell, frame),
  alias(argv, _session, shell) {
    for (const word of argv.slice(1)) {
      const at = word.indexOf('=');
      if (at > 0) shell.aliases.set(word.slice(0, at), word.slice(at + 1));
    }
    return MAYBE;
  },
  unalias(argv, _session, shell) {
    for (const word of argv.slice(1)) shell.aliases.delete(word);
    return MAYBE;
  },
  hash(argv, _session, shell) {
    if (argv[1] === '-p' && argv[3] !== undefined) shell.aliases.set(argv[3], argv[2] ?? HOLE);
    return MAYBE;
  },
  trap(argv, session, shell, frame) {
    const code = argv[1] === '--' ? argv[2] : argv[1];
    if (argv.length < 3 || code === undefined || code.startsWith('-') || code === '') return MAYBE;
    shell.ended = true;
    session.code(code, shell.clone(), { ...frame, exit: 'hidden', certain: false, via: [...frame.via, 'trap'] });
    return MAYBE;
  },
  exit(_argv, _session, shell, frame) {
    if (frame.certain) shell.ended = true;
    return MAYBE;
  },
  read: (argv, session, shell, frame) => readVariables(argv, session, shell, frame),
  mapfile: (argv, _session, shell, frame) => readLines(argv, shell, frame),
  readarray: (argv, _session, shell, frame) => readLines(argv, shell, frame),
  getopts(argv, _session, shell) {
    assign(shell, argv[2] ?? 'REPLY', HOLE);
    return MAYBE;
  },
  let(argv, _session, shell) {
    for (const word of argv.slice(1)) {
      const name = /^[A-Za-z_]\w*/.exec(word)?.[0];
      if (name !== undefined) assign(shell, name, HOLE);
    }
    return MAYBE;
  },
  complete: () => MAYBE,
  bind: () => MAYBE,
  shopt: () => MAYBE,
  wait: () => MAYBE,
  return: () => MAYBE,
  break: () => MAYBE,
  continue: () => MAYBE,
  ':': () => DONE,
  true: () => DONE,
  false: () => ({ output: '', status: false }),
};

export function findBuiltin(name: string): Builtin | undefined {
  return Object.hasOwn(BUILTINS, name) ? BUILTINS[name] : undefined;
}

function changeDirectory(argv: readonly string[], session: Session, shell: Shell): Result {
  const target = argv.slice(1).find((word) => !/^-[LPe@]*$|^--$/.test(word) || word === '-') ?? '~';
  const from = shell.cwd;
  if (target === '-') shell.cwd = shell.previous;
  else if (target === '~') shell.cwd = lookup('HOME', shell, session)?.value ?? session.context.home;
  else if (/^\+\d+$/.test(target)) shell.cwd = undefined;
  else {
    const searchPath = shell.variables.get('CDPATH')?.value;
    const next = resolvePath(target, shell, session.context.home);
    const isSearched = searchPath !== undefined && searchPath !== '' && !/^\.{0,2}\//.test(target);
    shell.cwd = next !== undefined && isKnown(next) && !isSearched ? next : undefined;
  }
  shell.previous = from;
  return MAYBE;
}

function markExported(argv: readonly string[], shell: Shell): Result {
  for (const word of argv.slice(1)) {
    if (word.startsWith('-')) continue;
    const at = word.indexOf('=');
    const name = at < 0 ? word : word.slice(0, at);
    const variable = shell.variables.get(name);
    if (variable !== undefined) shell.variables.set(name, { ...variable, exported: true });
    else if (at > 0) shell.variables.set(name, { value: word.slice(at + 1), exported: true });
  }
  return MAYBE;
}

function setOptions(words: readonly string[], shell: Shell): Result {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (word === '--') {
      shell.positional = words.slice(at + 1);
      return MAYBE;
    }
    if (/^[-+][a-zA-Z]+$/.test(word)) {
      const on = word.startsWith('-');
      if (word.includes('e')) shell.errexit = on;
      if (word.endsWith('o')) {
        const name = words[++at];
        if (name === 'pipefail') shell.pipefail = on;
        if (name === 'errexit') shell.errexit = on;
      }
    } else {
      shell.positional = words.slice(at);
      return MAYBE;
    }
  }
  return MAYBE;
}

/** Runs a file's text in the shell at hand. */
function sourceFile(argv: readonly string[], session: Session, shell: Shell, frame: Frame): Result | undefined {
  const path = argv[1] === '--' ? argv[2] : argv[1];
  if (path === undefined) return undefined;
  const inner: Frame = { ...frame, via: [...frame.via, `source ${baseName(path).replaceAll(HOLE, '…')}`] };
  const isStdin = /^\/dev\/(?:stdin|fd\/0)$|^\/proc\/self\/fd\/0$/.test(path);
  const text = isStdin ? (frame.input?.rest ?? HOLE) : contentOf(session, shell, path);
  emitRead(session, shell, path, 'source');
  if (text === undefined) {
    session.effects.push({
      kind: 'opaque',
      what: 'program',
      text: path.replaceAll(HOLE, '…').slice(0, 200),
      reason: 'a sourced file that cannot be read',
    });
    return MAYBE;
  }
  const positional = shell.positional;
  const pathChanged = shell.pathChanged;
  if (argv.length > 2) shell.positional = argv.slice(2);
  const result = session.code(text, shell, inner, 'file');
  shell.positional = positional;
  // A virtual environment's `activate` puts its own tools in front: that is what it is for.
  if (/\/bin\/activate$/.test(path)) shell.pathChanged = pathChanged;
  return result;
}

function readVariables(argv: readonly string[], session: Session, shell: Shell, frame: Frame): Result {
  const names: string[] = [];
  let list: string | undefined;
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at] as string;
    if (word === '-a') list = argv[++at];
    else if (/^-\w*[dinNptu]$/.test(word)) at++;
    else if (!word.startsWith('-')) names.push(word);
  }
  const { input } = frame;
  if (names.length === 0) names.push('REPLY');
  if (input === undefined || (input.rest === HOLE && input.rest.length === 1)) {
    for (const name of names) assign(shell, name, HOLE);
    if (list !== undefined) assign(shell, list, HOLE);
    return MAYBE;
  }
  const end = input.rest.indexOf('\n');
  const line = end < 0 ? input.rest : input.rest.slice(0, end);
  const isOver = input.rest === '';
  input.rest = end < 0 ? '' : input.rest.slice(end + 1);
  const separators = lookup('IFS', shell, session)?.value ?? ' \t\n';
  const words = splitFields(line, separators, list === undefined ? names.length : Number.POSITIVE_INFINITY);
  if (list !== undefined) assign(shell, list, words[0] ?? '', words);
  else for (const [at, name] of names.entries()) assign(shell, name, words[at] ?? '');
  return { output: '', status: isOver ? false : isKnown(line) ? true : undefined };
}

function splitFields(line: string, separators: string, limit: number): string[] {
  const words: string[] = [];
  let rest = line;
  const isSeparator = (character: string | undefined) => character !== undefined && separators.includes(character);
  while (rest !== '') {
    while (isSeparator(rest[0]) && /\s/.test(rest[0] as string)) rest = rest.slice(1);
    if (rest === '') break;
    if (words.length === limit - 1) {
      words.push(rest.trimEnd());
      break;
    }
    let end = 0;
    while (end < rest.length && !isSeparator(rest[end])) end++;
    words.push(rest.slice(0, end));
    rest = rest.slice(end + 1);
  }
  return words;
}

function readLines(argv: readonly string[], shell: Shell, frame: Frame): Result {
  const name =
    argv
      .slice(1)
      .filter((word) => !word.startsWith('-'))
      .at(-1) ?? 'MAPFILE';
  const text = frame.input?.rest ?? HOLE;
  const lines = text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => (argv.includes('-t') ? line : `${line}\n`));
  assign(shell, name, lines[0] ?? '', lines);
  return MAYBE;
}

/** `[ … ]` and `test` on known texts; undefined for anything that depends on the disk. */
export function evaluateTest(argv: readonly string[], session: Session, shell: Shell): boolean | undefined {
  const words = argv[0] === '[' ? argv.slice(1, -1) : argv.slice(1);
  const isNegated = words[0] === '!';
  const [a, b, c, ...more] = isNegated ? words.slice(1) : words;
  const value = more.length > 0 ? undefined : plainTest(a, b, c, session, shell);
  return value === undefined ? undefined : value !== isNegated;
}

function plainTest(
  a: string | undefined,
  b: string | undefined,
  c: string | undefined,
  session: Session,
  shell: Shell,
): boolean | undefined {
  if (a === undefined) return false;
  if (b === undefined) return isKnown(a) ? a !== '' : undefined;
  if (c === undefined) {
    if (a === '-d' && isKnown(b) && isDirectory(session, shell, b)) return true;
    if (!isKnown(b)) return undefined;
    return a === '-z' ? b === '' : a === '-n' ? b !== '' : undefined;
  }
  if (!isKnown(a) || !isKnown(c)) return undefined;
  if (b === '=' || b === '==') return a === c;
  return b === '!=' ? a !== c : undefined;
}
