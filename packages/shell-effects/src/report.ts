import { CLEAR_WRAPPERS, type Run } from './effects.js';
import { baseName, type Call, type Frame, isKnown, known, resolvePath, type Scope } from './state.js';

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

/** Returns the frame behind a program that is named by its path: the program stands for all that it starts. */
export function throughProgram(path: string, { session, shell, frame }: Scope): Frame {
  if (!path.includes('/')) return frame;
  const place = resolvePath(path, shell, session);
  return { ...frame, programs: [...(frame.programs ?? []), place !== undefined && isKnown(place) ? place : undefined] };
}

/** Reports a run as it stands in the line. */
export function reportRun(call: Call, isDefinedHere = false): void {
  const { session } = call;
  session.effects.push(runOf(call, isDefinedHere));
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
export function reportCall(call: Call): void {
  const { argv, session, shell, frame } = call;
  const { calls } = session;
  if (calls.length >= MAX_CALLS || !frame.via.every((step) => CLEAR_WRAPPERS.has(step) || OTHERS.has(step))) return;
  const [name = ''] = argv;
  const run = runOf(call, shell.functions.has(name) || shell.aliases.has(name));
  // Where a `cd` may have failed, it starts in one of several places.
  calls.push(shell.fallbacks.length > 0 ? { ...run, directory: undefined } : run);
}

function runOf(call: Call, isDefinedHere: boolean): Run {
  const { argv, session, shell, frame } = call;
  const path = argv[0] ?? '';
  const { programs } = throughProgram(path, call);
  const sourced = programs?.flatMap((program) => session.sourced.get(program ?? '') ?? []);
  const { out, err } = frame;
  const shadowedBy = shadowOf(path, call, isDefinedHere);
  const unset = shell.unsetOf(session.context.env);
  const file = out.reach === 'redirected' && out.file !== undefined ? known(out.file) : undefined;
  return {
    kind: 'run',
    program: baseName(path),
    argv: argv.map(known),
    path,
    directory: shell.cwd === undefined ? undefined : known(shell.cwd),
    environment: shell.environment(),
    ...(unset.length > 0 ? { unset } : {}),
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
    shadowed: shadowedBy !== undefined,
    ...(shadowedBy === undefined ? {} : { shadowedBy }),
  };
}

function shadowOf(path: string, { shell, frame }: Scope, isDefinedHere: boolean): Run['shadowedBy'] {
  if (isDefinedHere) return shell.functions.has(path) ? 'function' : 'alias';
  if (frame.isAliased) return 'alias';
  return shell.pathChanged && !path.includes('/') && !SHELL_OWN.has(path) ? 'path' : undefined;
}
