import { type Literal, readLiterals } from './literals.js';
import { contentOf, emitRead, emitWrite } from './paths.js';
import { baseName, type Frame, HOLE, type Result, type Session, type Shell, UNKNOWN } from './state.js';
import { under } from './wrappers.js';

type Language = 'python' | 'node' | 'perl' | 'ruby' | 'php' | 'lua';

const LANGUAGES: readonly (readonly [RegExp, Language])[] = [
  [/^(?:python|pypy)[\d.]*$/, 'python'],
  [/^(?:node|nodejs|bun|deno|tsx|ts-node|esno)$/, 'node'],
  [/^perl[\d.]*$/, 'perl'],
  [/^ruby[\d.]*$/, 'ruby'],
  [/^php[\d.]*$/, 'php'],
  [/^lua(?:jit)?[\d.]*$/, 'lua'],
];

/** Calls that start a program or a shell. */
const EXECUTES =
  /\b(?:os\.(?:system|popen|exec[lv]p?e?|spawn[lv]p?e?|posix_spawnp?)|subprocess\.\w+|pty\.spawn|commands\.getoutput|(?:check_)?(?:call|output|run)|Popen|getoutput|getstatusoutput|create_subprocess_(?:exec|shell)|exec(?:Sync|File|FileSync)?|spawn(?:Sync)?|fork|execa(?:Sync|Command)?|zx|system|popen\d?|qx|IO\.popen|Open3\.\w+|shell_exec|passthru|proc_open|pcntl_exec|os\.execute|io\.popen|Deno\.(?:run|Command)|Bun\.spawn(?:Sync)?|Bun\.\$)\b|`|%x|\bqx\b/;
/** Calls that change a file that is named by a literal. */
const WRITES =
  /\b(?:open|write_text|write_bytes|writeFile(?:Sync)?|appendFile(?:Sync)?|createWriteStream|outputFile(?:Sync)?|outputJson(?:Sync)?|copyFile(?:Sync)?|cp(?:Sync)?|rename(?:Sync)?|unlink(?:Sync)?|rm(?:Sync)?|rmdir(?:Sync)?|mkdir(?:Sync)?|symlink(?:Sync|_to)?|link(?:Sync)?|hardlink_to|truncate(?:Sync)?|utimes(?:Sync)?|chmod(?:Sync)?|remove|unlink|rmtree|removedirs|replace|move|copy2?|copyfile|copytree|touch|File\.(?:write|open|delete|rename|new|symlink|chmod|unlink)|IO\.(?:write|binwrite|copy_stream)|FileUtils\.\w+|file_put_contents|fopen|io\.open|os\.(?:rename|remove)|Deno\.(?:write\w*|remove|rename|copyFile|create)|Bun\.write|sysopen|extractall|extract|make_archive|unpack_archive|to_csv|to_json|dump|savefig|print)\b/;

/** Text that is made at run time and may reach a shell. */
const DECODES =
  /b64decode|base64|fromhex|unhexlify|\bcodecs\.|Buffer\.from|\batob\(|fromCharCode|\bchr\(|\bunpack\(|rot13|\[::-1\]|\.reverse\b|urlopen|requests\.get|\bfetch\(/;

/** A call that starts a program with what the environment or the arguments hold. */
const RUNS_INPUT =
  /(?:system|popen|Popen|\brun|call|check_output|exec\w*|spawn\w*|getoutput)\s*\(?\s*\[?\s*(?:os\.environ|os\.getenv|getenv|process\.env|process\.argv|sys\.argv|ENV\[|\$ENV\{|ARGV|\$ARGV|input\(|sys\.stdin)/;

/** A name that is filled from there. */
const FROM_INPUT =
  /([$@]?[A-Za-z_]\w*)\s*=\s*(?:os\.environ|os\.getenv|getenv|process\.env|process\.argv|sys\.argv|ENV\[|\$ENV\{|input\(|sys\.stdin)/g;

/** True when such a name is all that a starting call gets. */
function runsInput(bare: string): boolean {
  if (RUNS_INPUT.test(bare)) return true;
  for (const match of bare.matchAll(FROM_INPUT)) {
    const name = (match[1] ?? '').replace(/[$]/g, '\\$&');
    if (
      new RegExp(`(?:system|popen|Popen|\\brun|call|check_output|exec\\w*|spawn\\w*)\\s*\\(?\\s*${name}\\b`).test(bare)
    )
      return true;
  }
  return false;
}

/** `python -m tool` starts the tool; undefined for anything else. */
export function runModule(argv: readonly string[], session: Session, shell: Shell, frame: Frame): Result | undefined {
  if (!/^(?:python|pypy)[\d.]*$/.test(baseName(argv[0] ?? ''))) return undefined;
  const at = argv.findIndex(
    (word, index) => index > 0 && (!word.startsWith('-') || word === '-m' || /^-\w*c/.test(word)),
  );
  if (argv[at] !== '-m' || argv[at + 1] === undefined) return undefined;
  return session.run(argv.slice(at + 1), shell.clone(), under(frame, 'python -m'));
}

/** `python -c`, `node -e`, `perl -e`, scripts from standard input or from disk: what their string literals show. */
export function runInterpreter(
  argv: readonly string[],
  session: Session,
  shell: Shell,
  frame: Frame,
): Result | undefined {
  const program = baseName(argv[0] ?? '');
  const language = LANGUAGES.find(([pattern]) => pattern.test(program))?.[1];
  if (language === undefined) return undefined;
  const words = argv.slice(1);
  let isInPlace = false;
  const code: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (language === 'node' && program === 'deno' && word === 'eval') {
      code.push(words[at + 1] ?? '');
      break;
    }
    const option = codeOption(language, word);
    if (option !== undefined) {
      code.push(option === '' ? (words[++at] ?? '') : option);
      if (language === 'perl' || language === 'ruby') {
        if (/^-\w*i/.test(word)) isInPlace = true;
        continue;
      }
      break;
    }
    if ((language === 'perl' || language === 'ruby') && /^-\w*i/.test(word)) isInPlace = true;
    else if (takesValue(language, word)) {
      at++;
    } else if (word === '-' || /^\/dev\/(?:stdin|fd\/0)$/.test(word)) {
      code.push(frame.input?.rest ?? '');
      break;
    } else if (
      !word.startsWith('-') &&
      code.length === 0 &&
      !(program === 'deno' && word === 'run') &&
      !(program === 'bun' && word === 'run')
    ) {
      return runFile(word, language, session, shell, frame);
    }
    if (isInPlace && code.length > 0 && !word.startsWith('-'))
      emitWrite(session, shell, 'write', word, `${program} -i`);
  }
  if (isInPlace) {
    for (const word of inPlaceFiles(words)) emitWrite(session, shell, 'write', word, `${program} -i`);
  }
  if (code.length === 0 && frame.input !== undefined && words.every((word) => word.startsWith('-')))
    code.push(frame.input.rest);
  for (const one of code) readCode(one, language, session, shell, under(frame, `${program} code`), true);
  return UNKNOWN;
}

/** The code in or after an option; empty text means that the next word is it. */
function codeOption(language: Language, word: string): string | undefined {
  const pattern =
    language === 'python'
      ? /^-[a-zA-Z]*c([\s\S]*)$/
      : language === 'node'
        ? /^(?:-p?e|-pe?|--eval|--print)(?:=([\s\S]*))?$/
        : language === 'perl'
          ? /^-[a-zA-Z0-9.]*[eE]([\s\S]*)$/
          : language === 'php'
            ? /^-r([\s\S]*)$/
            : /^-[a-zA-Z0-9.]*e([\s\S]*)$/;
  const match = word.startsWith('--') && language !== 'node' ? null : pattern.exec(word);
  return match === null ? undefined : (match[1] ?? '');
}

function takesValue(language: Language, word: string): boolean {
  return language === 'python'
    ? /^-[WX]$/.test(word)
    : language === 'node'
      ? /^(?:-r|--require|--import|--loader|--experimental-loader|-C|--conditions|--env-file|--input-type)$/.test(word)
      : /^-[IMmr]$/.test(word) && language !== 'perl';
}

function inPlaceFiles(words: readonly string[]): string[] {
  return words.filter((word, at) => !word.startsWith('-') && !/^-[a-zA-Z0-9.]*[eE]$/.test(words[at - 1] ?? ''));
}

function runFile(path: string, language: Language, session: Session, shell: Shell, frame: Frame): Result | undefined {
  const isTool = /(?:^|\/)(?:node_modules|site-packages|\.?venv)\//.test(path);
  const text = isTool ? undefined : contentOf(session, shell, path);
  emitRead(session, shell, path, language);
  if (text === HOLE)
    session.effects.push({
      kind: 'opaque',
      what: 'execution',
      text: path.slice(0, 200),
      reason: 'a script whose content this line makes or fetches',
    });
  else if (text !== undefined)
    readCode(text, language, session, shell, { ...under(frame, baseName(path)), fromFile: true }, false);
  return UNKNOWN;
}

/**
 * Looks for the effects of code by its literals alone: a literal in a call that starts programs is run as a command, one in
 * a call that writes is a path. `isInline` code that decodes text and runs programs counts as unreadable.
 */
function readCode(
  text: string,
  language: Language,
  session: Session,
  shell: Shell,
  frame: Frame,
  isInline: boolean,
): void {
  if (text.includes(HOLE)) {
    session.effects.push({
      kind: 'opaque',
      what: isInline ? 'execution' : 'program',
      text: text.replaceAll(HOLE, '…').slice(0, 200),
      reason: 'code that is made at run time',
    });
    if (text.replaceAll(HOLE, '').trim() === '') return;
  }
  const literals = readLiterals(insertVariables(text, language), language);
  const inner: Frame = { ...frame, exit: 'hidden', certain: false, out: { reach: 'filtered' }, input: { rest: '' } };
  const bare = literals.bare;
  if (EXECUTES.test(bare)) {
    let found = 0;
    const before = session.effects.length;
    for (const literal of literals.items) {
      if (!startsProgram(literal) || (literal.isItem && !/\s/.test(literal.value))) continue;
      found++;
      if (literal.list !== undefined) session.run(literal.list, shell.clone(), inner);
      else session.code(literal.value, shell.clone(), inner, 'line');
    }
    if (isInline && isComposed(literals.items) && !session.effects.slice(before).some((one) => one.kind === 'push')) {
      session.effects.push({
        kind: 'opaque',
        what: 'execution',
        text: text.slice(0, 200),
        reason: `${language} code puts a command together that names git and push`,
      });
    } else if (isInline && (DECODES.test(bare) || runsInput(bare))) {
      session.effects.push({
        kind: 'opaque',
        what: 'execution',
        text: text.slice(0, 200),
        reason: `${language} code runs something that is made at run time${found > 0 ? ' besides what is shown' : ''}`,
      });
    }
  }
  if (WRITES.test(bare)) reportLiteralWrites(literals.items, language, session, shell);
}

/** The pieces of a push, each a literal of its own. */
function isComposed(items: readonly Literal[]): boolean {
  const texts = items.filter((item) => item.list === undefined && !item.isItem).map((item) => item.value);
  return (
    texts.some((text) => /^\s*git(?:\s*|\s+(?:%s|\{\w*\}).*)$/.test(text)) &&
    texts.some((text) => /^\s*(?:push|send-pack)\b/.test(text))
  );
}

/** How a name is written inside a string of the language. */
function interpolation(name: string, language: Language): string {
  if (language === 'node') return ['${', name, '}'].join('');
  if (language === 'ruby') return `#{${name}}`;
  return language === 'python' ? `{${name}}` : name;
}

/** Puts the literals of simple assignments where their names are used, so that calls show them. */
function insertVariables(text: string, language: Language): string {
  let result = text;
  const assignment =
    /(?:^|[;\n{])\s*(?:const |let |var |my |our |local )?([$@]?[A-Za-z_]\w*)\s*=\s*((["'])(?:(?!\3)[^\\\n]){0,200}\3|[[(]\s*(["'])[^\])\n]{0,200}[\])])\s*(?=[;\n]|$)/g;
  let count = 0;
  for (const match of text.matchAll(assignment)) {
    if (++count > 16) break;
    const [whole, name = '', value = ''] = match;
    const at = result.indexOf(whole);
    if (at < 0) continue;
    const rest = at + whole.length;
    const escaped = name.replace('$', '\\$');
    const used = new RegExp(`(?<![\\w$@.'"])${escaped}(?![\\w'"]|\\s*=[^=])`, 'g');
    const inText = interpolation(name, language);
    const plain = value.slice(1, -1);
    const tail = result.slice(rest).replace(used, () => value);
    result = result.slice(0, rest) + (/^["']/.test(value) ? tail.replaceAll(inText, () => plain) : tail);
    if (result.length > 64 * 1024) return text;
  }
  return result;
}

/** True when the literal stands where a call takes a command. */
function startsProgram(literal: Literal): boolean {
  return (
    EXECUTES.test(literal.before) &&
    !/\b(?:print|echo|puts|console\.log|log|re\.\w+|replace|split)\s*\(?\s*$/.test(literal.before)
  );
}

const WRITE_MODE = /^[^r]*[wax+]|^r\+/;

function reportLiteralWrites(items: readonly Literal[], language: Language, session: Session, shell: Shell): void {
  for (const literal of items) {
    const { before, after, value } = literal;
    if (literal.list !== undefined || value === '' || value.length > 4_096 || value.includes('\n')) continue;
    // Perl's two-argument `open(F, ">file")`.
    const opened =
      language === 'perl' && /\bopen\b[^;]*,\s*$/.test(before) ? /^\+?>{1,2}\s*([^&\s].*)$/.exec(value) : null;
    if (opened !== null) {
      emitWrite(session, shell, 'write', opened[1] ?? '', 'perl code');
      continue;
    }
    const how = writeHow(before, after, language);
    if (how !== undefined)
      emitWrite(session, shell, how, value, `${language} code`, how === 'delete' ? 'tree' : 'exact');
  }
}

/** What a call does with the path that stands in it, judged by the text around the literal. */
function writeHow(
  before: string,
  after: string,
  language: Language,
): 'write' | 'delete' | 'move' | 'link' | 'mode' | undefined {
  const call = /([\w.$:]+)\s*\(?\s*(?:[^()]*,\s*)?[rbuf]{0,2}$/.exec(before.slice(-160))?.[1] ?? '';
  const name = call.slice(Math.max(call.lastIndexOf('.'), call.lastIndexOf(':')) + 1);
  const isFirst = new RegExp(`${name.replace(/[^\w]/g, '')}\\s*\\(?\\s*[rbuf]{0,2}$`).test(before);
  if (/^(?:open|fopen|sysopen|codecs)$/.test(name)) {
    if (!isFirst && language !== 'perl') return undefined;
    if (language === 'perl')
      return /["']\+?>{1,2}["']\s*,\s*$/.test(before) || /["']$/.test(before) ? 'write' : undefined;
    const mode = /^\s*,\s*(?:mode\s*=\s*)?["']([^"']*)["']/.exec(after)?.[1];
    return mode !== undefined && WRITE_MODE.test(mode) ? 'write' : undefined;
  }
  if (/^Path$|^PurePath$|^PosixPath$/.test(name) || name === 'file') {
    const method = /^\s*\)\s*\.\s*(\w+)/.exec(after)?.[1] ?? '';
    if (/^(?:write_text|write_bytes|touch|mkdir)$/.test(method)) return 'write';
    if (method === 'open') return /^\s*\)\s*\.\s*open\(\s*["'][wax]/.test(after) ? 'write' : undefined;
    if (/^(?:unlink|rmdir)$/.test(method)) return 'delete';
    if (/^(?:rename|replace)$/.test(method)) return 'move';
    if (/link_to$/.test(method)) return 'link';
    return method === 'chmod' ? 'mode' : undefined;
  }
  if (
    /^(?:writeFile|writeFileSync|appendFile|appendFileSync|createWriteStream|outputFile\w*|outputJson\w*|write|binwrite|writeTextFile\w*|file_put_contents|mkdir\w*|makedirs|truncate\w*|utimes\w*|utime|touch|create)$/.test(
      name,
    )
  ) {
    if (name === 'write' && !/(?:File|IO|Bun|Deno)\.write$/.test(call)) return undefined;
    return isFirst ? 'write' : undefined;
  }
  if (/^(?:copyFile\w*|cp|cpSync|copy2?|copyfile|copytree|cp_r|copy_stream|install)$/.test(name))
    return isFirst ? undefined : 'write';
  if (/^(?:rename\w*|replace|move|mv)$/.test(name))
    return isFirst
      ? /^(?:os|shutil|fs\w*|File|FileUtils|Deno)\b/.test(call) || /Sync$/.test(name)
        ? 'move'
        : undefined
      : /^(?:os|shutil|fs\w*|File|FileUtils|Deno)\b|^rename/.test(call)
        ? 'write'
        : undefined;
  if (/^(?:unlink\w*|rm|rmSync|rmdir\w*|remove|removedirs|rmtree|delete|rm_rf|rm_f|rm_r)$/.test(name))
    return isFirst ? 'delete' : undefined;
  if (/^(?:symlink\w*|link|linkSync|ln_s|ln_sf|ln)$/.test(name)) return isFirst ? undefined : 'link';
  if (/^(?:chmod\w*|lchmod|chown\w*)$/.test(name)) return 'mode';
  if (/^(?:extractall|extract|unpack_archive)$/.test(name)) return 'write';
  return /(?:new|open)$/.test(name) && language === 'ruby' && /^\s*,\s*["'][wa]/.test(after) ? 'write' : undefined;
}

/** `awk '… system("…") … > "file"'`. */
export function runAwk(argv: readonly string[], session: Session, shell: Shell, frame: Frame): Result | undefined {
  const program = baseName(argv[0] ?? '');
  if (!/^(?:[gmn]?awk|busybox)$/.test(program)) return undefined;
  let at = 1;
  for (; at < argv.length && argv[at]?.startsWith('-'); at++) {
    if (/^-[vFfi]$/.test(argv[at] as string)) at++;
  }
  const code = argv[at] ?? '';
  if (/inplace/.test(argv.slice(0, at).join(' ')))
    for (const file of argv.slice(at + 1)) emitWrite(session, shell, 'write', file, 'awk -i inplace');
  const inner: Frame = { ...under(frame, 'awk'), exit: 'hidden', certain: false, input: { rest: '' } };
  for (const match of code.matchAll(
    /system\s*\(\s*"((?:[^"\\]|\\.)*)"\s*\)|\|&?\s*"((?:[^"\\]|\\.)*)"|"((?:[^"\\]|\\.)*)"\s*\|&?\s*getline/g,
  )) {
    session.code((match[1] ?? match[2] ?? match[3] ?? '').replace(/\\(.)/g, '$1'), shell.clone(), inner);
  }
  for (const match of code.matchAll(/>{1,2}\s*"((?:[^"\\]|\\.)*)"/g))
    emitWrite(session, shell, 'write', (match[1] ?? '').replace(/\\(.)/g, '$1'), 'awk');
  if (/system\s*\(\s*[^"\s)]/.test(code))
    session.effects.push({
      kind: 'opaque',
      what: 'execution',
      text: code.slice(0, 200),
      reason: 'awk runs something that is made at run time',
    });
  return { output: HOLE, status: undefined };
}
