import { LimitError, parseShell, readableStart } from './bash/parse.js';
import { restOf } from './bash/rest.js';
import { runExitTrap } from './bash/traps.js';
import { walkScript } from './bash/walk.js';
import type { Analysis, ShellContext } from './effects.js';
import { disarmThroughFiles } from './git/config.js';
import { publishThroughFiles } from './git/remotes.js';
import { LineSession } from './session.js';
import { type Frame, Shell } from './state.js';

const TOP: Frame = {
  exit: 'decides',
  certain: true,
  background: false,
  out: { reach: 'whole' },
  err: { reach: 'whole' },
  input: undefined,
  via: [],
  depth: 0,
  loops: 0,
  canReturn: false,
  fromFile: false,
};

/**
 * Tells what a command line would do, in order of execution. Starts nothing and reads only through the context. Never throws:
 * what cannot be read is an `opaque` effect or, for the line as a whole, `readable: false` with the reasons.
 */
export function effectsOf(command: string, context: ShellContext): Analysis {
  if (typeof command !== 'string') return { effects: [], readable: false, reasons: ['the command is no text'] };
  const session = new LineSession(command, context);
  const { effects, reasons } = session;
  let rest: Pick<Analysis, 'rest'> = {};
  try {
    const parsed = parseShell(command);
    if (!parsed.ok) {
      reasons.push(parsed.reason);
      if (parsed.isLimit) return { effects, readable: false, reasons, limit: parsed.reason };
    }
    if (parsed.ok) rest = { rest: restOf(command, parsed.script) };
    const script = parsed.ok ? parsed.script : readableStart(command, parsed.at);
    const top: Frame = parsed.ok ? TOP : { ...TOP, exit: 'hidden', certain: false };
    const shell = new Shell(context.cwd);
    if (script !== undefined) walkScript(script, session.at(shell, top));
    runExitTrap(session.at(shell, top));
    publishThroughFiles(session);
    disarmThroughFiles(session);
  } catch (error) {
    // A limit, or a tree too deep for the stack: whatever was found so far stays, and the line counts as unreadable.
    if (!(error instanceof LimitError) && !(error instanceof RangeError)) reasons.push('the analysis failed');
    else reasons.push(error instanceof LimitError ? error.message : 'the command is nested too deeply');
    return { effects, readable: false, reasons, limit: reasons.at(-1) as string };
  }
  const deeper = session.deeper.size > 0 ? { deeper: [...session.deeper] } : {};
  const parts = session.parts.length > 0 ? { parts: session.parts } : {};
  const wrapped = session.wrapped.length > 0 ? { wrapped: session.wrapped } : {};
  const { calls } = session;
  return { effects, readable: reasons.length === 0, reasons, calls, ...rest, ...deeper, ...parts, ...wrapped };
}
