import { reportForeignWrites } from '../code/foreign-writes.js';
import { emitWrite, isDirectory } from '../disk/paths.js';
import { concernedHere, configuredSettings } from '../git/config.js';
import { type Call, callOf, HOLE, type Session, type Shell, spell } from '../state.js';
import { findOperands, optionNames, values } from '../text/command-options.js';
import { ar, compress, cpio, jar, pax, sevenZip, tar, unzip, zip } from './archive.js';
import { hasOption, runGuess, type WriterCall, write } from './call.js';
import { changeMode, copy, copyInto, copyOut, install, link, remove, rsync, secureCopy, sftp } from './copy.js';
import { editor, emacs, sed } from './edit.js';
import { aria2, curl, wget } from './fetch.js';
import { reportReads } from './readers.js';
import { applyRule, applyTellingOptions, findRule, type WriterRule } from './rules.js';
import {
  ansible,
  cfssl,
  codexPatch,
  csplit,
  database,
  dd,
  keepHistory,
  keygen,
  keytool,
  mkcert,
  mktemp,
  mountOver,
  patch,
  rename,
  split,
  tee,
} from './special.js';
import { STORE_TABLE } from './stores.js';
import { updatesSnapshots, WRITER_TABLE } from './table.js';

const KUBECTL =
  '--kubeconfig -n --namespace --context --cluster --user -s --server --token --as --as-group --request-timeout -v -c --container';

const TAR =
  '-C --directory -f --file -g --listed-incremental --index-file --volno-file -T -X --exclude --transform --strip-components --to-command --checkpoint-action -I --use-compress-program';

/** Options with a value, of the programs below whose operands are paths. */
const VALUED: Readonly<Record<string, string>> = {
  cp: '-t --target-directory -S --suffix',
  mv: '-t --target-directory -S --suffix',
  ln: '-t --target-directory -S --suffix',
  install: '-m --mode -o --owner -g --group -t --target-directory -S --suffix',
  sed: '-e --expression -f --file -l --line-length',
  rsync:
    '-e --rsh --exclude --include --exclude-from --include-from --filter -f --log-file --files-from -B --timeout --partial-dir --backup-dir --link-dest --compare-dest --copy-dest --chmod --chown -T --temp-dir --password-file --port',
  scp: '-P -i -F -o -l -c -J -S',
  sftp: '-P -i -F -o -l -c -J -S -b',
  tar: TAR,
  bsdtar: `${TAR} -s --include`,
  curl: '-o --output -d --data --data-binary --data-raw --data-urlencode --json -H --header -X --request -u --user -A -e -b -c --cookie-jar -F --form -T --upload-file --output-dir --max-time -m --retry -w --write-out -K --config -D --dump-header --connect-timeout --cacert --cert --key --trace --trace-ascii --stderr -x --proxy --url --etag-save --etag-compare --hsts --libcurl -C --range -r',
  wget: '-O --output-document -P --directory-prefix -o --output-file -a --append-output --header -U -t -T --post-data --method --body-data -e -i --input-file --post-file --body-file --save-cookies --load-cookies --user --password --cut-dirs -l --level -A -R -D --warc-file',
  aria2c: '-d --dir -o --out -x -s -j -l --log -i --header',
  unzip: '-d -x -P',
  zip: '-x -i -b -P -t -O --out',
  patch: '-p --strip -i --input -o --output -d --directory -r --reject-file -F --fuzz -B -z',
  split: '-a -b -C -l -n -t --additional-suffix --bytes --lines --number --filter --suffix-length',
  csplit: '-f --prefix -b --suffix-format -n --digits',
  mktemp: '-p --suffix',
  cpio: '-D --directory -F --file -O -I -H --format -R',
  sqlite3: '-cmd -separator -newline -nullvalue',
  psql: '-c -f -d -h -p -U -o -L -v -F -R --command --file --dbname --output --log-file',
  vim: '-c --cmd -S -u -i -w -W -s -t -T',
  nvim: '-c --cmd -S -u -i -w -W -s -t -l',
  vi: '-c --cmd -S -u -i',
  ex: '-c --cmd -S -u -i',
  ed: '-p',
  emacs: '--eval -eval --execute -execute -l --load -f --funcall --script -L --directory',
  gzip: '-S --suffix',
  xz: '-S --suffix -T --threads',
  zstd: '-o -T -D',
  lz4: '',
  brotli: '-o --output -q -w',
  rename: '-e -E',
  kubectl: KUBECTL,
  oc: KUBECTL,
  mkcert: '-cert-file -key-file -p12-file',
  tmux: '-L -S -f -b',
};

/** Programs that need more than a rule of the table. */
const WRITERS: Readonly<Record<string, (call: WriterCall) => void>> = {
  tee,
  cp: copy,
  mv: copy,
  install,
  ln: link,
  scp: secureCopy,
  sftp,
  rsync,
  rm: (call) => remove(call, hasOption(call, /^-[a-zA-Z]*[rR]|^--recursive/)),
  docker: copyOut,
  podman: copyOut,
  nerdctl: copyOut,
  kubectl: copyOut,
  oc: copyOut,
  cpy: copyInto,
  'cpy-cli': copyInto,
  cpx: copyInto,
  cpx2: copyInto,
  ncp: copyInto,
  shx: (call) => reportWrites(callOf(call.words, { session: call.session, shell: call.shell, frame: call.frame })),
  less: (call) => {
    for (const word of call.words) if (/^\+!/.test(word)) runGuess(call, word.slice(2));
    for (const path of values(call.words, ['-o', '-O', '--log-file', '--LOG-FILE'])) write(call, path);
  },
  man: (call) => {
    for (const pager of values(call.words, ['-P', '--pager'])) runGuess(call, pager);
  },
  history: keepHistory,
  mktemp,
  split,
  csplit,
  dd,
  sed,
  ed: editor,
  ex: editor,
  vi: editor,
  vim: editor,
  nvim: editor,
  view: editor,
  rvim: editor,
  emacs,
  emacsclient: emacs,
  patch,
  apply_patch: codexPatch,
  applypatch: codexPatch,
  chmod: (call) => changeMode(call, 1),
  chown: (call) => changeMode(call, 1),
  chattr: (call) => changeMode(call, 1),
  setfacl: (call) => changeMode(call, 0),
  setfattr: (call) => changeMode(call, 0),
  xattr: (call) => changeMode(call, 0),
  tar,
  bsdtar: tar,
  unzip,
  unar: (call) => write(call, values(call.words, ['-o', '-output-directory'])[0] ?? '.', 'into'),
  zip,
  '7z': sevenZip,
  '7za': sevenZip,
  '7zz': sevenZip,
  '7zr': sevenZip,
  p7zip: sevenZip,
  rar: sevenZip,
  unrar: sevenZip,
  cpio,
  ar,
  pax,
  jar,
  gzip: compress,
  gunzip: compress,
  bzip2: compress,
  bunzip2: compress,
  xz: compress,
  unxz: compress,
  zstd: compress,
  unzstd: compress,
  lz4: compress,
  unlz4: compress,
  brotli: compress,
  pigz: compress,
  compress,
  uncompress: compress,
  curl,
  wget,
  aria2c: aria2,
  sqlite3: database,
  sqlite: database,
  duckdb: database,
  psql: database,
  mysql: database,
  mariadb: database,
  'ssh-keygen': keygen,
  keytool,
  mkcert,
  cfssljson: cfssl,
  ansible,
  rename,
  prename: rename,
  'rename.ul': rename,
  'perl-rename': rename,
  mount: mountOver,
  osascript: (call) => {
    for (const match of [...call.words, call.frame.input?.rest ?? '']
      .join('\n')
      .matchAll(/do shell script "((?:[^"\\]|\\.)*)"/g))
      runGuess(call, (match[1] ?? '').replace(/\\(.)/g, '$1'));
  },
  husky: (call) => {
    if (hasOption(call, /^--?(?:version|v|help|h)$/)) return;
    if (isHuskyThere(call)) return;
    const spelled = spell(['husky', ...call.operands]).trim();
    const isSure = call.shell.strayed.length + call.shell.fallbacks.length === 0;
    const here = isSure ? concernedHere([], call.session, call.shell) : {};
    call.session.effects.push({ kind: 'disarm', what: 'hooksPath', spelled, ...here });
  },
};

/** Where git takes its hooks from husky already, husky writes its own part anew and nothing that a project's hooks say. */
function isHuskyThere({ operands, session, shell }: WriterCall): boolean {
  const settings = configuredSettings(shell.cwd, session, shell);
  const path = settings.filter(([name]) => name.toLowerCase() === 'core.hookspath').at(-1)?.[1];
  return /^\.husky(?:\/_)?\/?$/.test(path ?? '') && operands.every((word) => /^(?:install|\.husky)$/.test(word));
}

/** Names under which GNU programs are installed beside others. */
const GNU =
  /^g(?=(?:cp|mv|ln|rm|sed|tar|touch|chmod|chown|install|dd|tee|truncate|mkdir|split|csplit|sort|shred|unlink|mktemp)$)/;

/** Reports the files that a program is told to change, and those that it reads. */
export function reportWrites(started: Call): void {
  const { words, session, shell } = started;
  const program = started.program.replace(GNU, '');
  const operands = findOperands(words, optionNames(Object.hasOwn(VALUED, program) ? VALUED[program] : ''));
  const call: WriterCall = { ...started, program, operands };
  reportEnvironment(program, session, shell);
  const writer = Object.hasOwn(WRITERS, program) ? WRITERS[program] : undefined;
  if (writer !== undefined) writer(call);
  const rules: WriterRule[] = [];
  for (const table of [WRITER_TABLE, STORE_TABLE]) {
    const found = findRule(table, program, operands);
    if (found === undefined) continue;
    rules.push(found.rule);
    applyRule(call, found.rule, found.taken);
  }
  if (writer === undefined || writer === copyOut) {
    const known = rules.flatMap((rule) => [
      ...optionNames(rule.out),
      ...optionNames(rule.into),
      ...optionNames(rule.valued),
    ]);
    applyTellingOptions(call, known);
  }
  if (updatesSnapshots(program, words)) reportSnapshots(call);
  reportForeignWrites(call);
  reportReads(call);
}

const TEST_FOLDERS = ['test', 'tests', '__tests__', 'spec', 'e2e'];

/** Snapshots are written beside tests: in the folders that are there and hold tests by their names. */
function reportSnapshots(call: WriterCall): void {
  const folders = TEST_FOLDERS.filter((name) => isDirectory(call.session, call.shell, name));
  for (const folder of folders) write(call, `${folder}/__snapshots__`, 'into');
  if (folders.length === 0) write(call, `./${HOLE}__snapshots__/${HOLE}.snap`);
}

/** Variables that tell a program where to write. */
const PLACES =
  /^(?:GIT_TRACE\w*|GIT_INDEX_FILE|\w+_OUTPUT(?:_FILE|_NAME|_DIR)?|\w*(?:LOG|REPORT|RESULTS?|JUNIT\w*)_?FILE|COVERAGE_FILE|NODE_V8_COVERAGE|GOCOVERDIR|LLVM_PROFILE_FILE|HISTFILE|NODE_REPORT_FILENAME)$/;

/** Reports the files that exported variables name for the program that is started. */
export function reportEnvironment(program: string, session: Session, shell: Shell): void {
  for (const [name, { exported, value }] of shell.variables)
    if (exported && PLACES.test(name) && /[./]/.test(value)) emitWrite(session, shell, 'write', value, program);
}
