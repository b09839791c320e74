import { CLEAR_WRAPPERS, type Run } from './effects.js';
import { baseName, type Frame, isKnown, known, resolvePath, type Session, type Shell } from './state.js';

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

/** The frame behind a program that is named by its path: the program stands for all that it starts. */
export function throughProgram(path: string, frame: Frame, session: Session, shell: Shell): Frame {
  if (!path.includes('/')) return frame;
  const place = resolvePath(path, shell, session.context.home);
  return { ...frame, programs: [...(frame.programs ?? []), place !== undefined && isKnown(place) ? place : undefined] };
}

/** Reports a run as it stands in the line. */
export function reportRun(
  argv: readonly string[],
  session: Session,
  shell: Shell,
  frame: Frame,
  isDefinedHere = false,
): void {
  session.effects.push(runOf(argv, session, shell, frame, isDefinedHere));
}

/** Wrappers behind which it is told that they stand in front of a command which was named without them. */
const OTHERS = new Set([
  'env',
  'sudo',
  'doas',
  'nohup',
  'setsid',
  'xvfb-run',
  'exec',
  'flock',
  'unbuffer',
  'caffeinate',
]);

/** Number of calls that are kept: nobody spells more commands in one line. */
const MAX_CALLS = 100;

/** Keeps a command as the line spells it, where nothing stands around it but wrappers that start it as it is. */
export function reportCall(argv: readonly string[], session: Session, shell: Shell, frame: Frame): void {
  const { calls } = session;
  if (calls.length >= MAX_CALLS || !frame.via.every((step) => CLEAR_WRAPPERS.has(step) || OTHERS.has(step))) return;
  const [name = ''] = argv;
  const call = runOf(argv, session, shell, frame, shell.functions.has(name) || shell.aliases.has(name));
  // Where a `cd` may have failed, it starts in one of several places.
  calls.push(shell.fallbacks.length > 0 ? { ...call, directory: undefined } : call);
}

function runOf(argv: readonly string[], session: Session, shell: Shell, frame: Frame, isDefinedHere: boolean): Run {
  const path = argv[0] ?? '';
  const { programs } = throughProgram(path, frame, session, shell);
  const sourced = programs?.flatMap((program) => session.sourced.get(program ?? '') ?? []);
  const { out, err } = frame;
  const file = out.reach === 'redirected' && out.file !== undefined ? known(out.file) : undefined;
  return {
    kind: 'run',
    program: baseName(path),
    argv: argv.map(known),
    path,
    directory: shell.cwd === undefined ? undefined : known(shell.cwd),
    environment: shell.environment(),
    via: frame.via,
    ...(frame.handed?.length ? { handed: frame.handed } : {}),
    ...(programs ? { programs } : {}),
    ...(sourced?.length ? { sourced } : {}),
    exit: shell.ended ? 'hidden' : frame.exit,
    output: out.reach,
    ...(file === undefined ? {} : { outputFile: file }),
    errorOutput: err.reach,
    background: frame.background,
    certain: frame.certain && !shell.ended,
    shadowed: isDefinedHere || (shell.pathChanged && !path.includes('/') && !SHELL_OWN.has(path)),
  };
}
