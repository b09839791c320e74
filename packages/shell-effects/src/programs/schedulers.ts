import { contentOf, namesInput } from '../disk/paths.js';
import type { ProgramFile } from '../program.js';
import { type HandingCall, inputOf, runHanded, runMatches } from '../starts/handing-call.js';
import { HOLE, isKnown, type Result, resolvePath, UNKNOWN } from '../state.js';

/** Schedulers start commands later, or in turn. */
export const schedulers: ProgramFile = {
  nq: { wraps: {} },
  sem: { wraps: { valued: '-j --jobs --id --semaphorename --timeout', joins: true, hides: true } },
  tsp: { wraps: { valued: '-L -N -D -S' } },
  'pueue add': {
    wraps: { valued: '-w -g -d -l -o --working-directory --group --after --label --priority', joins: true },
  },
  'systemd-run': { wraps: { valued: '-u -p -t -M --unit --property --slice --description' } },
  'at, batch': { hands: runJob },
  crontab: { hands: runTable },
  systemctl: { hands: runUnit },
  'run-parts': { hands: runParts },
};

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
  const path = folder === undefined ? undefined : resolvePath(folder, shell, session);
  for (const name of (isKnown(path) ? session.list(path) : undefined) ?? [])
    session.run([`${path}/${name}`], shell.clone(), later);
  return UNKNOWN;
}
