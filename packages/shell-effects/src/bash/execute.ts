import { noteCompiled } from '../code/compilers.js';
import { runForeign } from '../code/foreign.js';
import { runInterpreter } from '../code/interpreters.js';
import { contentOf } from '../disk/paths.js';
import { findOnPath } from '../disk/search-path.js';
import { UNNAMED_PROGRAM } from '../effects.js';
import { findOutput } from '../prints/outputs.js';
import { runPublisher } from '../publish/publish.js';
import { reportRun, throughProgram } from '../report.js';
import { runElsewhere } from '../starts/elsewhere.js';
import { runEmbedded, runVariables } from '../starts/embedded.js';
import { runScriptFile } from '../starts/scripts.js';
import { runWrapped } from '../starts/wrappers.js';
import {
  baseName,
  type Call,
  callOf,
  type Frame,
  HOLE,
  type Result,
  type Scope,
  type Session,
  type Shell,
  spell,
  UNKNOWN,
} from '../state.js';
import { programOf } from '../table.js';
import { runManifestTask } from '../tasks/manifest-tasks.js';
import { runTargets } from '../tasks/targets.js';
import { quoted } from '../text/quoted.js';
import { reportWrites } from '../writers/writers.js';
import { findBuiltin } from './builtins.js';
import { evaluateTest } from './conditions.js';
import { restoreLocals } from './declaring.js';
import { LIMITS, LimitError } from './parse.js';
import { enterCall } from './recursion.js';
import { walkBody } from './walk.js';
import { joinWays } from './ways.js';

/**
 * `hasInvisible` tells whether a name holds zero-width, direction-changing or control characters; a carriage return at the
 * end is a matter of line endings.
 */
function hasInvisible(name: string): boolean {
  return !/^[\w./-]*$/.test(name) && /[\p{Cf}\p{Zl}\p{Zp}]|[^\P{Cc}\r]/u.test(name);
}

/** Programs in the tables whose own names have capitals. */
const CAPITALS = new Set(['R', 'Rscript']);

/**
 * Returns the word as a file system without cases (macOS, Windows) finds it: `Git` is git there, and nothing elsewhere.
 */
function withoutCase(first: string, session: Session, shell: Shell): string {
  const program = baseName(first);
  if (!/[A-Z]/.test(program) || CAPITALS.has(program)) return first;
  if (shell.functions.has(first) || shell.aliases.has(first) || findBuiltin(first) !== undefined) return first;
  // A script of the project has its name as it is written; where PATH was changed, it may be found there, too.
  const isScript = first.includes('/') ? contentOf(session, shell, first) !== undefined : shell.pathChanged;
  return isScript ? first : first.slice(0, -program.length) + program.toLowerCase();
}

/**
 * Runs one simple command of decoded words: takes wrappers off, follows functions, scripts and interpreters, and reports
 * what is left as a run with its writes.
 */
export function execute(call: Call): Result {
  const { argv, program, words, session, shell, frame } = call;
  if (frame.depth >= LIMITS.depth) throw new LimitError(`nested deeper than ${LIMITS.depth} levels`);
  const [first = ''] = argv;
  const inner: Frame = throughProgram(first, session.at(shell, { ...frame, depth: frame.depth + 1 }));
  if (first === '') return UNKNOWN;
  if (/\.exe$/i.test(program)) return execute(callOf([first.slice(0, -4), ...words], call));
  const plain = withoutCase(first, session, shell);
  if (plain !== first) return execute(callOf([plain, ...words], call));
  if (program.includes(HOLE) || first.startsWith('=') || isPattern(program))
    return unknownProgram(argv, session, frame, UNNAMED_PROGRAM);
  if (hasInvisible(program))
    return unknownProgram(argv, session, frame, 'the name of the program contains invisible characters');

  const bodies = first.includes('/') ? undefined : shell.functions.get(first);
  if (bodies !== undefined) {
    reportRun(call, true);
    return callFunction(bodies, argv, session.at(shell, inner));
  }
  const alias = first.includes('/') ? undefined : shell.aliases.get(first);
  const isAlias = alias !== undefined;
  if (isAlias) runAlias(alias, { ...call, frame: inner });
  if (shell.fallbacks.length > 0 && findBuiltin(first) === undefined) return executeInPlaces(call, isAlias);
  return executePlain(call, isAlias ? { ...inner, isAliased: true } : inner, isAlias);
}

/**
 * Carries out a call in each place where the shell may be: after a change of folder that may have failed, a program may
 * start where the shell still is.
 */
function executeInPlaces(call: Call, isAlias: boolean): Result {
  const { shell, frame } = call;
  const deeper: Frame = { ...frame, depth: frame.depth + 1, ...(isAlias ? { isAliased: true } : {}) };
  const outputs = new Set<string>();
  for (const place of shell.fallbacks) {
    const way = shell.clone();
    way.cwd = place;
    way.fallbacks = [];
    const unsure: Frame = { ...deeper, certain: false };
    outputs.add(executePlain({ ...call, shell: way, frame: { ...frame, certain: false } }, unsure, isAlias).output);
  }
  const way = shell.clone();
  way.fallbacks = [];
  const result = executePlain({ ...call, shell: way }, deeper, isAlias);
  outputs.add(result.output);
  return { output: outputs.size === 1 ? result.output : HOLE, status: undefined };
}

/** Runs a name that is no function: a builtin, a program, or what a program starts. */
function executePlain(call: Call, inner: Frame, isAlias: boolean): Result {
  const { argv, program, words, session, shell } = call;
  const [first = ''] = argv;
  const started: Call = { ...call, frame: inner };
  const builtin = first.includes('/') ? undefined : findBuiltin(first);
  if (builtin !== undefined) {
    reportRun(call, isAlias);
    return builtin(started) ?? UNKNOWN;
  }
  if (program === '[' || program === 'test') {
    reportRun(call);
    return { output: '', status: evaluateTest(call) };
  }
  // A script of the repository that a changed PATH puts in front of what the name usually means.
  runMissingHandler(started);
  const placed = first.includes('/') || !shell.pathChanged ? undefined : findOnPath(first, session, shell);
  if (placed !== undefined) {
    reportRun(call);
    const result = runScriptFile(callOf([placed, ...words], started));
    if (result !== undefined) return result;
  }
  const known = programOf(program);
  known.notes?.(started);
  const followed = runManifestTask(started) ?? runWrapped(started) ?? known.carries?.(started);
  if (followed !== undefined) return followed;

  reportRun(call, isAlias);
  // A script may be named like git or a part of it.
  const isGit = program === 'git' && first.includes('/') && contentOf(session, shell, first)?.startsWith('#!') === true;
  const isNamed = isGit || program.startsWith('git-');
  const script = isNamed ? runScriptFile(started) : undefined;
  if (script !== undefined) return script;
  const result = (program.startsWith('git-') ? programOf('git') : known).runs?.(started);
  if (result !== undefined) return result;
  runPublisher(call);
  runVariables(started);
  noteCompiled(started);
  const output = findOutput(call);
  reportWrites(started);
  return (
    runForeign(started) ??
    runInterpreter(started) ??
    known.starts?.(started, output) ??
    runElsewhere(started) ??
    runTargets(started) ??
    runScriptFile(started) ??
    runEmbedded(started) ?? { output, status: first === 'echo' ? true : undefined }
  );
}

/** Functions that bash and zsh call, in a shell of its own, for a program that is not there; which are, nobody looks. */
const MISSING_HANDLERS = ['command_not_found_handle', 'command_not_found_handler'];

function runMissingHandler({ argv, session, shell, frame }: Call): void {
  for (const name of MISSING_HANDLERS) {
    const bodies = shell.functions.get(name);
    if (bodies === undefined) continue;
    const child = shell.clone();
    child.functions.delete(name);
    callFunction(bodies, [name, ...argv], session.at(child, { ...frame, certain: false }));
  }
}

function quoteForCode(word: string): string {
  return word === HOLE ? '"$__unknown"' : quoted(word);
}

function unknownProgram(argv: readonly string[], session: Session, frame: Frame, reason: string): Result {
  session.effects.push({
    kind: 'opaque',
    what: frame.fromFile ? 'program' : 'execution',
    text: spell(argv),
    reason,
  });
  return UNKNOWN;
}

/** Runs a function's body in the shell at hand; where a branch left several, each of them. */
function callFunction(
  bodies: readonly (Parameters<typeof walkBody>[0] | undefined)[],
  words: readonly string[],
  scope: Scope,
): Result {
  const { session, shell } = scope;
  const entered = enterCall(callOf(words, scope));
  if (!('frame' in entered)) return entered;
  const { argv, frame } = entered;
  const [only] = bodies;
  if (bodies.length === 1 && only !== undefined) return callBody(only, callOf(argv, session.at(shell, frame)));
  const before = shell.clone();
  const ends = bodies.map((body) => {
    const way = shell.clone();
    const inner = { ...frame, certain: false };
    if (body === undefined) executePlain(callOf(argv, session.at(way, inner)), inner, true);
    else callBody(body, callOf(argv, session.at(way, inner)));
    return way;
  });
  joinWays(shell, ends, before);
  return UNKNOWN;
}

function callBody(body: Parameters<typeof walkBody>[0], { argv, session, shell, frame }: Call): Result {
  const { positional, ended, isDoubted } = shell;
  shell.positional = argv.slice(1);
  shell.locals.push(new Map());
  shell.isDoubted = false;
  const via = [...frame.via, `function ${argv[0]}`];
  const result = walkBody(body, session.at(shell, { ...frame, via, loops: 0, canReturn: true }));
  const status = shell.isDoubted ? undefined : result.status;
  restoreLocals(shell);
  shell.positional = positional;
  if (shell.leaving?.how === 'return') shell.leaving = undefined;
  // An early `return` ends no more than the function.
  shell.ended = ended || (shell.ended && shell.leaving !== undefined);
  shell.isDoubted = isDoubted;
  return { ...result, status };
}

/** An alias is followed beside what its name means without it: which of them holds depends on how the shell was started. */
function runAlias(alias: string, { argv, session, shell, frame }: Call): void {
  const name = argv[0] as string;
  const before = shell.clone();
  const way = shell.clone();
  way.aliases.delete(name);
  const words = argv.slice(1).map(quoteForCode);
  // Behind a blank the next word may be an alias, too, whether or not it was quoted.
  const next = /\s$/.test(alias) ? before.aliases.get(argv[1] ?? '') : undefined;
  if (next !== undefined) words[0] = next;
  session.code(`${alias} ${words.join(' ')}`, way, { ...frame, via: [...frame.via, `alias ${name}`] }, 'guess');
  joinWays(shell, [way, before.clone()], before);
  shell.aliases = before.aliases;
}

/** A glob that nothing matched, and that so names no program. */
function isPattern(word: string): boolean {
  const open = word.indexOf('[');
  return /[*?]/.test(word) || (open >= 0 && word.lastIndexOf(']') > open + 1);
}
