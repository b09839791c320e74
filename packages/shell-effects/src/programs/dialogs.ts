import { runForeignText } from '../code/foreign.js';
import { contentOf, emitWrite } from '../disk/paths.js';
import { dialogOf, type HandingCall, inputOf, runHanded, runMatches } from './handing-call.js';

/** Fugitive's commands, and functions of the editor's languages that start something. */
export function runEditor(call: HandingCall): undefined {
  const { words, session, shell, later } = call;
  for (const word of words) {
    const pushed = /^[+:]*(?:Git!?|G!?|Gina|Dispatch!?)\s+(.+)$/.exec(word)?.[1];
    if (pushed !== undefined) runHanded(call, `git ${pushed.replace(/^git\s+/, '')}`);
    if (/^[+:]*Gpush\b/.test(word)) runHanded(call, 'git push');
    if (/system\(|os\.execute\(|job_?start\(|term(?:_start|open)\(|vim\.system/.test(word))
      runForeignText(word, { session, shell, frame: later });
  }
}

/** Programs that take a line behind `!` for a command: `mail`, `ftp`, `dc`. */
export function runEscapes(call: HandingCall): undefined {
  runMatches(call, dialogOf(call), /(?:^|\n)[ \t]{0,64}~?![ \t]{0,64}([^\n]+)/g);
}

/** `do shell script "…"`. */
export function runAppleScript(call: HandingCall): undefined {
  for (const match of call.words.join('\n').matchAll(/\bdo (?:shell )?script "((?:[^"\\]|\\.)*)"/g))
    runHanded(call, (match[1] ?? '').replace(/\\(.)/g, '$1'));
}

/** `exec …`, and what `expect` spawns. */
export function runTcl(call: HandingCall): undefined {
  runMatches(
    call,
    dialogOf(call),
    /(?:^|[\n;{[])[ \t]{0,64}(?:-?c[ \t]{1,64})?(?:spawn(?:\s+-\w+)*|exec)\s+([^\n;\]}]+)/g,
  );
}

/** The lines of a database's dialog that go to a shell: `.shell`, `\!`, `system`. */
export function runDatabase(call: HandingCall): undefined {
  const { words, session, shell } = call;
  const files = words.filter((_word, at) => /^(?:-f|--file|-init)$/.test(words[at - 1] ?? ''));
  const texts = files.map((file) => contentOf(session, shell, file) ?? '');
  const text = [...words, ...texts, inputOf(call)].join('\n');
  runMatches(call, text, /(?:^|\n)[ \t]{0,64}(?:\.(?:shell|system)|\\!|system)\s+([^\n]+)/g);
}

/** The orders of a debugger that start something or write. */
export function runDebugger(call: HandingCall): undefined {
  const { words, session, shell, later, program } = call;
  for (const word of words) {
    const [, verb = '', rest = ''] = DEBUGGER_ORDER.exec(word) ?? [];
    if (/shell$|^!$|\|$/.test(verb)) runHanded(call, rest);
    else if (verb === 'python' || verb === 'script') session.run(['python3', '-c', rest], shell.clone(), later);
    else if (rest !== '') emitWrite(session, shell, 'write', rest.replace(/\s.*$/s, ''), program);
  }
}

/** What a debugger is told to run, in the shell or in its Python, and the files that it is told to write. */
const DEBUGGER_ORDER =
  /^\s*(platform shell|shell|!|pipe\s[^|]*\||python(?=\s)|script(?=\s)|set logging file|save breakpoints|(?:dump|append)\s+(?:\w+\s+)?(?:memory|value)|generate-core-file|gcore)\s*(.*)$/s;
