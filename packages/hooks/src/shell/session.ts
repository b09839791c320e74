import { Listing } from './disk/listing.js';
import type { ShellContext } from './effects.js';
import { execute } from './execute.js';
import { LIMITS, LimitError, parseShell } from './parse.js';
import { type Frame, HOLE, originOf, type Result, type Session, type Shell, UNKNOWN } from './state.js';
import { runExitTrap } from './traps.js';
import { walkScript } from './walk.js';

/** A session with the reasons for which its line could not be read. */
type OpenSession = Session & { readonly reasons: string[] };

/** Begins the analysis of one line: counts what is done, and joins what the line makes with what is on disk. */
export function createSession(line: string, context: ShellContext): OpenSession {
  const reasons: string[] = [];
  let commands = 0;
  let steps = 0;
  const onDisk = diskReader(context);
  const session: OpenSession = {
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
      return runCode(text, session, shell, inner, kind === 'line');
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

/** Texts of files, each read once, and only so many. */
function diskReader(context: ShellContext): (path: string) => string | undefined {
  const texts = new Map<string, string | undefined>();
  let filesRead = 0;
  return (path) => {
    if (texts.has(path)) return texts.get(path);
    if (++filesRead > LIMITS.files * 4) return undefined;
    const text = context.readFile(path);
    const clean = text?.includes(HOLE) ? undefined : text;
    texts.set(path, clean);
    return clean;
  };
}

/** @param isLine the code is the line's own: unreadable code makes the line unreadable */
function runCode(text: string, session: Session, shell: Shell, frame: Frame, isLine: boolean): Result {
  if (text.replaceAll(HOLE, '').trim() === '' && text !== '' && text.includes(HOLE))
    return cannotTell(session, frame, 'execution', 'code that is made or fetched at run time');
  const { isProcess } = shell;
  shell.isProcess = false;
  // What is unknown in code becomes a variable of which nothing is known.
  const parsed = parseShell(text.replace(/\0+/g, '${__unknown}'));
  if (!parsed.ok) {
    if (!isLine) return cannotTell(session, frame, 'program', parsed.reason);
    session.giveUp(parsed.reason);
    return UNKNOWN;
  }
  if (!isProcess) return walkScript(parsed.script, session, shell, frame);
  const own = { ...frame, loops: 0, canReturn: false };
  const result = walkScript(parsed.script, session, shell, own);
  runExitTrap(session, shell, own);
  return result;
}

function cannotTell({ effects }: Session, { via }: Frame, what: 'execution' | 'program', reason: string): Result {
  effects.push({ kind: 'opaque', what, text: via.join(' > ').slice(0, 200), reason });
  return UNKNOWN;
}
