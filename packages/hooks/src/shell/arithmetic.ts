import type { ArithmeticExpression } from 'unbash';
import { lookup } from './parameters.js';
import { HOLE, type Session, type Shell } from './state.js';

/** `$((…))` of numbers and known variables, as text; a hole for anything else (assignments, substitutions). */
export function evaluateArithmetic(
  expression: ArithmeticExpression | undefined,
  shell: Shell,
  session: Session,
): string {
  if (expression?.type === 'ArithmeticCommandExpansion' && expression.script !== undefined) return HOLE;
  const value = expression === undefined ? undefined : evaluate(expression, shell, session);
  return value === undefined || !Number.isSafeInteger(value) ? HOLE : String(value);
}

function evaluate(expression: ArithmeticExpression, shell: Shell, session: Session): number | undefined {
  switch (expression.type) {
    case 'ArithmeticGroup':
      return evaluate(expression.expression, shell, session);
    case 'ArithmeticWord': {
      const text = expression.value.replace(/^\$\{?(\w+)\}?$/, '$1');
      const value = /^[A-Za-z_]\w*$/.test(text) ? lookup(text, shell, session)?.value : text;
      return value !== undefined && /^(?:0|[1-9]\d{0,15})$/.test(value) ? Number(value) : undefined;
    }
    case 'ArithmeticUnary': {
      const operand = evaluate(expression.operand, shell, session);
      if (operand === undefined) return undefined;
      return expression.operator === '-' ? -operand : expression.operator === '+' ? operand : undefined;
    }
    case 'ArithmeticBinary': {
      const left = evaluate(expression.left, shell, session);
      const right = evaluate(expression.right, shell, session);
      if (left === undefined || right === undefined) return undefined;
      switch (expression.operator) {
        case '+':
          return left + right;
        case '-':
          return left - right;
        case '*':
          return left * right;
        case '/':
          return right === 0 ? undefined : Math.trunc(left / right);
        case '%':
          return right === 0 ? undefined : left % right;
        default:
          return undefined;
      }
    }
    default:
      return undefined;
  }
}
