import {
  type DoubleQuotedChild,
  forEachChild,
  type HereDocBody,
  parse,
  type SyntaxNode,
  type Word,
  type WordPart,
} from 'unbash';
import { evaluateArithmetic } from './arithmetic.js';
import { expandBraces } from './braces.js';
import type { ExitReach } from './effects.js';
import { escapeGlob, expandGlob } from './glob.js';
import { expandParameter, lookup } from './parameters.js';
import { LIMITS, LimitError, scriptError } from './parse.js';
import { baseName, type Frame, HOLE, isKnown, type Session, type Shell } from './state.js';

/** Expands words of the tree to what the program would see. One for each shell and frame. */
export interface Expander {
  /** All fields of a list of words: braces, splitting and globs included. */
  fields(words: readonly Word[]): string[];
  /** One text, as in assignments and redirections: no splitting, no globs. */
  text(word: Word): string;
  /** A pattern for `case`, `[[ == ]]` and `${x#…}`: quoted characters are escaped. */
  pattern(word: Word): string;
  hereDoc(body: HereDocBody, quoted: boolean): string;
}

/** Substitutions inside a test or an arithmetic expression run too; the bodies of loops are left to the walk of statements. */
export function walkSubstitutions(node: SyntaxNode, session: Session, shell: Shell, frame: Frame): void {
  const inner: Frame = { ...frame, exit: 'hidden', out: { reach: 'filtered' } };
  const words = expander(session, shell, inner);
  forEachChild(node, (child) => {
    if (child.type === 'CompoundList') return;
    if (child.type === 'Word') words.text(child);
    else if (
      (child.type === 'CommandExpansion' || child.type === 'ArithmeticCommandExpansion') &&
      child.script !== undefined
    ) {
      session.script(child.script, shell.clone(), inner);
    } else walkSubstitutions(child, session, shell, frame);
  });
}

/** One field while it is put together: its text, and the same as a pattern in which what was quoted is escaped. */
interface Field {
  text: string;
  pattern: string;
  isGlob: boolean;
  /** A quoted part, even an empty one, makes a field; an empty expansion alone does not. */
  isReal: boolean;
}

class Fields {
  readonly done: Field[] = [];
  private open: Field | undefined;

  private current(): Field {
    this.open ??= { text: '', pattern: '', isGlob: false, isReal: false };
    return this.open;
  }

  quoted(text: string): void {
    const field = this.current();
    field.text += text;
    field.pattern += escapeGlob(text);
    field.isReal = true;
    if (field.text.length > LIMITS.word) throw new LimitError('a word grows beyond what is followed');
  }

  glob(text: string): void {
    const field = this.current();
    field.text += text;
    field.pattern += text;
    field.isGlob = true;
    field.isReal = true;
  }

  /** The value of an unquoted expansion: split at the separators, its glob characters are live. */
  split(value: string, separators: string): void {
    let from = 0;
    for (let at = 0; at <= value.length; at++) {
      const isEnd = at === value.length;
      if (!isEnd && !separators.includes(value[at] as string)) continue;
      const piece = value.slice(from, at);
      if (piece !== '') {
        if (/[*?[]/.test(piece)) this.glob(piece);
        else this.quoted(piece);
      }
      if (!isEnd) this.close();
      from = at + 1;
    }
  }

  /** Ends the field at hand; the next text starts a new one. */
  close(): void {
    if (this.open?.isReal) this.done.push(this.open);
    this.open = undefined;
    if (this.done.length > LIMITS.fields) throw new LimitError('a word becomes too many fields');
  }
}

/** `exit`: what the exit code of a substitution tells; an assignment alone hands it on. */
export function expander(session: Session, shell: Shell, frame: Frame, exit: ExitReach = 'hidden'): Expander {
  const { home } = session.context;

  /** The output of a substitution, without the newlines at its end. */
  function substitute(part: Extract<WordPart, { type: 'CommandExpansion' }>): string {
    if (part.script === undefined) return HOLE;
    return session
      .script(part.script, shell.clone(), { ...frame, exit, out: { reach: 'filtered' } })
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

  /** Values of `$@`, `${list[@]}`: several fields even inside double quotes. */
  function manyValues(part: WordPart): readonly string[] | undefined {
    if (part.type === 'SimpleExpansion') return part.text === '$@' ? shell.positional : undefined;
    if (part.type !== 'ParameterExpansion' || part.prefix !== undefined) return undefined;
    const isList = part.index?.value === '@' || (part.parameter === '@' && part.index === undefined);
    if (!isList) return undefined;
    if (part.operation !== undefined && part.operation.type !== 'Slice') return undefined;
    const all = part.parameter === '@' ? shell.positional : lookup(part.parameter, shell, session)?.list;
    if (all === undefined || part.operation === undefined) return all;
    const base = part.parameter === '@' ? 1 : 0;
    const offset = Number(text(part.operation.offset)) - base;
    const length = part.operation.length === undefined ? undefined : Number(text(part.operation.length));
    if (!Number.isInteger(offset) || offset < 0) return [HOLE];
    return all.slice(offset, length === undefined ? undefined : offset + length);
  }

  function value(part: WordPart | DoubleQuotedChild): string {
    switch (part.type) {
      case 'Literal':
      case 'SingleQuoted':
      case 'AnsiCQuoted':
      case 'Glob':
        return part.value;
      case 'DoubleQuoted':
      case 'LocaleString':
        return part.parts.map(value).join('');
      case 'SimpleExpansion':
      case 'ParameterExpansion':
        return expandParameter(part, shell, session, self);
      case 'CommandExpansion':
        return substitute(part);
      case 'ArithmeticExpansion':
        // Substitutions inside the expression run, whatever it comes to.
        walkSubstitutions(part, session, shell, frame);
        return evaluateArithmetic(part.expression, shell, session);
      case 'ProcessSubstitution':
        return processSubstitution(part);
      default:
        return HOLE;
    }
  }

  function addQuotedParts(parts: readonly DoubleQuotedChild[], fields: Fields): void {
    if (parts.length === 0) fields.quoted('');
    for (const part of parts) {
      const many = manyValues(part);
      if (many === undefined) {
        fields.quoted(value(part));
        continue;
      }
      for (const [index, one] of many.entries()) {
        if (index > 0) fields.close();
        fields.quoted(one);
      }
    }
  }

  function addWord(word: Word, fields: Fields, separators: string): void {
    const tilde = expandTilde(word.text, shell, home);
    if (word.parts === undefined) {
      fields.quoted(tilde === undefined ? word.value : tilde.value + word.value.slice(tilde.length));
      return;
    }
    for (const [index, part] of word.parts.entries()) {
      switch (part.type) {
        case 'Literal':
          fields.quoted(index === 0 && tilde !== undefined ? tilde.value + part.value.slice(tilde.length) : part.value);
          break;
        case 'Glob':
          fields.glob(part.text);
          break;
        case 'ExtendedGlob':
          fields.glob(part.text);
          break;
        case 'BraceExpansion':
          fields.quoted(HOLE);
          break;
        case 'DoubleQuoted':
        case 'LocaleString':
          addQuotedParts(part.parts, fields);
          break;
        case 'SingleQuoted':
        case 'AnsiCQuoted':
        case 'ProcessSubstitution':
          fields.quoted(value(part));
          break;
        default: {
          const many = manyValues(part);
          for (const [at, one] of (many ?? [value(part)]).entries()) {
            if (at > 0) fields.close();
            fields.split(one, separators);
          }
        }
      }
    }
  }

  function text(word: Word): string {
    const tilde = expandTilde(word.text, shell, home);
    if (word.parts === undefined)
      return tilde === undefined ? word.value : tilde.value + word.value.slice(tilde.length);
    return word.parts
      .map((part, index) => {
        const plain = part.type === 'BraceExpansion' || part.type === 'ExtendedGlob' ? part.text : value(part);
        return index === 0 && tilde !== undefined ? tilde.value + plain.slice(tilde.length) : plain;
      })
      .join('');
  }

  const self: Expander = {
    text,
    fields(words) {
      const separators = lookup('IFS', shell, session)?.value ?? ' \t\n';
      const result: string[] = [];
      for (const word of words) {
        for (const raw of unbrace(word)) {
          const fields = new Fields();
          if (raw === undefined) fields.quoted(HOLE);
          else addWord(raw, fields, separators);
          fields.close();
          for (const field of fields.done) {
            const paths =
              field.isGlob && isKnown(field.text)
                ? expandGlob(field.pattern, shell.cwd, (path) => session.list(path))
                : undefined;
            result.push(...(paths ?? [field.text]));
          }
        }
        if (result.length > LIMITS.fields * 8) throw new LimitError('a command has too many words');
      }
      return result;
    },
    pattern(word) {
      if (word.parts === undefined) return word.text === word.value ? word.value : escapeGlob(word.value);
      return word.parts
        .map((part) => {
          if (part.type === 'Glob') return part.text;
          if (part.type === 'ExtendedGlob' || part.type === 'BraceExpansion') return HOLE;
          const plain = value(part);
          return part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion' ? plain : escapeGlob(plain);
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

/** The words that a word with braces becomes; undefined stands for one that cannot be read. */
function unbrace(word: Word): (Word | undefined)[] {
  if (!word.parts?.some((part) => part.type === 'BraceExpansion')) return [word];
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

/** An unquoted tilde at the start of a word: what it becomes and how many characters it replaces. */
function expandTilde(raw: string, shell: Shell, home: string): { value: string; length: number } | undefined {
  if (!raw.startsWith('~')) return undefined;
  const prefix = raw.slice(0, raw.indexOf('/') < 0 ? raw.length : raw.indexOf('/'));
  const own = shell.variables.get('HOME')?.value ?? home;
  if (prefix === '~') return { value: own, length: 1 };
  if (prefix === '~+') return { value: shell.cwd ?? HOLE, length: 2 };
  if (prefix === '~-') return { value: shell.previous ?? HOLE, length: 2 };
  if (!/^~[\w.-]+$/.test(prefix)) return undefined;
  return { value: baseName(home) === prefix.slice(1) ? home : HOLE, length: prefix.length };
}
