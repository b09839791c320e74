import { HOLE, isKnown, type Session, type Shell, type Variable } from '../../state.js';
import { LIMITS } from '../parse.js';

/**
 * A variable as the shell would find it: set by this line, special, or inherited. Undefined means that nothing is known of
 * it, which is not the same as empty.
 */
export function lookup(name: string, shell: Shell, session: Session): Variable | undefined {
  const own = shell.variables.get(name);
  if (own?.attributes?.includes('n')) return lookupReference(own.value, shell, session);
  if (own !== undefined) return own;
  const special = specialValue(name, shell, session);
  if (special !== undefined) return { value: special, exported: true };
  const inherited = session.context.env?.[name];
  return inherited === undefined || inherited.includes(HOLE) ? undefined : { value: inherited, exported: true };
}

/** `lookupReference` follows a name of `declare -n`; a reference that leads to another is followed no further. */
function lookupReference(name: string, shell: Shell, session: Session): Variable | undefined {
  const target = shell.variables.get(name);
  return target?.attributes?.includes('n') ? undefined : isKnown(name) ? lookup(name, shell, session) : undefined;
}

function specialValue(name: string, shell: Shell, session: Session): string | undefined {
  switch (name) {
    case 'HOME':
      return session.context.home;
    case 'PWD':
      return shell.cwd ?? HOLE;
    case 'OLDPWD':
      return shell.previous ?? HOLE;
    case '_':
      return shell.lastWord ?? HOLE;
    case 'SHELL':
    case 'BASH':
      return '/bin/bash';
    case 'IFS':
      return ' \t\n';
    case '0':
      return shell.name;
    case '$':
      return processNumber(session);
    case '#':
      return shell.positional.includes(HOLE) ? HOLE : String(shell.positional.length);
    case '@':
    case '*':
      return joined(shell.positional, name, shell);
    default:
      return /^[1-9]\d{0,5}$/.test(name) ? positionalAt(Number(name), shell) : undefined;
  }
}

/**
 * Returns digits that stand for the number of the shell's process, the same throughout a line: a folder or a file that is
 * named by it is a new one, and what compares or counts with it knows that it is not the real one.
 */
function processNumber({ line, madeUpNames }: Session): string {
  const seed = [...line].reduce((hash, letter) => Math.imul(hash ^ letter.codePointAt(0)!, 16_777_619) >>> 0, 7);
  const number = String(4_000_000_000 + (seed % 1_000_000_000));
  madeUpNames.add(number);
  return number;
}

/** `positionalAt` returns the value of `$3`: after words that may be any number, nothing can be told. */
function positionalAt(index: number, shell: Shell): string {
  const hole = shell.positional.indexOf(HOLE);
  return hole >= 0 && hole < index ? HOLE : (shell.positional[index - 1] ?? '');
}

/** `$*` puts the first separator between its words, `$@` a space. */
export function joined(values: readonly string[], how: string, shell: Shell): string {
  const separators = shell.variables.get('IFS');
  if (how !== '*' || separators === undefined || separators.isUnset) return values.join(' ');
  return values.join(separators.value.slice(0, 1));
}

/** Sets a variable, keeps it exported if it was, and obeys what was declared of it. */
export function assign(shell: Shell, name: string, value: string, list?: readonly string[]): void {
  const items = list === undefined ? undefined : new Map(list.map((one, index) => [String(index), one]));
  store(shell, name, value, items);
}

/** Stores a variable as `assign` does, with the elements of an array by their keys. */
export function store(shell: Shell, name: string, value: string, items?: ReadonlyMap<string, string>): void {
  const old = shell.variables.get(name);
  const attributes = old?.attributes;
  if (attributes?.includes('r')) return;
  if (attributes?.includes('n') && old !== undefined) {
    // A name that leads to itself would never end.
    if (isKnown(old.value) && old.value !== name && !shell.variables.get(old.value)?.attributes?.includes('n'))
      store(shell, old.value, value, items);
    return;
  }
  const bounded = value.length > LIMITS.text ? HOLE : declared(value, attributes);
  shell.variables.set(name, {
    value: bounded,
    items,
    exported: old?.exported === true || shell.options.has('allexport'),
    attributes,
    isMap: old?.isMap ?? false,
  });
  shell.alternatives.delete(name);
}

/** Tells what becomes of a value by `declare -l`, `-u`; numbers (`-i`) are worked out before. */
function declared(value: string, attributes: string | undefined): string {
  if (attributes?.includes('u')) return value.toUpperCase();
  return attributes?.includes('l') ? value.toLowerCase() : value;
}

/** Lists values of an array in order; of anything else its one value. */
export function valuesOf(variable: Variable | undefined): readonly string[] | undefined {
  if (variable === undefined) return undefined;
  // The shell keeps those of a map in an order of its own.
  if (variable.isMap && (variable.items?.size ?? 0) > 1) return [HOLE];
  if (variable.items !== undefined) return [...variable.items.values()];
  return variable.isUnset ? [] : [variable.value];
}
