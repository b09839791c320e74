import type { ParameterExpansionPart, ParameterOperation, SimpleExpansionPart } from 'unbash';
import { evaluateText, workOutIndex } from './arithmetic.js';
import { matchGlob } from './glob.js';
import { LIMITS } from './parse.js';
import { HOLE, isKnown, type Session, type Shell, UNSET, type Variable, ZSH } from './state.js';
import type { WordTexts } from './word-texts.js';

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

/** `declare -n`; one that leads to another is followed no further. */
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
    case '#':
      return shell.positional.includes(HOLE) ? HOLE : String(shell.positional.length);
    case '@':
    case '*':
      return joined(shell.positional, name, shell);
    default:
      return /^[1-9]\d{0,5}$/.test(name) ? positionalAt(Number(name), shell) : undefined;
  }
}

/** `$3`: after words that may be any number, nothing can be told. */
function positionalAt(index: number, shell: Shell): string {
  const hole = shell.positional.indexOf(HOLE);
  return hole >= 0 && hole < index ? HOLE : (shell.positional[index - 1] ?? '');
}

/** `$*` puts the first separator between its words, `$@` a space. */
function joined(values: readonly string[], how: string, shell: Shell): string {
  const separators = shell.variables.get('IFS');
  if (how !== '*' || separators === undefined || separators.isUnset) return values.join(' ');
  return values.join(separators.value.slice(0, 1));
}

/** Sets a variable, keeps it exported if it was, and obeys what was declared of it. */
export function assign(shell: Shell, name: string, value: string, list?: readonly string[]): void {
  const items = list === undefined ? undefined : new Map(list.map((one, index) => [String(index), one]));
  store(shell, name, value, items);
}

/** As `assign`, with the elements of an array by their keys. */
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
    exported: old?.exported ?? false,
    attributes,
    isMap: old?.isMap ?? false,
  });
  shell.alternatives.delete(name);
}

/** What becomes of a value by `declare -l`, `-u`; numbers (`-i`) are worked out before. */
function declared(value: string, attributes: string | undefined): string {
  if (attributes?.includes('u')) return value.toUpperCase();
  return attributes?.includes('l') ? value.toLowerCase() : value;
}

/** Values of an array in order; of anything else its one value. */
export function valuesOf(variable: Variable | undefined): readonly string[] | undefined {
  if (variable === undefined) return undefined;
  // The shell keeps those of a map in an order of its own.
  if (variable.isMap && (variable.items?.size ?? 0) > 1) return [HOLE];
  if (variable.items !== undefined) return [...variable.items.values()];
  return variable.isUnset ? [] : [variable.value];
}

/** One element as a variable of its own; undefined when the key or the element cannot be known. */
function elementOf(variable: Variable, index: string, shell: Shell, session: Session): Variable | undefined {
  if (!isKnown(index)) return undefined;
  const { items, value, isMap } = variable;
  // What is unknown in whole may be an array.
  if (items === undefined && !isKnown(value)) return undefined;
  const number = isMap ? 0 : evaluateText(index, shell, session);
  if (number === undefined) return undefined;
  const own: ReadonlyMap<string, string> = items ?? new Map(variable.isUnset ? [] : [['0', value]]);
  const last = Number([...own.keys()].at(-1) ?? -1);
  const element = own.get(isMap ? index : String(number < 0 ? last + 1 + number : number));
  if (element !== undefined) return { value: element, exported: false };
  return [...own.keys(), ...own.values()].some((one) => !isKnown(one)) ? undefined : UNSET;
}

/**
 * An expansion that gives several fields even inside double quotes: `$@`, `${list[@]}` and what can be done to each of their
 * values; undefined for any other, or when nothing is known of it.
 */
export function expandList(
  part: SimpleExpansionPart | ParameterExpansionPart,
  shell: Shell,
  session: Session,
  words: WordTexts,
  isStar = false,
): readonly string[] | undefined {
  const sign = isStar ? '*' : '@';
  if (part.type === 'SimpleExpansion') {
    if (part.text === `$${sign}`) return shell.positional;
    // zsh gives all of an array by its name alone.
    const list = isStar && shell.options.has(ZSH) ? lookup(part.text.slice(1), shell, session) : undefined;
    return list?.items === undefined ? undefined : valuesOf(list);
  }
  const { parameter, prefix, operation } = part;
  const isPositional = parameter === sign && part.index === undefined;
  if (prefix === '!' && operation?.type === 'Names') {
    if (operation.operator !== sign) return undefined;
    return [...shell.variables.keys()].filter((name) => name.startsWith(parameter)).sort();
  }
  if (!isPositional && part.index?.value !== sign) return undefined;
  const variable = isPositional ? undefined : lookup(parameter, shell, session);
  if (prefix === '!' && variable?.isMap && (variable.items?.size ?? 0) > 1) return [HOLE];
  if (prefix === '!') return variable?.items === undefined ? undefined : [...variable.items.keys()];
  if (prefix === '#') return undefined;
  const all = isPositional ? shell.positional : valuesOf(variable);
  if (all === undefined || operation === undefined) return all;
  if (operation.type === 'Default') return undefined;
  if (operation.type === 'Slice') {
    const values = isPositional ? [shell.name, ...all] : all;
    const range = rangeOf(operation, values.length, shell, session, words);
    // `${@:0}` counts the name of the shell.
    return range === undefined || all.includes(HOLE) ? [HOLE] : values.slice(range.from, range.to);
  }
  return all.map((value) => operate(operation, value, shell, session, words));
}

/** Start and end of `${x:from:length}`; undefined when they cannot be known. */
function rangeOf(
  operation: Extract<ParameterOperation, { type: 'Slice' }>,
  size: number,
  shell: Shell,
  session: Session,
  words: WordTexts,
): { from: number; to: number } | undefined {
  const offset = evaluateText(words.text(operation.offset), shell, session);
  if (offset === undefined) return undefined;
  const from = offset < 0 ? size + offset : offset;
  if (from < 0) return { from: size, to: size };
  if (operation.length === undefined) return { from, to: size };
  const length = evaluateText(words.text(operation.length), shell, session);
  if (length === undefined) return undefined;
  return { from, to: length < 0 ? size + length : from + length };
}

/** The text of `$x` or `${x…}`. */
export function expandParameter(
  part: SimpleExpansionPart | ParameterExpansionPart,
  shell: Shell,
  session: Session,
  words: WordTexts,
): string {
  const many = expandList(part, shell, session, words) ?? expandList(part, shell, session, words, true);
  const isStar =
    part.type === 'SimpleExpansion' ? part.text === '$*' : part.parameter === '*' || part.index?.value === '*';
  if (many !== undefined) return joined(many, isStar ? '*' : '@', shell);
  if (part.type === 'SimpleExpansion') return lookup(part.text.slice(1), shell, session)?.value ?? HOLE;
  const { parameter, prefix, operation } = part;
  let variable = lookup(parameter, shell, session);
  const index = part.index === undefined ? undefined : words.text(part.index);
  if (prefix === '#') {
    const isList = index === '@' || index === '*' || parameter === '@' || parameter === '*';
    if (isList) return countOf(parameter === '@' || parameter === '*' ? undefined : variable, shell);
    const one = index === undefined || variable === undefined ? variable : elementOf(variable, index, shell, session);
    return isKnown(one?.value) ? String([...one.value].length) : HOLE;
  }
  if (prefix === '!') {
    if (index !== undefined || !isKnown(variable?.value)) return HOLE;
    variable = indirect(variable.value, shell, session);
  }
  if (index !== undefined && variable !== undefined && prefix === undefined)
    variable = elementOf(variable, index, shell, session) ?? { value: HOLE, exported: false };
  const value = variable?.value;
  if (operation === undefined) return value ?? HOLE;
  if (operation.type === 'Default') return byDefault(operation, parameter, value, variable, shell, words);
  return operate(operation, value, shell, session, words);
}

/** `${!ref}` where the value may also be `list[2]`. */
function indirect(name: string, shell: Shell, session: Session): Variable | undefined {
  const element = /^(\w+)\[(?![@*]\])(.+)\]$/s.exec(name);
  if (element === null) return /^\w+$|^[@*#]$/.test(name) ? lookup(name, shell, session) : undefined;
  const list = lookup(element[1] as string, shell, session);
  workOutIndex(name, shell, session);
  return list === undefined ? undefined : elementOf(list, element[2] as string, shell, session);
}

/** How many values there are, of an array or of the positional parameters. */
function countOf(variable: Variable | undefined, shell: Shell): string {
  const values =
    variable === undefined ? shell.positional : (variable.items ?? new Map([['0', variable.value]])).values();
  const all = [...values];
  if (variable?.isUnset) return '0';
  return all.includes(HOLE) ? HOLE : String(all.length);
}

function operate(
  operation: ParameterOperation,
  value: string | undefined,
  shell: Shell,
  session: Session,
  words: WordTexts,
): string {
  if (!isKnown(value)) {
    // What stands in a pattern or replacement runs all the same.
    if (operation.type === 'Replace') words.text(operation.replacement);
    return HOLE;
  }
  switch (operation.type) {
    case 'Remove':
      return remove(value, words.pattern(operation.operand), operation.operator);
    case 'Replace':
      return replace(value, words.pattern(operation.pattern), words.text(operation.replacement), operation.operator);
    case 'Slice': {
      const characters = [...value];
      const range = rangeOf(operation, characters.length, shell, session, words);
      return range === undefined ? HOLE : characters.slice(range.from, Math.max(range.from, range.to)).join('');
    }
    case 'CaseModification':
      return changeCase(
        value,
        operation.operator,
        operation.operand === undefined ? '?' : words.pattern(operation.operand),
      );
    case 'Transform': {
      const how = words.text(operation.operand);
      if (how === 'P') words.prompt(value);
      return transform(value, how);
    }
    default:
      return HOLE;
  }
}

function changeCase(value: string, operator: string, pattern: string): string {
  // Beyond ASCII it depends on the locale.
  if (!isKnown(pattern) || /[^\x00-\x7f]/.test(value)) return HOLE;
  const change = (character: string) =>
    !matchGlob(pattern, character)
      ? character
      : operator.startsWith('^')
        ? character.toUpperCase()
        : character.toLowerCase();
  const characters = [...value];
  if (operator.length === 2) return characters.map(change).join('');
  return characters.map((character, index) => (index === 0 ? change(character) : character)).join('');
}

/** `${x@U}` and its like. */
function transform(value: string, how: string): string {
  const [first = '', ...rest] = value;
  switch (how) {
    case 'U':
      return value.toUpperCase();
    case 'L':
      return value.toLowerCase();
    case 'u':
      return first.toUpperCase() + rest.join('');
    case 'P':
    case 'E':
      return /[\\$`!]/.test(value) ? HOLE : value;
    case 'Q':
      return /[\x00-\x1f\x7f]/.test(value) ? HOLE : `'${value.replaceAll("'", "'\\''")}'`;
    default:
      return HOLE;
  }
}

function byDefault(
  operation: Extract<ParameterOperation, { type: 'Default' }>,
  name: string,
  value: string | undefined,
  variable: Variable | undefined,
  shell: Shell,
  words: WordTexts,
): string {
  const { operator } = operation;
  if (operator.endsWith('?')) return value ?? HOLE;
  const isUsed = usesOperand(operator, value, variable);
  if (operator.endsWith('+')) return isUsed ? words.text(operation.operand) : '';
  if (!isUsed) return value ?? HOLE;
  // A name of which nothing is known is most likely unset: the default is what the author expects.
  const fallback = words.text(operation.operand);
  if (operator.endsWith('=')) assign(shell, name, fallback);
  return fallback;
}

/** Whether `${x-…}` and its like give their operand. */
export function usesOperand(operator: string, value: string | undefined, variable: Variable | undefined): boolean {
  const isUnset =
    value === undefined ||
    variable === undefined ||
    variable.isUnset === true ||
    (operator.startsWith(':') && value === '');
  return operator.endsWith('+') ? !isUnset : isUnset;
}

/** Longest or shortest prefix or suffix that matches; lengths are bounded, as each try costs a match. */
function remove(value: string, pattern: string, operator: string): string {
  if (!isKnown(pattern) || value.length > 4_096) return HOLE;
  const isPrefix = operator.startsWith('#');
  const isLongest = operator.length === 2;
  for (let step = 0; step <= value.length; step++) {
    const length = isLongest ? value.length - step : step;
    const piece = isPrefix ? value.slice(0, length) : value.slice(value.length - length);
    if (matchGlob(pattern, piece)) return isPrefix ? value.slice(length) : value.slice(0, value.length - length);
  }
  return value;
}

/** `${x/pattern/replacement}`: from each place the longest match. */
function replace(value: string, pattern: string, replacement: string, operator: string): string {
  if (!isKnown(pattern) || /(?<!\\)&/.test(replacement)) return HOLE;
  if (pattern === '') return operator === '/#' ? replacement + value : operator === '/%' ? value + replacement : value;
  const isLiteral = !/(?<!\\)[*?[]|[@?+!*]\(/.test(pattern);
  if (!isLiteral && value.length > 512) return HOLE;
  const literal = pattern.replace(/\\(.)/gs, '$1');
  const lengthAt = (at: number): number => {
    if (isLiteral) return value.startsWith(literal, at) ? literal.length : 0;
    for (let end = value.length; end > at; end--) if (matchGlob(pattern, value.slice(at, end))) return end - at;
    return 0;
  };
  let result = '';
  for (let at = 0; at < value.length; ) {
    const length = operator === '/#' && at > 0 ? 0 : lengthAt(at);
    if (length === 0 || (operator === '/%' && at + length !== value.length)) {
      result += value[at++];
      continue;
    }
    result += replacement;
    at += length;
    if (operator !== '//') return bounded(result + value.slice(at));
    if (result.length > LIMITS.text) return HOLE;
  }
  return bounded(result);
}

function bounded(text: string): string {
  return text.length > LIMITS.text ? HOLE : text;
}
