import { setContent } from '../disk/paths.js';
import { ofInput, type PrintCall, readable } from '../prints/call.js';
import { concatenate, withFiles } from '../prints/files.js';
import { cutLines, sliceLines } from '../prints/line-cutting.js';
import { sortLines, withoutRepeats } from '../prints/line-order.js';
import { sequence } from '../prints/sequence.js';
import { translate } from '../prints/translation.js';
import type { ProgramFile } from '../program.js';
import { HOLE, isKnown } from '../state.js';
import { values } from '../text/command-options.js';
import { hasOption, runGuess, type WriterCall, write } from '../writers/call.js';
import type { ReaderRule } from '../writers/rules.js';

const LINES: ReaderRule = { valued: '-n -c --lines --bytes -s --pid --sleep-interval' };

/** Tells whether the option takes no number of lines or bytes as its next word. */
const hasNoCount = (option: string) => !/^-[nc]$/.test(option);

/** Filters of text read files or their input, and print or keep what they make of it. */
export const text: ProgramFile = {
  'sponge, dos2unix, unix2dos': { writes: { targets: 'each' } },
  'rw, logsave': { writes: { targets: 'first' } },
  sort: {
    writes: {
      out: '-o --output',
      valued: '-k -t -S -T --key --field-separator --parallel --buffer-size --temporary-directory --batch-size',
    },
    reads: { valued: '-k -t -S -T -o --key --output --parallel' },
    prints: (call) => withFiles(call, sortLines),
  },
  shuf: { writes: { out: '-o --output', valued: '-n -i --head-count --input-range --random-source' } },
  uniq: {
    writes: { targets: 'second', valued: '-f -s -w' },
    reads: { valued: '-f -s -w' },
    prints: ofInput((input, { words }) => (words.length === 0 ? withoutRepeats(input) : undefined)),
  },
  iconv: { writes: { out: '-o --output', valued: '-f -t --from-code --to-code' } },
  xxd: {
    writes: { targets: 'second', valued: '-l -s -c -g -o -n -R' },
    reads: { valued: '-l -s -c -g' },
    prints: ofInput((input, { words }) =>
      words.some((word) => /^-\w*r/.test(word)) && words.some((word) => word.includes('p'))
        ? readable(Buffer.from(input.replace(/\s+/g, ''), 'hex'))
        : undefined,
    ),
  },
  uudecode: { writes: { out: '-o' } },
  'ctags, etags': { writes: { out: '-f -o' } },
  tee: { writer: tee, prints: ({ input }) => input },
  less: {
    writer: (call) => {
      for (const word of call.words) if (/^\+!/.test(word)) runGuess(call, word.slice(2));
      for (const path of values(call.words, ['-o', '-O', '--log-file', '--LOG-FILE'])) write(call, path);
    },
    reads: {},
  },
  man: {
    writer: (call) => {
      for (const pager of values(call.words, ['-P', '--pager'])) runGuess(call, pager);
    },
  },
  split: {
    writer: split,
    valued: '-a -b -C -l -n -t --additional-suffix --bytes --lines --number --filter --suffix-length',
    reads: { valued: '-b -l -n -C' },
  },
  csplit: { writer: csplit, valued: '-f --prefix -b --suffix-format -n --digits' },
  dd: { writer: dd },
  cat: { reads: {}, prints: (call) => concatenate(call, call.operands) },
  tac: {
    reads: {},
    prints: ofInput((input, { words }) =>
      words.length > 0 ? undefined : `${input.replace(/\n$/, '').split('\n').reverse().join('\n')}\n`,
    ),
  },
  'bat, batcat': { reads: { valued: '-l -r --language --line-range --style --theme' } },
  nl: { reads: { valued: '-b -v -w -s -n' } },
  head: {
    reads: LINES,
    prints: (call) => withFiles(call, (options, text) => sliceLines('head', options, text), hasNoCount),
  },
  tail: {
    reads: LINES,
    prints: (call) => withFiles(call, (options, text) => sliceLines('tail', options, text), hasNoCount),
  },
  'more, most, wc, comm, md5sum, sha1sum, sha256sum, sha512sum, cksum, pbcopy, lp': { reads: {} },
  od: { reads: { valued: '-t -A -N -j -w' } },
  hexdump: { reads: { valued: '-n -s -e -f' } },
  hd: { reads: { valued: '-n -s' } },
  strings: { reads: { valued: '-n -t -e' } },
  base64: { reads: { valued: '-w --wrap -i -o' }, prints: decoded },
  'base32, basenc': { reads: { valued: '-w --wrap' } },
  rev: {
    reads: {},
    prints: ofInput((input) =>
      input
        .split('\n')
        .map((line) => [...line].reverse().join(''))
        .join('\n'),
    ),
  },
  'fold, fmt': { reads: { valued: '-w' } },
  pr: { reads: { valued: '-l -w -h' } },
  column: { reads: { valued: '-s -o -c -N' } },
  expand: { reads: { valued: '-t' } },
  cut: {
    reads: { valued: '-d -f -c -b --delimiter --fields' },
    prints: (call) => withFiles(call, cutLines, (word) => !/^-[dfcb]$/.test(word)),
  },
  paste: { reads: { valued: '-d' } },
  join: { reads: { valued: '-t -1 -2 -o' } },
  shasum: { reads: { valued: '-a' } },
  xclip: { reads: { files: '-i' } },
  gbase64: { prints: decoded },
  tr: { prints: ofInput((input, { words }) => translate(words, input)) },
  seq: { prints: ({ words }) => sequence(words) },
};

function decoded(call: PrintCall): string | undefined {
  if (!call.words.some((word) => /^(?:-\w*[dD]|--decode)$/.test(word))) return undefined;
  const text = concatenate(call, call.operands);
  return isKnown(text) ? readable(Buffer.from(text, 'base64')) : undefined;
}

/** Reports `tee`, which passes its input on into each file. */
function tee(call: WriterCall): void {
  const append = hasOption(call, /^-[a-zA-Z]*a|^--append/);
  for (const path of call.operands) {
    write(call, path);
    setContent(call.session, call.shell, path, call.frame.input?.rest ?? HOLE, append);
  }
}

/** Reports `dd`, which writes only `of=`; the content is unknown. */
function dd(call: WriterCall): void {
  for (const word of call.words) {
    if (!word.startsWith('of=')) continue;
    write(call, word.slice(3));
    setContent(call.session, call.shell, word.slice(3), HOLE);
  }
}

/** `split`: names are counted on from a prefix. */
function split(call: WriterCall): void {
  const filter = values(call.words, ['--filter'])[0];
  if (filter !== undefined) {
    runGuess(call, filter);
    return;
  }
  const suffix = values(call.words, ['--additional-suffix'])[0] ?? '';
  const prefix = call.operands[1] ?? 'x';
  const isNumbered = hasOption(call, /^-[a-zA-Z]*[dx]$|^--(?:numeric|hex)-suffixes/);
  for (const first of isNumbered ? ['00', '01', '02'] : ['aa', 'ab', 'ac']) write(call, prefix + first + suffix);
  write(call, prefix + HOLE + suffix);
}

/** The first three names that it counts, and one for all further ones. */
function csplit(call: WriterCall): void {
  const prefix = values(call.words, ['-f', '--prefix'])[0] ?? 'xx';
  const format = values(call.words, ['-b', '--suffix-format'])[0] ?? '%02d';
  for (const first of [0, 1, 2])
    write(
      call,
      prefix + format.replace(/%0?(\d*)[diux]/, (_all, width) => String(first).padStart(Number(width || 1), '0')),
    );
  write(call, prefix + format.replace(/%\d*[diux]/, HOLE));
}
