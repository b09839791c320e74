import type { Leaving, Shell, Variable } from '../state.js';
import { HOLE } from '../state.js';
import { LIMITS } from './parse.js';

/*
 * A command line may go one way or another. Each way is followed on a copy of the shell; here the copies become one again,
 * in which what they disagree on is unknown, or has several values.
 */

const STRENGTH: readonly Leaving['how'][] = ['break', 'continue', 'return', 'exit'];

/** Makes a shell what it is after one of several ways. A way that leaves counts only where no other goes on. */
export function joinWays(shell: Shell, ends: readonly Shell[], before: Shell): void {
  const going = ends.filter((one) => one.leaving === undefined);
  const leaving = ends.filter((one) => one.leaving !== undefined);
  const [first, ...others] = going.length > 0 ? going : leaving.toSorted((a, b) => strength(a) - strength(b));
  if (first === undefined) return;
  shell.adopt(first);
  if (going.length > 0) for (const one of others) merge(shell, one, before);
  for (const { leaving: way } of leaving) {
    if (way?.how !== 'return' && way?.how !== 'exit') continue;
    shell.isDoubted = true;
    // What comes later may not have run, and a zero at the end may not be its own.
    if (way.status !== false && going.length > 0) shell.ended = true;
  }
}

const strength = (shell: Shell) => STRENGTH.indexOf(shell.leaving?.how ?? 'exit');

/**
 * Merges two ways after a fork: a variable that differs between the ways may have either value. The directory is that
 * of the way that changed it, the other one is kept in mind.
 */
export function merge(shell: Shell, other: Shell, before: Shell): void {
  mergeFolders(shell, other, before);
  for (const name of new Set([...shell.variables.keys(), ...other.variables.keys()])) {
    const mine = shell.variables.get(name);
    const theirs = other.variables.get(name);
    if (mine === theirs || isSame(mine, theirs)) continue;
    const values = distinct([
      ...(shell.alternatives.get(name) ?? [mine]),
      ...(other.alternatives.get(name) ?? [theirs]),
    ]);
    const kept = mine ?? theirs;
    shell.variables.set(name, {
      value: HOLE,
      exported: mine?.exported === true || theirs?.exported === true,
      attributes: kept?.attributes,
    });
    if (values.length <= LIMITS.alternatives) shell.alternatives.set(name, values);
    else shell.alternatives.delete(name);
  }
  for (const name of new Set([...shell.functions.keys(), ...other.functions.keys()])) {
    const bodies = new Set([
      ...(shell.functions.get(name) ?? [undefined]),
      ...(other.functions.get(name) ?? [undefined]),
    ]);
    shell.functions.set(name, [...bodies]);
  }
  for (const [name, body] of other.aliases) if (!shell.aliases.has(name)) shell.aliases.set(name, body);
  for (const [name, code] of other.traps) if (!shell.traps.has(name)) shell.traps.set(name, code);
  if (shell.positional.join('\n') !== other.positional.join('\n')) shell.positional = [HOLE];
  shell.pathChanged ||= other.pathChanged;
  shell.strayed = [...new Set([...shell.strayed, ...other.strayed])].slice(0, LIMITS.alternatives);
  shell.isDoubted ||= other.isDoubted;
  shell.ended ||= other.ended;
}

function mergeFolders(shell: Shell, other: Shell, before: Shell): void {
  const places = [...shell.fallbacks, ...other.fallbacks];
  if (shell.cwd !== other.cwd) {
    const isBoth = shell.cwd !== before.cwd && other.cwd !== before.cwd;
    const [kept, left] = shell.cwd === before.cwd ? [other.cwd, shell.cwd] : [shell.cwd, other.cwd];
    shell.cwd = isBoth ? undefined : kept;
    if (left !== undefined) places.push(left);
  }
  shell.fallbacks = [...new Set(places)].filter((place) => place !== shell.cwd).slice(0, LIMITS.alternatives);
}

function isSame(a: Variable | undefined, b: Variable | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.value === b.value && a.isUnset === b.isUnset && listed(a) === listed(b);
}

/** Tells whether two shells know the same, so that the same code does the same in them. */
export function isSameState(a: Shell, b: Shell): boolean {
  const isPlainSame =
    a.cwd === b.cwd &&
    a.pathChanged === b.pathChanged &&
    a.positional.join('\n') === b.positional.join('\n') &&
    a.fallbacks.join('\n') === b.fallbacks.join('\n') &&
    a.strayed.join('\n') === b.strayed.join('\n');
  return (
    isPlainSame &&
    isSameMap(a.variables, b.variables, isSame) &&
    isSameMap(a.alternatives, b.alternatives, (one, other) => isSameList(one, other, isSame)) &&
    isSameMap(a.functions, b.functions, (one, other) => isSameList(one, other, Object.is)) &&
    isSameMap(a.aliases, b.aliases, Object.is) &&
    isSameMap(a.traps, b.traps, Object.is)
  );
}

type Same<T> = (one: T | undefined, other: T | undefined) => boolean;

function isSameMap<T>(a: ReadonlyMap<string, T>, b: ReadonlyMap<string, T>, same: Same<T>): boolean {
  return [...new Set([...a.keys(), ...b.keys()])].every((name) => same(a.get(name), b.get(name)));
}

function isSameList<T>(
  a: readonly T[] | undefined,
  b: readonly T[] | undefined,
  same: (one: T, other: T) => boolean,
): boolean {
  return a?.length === b?.length && (a ?? []).every((one, at) => same(one, b?.[at] as T));
}

function listed({ items }: Variable): string {
  return items === undefined ? '' : [...items].flat().join('\n');
}

function distinct(values: readonly (Variable | undefined)[]): (Variable | undefined)[] {
  return values.filter((one, index) => values.findIndex((other) => isSame(one, other)) === index);
}

/** Forgets what a way of unknown length may have changed: variables that are not what they were, and the folder. */
export function forgetChanges(shell: Shell, before: Shell): boolean {
  let isChanged = false;
  for (const [name, variable] of shell.variables) {
    const old = before.variables.get(name);
    if (old === variable || isSame(old, variable)) continue;
    isChanged = true;
    shell.variables.set(name, { value: HOLE, exported: variable.exported, attributes: variable.attributes });
    shell.alternatives.delete(name);
  }
  if (shell.cwd !== before.cwd) {
    isChanged = true;
    if (before.cwd !== undefined) shell.fallbacks = [...new Set([...shell.fallbacks, before.cwd])];
    shell.cwd = undefined;
  }
  if (shell.positional.join('\n') !== before.positional.join('\n')) {
    isChanged = true;
    shell.positional = [HOLE];
  }
  return isChanged;
}
