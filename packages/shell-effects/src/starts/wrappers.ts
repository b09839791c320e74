import { emitWrite } from '../disk/paths.js';
import { type Call, HOLE, type Result, resolvePath, type Scope, type Session, type Shell, under } from '../state.js';
import { programOf } from '../table.js';
import { exportWord, isAssignment } from './assigned.js';
import { orderedByProduct, wrappedByProduct } from './product-calls.js';
import type { Wrapper } from './wrapper.js';

/** Runs the program that words start through a wrapper, and gives its result; undefined when the words start none. */
export function runWrapped(call: Call): Result | undefined {
  const { argv, program, session, shell, frame } = call;
  const own = wrappedByProduct(argv, session.context.products);
  if (own !== undefined) {
    const { pathChanged } = shell;
    session.wrapped.push({ label: own.label, environment: shell.environment(), pathChanged });
    const wrapper = { valued: own.valued.join(' '), directory: own.directories.join(' ') };
    return strip(own.label, wrapper, own.words, call);
  }
  const ordered = orderedByProduct(argv, session.context.products);
  for (const { label, line, directory } of ordered) {
    const started = shell.external().child(session.context.env);
    if (directory !== undefined) started.cwd = resolvePath(directory, started, session);
    session.code(line, started, { ...under(frame, label), exit: 'hidden' });
  }
  if (ordered.length > 0) return undefined;
  const three = argv.slice(1, 3).join(' ');
  const [key, words] =
    programOf(`${program} ${three}`).wraps !== undefined
      ? [`${program} ${three}`, argv.slice(3)]
      : programOf(`${program} ${argv[1]}`).wraps !== undefined
        ? [`${program} ${argv[1]}`, argv.slice(2)]
        : [program, argv.slice(1)];
  const wrapper = programOf(key).wraps;
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
  if (wrapper.replaces) return finishExec(rest, session.at(shell, inner));
  return session.run(wrapper.inner?.(rest, options) ?? rest, wrapper.isBuiltin ? shell : child, inner);
}

/** `OwnWords` tells where a wrapper's own words end, or the code that one of them gives. */
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
    if (directory.has(name)) child.cwd = resolvePath(attached ?? words[++at] ?? HOLE, child, session);
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

/** Returns options in a list of the table. */
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

/** Returns the file that a wrapper keeps what it sees in. */
function logOf(words: readonly string[], valued: RegExp): string | undefined {
  return words.find((word, at) => !word.startsWith('-') && !valued.test(words[at - 1] ?? ''));
}

/** Lists code that options among the first words give. */
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
