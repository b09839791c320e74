import { changeDirectory, popDirectory, pushDirectory } from '../disk/folders.js';
import { contentOf, emitRead, emitUnread, isStandardInput } from '../disk/paths.js';
import {
  baseName,
  type Call,
  type Frame,
  HOLE,
  isKnown,
  type Leaving,
  type Result,
  resolvePath,
  type Scope,
  type Session,
  type Shell,
  spell,
  UNKNOWN,
} from '../state.js';
import { assignNamed } from './assignments.js';
import { declareWords, unsetNames } from './declaring.js';
import { setOptions, setShellOptions } from './options.js';
import { readLines, readVariables } from './reading.js';
import { setTrap } from './traps.js';
import { evaluateText } from './words/arithmetic.js';

const DONE: Result = { output: '', status: true };
const MAYBE: Result = { output: '', status: undefined };

type Builtin = (call: Call) => Result | undefined;

const declare: Builtin = (call) => declareWords(call);

/** The shell's own commands that change what later words mean, or that run code. */
const BUILTINS: Readonly<Record<string, Builtin>> = {
  cd: changeDirectory,
  chdir: changeDirectory,
  pushd: pushDirectory,
  popd: popDirectory,
  export: declare,
  declare,
  typeset: declare,
  local: declare,
  readonly: declare,
  unset: (call) => unsetNames(call),
  set: ({ words, session, shell }) => setOptions(words, session, shell),
  shopt: ({ words, shell }) => setShellOptions(words, shell),
  shift({ argv, shell }) {
    const count = Number(argv[1] ?? 1);
    if (Number.isInteger(count) && count > shell.positional.length && !shell.positional.includes(HOLE))
      return { output: '', status: false };
    const taken = shell.positional.slice(0, count);
    // An unknown word may be none or several, so that it may still be there.
    const isSure = Number.isInteger(count) && taken.every(isKnown);
    shell.positional = isSure ? shell.positional.slice(count) : [HOLE, ...shell.positional.slice(taken.length)];
    return DONE;
  },
  eval({ argv, session, shell, frame }) {
    const words = argv.slice(argv[1] === '--' ? 2 : 1);
    return session.code(words.join(' '), shell, { ...frame, via: [...frame.via, 'eval'] });
  },
  source: sourceFile,
  '.': sourceFile,
  alias({ argv, words, session, shell }) {
    if (argv.some((word) => /^-\w*g/.test(word))) opaque(argv, 'an alias that applies to any word', session);
    for (const word of words) {
      const at = word.indexOf('=');
      if (at > 0) shell.aliases.set(word.slice(0, at), word.slice(at + 1));
    }
    return DONE;
  },
  unalias({ argv, words, shell }) {
    if (argv[1] === '-a') shell.aliases.clear();
    for (const word of words) shell.aliases.delete(word);
    return MAYBE;
  },
  hash({ argv, shell }) {
    if (argv[1] === '-p' && argv[3] !== undefined) shell.aliases.set(argv[3], argv[2] ?? HOLE);
    return DONE;
  },
  enable({ argv, session }) {
    // A library that becomes part of the shell, whatever name it is given.
    if (argv.some((word) => /^-\w*f/.test(word))) opaque(argv, 'a builtin is loaded from a file', session);
    return DONE;
  },
  fc({ argv, session }) {
    if (!argv.some((word) => /^-\w*[ln]/.test(word))) opaque(argv, 'commands from the shell history are run', session);
    return MAYBE;
  },
  trap(call) {
    setTrap(call);
    return DONE;
  },
  exit: ({ argv, shell, frame }) => leave('exit', argv, shell, frame),
  logout: ({ argv, shell, frame }) => leave('exit', argv, shell, frame),
  return: ({ argv, shell, frame }) => leave('return', argv, shell, frame),
  break: ({ argv, shell, frame }) => leave('break', argv, shell, frame),
  continue: ({ argv, shell, frame }) => leave('continue', argv, shell, frame),
  read: readVariables,
  mapfile: readLines,
  readarray: readLines,
  getopts({ argv, session, shell }) {
    for (const name of [argv[2] ?? 'REPLY', 'OPTARG', 'OPTIND']) assignNamed(name, HOLE, session, shell);
    return MAYBE;
  },
  let({ argv, words, session, shell }) {
    const numbers = words.map((word) => evaluateText(word, shell, session));
    // What cannot be worked out may have set any name in it.
    for (const [index, number] of numbers.entries()) {
      if (number !== undefined) continue;
      for (const [name] of (argv[index + 1] as string).matchAll(
        /[A-Za-z_]\w*(?=\s*(?:\[[^\]]*\]\s*)?(?:[-+*/%&|^]|<<|>>)?=(?!=))/g,
      ))
        assignNamed(name, HOLE, session, shell);
    }
    const last = numbers.at(-1);
    return { output: '', status: last === undefined ? undefined : last !== 0 };
  },
  complete: () => MAYBE,
  compgen({ argv, session, shell, frame }) {
    // It calls a command, or a function, as completion would.
    for (const [at, word] of argv.entries())
      if (/^-[CF]$/.test(word) && argv[at + 1] !== undefined)
        session.code(argv[at + 1] as string, shell.clone(), {
          ...frame,
          via: [...frame.via, 'compgen'],
          exit: 'hidden',
        });
    return UNKNOWN;
  },
  bind: () => MAYBE,
  wait: () => MAYBE,
  ':': () => DONE,
  true: () => DONE,
  false: () => ({ output: '', status: false }),
};

/** Tells what the shell does itself under this name; undefined for a program, and for names such as `constructor`. */
export function findBuiltin(name: string): Builtin | undefined {
  return Object.hasOwn(BUILTINS, name) ? BUILTINS[name] : undefined;
}

function opaque(argv: readonly string[], reason: string, session: Session): void {
  session.effects.push({ kind: 'opaque', what: 'execution', text: spell(argv), reason });
}

/** `exit`, `return`, `break`, `continue`: what follows on this way is not run. */
function leave(how: Leaving['how'], argv: readonly string[], shell: Shell, frame: Frame): Result {
  const isLoop = how === 'break' || how === 'continue';
  // With more words, or where there is nothing to leave, it says so and does nothing.
  if (argv.length > 2 || (isLoop && frame.loops === 0) || (how === 'return' && !frame.canReturn)) return MAYBE;
  const word = argv[1];
  const number = word === undefined ? undefined : /^\d{1,9}$/.test(word) ? Number(word) : Number.NaN;
  // An unknown word may be none, one, or too many.
  if (word !== undefined && !isKnown(word)) return MAYBE;
  if (isLoop && Number.isNaN(number)) return MAYBE;
  const status = number === undefined || Number.isNaN(number) ? undefined : number % 256 === 0;
  const levels = isLoop ? Math.min(number || 1, frame.loops) : 1;
  shell.leaving = { how, levels, status: isLoop ? true : status };
  if (how === 'exit' && frame.certain) shell.ended = true;
  return MAYBE;
}

/** A script that reads another file into itself is no longer told by its own text alone. */
function noteSourced(path: string, { session, shell, frame }: Scope): void {
  const script = frame.programs?.at(-1);
  const place = resolvePath(path, shell, session);
  if (script === undefined || place === undefined || !isKnown(place)) return;
  session.sourced.set(script, [...(session.sourced.get(script) ?? []), place]);
}

/** Runs a file's text in the shell at hand. */
function sourceFile(call: Call): Result | undefined {
  const { argv, session, shell, frame } = call;
  // fish reads its input where no file is named; for bash that is an error.
  const path = (argv[1] === '--' ? argv[2] : argv[1]) ?? (frame.input === undefined ? undefined : '/dev/stdin');
  if (path === undefined) return undefined;
  const inner: Frame = { ...frame, via: [...frame.via, `source ${baseName(path).replaceAll(HOLE, '…')}`] };
  const text = isStandardInput(path) ? (frame.input?.rest ?? HOLE) : contentOf(session, shell, path);
  emitRead(session, shell, path, 'source');
  noteSourced(path, call);
  if (text === undefined) {
    emitUnread(session, path, 'a sourced file that cannot be read');
    return MAYBE;
  }
  const positional = shell.positional;
  const pathChanged = shell.pathChanged;
  if (argv.length > 2) shell.positional = argv.slice(2);
  const result = session.code(text, shell, { ...inner, canReturn: true }, 'file');
  shell.positional = positional;
  if (shell.leaving?.how === 'return') shell.leaving = undefined;
  // A virtual environment's `activate` puts its own tools in front: that is what it is for.
  if (/\/bin\/activate$/.test(path)) shell.pathChanged = pathChanged;
  return result;
}
