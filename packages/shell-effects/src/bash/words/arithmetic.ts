import { type ArithmeticExpression, parse, type WordPart } from 'unbash';
import { HOLE, isKnown, isMadeUp, type Session, type Shell } from '../../state.js';
import { assign, lookup, store } from './parameters.js';

/** Depth to which a value that is itself an expression is followed. */
const MAX_DEPTH = 12;

/** Returns the number that an expression comes to; undefined when it cannot be known. Assignments in it take place. */
export function evaluateArithmetic(
  expression: ArithmeticExpression | undefined,
  shell: Shell,
  session: Session,
  expand: (part: WordPart) => string,
): number | undefined {
  return expression === undefined ? 0 : new Evaluation(shell, session, 0, expand).value(expression);
}

/**
 * Returns the number that an expression in a text comes to, as in an index or a length; undefined when it cannot be
 * known.
 */
export function evaluateText(text: string, shell: Shell, session: Session, depth = 0): number | undefined {
  const plain = text.trim();
  if (isMadeUp(plain, session)) return undefined;
  if (/^-?(?:0|[1-9]\d{0,14})$/.test(plain)) return Number(plain) + 0;
  if (!isKnown(plain) || depth > MAX_DEPTH || plain.length > 1_000) return undefined;
  if (plain === '') return 0;
  if (/\$\(|`/.test(plain)) {
    // An index that stands in a value may hold a substitution, which then runs.
    const text = plain.slice(0, 200);
    session.effects.push({
      kind: 'opaque',
      what: 'execution',
      text,
      reason: 'an arithmetic value runs commands',
    });
    return undefined;
  }
  const script = parse(`((${plain}))`);
  const command = script.commands[0]?.command;
  if (script.errors !== undefined || script.commands.length !== 1 || command?.type !== 'ArithmeticCommand')
    return undefined;
  return command.expression === undefined ? 0 : new Evaluation(shell, session, depth + 1).value(command.expression);
}

/** Where a name is asked for, its index is worked out: `[[ -v list[i] ]]`, `unset 'list[i]'`. */
export function workOutIndex(name: string, shell: Shell, session: Session): void {
  const index = /^[A-Za-z_]\w*\[(.+)\](?:\+?=|$)/s.exec(name)?.[1];
  if (index !== undefined && /\$\(|`/.test(index)) evaluateText(index, shell, session);
}

const BINARY: Readonly<Record<string, (left: bigint, right: bigint) => bigint | undefined>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => (right === 0n ? undefined : left / right),
  '%': (left, right) => (right === 0n ? undefined : left % right),
  '**': (left, right) => (right < 0n || right > 64n ? undefined : left ** right),
  '<<': (left, right) => (right < 0n || right > 63n ? undefined : left << right),
  '>>': (left, right) => (right < 0n || right > 63n ? undefined : left >> right),
  '<': (left, right) => BigInt(left < right),
  '<=': (left, right) => BigInt(left <= right),
  '>': (left, right) => BigInt(left > right),
  '>=': (left, right) => BigInt(left >= right),
  '==': (left, right) => BigInt(left === right),
  '!=': (left, right) => BigInt(left !== right),
  '&': (left, right) => left & right,
  '|': (left, right) => left | right,
  '^': (left, right) => left ^ right,
  ',': (_left, right) => right,
};

const UNARY: Readonly<Record<string, (value: bigint) => bigint>> = {
  '-': (value) => -value,
  '+': (value) => value,
  '!': (value) => BigInt(value === 0n),
  '~': (value) => ~value,
};

class Evaluation {
  private readonly shell: Shell;
  private readonly session: Session;
  private readonly depth: number;
  private readonly expand: (part: WordPart) => string;

  constructor(shell: Shell, session: Session, depth = 0, expand: (part: WordPart) => string = () => HOLE) {
    this.shell = shell;
    this.session = session;
    this.depth = depth;
    this.expand = expand;
  }

  value(node: ArithmeticExpression): number | undefined {
    const big = this.of(node);
    return big === undefined || !Number.isSafeInteger(Number(big)) ? undefined : Number(big);
  }

  private of(node: ArithmeticExpression): bigint | undefined {
    switch (node.type) {
      case 'ArithmeticGroup':
        return this.of(node.expression);
      case 'ArithmeticWord':
        return node.parts === undefined ? this.word(node.value) : this.nested(node.parts.map(this.expand).join(''));
      case 'ArithmeticUnary':
        return this.unary(node);
      case 'ArithmeticTernary':
        return this.choose(this.of(node.test), node.consequent, node.alternate);
      case 'ArithmeticBinary':
        return this.binary(node);
      default:
        return undefined;
    }
  }

  private unary(node: Extract<ArithmeticExpression, { type: 'ArithmeticUnary' }>): bigint | undefined {
    const { operator, operand } = node;
    if (operator !== '++' && operator !== '--') {
      const value = this.of(operand);
      return value === undefined ? undefined : UNARY[operator]?.(value);
    }
    const before = this.of(operand);
    const after = before === undefined ? undefined : before + (operator === '++' ? 1n : -1n);
    this.assign(operand, after);
    return node.prefix ? after : before;
  }

  private binary(node: Extract<ArithmeticExpression, { type: 'ArithmeticBinary' }>): bigint | undefined {
    const { operator } = node;
    const isComparison = /^(?:[=!<>]=|[<>])$/.test(operator);
    if (operator.endsWith('=') && !isComparison) {
      const right = this.of(node.right);
      const before = operator === '=' ? 0n : this.of(node.left);
      const value =
        right === undefined || before === undefined
          ? undefined
          : operator === '='
            ? right
            : BINARY[operator.slice(0, -1)]?.(before, right);
      this.assign(node.left, value);
      return value;
    }
    const left = this.of(node.left);
    if (operator === '&&' || operator === '||') return this.shortcut(left, operator === '||', node.right);
    const right = this.of(node.right);
    return left === undefined || right === undefined ? undefined : BINARY[operator]?.(left, right);
  }

  /** `&&` and `||` leave their right side out when the left one settles it. */
  private shortcut(left: bigint | undefined, settledBy: boolean, other: ArithmeticExpression): bigint | undefined {
    if (left === undefined) {
      this.maybe(other);
      return undefined;
    }
    if ((left !== 0n) === settledBy) return BigInt(settledBy);
    const right = this.of(other);
    return right === undefined ? undefined : BigInt(right !== 0n);
  }

  private choose(
    test: bigint | undefined,
    consequent: ArithmeticExpression,
    alternate: ArithmeticExpression,
  ): bigint | undefined {
    if (test !== undefined) return this.of(test !== 0n ? consequent : alternate);
    this.maybe(consequent);
    this.maybe(alternate);
    return undefined;
  }

  /** A side that may or may not be worked out: what it sets is unknown afterwards. */
  private maybe(node: ArithmeticExpression): void {
    if (node.type === 'ArithmeticBinary') {
      if (node.operator.endsWith('=') && !/^[=!<>]=$/.test(node.operator)) this.assign(node.left, undefined);
      this.maybe(node.left);
      this.maybe(node.right);
    } else if (node.type === 'ArithmeticUnary') {
      if (node.operator === '++' || node.operator === '--') this.assign(node.operand, undefined);
      this.maybe(node.operand);
    } else if (node.type === 'ArithmeticGroup') this.maybe(node.expression);
  }

  private assign(target: ArithmeticExpression, value: bigint | undefined): void {
    const name = target.type === 'ArithmeticWord' ? target.value : '';
    const text = value === undefined ? HOLE : String(value);
    if (/^[A-Za-z_]\w*$/.test(name)) assign(this.shell, name, text);
    const element = /^([A-Za-z_]\w*)\[(.+)\]$/s.exec(name);
    if (element === null) return;
    const list = this.shell.variables.get(element[1] as string);
    const index = evaluateText(element[2] as string, this.shell, this.session, this.depth);
    if (index === undefined || list?.isMap) {
      assign(this.shell, element[1] as string, HOLE);
      return;
    }
    const items = new Map(list?.items ?? []).set(String(index), text);
    store(this.shell, element[1] as string, items.get('0') ?? '', items);
  }

  /** A number in any base, or a name, whose value may be an expression again. */
  private word(text: string): bigint | undefined {
    const plain = text.replace(/^(["'])(.*)\1$/s, '$2');
    if (/^0[xX][0-9a-fA-F]{1,16}$/.test(plain)) return BigInt(plain);
    if (/^0[0-7]{0,22}$/.test(plain)) return BigInt(plain === '0' ? '0' : `0o${plain.slice(1)}`);
    if (/^[1-9]\d{0,18}$/.test(plain)) return BigInt(plain);
    const based = /^(\d{1,2})#(\w{1,12})$/.exec(plain);
    if (based !== null) {
      const base = Number(based[1]);
      const number = base > 36 ? Number.NaN : Number.parseInt(based[2] as string, base);
      return Number.isSafeInteger(number) ? BigInt(number) : undefined;
    }
    const name = /^\$?\{?([A-Za-z_]\w*|\d+|#)\}?$/.exec(plain)?.[1];
    if (name === undefined) return this.element(plain);
    const variable = lookup(name, this.shell, this.session);
    return variable === undefined ? undefined : this.nested(variable.value);
  }

  private element(text: string): bigint | undefined {
    const match = /^\$?\{?([A-Za-z_]\w*)\[([^\]]+)\]\}?$/.exec(text);
    const variable = match === null ? undefined : lookup(match[1] as string, this.shell, this.session);
    if (match === null || variable?.items === undefined) return undefined;
    const key = variable.isMap
      ? (match[2] as string)
      : evaluateText(match[2] as string, this.shell, this.session, this.depth);
    return key === undefined ? undefined : this.nested(variable.items.get(String(key)) ?? '');
  }

  private nested(value: string): bigint | undefined {
    const number = evaluateText(value, this.shell, this.session, this.depth);
    return number === undefined ? undefined : BigInt(number);
  }
}
