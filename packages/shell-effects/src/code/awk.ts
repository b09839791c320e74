import { contentOf, emitRead, emitWrite } from '../disk/paths.js';
import { type Call, type Frame, HOLE, type Result, type Session, type Shell, under } from '../state.js';

interface AwkProgram {
  readonly code: string;
  readonly files: readonly string[];
  /** Texts of the program's variables, as far as they are set to one. */
  readonly variables: ReadonlyMap<string, string>;
  readonly isInPlace: boolean;
}

/** Carries out `awk '… system("…") … > "file"'`; `printed` is what awk is known to print. */
export function runAwk(call: Call, printed: string): Result | undefined {
  const { session, shell, frame } = call;
  const { code, files, variables, isInPlace } = readProgram(call);
  if (isInPlace) for (const file of files) emitWrite(session, shell, 'write', file, 'awk -i inplace');
  const inner: Frame = { ...under(frame, 'awk'), exit: 'hidden', certain: false, input: { rest: '' } };
  const run = (expression: string, input = ''): void => {
    const text = textOf(expression, variables, files);
    if (text !== undefined) session.code(text, shell.clone(), { ...inner, input: { rest: input } }, 'guess');
    else
      session.effects.push({
        kind: 'opaque',
        what: 'execution',
        text: code.slice(0, 200),
        reason: 'awk runs a command that is built at run time',
      });
  };
  for (const match of code.matchAll(/\bsystem\s*\(((?:[^()"]|"(?:[^"\\]|\\.)*"|\([^()]*\))*)\)/g)) run(match[1] ?? '');
  const piped =
    /(?:\bprintf?[ \t(]{1,8}("(?:[^"\\]|\\.){0,2000}")[ \t)]{0,8})?\|&?[ \t]{0,8}("(?:[^"\\]|\\.)*"(?:[ \t]{0,8}(?:[A-Za-z_]\w*|"(?:[^"\\]|\\.)*"))*)/g;
  for (const match of code.matchAll(piped)) {
    const text = match[1] === undefined ? undefined : textOf(match[1], variables, files);
    run(match[2] ?? '', text ?? HOLE);
  }
  for (const match of code.matchAll(
    /("(?:[^"\\]|\\.){0,2000}"(?:[ \t]{0,8}"(?:[^"\\]|\\.){0,400}"){0,4})[ \t]{0,8}\|&?\s*getline/g,
  ))
    run(match[1] ?? '');
  for (const match of code.matchAll(
    /(?<!\|)\|&?[ \t]{0,8}([A-Za-z_]\w*)\b|\b([A-Za-z_]\w*)[ \t]{0,8}\|&?[ \t]{0,8}getline\b/g,
  )) {
    const text = variables.get(match[1] ?? match[2] ?? '');
    if (text !== undefined) run(JSON.stringify(text));
  }
  for (const expression of outputs(code)) {
    // Where it names its input, once for each.
    const inputs = /\bFILENAME\b/.test(expression) && files.length > 0 ? files : [HOLE];
    for (const input of inputs) {
      const name = textOf(expression, new Map([...variables, ['FILENAME', input]]), files) ?? HOLE;
      emitWrite(session, shell, 'write', name, 'awk');
    }
  }
  return { output: printed, status: undefined };
}

function readProgram({ argv, session, shell, frame }: Call): AwkProgram {
  const variables = new Map<string, string>();
  const codes: string[] = [];
  let isInPlace = false;
  let at = 1;
  const set = (text: string) => {
    const equals = text.indexOf('=');
    if (equals > 0) variables.set(text.slice(0, equals), text.slice(equals + 1));
  };
  for (; at < argv.length && argv[at]?.startsWith('-') && argv[at] !== '-'; at++) {
    const word = argv[at] as string;
    const [, name = '', glued = ''] = /^(-[vFfieE]|--\w[\w-]*)=?(.*)$/s.exec(word) ?? [];
    const value =
      glued !== '' || !/^(?:-[vFfieE]|--(?:file|source|include|assign|field-separator))$/.test(name)
        ? glued
        : (argv[++at] ?? '');
    if (name === '-v' || name === '--assign') set(value);
    if (/^(?:-i|--include)$/.test(name) && value === 'inplace') isInPlace = true;
    if (/^(?:-e|--source)$/.test(name)) codes.push(value);
    if (/^(?:-[fE]|--file)$/.test(name)) {
      if (!/^(?:-|\/dev\/stdin)$/.test(value)) emitRead(session, shell, value, 'awk');
      codes.push(
        /^(?:-|\/dev\/stdin)$/.test(value) ? (frame.input?.rest ?? '') : (contentOf(session, shell, value) ?? ''),
      );
    }
  }
  if (codes.length === 0) codes.push(argv[at++] ?? '');
  const files = argv.slice(at).filter((word) => !/^[A-Za-z_]\w*=/.test(word));
  for (const word of argv.slice(at)) if (/^[A-Za-z_]\w*=/.test(word)) set(word);
  const code = insertEnvironment(codes.join('\n').replace(/#[^"\n]*$/gm, ''), session, shell);
  // Two rounds, so that a variable may be made of another.
  for (let round = 0; round < 2; round++)
    for (const match of code.matchAll(/(?<![\w$])([A-Za-z_]\w*)\s*=(?!=)\s*([^;{}\n]+)/g)) {
      const text = textOf(match[2] ?? '', variables, files);
      const name = match[1] as string;
      const isAdded =
        round === 0 && new RegExp(`\\b${name}\\b`).test((match[2] ?? '').replace(/"(?:[^"\\]|\\.)*"/g, ''));
      if (text !== undefined && (isAdded || !variables.has(name))) variables.set(name, text);
    }
  return { code, files, variables, isInPlace };
}

/** `ENVIRON["HOME"]` as the text that it is. */
function insertEnvironment(code: string, session: Session, shell: Shell): string {
  return code.replace(/\bENVIRON\["(\w+)"\]/g, (_all, name: string) => {
    const value = shell.variables.get(name)?.value ?? session.context.env?.[name];
    return JSON.stringify(value ?? (name === 'HOME' ? session.context.home : HOLE));
  });
}

/** Tells what stands behind `print … >` and `>>`; a comparison stands in parentheses or in a condition. */
function outputs(code: string): string[] {
  const found: string[] = [];
  const texts = String.raw`"(?:[^"\\]|\\.)*"`;
  const print = new RegExp(
    String.raw`\bprintf?\b(?:[^"{};\n>|]|${texts}){0,300}>{1,2}\s*((?:[^";}\n|]|${texts})+)`,
    'g',
  );
  for (const match of code.matchAll(print)) found.push(match[1] as string);
  return found;
}

/**
 * Returns the text that an expression gives: texts, variables and words of the line put together; undefined for
 * anything else.
 */
function textOf(
  expression: string,
  variables: ReadonlyMap<string, string>,
  files: readonly string[],
): string | undefined {
  let text = '';
  const plain = expression.trim().replace(/^\((.*)\)$/s, '$1');
  for (const part of plain.matchAll(/"((?:[^"\\]|\\.)*)"|ARGV\[(\d+)\]|([A-Za-z_]\w*)|(\s+)|([\s\S])/g)) {
    const [, literal, index, name, blank] = part;
    if (literal !== undefined) text += literal.replace(/\\(.)/g, (_all, one) => (one === 'n' ? '\n' : one));
    else if (index !== undefined) text += files[Number(index) - 1] ?? HOLE;
    else if (name !== undefined) text += variables.get(name) ?? HOLE;
    else if (blank === undefined) return undefined;
  }
  return text.replaceAll(HOLE, '') === '' ? undefined : text;
}
