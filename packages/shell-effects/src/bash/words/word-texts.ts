import {
  type ArithmeticExpression,
  type DoubleQuotedChild,
  forEachChild,
  type HereDocBody,
  type SyntaxNode,
  type Word,
  type WordPart,
} from 'unbash';
import type { ExitReach } from '../../effects.js';
import { type Frame, HOLE, PLAIN_SHELL, type Session, type Shell } from '../../state.js';
import { evaluateArithmetic } from './arithmetic.js';
import { escapeGlob } from './glob.js';
import { expandParameter } from './parameter-expansion.js';
import { expandTildes } from './tilde.js';

type Part = WordPart | DoubleQuotedChild;

/** What a word begins with, as it is written and as it is read. */
interface Literal {
  readonly text: string;
  readonly value: string;
}

/** Expands a word of the tree to one text, as the shell does where neither splitting nor globs follow. */
export class WordTexts {
  protected readonly session: Session;
  protected readonly shell: Shell;
  protected readonly frame: Frame;
  private readonly exit: ExitReach;

  /** `exit`: what the exit code of a substitution tells; an assignment alone hands it on. */
  constructor(session: Session, shell: Shell, frame: Frame, exit: ExitReach = 'hidden') {
    this.session = session;
    this.shell = shell;
    this.frame = frame;
    this.exit = exit;
  }

  /** A word as one text, as in assignments and redirections: no splitting, no globs. */
  text(word: Word): string {
    return this.plain(word, false);
  }

  /** The value of an assignment: a tilde also counts behind a colon. */
  value(word: Word): string {
    return this.plain(word, true);
  }

  /** A pattern for `case`, `[[ == ]]` and `${x#…}`: quoted characters are escaped. */
  pattern(word: Word): string {
    if (word.parts === undefined) {
      const text = this.head(word, word, false);
      return word.text === word.value ? text : escapeGlob(text);
    }
    return word.parts
      .map((part) => {
        if (part.type === 'Glob') return part.text;
        const plain = this.part(part);
        const isLive = /^(?:Simple|Parameter|Command)Expansion$|^ExtendedGlob$/.test(part.type);
        return isLive ? plain : escapeGlob(plain);
      })
      .join('');
  }

  hereDoc(body: HereDocBody, quoted: boolean): string {
    if (quoted) return body.text;
    if (body.parts === undefined) return body.text.replace(/\\([$`\\])/g, '$1').replace(/\\\n/g, '');
    return body.parts.map((part) => this.part(part)).join('');
  }

  /** Expands a value once more, as a prompt is: `${x@P}`. */
  prompt(text: string): void {
    if (!/[$`]/.test(text)) return;
    this.session.code(`: "${text.replaceAll('"', '\\"')}"`, this.shell.clone(), this.inside, 'guess');
  }

  /** The number that an expression comes to; undefined when it cannot be known. What stands in it runs. */
  arithmetic(expression: ArithmeticExpression | undefined): number | undefined {
    if (expression !== undefined) this.runInside(expression);
    return this.evaluate(expression);
  }

  /** The text of a part of a word. */
  protected part(part: Part): string {
    switch (part.type) {
      case 'Literal':
      case 'SingleQuoted':
      case 'Glob':
        return part.value;
      case 'AnsiCQuoted':
        return this.isPlainShell ? HOLE : part.value;
      case 'LocaleString':
        return this.isPlainShell ? HOLE : this.parts(part.parts);
      case 'DoubleQuoted':
        return this.parts(part.parts);
      case 'SimpleExpansion':
      case 'ParameterExpansion':
        return expandParameter(part, this.shell, this.session, this);
      case 'CommandExpansion':
        return this.substitute(part);
      case 'ArithmeticExpansion':
        return this.sum(part);
      case 'ProcessSubstitution':
        return this.processSubstitution(part);
      case 'BraceExpansion':
      case 'ExtendedGlob':
        // Not expanded here; only plain ones are the same without their quotes.
        return /[$`"'\\]/.test(part.text) ? HOLE : part.text;
      default:
        return HOLE;
    }
  }

  /** The literal that a word begins with, its tilde expanded; `name=~/x` is one place more where a tilde counts. */
  protected head(word: Word, literal: Literal, isValue: boolean): string {
    if (literal.text !== literal.value)
      return literal.text.startsWith('~') ? this.tildeBeforeQuotes(literal, isValue) : literal.value;
    const assignment = isValue ? null : /^([A-Za-z_]\w*\+?=)(.*)$/s.exec(literal.value);
    const isWhole = word.parts === undefined || word.parts.length === 1 || /[/:]/.test(literal.value);
    const own = assignment?.[2] ?? '';
    if (own.includes('~')) return assignment?.[1] + this.tilde(own, true);
    // `~$x` and `~"x"` are no tilde of this kind.
    return isWhole ? this.tilde(literal.value, isValue) : literal.value;
  }

  protected tilde(text: string, isValue: boolean): string {
    return expandTildes(text, isValue, this.shell, this.session);
  }

  private get isPlainShell(): boolean {
    return this.shell.options.has(PLAIN_SHELL);
  }

  /** Where commands inside of a word stand: nothing tells their exit code, and what they print goes into the word. */
  private get inside(): Frame {
    return { ...this.frame, exit: 'hidden', out: { reach: 'filtered' } };
  }

  private parts(parts: readonly Part[]): string {
    return parts.map((part) => this.part(part)).join('');
  }

  private plain(word: Word, isValue: boolean): string {
    if (word.parts === undefined) return this.head(word, word, isValue);
    return word.parts
      .map((part, index) => {
        if (part.type !== 'Literal' || part.text !== part.value) return this.part(part);
        if (index === 0) return this.head(word, part, isValue);
        return isValue && part.value.includes(':~') ? this.tilde(`x${part.value}`, true).slice(1) : part.value;
      })
      .join('');
  }

  private tildeBeforeQuotes(literal: Literal, isValue: boolean): string {
    const slash = literal.text.indexOf('/');
    const prefix = slash < 0 ? literal.text : literal.text.slice(0, slash);
    return /["'\\]/.test(prefix) ? literal.value : this.tilde(prefix, isValue) + literal.value.slice(prefix.length);
  }

  /** The output of a substitution, without the newlines at its end. */
  private substitute({ script }: Extract<WordPart, { type: 'CommandExpansion' }>): string {
    if (script === undefined) return HOLE;
    const inner: Frame = { ...this.inside, exit: this.exit, loops: 0 };
    return this.session.script(script, this.shell.clone(), inner).output.replace(/\n+$/, '');
  }

  /** `<(…)` becomes a path whose content is the output. */
  private processSubstitution({ script, operator }: Extract<WordPart, { type: 'ProcessSubstitution' }>): string {
    const path = `/dev/fd/${63 + this.session.files.size}`;
    if (script === undefined) return path;
    const inner: Frame = { ...this.inside, background: true, ...(operator === '>' && { input: { rest: HOLE } }) };
    const { output } = this.session.script(script, this.shell.clone(), inner);
    this.session.files.set(path, operator === '<' ? output : '');
    return path;
  }

  /** `$((…))`, and `$[…]`, which `sh` does not know. */
  private sum(part: Extract<WordPart, { type: 'ArithmeticExpansion' }>): string {
    this.runInside(part);
    const number = this.evaluate(part.expression);
    if (this.isPlainShell && part.text.startsWith('$[')) return HOLE;
    return number === undefined ? HOLE : String(number);
  }

  private evaluate(expression: ArithmeticExpression | undefined): number | undefined {
    return evaluateArithmetic(expression, this.shell, this.session, (part) =>
      // Substitutions have run already, whatever the expression comes to.
      part.type === 'CommandExpansion' || part.type === 'ArithmeticExpansion' ? HOLE : this.part(part),
    );
  }

  /**
   * Substitutions inside of a test or an arithmetic expression run, too; the bodies of loops are left to the walk of
   * statements.
   */
  private runInside(node: SyntaxNode): void {
    // It may be one itself: `(( $(command) ))`.
    if (node.type === 'CommandExpansion' || node.type === 'ArithmeticCommandExpansion') {
      if (node.script !== undefined) this.session.script(node.script, this.shell.clone(), this.inside);
      return;
    }
    const words = new WordTexts(this.session, this.shell, this.inside);
    forEachChild(node, (child) => {
      if (child.type === 'CompoundList') return;
      if (child.type === 'Word') words.text(child);
      else this.runInside(child);
    });
  }
}
