import { baseName, type Frame, known, type Session, type Shell } from './state.js';

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

/** Reports a run as it stands in the line. */
export function reportRun(
  argv: readonly string[],
  session: Session,
  shell: Shell,
  frame: Frame,
  isDefinedHere = false,
): void {
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
    ...(frame.handed?.length ? { handed: frame.handed } : {}),
    exit: shell.ended ? 'hidden' : frame.exit,
    output: out.reach,
    ...(file === undefined ? {} : { outputFile: file }),
    errorOutput: err.reach,
    background: frame.background,
    certain: frame.certain && !shell.ended,
    shadowed: isDefinedHere || (shell.pathChanged && !path.includes('/') && !SHELL_OWN.has(path)),
  });
}
