/** One simple command of a shell line, with the operators on both sides of it. */
export interface Step {
  readonly words: readonly string[];
  readonly before: string;
  readonly after: string;
  /** The file its standard output goes to, if any. */
  readonly outputFile?: string;
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
  const reader: Reader = { text: command, at: 0 };
  const steps: Step[] = [];
  const heredocs: string[] = [];
  let words: string[] = [];
  let outputFile: string | undefined;
  let before = '';
  /** Where the open groups began, and the group that has just ended, whose steps share what is redirected behind it. */
  const groups: number[] = [];
  let ended: number | undefined;
  const close = (operator: string) => {
    if (words.length) {
      steps.push({ words, before, after: operator, ...(outputFile === undefined ? {} : { outputFile }) });
      before = operator;
    } else if (operator.trim() && steps.length) {
      // An operator after a group: `(a; b) | c`. It belongs to the last step inside as well.
      const last = steps[steps.length - 1]!;
      steps[steps.length - 1] = { ...last, after: stronger(last.after, operator) };
      before = stronger(before, operator);
    }
    words = [];
    outputFile = undefined;
  };
  while (reader.at < reader.text.length) {
    const char = reader.text[reader.at]!;
    if (char === '\n') {
      close(';');
      reader.at++;
      while (heredocs.length) skipHeredoc(reader, heredocs.shift()!);
      continue;
    }
    if (char === ' ' || char === '\t' || char === '\r') {
      reader.at++;
      continue;
    }
    if (char === '\\' && reader.text[reader.at + 1] === '\n') {
      reader.at += 2;
      continue;
    }
    if (char === '#') {
      const end = reader.text.indexOf('\n', reader.at);
      reader.at = end < 0 ? reader.text.length : end;
      continue;
    }
    if (char === '(' || char === ')' || ((char === '{' || char === '}') && !words.length && isBreak(reader, 1))) {
      if (words.length) close('');
      if (char === '(' || char === '{') groups.push(steps.length);
      else ended = groups.pop();
      reader.at++;
      continue;
    }
    const redirect = /^(?:\d*|&)(?:<<<|<<-?|>>|>\||<>|[<>]&|[<>])/.exec(reader.text.slice(reader.at, reader.at + 8));
    if (redirect) {
      reader.at += redirect[0].length;
      while (reader.text[reader.at] === ' ') reader.at++;
      const target = readWord(reader);
      if (/<<-?$/.test(redirect[0]) && !redirect[0].endsWith('<<<')) heredocs.push(target);
      else if (/^(?:1|&)?(?:>>|>\||>)$/.test(redirect[0])) {
        if (words.length || ended === undefined) outputFile = target;
        else for (let at = ended; at < steps.length; at++) steps[at] = { outputFile: target, ...steps[at]! };
      }
      continue;
    }
    const operator = /^(?:&&|\|\||\|&|;;|[|&;])/.exec(reader.text.slice(reader.at, reader.at + 2))?.[0];
    if (operator) {
      close(operator === '|&' ? '|' : operator === ';;' ? ';' : operator);
      reader.at += operator.length;
      continue;
    }
    const from = reader.at;
    ended = undefined;
    words.push(readWord(reader));
    if (reader.at === from) reader.at++; // Never stand still, whatever the text is.
  }
  close('');
  return steps.length > STEPS_CAP ? [] : steps;
}

/** Of two operators the one that hides more of the first command's exit code. */
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
