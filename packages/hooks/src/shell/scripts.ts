import { posix } from 'node:path';
import { contentOf, emitRead } from './paths.js';
import { baseName, type Frame, HOLE, isKnown, type Result, type Session, type Shell, UNKNOWN } from './state.js';
import { readJustfile, readMakefile, readTaskfile } from './targets.js';
import { join, weaken } from './walk.js';
import { under } from './wrappers.js';

const SHELLS = new Set(['sh', 'bash', 'dash', 'ash', 'zsh', 'ksh', 'mksh', 'rbash', 'fish']);

/** `bash -c …`, `bash file`, `… | bash`, `bash <<EOF`: carries out the code in a shell of its own. */
export function runShellProgram(
  argv: readonly string[],
  session: Session,
  shell: Shell,
  frame: Frame,
): Result | undefined {
  const program = baseName(argv[0] ?? '');
  if (!SHELLS.has(program)) return undefined;
  const child = shell.clone();
  child.aliases = new Map();
  child.ended = false;
  const words = argv.slice(1);
  let at = 0;
  let isCode = false;
  let isStdin = false;
  for (; at < words.length && /^[-+]./.test(words[at] as string); at++) {
    const word = words[at] as string;
    if (word === '--') {
      at++;
      break;
    }
    if (/^--(?:version|help)$/.test(word)) return UNKNOWN;
    if (/^--(?:rcfile|init-file)$/.test(word)) runFileNamed(words[++at] ?? HOLE, session, child, frame, program);
    if (word.startsWith('--')) continue;
    if (/^-[a-z]*n/.test(word)) return UNKNOWN;
    if (word.includes('c') && word.startsWith('-')) isCode = true;
    if (word.includes('s') && word.startsWith('-')) isStdin = true;
    if (word.includes('e')) child.errexit = word.startsWith('-');
    if (/[oO]$/.test(word) && words[++at] === 'pipefail') child.pipefail = true;
  }
  const startup = child.variables.get(program === 'bash' ? 'BASH_ENV' : 'ENV');
  if (startup !== undefined && startup.value !== '') runFileNamed(startup.value, session, child, frame, program);
  if (isCode) {
    const code = words[at] ?? '';
    child.name = words[at + 1] ?? program;
    child.positional = words.slice(at + 2);
    return session.code(code, child, under(frame, `${program} -c`));
  }
  if (words[at] !== undefined && !isStdin) {
    child.name = words[at] as string;
    child.positional = words.slice(at + 1);
    return runFileNamed(words[at] as string, session, child, frame, program);
  }
  child.positional = words.slice(at);
  return session.code(frame.input?.rest ?? '', child, { ...under(frame, program), input: { rest: '' } });
}

function runFileNamed(path: string, session: Session, shell: Shell, frame: Frame, program: string): Result {
  const isStdin = /^\/dev\/(?:stdin|fd\/0)$|^\/proc\/self\/fd\/0$|^-$/.test(path);
  const text = isStdin ? (frame.input?.rest ?? HOLE) : contentOf(session, shell, path);
  const inner = under(frame, `${program} ${baseName(path)}`);
  if (isStdin) return session.code(text ?? HOLE, shell, inner);
  emitRead(session, shell, path, program);
  if (text === undefined) {
    session.effects.push({
      kind: 'opaque',
      what: 'program',
      text: path.replaceAll(HOLE, '…').slice(0, 200),
      reason: 'a script that cannot be read',
    });
    return UNKNOWN;
  }
  return session.code(text, shell, inner, 'file');
}

/** A program named by its path: a readable script is carried out, anything else is reported as not readable. */
export function runScriptFile(
  argv: readonly string[],
  session: Session,
  shell: Shell,
  frame: Frame,
): Result | undefined {
  const [path = ''] = argv;
  if (!path.includes('/') || /(?:^|\/)node_modules\/|^\/(?:usr|bin|sbin|opt)\//.test(path)) return undefined;
  const text = contentOf(session, shell, path);
  if (text === undefined) {
    const isOurs = !/(?:^|\/)\.?venv\//.test(path);
    if (isOurs)
      session.effects.push({
        kind: 'opaque',
        what: 'program',
        text: path.replaceAll(HOLE, '…').slice(0, 200),
        reason: 'a program that cannot be read',
      });
    return undefined;
  }
  const interpreter = /^#![ \t]*(\S+)(?:[ \t]+(\S+))?(?:[ \t]+(\S+))?/.exec(text);
  const name =
    interpreter === null
      ? 'sh'
      : baseName(interpreter[1] ?? '') === 'env'
        ? baseName((interpreter[2] === '-S' ? interpreter[3] : interpreter[2]) ?? '')
        : baseName(interpreter[1] ?? '');
  if (SHELLS.has(name)) {
    const child = shell.clone();
    child.aliases = new Map();
    child.name = path;
    child.positional = argv.slice(1);
    if (/^#!.*[ \t]-\w*e/.test(text)) child.errexit = true;
    return session.code(text, child, under(frame, baseName(path)), text === HOLE ? 'line' : 'file');
  }
  return session.run([name, path, ...argv.slice(1)], shell.clone(), under(frame, baseName(path)));
}

/** Runners of targets that are named in a file. */
const TARGET_FILES: Readonly<Record<string, { files: readonly string[]; read: typeof readMakefile }>> = {
  make: { files: ['GNUmakefile', 'makefile', 'Makefile'], read: readMakefile },
  gmake: { files: ['GNUmakefile', 'makefile', 'Makefile'], read: readMakefile },
  just: { files: ['justfile', 'Justfile', '.justfile'], read: readJustfile },
  task: {
    files: ['Taskfile.yml', 'taskfile.yml', 'Taskfile.yaml', 'taskfile.yaml', 'Taskfile.dist.yml'],
    read: readTaskfile,
  },
};

/** `make test`, `just test`, `task test`: the recipe's lines as far as the file says them plainly. */
export function runTargets(argv: readonly string[], session: Session, shell: Shell, frame: Frame): Result | undefined {
  const program = baseName(argv[0] ?? '');
  const runner = Object.hasOwn(TARGET_FILES, program) ? TARGET_FILES[program] : undefined;
  if (runner === undefined) return undefined;
  const child = shell.clone();
  const targets: string[] = [];
  const variables: string[] = [];
  let file: string | undefined;
  const words = argv.slice(1);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (/^(?:-C|--directory|-d|--dir|--working-directory)$/.test(word) && program !== 'just') moveTo(words[++at]);
    else if (/^--(?:directory|dir)=/.test(word)) moveTo(word.slice(word.indexOf('=') + 1));
    else if (/^-C./.test(word)) moveTo(word.slice(2));
    else if (/^(?:-f|--file|--makefile|--justfile|-t|--taskfile)$/.test(word)) file = words[++at];
    else if (/^-(?:j|l|o|W)$/.test(word) && /^\d/.test(words[at + 1] ?? '')) at++;
    else if (/^(?:-n|--dry-run|--just-print|--list|-l|--version|--help|-p|-q)$/.test(word)) return UNKNOWN;
    else if (word === '--') break;
    else if (word.startsWith('-')) continue;
    else if (/^[A-Za-z_]\w*:?=/.test(word)) variables.push(word.replace(':=', '='));
    else targets.push(word);
  }
  function moveTo(directory: string | undefined): void {
    child.cwd =
      directory === undefined || !isKnown(directory) || child.cwd === undefined
        ? undefined
        : posix.resolve(child.cwd, directory);
  }
  const names = file === undefined ? runner.files : [file];
  const text =
    file === '-' || file === '/dev/stdin'
      ? frame.input?.rest
      : names.map((name) => contentOf(session, child, name)).find((one) => one !== undefined);
  if (text === undefined || !isKnown(text)) return unreadable(program, targets, session, 'its file cannot be read');
  const added = words.filter((word) => word.startsWith('--eval=')).map((word) => word.slice(7));
  const own = variables.find((word) => word.startsWith('SHELL='));
  if (own !== undefined)
    session.code(own.slice(6), child.clone(), { ...under(frame, program), exit: 'hidden' }, 'guess');
  const recipe = runner.read([text, ...added].join('\n'), targets, variables);
  if (!recipe.ok) return unreadable(program, targets, session, recipe.reason);
  let output = '';
  for (const [index, line] of recipe.lines.entries()) {
    const isLast = index === recipe.lines.length - 1;
    const exit = line.ignoresFailure ? 'hidden' : isLast ? frame.exit : weaken(frame.exit);
    const result = session.code(
      line.code,
      child.clone(),
      { ...under(frame, `${program} ${line.target}`), exit },
      'file',
    );
    output = join(output, result.output);
  }
  return { output, status: undefined };
}

function unreadable(program: string, targets: readonly string[], session: Session, reason: string): Result {
  session.effects.push({
    kind: 'opaque',
    what: 'program',
    text: `${program} ${targets.join(' ')}`.replaceAll(HOLE, '…').slice(0, 200),
    reason,
  });
  return UNKNOWN;
}
