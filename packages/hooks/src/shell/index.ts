import { Listing } from './disk/listing.js';
import type { Analysis, ShellContext } from './effects.js';
import { execute } from './execute.js';
import { disarmThroughFiles } from './git/config.js';
import { publishThroughFiles } from './git/remotes.js';
import { LIMITS, LimitError, parseShell } from './parse.js';
import { type Frame, HOLE, originOf, type Session, Shell, UNKNOWN } from './state.js';
import { runExitTrap } from './traps.js';
import { walkScript } from './walk.js';

export type { Analysis, Effect, ExitReach, GitAct, Push, Read, Run, Setting, ShellContext, Write } from './effects.js';
export { couldMatter } from './prefilter.js';

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
export function analyze(command: string, context: ShellContext): Analysis {
  const session = createSession(typeof command === 'string' ? command : '', context);
  const reasons = session.reasons;
  if (typeof command !== 'string') return { effects: [], readable: false, reasons: ['the command is no text'] };
  try {
    const parsed = parseShell(command);
    if (!parsed.ok) {
      reasons.push(parsed.reason);
      const limit = parsed.isLimit ? { limit: parsed.reason } : {};
      return { effects: session.effects, readable: false, reasons, ...limit };
    }
    const shell = new Shell(context.cwd);
    walkScript(parsed.script, session, shell, TOP);
    runExitTrap(session, shell, TOP);
    publishThroughFiles(session);
    disarmThroughFiles(session);
  } catch (error) {
    // A limit, or a tree too deep for the stack: whatever was found so far stays, and the line counts as unreadable.
    if (!(error instanceof LimitError) && !(error instanceof RangeError)) reasons.push('the analysis failed');
    else reasons.push(error instanceof LimitError ? error.message : 'the command is nested too deeply');
    return { effects: session.effects, readable: false, reasons, limit: reasons.at(-1) as string };
  }
  return { effects: session.effects, readable: reasons.length === 0, reasons };
}

function createSession(line: string, context: ShellContext): Session & { readonly reasons: string[] } {
  const reasons: string[] = [];
  let commands = 0;
  let steps = 0;
  let filesRead = 0;
  const disk = new Map<string, string | undefined>();
  const onDisk = (path: string) => {
    if (disk.has(path)) return disk.get(path);
    if (++filesRead > LIMITS.files * 4) return undefined;
    const text = context.readFile(path);
    const clean = text?.includes(HOLE) ? undefined : text;
    disk.set(path, clean);
    return clean;
  };
  const session: Session & { readonly reasons: string[] } = {
    context,
    line,
    effects: [],
    files: new Map(),
    links: new Map(),
    copies: new Map(),
    compiled: new Map(),
    gitSettings: new Map(),
    reasons,
    step() {
      if (++steps > LIMITS.steps) throw new LimitError(`more than ${LIMITS.steps} steps`);
      if (steps % 16 === 1 && context.isOver?.() === true) throw new LimitError('reading it took too long');
    },
    run(argv, shell, frame) {
      session.step();
      if (++commands > LIMITS.commands) throw new LimitError(`more than ${LIMITS.commands} commands`);
      return execute(argv, session, shell, frame);
    },
    script: (script, shell, frame) => walkScript(script, session, shell, frame),
    code(text, shell, frame, kind = 'line') {
      const inner = kind === 'file' ? { ...frame, fromFile: true } : frame;
      // What is unknown in code becomes a variable of which nothing is known.
      const source = text.replace(/\0+/g, '${__unknown}');
      if (text.replaceAll(HOLE, '').trim() === '' && text !== '' && text.includes(HOLE)) {
        session.effects.push({
          kind: 'opaque',
          what: 'execution',
          text: frame.via.join(' > ').slice(0, 200),
          reason: 'code that is made or fetched at run time',
        });
        return UNKNOWN;
      }
      const { isProcess } = shell;
      shell.isProcess = false;
      const parsed = parseShell(source);
      if (parsed.ok) {
        if (!isProcess) return walkScript(parsed.script, session, shell, inner);
        const own = { ...inner, loops: 0, canReturn: false };
        const result = walkScript(parsed.script, session, shell, own);
        runExitTrap(session, shell, own);
        return result;
      }
      if (kind === 'line') session.giveUp(parsed.reason);
      else
        session.effects.push({
          kind: 'opaque',
          what: 'program',
          text: frame.via.join(' > ').slice(0, 200),
          reason: parsed.reason,
        });
      return UNKNOWN;
    },
    read(path) {
      const own = session.files.get(path);
      if (own !== undefined) return own;
      const origin = originOf(path, session.copies);
      return (origin === undefined ? undefined : onDisk(origin)) ?? onDisk(path);
    },
    list: (path) => listing.names(path),
    giveUp(reason) {
      if (reasons.length < 8) reasons.push(reason);
    },
  };
  const listing = new Listing(session);
  return session;
}
