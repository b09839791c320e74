import { argumentsOf, isOpen } from './make-functions.js';

/** `Asked` tells what a condition asks of the file that it stands in. */
export interface Asked {
  /** The value of a text, unset variables empty. */
  expand(text: string): string;
  /** What a variable was set to, unexpanded; undefined when it was not. */
  raw(name: string): string | undefined;
}

/**
 * `Branches` stands for an `ifeq … endif`: whether the branch that is read now counts, and whether a branch has counted
 * before.
 */
interface Branches {
  isTaken: boolean;
  isDecided: boolean;
}

const DIRECTIVE = /^\s*(?:(else)\s+)?(ifn?eq|ifn?def|else|endif)\b\s*(.*)$/;

/**
 * Follows the conditions of a makefile (GNU make manual, 7): which lines count. What cannot be told is taken for true
 * at first, and noted, so that the file can be read once more with the other answer.
 */
export class Conditions {
  /** Conditions that nobody could answer, in the order of the file. */
  readonly open = new Set<string>();
  private readonly answers: ReadonlyMap<string, boolean>;
  private readonly asked: Asked;
  private readonly stack: Branches[] = [];

  /** @param answers given to conditions that an earlier reading could not tell */
  constructor(answers: ReadonlyMap<string, boolean>, asked: Asked) {
    this.answers = answers;
    this.asked = asked;
  }

  /** Whether the lines here count. */
  get counts(): boolean {
    return this.stack.every((one) => one.isTaken);
  }

  /** Takes a line that is a directive; false for any other. */
  take(line: string): boolean {
    const found = DIRECTIVE.exec(line);
    if (found === null) return false;
    const [, isElse, word = '', rest = ''] = found;
    if (word === 'endif') this.stack.pop();
    else if (word === 'else' || isElse !== undefined) this.turn(word === 'else' ? undefined : word, rest);
    else {
      const isTaken = this.counts && this.holds(word, rest);
      this.stack.push({ isTaken, isDecided: isTaken });
    }
    return true;
  }

  private turn(word: string | undefined, rest: string): void {
    const branches = this.stack.pop();
    if (branches === undefined) return;
    const isTaken = this.counts && !branches.isDecided && (word === undefined || this.holds(word, rest));
    this.stack.push({ isTaken, isDecided: branches.isDecided || isTaken });
  }

  private holds(word: string, rest: string): boolean {
    const isNegated = word.startsWith('ifn');
    const answer = word.endsWith('eq') ? this.areEqual(rest) : this.isDefined(rest.replace(/\s#.*$/, '').trim());
    return answer !== isNegated;
  }

  private areEqual(text: string): boolean {
    const sides = sidesOf(text).map((side) => this.asked.expand(side));
    const [left = '', right = ''] = sides;
    return isOpen(left) || isOpen(right) ? this.answerTo(`${left} = ${right}`) : left === right;
  }

  private isDefined(name: string): boolean {
    const value = this.asked.raw(this.asked.expand(name));
    return value !== undefined && isOpen(value) ? this.answerTo(name) : (value ?? '') !== '';
  }

  private answerTo(question: string): boolean {
    const answer = this.answers.get(question);
    if (answer === undefined) this.open.add(question);
    return answer ?? true;
  }
}

/** `sidesOf` reads the two sides of a comparison, as `(a,b)`, `"a" "b"` or `'a' 'b'`. */
function sidesOf(text: string): string[] {
  const inside = /^\(([\s\S]*)\)\s*(?:#.*)?$/.exec(text.trim());
  if (inside !== null) {
    const [left = '', ...right] = argumentsOf(inside[1] as string);
    return [left.trim(), right.join(',').trim()];
  }
  return [...text.matchAll(/"([^"]*)"|'([^']*)'/g)].map((one) => one[1] ?? one[2] ?? '');
}
