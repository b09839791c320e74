import type { Script } from 'unbash';
import { execute } from './bash/execute.js';
import { LIMITS, LimitError, parseShell } from './bash/parse.js';
import { runExitTrap } from './bash/traps.js';
import { walkScript } from './bash/walk.js';
import { FileTexts } from './disk/file-texts.js';
import { Listing } from './disk/listing.js';
import type { Effect, PartRun, Run, ShellContext, WrappedCall } from './effects.js';
import { findFront } from './publish/publish.js';
import { reportCall } from './report.js';
import {
  type Compiled,
  callOf,
  type Frame,
  HOLE,
  type Result,
  type Scope,
  type Session,
  type Shell,
  UNKNOWN,
} from './state.js';
import { reportWrites } from './writers/writers.js';

const MAX_REASONS = 8;
/** Asking for the time at every step would cost more than most steps. */
const STEPS_A_LOOK = 16;

/**
 * A line session is the analysis of one line: it counts what is done, and joins what the line makes with what is on disk.
 */
export class LineSession implements Session {
  readonly context: ShellContext;
  readonly line: string;
  readonly effects: Effect[] = [];
  readonly parts: PartRun[] = [];
  readonly calls: Run[] = [];
  readonly wrapped: WrappedCall[] = [];
  readonly files = new Map<string, string>();
  readonly links = new Map<string, string>();
  readonly sourced = new Map<string, string[]>();
  readonly copies = new Map<string, string>();
  readonly compiled = new Map<string, Compiled>();
  readonly gitSettings = new Map<string, string>();
  readonly deeper = new Set<string>();
  readonly ownFolders = new Set<string>();
  readonly madeUpNames = new Set<string>();
  /** Why the line could not be read. */
  readonly reasons: string[] = [];
  readonly #texts = new FileTexts(this);
  readonly #listing = new Listing(this);
  #steps = 0;
  #commands = 0;

  constructor(line: string, context: ShellContext) {
    this.line = line;
    this.context = context;
  }

  step(): void {
    if (++this.#steps > LIMITS.steps) throw new LimitError(`more than ${LIMITS.steps} steps`);
    if (this.#steps % STEPS_A_LOOK === 1 && this.context.isOver?.() === true)
      throw new LimitError('reading it took too long');
  }

  run(argv: readonly string[], shell: Shell, frame: Frame): Result {
    this.step();
    if (++this.#commands > LIMITS.commands) throw new LimitError(`more than ${LIMITS.commands} commands`);
    reportCall(callOf(argv, this.at(shell, frame)));
    return execute(callOf(argv, this.at(shell, frame)));
  }

  writes(argv: readonly string[], shell: Shell, frame: Frame): void {
    reportWrites(callOf(argv, this.at(shell, frame)));
  }

  front(program: string, words: readonly string[]): string | undefined {
    return findFront(program, words);
  }

  script(script: Script, shell: Shell, frame: Frame): Result {
    return walkScript(script, this.at(shell, frame));
  }

  code(text: string, shell: Shell, frame: Frame, kind: 'line' | 'guess' | 'file' = 'line'): Result {
    const inner = kind === 'file' ? { ...frame, fromFile: true } : frame;
    if (text.includes(HOLE) && text.replaceAll(HOLE, '').trim() === '')
      return this.#cannotTell(inner, 'execution', 'code that is built or fetched at run time');
    const { isProcess } = shell;
    shell.isProcess = false;
    // What is unknown in code becomes a variable of which nothing is known.
    const parsed = parseShell(text.replace(/\0+/g, '${__unknown}'));
    if (!parsed.ok) {
      if (kind !== 'line') return this.#cannotTell(inner, 'program', parsed.reason);
      this.giveUp(parsed.reason);
      return UNKNOWN;
    }
    if (!isProcess) return walkScript(parsed.script, this.at(shell, inner));
    const own = { ...inner, loops: 0, canReturn: false };
    const result = walkScript(parsed.script, this.at(shell, own));
    runExitTrap(this.at(shell, own));
    return result;
  }

  read(path: string): string | undefined {
    return this.#texts.text(path);
  }

  list(path: string): string[] | undefined {
    return this.#listing.names(path);
  }

  giveUp(reason: string): void {
    if (this.reasons.length < MAX_REASONS) this.reasons.push(reason);
  }

  at(shell: Shell, frame: Frame): Scope {
    return { session: this, shell, frame };
  }

  #cannotTell({ via }: Frame, what: 'execution' | 'program', reason: string): Result {
    this.effects.push({ kind: 'opaque', what, text: via.join(' > ').slice(0, 200), reason });
    return UNKNOWN;
  }
}
