import type { Assignment } from 'unbash';
import { reportRun } from '../report.js';
import { type Call, callOf, HOLE, isKnown, type Result, type Session, type Shell, UNSET } from '../state.js';
import { applyAssignment } from './assignments.js';
import { workOutIndex } from './words/arithmetic.js';
import { store } from './words/parameters.js';
import { Expander } from './words/words.js';

const DONE: Result = { output: '', status: true };

/** What a word after `declare` is: a name, with its value where it came as one word. */
interface Declared {
  readonly name: string;
  readonly value: string | undefined;
  readonly assignment?: Assignment;
}

/** `declare`, `local`, `export`, `readonly` with assignments as the tree has them; the words are for the report. */
export function runDeclaring(call: Call, assignments: readonly Assignment[]): Result {
  const { argv, session, shell, frame } = call;
  const words = new Expander(session, shell, frame);
  const how = argv[0] === 'builtin' ? argv.slice(1) : argv;
  declare(
    how,
    assignments.map((one) => ({ name: one.name, value: undefined, assignment: one })),
    session,
    shell,
    (one) => applyAssignment(one, session, shell, words),
  );
  const spelled = assignments.map((one) => `${one.name}=${shell.variables.get(one.name)?.value ?? HOLE}`);
  reportRun(callOf([...argv, ...spelled], call));
  return DONE;
}

/** Carries out a declaring builtin whose words are all plain ones, as expansion leaves them. */
export function declareWords({ argv, session, shell }: Call): Result {
  const words = argv.slice(1).filter((word) => !/^[-+]/.test(word));
  if (words.some((word) => !isKnown(word.split('=', 1)[0]))) {
    // Any name may have become anything.
    for (const name of shell.variables.keys()) shell.variables.set(name, { value: HOLE, exported: false });
    return DONE;
  }
  for (const word of words) workOutIndex(word, shell, session);
  const names = words.map((word) => {
    const at = word.indexOf('=');
    return at < 0 ? { name: word, value: undefined } : { name: word.slice(0, at), value: word.slice(at + 1) };
  });
  declare(argv, names, session, shell, () => undefined);
  return DONE;
}

function declare(
  argv: readonly string[],
  names: readonly Declared[],
  session: Session,
  shell: Shell,
  apply: (one: Assignment) => void,
): void {
  const letters = argv
    .slice(1)
    .filter((word) => /^-[a-zA-Z]+$/.test(word))
    .join('');
  const program = argv[0] ?? '';
  const plain = argv.slice(1).filter((word) => !/^[-+]/.test(word) && !word.includes('='));
  const all = [
    ...names,
    ...plain.filter((name) => !names.some((one) => one.name === name)).map((name) => ({ name, value: undefined })),
  ];
  for (const one of all) {
    const name = one.name.replace(/\+$/, '');
    if (letters.includes('f') || letters.includes('F')) {
      const body = shell.functions.get(name);
      if (body !== undefined && (program === 'export' || letters.includes('x')))
        shell.exportedFunctions.set(name, body);
      continue;
    }
    if (!/^[A-Za-z_]\w*$/.test(name)) continue;
    if (program === 'local' && shell.locals.length === 0) continue;
    if (program === 'local' || (/^(?:declare|typeset)$/.test(program) && !letters.includes('g')))
      makeLocal(name, shell);
    setAttributes(name, letters, program, shell);
    if ('assignment' in one && one.assignment !== undefined) apply(one.assignment);
    else if (one.value !== undefined) store(shell, name, one.value);
    // What a reference is set to while it is declared is the name that it stands for.
    if (letters.includes('n') && program !== 'export') addAttribute(name, 'n', shell);
    if (program === 'readonly' || letters.includes('r')) addAttribute(name, 'r', shell);
    if (program === 'export' || letters.includes('x'))
      exportName(name, letters.includes('n') && program === 'export', session, shell);
  }
}

/** Inside a function the name is the function's own until it ends. */
function makeLocal(name: string, shell: Shell): void {
  const scope = shell.locals.at(-1);
  if (scope === undefined || scope.has(name)) return;
  scope.set(name, shell.variables.get(name));
  const old = shell.variables.get(name);
  if (old !== undefined || name !== 'IFS') shell.variables.set(name, { ...UNSET, exported: old?.exported ?? false });
}

/** Ends a function's scope: its local names are again what they were. */
export function restoreLocals(shell: Shell): void {
  for (const [name, variable] of shell.locals.pop() ?? []) {
    if (variable === undefined) shell.variables.delete(name);
    else shell.variables.set(name, variable);
    shell.alternatives.delete(name);
  }
}

function setAttributes(name: string, letters: string, program: string, shell: Shell): void {
  for (const letter of 'ilu') if (letters.includes(letter) && program !== 'export') addAttribute(name, letter, shell);
  if (!/[aA]/.test(letters)) return;
  const old = shell.variables.get(name) ?? UNSET;
  const items = old.items ?? new Map(old.isUnset ? [] : [['0', old.value]]);
  shell.variables.set(name, {
    value: old.value,
    exported: old.exported,
    attributes: old.attributes,
    items,
    isMap: letters.includes('A'),
  });
}

function addAttribute(name: string, letter: string, shell: Shell): void {
  const old = shell.variables.get(name) ?? UNSET;
  shell.variables.set(name, { ...old, attributes: `${old.attributes ?? ''}${letter}` });
}

function exportName(name: string, isTakenBack: boolean, session: Session, shell: Shell): void {
  const old = shell.variables.get(name);
  if (old !== undefined) shell.variables.set(name, { ...old, exported: !isTakenBack });
  else if (!isTakenBack && session.context.env?.[name] === undefined)
    shell.variables.set(name, { ...UNSET, exported: true });
}

/** `unset name…`, of variables, elements and functions. */
export function unsetNames({ argv, words, session, shell }: Call): Result {
  const isFunction = argv.includes('-f');
  const isVariable = argv.includes('-v') || argv.includes('-n');
  for (const word of words) {
    if (word.startsWith('-')) continue;
    workOutIndex(word, shell, session);
    const element = /^(\w+)\[(.+)\]$/.exec(word);
    if (element !== null) unsetElement(element[1] as string, element[2] as string, shell);
    else if (!isFunction && (isVariable || shell.variables.has(word) || !shell.functions.has(word))) {
      if (shell.variables.get(word)?.attributes?.includes('r')) continue;
      shell.variables.set(word, UNSET);
      shell.alternatives.delete(word);
    } else {
      shell.functions.delete(word);
      shell.exportedFunctions.delete(word);
    }
  }
  return DONE;
}

function unsetElement(name: string, key: string, shell: Shell): void {
  const old = shell.variables.get(name);
  if (old?.items === undefined) return;
  const items = new Map(old.items);
  const isPlain = old.isMap || /^\d+$/.test(key);
  if (key === '@' || key === '*') items.clear();
  else if (isPlain) items.delete(key);
  shell.variables.set(
    name,
    isPlain ? { ...old, items, value: items.get('0') ?? '' } : { ...old, items: undefined, value: HOLE },
  );
}
