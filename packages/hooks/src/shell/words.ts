import {
  type ArithmeticExpression,
  type DoubleQuotedChild,
  forEachChild,
  type HereDocBody,
  type ParameterExpansionPart,
  parse,
  type SyntaxNode,
  type Word,
  type WordPart,
} from 'unbash';
import { evaluateArithmetic } from './arithmetic.js';
import { expandBraces } from './braces.js';
import type { ExitReach } from './effects.js';
import { Fields } from './fields.js';
import { escapeGlob, expandGlob } from './glob.js';
import { expandList, expandParameter, lookup, usesOperand } from './parameters.js';
import { LIMITS, LimitError, scriptError } from './parse.js';
import { type Frame, HOLE, isKnown, PLAIN_SHELL, type Session, type Shell } from './state.js';
import { expandTildes } from './tilde.js';

/** Expands words of the tree to what the program would see. One for each shell and frame. */
export interface Expander {
  /** All fields of a list of words: braces, splitting and globs included. */
  fields(words: readonly Word[]): string[];
  /** One text, as in assignments and redirections: no splitting, no globs. */
  text(word: Word): string;
  /** The value of an assignment: a tilde also counts behind a colon. */
  value(word: Word): string;
  /** A pattern for `case`, `[[ == ]]` and `${x#…}`: quoted characters are escaped. */
  pattern(word: Word): string;
  hereDoc(body: HereDocBody, quoted: boolean): string;
  /** Expands a value once more, as a prompt is: `${x@P}`. */
  prompt(text: string): void;
  /** The number that an expression comes to; undefined when it cannot be known. What stands in it runs. */
  arithmetic(expression: ArithmeticExpression | undefined): number | undefined;
}

/** Substitutions inside a test or an arithmetic expression run too; the bodies of loops are left to the walk of statements. */
function walkSubstitutions(node: SyntaxNode, session: Session, shell: Shell, frame: Frame): void {
  const inner: Frame = { ...frame, exit: 'hidden', out: { reach: 'filtered' } };
  const words = expander(session, shell, inner);
  // It may be one itself: `(( $(command) ))`.
  if (node.type === 'CommandExpansion' || node.type === 'ArithmeticCommandExpansion') {
    if (node.script !== undefined) session.script(node.script, shell.clone(), inner);
    return;
  }
  forEachChild(node, (child) => {
    if (child.type === 'CompoundList') return;
    if (child.type === 'Word') words.text(child);
    else walkSubstitutions(child, session, shell, frame);
  });
}

/** `exit`: what the exit code of a substitution tells; an assignment alone hands it on. */
export function expander(session: Session, shell: Shell, frame: Frame, exit: ExitReach = 'hidden'): Expander {
  /** The output of a substitution, without the newlines at its end. */
  function substitute(part: Extract<WordPart, { type: 'CommandExpansion' }>): string {
    if (part.script === undefined) return HOLE;
    return session
      .script(part.script, shell.clone(), { ...frame, exit, out: { reach: 'filtered' }, loops: 0 })
      .output.replace(/\n+$/, '');
  }

  /** `<(…)` becomes a path whose content is the output. */
  function processSubstitution(part: Extract<WordPart, { type: 'ProcessSubstitution' }>): string {
    const path = `/dev/fd/${63 + session.files.size}`;
    if (part.script !== undefined) {
      const inner: Frame = { ...frame, exit: 'hidden', out: { reach: 'filtered' }, background: true };
      const result = session.script(
        part.script,
        shell.clone(),
        part.operator === '>' ? { ...inner, input: { rest: HOLE } } : inner,
      );
      session.files.set(path, part.operator === '<' ? result.output : '');
    }
    return path;
  }

  function arithmetic(expression: ArithmeticExpression | undefined): number | undefined {
    return evaluateArithmetic(expression, shell, session, (part) =>
      // Substitutions have run already, whatever the expression comes to.
      part.type === 'CommandExpansion' || part.type === 'ArithmeticExpansion' ? HOLE : value(part),
    );
  }

  function value(part: WordPart | DoubleQuotedChild): string {
    switch (part.type) {
      case 'Literal':
      case 'SingleQuoted':
      case 'Glob':
        return part.value;
      case 'AnsiCQuoted':
        return shell.options.has(PLAIN_SHELL) ? HOLE : part.value;
      case 'LocaleString':
        return shell.options.has(PLAIN_SHELL) ? HOLE : part.parts.map(value).join('');
      case 'DoubleQuoted':
        return part.parts.map(value).join('');
      case 'SimpleExpansion':
      case 'ParameterExpansion':
        return expandParameter(part, shell, session, self);
      case 'CommandExpansion':
        return substitute(part);
      case 'ArithmeticExpansion': {
        walkSubstitutions(part, session, shell, frame);
        const number = arithmetic(part.expression);
        if (shell.options.has(PLAIN_SHELL) && part.text.startsWith('$[')) return HOLE;
        return number === undefined ? HOLE : String(number);
      }
      case 'ProcessSubstitution':
        return processSubstitution(part);
      case 'BraceExpansion':
      case 'ExtendedGlob':
        // Not expanded here; only plain ones are the same without their quotes.
        return /[$`"'\\]/.test(part.text) ? HOLE : part.text;
      default:
        return HOLE;
    }
  }

  /** The operand of `${x:-…}` when it is what the expansion gives, so that its own quotes count. */
  function operandOf(part: WordPart): Word | undefined {
    if (part.type !== 'ParameterExpansion' || part.operation?.type !== 'Default') return undefined;
    const { operator, operand } = part.operation;
    if (!/^:?[-+]$/.test(operator) || part.index !== undefined || part.prefix !== undefined) return undefined;
    const variable = part.parameter === '@' ? undefined : lookup(part.parameter, shell, session);
    return usesOperand(operator, variable?.value, variable) ? operand : undefined;
  }

  function addQuotedParts(parts: readonly DoubleQuotedChild[], fields: Fields): void {
    if (parts.length === 0) fields.quoted('');
    for (const part of parts) {
      const many = manyValues(part);
      if (many === undefined) fields.quoted(value(part));
      else addMany(many, fields, (one) => fields.quoted(one));
    }
  }

  /** Values of `$@`, `${list[@]}`: several fields even inside double quotes. */
  function manyValues(part: WordPart | DoubleQuotedChild): readonly string[] | undefined {
    if (part.type !== 'SimpleExpansion' && part.type !== 'ParameterExpansion') return undefined;
    return expandList(part, shell, session, self);
  }

  function addMany(values: readonly string[], fields: Fields, add: (value: string) => void): void {
    for (const [index, one] of values.entries()) {
      if (index > 0) fields.close();
      add(one);
    }
  }

  function addExpansion(part: WordPart, fields: Fields, separators: string): void {
    const operand = operandOf(part);
    if (operand !== undefined) {
      for (const inside of operand.parts ?? []) addPart(inside, fields, separators, true);
      if (operand.parts === undefined && /["'\\]/.test(operand.text)) fields.quoted(operand.value);
      else if (operand.parts === undefined) fields.split(tilde(operand.value, false), separators);
      return;
    }
    const isParameter = part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion';
    const many =
      manyValues(part) ??
      (isParameter ? expandList(part as ParameterExpansionPart, shell, session, self, true) : undefined);
    // A number that cannot be known is still one word.
    if (part.type === 'ArithmeticExpansion') fields.quoted(value(part));
    else addMany(many ?? [value(part)], fields, (one) => fields.split(one, separators));
  }

  function addPart(part: WordPart, fields: Fields, separators: string, isOperand = false): void {
    switch (part.type) {
      case 'Literal':
        if (isOperand && part.text === part.value) fields.split(part.value, separators);
        else fields.quoted(part.value);
        break;
      case 'Glob':
        fields.glob(part.text);
        break;
      case 'ExtendedGlob':
        if (/[$`"'\\]/.test(part.text)) fields.quoted(HOLE);
        else fields.glob(part.text);
        break;
      case 'BraceExpansion':
        fields.quoted(HOLE);
        break;
      case 'DoubleQuoted':
        addQuotedParts(part.parts, fields);
        break;
      case 'LocaleString':
      case 'SingleQuoted':
      case 'AnsiCQuoted':
      case 'ProcessSubstitution':
        fields.quoted(value(part));
        break;
      default:
        addExpansion(part, fields, separators);
    }
  }

  function tilde(text: string, isValue: boolean): string {
    return expandTildes(text, isValue, shell, session);
  }

  /** The literal that a word begins with, its tilde expanded; `name=~/x` is one place more where a tilde counts. */
  function head(word: Word, literal: { text: string; value: string }, isValue: boolean): string {
    if (literal.text !== literal.value)
      return literal.text.startsWith('~') ? tildeBeforeQuotes(literal, isValue) : literal.value;
    const assignment = isValue ? null : /^([A-Za-z_]\w*\+?=)(.*)$/s.exec(literal.value);
    const isWhole = word.parts === undefined || word.parts.length === 1 || /[/:]/.test(literal.value);
    const own = assignment?.[2] ?? '';
    if (own.includes('~')) return assignment?.[1] + tilde(own, true);
    // `~$x` and `~"x"` are no tilde of this kind.
    return isWhole ? tilde(literal.value, isValue) : literal.value;
  }

  function tildeBeforeQuotes(literal: { text: string; value: string }, isValue: boolean): string {
    const slash = literal.text.indexOf('/');
    const prefix = slash < 0 ? literal.text : literal.text.slice(0, slash);
    return /["'\\]/.test(prefix) ? literal.value : tilde(prefix, isValue) + literal.value.slice(prefix.length);
  }

  function addWord(word: Word, fields: Fields, separators: string): void {
    if (word.parts === undefined) {
      fields.quoted(head(word, word, false));
      return;
    }
    for (const [index, part] of word.parts.entries()) {
      if (index === 0 && part.type === 'Literal') fields.quoted(head(word, part, false));
      else addPart(part, fields, separators);
    }
  }

  function plainText(word: Word, isValue: boolean): string {
    if (word.parts === undefined) return head(word, word, isValue);
    return word.parts
      .map((part, index) => {
        if (part.type !== 'Literal' || part.text !== part.value) return value(part);
        if (index === 0) return head(word, part, isValue);
        return isValue && part.value.includes(':~') ? tilde(`x${part.value}`, true).slice(1) : part.value;
      })
      .join('');
  }

  function globbed(field: Fields['done'][number]): readonly string[] {
    if (!field.isGlob || !isKnown(field.text)) return [field.text];
    const found = expandGlob(field.pattern, shell.cwd, (path) => session.list(path), shell.options);
    return found ?? (shell.options.has('nullglob') ? [] : [field.text]);
  }

  const self: Expander = {
    text: (word) => plainText(word, false),
    prompt(text) {
      const inner: Frame = { ...frame, exit: 'hidden', out: { reach: 'filtered' } };
      if (/[$`]/.test(text)) session.code(`: "${text.replaceAll('"', '\\"')}"`, shell.clone(), inner, 'guess');
    },
    value: (word) => plainText(word, true),
    arithmetic(expression) {
      if (expression !== undefined) walkSubstitutions(expression, session, shell, frame);
      return arithmetic(expression);
    },
    fields(words) {
      const separators = separatorsOf(shell, session);
      const canGlob = !shell.options.has('noglob');
      const result: string[] = [];
      for (const word of words) {
        for (const raw of unbrace(word, shell)) {
          const fields = new Fields(canGlob);
          if (raw === undefined) fields.quoted(HOLE);
          else addWord(raw, fields, separators);
          fields.close();
          for (const field of fields.done) result.push(...globbed(field));
        }
        if (result.length > LIMITS.fields * 8) throw new LimitError('a command has too many words');
      }
      return result;
    },
    pattern(word) {
      if (word.parts === undefined) {
        const text = head(word, word, false);
        return word.text === word.value ? text : escapeGlob(text);
      }
      return word.parts
        .map((part) => {
          if (part.type === 'Glob') return part.text;
          const plain = value(part);
          const isLive = /^(?:Simple|Parameter|Command)Expansion$|^ExtendedGlob$/.test(part.type);
          return isLive ? plain : escapeGlob(plain);
        })
        .join('');
    },
    hereDoc(body, quoted) {
      if (quoted) return body.text;
      if (body.parts === undefined) return body.text.replace(/\\([$`\\])/g, '$1').replace(/\\\n/g, '');
      return body.parts.map(value).join('');
    },
  };
  return self;
}

/** What separates fields; unset means the usual blanks. */
export function separatorsOf(shell: Shell, session: Session): string {
  const variable = lookup('IFS', shell, session);
  return variable === undefined || variable.isUnset ? ' \t\n' : variable.value;
}

/** The words that a word with braces becomes; undefined stands for one that cannot be read. */
function unbrace(word: Word, shell: Shell): (Word | undefined)[] {
  if (!word.parts?.some((part) => part.type === 'BraceExpansion')) return [word];
  if (shell.options.has(PLAIN_SHELL)) return [undefined];
  const texts = expandBraces(word.text);
  if (texts === undefined) return [undefined];
  // An empty choice (`{,x}`) vanishes.
  return texts
    .filter((text) => text !== '')
    .map((text) => {
      const script = parse(`_ ${text}`);
      const command = script.commands[0]?.command;
      if (scriptError(script) !== undefined || script.commands.length !== 1 || command?.type !== 'Command')
        return undefined;
      const [only] = command.suffix;
      if (only === undefined) return undefined;
      return only.type === 'Word' && command.suffix.length === 1 ? only : undefined;
    });
}
