import { posix } from 'node:path';
import { speculate } from '../bash/speculate.js';
import { contentOf, emitWrite, namesInput } from '../disk/paths.js';
import { HOLE, isKnown, type Result, resolvePath, type Scope, type Session, type Shell, UNKNOWN } from '../state.js';
import { findOperands, values } from '../text/command-options.js';

/** Commands of `cmake -E` by the program that does the same. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  cat: ['cat'],
  copy: ['cp'],
  copy_directory: ['cp', '-rT'],
  copy_directory_if_different: ['cp', '-rT'],
  copy_if_different: ['cp'],
  copy_if_newer: ['cp'],
  create_hardlink: ['ln'],
  create_symlink: ['ln', '-s'],
  echo: ['echo'],
  make_directory: ['mkdir', '-p'],
  remove: ['rm'],
  remove_directory: ['rm', '-r'],
  rename: ['mv'],
  rm: ['rm'],
  tar: ['tar'],
  touch: ['touch'],
  touch_nocreate: ['touch', '-c'],
};

/** `cmake -E touch file`, and what a script for `cmake -P` starts and writes; undefined for a build. */
export function runCmake(words: readonly string[], scope: Scope): Result | undefined {
  const { session, shell, frame } = scope;
  if (words[0] === '-E') {
    const inner = shell.clone();
    const started = startedBy(words.slice(1), inner, session);
    if (started !== undefined) return session.run(started, inner, frame);
    const same = SAME[words[1] ?? ''];
    return same === undefined ? undefined : session.run([...same, ...words.slice(2)], shell.clone(), frame);
  }
  const at = words.indexOf('-P');
  const file = words[at + 1];
  if (at < 0) speculate(session, () => runProject(words, scope));
  if (at < 0 || file === undefined) return undefined;
  const text = namesInput(file) ? frame.input?.rest : contentOf(session, shell, file);
  runScript(text ?? '', scope);
  return UNKNOWN;
}

/**
 * Returns the command behind `cmake -E chdir folder`, `cmake -E time` and `cmake -E env NAME=value`; undefined for
 * other words.
 */
function startedBy([verb, ...words]: readonly string[], shell: Shell, session: Session): string[] | undefined {
  if (verb === 'time') return words;
  if (verb === 'env') return ['env', ...words.filter((word) => word !== '--')];
  if (verb !== 'chdir') return undefined;
  shell.cwd = resolvePath(words[0] ?? HOLE, shell, session);
  return words.slice(1);
}

/** Runs what a project starts while it is set up, or for a target that is built by name. */
function runProject(words: readonly string[], scope: Scope): void {
  const { session, shell } = scope;
  const isBuild = words[0] === '--build';
  const [source] = values(words, ['-S']);
  const folders = isBuild ? ['.', `${words[1]}/..`] : [source ?? findOperands(words, VALUED)[0] ?? '.'];
  const targets = isBuild ? values(words, ['--target', '-t']) : [];
  for (const folder of new Set(folders)) {
    const text = contentOf(session, shell, posix.join(folder, 'CMakeLists.txt'));
    if (!isKnown(text)) continue;
    if (!isBuild) runScript(text, scope);
    for (const call of text.matchAll(/\badd_custom_(?:target|command)\s*\(([^()]{0,4000})\)/gi)) {
      const given = wordsOf(call[1] ?? '');
      if (targets.includes(given[0] ?? '')) runProcesses(given, scope);
    }
  }
}

/** Carries out `ctest`: the tests of a build folder, in the file that cmake writes there. What they publish is kept. */
export function runCtest(words: readonly string[], { session, shell, frame }: Scope): void {
  if (words.some((word) => /^(?:-N|--show-only.*|--help.*|--version|--print-labels)$/.test(word))) return;
  const child = shell.external();
  const [folder] = values(words, ['--test-dir']);
  if (folder !== undefined) child.cwd = resolvePath(folder, shell, session);
  const text = contentOf(session, child, 'CTestTestfile.cmake');
  for (const call of (text ?? '').matchAll(/\badd_test\s*\(([^()]{0,4000})\)/gi)) {
    const [, ...argv] = wordsOf(call[1] ?? '');
    if (argv.length > 0) speculate(session, () => session.run(argv, child.clone(), frame));
  }
}

/** Options of cmake that take the next word. */
const VALUED = ['-B', '-G', '-D', '-C', '-T', '-A', '--preset', '--build', '--target', '-t', '-j', '--config'];

const CALL = /\b(execute_process|file)\s*\(([^()]{0,4000})\)/gi;
const ARGUMENT = /"((?:[^"\\]|\\.)*)"|([^\s"]+)/g;
/** What stands between the commands of `execute_process`. */
const OPTION =
  /^(?:WORKING_DIRECTORY|TIMEOUT|(?:RESULT|RESULTS|OUTPUT|ERROR)_(?:VARIABLE|FILE|QUIET|STRIP.*)|INPUT_FILE|COMMAND_\w+|ENCODING|ECHO_\w+)$/;

function wordsOf(text: string): string[] {
  return [...text.matchAll(ARGUMENT)].map((one) =>
    (one[1] ?? one[2] ?? '').replace(/\\(.)/g, '$1').replace(/\$\{\w*\}/g, HOLE),
  );
}

function runScript(text: string, scope: Scope): void {
  for (const call of text.replace(/#[^\n]*/g, '').matchAll(CALL)) {
    const words = wordsOf(call[2] ?? '');
    if (/^file$/i.test(call[1] ?? '')) writeFile(words, scope);
    else runProcesses(words, scope);
  }
}

function runProcesses(words: readonly string[], { session, shell, frame }: Scope): void {
  for (const [at, word] of words.entries()) {
    if (/^(?:OUTPUT|ERROR)_FILE$/.test(word)) emitWrite(session, shell, 'write', words[at + 1] ?? '', 'cmake');
    if (word !== 'COMMAND') continue;
    const rest = words.slice(at + 1);
    const end = rest.findIndex((one) => one === 'COMMAND' || OPTION.test(one));
    const argv = end < 0 ? rest : rest.slice(0, end);
    if (argv.length > 0) session.run(argv, shell.clone(), { ...frame, fromFile: true });
  }
}

function writeFile(words: readonly string[], { session, shell, frame }: Scope): void {
  const [verb = '', ...places] = words;
  const same = { COPY: 'cp', INSTALL: 'cp', RENAME: 'mv', REMOVE: 'rm', REMOVE_RECURSE: 'rm' }[verb];
  if (/^(?:WRITE|APPEND|TOUCH)$/.test(verb)) emitWrite(session, shell, 'write', places[0] ?? '', 'cmake');
  else if (verb === 'COPY' || verb === 'INSTALL') {
    const at = places.indexOf('DESTINATION');
    if (at > 0) session.run(['cp', '-r', '-t', places[at + 1] ?? '', ...places.slice(0, at)], shell.clone(), frame);
  } else if (same !== undefined)
    session.run([same, ...(verb === 'REMOVE_RECURSE' ? ['-r'] : []), ...places], shell.clone(), frame);
}
