import { setOptions } from '../bash/options.js';
import { contentOf, emitRead, emitUnread, namesInput } from '../disk/paths.js';
import type { ProgramFile } from '../program.js';
import { reportRun, throughProgram } from '../report.js';
import { nameScript, PLAIN_SHELLS, runScriptFile } from '../starts/scripts.js';
import {
  baseName,
  type Call,
  DASH,
  HOLE,
  isKnown,
  PLAIN_SHELL,
  type Result,
  type Scope,
  type Session,
  type Shell,
  UNKNOWN,
  under,
  ZSH,
} from '../state.js';

/** Shells carry out code. */
export const shells: ProgramFile = {
  'sh, bash, dash, ash, zsh, ksh, mksh, rbash, fish': { carries: runShellProgram },
};

/** `runShellProgram` carries out the code of `bash -c …`, `bash file`, `… | bash` and `bash <<EOF` in a shell of its own. */
function runShellProgram(call: Call): Result | undefined {
  const { argv, program, words, session, shell, frame } = call;
  // A script that only has the name of a shell.
  if (argv[0]?.includes('/') && contentOf(session, shell, argv[0])?.startsWith('#!')) {
    reportRun(call);
    return runScriptFile(call);
  }
  const child = shell.child(session.context.env);
  child.ended = false;
  if (PLAIN_SHELLS.has(program)) child.options.add(PLAIN_SHELL);
  if (/^d?ash$/.test(program)) child.options.add(DASH);
  if (program === ZSH) child.options.add(ZSH);
  const options = takeShellOptions(program, words, call, child);
  if (options === undefined) return UNKNOWN;
  const { at, isCode, isStdin } = options;
  // Only read for its syntax.
  if (child.options.has('noexec')) return UNKNOWN;
  const folder = program === ZSH ? child.variables.get('ZDOTDIR')?.value : undefined;
  if (folder !== undefined && contentOf(session, child, `${folder}/.zshenv`) !== undefined)
    runFileNamed(`${folder}/.zshenv`, session.at(child, frame), program);
  const startup = child.variables.get(program === 'bash' ? 'BASH_ENV' : 'ENV');
  if (startup !== undefined && startup.value !== '') runFileNamed(startup.value, session.at(child, frame), program);
  if (isCode) {
    const code = words[at] ?? '';
    child.name = words[at + 1] ?? program;
    child.positional = words.slice(at + 2);
    return session.code(code, child, under(frame, `${program} -c`));
  }
  if (words[at] !== undefined && !isStdin) {
    nameScript(child, words[at] as string);
    child.positional = words.slice(at + 1);
    return runFileNamed(words[at] as string, session.at(child, frame), program);
  }
  child.positional = words.slice(at);
  // With nothing to run it waits for somebody to type.
  if (frame.input === undefined) reportRun(call);
  return session.code(frame.input?.rest ?? '', child, { ...under(frame, program), input: { rest: '' } });
}

interface ShellOptions {
  /** Where the words behind the options begin. */
  readonly at: number;
  /** `-c`: the next word is code. */
  readonly isCode: boolean;
  readonly isStdin: boolean;
}

/** Takes a shell's options into account; undefined where it only says something of itself. */
function takeShellOptions(
  program: string,
  words: readonly string[],
  { session, shell, frame }: Scope,
  child: Shell,
): ShellOptions | undefined {
  let at = 0;
  let isCode = false;
  let isStdin = false;
  for (; at < words.length && /^[-+]./.test(words[at] as string); at++) {
    const word = words[at] as string;
    if (word === '--') return { at: at + 1, isCode, isStdin };
    if (/^--(?:version|help)$/.test(word)) return undefined;
    if (/^--(?:rcfile|init-file)$/.test(word)) runFileNamed(words[++at] ?? HOLE, session.at(child, frame), program);
    const first = program === 'fish' ? firstCode(word, words[at + 1]) : undefined;
    if (first !== undefined) {
      session.code(first, child, under(frame, 'fish -C'));
      if (/^(?:-C|--init-command)$/.test(word)) at++;
      continue;
    }
    if (word.startsWith('--') && word !== '--login') continue;
    if (word.includes('c') && word.startsWith('-')) isCode = true;
    if (word.includes('s') && word.startsWith('-')) isStdin = true;
    setByLetters(word, session, child);
    if (/[oO]$/.test(word)) setOptions([`${word.slice(0, 1)}o`, words[++at] ?? ''], session, child);
    const isStarted = program === 'bash' && !words.some((one) => /^--no(?:rc|profile)$/.test(one));
    if (isStarted && /^-[a-z]*[il]|^--login$/.test(word))
      runStartFiles(/^-[a-z]*i/.test(word), shell.variables.get('HOME')?.value, session.at(child, frame));
    if (/^-\w*i/.test(word)) runPrompts(session.at(child, under(frame, `${program} -i`)));
  }
  return { at, isCode, isStdin };
}

/** Sets what the letters of an option say of how the code is read: `-ex`, `+n`. */
function setByLetters(word: string, session: Session, child: Shell): void {
  if (/^[-+][a-zA-Z]*n/.test(word)) setOptions([`${word.slice(0, 1)}n`], session, child);
  if (word.includes('e')) child.errexit = word.startsWith('-');
  if (/^-\w*x/.test(word)) child.options.add('xtrace');
}

/** Tells what fish carries out before all else, by the option and the word behind it. */
function firstCode(word: string, next: string | undefined): string | undefined {
  const joined = /^(?:-C|--init-command=)([\s\S]+)$/.exec(word)?.[1];
  return joined ?? (/^(?:-C|--init-command)$/.test(word) ? (next ?? HOLE) : undefined);
}

/** Runs what a shell with a person in front of it runs of its own accord. */
function runPrompts({ session, shell, frame }: Scope): void {
  const command = shell.variables.get('PROMPT_COMMAND')?.value;
  if (command !== undefined) session.code(command, shell.clone(), { ...frame, exit: 'hidden', certain: false });
  const prompts = ['PS0', 'PS1', 'PS2'].map((name) => shell.variables.get(name)?.value ?? '').join('');
  if (/[`$]\(?/.test(prompts))
    session.code(`: "${prompts}"`, shell.clone(), { ...frame, exit: 'hidden', certain: false }, 'guess');
}

/** Runs the files of a home that bash starts with, where this line wrote them or chose the home. */
function runStartFiles(isInteractive: boolean, own: string | undefined, { session, shell, frame }: Scope): void {
  const { home } = session.context;
  const names = isInteractive ? ['.bashrc'] : ['.bash_profile', '.bash_login', '.profile'];
  for (const name of names) {
    const path = `${own ?? home}/${name}`;
    const isChosen = (own !== undefined && own !== home) || session.files.has(path);
    const text = isChosen && isKnown(path) ? contentOf(session, shell, path) : undefined;
    if (text === undefined) continue;
    const started = shell.clone();
    session.code(text, started, { ...under(frame, name), certain: false }, 'file');
    // A shell with a person in front of it knows the names that are made there.
    if (!isInteractive) continue;
    for (const [alias, words] of started.aliases) shell.aliases.set(alias, words);
    for (const [called, body] of started.functions) shell.functions.set(called, body);
  }
}

function runFileNamed(path: string, { session, shell, frame }: Scope, program: string): Result {
  const named = under(frame, `${program} ${baseName(path)}`);
  if (namesInput(path)) return session.code(frame.input?.rest ?? HOLE, shell, named);
  const inner = throughProgram(path.includes('/') ? path : `./${path}`, session.at(shell, named));
  const text = contentOf(session, shell, path);
  emitRead(session, shell, path, program);
  if (text === undefined) {
    emitUnread(session, path, 'a script that cannot be read');
    return UNKNOWN;
  }
  return session.code(text, shell, inner, 'file');
}
