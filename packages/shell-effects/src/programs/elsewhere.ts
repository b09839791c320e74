import { speculate } from '../bash/speculate.js';
import { contentOf, namesInput } from '../disk/paths.js';
import { type Call, type Frame, HOLE, isKnown, type Result, resolvePath, UNKNOWN, under } from '../state.js';
import { runCmake, runCtest } from '../tasks/cmake.js';
import { runDispatched, runWorkflows } from '../tasks/workflow-runs.js';
import { runAppleScript, runDatabase, runDebugger, runEditor, runEscapes, runTcl } from './dialogs.js';
import { type HandingCall, inputOf, runHanded, runMatches } from './handing-call.js';
import { runScreen, runTmux } from './multiplexers.js';

/** Carries out what it hands on; undefined where other readers may know the same program, too. */
type Handing = (call: HandingCall) => Result | undefined;

const READERS: Readonly<Record<string, Handing>> = {
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
  cmake: ({ words, session, shell, frame, later }) =>
    runCmake(words, { session, shell, frame: { ...later, input: frame.input } }),
};

/**
 * Programs that hand text to a shell somewhere else: deferred jobs, terminal multiplexers, a login on this machine, dialog
 * languages. Reported as if the shell were here. Undefined for any other program.
 */
export function runElsewhere(call: Call): Result | undefined {
  const { program, frame } = call;
  const reader = Object.hasOwn(READERS, program) ? READERS[program] : undefined;
  if (reader === undefined) return undefined;
  const later: Frame = {
    ...under(frame, program),
    exit: 'hidden',
    certain: false,
    background: true,
    input: { rest: '' },
  };
  return reader({ ...call, later });
}

function runJob(call: HandingCall): Result | undefined {
  const { words, session, shell, later } = call;
  if (words.some((word) => /^-[lrcdq]/.test(word))) return undefined;
  const at = words.indexOf('-f');
  const file = words[at + 1] ?? '';
  return at >= 0 && !namesInput(file)
    ? session.run(['sh', file], shell.clone(), later)
    : session.code(inputOf(call), shell.clone(), later);
}

function runUnit(call: HandingCall): undefined {
  const { words, session, shell } = call;
  if (!words.some((word) => /^(?:start|restart|reload-or-restart|--now)$/.test(word))) return;
  const unit = words.filter((word) => /^[\w@.-]+$/.test(word) && !word.startsWith('-')).at(-1) ?? '';
  const name = /\.\w+$/.test(unit) ? unit.replace(/\.timer$/, '.service') : `${unit}.service`;
  const text = contentOf(session, shell, `~/.config/systemd/user/${name}`) ?? '';
  runMatches(call, text, /^Exec\w+\s*=\s*[-@:+!]*(.+)$/gm);
}

function runTable(call: HandingCall): undefined {
  const { words, session, shell } = call;
  const [file] = words.filter((word, at) => !word.startsWith('-') && words[at - 1] !== '-u');
  if (words.some((word) => /^-\w*[lre]/.test(word))) return;
  const text = file === undefined ? inputOf(call) : (contentOf(session, shell, file) ?? '');
  for (const line of text.replaceAll(HOLE, '\n').split('\n')) {
    // Five fields or a nickname, then the command; a `%` ends it.
    const code = /^\s*(?:@\w+|(?:[\d*/,a-z-]+\s+){4}[\d*/,a-z-]+)\s+([^%]+)/i.exec(line)?.[1];
    if (code !== undefined) runHanded(call, code);
  }
}

function runParts({ words, session, shell, later }: HandingCall): Result {
  const folder = words.filter((word) => !word.startsWith('-')).at(-1);
  const path = folder === undefined ? undefined : resolvePath(folder, shell, session.context.home);
  for (const name of (isKnown(path) ? session.list(path) : undefined) ?? [])
    session.run([`${path}/${name}`], shell.clone(), later);
  return UNKNOWN;
}

function runCmd(call: HandingCall): undefined {
  const at = call.words.findIndex((word) => /^\/c$/i.test(word));
  if (at >= 0) runHanded(call, call.words.slice(at + 1).join(' '));
}

/** Not a language that we read; plain commands look the same in both. */
function runPowerShell(call: HandingCall): undefined {
  const at = call.words.findIndex((word) => /^-(?:c|command)$/i.test(word));
  const code = call.words.slice(at + 1).join(' ');
  if (at >= 0) runHanded(call, code.replace(/^&\s*/, ''));
}

/** What the client's configuration has it start on this machine, whichever host it is for. */
function runSshSettings({ words, session, shell, later }: HandingCall): undefined {
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

/** Names and addresses of this machine for itself. */
const HERE =
  /^(?:localhost(?:\.localdomain|4|6)?|ip6-(?:localhost|loopback)|127(?:\.\d+){1,3}|0(?:\.0\.0\.0)?|::1|\[::1\]|(?:::ffff:)127\.\d+\.\d+\.\d+)$/i;

/** A login on this machine; what runs on another one is not ours to see. */
function runLogin(call: HandingCall): Result | undefined {
  const { words, frame, session, shell } = call;
  runSshSettings(call);
  const at = words.findIndex(
    (word, index) => !word.startsWith('-') && !/^-[bcDEeFIiJLlmOopQRSWw]$/.test(words[index - 1] ?? ''),
  );
  if (!leadsHere(words[at] ?? '', call)) return undefined;
  const code = words.slice(at + 1).join(' ');
  // The shell over there, or one that is started in it, reads what comes in here.
  if (code === '') runHanded(call, inputOf(call));
  else session.code(code, shell.clone(), { ...call.later, input: frame.input ?? call.later.input }, 'file');
  return UNKNOWN;
}

/** Whether a host is this machine: by its own names, or by a name that the user's settings give it. */
function leadsHere(word: string, { session, shell }: HandingCall): boolean {
  const host = word
    .replace(/^ssh:\/\//, '')
    .replace(/^[^@]*@/, '')
    .replace(/(?<=\w|\]):\d+\/?$/, '');
  const { hostName, home } = session.context;
  if (HERE.test(host) || host === hostName || (hostName !== undefined && host === hostName.split('.')[0])) return true;
  const settings = contentOf(session, shell, `${home}/.ssh/config`) ?? '';
  return settings.split(/^[ \t]*Host[ \t=]+/im).some((section) => {
    const [names = '', ...lines] = section.split('\n');
    const named = /^[ \t]*HostName[ \t=]+"?([^\s"]+)/im.exec(lines.join('\n'))?.[1] ?? '';
    return names.split(/\s+/).includes(host) && HERE.test(named);
  });
}

function runForge({ words, session, shell, later }: HandingCall): undefined {
  if (words[0] === 'act') runWorkflows('act', words.slice(1), { session, shell, frame: later });
  if (words[0] === 'workflow' && words[1] === 'run') runDispatched(words.slice(2), { session, shell, frame: later });
}

function runPipeline({ program, words, session, shell, later }: HandingCall): undefined {
  runWorkflows(program, words, { session, shell, frame: later });
}

function runTests({ words, session, shell, later }: HandingCall): undefined {
  runCtest(words, { session, shell, frame: later });
}
