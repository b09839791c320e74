import {
  type DoubleQuotedChild,
  type ParameterExpansionPart,
  parse,
  type SimpleExpansionPart,
  type Word,
  type WordPart,
} from 'unbash';
import { HOLE, isKnown, PLAIN_SHELL, type Session, type Shell, ZSH } from '../../state.js';
import { LIMITS, LimitError, scriptError } from '../parse.js';
import { expandBraces } from './braces.js';
import { Fields } from './fields.js';
import { expandGlob, unknownName } from './glob.js';
import { expandList, usesOperand } from './parameter-expansion.js';
import { lookup } from './parameters.js';
import { WordTexts } from './word-texts.js';

/** Expands words of the tree to what the program would see. One for each shell and frame. */
export class Expander extends WordTexts {
  /** All fields of a list of words: braces, splitting and globs included. */
  fields(words: readonly Word[]): string[] {
    const separators = separatorsOf(this.shell, this.session);
    const canGlob = !this.shell.options.has('noglob');
    const result: string[] = [];
    for (const word of words) {
      for (const raw of unbrace(word, this.shell)) {
        const fields = new Fields(canGlob);
        if (raw === undefined) fields.quoted(HOLE);
        else this.addWord(raw, fields, separators);
        fields.close();
        for (const field of fields.done) result.push(...this.globbed(field));
      }
      if (result.length > LIMITS.fields * 8) throw new LimitError('a command has too many words');
    }
    return result;
  }

  private addWord(word: Word, fields: Fields, separators: string): void {
    if (word.parts === undefined) {
      fields.quoted(this.head(word, word, false));
      return;
    }
    for (const [index, part] of word.parts.entries()) {
      if (index === 0 && part.type === 'Literal') fields.quoted(this.head(word, part, false));
      else this.addPart(part, fields, separators);
    }
  }

  private addPart(part: WordPart, fields: Fields, separators: string, isOperand = false): void {
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
        this.addQuoted(part.parts, fields);
        break;
      case 'LocaleString':
      case 'SingleQuoted':
      case 'AnsiCQuoted':
      case 'ProcessSubstitution':
        fields.quoted(this.part(part));
        break;
      default:
        this.addExpansion(part, fields, separators);
    }
  }

  private addQuoted(parts: readonly DoubleQuotedChild[], fields: Fields): void {
    if (parts.length === 0) fields.quoted('');
    for (const part of parts) {
      const many = isParameter(part) ? this.list(part) : undefined;
      if (many === undefined) fields.quoted(this.part(part));
      else addMany(many, fields, (one) => fields.quoted(one));
    }
  }

  private addExpansion(part: WordPart, fields: Fields, separators: string): void {
    const operand = this.operandOf(part);
    if (operand !== undefined) {
      this.addOperand(operand, fields, separators);
      return;
    }
    const many = isParameter(part) ? (this.list(part) ?? this.list(part, true)) : undefined;
    // A number that cannot be known is still one word.
    if (part.type === 'ArithmeticExpansion') fields.quoted(this.part(part));
    else addMany(many ?? [this.part(part)], fields, (one) => fields.split(one, separators));
  }

  private addOperand(operand: Word, fields: Fields, separators: string): void {
    for (const inside of operand.parts ?? []) this.addPart(inside, fields, separators, true);
    if (operand.parts !== undefined) return;
    if (/["'\\]/.test(operand.text)) fields.quoted(operand.value);
    else fields.split(this.tilde(operand.value, false), separators);
  }

  /** The operand of `${x:-…}` when it is what the expansion gives, so that its own quotes count. */
  private operandOf(part: WordPart): Word | undefined {
    if (part.type !== 'ParameterExpansion' || part.operation?.type !== 'Default') return undefined;
    const { operator, operand } = part.operation;
    if (!/^:?[-+]$/.test(operator) || part.index !== undefined || part.prefix !== undefined) return undefined;
    const variable = part.parameter === '@' ? undefined : lookup(part.parameter, this.shell, this.session);
    return usesOperand(operator, variable?.value, variable) ? operand : undefined;
  }

  /** Values of `$@`, `${list[@]}`: several fields even inside double quotes; with `isStar` those of `$*`, outside of them. */
  private list(part: SimpleExpansionPart | ParameterExpansionPart, isStar = false): readonly string[] | undefined {
    return expandList(part, this.shell, this.session, this, isStar);
  }

  private globbed(field: Fields['done'][number]): readonly string[] {
    const { shell, session } = this;
    if (!field.isGlob || !isKnown(field.text)) return [field.text];
    const foundIn = (place: string | undefined) =>
      expandGlob(field.pattern, place, (path) => session.list(path), shell.options);
    const found = foundIn(shell.cwd);
    // Where a change of folder may have failed, it stands for what lies in one place or the other.
    const isSame = shell.fallbacks.every((place) => foundIn(place)?.join('\0') === found?.join('\0'));
    if (!isSame) return [unknownName(field.pattern)];
    if (found !== undefined) this.noteDeeper(field.pattern, found);
    return found ?? (shell.options.has('nullglob') ? [] : [field.text]);
  }

  /** `**` is every folder below for some shells and one folder for others: what only the first find may not be there. */
  private noteDeeper(pattern: string, found: readonly string[]): void {
    const { shell, session, frame } = this;
    if (!/(?:^|\/)\*\*\//.test(pattern) || shell.options.has('globstar') || shell.options.has(ZSH)) return;
    // What is typed is read by the person's own shell, a script by that of its program.
    if (frame.via.length === 0 && /\b(?:zsh|fish)$/.test(session.context.env?.SHELL ?? '')) return;
    const flat = pattern.replace(/(^|\/)\*\*(?=\/)/g, '$1*');
    const certain = expandGlob(flat, shell.cwd, (path) => session.list(path), shell.options);
    // Where nothing matches, the program is given the pattern itself and looks in every folder.
    for (const one of certain ? found : []) if (!certain?.includes(one)) session.deeper.add(one);
  }
}

function isParameter(part: WordPart | DoubleQuotedChild): part is SimpleExpansionPart | ParameterExpansionPart {
  return part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion';
}

/** `addMany` adds several values, each a field of its own. */
function addMany(values: readonly string[], fields: Fields, add: (value: string) => void): void {
  for (const [index, one] of values.entries()) {
    if (index > 0) fields.close();
    add(one);
  }
}

/** Tells what separates fields; unset means the usual blanks. */
export function separatorsOf(shell: Shell, session: Session): string {
  const variable = lookup('IFS', shell, session);
  return variable === undefined || variable.isUnset ? ' \t\n' : variable.value;
}

/** Returns the words that a word with braces becomes; undefined stands for one that cannot be read. */
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
