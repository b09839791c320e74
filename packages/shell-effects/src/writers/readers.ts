import { emitRead } from '../disk/paths.js';
import { findOperands, values } from '../text/command-options.js';
import { hasOption, type WriterCall } from './call.js';

/** Words by which a program names the files that it reads. */
interface ReaderRule {
  readonly valued?: string;
  /** Leading operands that are no files: a pattern, a program. */
  readonly skip?: number;
  /** Options that stand for those operands. */
  readonly instead?: RegExp;
  /** Options whose value is a file that is read. */
  readonly files?: string;
  /** With such an option folders are read, too. */
  readonly deep?: RegExp;
}

const PLAIN: ReaderRule = {};
const LINES: ReaderRule = { valued: '-n -c --lines --bytes -s --pid --sleep-interval' };
const GREP: ReaderRule = {
  skip: 1,
  instead: /^(?:-[a-zA-Z]*[ef]|--regexp|--file)/,
  valued: '-e -f -A -B -C -m -d -D --regexp --file --include --exclude --exclude-dir --color -t -g --glob --type',
  files: '-f --file',
  deep: /^-[a-zA-Z]*[rR]|^--(?:dereference-)?recursive/,
};
const JQ: ReaderRule = {
  skip: 1,
  instead: /^(?:-f|--from-file)/,
  valued: '-f --from-file --indent -L --tab',
  files: '-f --from-file --slurpfile --rawfile --argfile',
};

/** Programs whose operands they read and print, compare or count. */
const READERS: Readonly<Record<string, ReaderRule>> = {
  cat: PLAIN,
  tac: PLAIN,
  bat: { valued: '-l -r --language --line-range --style --theme' },
  batcat: { valued: '-l -r --language --line-range --style --theme' },
  nl: { valued: '-b -v -w -s -n' },
  head: LINES,
  tail: LINES,
  less: PLAIN,
  more: PLAIN,
  most: PLAIN,
  view: { valued: '-c' },
  od: { valued: '-t -A -N -j -w' },
  xxd: { valued: '-l -s -c -g' },
  hexdump: { valued: '-n -s -e -f' },
  hd: { valued: '-n -s' },
  strings: { valued: '-n -t -e' },
  base64: { valued: '-w --wrap -i -o' },
  base32: { valued: '-w --wrap' },
  basenc: { valued: '-w --wrap' },
  wc: PLAIN,
  rev: PLAIN,
  fold: { valued: '-w' },
  fmt: { valued: '-w' },
  pr: { valued: '-l -w -h' },
  column: { valued: '-s -o -c -N' },
  expand: { valued: '-t' },
  cut: { valued: '-d -f -c -b --delimiter --fields' },
  paste: { valued: '-d' },
  join: { valued: '-t -1 -2 -o' },
  sort: { valued: '-k -t -S -T -o --key --output --parallel' },
  uniq: { valued: '-f -s -w' },
  comm: PLAIN,
  diff: { valued: '-U -C -x --exclude -I --label', deep: /^-[a-zA-Z]*r/ },
  sdiff: { valued: '-w -o' },
  vimdiff: PLAIN,
  colordiff: { valued: '-U' },
  delta: PLAIN,
  cmp: { valued: '-n -i' },
  md5sum: PLAIN,
  sha1sum: PLAIN,
  sha256sum: PLAIN,
  sha512sum: PLAIN,
  shasum: { valued: '-a' },
  cksum: PLAIN,
  zcat: PLAIN,
  gzcat: PLAIN,
  bzcat: PLAIN,
  xzcat: PLAIN,
  zstdcat: PLAIN,
  zless: PLAIN,
  grep: GREP,
  egrep: GREP,
  fgrep: GREP,
  zgrep: GREP,
  rg: { ...GREP, deep: /./ },
  ag: { ...GREP, deep: /./ },
  ack: { ...GREP, deep: /./ },
  sed: {
    skip: 1,
    instead: /^(?:-[nErsuz]*[ef]|--expression|--file)/,
    valued: '-e -f -l --expression --file',
    files: '-f --file',
  },
  awk: { skip: 1, instead: /^(?:-f|--file)/, valued: '-F -v -f -i --file', files: '-f --file' },
  gawk: { skip: 1, instead: /^(?:-f|--file)/, valued: '-F -v -f -i --file', files: '-f --file' },
  mawk: { skip: 1, instead: /^-f/, valued: '-F -v -f', files: '-f' },
  jq: JQ,
  gojq: JQ,
  jaq: JQ,
  yq: { skip: 1, valued: '-o -p -I' },
  xmllint: { valued: '--xpath --schema' },
  pbcopy: PLAIN,
  xclip: { files: '-i' },
  openssl: { files: '-in -inkey -key -CAkey -kfile', skip: 99 },
  gpg: { skip: 0, valued: '-r --recipient -o --output -u --homedir' },
  age: { valued: '-r -o -i -R', files: '-i' },
  mail: { skip: 99, files: '-a -A' },
  split: { valued: '-b -l -n -C' },
  source: PLAIN,
  lp: PLAIN,
  ssh: { skip: 99, files: '-i -F' },
  'ssh-add': PLAIN,
  'ssh-keygen': { skip: 99, files: '-f' },
  code: PLAIN,
  open: PLAIN,
  pandoc: { valued: '-o -f -t --output --from --to' },
};

const MAX_READS = 64;

/** Reports the files that a reading program is given. */
export function reportReads(call: WriterCall): void {
  const reader = Object.hasOwn(READERS, call.program) ? (READERS[call.program] as ReaderRule) : undefined;
  if (call.program === 'dd')
    for (const word of call.words) if (word.startsWith('if=')) emitRead(call.session, call.shell, word.slice(3), 'dd');
  if (reader === undefined) return;
  const { session, shell, program } = call;
  const isDeep = reader.deep !== undefined && (reader.deep.source === '.' || hasOption(call, reader.deep));
  const isGiven = reader.instead !== undefined && hasOption(call, reader.instead);
  const files = (reader.files ?? '').split(' ').filter((one) => one !== '');
  const operands = findOperands(call.words, [...(reader.valued ?? '').split(' '), ...files]);
  const named = values(call.words, files).map((path) => path.replace(/^\w+=/, ''));
  const given = operands.slice(isGiven ? 0 : (reader.skip ?? 0));
  if (isDeep && given.length === 0) given.push('.');
  for (const path of [...named, ...given].slice(0, MAX_READS))
    emitRead(session, shell, path, program, isDeep ? 'tree' : 'exact');
}
