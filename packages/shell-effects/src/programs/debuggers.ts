import { filesBehind } from '../code/source-files.js';
import { emitWrite } from '../disk/paths.js';
import type { ProgramFile } from '../program.js';
import { type HandingCall, runHanded } from '../starts/handing-call.js';

/** What a debugger is told to run, in the shell or in its Python, and the files that it is told to write. */
const DEBUGGER_ORDER =
  /^\s*(platform shell|shell|!|pipe\s[^|]*\||python(?=\s)|script(?=\s)|set logging file|save breakpoints|(?:dump|append)\s+(?:\w+\s+)?(?:memory|value)|generate-core-file|gcore)\s*(.*)$/s;

/** Debuggers and tracers start a program and watch it. */
export const debuggers: ProgramFile = {
  strace: { wraps: { valued: '-o -e -p -s -u -a -b -E -I -O -P -S -X', hides: false }, writes: { out: '-o --output' } },
  ltrace: { wraps: { valued: '-o -e -p -s -u -a -l -n -x' }, writes: { out: '-o --output' } },
  'perf stat': { wraps: { valued: '-e -o -r -x' }, writes: { out: '-o --output' } },
  'catchsegv, valgrind': { wraps: {} },
  'perf record': { wraps: { valued: '-o -e -F -g -c --output --event --freq' }, writes: { out: '-o --output' } },
  gdb: { hands: runDebugger, sources: (words) => filesBehind(words, /^-x$/) },
  lldb: { hands: runDebugger },
};

/** Runs the orders of a debugger that start something or write. */
function runDebugger(call: HandingCall): undefined {
  const { words, session, shell, later, program } = call;
  for (const word of words) {
    const [, verb = '', rest = ''] = DEBUGGER_ORDER.exec(word) ?? [];
    if (/shell$|^!$|\|$/.test(verb)) runHanded(call, rest);
    else if (verb === 'python' || verb === 'script') session.run(['python3', '-c', rest], shell.clone(), later);
    else if (rest !== '') emitWrite(session, shell, 'write', rest.replace(/\s.*$/s, ''), program);
  }
}
