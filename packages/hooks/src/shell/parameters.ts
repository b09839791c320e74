import type { ParameterExpansionPart, ParameterOperation, SimpleExpansionPart } from 'unbash';
import { matchGlob } from './glob.js';
import { LIMITS } from './parse.js';
import { HOLE, isKnown, type Session, type Shell, type Variable } from './state.js';
import type { Expander } from './words.js';

/**
 * A variable as the shell would find it: set by this line, special, or inherited. Undefined means that nothing is known of
 * it, which is not the same as empty.
 */
export function lookup(name: string, shell: Shell, session: Session): Variable | undefined {
  const own = shell.variables.get(name);
  if (own !== undefined) return own;
  const special = specialValue(name, shell, session);
  if (special !== undefined) return { value: special, exported: true };
  const inherited = session.context.env?.[name];
  return inherited === undefined || inherited.includes(HOLE) ? undefined : { value: inherited, exported: true };
}

function specialValue(name: string, shell: Shell, session: Session): string | undefined {
  switch (name) {
    case 'HOME':
      return session.context.home;
    case 'PWD':
      return shell.cwd ?? HOLE;
    case 'OLDPWD':
      return shell.previous ?? HOLE;
    case 'SHELL':
      return '/bin/bash';
    case 'IFS':
      return ' \t\n';
    case '0':
      return shell.name;
    case '#':
      return String(shell.positional.length);
    case '@':
    case '*':
      return shell.positional.join(' ');
    default:
      return /^[1-9]\d{0,5}$/.test(name) ? (shell.positional[Number(name) - 1] ?? '') : undefined;
  }
}

/** Sets a variable, keeps it exported if it was. */
export function assign(shell: Shell, name: string, value: string, list?: string[]): void {
  const old = shell.variables.get(name);
  const bounded = value.length > LIMITS.text ? HOLE : value;
  shell.variables.set(name, { value: bounded, list, exported: old?.exported ?? false });
  shell.alternatives.delete(name);
}

/** The text of `$x` or `${x…}`. */
export function expandParameter(
  part: SimpleExpansionPart | ParameterExpansionPart,
  shell: Shell,
  session: Session,
  words: Expander,
): string {
  if (part.type === 'SimpleExpansion') return lookup(part.text.slice(1), shell, session)?.value ?? HOLE;
  const { parameter, prefix, operation } = part;
  let variable = lookup(parameter, shell, session);
  const index = part.index === undefined ? undefined : words.text(part.index);
  if (prefix === '#') {
    const list = index === '@' || index === '*' || parameter === '@' || parameter === '*';
    if (list) return String((variable?.list ?? shell.positional).length);
    return isKnown(variable?.value) ? String(variable.value.length) : HOLE;
  }
  if (prefix === '!') {
    if (operation?.type === 'Names' || index !== undefined) return HOLE;
    variable = isKnown(variable?.value) ? lookup(variable.value, shell, session) : undefined;
  }
  let value = variable?.value;
  if (index !== undefined && variable !== undefined) {
    const { list } = variable;
    if (index === '@' || index === '*') value = list?.join(' ') ?? value;
    else if (/^-?\d{1,6}$/.test(index))
      value = list === undefined ? (index === '0' ? value : '') : (list.at(Number(index)) ?? '');
    else value = HOLE;
  }
  return operation === undefined ? (value ?? HOLE) : operate(operation, parameter, value, shell, words);
}

function operate(
  operation: ParameterOperation,
  name: string,
  value: string | undefined,
  shell: Shell,
  words: Expander,
): string {
  if (operation.type === 'Default') return byDefault(operation, name, value, shell, words);
  if (!isKnown(value)) return HOLE;
  switch (operation.type) {
    case 'Remove':
      return remove(value, words.pattern(operation.operand), operation.operator);
    case 'Replace':
      return replace(value, words.pattern(operation.pattern), words.text(operation.replacement), operation.operator);
    case 'Slice': {
      const offset = Number(words.text(operation.offset));
      const length = operation.length === undefined ? undefined : Number(words.text(operation.length));
      if (!Number.isInteger(offset) || (length !== undefined && !Number.isInteger(length))) return HOLE;
      const rest = value.slice(offset);
      return length === undefined ? rest : rest.slice(0, length);
    }
    case 'CaseModification': {
      if (operation.operand !== undefined) return HOLE;
      if (operation.operator === '^^') return value.toUpperCase();
      if (operation.operator === ',,') return value.toLowerCase();
      const [first = '', ...others] = value;
      return (operation.operator === '^' ? first.toUpperCase() : first.toLowerCase()) + others.join('');
    }
    case 'Transform': {
      const how = words.text(operation.operand);
      return how === 'U'
        ? value.toUpperCase()
        : how === 'L'
          ? value.toLowerCase()
          : how === 'P' && !/[\\$`]/.test(value)
            ? value
            : HOLE;
    }
    default:
      return HOLE;
  }
}

function byDefault(
  operation: Extract<ParameterOperation, { type: 'Default' }>,
  name: string,
  value: string | undefined,
  shell: Shell,
  words: Expander,
): string {
  const { operator } = operation;
  const isUnset = value === undefined || (operator.startsWith(':') && value === '');
  if (operator.endsWith('+')) return isUnset ? '' : words.text(operation.operand);
  if (operator.endsWith('?')) return value ?? HOLE;
  if (!isUnset) return value;
  // A name of which nothing is known is most likely unset: the default is what the author expects.
  const fallback = words.text(operation.operand);
  if (operator.endsWith('=')) assign(shell, name, fallback);
  return fallback;
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

function replace(value: string, pattern: string, replacement: string, operator: string): string {
  if (!isKnown(pattern) || /(?<!\\)[*?[]/.test(pattern)) return HOLE;
  const literal = pattern.replace(/\\(.)/g, '$1');
  if (literal === '') return value;
  if (operator === '/#') return value.startsWith(literal) ? replacement + value.slice(literal.length) : value;
  if (operator === '/%') return value.endsWith(literal) ? value.slice(0, -literal.length) + replacement : value;
  const pieces = operator === '//' ? value.split(literal) : splitOnce(value, literal);
  const result = pieces.join(replacement);
  return result.length > LIMITS.text ? HOLE : result;
}

function splitOnce(value: string, separator: string): string[] {
  const at = value.indexOf(separator);
  return at < 0 ? [value] : [value.slice(0, at), value.slice(at + separator.length)];
}
