import type { ParameterExpansionPart, ParameterOperation, SimpleExpansionPart } from 'unbash';
import { HOLE, isKnown, isMadeUp, type Session, type Shell, UNSET, type Variable, ZSH } from '../../state.js';
import { evaluateText, workOutIndex } from './arithmetic.js';
import { changeCase, remove, replace, transform } from './parameter-text.js';
import { assign, joined, lookup, valuesOf } from './parameters.js';
import type { PartTexts } from './part-texts.js';

/** Returns the text of `$x` or `${x…}`. */
export function expandParameter(
  part: SimpleExpansionPart | ParameterExpansionPart,
  shell: Shell,
  session: Session,
  words: PartTexts,
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
    return isKnown(one?.value) && !isMadeUp(one.value, session) ? String([...one.value].length) : HOLE;
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

/**
 * Returns an expansion that gives several fields even inside double quotes: `$@`, `${list[@]}` and what can be done to
 * each of their values; undefined for any other, or when nothing is known of it.
 */
export function expandList(
  part: SimpleExpansionPart | ParameterExpansionPart,
  shell: Shell,
  session: Session,
  words: PartTexts,
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

/** Returns an element of an array as a variable of its own; undefined when the key or the element cannot be known. */
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

/** Start and end of `${x:from:length}`; undefined when they cannot be known. */
function rangeOf(
  operation: Extract<ParameterOperation, { type: 'Slice' }>,
  size: number,
  shell: Shell,
  session: Session,
  words: PartTexts,
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

/** `${!ref}` where the value may also be `list[2]`. */
function indirect(name: string, shell: Shell, session: Session): Variable | undefined {
  const element = /^(\w+)\[(?![@*]\])(.+)\]$/s.exec(name);
  if (element === null) return /^\w+$|^[@*#]$/.test(name) ? lookup(name, shell, session) : undefined;
  const list = lookup(element[1] as string, shell, session);
  workOutIndex(name, shell, session);
  return list === undefined ? undefined : elementOf(list, element[2] as string, shell, session);
}

/** Tells how many values there are, of an array or of the positional parameters. */
function countOf(variable: Variable | undefined, shell: Shell): string {
  const values =
    variable === undefined ? shell.positional : (variable.items ?? new Map([['0', variable.value]])).values();
  const all = [...values];
  if (variable?.isUnset) return '0';
  return all.includes(HOLE) ? HOLE : String(all.length);
}

/** Carries out an operation on a value; what it makes of letters that stand for others is not known. */
function operate(
  operation: ParameterOperation,
  value: string | undefined,
  shell: Shell,
  session: Session,
  words: PartTexts,
): string {
  const made = operateOn(operation, value, shell, session, words);
  if (value === undefined || !isMadeUp(value, session) || isMadeUp(made, session)) return made;
  const rest = [...session.madeUpNames].reduce((text, name) => text.replaceAll(name, HOLE), value);
  return rest.split(HOLE).some((piece) => piece.includes(made)) ? made : HOLE;
}

function operateOn(
  operation: ParameterOperation,
  value: string | undefined,
  shell: Shell,
  session: Session,
  words: PartTexts,
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

function byDefault(
  operation: Extract<ParameterOperation, { type: 'Default' }>,
  name: string,
  value: string | undefined,
  variable: Variable | undefined,
  shell: Shell,
  words: PartTexts,
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

/** Tells whether `${x-…}` and its like give their operand. */
export function usesOperand(operator: string, value: string | undefined, variable: Variable | undefined): boolean {
  const isUnset =
    value === undefined ||
    variable === undefined ||
    variable.isUnset === true ||
    (operator.startsWith(':') && value === '');
  return operator.endsWith('+') ? !isUnset : isUnset;
}
