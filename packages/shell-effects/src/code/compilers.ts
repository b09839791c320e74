import { posix } from 'node:path';
import { contentOf, emitWrite, namesInput } from '../disk/paths.js';
import {
  baseName,
  type Call,
  type Compiled,
  isKnown,
  type Result,
  resolvePath,
  type Scope,
  type Session,
  type Shell,
  UNKNOWN,
  under,
} from '../state.js';
import { findOperands, values } from '../text/command-options.js';
import { runForeignText } from './foreign-text.js';
import { reportLiteralWrites } from './literal-writes.js';
import { readLiterals } from './literals.js';
import { mayStart } from './starters.js';

/** Compilers whose program can be started by the path that it is written to, and what that is without an option. */
const COMPILERS: Readonly<Record<string, (source: string) => string>> = {
  cc: plain,
  gcc: plain,
  clang: plain,
  tcc: plain,
  'c++': plain,
  'g++': plain,
  'clang++': plain,
  gfortran: plain,
  rustc: named,
  swiftc: named,
  ghc: named,
  ocamlopt: plain,
  go: named,
  gccgo: plain,
  fpc: named,
};

const SOURCE = /\.(?:[ch](?:c|pp|xx)?|cc|m|s|f90|rs|swift|hs|ml|go|pas)$/i;
const VALUED = '-o --output --out-dir -x -I -L -l -D -include -isystem --edition --crate-type --crate-name -C'.split(
  ' ',
);

/** Options that say where source of one's own lies that is not read here. */
const OWN_SOURCE = /^(?:-[IL]|-i(?:nclude|quote|system|dirafter|macros)|-x?link|--extern)/;

function plain(): string {
  return 'a.out';
}

function named(source: string): string {
  return baseName(source).replace(/\.\w+$/, '');
}

/** Remembers what a program is made from in this line, for when the line starts it; `tcc -run` starts it at once. */
export function noteCompiled(call: Call): void {
  const { argv, session, shell, frame } = call;
  const program = baseName(argv[0] ?? '').replace(/-\d+(?:\.\d+)*$/, '');
  if (!Object.hasOwn(COMPILERS, program) || (program === 'go' && argv[1] !== 'build')) return;
  const words = argv.slice(program === 'go' ? 2 : 1);
  if (COMPILERS[program] === plain)
    for (const path of unnamedOutputs(words)) emitWrite(session, shell, 'write', path, program);
  const operands = findOperands(words, VALUED);
  const found = operands.map((operand) => textsOf(operand, program, call));
  const first = operands.find((_operand, at) => found[at]!.length > 0);
  const texts = found.flat().filter(isKnown);
  if (first === undefined || texts.length === 0) return;
  const isWhole = found.every((one) => one.length > 0 && one.every(isKnown));
  const text = texts.join('\n');
  const isTold = words.some((word) => OWN_SOURCE.test(word) || mayStart(word));
  const source = { text, mayStart: !isWhole || isTold || mayStart(text) };
  if (words.includes('-run')) runSource(source, session.at(shell, under(frame, program)));
  const out = values(words, ['-o', '--output'])[0] ?? COMPILERS[program]?.(first);
  const place = out === undefined ? undefined : resolvePath(out, shell, session);
  if (isKnown(place)) session.compiled.set(place, source);
}

/** Source that an operand names: the input, a file, or the files of a folder; undefined for one that is not known. */
function textsOf(operand: string, program: string, { session, shell, frame }: Scope): (string | undefined)[] {
  if (namesInput(operand)) return [frame.input?.rest];
  const files = SOURCE.test(operand) ? [operand] : program === 'go' ? packageFiles(operand, session, shell) : [];
  return files.map((file) => contentOf(session, shell, file));
}

/** Tells what a C compiler writes where it is not told the name: beside nothing but its own directory. */
function unnamedOutputs(words: readonly string[]): string[] {
  if (words.some((word) => /^(?:-o.*|-E|-M{1,2}|-fsyntax-only|--version|--help|-v|-###)$/.test(word))) return [];
  const sources = findOperands(words, VALUED).filter((word) => SOURCE.test(word) && !/\.h\w*$/i.test(word));
  const end = words.includes('-c') ? '.o' : words.includes('-S') ? '.s' : undefined;
  if (end !== undefined) return sources.map((source) => named(source) + end);
  return sources.length > 0 ? ['a.out'] : [];
}

function packageFiles(folder: string, session: Session, shell: Shell): string[] {
  const place = resolvePath(folder, shell, session);
  const names = isKnown(place) ? (session.list(place) ?? []) : [];
  return names.filter((name) => /\.go$/.test(name)).map((name) => posix.join(place as string, name));
}

/** A program that this line has made: its source is what it does. Undefined for any other. */
export function runCompiled(path: string, { session, shell, frame }: Scope): Result | undefined {
  const place = session.compiled.size === 0 ? undefined : resolvePath(path, shell, session);
  const source = place === undefined ? undefined : session.compiled.get(place);
  if (source === undefined) return undefined;
  runSource(source, session.at(shell, under(frame, baseName(path))));
  return UNKNOWN;
}

/** A program that can start no other handles the words of a command as any text. */
function runSource(source: Compiled, scope: Scope): void {
  const { session, shell } = scope;
  const { text } = source;
  if (source.mayStart) runForeignText(text, scope);
  reportLiteralWrites(readLiterals(text, 'node'), 'node', session, shell);
}
