import { readSedCall, runSed, type SedCall } from '../code/sed.js';
import { contentOf, setContent } from '../disk/paths.js';
import { HOLE, isKnown } from '../state.js';
import { values } from '../text/command-options.js';
import { quoted } from '../text/quoted.js';
import { runGuess, type WriterCall, write } from './call.js';

const SCRIPT = ['-e', '--expression'];
const SCRIPT_FILE = ['-f', '--file'];

/** `sed`: files in place, and what its script writes and runs. */
export function sed(call: WriterCall): void {
  const { words, session, shell } = call;
  // BSD: `sed -i '' script file`.
  const isBsd = words.some((word, at) => word === '-i' && words[at + 1] === '');
  const operands = isBsd ? call.operands.filter((word) => word !== '') : call.operands;
  const given = values(words, SCRIPT);
  const isSplit = given.length > 0 || values(words, SCRIPT_FILE).length > 0;
  const scripts = isSplit ? [...given] : operands.slice(0, 1);
  for (const path of values(words, SCRIPT_FILE))
    scripts.push(
      /^(?:-|\/dev\/stdin)$/.test(path) ? (call.frame.input?.rest ?? '') : (contentOf(session, shell, path) ?? ''),
    );
  const inPlace = words.find((word) => /^-[nErsuz]*i|^--in-place/.test(word));
  if (inPlace !== undefined) {
    const suffix = inPlace.startsWith('--') ? inPlace.split('=')[1] : inPlace.slice(inPlace.indexOf('i') + 1);
    const printing = printingCall(words);
    for (const path of isSplit ? operands : operands.slice(1)) {
      const text = contentOf(session, shell, path);
      const edited = printing && isKnown(text) ? runSed(printing, text) : undefined;
      if (edited !== undefined) setContent(session, shell, path, edited);
      write({ ...call, program: 'sed -i' }, path);
      if (suffix) write(call, suffix.includes('*') ? suffix.replaceAll('*', path) : `${path}${suffix}`);
    }
  }
  if (scripts.length > 0) readSedScript(call, scripts.join('\n'));
}

/** A call of sed without its `-i`; undefined when the call does more than a person reads at a glance. */
function printingCall(words: readonly string[]): SedCall | undefined {
  return readSedCall(
    words.flatMap((word) => {
      const inPlace = /^(-[nErsuz]*)i|^--in-place/.exec(word);
      return inPlace === null ? [word] : (inPlace[1]?.slice(1) ?? '') === '' ? [] : [inPlace[1] as string];
    }),
  );
}

/** The lines that `s///e` runs: what it has made of them, whole. */
function linesRun({ words, session, shell, frame }: WriterCall): string | undefined {
  const asked = printingCall(words);
  if (asked === undefined) return undefined;
  const texts = asked.files.map((path) => contentOf(session, shell, path) ?? HOLE);
  const text = texts.length > 0 ? texts.join('') : frame.input?.rest;
  const script = asked.script.replace(/e(?=[\s;}]*$)/, 'p');
  return isKnown(text) ? runSed({ ...asked, script, isQuiet: true }, text) : undefined;
}

/** The address in front of a command of sed. */
const ADDRESS = String.raw`(?:[\d$,~+!\s]|\/(?:[^/\\]|\\.)*\/I?){0,40}`;

function readSedScript(call: WriterCall, script: string): void {
  for (const match of script.matchAll(new RegExp(`(?:^|[;{\\n])${ADDRESS}[wW]\\s*([^\\n]+)`, 'g')))
    write({ ...call, program: 'sed w' }, (match[1] ?? '').trim());
  // `e` alone runs the line as it is by then.
  const runsLine = !/s;/.test(script) && new RegExp(`(?:^|[;{}\\n])${ADDRESS}e\\s*(?:$|[;}\\n])`).test(script);
  const substituted = substitutions(script);
  if (runsLine && substituted.length === 0) runGuess(call, linesRun(call) ?? HOLE);
  for (const { to, flags, file } of substituted) {
    if (file !== undefined) write({ ...call, program: 'sed w' }, file);
    if (runsLine || flags.includes('e'))
      runGuess(call, linesRun(call) ?? (to === '' || /[&\\]/.test(to.replace(/\\\//g, '')) ? HOLE : to));
  }
  for (const match of script.matchAll(new RegExp(`(?:^|[;{\\n])${ADDRESS}e\\s+([^\\n]+)`, 'g')))
    runGuess(call, match[1] ?? '');
}

/** The `s` commands of a script, whatever delimiter they use. */
function substitutions(script: string): { to: string; flags: string; file: string | undefined }[] {
  const found: { to: string; flags: string; file: string | undefined }[] = [];
  for (const match of script.matchAll(/(?:^|[;{\n}\d$/!,\s])s([^\w\s\\;])/g)) {
    const delimiter = match[1] as string;
    const from = partEnd(script, (match.index as number) + match[0].length, delimiter);
    const to = partEnd(script, from + 1, delimiter);
    if (to >= script.length) continue;
    const rest = /^([gpIiMmeE\d]*)(?:w\s*([^\n]+))?/.exec(script.slice(to + 1));
    found.push({
      to: script.slice(from + 1, to).replaceAll(`\\${delimiter}`, delimiter),
      flags: rest?.[1] ?? '',
      file: rest?.[2]?.trim(),
    });
    if (found.length > 64) break;
  }
  return found;
}

function partEnd(text: string, from: number, delimiter: string): number {
  let at = from;
  while (at < text.length && text[at] !== delimiter) at += text[at] === '\\' ? 2 : 1;
  return at;
}

const COMMAND = ['-c', '--cmd'];

/** `vim -c '…'`, `ex` and `ed` with a script in their words, in a file, or on standard input. */
export function editor(call: WriterCall): void {
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
export function emacs(call: WriterCall): void {
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
