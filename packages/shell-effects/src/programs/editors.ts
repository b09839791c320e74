import { runForeignText } from '../code/foreign-text.js';
import { filesBehind, namedFiles } from '../code/source-files.js';
import { contentOf, setContent } from '../disk/paths.js';
import type { ProgramFile } from '../program.js';
import { type HandingCall, runHanded } from '../starts/handing-call.js';
import { HOLE } from '../state.js';
import { values } from '../text/command-options.js';
import { quoted } from '../text/quoted.js';
import { runGuess, type WriterCall, write } from '../writers/call.js';

const COMMAND = ['-c', '--cmd'];

/** Editors change files, and carry out the commands that they are started with. */
export const editors: ProgramFile = {
  ed: { writer: editor, valued: '-p' },
  ex: { writer: editor, valued: '-c --cmd -S -u -i' },
  vi: { writer: editor, valued: '-c --cmd -S -u -i', hands: runEditor },
  vim: {
    writer: editor,
    valued: '-c --cmd -S -u -i -w -W -s -t -T',
    hands: runEditor,
    sources: (words) => filesBehind(words, /^-[Ssu]$/),
  },
  nvim: {
    writer: editor,
    valued: '-c --cmd -S -u -i -w -W -s -t -l',
    hands: runEditor,
    sources: (words) => filesBehind(words, /^-(?:[Ssul]|-cmd)$/),
  },
  view: { writer: editor, reads: { valued: '-c' } },
  rvim: { writer: editor },
  emacs: {
    writer: emacs,
    valued: '--eval -eval --execute -execute -l --load -f --funcall --script -L --directory',
    sources: namedFiles,
  },
  emacsclient: { writer: emacs },
  'code, open': { reads: {} },
};

/** `editor` reads `vim -c '…'`, `ex` and `ed` with a script in their words, in a file, or on standard input. */
function editor(call: WriterCall): void {
  const { words, session, shell, frame } = call;
  const commands = values(words, COMMAND);
  const sources = values(
    words,
    ['-S', '-s'].filter((one) => one === '-S' || /vim?$/.test(call.program)),
  );
  const script = [
    ...commands,
    ...words.filter((word) => word.startsWith('+')).map((word) => word.slice(1)),
    ...sources.map((path) => contentOf(session, shell, path) ?? ''),
    frame.input?.rest ?? '',
  ].join('\n');
  // Every key that is typed goes there; a number is the size of a window.
  if (/vim?$/.test(call.program))
    for (const path of values(words, ['-w', '-W'])) if (!/^\d+$/.test(path)) write(call, path);
  const taken = new Set([...commands, ...sources]);
  let files = call.operands.filter((word) => !word.startsWith('+') && !taken.has(word));
  for (const line of script.split(/\n|(?<!\|)\|(?!\|)/).map((one) => one.trim().replace(/^:+/, ''))) {
    const opened = /^(?:e|ed|edit|vi|visual|sp|split|tabe|tabnew|args?|n|next|f|file)!?\s+([^!\s]\S*)$/.exec(line);
    if (opened !== null) files = [...files, opened[1] as string];
    editorLine(call, line, files);
  }
}

/** Reports what a line of an editor's script writes or runs; `files` are open at that point. */
function editorLine(call: WriterCall, line: string, files: readonly string[]): void {
  const run =
    /^(?:%|[\d,$.]+)?(?:silent!?\s+|sil!?\s+)?(?:r(?:ead)?\s*|w(?:rite)?\s+)?!\s*(.+)$/.exec(line) ??
    /^(?:terminal|te|make|grep)\s+(.+)$/.exec(line);
  if (run !== null) runGuess(call, run[1] ?? '');
  const called = /system(?:list)?\(\s*(['"])(.*?)\1\s*[,)]/.exec(line);
  if (called !== null) runGuess(call, called[2] ?? '');
  const written = /\b(?:writefile)\(.*?,\s*(['"])(.*?)\1/.exec(line);
  if (written !== null) write(call, written[2] ?? '');
  for (const match of line.matchAll(/\b(?:delete|mkdir|rename)\(\s*(['"])(.*?)\1(?:\s*,\s*(['"])(.*?)\3)?/g)) {
    write(call, match[2] ?? '', 'tree', line.includes('delete') ? 'delete' : 'write');
    if (match[4] !== undefined) write(call, match[4]);
  }
  for (const match of line.matchAll(/\bio\.open\(\s*(['"])(.*?)\1\s*,\s*['"][wa]/g)) write(call, match[2] ?? '');
  const saved =
    /^(?:sil(?:ent)?!?\s+)?(?:[\d,$.%'<>]*\s*)(?:w|wq|write|W|x|xit|wqa?|sav|saveas|up|update)!?(?:\s+(?:\+\+\S+\s+)?(?:>>\s*)?([^!\s].*))?$/.exec(
      line,
    );
  if (saved?.[1] !== undefined) save(call, saved[1]);
  else if (saved !== null || /^(?:ZZ|wqa?|xa|wa|wall|xall|wqall)!?$/.test(line))
    for (const path of files) save(call, path);
  const redirected = /^redir!?\s*>{1,2}\s*(\S+)/.exec(line);
  if (redirected !== null) write(call, redirected[1] as string);
}

/** What an editor leaves in a file is not worked out. */
function save(call: WriterCall, path: string): void {
  setContent(call.session, call.shell, path, HOLE);
  write(call, path);
}

/** Emacs in batch mode: what its forms write, and the files it is told to save. */
function emacs(call: WriterCall): void {
  const code = [
    ...values(call.words, ['--eval', '-eval', '--execute', '-execute']),
    ...values(call.words, ['-l', '--load', '--script']).map((path) => contentOf(call.session, call.shell, path) ?? ''),
  ].join('\n');
  for (const match of code.matchAll(/\((?:async-)?shell-command(?:-to-string)?\s+"([^"]*)"/g))
    runGuess(call, match[1] ?? '');
  for (const match of code.matchAll(
    /\((?:call-process|process-file|process-lines|start-process\s+"[^"]*"\s+\S+)\s+((?:[^()"]|"[^"]*"){0,400})/g,
  ))
    runGuess(call, [...(match[1] ?? '').matchAll(/"([^"]*)"/g)].map((one) => quoted(one[1] ?? '')).join(' '));
  for (const match of code.matchAll(
    /\((?:with-temp-file|write-file|make-directory|make-empty-file|set-visited-file-name|(?:write-region|append-to-file)\s+(?:"(?:[^"\\]|\\.)*"|\S+)\s+\S+)\s+"([^"]+)"/g,
  ))
    write(call, match[1] as string);
  for (const match of code.matchAll(
    /\((delete-file|delete-directory|move-file-to-trash|set-file-modes|set-file-times)\s+"([^"]+)"/g,
  ))
    write(call, match[2] as string, 'tree', match[1]?.startsWith('set') ? 'mode' : 'delete');
  for (const match of code.matchAll(
    /\((copy-file|rename-file|make-symbolic-link|add-name-to-file|copy-directory)\s+"([^"]+)"\s+"([^"]+)"/g,
  )) {
    if (match[1] === 'rename-file') write(call, match[2] as string, 'tree', 'move');
    write(call, match[3] as string);
  }
  const opened = [
    ...call.operands,
    ...[...code.matchAll(/\(find-file(?:-noselect)?\s+"([^"]+)"/g)].map((match) => match[1] as string),
  ];
  const isSaving =
    /\(save-(?:buffer|some-buffers)|\(basic-save-buffer/.test(code) ||
    values(call.words, ['-f', '--funcall']).some((name) => /save|indent|untabify|tangle/.test(name));
  if (isSaving) for (const path of opened) write(call, path);
}

/** Fugitive's commands, and functions of the editor's languages that start something. */
function runEditor(call: HandingCall): undefined {
  const { words, session, shell, later } = call;
  for (const word of words) {
    const pushed = /^[+:]*(?:Git!?|G!?|Gina|Dispatch!?)\s+(.+)$/.exec(word)?.[1];
    if (pushed !== undefined) runHanded(call, `git ${pushed.replace(/^git\s+/, '')}`);
    if (/^[+:]*Gpush\b/.test(word)) runHanded(call, 'git push');
    if (/system\(|os\.execute\(|job_?start\(|term(?:_start|open)\(|vim\.system/.test(word))
      runForeignText(word, session.at(shell, later));
  }
}
