import type { Assignment, Command, Word } from 'unbash';
import { emitWrite } from '../disk/paths.js';
import {
  callOf,
  DASH,
  type Frame,
  HOLE,
  type Result,
  type Scope,
  type Session,
  type Shell,
  UNKNOWN,
  type Variable,
} from '../state.js';
import { applyAssignment } from './assignments.js';
import { runDeclaring } from './declaring.js';
import { deliver, type Redirected, redirect } from './redirects.js';
import { runPrompt, runTrap } from './traps.js';
import { joinWays } from './ways.js';
import { Expander } from './words/words.js';

const DECLARING = new Set(['export', 'declare', 'typeset', 'local', 'readonly']);

/** Runs a simple command of the tree: assignments, redirections, words. */
export function runSimple(node: Command, scope: Scope): Result {
  const { session, shell, frame } = scope;
  if (shell.options.has('xtrace')) runPrompt('PS4', scope);
  if (shell.traps.has('DEBUG')) runTrap('DEBUG', scope);
  const forked = findAlternative(node, shell);
  if (forked !== undefined) return runAlternatives(forked, node, scope);

  const assignments = node.prefix.filter((one): one is Assignment => one.type === 'Assignment');
  if (node.name === undefined) return runAssignments(node, assignments, scope);
  const words = new Expander(session, shell, frame);
  const { argv, declared } = wordsOf(node.name, node.args, words);
  const to = redirect(node.redirects, session.at(shell, applyStanding(frame, shell)));
  if (argv.length === 0) return { output: '', status: undefined };
  // zsh reads `>! file` as `>| file`: whichever of the words it is.
  if (node.redirects.some((one) => one.type === 'Redirect' && one.target?.value === '!'))
    for (const word of argv.slice(1)) emitWrite(session, shell, 'write', word, 'redirection');

  const restore = exportForOne(assignments, session, shell, words);
  const result =
    declared.length > 0
      ? runDeclaring(callOf(argv, session.at(shell, to.frame)), declared)
      : session.run(argv, shell, to.frame);
  shell.lastWord = argv.at(-1);
  const isBareExec = argv[0] === 'exec' && argv.length === 1;
  if (isBareExec) stand(to, shell);
  restore();
  const output = isBareExec ? '' : deliver(result.output, standing(to, frame, shell), session, shell);
  if (shell.traps.has('ERR') && result.status !== true) runTrap('ERR', scope);
  return { ...result, output };
}

/** Assignments and redirections without a command: they hold from here on. */
function runAssignments(node: Command, assignments: readonly Assignment[], scope: Scope): Result {
  const { session, shell, frame } = scope;
  const words = new Expander(session, shell, frame, assignments.length > 0 ? frame.exit : 'hidden');
  for (const one of assignments) applyAssignment(one, session, shell, words);
  const to = redirect(node.redirects, scope);
  // The exit code is that of a substitution, if there is one.
  const isPlain = !/[$`<>]/.test(assignments.map((one) => one.text).join(' '));
  // `$(<file)` gives the file, but to the smallest of shells it says nothing.
  const isFile = node.redirects.length === 1 && to.frame.input !== frame.input && !shell.options.has(DASH);
  const output = isFile ? (to.frame.input?.rest ?? '') : '';
  const status = isPlain && node.redirects.length === 0 ? true : undefined;
  return { output: deliver(output, to, session, shell), status };
}

/** Returns the words of a command, and for one that declares the assignments among them. */
function wordsOf(
  name: Word,
  args: Command['args'],
  words: Expander,
): { argv: string[]; declared: readonly Assignment[] } {
  const argv = words.fields([name]);
  const isDeclaring = DECLARING.has(argv[0] ?? '') || (argv[0] === 'builtin' && args.length > 0);
  const declared: Assignment[] = [];
  let end = name.end;
  for (const argument of args) {
    if (argument.type === 'Word') {
      const fields = words.fields([argument]);
      // The parser lets a word end where `<(…)` begins: `--file=<(…)` is one.
      if (argument.pos === end && argv.length > 0) argv.push(`${argv.pop()}${fields.shift() ?? ''}`);
      argv.push(...fields);
      end = argument.end;
    } else if (isDeclaring) declared.push(argument);
    else argv.push(spellAssignment(argument, words));
  }
  return { argv, declared };
}

/** `name=value command`: the variables are there for it alone. Gives back what ends that. */
function exportForOne(assignments: readonly Assignment[], session: Session, shell: Shell, words: Expander): () => void {
  const saved = new Map<string, Variable | undefined>();
  const { pathChanged } = shell;
  for (const one of assignments) {
    if (!saved.has(one.name)) saved.set(one.name, shell.variables.get(one.name));
    applyAssignment(one, session, shell, words);
    const variable = shell.variables.get(one.name);
    if (variable !== undefined) shell.variables.set(one.name, { ...variable, exported: true });
  }
  return () => {
    for (const [name, variable] of saved) {
      if (variable === undefined) shell.variables.delete(name);
      else shell.variables.set(name, variable);
    }
    if (saved.size > 0) shell.pathChanged = pathChanged;
  };
}

/** `stand` plays `exec >file`, which holds for all that follows. */
function stand(to: Redirected, shell: Shell): void {
  shell.input = to.frame.input;
  shell.out = to.frame.out;
  shell.err = to.frame.err;
  for (const [number, channel] of to.channels) shell.channels.set(number, channel);
}

/** Tells where `exec >file` sends what a command of its own says. */
function standing(to: Redirected, frame: Frame, shell: Shell): Redirected {
  const isOwn = to.isMoved || to.file !== undefined || frame.out.reach !== 'whole';
  return isOwn || shell.out?.path === undefined ? to : { ...to, file: shell.out.path, isMoved: true };
}

/** `name=value` as a plain word: a program's own argument. */
function spellAssignment(one: Assignment, words: Expander): string {
  if (one.value.type !== 'Word') return `${one.name}=${HOLE}`;
  const index = one.index === undefined ? '' : `[${words.text(one.index)}]`;
  return `${one.name}${index}${one.append ? '+' : ''}=${words.value(one.value)}`;
}

/** `exec >file` earlier in the line still holds, unless a pipe took the output already. */
function applyStanding(frame: Frame, shell: Shell): Frame {
  return {
    ...frame,
    input: frame.input ?? shell.input,
    out: shell.out !== undefined && frame.out.reach === 'whole' ? shell.out : frame.out,
    err: shell.err !== undefined && frame.err.reach === 'whole' ? shell.err : frame.err,
  };
}

/** Returns the first variable in the command's text that may have several values. */
function findAlternative(node: Command, shell: Shell): string | undefined {
  if (shell.alternatives.size === 0) return undefined;
  const targets = node.redirects.map((one) => (one.type === 'HereDoc' ? one.body.text : (one.target?.text ?? '')));
  const text = [node.name?.text ?? '', ...node.args.map((word) => word.text), ...targets].join(' ');
  for (const name of shell.alternatives.keys()) {
    if (text.includes(`$${name}`) || text.includes(`\${${name}`)) return name;
  }
  return undefined;
}

/** Runs the command once for each value that a branch may have left, each time on a copy of the shell. */
function runAlternatives(name: string, node: Command, { session, shell, frame }: Scope): Result {
  const values = shell.alternatives.get(name) ?? [];
  const before = shell.clone();
  const ends: Shell[] = [];
  let result: Result = UNKNOWN;
  for (const value of values) {
    const way = shell.clone();
    way.alternatives.delete(name);
    if (value === undefined) way.variables.delete(name);
    else way.variables.set(name, value);
    result = runSimple(node, session.at(way, { ...frame, certain: false }));
    ends.push(way);
  }
  joinWays(shell, ends, before);
  return { output: values.length > 1 ? HOLE : result.output, status: undefined };
}
