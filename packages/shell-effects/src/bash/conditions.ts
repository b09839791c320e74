import type { TestExpression } from 'unbash';
import { type Call, HOLE, isKnown, isMadeUp, type Session, type Shell } from '../state.js';
import { evaluateText, workOutIndex } from './words/arithmetic.js';
import { matchGlob } from './words/glob.js';
import { assign, lookup } from './words/parameters.js';
import type { WordTexts } from './words/word-texts.js';

/*
 * Tests on texts and numbers that are known. What depends on the disk is never taken as known: it may be another when the
 * command runs.
 */

type Answer = boolean | undefined;

/** Evaluates `[ … ]` and `test`. */
export function evaluateTest({ argv, session, shell }: Call): Answer {
  const isBracket = argv[0] === '[';
  if (isBracket && argv.at(-1) !== ']') return isKnown(argv.at(-1)) ? false : undefined;
  const words = isBracket ? argv.slice(1, -1) : argv.slice(1);
  // An unknown word may be none or several, so that the rest stands elsewhere.
  if (words.includes(HOLE) && words.length !== 3) return undefined;
  return words.length > 64 ? undefined : new Test(words, session, shell).all();
}

class Test {
  private at = 0;
  private readonly words: readonly string[];
  private readonly session: Session;
  private readonly shell: Shell;

  constructor(words: readonly string[], session: Session, shell: Shell) {
    this.words = words;
    this.session = session;
    this.shell = shell;
  }

  all(): Answer {
    const { words } = this;
    // The number of words decides what they mean, before any operator does.
    if (words.length === 0) return false;
    if (words.length === 1) return notEmpty(words[0]);
    if (words.length === 2 && words[0] === '!') return not(notEmpty(words[1]));
    if (words.length === 3 && isBinary(words[1] as string))
      return this.binary(words[0] as string, words[1] as string, words[2] as string);
    if (words.length === 4 && words[0] === '!' && isBinary(words[2] as string))
      return not(this.binary(words[1] as string, words[2] as string, words[3] as string));
    const answer = this.either();
    return this.at === words.length ? answer : undefined;
  }

  private either(): Answer {
    let answer = this.both();
    while (this.words[this.at] === '-o') {
      this.at++;
      answer = or(answer, this.both());
    }
    return answer;
  }

  private both(): Answer {
    let answer = this.one();
    while (this.words[this.at] === '-a') {
      this.at++;
      answer = and(answer, this.one());
    }
    return answer;
  }

  private one(): Answer {
    const word = this.words[this.at];
    if (word === undefined) return undefined;
    if (isBinary(this.words[this.at + 1] ?? '') && this.words[this.at + 2] !== undefined) {
      this.at += 3;
      return this.binary(word, this.words[this.at - 2] as string, this.words[this.at - 1] as string);
    }
    this.at++;
    if (word === '!') return not(this.one());
    if (word === '(') {
      const inside = this.either();
      return this.words[this.at++] === ')' ? inside : undefined;
    }
    if (!/^-[a-zA-Z]$/.test(word) || this.words[this.at] === undefined) return notEmpty(word);
    return unary(word, this.words[this.at++] as string, this.session, this.shell);
  }

  private binary(left: string, operator: string, right: string): Answer {
    if (!isKnown(left) || !isKnown(right)) return undefined;
    if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(operator)) {
      const isNumber = (text: string) => /^\s*[-+]?\d+\s*$/.test(text);
      return isNumber(left) && isNumber(right) ? compare(Number(left), operator, Number(right)) : false;
    }
    if (left !== right && (isMadeUp(left, this.session) || isMadeUp(right, this.session))) return undefined;
    return compareText(left, operator, right);
  }
}

const notEmpty = (word = ''): Answer => (word === '' ? false : word.replaceAll(HOLE, '') === '' ? undefined : true);
const not = (answer: Answer): Answer => (answer === undefined ? undefined : !answer);
const and = (left: Answer, right: Answer): Answer =>
  left === false || right === false ? false : left === undefined || right === undefined ? undefined : true;
const or = (left: Answer, right: Answer): Answer => not(and(not(left), not(right)));

function isBinary(word: string): boolean {
  return /^(?:=|==|!=|<|>|-eq|-ne|-lt|-le|-gt|-ge|-nt|-ot|-ef)$/.test(word);
}

function compare(left: number, operator: string, right: number): Answer {
  switch (operator) {
    case '-eq':
      return left === right;
    case '-ne':
      return left !== right;
    case '-lt':
      return left < right;
    case '-le':
      return left <= right;
    case '-gt':
      return left > right;
    default:
      return left >= right;
  }
}

function compareText(left: string, operator: string, right: string): Answer {
  if (operator === '=' || operator === '==') return left === right;
  if (operator === '!=') return left !== right;
  // The order of other characters is the locale's.
  if ((operator !== '<' && operator !== '>') || !/^[a-z]*$/.test(left + right)) return undefined;
  return operator === '<' ? left < right : left > right;
}

function unary(operator: string, word: string, session: Session, shell: Shell): Answer {
  if (operator === '-z') return not(notEmpty(word));
  if (operator === '-n') return notEmpty(word);
  if (operator !== '-v' || !isKnown(word)) return undefined;
  workOutIndex(word, shell, session);
  const variable = /^\w+$/.test(word) ? lookup(word, shell, session) : undefined;
  return variable === undefined ? undefined : variable.isUnset !== true;
}

/** Evaluates `[[ … ]]` by its syntax tree, with patterns on the right side. */
export function evaluateCondition(node: TestExpression, session: Session, shell: Shell, words: WordTexts): Answer {
  switch (node.type) {
    case 'TestGroup':
      return evaluateCondition(node.expression, session, shell, words);
    case 'TestNot': {
      const inside = evaluateCondition(node.operand, session, shell, words);
      return node.negations.length % 2 === 1 ? not(inside) : inside;
    }
    case 'TestLogical': {
      const settledBy = node.operator === '||';
      let answer: Answer = !settledBy;
      for (const operand of node.operands) {
        if (answer === settledBy) return answer;
        const next = evaluateCondition(operand, session, shell, words);
        answer = settledBy ? or(answer, next) : and(answer, next);
      }
      return answer;
    }
    case 'TestUnary':
      return unary(node.operator, words.text(node.operand), session, shell);
    case 'TestBinary':
      return binary(node, session, shell, words);
  }
}

function binary(
  node: Extract<TestExpression, { type: 'TestBinary' }>,
  session: Session,
  shell: Shell,
  words: WordTexts,
): Answer {
  const left = words.text(node.left);
  const { operator } = node;
  if (operator === '=~') {
    words.text(node.right);
    assign(shell, 'BASH_REMATCH', HOLE);
    return undefined;
  }
  if (operator === '=' || operator === '==' || operator === '!=') {
    const pattern = words.pattern(node.right);
    if (!isKnown(left) || !isKnown(pattern) || shell.options.has('nocasematch')) return undefined;
    if (left !== pattern && (isMadeUp(left, session) || isMadeUp(pattern, session))) return undefined;
    return matchGlob(pattern, left) === (operator !== '!=');
  }
  const right = words.text(node.right);
  if (!isKnown(left) || !isKnown(right)) return undefined;
  if (isMadeUp(left, session) || isMadeUp(right, session)) return undefined;
  if (!/^-(?:eq|ne|lt|le|gt|ge)$/.test(operator)) return compareText(left, operator, right);
  const numbers = [evaluateText(left, shell, session), evaluateText(right, shell, session)];
  return numbers[0] === undefined || numbers[1] === undefined ? undefined : compare(numbers[0], operator, numbers[1]);
}
