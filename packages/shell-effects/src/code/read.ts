import { contentOf } from '../disk/paths.js';
import { foldCode } from '../folding/code.js';
import { type Frame, HOLE, resolvePath, type Scope, type Session, type Shell } from '../state.js';
import { canStart } from './can-start.js';
import { noteContents } from './contents.js';
import { fedTo, isData, type Told, tellOf } from './data-literals.js';
import { gitTrialOf, type Start } from './git-trial.js';
import { reportGuardedModules } from './guarded-modules.js';
import type { Beside } from './inert-modules.js';
import { reportLiteralWrites } from './literal-writes.js';
import { type Language, type Literal, type Literals, readLiterals } from './literals.js';
import { reportPipes } from './pipes.js';
import { isComposed, namesPush } from './pushes.js';
import {
  DECODES,
  EVALUATES,
  EVALUATES_INPUT,
  EXECUTES,
  pushesByLibrary,
  runsInput,
  STARTERS,
  startsProgram,
} from './starts.js';

/** Code in another language than the shell's, and how it was come by. */
export interface Code {
  readonly text: string;
  readonly language: Language;
  /** The words that it gets. */
  readonly words: readonly string[];
  /** Whether the code stands on the command line, and is no file of the project: what hides there was meant to be hidden. */
  readonly isInline: boolean;
  /** A built program of a product, which is made of the product's own modules. */
  readonly isBuild?: boolean;
  /** Reads what lies beside a file of the project; beside what is on the command line lies the directory. */
  readonly beside?: Beside;
}

/** Depth to which code may evaluate texts that evaluate texts. */
const MAX_DEPTH = 60;

/**
 * Looks for the effects of code by its literals alone: a literal in a call that starts programs is run as a command, one in
 * a call that writes is a path. Inline code that decodes text and runs programs counts as unreadable.
 */
export function readCode(given: Code, scope: Scope): void {
  const { session, shell, frame } = scope;
  const { text, language, words, isInline } = given;
  if (text.includes(HOLE)) {
    const what = isInline && holesRun(text) ? 'execution' : 'program';
    reportOpaque(session, text.replaceAll(HOLE, '…'), 'code that is built at run time', what);
    if (text.replaceAll(HOLE, '').trim() === '') return;
  }
  const start = session.effects.length;
  const around = { session, shell, frame, words, isFile: !isInline };
  const trial = gitTrialOf(text, language, around);
  const code = trial?.code ?? foldCode(text, language, around);
  const literals = readLiterals(code, language);
  const moved = movedShell(code, shell, session);
  noteContents(code, session, moved);
  if (trial !== undefined) {
    // What it writes may be what it then pushes.
    reportLiteralWrites(literals, language, session, moved);
    runTrial(trial.starts, session.at(shell, innerFrame(frame)));
    return;
  }
  const inner = innerFrame(frame);
  readEvaluated(literals, given, scope);
  if (given.isBuild !== true) reportGuardedModules(literals, language, session);
  const beside = given.beside ?? ((place: string) => contentOf(session, shell, place));
  const told = tellOf(literals, code, language, beside);
  const found = runLiterals(literals, language, told, session.at(shell, inner));
  if (isInline) {
    const isPushed = session.effects.slice(start).some((one) => one.kind === 'push');
    reportHidden({ literals, code, found, isPushed, told }, given, session);
  }
  reportPipes(literals.items, language, session.at(shell, inner));
  const isShown = session.effects
    .slice(start)
    .some((one) => one.kind === 'push' || (one.kind === 'opaque' && one.what === 'execution'));
  if (isInline && !isShown && namesPush(literals.items, text) && STARTERS.test(text) && !told.showsStarts())
    reportOpaque(session, text, `${language} code holds a push and can start programs`);
  if (pushesByLibrary(text, literals)) {
    session.effects.push({
      kind: 'publish',
      front: `${language} git library`,
      directory: shell.cwd,
      spelled: text.slice(0, 200),
      certain: false,
    });
  }
  reportLiteralWrites(literals, language, session, moved);
}

const innerFrame = (frame: Frame): Frame => ({
  ...frame,
  exit: 'hidden',
  certain: false,
  out: { reach: 'filtered' },
  input: { rest: '' },
});

/** Runs the starts of code that tries out git in folders of its own. */
function runTrial(starts: readonly Start[], { session, shell, frame }: Scope): void {
  for (const { command, folder } of starts) {
    const there = shell.clone();
    if (folder !== undefined) there.cwd = folder;
    if (typeof command === 'string') session.code(command, there, frame, 'guess');
    else session.run(command, there, frame);
  }
}

/** Tells whether what is not known of a code could be what it does: a value handed to `print(…)` is only looked at. */
function holesRun(text: string): boolean {
  return EXECUTES.test(text) || /(?:^|[;\n])\s*\0/.test(text);
}

function reportOpaque(
  session: Session,
  text: string,
  reason: string,
  what: 'execution' | 'program' = 'execution',
): void {
  session.effects.push({ kind: 'opaque', what, text: text.slice(0, 200), reason });
}

/** Texts in the same language that the code evaluates. */
function readEvaluated(literals: Literals, code: Code, { session, shell, frame }: Scope): void {
  if (frame.depth >= MAX_DEPTH) return;
  for (const { before, value, list } of literals.items) {
    if (list === undefined && EVALUATES.test(before))
      readCode({ ...code, text: value, words: [] }, session.at(shell, { ...frame, depth: frame.depth + 1 }));
  }
}

/** Runs the literals that the code starts as programs; returns how many, `undefined` where it starts none at all. */
function runLiterals(
  literals: Literals,
  language: Language,
  told: Told,
  { session, shell, frame }: Scope,
): number | undefined {
  if (!EXECUTES.test(literals.bare)) return undefined;
  let found = 0;
  for (const literal of literals.items) {
    if (!startsProgram(literal) || (literal.isItem && !/\s/.test(literal.value))) continue;
    if (isData(literal, literals, language, told) || IN_FOLDER.test(literal.before)) continue;
    found++;
    const there = startedIn(literal, shell, session);
    const fed = fedTo(literal, literals);
    if (fed !== undefined) session.run(fed, there, { ...frame, input: { rest: literal.value } });
    else if (literal.list !== undefined) session.run(literal.list, there, frame);
    else session.code(literal.value, there, frame, 'guess');
  }
  return found;
}

const IN_FOLDER = /\bcwd\s*[:=]\s*$/;

/** Tells where a program is started: in the folder that its call names, `run([…], cwd="x")`, or where the code runs. */
function startedIn({ after }: Literal, shell: Shell, session: Session): Shell {
  const [, double, single] = /^[^;\n()]*?\bcwd\s*[:=]\s*(?:"([^"\n]+)"|'([^'\n]+)')/.exec(after) ?? [];
  const inner = shell.clone();
  const folder = double ?? single;
  if (folder !== undefined) inner.cwd = resolvePath(folder, shell, session);
  return inner;
}

interface Seen {
  readonly literals: Literals;
  /** The code with its literals made visible. */
  readonly code: string;
  /** Number of the literals that the code starts; `undefined` if the code starts nothing. */
  readonly found: number | undefined;
  readonly isPushed: boolean;
  readonly told: Told;
}

/** Inline code that starts or evaluates what its literals do not show. */
function reportHidden(
  { literals, code, found, isPushed, told }: Seen,
  { text, language }: Code,
  session: Session,
): void {
  if (found !== undefined) {
    const startsShown = !canStart(code, language) || told.showsStarts();
    if (isComposed(literals.items) && !isPushed)
      reportOpaque(session, text, `${language} code builds a command that names git and push`);
    else if ((DECODES.test(literals.bare) || runsInput(literals.bare)) && !startsShown) {
      const besides = found > 0 ? ' besides what is shown' : '';
      reportOpaque(session, text, `${language} code runs something that is built at run time${besides}`);
    }
  }
  if (EVALUATES_INPUT.test(literals.bare)) reportOpaque(session, text, `${language} code evaluates its input`);
}

/** Returns the shell in whose folder code writes after changing its directory. */
function movedShell(code: string, shell: Shell, session: Session): Shell {
  const moved = /\b(?:os\.chdir|process\.chdir|Dir\.chdir|chdir)\s*\(?\s*(?:"([^"\n]+)"|'([^'\n]+)')/.exec(code);
  if (moved === null) return shell;
  const inner = shell.clone();
  inner.cwd = resolvePath(moved[1] ?? moved[2] ?? '', shell, session);
  return inner;
}
