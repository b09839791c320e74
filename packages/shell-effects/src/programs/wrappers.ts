import { assign } from '../bash/words/parameters.js';
import { emitWrite } from '../disk/paths.js';
import { changesPath } from '../disk/search-path.js';
import {
  type Call,
  type Frame,
  HOLE,
  type Result,
  resolvePath,
  type Scope,
  type Session,
  type Shell,
  UNSET,
  under,
} from '../state.js';
import { quoted } from '../text/quoted.js';
import { runXargs } from './feeders.js';
import { runFind } from './find.js';
import { importFunction } from './imported.js';
import { wrappedByProduct } from './product-calls.js';
import { WRAPPERS, type Wrapper } from './wrapper-table.js';

/** Programs whose plain arguments are each shell code. */
const RUN_EACH = new Set(
  'concurrently run-script-os start-server-and-test start-test server-test pee mispipe bench'.split(' '),
);

/**
 * When the words start another program through a wrapper, runs that one and gives its result; undefined when they do not.
 */
export function runWrapped(call: Call): Result | undefined {
  const { argv, program, session, shell, frame } = call;
  const own = wrappedByProduct(argv, session.context.products);
  if (own !== undefined) {
    const { pathChanged } = shell;
    session.wrapped.push({ label: own.label, environment: shell.environment(), pathChanged });
    const wrapper = { valued: own.valued.join(' '), directory: own.directories.join(' ') };
    return strip(own.label, wrapper, own.words, call);
  }
  if (program === 'env') return runEnv(call);
  if (program === 'xargs' || program === 'parallel') return runXargs(call);
  if (program === 'find' || program === 'gfind' || program === 'fd' || program === 'fdfind') return runFind(call);
  if (program === 'command') return runCommandBuiltin(call);
  if (RUN_EACH.has(program)) {
    for (const code of argv.slice(1).filter((word) => !word.startsWith('-'))) {
      const script = /^npm:(.+)$/.exec(code)?.[1];
      const inner: Frame = { ...under(frame, program), exit: 'hidden' };
      if (script !== undefined) session.run(['run-s', script], shell.external(), inner);
      else if (/[a-z]/i.test(code)) session.code(code, shell.child(session.context.env), inner, 'guess');
    }
    return { output: HOLE, status: undefined };
  }
  const three = argv.slice(1, 3).join(' ');
  const [key, words] =
    WRAPPERS[`${program} ${three}`] !== undefined
      ? [`${program} ${three}`, argv.slice(3)]
      : WRAPPERS[`${program} ${argv[1]}`] !== undefined
        ? [`${program} ${argv[1]}`, argv.slice(2)]
        : [program, argv.slice(1)];
  const wrapper = Object.hasOwn(WRAPPERS, key) ? WRAPPERS[key] : undefined;
  if (wrapper === undefined) return undefined;
  if (key === 'dotenv') {
    const at = words.findIndex((word, index) => !/^-/.test(word) && !/^-[fe]$/.test(words[index - 1] ?? ''));
    const verb = words[at] ?? '';
    if (/^(?:un)?set$/.test(verb))
      return at === 0
        ? undefined
        : session.run([program, verb, ...words.filter((_, index) => index !== at)], shell, frame);
  }
  // Modules of ansible's other than these take settings, no commands.
  const module = key === 'ansible' ? /(?:^| )(?:-m ?|--module-name[= ])(\S+)/.exec(words.join(' '))?.[1] : undefined;
  if (module !== undefined && !/(?:^|\.)(?:shell|command|raw)$/.test(module)) return undefined;
  if (LOGGING.has(key)) session.writes(argv, shell, frame);
  return strip(key, wrapper, words, call);
}

/** Wrappers that write a file of their own beside what they start. */
const LOGGING = new Set(['time', 'strace', 'ltrace', 'flock', 'perf stat', 'perf record', 'valgrind']);

/** Takes a wrapper's own words away, and runs what it starts. */
function strip(
  key: string,
  wrapper: Wrapper,
  words: readonly string[],
  { session, shell, frame }: Scope,
): Result | undefined {
  const inner = under(wrapper.hides ? { ...frame, exit: 'hidden' } : frame, key);
  const log = wrapper.log === undefined ? undefined : logOf(words, wrapper.log);
  if (log !== undefined) emitWrite(session, shell, 'write', log, key);
  const child = shell.external();
  // A shell of its own knows what was exported, and nothing else.
  const own = () => child.child(session.context.env);
  const read = readOwnWords(wrapper, words, session, child);
  if (read.code !== undefined) return session.code(read.code, own(), inner);
  if (read.isInner) return session.run(words.slice(read.end), child, inner);
  const options = words.slice(0, read.end);
  const rest = words.slice(read.end);
  for (const code of wrapper.setup === undefined ? [] : setupOf(words, read.end, wrapper.setup))
    session.code(code, own(), { ...inner, exit: 'hidden' }, 'guess');
  if (rest.length === 0) {
    const typed = wrapper.isShell && frame.input !== undefined ? frame.input.rest : '';
    return typed === '' ? undefined : session.code(typed, own(), { ...inner, input: { rest: '' } });
  }
  const { joins, glue = ' ' } = wrapper;
  if (typeof joins === 'function' ? joins(words, options) : joins) return session.code(rest.join(glue), own(), inner);
  if (wrapper.replaces) return finishExec(rest, { session, shell, frame: inner });
  return session.run(wrapper.inner?.(rest, options) ?? rest, wrapper.isBuiltin ? shell : child, inner);
}

/** A wrapper's own words: where they end, or the code that one of them gives. */
interface OwnWords {
  readonly end: number;
  readonly code?: string;
  /** An option said that the inner command begins there. */
  readonly isInner?: boolean;
}

/** Reads the options and words of a wrapper, and obeys what they do to the shell that it starts. */
function readOwnWords(wrapper: Wrapper, words: readonly string[], session: Session, child: Shell): OwnWords {
  const [valued, code, directory] = [setOf(wrapper.valued), setOf(wrapper.code), setOf(wrapper.directory)];
  let at = 0;
  // `runuser root -c …` names the user first, `runuser -u root …` the program.
  const namesUser = wrapper.user !== undefined && !words.some((word) => wrapper.user?.test(word));
  let skip = namesUser ? SKIP_ALL : (wrapper.skip ?? 0);
  for (; at < words.length; at++) {
    const word = words[at] as string;
    const { name, attached, cluster } = optionOf(word);
    if (cluster !== undefined && code.has(cluster)) return { end: at, code: words[at + 1] ?? '' };
    if (code.has(name)) {
      // `nix develop -c prog args` takes words, the others one text.
      return wrapper.codeIsWords ? { end: at + 1, isInner: true } : { end: at, code: attached ?? words[at + 1] ?? '' };
    }
    if (word === '--') {
      at++;
      break;
    }
    if (directory.has(name)) child.cwd = resolvePath(attached ?? words[++at] ?? HOLE, child, session.context.home);
    else if (valued.has(name)) at += attached === undefined ? 1 : 0;
    // `-iu root`: the last letter of several may take the next word.
    else if (cluster !== undefined && valued.has(cluster)) at++;
    else if (word.startsWith('-') && word.length > 1) continue;
    else if (wrapper.needsDashes) continue;
    else if (wrapper.assigns && isAssignment(word)) exportWord(word, session, child);
    else if (skip > 0) skip--;
    else break;
  }
  const left = skip < SKIP_ALL ? skip : 0;
  return { end: Math.min(at + left, Math.max(at, words.length)) };
}

/** A `skip` of so many words means all of them. */
const SKIP_ALL = 99;

/** Options in a list of the table. */
function setOf(options = ''): ReadonlySet<string> {
  return new Set(options.split(' ').filter((one) => one !== ''));
}

/** The name of an option, the value that stands in the same word, and the last of several letters as an option. */
function optionOf(word: string): { name: string; attached: string | undefined; cluster: string | undefined } {
  const letter = /^-[a-zA-Z]+([a-zA-Z])$/.exec(word)?.[1];
  const cluster = letter === undefined ? undefined : `-${letter}`;
  const equals = word.startsWith('--') ? word.indexOf('=') : -1;
  if (equals > 0) return { name: word.slice(0, equals), attached: word.slice(equals + 1), cluster };
  if (!word.startsWith('-') || word.startsWith('--') || word.length <= 2)
    return { name: word, attached: undefined, cluster };
  return { name: word.slice(0, 2), attached: word.slice(2), cluster };
}

/** The file that a wrapper keeps what it sees in. */
function logOf(words: readonly string[], valued: RegExp): string | undefined {
  return words.find((word, at) => !word.startsWith('-') && !valued.test(words[at - 1] ?? ''));
}

/** Code that options among the first words give. */
function setupOf(words: readonly string[], end: number, setup: RegExp): string[] {
  return words.slice(0, end).flatMap((word, index) => {
    const found = setup.exec(word);
    return found === null ? [] : [found[1] ?? words[index + 1] ?? ''];
  });
}

function finishExec(rest: readonly string[], { session, shell, frame }: Scope): Result {
  const result = session.run(rest, shell.external(), { ...frame, via: frame.via.slice(0, -1) });
  shell.ended = true;
  return result;
}

function isAssignment(word: string): boolean {
  return /^[^=\s]+=/.test(word);
}

/** Puts a `NAME=value` word into the environment of a shell. */
function exportWord(word: string, session: Session, shell: Shell): void {
  const at = word.indexOf('=');
  const name = word.slice(0, at);
  const value = word.slice(at + 1);
  const before = shell.variables.get(name)?.value ?? session.context.env?.[name];
  if (importFunction(name, value, shell)) return;
  if (name === 'PATH' && changesPath(value, before, session.context.home)) shell.pathChanged = true;
  assign(shell, name, value);
  const variable = shell.variables.get(name);
  if (variable !== undefined) shell.variables.set(name, { ...variable, exported: true });
}

function runEnv({ words, session, shell, frame }: Call): Result | undefined {
  const child = shell.external();
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (word === '--') continue;
    if (/^-[a-zA-Z]*i|^--ignore-environment$|^-$/.test(word)) clearEnvironment(child, session);
    const split = /^(?:-[iv0]*S|--split-string=)([\s\S]*)$/.exec(word);
    if (split !== null) {
      const text = split[1] === '' || split[1] === undefined ? (words[++at] ?? '') : split[1];
      // `-S` knows quotes and `${NAME}` but no operators: quote what a shell would take for one.
      const rest = words
        .slice(at + 1)
        .map(quoted)
        .join(' ');
      return session.code(`env ${text.replace(/[;&|<>()`]/g, '\\$&')} ${rest}`, child, under(frame, 'env -S'));
    }
    if (word === '-C' || word === '--chdir') child.cwd = resolvePath(words[++at] ?? HOLE, child, session.context.home);
    else if (word.startsWith('--chdir=')) child.cwd = resolvePath(word.slice(8), child, session.context.home);
    else if (/^-C./.test(word)) child.cwd = resolvePath(word.slice(2), child, session.context.home);
    else if (word === '-u' || word === '--unset') child.variables.set(words[++at] ?? '', UNSET);
    else if (/^(?:-u.|--unset=.)/.test(word)) child.variables.set(word.replace(/^(?:-u|--unset=)/, ''), UNSET);
    else if (/^(?:-a|--argv0)$/.test(word)) at++;
    else if (word.startsWith('-')) continue;
    else if (isAssignment(word)) exportWord(word, session, child);
    // `env $(cat .env) npm start`: settings that nobody knows, unless a word follows that makes sense only behind a program.
    else if (word === HOLE && words[at + 1] !== undefined && !CONTINUES.test(words[at + 1] as string)) continue;
    else return session.run(words.slice(at), child, under(frame, 'env'));
  }
  return undefined;
}

const CONTINUES = /^(?:-.*|push|send-pack|subtree|pr|mr|api|git|svn|lfs|merge|\0.*)$/;

/** `env -i`: nothing is handed on but what is named. */
function clearEnvironment(shell: Shell, session: Session): void {
  for (const name of [...shell.variables.keys(), ...Object.keys(session.context.env ?? {})])
    shell.variables.set(name, UNSET);
  shell.exportedFunctions = new Map();
}

function runCommandBuiltin({ argv, session, shell, frame }: Call): Result | undefined {
  let at = 1;
  for (; argv[at]?.startsWith('-') === true; at++) {
    if (argv[at] === '--') {
      at++;
      break;
    }
    if (/[vV]/.test(argv[at] as string)) return { output: `${argv[at + 1] ?? ''}\n`, status: undefined };
  }
  const rest = argv.slice(at);
  if (rest.length === 0) return undefined;
  // `command` passes over functions and aliases.
  const plain = shell.clone();
  plain.functions = new Map();
  plain.aliases = new Map();
  const isState = /^(?:cd|pushd|popd|export|set|eval|source|\.)$/.test(rest[0] as string);
  return session.run(rest, isState ? shell : plain, under(frame, 'command'));
}
