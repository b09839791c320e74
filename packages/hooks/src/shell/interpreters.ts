import { posix } from 'node:path';
import { foldCode } from './code-folding.js';
import { canStart, isData } from './data-literals.js';
import { asDryRun } from './dry-run.js';
import { withModules } from './folding/modules.js';
import { foldLiterals } from './folding.js';
import { reportLiteralWrites } from './interpreter-writes.js';
import { type Language, type Literal, readLiterals } from './literals.js';
import { contentOf, emitRead, emitWrite, setContent } from './paths.js';
import { showsStarts } from './shown-starts.js';
import { publishes } from './speculate.js';
import {
  baseName,
  type Frame,
  HOLE,
  isKnown,
  type Result,
  resolvePath,
  type Session,
  type Shell,
  UNKNOWN,
} from './state.js';
import { testsElsewhere } from './test-files.js';
import { under } from './wrappers.js';

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
  /\b(?:os\.(?:system|popen|exec[lv]p?e?|spawn[lv]p?e?|posix_spawnp?)|subprocess\.\w+|pty\.spawn|commands\.getoutput|(?:check_)?(?:call|output|run)|Popen|getoutput|getstatusoutput|create_subprocess_(?:exec|shell)|exec(?:Sync|File|FileSync)?|spawn(?:Sync)?|fork|execa(?:Sync|Command)?|zx|system|popen\d?|open[23]|qx|IO\.popen|Open3\.\w+|shell_exec|passthru|proc_open|pcntl_exec|os\.execute|io\.popen|Deno\.(?:run|Command)|Bun\.spawn(?:Sync)?|Bun\.\$)\b|`|%x|\bqx\b/;
/** Before a text in the same language that is run: `eval("…")`, `vm.runInThisContext("…")`, `new Worker("…", { eval: true })`. */
const EVALUATES = /(?:(?<![.\w])(?:exec|eval|compile|Function|Worker)|\.(?:\w+_eval|runIn\w*Context))\s*\(?\s*$/;
/** Text that is made at run time and may reach a shell. */
const DECODES =
  /b64decode|base64|fromhex|unhexlify|\bcodecs\.|Buffer\.from|\batob\(|fromCharCode|\bchr\(|\bunpack\(|rot13|\[::-1\]|\.reverse\b|urlopen|requests\.get|\bfetch\(/;

/** A call that starts a program with what the environment or the arguments hold. */
const RUNS_INPUT =
  /(?:system|popen|Popen|\brun|call|check_output|exec\w*|spawn\w*|getoutput)\s*\(?\s*\[?\s*(?:os\.environ|os\.getenv|getenv|process\.env|process\.argv|sys\.argv|ENV\[|\$ENV\{|ARGV|\$ARGV|input\(|sys\.stdin)/;

/** A name that is filled from there. */
const FROM_INPUT =
  /(?<!\w)([$@]?[A-Za-z_]\w*)\s*=\s*(?:os\.environ|os\.getenv|getenv|process\.env|process\.argv|sys\.argv|ENV\[|\$ENV\{|input\(|sys\.stdin)/g;

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

/** Perl's `-n` that runs each line of its input. */
const RUNS_LINES = /\b(?:system|exec)\s*\(?\s*\$_\b(?!\s*[.[{])/;

/** Code that evaluates what the environment or the arguments hold. */
const EVALUATES_INPUT =
  /(?:(?<![.\w])(?:eval|exec|Function)|\.(?:\w+_eval|runIn\w*Context))\s*\(?\s*(?:compile\(\s*)?(?:os\.environ|os\.getenv|process\.env|process\.argv|sys\.argv|ENV\[|\$ENV\{|ARGV|\$ARGV)/;

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
  // `ruby -run -e cp from to`: the library makes programs of its file calls.
  if (language === 'ruby' && words[0] === '-run' && words[1] === '-e')
    return session.run(
      words.slice(2).filter((word) => word !== '--'),
      shell.clone(),
      under(frame, 'ruby -run'),
    );
  if (onlyReads(program, words)) return UNKNOWN;
  let isInPlace = false;
  const code: string[] = [];
  let given: readonly string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (language === 'node' && program === 'deno' && word === 'eval') {
      code.push(words[at + 1] ?? '');
      break;
    }
    const option = codeOption(language, word);
    if (option !== undefined) {
      code.push(option === '' ? (words[++at] ?? '') : option);
      given = words.slice(at + 1);
      if (language === 'perl' || language === 'ruby') {
        if (/^-\w*i/.test(word)) isInPlace = true;
        continue;
      }
      break;
    }
    if ((language === 'perl' || language === 'ruby') && /^-\w*i/.test(word)) isInPlace = true;
    else if (takesValue(language, word)) {
      const value = words[++at] ?? '';
      // Code that is loaded before anything else.
      runDataUrl(value, session, shell, frame);
      if (/^(?:-r|--require|--import|--loader)$/.test(word) && /^\.{0,2}\//.test(value))
        runFile(value, language, session, shell, frame, []);
    } else if (language === 'node' && word.startsWith('--') && word.includes('=data:')) {
      runDataUrl(word.slice(word.indexOf('=') + 1), session, shell, frame);
    } else if (word === '-' || /^\/dev\/(?:stdin|fd\/0)$/.test(word)) {
      code.push(frame.input?.rest ?? '');
      given = words.slice(at + 1);
      break;
    } else if (
      !word.startsWith('-') &&
      code.length === 0 &&
      !(program === 'deno' && word === 'run') &&
      !(program === 'bun' && word === 'run')
    ) {
      return runFile(word, language, session, shell, frame, words.slice(at + 1));
    }
  }
  if (isInPlace) {
    const suffix = words.map((word) => /^-[a-zA-Z0-9]*i(\.[\w.~]+)/.exec(word)?.[1]).find((one) => one !== undefined);
    for (const word of inPlaceFiles(words)) {
      emitWrite(session, shell, 'write', word, `${program} -i`);
      if (suffix !== undefined) emitWrite(session, shell, 'write', word + suffix, `${program} -i`);
    }
  }
  if (language === 'perl') {
    const debug = shell.variables.get('PERL5DB');
    if (debug?.exported && words.some((word) => /^-\w*d/.test(word))) code.push(debug.value);
    if (code.some((one) => RUNS_LINES.test(one)) && words.some((word) => /^-\w*[np]/.test(word))) {
      const lines = given[0] === undefined ? frame.input?.rest : contentOf(session, shell, given[0]);
      session.code(lines ?? HOLE, shell.clone(), under(frame, 'perl -n'), 'guess');
    }
  }
  if (code.length === 0 && frame.input !== undefined && words.every((word) => word.startsWith('-')))
    code.push(frame.input.rest);
  for (const one of code) readCode(one, language, session, shell, under(frame, `${program} code`), true, given);
  return UNKNOWN;
}

/** With these options, and no others, only the syntax is looked at: `node --check -r x.js` runs what it loads before. */
const CHECKS: Readonly<Record<string, RegExp>> = { node: /^(?:-c|--check)$/, ruby: /^-c$/, php: /^-l$/ };

function onlyReads(program: string, words: readonly string[]): boolean {
  const end = words.findIndex((word) => !/^-./.test(word));
  const options = words.slice(0, end < 0 ? undefined : end).filter((word) => !word.startsWith('--input-type='));
  const check = Object.hasOwn(CHECKS, program) ? CHECKS[program] : undefined;
  return options.length > 0 && options.every((word) => check?.test(word) === true);
}

/** The code in or after an option; empty text means that the next word is it. */
function codeOption(language: Language, word: string): string | undefined {
  const pattern =
    language === 'python'
      ? /^-[a-zA-Z]*c([\s\S]*)$/
      : language === 'node'
        ? /^(?:-p?e|-pe?|--eval|--print)(?:=([\s\S]*))?$/
        : language === 'perl'
          ? /^-(?![MmIC])[a-zA-Z0-9.]*[eE]([\s\S]*)$/
          : language === 'php'
            ? /^-[rBRE]([\s\S]*)$/
            : /^-(?![rIC])[a-zA-Z0-9.]*e([\s\S]*)$/;
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

/** `--import data:text/javascript,…`: code that stands in an address. */
function runDataUrl(value: string, session: Session, shell: Shell, frame: Frame): void {
  const found = /^data:text\/javascript(?:;charset=[\w-]+)?(;base64)?,([\s\S]*)$/i.exec(value);
  if (found === null) return;
  const [, encoding, text = ''] = found;
  const plain = encoding === undefined ? unescaped(text) : Buffer.from(text, 'base64').toString('utf8');
  readCode(plain, 'node', session, shell, under(frame, 'node --import'), true);
}

function unescaped(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'));
}

function inPlaceFiles(words: readonly string[]): string[] {
  return words.filter((word, at) => !word.startsWith('-') && !/^-[a-zA-Z0-9.]*[eE]$/.test(words[at - 1] ?? ''));
}

function runFile(
  path: string,
  language: Language,
  session: Session,
  shell: Shell,
  frame: Frame,
  words: readonly string[],
): Result | undefined {
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
  else if (text !== undefined) {
    const start = session.effects.length;
    const beside = (place: string) =>
      contentOf(session, shell, posix.join(posix.dirname(path), place)) ?? contentOf(session, shell, place);
    readCode(
      nameOwnFolder(
        withModules(asDryRun(text, language, words, EXECUTES), language, beside),
        resolvePath(posix.dirname(path), shell, session.context.home),
        baseName(path),
      ),
      language,
      session,
      shell,
      { ...under(frame, baseName(path)), fromFile: true },
      false,
      words,
    );
    if (testsElsewhere(baseName(path), text)) {
      const kept = session.effects.splice(start).filter((one) => !publishes(one));
      session.effects.push(...kept);
    }
  }
  return UNKNOWN;
}

/** A script that names its own folder, in the ways of Node and Python, with the folder's path in their place. */
function nameOwnFolder(text: string, folder: string | undefined, name: string): string {
  if (!isKnown(folder)) return text;
  const literal = JSON.stringify(folder);
  return text
    .replace(/\bimport\.meta\.(?:url|filename)\b|\b__filename\b/g, () => JSON.stringify(posix.join(folder, name)))
    .replace(
      /\b(?:__dirname\b|import\.meta\.dirname\b|os\.path\.dirname\((?:os\.path\.(?:abspath|realpath)\(__file__\)|__file__)\))/g,
      () => literal,
    )
    .replace(/\bPath\(__file__\)(?:\.(?:resolve|absolute)\(\))?\.parent\b/g, () => `Path(${literal})`);
}

/** Whether what is not known of a code could be what it does: a value handed to `print(…)` is only looked at. */
function holesRun(text: string): boolean {
  return EXECUTES.test(text) || /(?:^|[;\n])\s*\0/.test(text);
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
  words: readonly string[] = [],
): void {
  if (text.includes(HOLE)) {
    session.effects.push({
      kind: 'opaque',
      what: isInline && holesRun(text) ? 'execution' : 'program',
      text: text.replaceAll(HOLE, '…').slice(0, 200),
      reason: 'code that is made at run time',
    });
    if (text.replaceAll(HOLE, '').trim() === '') return;
  }
  const start = session.effects.length;
  const code = unfold(text, language, session, shell, frame, isInline, words);
  const literals = readLiterals(code, language);
  noteContents(code, session, movedShell(code, shell, session));
  const inner: Frame = { ...frame, exit: 'hidden', certain: false, out: { reach: 'filtered' }, input: { rest: '' } };
  const bare = literals.bare;
  for (const { before, value, list } of literals.items) {
    if (list === undefined && EVALUATES.test(before) && frame.depth < 60)
      readCode(value, language, session, shell, { ...frame, depth: frame.depth + 1 }, isInline);
  }
  if (EXECUTES.test(bare)) {
    let found = 0;
    const before = session.effects.length;
    for (const literal of literals.items) {
      if (!startsProgram(literal) || (literal.isItem && !/\s/.test(literal.value))) continue;
      if (isData(literal, literals, code, language)) continue;
      found++;
      if (literal.list !== undefined) session.run(literal.list, shell.clone(), inner);
      else session.code(literal.value, shell.clone(), inner, 'guess');
    }
    if (isInline && isComposed(literals.items) && !session.effects.slice(before).some((one) => one.kind === 'push')) {
      session.effects.push({
        kind: 'opaque',
        what: 'execution',
        text: text.slice(0, 200),
        reason: `${language} code puts a command together that names git and push`,
      });
    } else if (isInline && (DECODES.test(bare) || runsInput(bare)) && canStart(code, language)) {
      session.effects.push({
        kind: 'opaque',
        what: 'execution',
        text: text.slice(0, 200),
        reason: `${language} code runs something that is made at run time${found > 0 ? ' besides what is shown' : ''}`,
      });
    }
  }
  if (isInline && EVALUATES_INPUT.test(bare)) {
    session.effects.push({
      kind: 'opaque',
      what: 'execution',
      text: text.slice(0, 200),
      reason: `${language} code runs code that it is given when it runs`,
    });
  }
  reportPipes(literals.items, language, session, shell, inner);
  const isShown = session.effects
    .slice(start)
    .some((one) => one.kind === 'push' || (one.kind === 'opaque' && one.what === 'execution'));
  if (
    isInline &&
    !isShown &&
    namesPush(literals.items, text) &&
    STARTERS.test(text) &&
    !showsStarts(literals, code, language)
  ) {
    session.effects.push({
      kind: 'opaque',
      what: 'execution',
      text: text.slice(0, 200),
      reason: `${language} code holds a push and can start programs`,
    });
  }
  if (GIT_LIBRARY.test(text) && /\.push\b/.test(bare)) {
    session.effects.push({
      kind: 'publish',
      front: `${language} git library`,
      directory: shell.cwd,
      spelled: text.slice(0, 200),
      certain: false,
    });
  }
  reportLiteralWrites(literals, language, session, movedShell(code, shell, session));
}

const QUOTED = String.raw`("(?:[^"\\\n]|\\.){0,2000}"|'(?:[^'\\\n]|\\.){0,2000}')`;
const WHOLE_WRITES = new RegExp(
  String.raw`\bopen\(\s*${QUOTED}\s*,\s*["'][wx]t?["'][^()]*\)\.write\(\s*${QUOTED}\s*\)|\bPath\(\s*${QUOTED}\s*\)\.write_text\(\s*${QUOTED}\s*\)|\b(?:writeFileSync|File\.write)\(\s*${QUOTED}\s*,\s*${QUOTED}`,
  'g',
);

/** Files to which code gives a text that stands in it: a later step of the line may run them. */
function noteContents(code: string, session: Session, shell: Shell): void {
  for (const match of [...code.matchAll(WHOLE_WRITES)].slice(0, 8)) {
    const [path, text] = match.slice(1).filter((one) => one !== undefined);
    const [item] = readLiterals(text ?? '', 'python').items;
    if (path !== undefined && item !== undefined) setContent(session, shell, path.slice(1, -1), item.value);
  }
}

/** Where code writes after it has changed its directory. */
function movedShell(code: string, shell: Shell, session: Session): Shell {
  const moved = /\b(?:os\.chdir|process\.chdir|Dir\.chdir|chdir)\s*\(?\s*(?:"([^"\n]+)"|'([^'\n]+)')/.exec(code);
  if (moved === null) return shell;
  const inner = shell.clone();
  inner.cwd = resolvePath(moved[1] ?? moved[2] ?? '', shell, session.context.home);
  return inner;
}

/** The code with all that is plain about it made visible; later rounds see what earlier ones put together. */
function unfold(
  text: string,
  language: Language,
  session: Session,
  shell: Shell,
  frame: Frame,
  isInline: boolean,
  words: readonly string[],
): string {
  const around = { session, shell, frame, words, isFile: !isInline };
  const folded = foldLiterals(foldCode(text, language, around), language, words);
  return foldLiterals(foldCode(folded, language, around), language, words);
}

const STARTERS =
  /\|-|["']\|\s*(?:ba|z|da)?sh\b|child_process|\bsubprocess\b|\bos\.|\bpty\b|Open3|Bun\.|Deno\.|(?<![.\w])(?:exec|system)\b/;
const GIT_LIBRARY =
  /\b(?:from git import|import git\b|pygit2|dulwich|simple-git|simpleGit|isomorphic-git|nodegit|Rugged|Git\.open)/;

/** A whole push among the literals, wherever it stands; not where it is only printed. */
function namesPush(items: readonly Literal[], text: string): boolean {
  // Text that the code takes apart line by line, or writes to a shell that it has opened.
  const isCut = /\bsplitlines\b|\.lines\b|\.split\(\s*["']\\n/.test(text);
  const isTyped = /["']\|(?:-["']\s*,\s*["'])?\s*(?:ba|z|da)?sh\b/.test(text);
  const named = new RegExp(String.raw`^[ \t]*git\s+(?:-\S+\s+\S+\s+)*(?:push|send-pack)\b`, isCut ? 'm' : '');
  return items.some((item) => {
    if (!isTyped && /\b(?:print|echo|puts|log|write)\s*\(?\s*$/.test(item.before)) return false;
    return named.test(item.list?.join(' ') ?? item.value);
  });
}

/** Perl's `open(P, "cmd |")` and `open(P, "-|", "cmd", …)`. */
function reportPipes(
  items: readonly Literal[],
  language: Language,
  session: Session,
  shell: Shell,
  frame: Frame,
): void {
  if (language !== 'perl' && language !== 'ruby') return;
  for (const { before, value, list } of items) {
    if (!/\bopen\b[^;]*$/.test(before)) continue;
    if (list !== undefined && /^(?:-\||\|-)$/.test(list[0] ?? '')) {
      // A single text is a line for the shell, several are the words of a program.
      if (list.length === 2) session.code(list[1] ?? '', shell.clone(), frame, 'guess');
      else session.run(list.slice(1), shell.clone(), frame);
    }
    const piped = /^\|\s*([^-].*)$|^(.*[^-])\|\s*$/s.exec(value);
    if (piped !== null) session.code(piped[1] ?? piped[2] ?? '', shell.clone(), frame, 'guess');
  }
}

/** The pieces of a push, each a literal of its own. */
function isComposed(items: readonly Literal[]): boolean {
  const texts = items.filter((item) => item.list === undefined && !item.isItem).map((item) => item.value);
  return (
    texts.some((text) => /^\s*git(?:\s*|\s+(?:%s|\{\w*\}).*)$/.test(text)) &&
    texts.some((text) => /^\s*(?:push|send-pack)\b/.test(text))
  );
}

/** True when the literal stands where a call takes a command. */
function startsProgram(literal: Literal): boolean {
  // `$`git push`` of zx and Bun.
  if (/(?:^|[\s=({;,])\$$/.test(literal.before)) return true;
  return (
    EXECUTES.test(literal.before) &&
    !/\b(?:print|echo|puts|console\.log|log|re\.\w+|replace|split|unpack1?|g?sub!?|scan|match\??|strftime|(?:starts|ends)_?with\??|includes\??|indexOf)\s*\(?\s*$/.test(
      literal.before,
    )
  );
}
