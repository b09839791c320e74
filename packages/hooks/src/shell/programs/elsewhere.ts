import { runForeignText } from '../code/foreign.js';
import { contentOf, emitWrite, namesInput } from '../disk/paths.js';
import { speculate } from '../speculate.js';
import {
  baseName,
  type Frame,
  HOLE,
  isKnown,
  type Result,
  resolvePath,
  type Session,
  type Shell,
  UNKNOWN,
} from '../state.js';
import { runCmake, runCtest } from '../tasks/cmake.js';
import { runDispatched, runWorkflows } from '../tasks/workflow-runs.js';
import { reportWrites } from '../writers/writers.js';
import { under } from './wrappers.js';

/** A program that hands text to a shell somewhere else. */
interface Call {
  readonly program: string;
  readonly words: readonly string[];
  readonly session: Session;
  readonly shell: Shell;
  readonly frame: Frame;
  /** Where the commands stand that it starts. */
  readonly later: Frame;
}

/** Carries out what it hands on; undefined where other readers may know the same program, too. */
type Reader = (call: Call) => Result | undefined;

const READERS: Readonly<Record<string, Reader>> = {
  at: runJob,
  batch: runJob,
  crontab: runTable,
  systemctl: runUnit,
  'run-parts': runParts,
  cmd: runCmd,
  pwsh: runPowerShell,
  powershell: runPowerShell,
  ssh: runLogin,
  scp: runSshSettings,
  sftp: runSshSettings,
  tmux: runTmux,
  screen: runScreen,
  vim: runEditor,
  nvim: runEditor,
  vi: runEditor,
  mail: runEscapes,
  ftp: runEscapes,
  dc: runEscapes,
  m4: (call) => runMatches(call, inputOf(call), /\be?syscmd\(`?([^)']*)/g),
  osascript: runAppleScript,
  expect: runTcl,
  tclsh: runTcl,
  sqlite3: runDatabase,
  psql: runDatabase,
  mysql: runDatabase,
  gdb: runDebugger,
  lldb: runDebugger,
  gh: runForge,
  act: runPipeline,
  circleci: runPipeline,
  'gitlab-runner': runPipeline,
  'gitlab-ci-local': runPipeline,
  ctest: runTests,
  cmake: ({ words, session, shell, frame, later }) => runCmake(words, session, shell, { ...later, input: frame.input }),
};

/**
 * Programs that hand text to a shell somewhere else: deferred jobs, terminal multiplexers, a login on this machine, dialog
 * languages. Reported as if the shell were here. Undefined for any other program.
 */
export function runElsewhere(
  argv: readonly string[],
  session: Session,
  shell: Shell,
  frame: Frame,
): Result | undefined {
  const program = baseName(argv[0] ?? '');
  const reader = Object.hasOwn(READERS, program) ? READERS[program] : undefined;
  if (reader === undefined) return undefined;
  const later: Frame = {
    ...under(frame, program),
    exit: 'hidden',
    certain: false,
    background: true,
    input: { rest: '' },
  };
  return reader({ program, words: argv.slice(1), session, shell, frame, later });
}

function run({ session, shell, later }: Call, code: string): void {
  session.code(code, shell.clone(), later, 'file');
}

const inputOf = ({ frame }: Call) => frame.input?.rest ?? '';

/** Its words, each on a line of its own, and what it reads: commands of a dialog may stand in either. */
const dialogOf = (call: Call) => [...call.words, inputOf(call)].join('\n');

/** Runs what the first group of a pattern finds. */
function runMatches(call: Call, text: string, pattern: RegExp): undefined {
  for (const match of text.matchAll(pattern)) run(call, match[1] ?? '');
}

function runJob(call: Call): Result | undefined {
  const { words, session, shell, later } = call;
  if (words.some((word) => /^-[lrcdq]/.test(word))) return undefined;
  const at = words.indexOf('-f');
  const file = words[at + 1] ?? '';
  return at >= 0 && !namesInput(file)
    ? session.run(['sh', file], shell.clone(), later)
    : session.code(inputOf(call), shell.clone(), later);
}

function runUnit(call: Call): undefined {
  const { words, session, shell } = call;
  if (!words.some((word) => /^(?:start|restart|reload-or-restart|--now)$/.test(word))) return;
  const unit = words.filter((word) => /^[\w@.-]+$/.test(word) && !word.startsWith('-')).at(-1) ?? '';
  const name = /\.\w+$/.test(unit) ? unit.replace(/\.timer$/, '.service') : `${unit}.service`;
  const text = contentOf(session, shell, `~/.config/systemd/user/${name}`) ?? '';
  runMatches(call, text, /^Exec\w+\s*=\s*[-@:+!]*(.+)$/gm);
}

function runTable(call: Call): undefined {
  const { words, session, shell } = call;
  const [file] = words.filter((word, at) => !word.startsWith('-') && words[at - 1] !== '-u');
  if (words.some((word) => /^-\w*[lre]/.test(word))) return;
  const text = file === undefined ? inputOf(call) : (contentOf(session, shell, file) ?? '');
  for (const line of text.replaceAll(HOLE, '\n').split('\n')) {
    // Five fields or a nickname, then the command; a `%` ends it.
    const code = /^\s*(?:@\w+|(?:[\d*/,a-z-]+\s+){4}[\d*/,a-z-]+)\s+([^%]+)/i.exec(line)?.[1];
    if (code !== undefined) run(call, code);
  }
}

/** Fugitive's commands, and functions of the editor's languages that start something. */
function runEditor(call: Call): undefined {
  const { words, session, shell, later } = call;
  for (const word of words) {
    const pushed = /^[+:]*(?:Git!?|G!?|Gina|Dispatch!?)\s+(.+)$/.exec(word)?.[1];
    if (pushed !== undefined) run(call, `git ${pushed.replace(/^git\s+/, '')}`);
    if (/^[+:]*Gpush\b/.test(word)) run(call, 'git push');
    if (/system\(|os\.execute\(|job_?start\(|term(?:_start|open)\(|vim\.system/.test(word))
      runForeignText(word, session, shell, later);
  }
}

function runParts({ words, session, shell, later }: Call): Result {
  const folder = words.filter((word) => !word.startsWith('-')).at(-1);
  const path = folder === undefined ? undefined : resolvePath(folder, shell, session.context.home);
  for (const name of (isKnown(path) ? session.list(path) : undefined) ?? [])
    session.run([`${path}/${name}`], shell.clone(), later);
  return UNKNOWN;
}

function runCmd(call: Call): undefined {
  const at = call.words.findIndex((word) => /^\/c$/i.test(word));
  if (at >= 0) run(call, call.words.slice(at + 1).join(' '));
}

/** Not a language that we read; plain commands look the same in both. */
function runPowerShell(call: Call): undefined {
  const at = call.words.findIndex((word) => /^-(?:c|command)$/i.test(word));
  const code = call.words.slice(at + 1).join(' ');
  if (at >= 0) run(call, code.replace(/^&\s*/, ''));
}

function runEscapes(call: Call): undefined {
  runMatches(call, dialogOf(call), /(?:^|\n)[ \t]{0,64}~?![ \t]{0,64}([^\n]+)/g);
}

function runAppleScript(call: Call): undefined {
  for (const match of call.words.join('\n').matchAll(/\bdo (?:shell )?script "((?:[^"\\]|\\.)*)"/g))
    run(call, (match[1] ?? '').replace(/\\(.)/g, '$1'));
}

function runTcl(call: Call): undefined {
  runMatches(
    call,
    dialogOf(call),
    /(?:^|[\n;{[])[ \t]{0,64}(?:-?c[ \t]{1,64})?(?:spawn(?:\s+-\w+)*|exec)\s+([^\n;\]}]+)/g,
  );
}

function runDatabase(call: Call): undefined {
  const { words, session, shell } = call;
  const files = words.filter((_word, at) => /^(?:-f|--file|-init)$/.test(words[at - 1] ?? ''));
  const texts = files.map((file) => contentOf(session, shell, file) ?? '');
  const text = [...words, ...texts, inputOf(call)].join('\n');
  runMatches(call, text, /(?:^|\n)[ \t]{0,64}(?:\.(?:shell|system)|\\!|system)\s+([^\n]+)/g);
}

function runDebugger(call: Call): undefined {
  const { words, session, shell, later, program } = call;
  for (const word of words) {
    const [, verb = '', rest = ''] = DEBUGGER_ORDER.exec(word) ?? [];
    if (/shell$|^!$|\|$/.test(verb)) run(call, rest);
    else if (verb === 'python' || verb === 'script') session.run(['python3', '-c', rest], shell.clone(), later);
    else if (rest !== '') emitWrite(session, shell, 'write', rest.replace(/\s.*$/s, ''), program);
  }
}

/** What a debugger is told to run, in the shell or in its Python, and the files that it is told to write. */
const DEBUGGER_ORDER =
  /^\s*(platform shell|shell|!|pipe\s[^|]*\||python(?=\s)|script(?=\s)|set logging file|save breakpoints|(?:dump|append)\s+(?:\w+\s+)?(?:memory|value)|generate-core-file|gcore)\s*(.*)$/s;

/** Subcommands of a terminal multiplexer whose words are shell code. */
const MULTIPLEXED =
  /^(?:new|new-session|new-window|neww|split-window|splitw|respawn-pane|respawnp|respawn-window|run-shell|run|if-shell|if|send-keys|send|popup|display-popup|pipe-pane|pipep)$/;

/** Words of `tmux` that take the next one. */
const VALUED = /^-[tsnFcxyLSfe]$/;

function runTmux(call: Call): Result | undefined {
  const chained = splitAt(call.words, ';');
  if (chained.length > 1)
    for (const part of chained) {
      const at = part.findIndex((word) => /^saveb|^save-buffer$/.test(word));
      if (at >= 0) reportWrites(['tmux', ...part.slice(at)], call.session, call.shell, call.later);
    }
  const parts = chained.filter((part) => part.some((word) => MULTIPLEXED.test(word)));
  for (const part of parts) {
    const at = part.findIndex((word) => MULTIPLEXED.test(word));
    const code = part
      .slice(at + 1)
      .filter((word, index, all) => !word.startsWith('-') && !VALUED.test(all[index - 1] ?? ''));
    if (/^send/.test(part[at] as string)) typeKeys(call, code);
    else run(call, code.join(' '));
  }
  return parts.length === 0 ? undefined : UNKNOWN;
}

/** Keys are typed as they are, one right behind the other. */
function typeKeys(call: Call, keys: readonly string[]): void {
  const typed = keys.map((key) => (/^(?:Enter|C-m|KPEnter)$/.test(key) ? '\n' : key === 'Space' ? ' ' : key));
  run(call, typed.join(''));
  if (typed.filter((key) => key !== '\n').length > 1) run(call, typed.join(' '));
}

/** The words between those that are `mark`. */
function splitAt(words: readonly string[], mark: string): string[][] {
  const parts: string[][] = [[]];
  for (const word of words) {
    if (word === mark) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts;
}

function runScreen(call: Call): Result {
  const { words, session, shell, later } = call;
  const at = words.findIndex(
    (word, index) => !word.startsWith('-') && !/^-\w*[SsTtcehp]$/.test(words[index - 1] ?? ''),
  );
  const stuffed = words.indexOf('stuff');
  if (stuffed >= 0) run(call, (words[stuffed + 1] ?? '').replace(/\\n|\^M/g, '\n'));
  else if (at >= 0) session.run(words.slice(at), shell.clone(), later);
  return UNKNOWN;
}

/** What the client's configuration has it start on this machine, whichever host it is for. */
function runSshSettings({ words, session, shell, later }: Call): undefined {
  const file = words.flatMap(
    (word, at) =>
      /^-F(.+)?$/
        .exec(word)
        ?.slice(1)
        .map((one) => one ?? words[at + 1] ?? '') ?? [],
  )[0];
  const text = contentOf(session, shell, file ?? `${session.context.home}/.ssh/config`) ?? '';
  const starts = /^[ \t]*(?:(?:Proxy|Local|KnownHosts)Command[ \t=]+|Match\b.*\bexec[ \t]+)"?([^"\n]+)/gim;
  for (const [, code = ''] of [...text.matchAll(starts)].slice(0, 16))
    speculate(session, () => session.code(code, shell.clone(), later, 'guess'));
}

/** A login on this machine; what runs on another one is not ours to see. */
function runLogin(call: Call): Result | undefined {
  const { words } = call;
  runSshSettings(call);
  const at = words.findIndex(
    (word, index) => !word.startsWith('-') && !/^-[bcDEeFIiJLlmOopQRSWw]$/.test(words[index - 1] ?? ''),
  );
  if (!/^(?:[\w.-]+@)?(?:localhost|127\.0\.0\.1|::1)$/.test(words[at] ?? '')) return undefined;
  const code = words.slice(at + 1).join(' ');
  run(call, code === '' ? inputOf(call) : code);
  return UNKNOWN;
}

function runForge({ words, session, shell, later }: Call): undefined {
  if (words[0] === 'act') runWorkflows('act', words.slice(1), session, shell, later);
  if (words[0] === 'workflow' && words[1] === 'run') runDispatched(words.slice(2), session, shell, later);
}

function runPipeline({ program, words, session, shell, later }: Call): undefined {
  runWorkflows(program, words, session, shell, later);
}

function runTests({ words, session, shell, later }: Call): undefined {
  runCtest(words, session, shell, later);
}
