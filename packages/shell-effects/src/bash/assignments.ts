import type { ArrayValue, Assignment, Word } from 'unbash';
import { changesPath } from '../disk/search-path.js';
import { HOLE, isKnown, type Session, type Shell, type Variable } from '../state.js';
import { evaluateText } from './words/arithmetic.js';
import { assign, lookup, store } from './words/parameters.js';
import type { Expander } from './words/words.js';

/** `name=value`, `name+=value`, `name[i]=value` and `name=(…)`. */
export function applyAssignment(one: Assignment, session: Session, shell: Shell, words: Expander): void {
  if (one.value.type === 'ArrayValue') {
    assignArray(one.name, one.value, one.append === true, session, shell, words);
    return;
  }
  const old = shell.variables.get(one.name);
  const value = words.value(one.value);
  if (one.index !== undefined) {
    assignElement(one.name, words.text(one.index), value, one.append === true, session, shell);
    return;
  }
  const before = lookup(one.name, shell, session)?.value;
  const next = computed(one.append === true, before, value, old, session, shell);
  if (one.name === 'PATH' && changesPath(next, before, session.context.home)) shell.pathChanged = true;
  const items = old?.items === undefined ? undefined : new Map(old.items).set('0', next);
  store(shell, one.name, next, items);
}

/** Returns the value after `=` or `+=`; numbers are added where the name was declared to be one. */
function computed(
  isAppended: boolean,
  before: string | undefined,
  value: string,
  variable: Variable | undefined,
  session: Session,
  shell: Shell,
): string {
  if (!variable?.attributes?.includes('i')) return isAppended ? (before ?? '') + value : value;
  const number = evaluateText(isAppended ? `${before ?? '0'}+(${value})` : value, shell, session);
  return number === undefined ? HOLE : String(number);
}

function assignElement(
  name: string,
  index: string,
  value: string,
  isAppended: boolean,
  session: Session,
  shell: Shell,
): void {
  if (name === 'BASH_ALIASES' || name === 'BASH_CMDS') shell.aliases.set(index, value);
  const old = lookup(name, shell, session);
  const key = old?.isMap ? index : evaluateText(index, shell, session);
  if (key === undefined || !isKnown(index)) {
    assign(shell, name, HOLE);
    return;
  }
  const items = new Map(old?.items ?? (old === undefined || old.isUnset ? [] : [['0', old.value]]));
  const place = typeof key === 'number' && key < 0 ? Number([...items.keys()].at(-1) ?? -1) + 1 + key : key;
  items.set(String(place), (isAppended ? (items.get(String(place)) ?? '') : '') + value);
  storeItems(name, items, shell, old?.isMap === true);
}

function assignArray(
  name: string,
  value: ArrayValue,
  isAppended: boolean,
  session: Session,
  shell: Shell,
  words: Expander,
): void {
  const old = shell.variables.get(name);
  const before = old?.items ?? (old === undefined || old.isUnset ? [] : [['0', old.value] as const]);
  const items = new Map<string, string>(isAppended ? before : []);
  let next = Number([...items.keys()].at(-1) ?? -1) + 1;
  for (const element of value.elements) {
    const keyed = keyOf(element);
    if (keyed === undefined) {
      for (const one of words.fields([element])) items.set(String(next++), one);
      continue;
    }
    // `[key]=value`: the parser hands it on as one word.
    const text = words.text(element);
    const end = text.indexOf(']=');
    const key = text.slice(1, end);
    if (name === 'BASH_ALIASES' || name === 'BASH_CMDS') shell.aliases.set(key, text.slice(end + 2));
    const index = old?.isMap ? key : evaluateText(key, shell, session);
    if (end < 0 || index === undefined) {
      assign(shell, name, HOLE);
      return;
    }
    items.set(String(index), text.slice(end + 2));
    if (!old?.isMap) next = Number(index) + 1;
  }
  storeItems(name, items, shell, old?.isMap === true);
}

function keyOf(element: Word): string | undefined {
  return /^\[[^\]]+\]=/.exec(element.text)?.[0];
}

/** Elements lie in the order of their numbers; those of a map in an order of the shell's own. */
function storeItems(name: string, items: ReadonlyMap<string, string>, shell: Shell, isMap: boolean): void {
  const sorted = isMap ? items : new Map([...items].sort(([a], [b]) => Number(a) - Number(b)));
  store(shell, name, sorted.get('0') ?? '', sorted);
}

/** Sets what a builtin is told to set: a name, or one element. */
export function assignNamed(name: string, value: string, session: Session, shell: Shell): void {
  const element = /^([A-Za-z_]\w*)\[(.+)\]$/s.exec(name);
  if (element !== null) assignElement(element[1] as string, element[2] as string, value, false, session, shell);
  else assign(shell, name, computed(false, undefined, value, shell.variables.get(name), session, shell));
}
