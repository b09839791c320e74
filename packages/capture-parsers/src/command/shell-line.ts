/** A step is a simple command of a shell line, with the operators on both sides of the command. */
export interface Step {
  readonly words: readonly string[];
  readonly before: string;
  readonly after: string;
  /** The file its standard output goes to, if any. */
  readonly outputFile?: string;
  /** The same for all steps of a group whose output goes through one pipe, that behind the last of them. */
  readonly group?: object;
}

interface Reader {
  readonly text: string;
  at: number;
}

/** Longer lines, and lines with more steps, are not read at all: nobody types them, and their runs stay unproven. */
const LENGTH_CAP = 100_000;
const STEPS_CAP = 500;

/**
 * Splits a POSIX-like shell line into its simple commands: quotes, backslashes, comments, redirections and
 * here-documents are understood; groups and subshells are flattened; substitutions stay inside their word.
 * It is meant to over-report what hides an exit code, never to under-report it. Any string gives a list,
 * an empty one when the line is too long.
 */
export function readShellLine(command: string): Step[] {
  if (command.length > LENGTH_CAP) return [];
  const steps = new LineReader(command).read();
  return steps.length > STEPS_CAP ? [] : steps;
}

class LineReader implements Reader {
  readonly text: string;
  at = 0;
  readonly #steps: Step[] = [];
  readonly #heredocs: string[] = [];
  #words: string[] = [];
  #outputFile: string | undefined;
  #before = '';
  /** Where the open groups began, and the group that has just ended, whose steps share what is redirected behind it. */
  readonly #groups: number[] = [];
  #ended: number | undefined;

  constructor(text: string) {
    this.text = text;
  }

  read(): Step[] {
    while (this.at < this.text.length) {
      const taken = this.#space() || this.#group() || this.#redirection() || this.#operator();
      if (!taken) this.#word();
    }
    this.#close('');
    return this.#steps;
  }

  /** What stands between words: blanks, ends of lines, comments. */
  #space(): boolean {
    const { text } = this;
    const char = text[this.at];
    if (char === '\n') {
      this.#close(';');
      this.at++;
      while (this.#heredocs.length) skipHeredoc(this, this.#heredocs.shift()!);
    } else if (char === ' ' || char === '\t' || char === '\r') this.at++;
    else if (char === '\\' && text[this.at + 1] === '\n') this.at += 2;
    else if (char === '#') {
      const end = text.indexOf('\n', this.at);
      this.at = end < 0 ? text.length : end;
    } else return false;
    return true;
  }

  #group(): boolean {
    const char = this.text[this.at]!;
    const isBrace = (char === '{' || char === '}') && !this.#words.length && isBreak(this, 1);
    if (char !== '(' && char !== ')' && !isBrace) return false;
    if (this.#words.length) this.#close('');
    if (char === '(' || char === '{') this.#groups.push(this.#steps.length);
    else this.#ended = this.#groups.pop();
    this.at++;
    return true;
  }

  #redirection(): boolean {
    const sign = /^(?:\d*|&)(?:<<<|<<-?|>>|>\||<>|[<>]&|[<>])/.exec(this.text.slice(this.at, this.at + 8))?.[0];
    if (sign === undefined) return false;
    this.at += sign.length;
    while (this.text[this.at] === ' ') this.at++;
    const target = readWord(this);
    if (/<<-?$/.test(sign) && !sign.endsWith('<<<')) this.#heredocs.push(target);
    else if (/^(?:1|&)?(?:>>|>\||>)$/.test(sign)) this.#redirect(target);
    return true;
  }

  #redirect(target: string): void {
    const ended = this.#words.length ? undefined : this.#ended;
    if (ended === undefined) this.#outputFile = target;
    else for (const step of this.#steps.splice(ended)) this.#steps.push({ outputFile: target, ...step });
  }

  #pipeGroup(from: number): void {
    const group = {};
    for (const step of this.#steps.splice(from)) this.#steps.push({ ...step, group });
  }

  #operator(): boolean {
    const operator = /^(?:&&|\|\||\|&|;;|[|&;])/.exec(this.text.slice(this.at, this.at + 2))?.[0];
    if (operator === undefined) return false;
    this.#close(operator === '|&' ? '|' : operator === ';;' ? ';' : operator);
    this.at += operator.length;
    return true;
  }

  #word(): void {
    const from = this.at;
    this.#ended = undefined;
    this.#words.push(readWord(this));
    if (this.at === from) this.at++; // Never stand still, whatever the text is.
  }

  /** Ends the step at hand. */
  #close(operator: string): void {
    if (this.#words.length) {
      const outputFile = this.#outputFile;
      const step = { words: this.#words, before: this.#before, after: operator };
      this.#steps.push(outputFile === undefined ? step : { ...step, outputFile });
      this.#before = operator;
    } else if (operator.trim() && this.#steps.length) {
      // An operator after a group: `(a; b) | c`. It belongs to the last step inside as well.
      const last = this.#steps.pop()!;
      this.#steps.push({ ...last, after: stronger(last.after, operator) });
      this.#before = stronger(this.#before, operator);
      if (operator === '|' && this.#ended !== undefined) this.#pipeGroup(this.#ended);
    }
    this.#words = [];
    this.#outputFile = undefined;
  }
}

/** Returns the operator of two that hides more of the first command's exit code. */
function stronger(left: string, right: string): string {
  const order = ['', '&&', ';', '|', '||', '&'];
  return order.indexOf(left) >= order.indexOf(right) ? left : right;
}

function isBreak(reader: Reader, ahead: number): boolean {
  const next = reader.text[reader.at + ahead];
  return next === undefined || /[\s;&|)]/.test(next);
}

function skipHeredoc(reader: Reader, delimiter: string): void {
  while (reader.at < reader.text.length) {
    let end = reader.text.indexOf('\n', reader.at);
    if (end < 0) end = reader.text.length;
    const line = reader.text.slice(reader.at, end);
    reader.at = end + 1;
    if (line.trim() === delimiter) return;
  }
}

function readWord(reader: Reader): string {
  const { text } = reader;
  let word = '';
  while (reader.at < text.length) {
    const char = text[reader.at]!;
    if (/[\s;&|<>()]/.test(char)) break;
    if (char === "'") {
      const end = text.indexOf("'", reader.at + 1);
      word += text.slice(reader.at + 1, end < 0 ? text.length : end);
      reader.at = end < 0 ? text.length : end + 1;
    } else if (char === '"') {
      word += readDoubleQuoted(reader);
    } else if (char === '\\') {
      if (text[reader.at + 1] !== '\n') word += text[reader.at + 1] ?? '';
      reader.at += 2;
    } else if (char === '`' || (char === '$' && text[reader.at + 1] === '(')) {
      word += readSubstitution(reader);
    } else {
      word += char;
      reader.at++;
    }
  }
  return word;
}

function readDoubleQuoted(reader: Reader): string {
  const { text } = reader;
  let word = '';
  reader.at++;
  while (reader.at < text.length && text[reader.at] !== '"') {
    if (text[reader.at] === '\\') {
      const next = text[reader.at + 1] ?? '';
      word += '"\\$`'.includes(next) ? next : `\\${next}`;
      reader.at += 2;
    } else if (text[reader.at] === '`' || (text[reader.at] === '$' && text[reader.at + 1] === '(')) {
      word += readSubstitution(reader);
    } else {
      word += text[reader.at];
      reader.at++;
    }
  }
  reader.at++;
  return word;
}

/** A substitution as it stands, found by counting brackets: what is inside is not looked at. */
function readSubstitution(reader: Reader): string {
  const { text } = reader;
  const from = reader.at;
  if (text[from] === '`') {
    const end = text.indexOf('`', from + 1);
    reader.at = end < 0 ? text.length : end + 1;
    return text.slice(from, reader.at);
  }
  let depth = 0;
  for (reader.at = from + 1; reader.at < text.length; reader.at++) {
    if (text[reader.at] === '(') depth++;
    if (text[reader.at] === ')' && --depth === 0) break;
  }
  reader.at = Math.min(reader.at + 1, text.length);
  return text.slice(from, reader.at);
}
