import type { Assignment, Command } from 'unbash';
import { assign, lookup } from './parameters.js';
import { deliver, redirect } from './redirects.js';
import { changesPath } from './search-path.js';
import { type Frame, HOLE, type Result, type Session, type Shell, type Variable } from './state.js';
import { type Expander, expander } from './words.js';

const DECLARING = new Set(['export', 'declare', 'typeset', 'local', 'readonly']);

/** A simple command of the tree: assignments, redirections, words. */
export function runSimple(node: Command, session: Session, shell: Shell, frame: Frame): Result {
  const forked = findAlternative(node, shell);
  if (forked !== undefined) return runAlternatives(forked, node, session, shell, frame);

  const assignments = node.prefix.filter((one): one is Assignment => one.type === 'Assignment');
  if (node.name === undefined) {
    const words = expander(session, shell, frame, assignments.length > 0 ? frame.exit : 'hidden');
    for (const one of assignments) applyAssignment(one, session, shell, words);
    const to = redirect(node.redirects, session, shell, frame);
    // `$(<file)` gives the file.
    const output = node.redirects.length === 1 && to.frame.input !== frame.input ? (to.frame.input?.rest ?? '') : '';
    return { output: deliver(output, to, session, shell), status: undefined };
  }

  const words = expander(session, shell, frame);
  const argv = words.fields([node.name]);
  const isDeclaring = DECLARING.has(argv[0] ?? '') || (argv[0] === 'builtin' && node.args.length > 0);
  for (const argument of node.args) {
    if (argument.type === 'Word') {
      argv.push(...words.fields([argument]));
      continue;
    }
    if (isDeclaring) applyAssignment(argument, session, shell, words);
    const value = isDeclaring
      ? (shell.variables.get(argument.name)?.value ?? HOLE)
      : argument.value.type === 'Word'
        ? words.text(argument.value)
        : HOLE;
    argv.push(`${argument.name}=${value}`);
  }
  const to = redirect(node.redirects, session, shell, applyStanding(frame, shell));
  if (argv.length === 0) return { output: '', status: undefined };

  const saved = new Map<string, Variable | undefined>();
  const savedPath = shell.pathChanged;
  for (const one of assignments) {
    if (!saved.has(one.name)) saved.set(one.name, shell.variables.get(one.name));
    applyAssignment(one, session, shell, words);
    const variable = shell.variables.get(one.name);
    if (variable !== undefined) shell.variables.set(one.name, { ...variable, exported: true });
  }
  const result = session.run(argv, shell, to.frame);
  if (argv[0] === 'exec' && argv.length === 1) {
    shell.out = to.frame.out;
    shell.err = to.frame.err;
  }
  for (const [name, variable] of saved) {
    if (variable === undefined) shell.variables.delete(name);
    else shell.variables.set(name, variable);
  }
  if (saved.size > 0) shell.pathChanged = savedPath;
  return { status: result.status, output: deliver(result.output, to, session, shell) };
}

/** `exec >file` earlier in the line still holds, unless a pipe took the output already. */
function applyStanding(frame: Frame, shell: Shell): Frame {
  return {
    ...frame,
    out: shell.out !== undefined && frame.out.reach === 'whole' ? shell.out : frame.out,
    err: shell.err !== undefined && frame.err.reach === 'whole' ? shell.err : frame.err,
  };
}

function applyAssignment(one: Assignment, session: Session, shell: Shell, words: Expander): void {
  if (one.value.type === 'ArrayValue') {
    const added = words.fields(one.value.elements);
    const old = one.append ? (shell.variables.get(one.name)?.list ?? []) : [];
    const list = [...old, ...added];
    assign(shell, one.name, list[0] ?? '', list);
    return;
  }
  const value = words.text(one.value);
  if (one.index !== undefined) {
    const list = [...(shell.variables.get(one.name)?.list ?? [])];
    const index = words.text(one.index);
    if (/^\d{1,4}$/.test(index)) {
      while (list.length < Number(index)) list.push('');
      list[Number(index)] = value;
      assign(shell, one.name, list[0] ?? '', list);
    } else assign(shell, one.name, HOLE);
    return;
  }
  const before = lookup(one.name, shell, session)?.value;
  const next = one.append ? (before ?? '') + value : value;
  if (one.name === 'PATH' && changesPath(next, before, session.context.home)) shell.pathChanged = true;
  const old = shell.variables.get(one.name);
  assign(shell, one.name, next, one.append && old?.list !== undefined ? [next, ...old.list.slice(1)] : undefined);
}

/** The first variable in the command's text that may have several values. */
function findAlternative(node: Command, shell: Shell): string | undefined {
  if (shell.alternatives.size === 0) return undefined;
  const text = [node.name?.text ?? '', ...node.args.map((word) => word.text)].join(' ');
  for (const name of shell.alternatives.keys()) {
    if (text.includes(`$${name}`) || text.includes(`\${${name}`)) return name;
  }
  return undefined;
}

/** Runs the command once for each value that a branch may have left. */
function runAlternatives(name: string, node: Command, session: Session, shell: Shell, frame: Frame): Result {
  const values = shell.alternatives.get(name) ?? [];
  const unknown = shell.variables.get(name);
  shell.alternatives.delete(name);
  let result: Result = { output: HOLE, status: undefined };
  for (const value of values) {
    assign(shell, name, value);
    result = runSimple(node, session, shell, { ...frame, certain: false });
  }
  if (unknown !== undefined) shell.variables.set(name, unknown);
  shell.alternatives.set(name, values);
  return { output: values.length > 1 ? HOLE : result.output, status: undefined };
}
