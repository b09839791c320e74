import { runAwk } from './awk.js';
import { evaluateTest, findBuiltin } from './builtins.js';
import { runEmbedded, runVariables } from './embedded.js';
import { runForeign } from './foreign.js';
import { runGit } from './git.js';
import { runElsewhere } from './hosts.js';
import { runInterpreter, runModule } from './interpreters.js';
import { findOutput, printf } from './outputs.js';
import { runPackageScript } from './packages.js';
import { assign } from './parameters.js';
import { LIMITS, LimitError } from './parse.js';
import { runPublisher } from './publish.js';
import { runScriptFile, runShellProgram, runTargets } from './scripts.js';
import { findOnPath } from './search-path.js';
import { baseName, type Frame, HOLE, known, type Result, type Session, type Shell, spell, UNKNOWN } from './state.js';
import { walkBody } from './walk.js';
import { runWrapped } from './wrappers.js';
import { reportWrites } from './writers.js';

/** What a plain name means whatever PATH says. */
const SHELL_OWN = new Set([
  'cd',
  'echo',
  'printf',
  'test',
  '[',
  'true',
  'false',
  ':',
  'export',
  'set',
  'read',
  'eval',
  'source',
  '.',
  'exit',
]);

/**
 * Runs one simple command of decoded words: takes wrappers off, follows functions, scripts and interpreters, and reports
 * what is left as a run with its writes.
 */
export function execute(argv: readonly string[], session: Session, shell: Shell, frame: Frame): Result {
  if (frame.depth >= LIMITS.depth) throw new LimitError(`nested deeper than ${LIMITS.depth} levels`);
  const inner: Frame = { ...frame, depth: frame.depth + 1 };
  const [first = ''] = argv;
  const program = baseName(first);
  if (first === '') return UNKNOWN;
  if (/\.exe$/i.test(program)) return execute([first.slice(0, -4), ...argv.slice(1)], session, shell, frame);
  if (program.includes(HOLE) || first.startsWith('=') || /[*?]|\[.+\]/.test(program))
    return unknownProgram(argv, session, frame);

  const body = first.includes('/') ? undefined : shell.functions.get(first);
  if (body !== undefined) {
    emitRun(argv, session, shell, frame, true);
    return callFunction(body, argv, session, shell, inner);
  }
  const alias = first.includes('/') ? undefined : shell.aliases.get(first);
  if (alias !== undefined) {
    emitRun(argv, session, shell, frame, true);
    const plain = shell.clone();
    plain.aliases.delete(first);
    return session.code(`${alias} ${argv.slice(1).map(quoteForCode).join(' ')}`, plain, {
      ...inner,
      via: [...frame.via, `alias ${first}`],
    });
  }

  const builtin = first.includes('/') ? undefined : findBuiltin(first);
  if (builtin !== undefined) {
    emitRun(argv, session, shell, frame);
    return builtin(argv, session, shell, inner) ?? UNKNOWN;
  }
  if (program === '[' || program === 'test') {
    emitRun(argv, session, shell, frame);
    return { output: '', status: evaluateTest(argv, session, shell) };
  }
  // A script of the repository that a changed PATH puts in front of what the name usually means.
  const placed = first.includes('/') || !shell.pathChanged ? undefined : findOnPath(first, session, shell);
  if (placed !== undefined) {
    emitRun(argv, session, shell, frame);
    const result = runScriptFile([placed, ...argv.slice(1)], session, shell, inner);
    if (result !== undefined) return result;
  }
  const followed =
    runWrapped(argv, session, shell, inner) ??
    runShellProgram(argv, session, shell, inner) ??
    runModule(argv, session, shell, inner) ??
    runPackageScript(argv, session, shell, inner);
  if (followed !== undefined) return followed;

  emitRun(argv, session, shell, frame);
  if (program === 'git' || program.startsWith('git-')) return runGit(argv, session, shell, inner);
  if (program === 'printf' && argv[1] === '-v') {
    assign(shell, argv[2] ?? '', printf(argv.slice(3)));
    return { output: '', status: undefined };
  }
  runPublisher(argv, session, shell, frame);
  runVariables(argv, session, shell, inner);
  const output = findOutput(argv, session, shell, frame);
  reportWrites(argv, session, shell, inner);
  return (
    runInterpreter(argv, session, shell, inner) ??
    runAwk(argv, session, shell, inner) ??
    runElsewhere(argv, session, shell, inner) ??
    runTargets(argv, session, shell, inner) ??
    runForeign(argv, session, shell, inner) ??
    runScriptFile(argv, session, shell, inner) ??
    runEmbedded(argv, session, shell, inner) ?? { output, status: undefined }
  );
}

function quoteForCode(word: string): string {
  return word === HOLE ? '"$__unknown"' : `'${word.replaceAll("'", "'\\''")}'`;
}

function unknownProgram(argv: readonly string[], session: Session, frame: Frame): Result {
  session.effects.push({
    kind: 'opaque',
    what: frame.fromFile ? 'program' : 'execution',
    text: spell(argv),
    reason: 'the program is named by something that cannot be known here',
  });
  return UNKNOWN;
}

function callFunction(
  body: Parameters<typeof walkBody>[0],
  argv: readonly string[],
  session: Session,
  shell: Shell,
  frame: Frame,
): Result {
  const positional = shell.positional;
  shell.positional = argv.slice(1);
  const result = walkBody(body, session, shell, { ...frame, via: [...frame.via, `function ${argv[0]}`] });
  shell.positional = positional;
  return { ...result, status: undefined };
}

/** Reports a run as it stands in the line. */
function emitRun(argv: readonly string[], session: Session, shell: Shell, frame: Frame, isDefinedHere = false): void {
  const path = argv[0] ?? '';
  const { out, err } = frame;
  const file = out.reach === 'redirected' && out.file !== undefined ? known(out.file) : undefined;
  session.effects.push({
    kind: 'run',
    program: baseName(path),
    argv: argv.map(known),
    path,
    directory: shell.cwd === undefined ? undefined : known(shell.cwd),
    environment: shell.environment(),
    via: frame.via,
    exit: shell.ended ? 'hidden' : frame.exit,
    output: out.reach,
    ...(file === undefined ? {} : { outputFile: file }),
    errorOutput: err.reach,
    background: frame.background,
    certain: frame.certain && !shell.ended,
    shadowed: isDefinedHere || (shell.pathChanged && !path.includes('/') && !SHELL_OWN.has(path)),
  });
}
