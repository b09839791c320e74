import { readSedCall, runSed, type SedCall } from '../code/sed.js';
import { contentOf, setContent } from '../disk/paths.js';
import type { PrintCall } from '../prints/call.js';
import { concatenate } from '../prints/files.js';
import type { ProgramFile } from '../program.js';
import { HOLE, isKnown } from '../state.js';
import { values } from '../text/command-options.js';
import { runGuess, type WriterCall, write } from '../writers/call.js';

const SCRIPT = ['-e', '--expression'];

const SCRIPT_FILE = ['-f', '--file'];

/** `ADDRESS` matches the address in front of a command of sed. */
const ADDRESS = String.raw`(?:[\d$,~+!\s]|\/(?:[^/\\]|\\.)*\/I?){0,40}`;

/** Stream editors print files changed by a script, or change them in place. */
export const sed: ProgramFile = {
  sd: { writes: { targets: 'rest', valued: '-n -f', unless: /^(?:-p|--preview)$/ } },
  ruplacer: { writes: { targets: 'behind', valued: '-t -T --type --type-not', when: /^--go$/, otherwise: '.' } },
  fastmod: {
    writes: {
      targets: 'behind',
      valued: '-e --extensions',
      into: '-d --dir',
      when: /^(?:--accept-all|--yes)$/,
      otherwise: '.',
    },
  },
  rpl: { writes: { targets: 'behind', valued: '-x -t', unless: /^(?:-s|--dry-run)$/ } },
  replace: { writes: { targets: 'rest', valued: '--' } },
  'replace-in-file': { writes: { targets: 'behind', unless: /^--dry(?:-run)?$/ } },
  'replace-in-files': { writes: { targets: 'each', valued: '--string --replacement --regex' } },
  sed: {
    writer: editStreams,
    valued: '-e --expression -f --file -l --line-length',
    reads: {
      skip: 1,
      instead: /^(?:-[nErsuz]*[ef]|--expression|--file)/,
      valued: '-e -f -l --expression --file',
      files: '-f --file',
    },
    prints: edited,
  },
  gsed: { prints: edited },
};

function edited(call: PrintCall): string | undefined {
  const read = readSedCall(call.words);
  const text = read === undefined ? undefined : concatenate(call, read.files);
  return read === undefined || !isKnown(text) ? undefined : runSed(read, text);
}

/** `editStreams` reads `sed`: files in place, and what its script writes and runs. */
function editStreams(call: WriterCall): void {
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

/** Returns a call of sed without its `-i`; undefined when the call does more than a person reads at a glance. */
function printingCall(words: readonly string[]): SedCall | undefined {
  return readSedCall(
    words.flatMap((word) => {
      const inPlace = /^(-[nErsuz]*)i|^--in-place/.exec(word);
      return inPlace === null ? [word] : (inPlace[1]?.slice(1) ?? '') === '' ? [] : [inPlace[1] as string];
    }),
  );
}

/** Returns the lines that `s///e` runs: what it has made of them, whole. */
function linesRun({ words, session, shell, frame }: WriterCall): string | undefined {
  const asked = printingCall(words);
  if (asked === undefined) return undefined;
  const texts = asked.files.map((path) => contentOf(session, shell, path) ?? HOLE);
  const text = texts.length > 0 ? texts.join('') : frame.input?.rest;
  const script = asked.script.replace(/e(?=[\s;}]*$)/, 'p');
  return isKnown(text) ? runSed({ ...asked, script, isQuiet: true }, text) : undefined;
}

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

/** Returns the `s` commands of a script, whatever delimiter they use. */
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
