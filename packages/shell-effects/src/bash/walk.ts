import type { CommandNode, CompoundList, PipelineNode, Script, Statement } from 'unbash';
import type { ExitReach } from '../effects.js';
import { type Frame, HOLE, type Result, type Scope, type Shell, SILENT, type Sink } from '../state.js';
import { namesIn } from '../writers/archive-names.js';
import { walkArithmeticFor, walkCase, walkFor, walkIf, walkWhile } from './compound.js';
import { evaluateCondition } from './conditions.js';
import { LIMITS, LimitError, scriptError } from './parse.js';
import { deliver, redirect } from './redirects.js';
import { runSimple } from './simple.js';
import { runExitTrap } from './traps.js';
import { joinWays } from './ways.js';
import { Expander } from './words/words.js';

/** `run && other`: zero for the whole still means zero for the run. */
export function weaken(exit: ExitReach): ExitReach {
  return exit === 'hidden' ? 'hidden' : 'decides-success';
}

/** Carries out a parsed script; its own syntax errors make the whole line unreadable. */
export function walkScript(script: Script & { readonly errors?: unknown }, { session, shell, frame }: Scope): Result {
  const reason = scriptError(script as Parameters<typeof scriptError>[0]);
  if (reason !== undefined) session.giveUp(reason);
  return walkStatements(script.commands, session.at(shell, deeper(frame)));
}

function deeper(frame: Frame): Frame {
  if (frame.depth >= LIMITS.depth) throw new LimitError(`nested deeper than ${LIMITS.depth} levels`);
  return { ...frame, depth: frame.depth + 1 };
}

/**
 * Walks the body of a compound command, one level deeper.
 * @throws LimitError where it is nested too deeply
 */
export function walkList(list: CompoundList, { session, shell, frame }: Scope): Result {
  return walkStatements(list.commands, session.at(shell, deeper(frame)));
}

function walkStatements(statements: readonly Statement[], { session, shell, frame }: Scope): Result {
  let output = '';
  let status: boolean | undefined = true;
  for (const [index, statement] of statements.entries()) {
    const isLast = index === statements.length - 1;
    const exit = statement.background
      ? 'hidden'
      : isLast
        ? frame.exit
        : shell.errexit || endsOnFailure(statement)
          ? weaken(frame.exit)
          : 'hidden';
    const result = walkStatement(
      statement,
      session.at(statement.background ? shell.clone() : shell, {
        ...frame,
        exit,
        background: frame.background || statement.background === true,
      }),
      isLast,
    );
    output = join(output, result.output);
    status = statement.background ? true : result.status;
    if (result.elsewhere !== undefined && !shell.errexit)
      shell.fallbacks = [...new Set([...shell.fallbacks, result.elsewhere])].slice(0, LIMITS.alternatives);
    if (result.unmade !== undefined && !shell.errexit) stray(shell, result.unmade);
    if (shell.leaving !== undefined) return { output, status: shell.leaving.status };
  }
  // An `exit` or `return` that may have happened would make the last one's status a wrong answer.
  return { output, status: shell.isDoubted ? undefined : status };
}

function stray(shell: Shell, place: string): void {
  shell.strayed = [...new Set([...shell.strayed, place])].slice(0, LIMITS.alternatives);
}

/** `run || exit 1` as a statement: a failure ends the line, so zero at the end still speaks for the run. */
function endsOnFailure(statement: Statement): boolean {
  const { command } = statement;
  if (command.type !== 'AndOr' || command.operators.at(-1) !== '||') return false;
  const last = command.commands.at(-1);
  return last !== undefined && isFailingExit(last);
}

function isFailingExit(node: PipelineNode): boolean {
  if (node.type === 'BraceGroup') {
    const last = node.body.commands.at(-1)?.command;
    return last !== undefined && last.type !== 'AndOr' && isFailingExit(last);
  }
  if (node.type !== 'Command' || node.name?.value !== 'exit') return false;
  const [code] = node.args;
  return (
    code?.type === 'Word' && code.parts === undefined && /^[1-9]\d{0,2}$/.test(code.value) && Number(code.value) < 256
  );
}

/** Joins outputs; unknown text swallows its like. */
export function join(left: string, right: string): string {
  if (left.length + right.length > LIMITS.text) return HOLE;
  return left.endsWith(HOLE) && right.startsWith(HOLE) ? left + right.slice(1) : left + right;
}

function walkStatement(statement: Statement, scope: Scope, isLast: boolean): Result {
  const { session, shell, frame } = scope;
  session.step();
  const { command } = statement;
  if (command.type !== 'AndOr') return walkPipeline(command, scope);
  let output = '';
  const { operators } = command;
  const final = command.commands.length - 1;
  const firstOr = operators.indexOf('||');
  const lastOr = operators.lastIndexOf('||');
  // `a || exit 1` at the end of the chain is as good as `&&`.
  const failsAtEnd = lastOr === final - 1 && isFailingExit(command.commands[final] as PipelineNode);
  const secondLastOr = lastOr > 0 ? operators.lastIndexOf('||', lastOr - 1) : -1;
  const looseOr = failsAtEnd ? secondLastOr : lastOr;
  // The shell as it is where all so far has passed, and where it has failed; undefined where that cannot be.
  let passed: Shell | undefined = shell.clone();
  let failed: Shell | undefined;
  for (const [index, one] of command.commands.entries()) {
    const isOr = operators[index - 1] === '||';
    let exit: ExitReach = index === final ? frame.exit : looseOr < index ? weaken(frame.exit) : 'hidden';
    const isAfterOr = firstOr >= 0 && firstOr < index;
    if (isAfterOr && (isOr || index !== final)) exit = 'hidden';
    // With `set -e` only the last command of a chain ends the line.
    if (!isLast && index !== final && !endsOnFailure(statement)) exit = 'hidden';
    const way: Shell | undefined = isOr ? failed : passed;
    // A chain of which the outcome is known: `[ "$1" = push ] && git push` in a script called without words.
    if (way === undefined) continue;
    const other: Shell | undefined = isOr ? passed : failed;
    const walk = () => walkPipeline(one, session.at(way, { ...frame, exit, certain: frame.certain && index === 0 }));
    const result = index === final || setsOptions(one) ? walk() : way.asks(walk);
    output = join(output, other === undefined ? result.output : perhaps(result.output));
    if (way.leaving !== undefined) {
      if (other !== undefined) joinWays(other, [other.clone(), way], other);
      [passed, failed] = other === undefined ? [way, undefined] : isOr ? [other, undefined] : [undefined, other];
      if (other === undefined) break;
      continue;
    }
    const onFailure = result.status === true ? undefined : way.clone();
    if (onFailure !== undefined && result.elsewhere !== undefined) onFailure.cwd = result.elsewhere;
    if (onFailure !== undefined && result.unmade !== undefined) stray(onFailure, result.unmade);
    // `mkdir -p d && cd d` leads where `mkdir -p d; cd d` does.
    const isMade = result.unmade !== undefined && firstOr < 0 && command.commands.slice(0, index).every(makesFolder);
    const onSuccess = result.status === false ? undefined : way;
    passed = isOr ? either(other, onSuccess) : onSuccess;
    failed = isOr ? onFailure : either(onFailure, isMade ? undefined : other);
  }
  const isOpen = passed !== undefined && failed !== undefined;
  const status = isOpen ? undefined : passed !== undefined;
  shell.adopt(either(passed, failed) ?? shell);
  return { output, status };
}

/** Tells whether a command is one that hardly fails: `rm -rf d`, or `mkdir -p d` of one folder. */
function makesFolder(node: PipelineNode): boolean {
  if (node.type !== 'Command' || node.redirects.length > 0 || node.prefix.length > 0) return false;
  const words = node.args.map((word) => (word.type === 'Word' ? word.text : ''));
  return /^(?:rm -rf|mkdir -p) (?:[^\s$*?{}"'`]+|"[^"`\s]+")$/.test([node.name?.text, ...words].join(' '));
}

const setsOptions = (node: PipelineNode) => node.type === 'Command' && node.name?.value === 'set';

/**
 * Joins the shells of two ways; where the ways end in different folders, the first's counts and the second's is kept in mind.
 */
function either(first: Shell | undefined, second: Shell | undefined): Shell | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  joinWays(first, [first.clone(), second], second);
  return first;
}

/** Returns the output of a command that may not have run; an archive that may be there has the names of its members. */
export function perhaps(output: string): string {
  return output === '' || namesIn(output) !== undefined ? output : HOLE;
}

function walkPipeline(node: PipelineNode, scope: Scope): Result {
  const { session, shell, frame } = scope;
  if (node.type !== 'Pipeline') return walkCommand(node, scope);
  const isNegated = node.prefixes.some((prefix) => prefix.type === 'Negation');
  const base: Frame = isNegated ? { ...frame, exit: 'hidden' } : frame;
  if (node.commands.length === 1) {
    const result = walkCommand(node.commands[0] as CommandNode, session.at(shell, base));
    return { ...result, status: isNegated && result.status !== undefined ? !result.status : result.status };
  }
  let input = frame.input;
  let result: Result = SILENT;
  for (const [index, command] of node.commands.entries()) {
    const isLast = index === node.commands.length - 1;
    const exit = shell.pipefail ? weaken(base.exit) : isLast ? base.exit : 'hidden';
    const out: Sink = isLast || node.commands.slice(index + 1).every(passesOn) ? frame.out : { reach: 'filtered' };
    const err: Sink = node.operators[index] === '|&' ? out : frame.err;
    // With `lastpipe` the last one is carried out by the shell itself.
    const own = isLast && shell.options.has('lastpipe') ? shell : shell.clone();
    result = walkCommand(command, session.at(own, { ...base, exit, out, err, input, loops: 0 }));
    input = { rest: result.output };
  }
  return { ...result, status: undefined };
}

/** `cat` and `tee` hand on all they get. */
function passesOn(node: CommandNode): boolean {
  if (
    node.type !== 'Command' ||
    node.redirects.some(
      (one) => one.type === 'Redirect' && !(one.descriptor?.type === 'FileDescriptor' && one.descriptor.value === 2),
    )
  )
    return false;
  const words = node.args.map((word) => (word.type === 'Word' ? word.value : ''));
  if (node.name?.value === 'tee') return true;
  return node.name?.value === 'cat' && words.every((word) => word === '-');
}

function walkCommand(node: CommandNode, scope: Scope): Result {
  const { session, shell, frame } = scope;
  switch (node.type) {
    case 'Command':
      return runSimple(node, scope);
    case 'Redirected': {
      const to = redirect(node.redirects, scope);
      const result = walkCommand(node.command, session.at(shell, to.frame));
      return { ...result, output: deliver(result.output, to, session, shell) };
    }
    case 'Function':
      shell.functions.set(node.name.value, [node.body]);
      if (shell.exportedFunctions.has(node.name.value)) shell.exportedFunctions.set(node.name.value, [node.body]);
      return { output: '', status: true };
    case 'Coproc':
      return walkBody(
        node.body,
        session.at(shell.clone(), {
          ...frame,
          exit: 'hidden',
          background: true,
          out: { reach: 'filtered' },
          // What is written to it later is not known by then.
          input: frame.input ?? { rest: HOLE },
        }),
      );
    case 'Subshell':
      return walkSubshell(node.body, scope);
    case 'BraceGroup':
      return walkList(node.body, scope);
    case 'If':
      return walkIf(node, scope);
    case 'While':
      return walkWhile(node, scope);
    case 'For':
    case 'Select':
      return walkFor(node, scope);
    case 'Case':
      return walkCase(node, scope);
    case 'ArithmeticFor':
      return walkArithmeticFor(node, scope);
    case 'TestCommand':
      return {
        output: '',
        status: evaluateCondition(node.expression, session, shell, new Expander(session, shell, frame)),
      };
    case 'ArithmeticCommand': {
      const number = new Expander(session, shell, frame).arithmetic(node.expression);
      return { output: '', status: number === undefined ? undefined : number !== 0 };
    }
  }
}

function walkSubshell(body: CompoundList, { session, shell, frame }: Scope): Result {
  const inner = shell.clone();
  inner.traps.delete('EXIT');
  const result = walkList(body, session.at(inner, { ...frame, loops: 0 }));
  runExitTrap(session.at(inner, frame));
  return result;
}

/** Runs a function's or coprocess's body in the shell at hand. */
export function walkBody(body: CommandNode | CompoundList, scope: Scope): Result {
  const { session, shell, frame } = scope;
  return body.type === 'CompoundList' ? walkList(body, scope) : walkCommand(body, session.at(shell, deeper(frame)));
}
