import { applyPatches } from './git-writes.js';
import { contentOf, emitRead, emitWrite, isDirectory, setContent } from './paths.js';
import { baseName, type Frame, HOLE, isKnown, resolvePath, type Session, type Shell } from './state.js';
import { under } from './wrappers.js';

interface Call {
  readonly program: string;
  readonly words: readonly string[];
  /** Words that are no options and no values of options. */
  readonly operands: readonly string[];
  readonly output: string;
  readonly session: Session;
  readonly shell: Shell;
  readonly frame: Frame;
}

/** Options with a value, of the programs whose operands are paths. */
const VALUED: Readonly<Record<string, string>> = {
  cp: '-t --target-directory -S --suffix',
  mv: '-t --target-directory -S --suffix',
  ln: '-t --target-directory -S --suffix',
  install: '-m --mode -o --owner -g --group -t --target-directory -S --suffix',
  touch: '-d --date -t -r --reference',
  truncate: '-s --size -r --reference',
  chmod: '--reference',
  chown: '--reference --from',
  mkdir: '-m --mode -Z',
  sed: '-e --expression -f --file -l --line-length',
  sort: '-o --output -k -t -S -T --key --field-separator --parallel --buffer-size --temporary-directory',
  rsync:
    '-e --rsh --exclude --include --exclude-from --include-from --filter -f --log-file --files-from -B --timeout --partial-dir --backup-dir --link-dest --compare-dest --copy-dest --chmod --chown',
  tar: '-C --directory -f --file -T -X --exclude --transform --strip-components --to-command --checkpoint-action',
  curl: '-o --output -d --data --data-binary --data-raw -H --header -X --request -u --user -A -e -b -c --cookie-jar -F --form -T --upload-file --output-dir --max-time -m --retry -w --write-out -K --config -D --dump-header --connect-timeout --cacert --cert --key --trace --trace-ascii --stderr -x --proxy',
  wget: '-O --output-document -P --directory-prefix -o --output-file -a --append-output --header -U -t -T --post-data --method --body-data -e',
  unzip: '-d -x -P',
  patch: '-p --strip -i --input -o --output -d --directory -r --reject-file',
  tee: '',
  dd: '',
  rm: '',
};

/** Tools whose output file stands behind one of these options; any other program with a telling option name counts too. */
const OUTPUT_OPTIONS: Readonly<Record<string, string>> = {
  gcc: '-o',
  cc: '-o',
  clang: '-o',
  'g++': '-o',
  go: '-o -coverprofile -cpuprofile -memprofile -trace',
  rustc: '-o',
  jq: '',
  pandoc: '-o --output',
  openssl: '-out -keyout',
  'ssh-keygen': '-f',
  gpg: '-o --output',
  xxd: '',
  shuf: '-o --output',
  nasm: '-o',
  ffmpeg: '',
  eslint: '-o --output-file',
  esbuild: '--outfile --outdir',
  tsc: '--outFile --outDir',
  vitest: '--outputFile',
  jest: '--outputFile',
  pytest: '--junitxml --junit-xml --report-log --json-report-file',
  ruff: '-o --output-file',
  mypy: '--junit-xml',
  semgrep: '-o --output',
  'golangci-lint': '--out',
  gotestsum: '--jsonfile --junitfile',
  terraform: '-out',
  kubectl: '',
  yq: '',
  zip: '',
  '7z': '',
  iconv: '-o --output',
  uniq: '',
  cmp: '',
  bsdtar: '',
  cpio: '',
  script: '',
  protoc: '',
  dot: '-o',
  aria2c: '-o --out',
  httpie: '-o --output',
  http: '-o --output',
};

/** Reports the files that a program is told to change, and its plain reads. */
export function reportWrites(
  argv: readonly string[],
  session: Session,
  shell: Shell,
  frame: Frame,
  output: string,
): void {
  const program = baseName(argv[0] ?? '').replace(
    /^g(?=(?:cp|mv|ln|rm|sed|tar|touch|chmod|install|dd|tee|truncate|mkdir)$)/,
    '',
  );
  const words = argv.slice(1);
  const call: Call = {
    program,
    words,
    operands: findOperands(words, Object.hasOwn(VALUED, program) ? (VALUED[program] as string) : ''),
    output,
    session,
    shell,
    frame,
  };
  const writer = Object.hasOwn(WRITERS, program) ? WRITERS[program] : undefined;
  if (writer !== undefined) writer(call);
  else if (Object.hasOwn(OUTPUT_OPTIONS, program) || words.some((word) => /^--?(?:out|output)/i.test(word)))
    reportOptions(call);
  if (!READERS.has(program)) return;
  const sources =
    /^(?:cp|mv|scp)$/.test(program) && call.operands.length > 1 ? call.operands.slice(0, -1) : call.operands;
  for (const path of sources.slice(0, 64)) emitRead(session, shell, path, program);
}

const READERS = new Set([
  'cat',
  'head',
  'tail',
  'less',
  'more',
  'bat',
  'nl',
  'tac',
  'od',
  'xxd',
  'strings',
  'base64',
  'wc',
  'cp',
  'mv',
  'scp',
  'diff',
  'cmp',
  'source',
]);

function findOperands(words: readonly string[], valued: string): string[] {
  const names = new Set(valued.split(' '));
  const operands: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (word === '--') return [...operands, ...words.slice(at + 1)];
    if (!word.startsWith('-') || word === '-') operands.push(word);
    else if (names.has(word)) at++;
  }
  return operands;
}

/** The values of an option, in all its spellings. */
function values(words: readonly string[], short: string, ...long: readonly string[]): string[] {
  const found: string[] = [];
  for (const [at, word] of words.entries()) {
    if (word === '--') break;
    const next = words[at + 1];
    if (long.includes(word) || (short !== '' && word === short)) {
      if (next !== undefined) found.push(next);
      continue;
    }
    const name = long.find((one) => word.startsWith(`${one}=`));
    if (name !== undefined) found.push(word.slice(name.length + 1));
    else if (short !== '' && word.startsWith('-') && !word.startsWith('--')) {
      const letter = short[1] as string;
      const index = word.indexOf(letter, 1);
      if (index < 0 || short.length !== 2) continue;
      if (index === word.length - 1) {
        if (next !== undefined) found.push(next);
      } else if (index === 1) found.push(word.slice(2));
    }
  }
  return found;
}

const WRITERS: Readonly<Record<string, (call: Call) => void>> = {
  tee(call) {
    const append = call.words.some((word) => /^-\w*a|^--append/.test(word));
    for (const path of call.operands) {
      write(call, path);
      setContent(call.session, call.shell, path, call.frame.input?.rest ?? HOLE, append);
    }
  },
  cp: copy,
  install: (call) =>
    call.words.some((word) => /^-\w*d$|^--directory$/.test(word))
      ? call.operands.forEach((path) => {
          write(call, path);
        })
      : copy(call),
  mv: copy,
  scp: copy,
  ln: link,
  rm: (call) =>
    remove(
      call,
      call.words.some((word) => /^-\w*[rR]|^--recursive/.test(word)),
    ),
  unlink: (call) => remove(call, false),
  rmdir: (call) => remove(call, false),
  shred: (call) => {
    for (const path of call.operands) write(call, path);
  },
  trash: (call) => remove(call, true),
  'trash-put': (call) => remove(call, true),
  rimraf: (call) => remove(call, true),
  del: (call) => remove(call, true),
  'del-cli': (call) => remove(call, true),
  mkdir: (call) => {
    for (const path of call.operands) write(call, path);
  },
  xxd: (call) => {
    if (call.operands[1] !== undefined) write(call, call.operands[1]);
  },
  split: (call) => {
    if (call.operands[1] !== undefined) write(call, `${call.operands[1]}${HOLE}`);
  },
  rename: (call) => {
    for (const path of call.operands.slice(1)) write(call, path);
  },
  mknod: (call) => {
    if (call.operands[0] !== undefined) write(call, call.operands[0]);
  },
  sqlite3(call) {
    if (call.operands[0] !== undefined && !call.words.includes('-readonly')) write(call, call.operands[0]);
    for (const word of call.words) {
      const target = /^\s*\.(?:output|once|backup|save|log)\s+(\S+)/.exec(word)?.[1];
      if (target !== undefined) write(call, target);
    }
  },
  docker: (call) => copyOut(call),
  podman: (call) => copyOut(call),
  kubectl: (call) => copyOut(call),
  oc: (call) => copyOut(call),
  gh(call) {
    if (call.operands[1] !== 'download') return;
    for (const path of values(call.words, '-D', '--dir')) write(call, path, 'into');
    for (const path of values(call.words, '-O', '--output')) write(call, path);
  },
  shx: (call) => reportWrites(call.words, call.session, call.shell, call.frame, call.output),
  'cpy-cli': (call) => copy(call),
  cpy: (call) => copy(call),
  cpx: (call) => copy(call),
  ncp: (call) => copy(call),
  less: (call) => {
    for (const word of call.words) if (/^\+!/.test(word)) runGuess(call, word.slice(2));
  },
  man: (call) => {
    for (const pager of values(call.words, '-P', '--pager')) runGuess(call, pager);
  },
  mktemp: (call) => {
    const template = call.operands.find((word) => /XXX/.test(word));
    if (template !== undefined && !call.words.includes('-u')) write(call, template.replace(/X{3,}/g, HOLE));
  },
  mkfifo: (call) => {
    for (const path of call.operands) write(call, path);
  },
  mkdirp: (call) => {
    for (const path of call.operands) write(call, path);
  },
  touch: (call) => {
    for (const path of call.operands) write(call, path);
  },
  truncate: (call) => {
    for (const path of call.operands) {
      write(call, path);
      setContent(call.session, call.shell, path, HOLE);
    }
  },
  fallocate: (call) => {
    for (const path of call.operands.slice(-1)) write(call, path);
  },
  chmod: (call) => mode(call, call.words.some((word) => word.startsWith('--reference')) ? 0 : 1),
  chown: (call) => mode(call, 1),
  chgrp: (call) => mode(call, 1),
  chattr: (call) => mode(call, 1),
  setfacl: (call) => mode(call, 0),
  dd(call) {
    for (const word of call.words) if (word.startsWith('of=')) write(call, word.slice(3));
  },
  sed,
  sort: (call) => {
    for (const path of values(call.words, '-o', '--output')) write(call, path);
  },
  uniq: (call) => {
    if (call.operands[1] !== undefined) write(call, call.operands[1]);
  },
  tar,
  bsdtar: tar,
  unzip(call) {
    if (call.words.some((word) => /^-\w*[lptvZ]/.test(word))) return;
    for (const path of defaultTo(values(call.words, '-d'), '.')) write(call, path, 'into');
  },
  '7z': (call) => {
    if (/^[xe]$/.test(call.operands[0] ?? ''))
      for (const word of defaultTo(
        call.words.filter((one) => /^-o./.test(one)),
        '-o.',
      ))
        write(call, word.slice(2), 'into');
    else if (/^[au]$/.test(call.operands[0] ?? '')) write(call, call.operands[1] ?? HOLE);
  },
  zip: (call) => {
    if (call.operands[0] !== undefined) write(call, call.operands[0]);
  },
  gunzip: compress,
  gzip: compress,
  bzip2: compress,
  bunzip2: compress,
  xz: compress,
  unxz: compress,
  zstd: compress,
  unzstd: compress,
  cpio(call) {
    if (call.words.some((word) => /^-\w*[ip]|^--extract|^--pass-through/.test(word) && !/t/.test(word)))
      write(call, values(call.words, '-D', '--directory')[0] ?? call.operands.at(-1) ?? '.', 'into');
    for (const path of values(call.words, '-O', '--file', '-F')) write(call, path);
  },
  ar: (call) => {
    if (/x/.test(call.operands[0] ?? '')) write(call, '.', 'into');
    else if (/[rq]/.test(call.operands[0] ?? '')) write(call, call.operands[1] ?? HOLE);
  },
  curl,
  wget(call) {
    const directory = values(call.words, '-P', '--directory-prefix');
    for (const path of values(call.words, '-O', '--output-document')) if (path !== '-') fetchTo(call, path);
    for (const path of values(call.words, '-o', '--output-file')) write(call, path);
    if (values(call.words, '-O', '--output-document').length > 0) return;
    for (const url of call.operands) fetchTo(call, `${directory[0] ?? '.'}/${urlName(url)}`);
  },
  rsync(call) {
    const target = call.operands.at(-1);
    const isRemote = /^[\w.@-]+:/.test(target ?? '');
    if (
      target === undefined ||
      call.operands.length < 2 ||
      isRemote ||
      call.words.some((word) => /^(?:--dry-run|--list-only)$|^-\w*n/.test(word))
    )
      return;
    for (const source of call.operands.slice(0, -1)) {
      const isInto = target.endsWith('/') || isDirectory(call.session, call.shell, target) || call.operands.length > 2;
      if (source.endsWith('/'))
        write(call, target, call.words.some((word) => word.startsWith('--delete')) ? 'tree' : 'into');
      else write(call, isInto ? `${target.replace(/\/$/, '')}/${baseName(source)}` : target, 'tree');
    }
    if (call.words.includes('--remove-source-files'))
      for (const source of call.operands.slice(0, -1))
        emitWrite(call.session, call.shell, 'delete', source, 'rsync', 'tree');
  },
  patch(call) {
    const directory = values(call.words, '-d', '--directory')[0];
    const inner = call.shell.clone();
    if (directory !== undefined) inner.cwd = resolvePath(directory, inner, call.session.context.home);
    if (call.words.includes('--dry-run')) return;
    const [target, file] = call.operands;
    if (target !== undefined) return write(call, target);
    const input = values(call.words, '-i', '--input')[0] ?? file;
    const text =
      input === undefined ? (call.frame.input?.rest ?? HOLE) : (contentOf(call.session, call.shell, input) ?? HOLE);
    const strip = Number(values(call.words, '-p', '--strip')[0] ?? 1);
    applyPatches([], false, call.session, inner, 'patch', text, Number.isInteger(strip) ? strip : 1);
    for (const path of values(call.words, '-o', '--output')) write(call, path);
  },
  ed: editor,
  ex: editor,
  vi: editor,
  vim: editor,
  nvim: editor,
  view: editor,
  emacs: editor,
  sponge: (call) => {
    for (const path of call.operands) write(call, path);
  },
  gofmt: (call) => {
    if (call.words.some((word) => /^-\w*w/.test(word))) formatted(call, '.go');
  },
  goimports: (call) => {
    if (call.words.includes('-w')) formatted(call, '.go');
  },
  go(call) {
    if (
      call.operands[0] === 'fmt' ||
      (call.operands[0] === 'generate' && !call.words.includes('-n')) ||
      call.operands[0] === 'fix'
    )
      write(call, '.', 'into');
    reportOptions(call);
  },
  prettier: (call) => {
    if (call.words.some((word) => /^(?:-w|--write)$/.test(word))) formatted(call, '');
  },
  biome: (call) => {
    if (call.words.some((word) => /^(?:--write|--fix|--apply.*)$/.test(word)))
      formatted({ ...call, operands: call.operands.slice(1) }, '');
  },
  eslint: (call) => {
    if (call.words.includes('--fix')) formatted(call, '');
    reportOptions(call);
  },
  ruff: (call) => {
    if (
      (call.operands[0] === 'format' && !call.words.some((word) => /^--(?:check|diff)$/.test(word))) ||
      call.words.includes('--fix')
    )
      formatted({ ...call, operands: call.operands.slice(1) }, '');
    reportOptions(call);
  },
  black: (call) => {
    if (!call.words.some((word) => /^--(?:check|diff)$/.test(word))) formatted(call, '');
  },
  isort: (call) => {
    if (!call.words.some((word) => /^(?:--check.*|--diff|-c)$/.test(word))) formatted(call, '');
  },
  rustfmt: (call) => {
    if (!call.words.includes('--check')) formatted(call, '');
  },
  cargo(call) {
    if (
      (call.operands[0] === 'fmt' && !call.words.includes('--check')) ||
      call.operands[0] === 'fix' ||
      call.words.includes('--fix')
    )
      write(call, '.', 'into');
  },
  'dotenv-vault': (call) => {
    if (/^(?:pull|decrypt)$/.test(call.operands[0] ?? '')) write(call, '.env');
  },
  vercel: (call) => {
    if (call.operands[0] === 'env' && call.operands[1] === 'pull') write(call, call.operands[2] ?? '.env.local');
  },
  husky: (call) => {
    if (!call.words.some((word) => /^--?(?:version|v|help|h)$/.test(word)))
      call.session.effects.push({
        kind: 'disarm',
        what: 'hooksPath',
        spelled: `husky ${call.operands.join(' ')}`.trim().replaceAll(HOLE, '…').slice(0, 200),
      });
  },
};

/** `docker cp container:path here`. */
function copyOut(call: Call): void {
  const at = call.operands.indexOf('cp');
  const target = call.operands.at(-1);
  if (at < 0 || at > 1 || target === undefined || target.includes(':') || target === '-') return;
  write(call, target, isDirectory(call.session, call.shell, target) ? 'into' : 'tree');
}

function write(call: Call, path: string, reach: 'exact' | 'tree' | 'into' = 'exact'): void {
  emitWrite(call.session, call.shell, 'write', path, call.program, reach);
}

function defaultTo(found: readonly string[], value: string): readonly string[] {
  return found.length > 0 ? found : [value];
}

function copy(call: Call): void {
  const { session, shell, program, words } = call;
  const targets = values(words, '-t', '--target-directory');
  const isMove = program === 'mv';
  const isDeep = isMove || words.some((word) => /^-\w*[rRa]|^--(?:recursive|archive)/.test(word));
  const sources = targets.length > 0 ? call.operands : call.operands.slice(0, -1);
  const target = targets[0] ?? call.operands.at(-1);
  if (target === undefined || sources.length === 0 || (program === 'scp' && target.includes(':'))) return;
  const isPlain = words.some((word) => /^-\w*T|^--no-target-directory$/.test(word));
  const isInto = !isPlain && (targets.length > 0 || sources.length > 1 || isDirectory(session, shell, target));
  const isUnsure = !isInto && !isPlain && session.context.listDirectory === undefined;
  for (const source of sources) {
    if (isMove) emitWrite(session, shell, 'move', source, program, 'tree');
    const isContents = /(?:^|\/)\.{1,2}\/?$/.test(source);
    const inside = `${target.replace(/(.)\/+$/, '$1')}/${baseName(source.replace(/\/+$/, ''))}`;
    const places = isContents ? [target] : isInto ? [inside] : isUnsure ? [target, inside] : [target];
    for (const place of places) {
      const how =
        !isMove && words.some((word) => /^-\w*[ls]|^--(?:link|symbolic-link)$/.test(word)) && program === 'cp'
          ? 'link'
          : 'write';
      emitWrite(session, shell, how, place, program, isContents ? 'into' : isDeep ? 'tree' : 'exact');
      setContent(session, shell, place, contentOf(session, shell, source) ?? HOLE);
    }
  }
}

function link(call: Call): void {
  const { session, shell, words } = call;
  const targets = values(words, '-t', '--target-directory');
  const sources = targets.length > 0 || call.operands.length === 1 ? call.operands : call.operands.slice(0, -1);
  const target = targets[0] ?? (call.operands.length === 1 ? '.' : call.operands.at(-1)) ?? '.';
  const isPlain = words.some((word) => /^-\w*[Tn]/.test(word));
  const isInto = !isPlain && (sources.length > 1 || targets.length > 0 || isDirectory(session, shell, target));
  const isSymbolic = words.some((word) => /^-\w*s|^--symbolic/.test(word));
  for (const source of sources) {
    const place = isInto ? `${target.replace(/(.)\/+$/, '$1')}/${baseName(source)}` : target;
    emitWrite(session, shell, 'link', place, 'ln');
    const at = resolvePath(place, shell, session.context.home);
    const base = shell.clone();
    // A symbolic link's target counts from where the link lies.
    if (isSymbolic && at !== undefined) base.cwd = at.slice(0, at.lastIndexOf('/')) || '/';
    const to = resolvePath(source, base, session.context.home);
    if (isKnown(at) && isKnown(to)) session.links.set(at, to);
  }
}

function remove(call: Call, isDeep: boolean): void {
  for (const path of call.operands) {
    emitWrite(call.session, call.shell, 'delete', path, call.program, isDeep ? 'tree' : 'exact');
  }
}

function mode(call: Call, skip: number): void {
  const isDeep = call.words.some((word) => /^-\w*R|^--recursive/.test(word));
  // `chmod -x file`: the mode looks like an option.
  const isDashed = call.program === 'chmod' && call.words.some((word) => /^-[rwxXst]+$/.test(word));
  for (const path of call.operands.slice(isDashed ? 0 : skip))
    emitWrite(call.session, call.shell, 'mode', path, call.program, isDeep ? 'tree' : 'exact');
}

function sed(call: Call): void {
  const { words, session, shell, frame } = call;
  const isInPlace = words.some((word) => /^-[nErszu]*i|^--in-place/.test(word));
  const given = values(words, '-e', '--expression');
  const scripts = given.length > 0 ? given : call.operands.slice(0, 1);
  for (const path of values(words, '-f', '--file')) scripts.push(contentOf(session, shell, path) ?? '');
  const files =
    given.length > 0 || words.some((word) => /^(?:-f|--file)/.test(word)) ? call.operands : call.operands.slice(1);
  // BSD: `sed -i '' script file`.
  const isBsd = words.some((word, at) => word === '-i' && words[at + 1] === '');
  if (isInPlace)
    for (const path of isBsd ? files.slice(1).concat(files.slice(0, 1)) : files)
      emitWrite(session, shell, 'write', path, 'sed -i');
  for (const script of scripts) {
    for (const match of script.matchAll(/(?:^|[;{\n\d$/}]|\/[gpIiMm\d]*)\s*[wW]\s+([^\n;}]+)/g))
      emitWrite(session, shell, 'write', (match[1] ?? '').trim(), 'sed w');
    for (const match of script.matchAll(/^\s*(?:\d+|\$|\/[^/]*\/)?\s*e\s+([^\n]+)/gm))
      session.code(
        match[1] ?? '',
        shell.clone(),
        { ...under(frame, 'sed e'), exit: 'hidden', certain: false },
        'guess',
      );
    const evaluated = /^s(.)(.*?)\1(.*?)\1\w*e\w*$/.exec(script);
    if (evaluated !== null) {
      const code = /[&\\]/.test(evaluated[3] ?? '') ? HOLE : (evaluated[3] ?? '');
      session.code(code, shell.clone(), { ...under(frame, 'sed e'), exit: 'hidden', certain: false }, 'guess');
    }
  }
}

function tar(call: Call): void {
  const { words, session, shell, frame } = call;
  const [first = ''] = words;
  const bundle = first.startsWith('-') ? '' : first;
  const letters = [bundle, ...words.filter((word) => /^-[a-zA-Z]+$/.test(word))].join('');
  const isExtract = /x/.test(letters) || words.some((word) => /^--(?:extract|get)$/.test(word));
  const isCreate =
    /[cru]/.test(letters.replace(/-C/g, '')) || words.some((word) => /^--(?:create|append|update)$/.test(word));
  const directories = values(words, '-C', '--directory');
  for (const value of [
    ...values(words, '', '--to-command'),
    ...values(words, '', '--checkpoint-action'),
    ...values(words, '-I', '--use-compress-program'),
  ]) {
    session.code(
      value.replace(/^exec=/, ''),
      shell.clone(),
      {
        ...under(frame, 'tar'),
        exit: 'hidden',
        certain: false,
      },
      'guess',
    );
  }
  if (isExtract && !words.some((word) => /^(?:-O|--to-stdout)$/.test(word))) {
    const names = words
      .slice(1)
      .filter((word, at) => !word.startsWith('-') && !/^-/.test(words[at] ?? ''))
      .slice(bundle.includes('f') ? 1 : 0);
    const base = directories.at(-1) ?? '.';
    emitWrite(session, shell, 'write', base, 'tar', 'into');
    for (const name of names)
      if (!directories.includes(name)) emitWrite(session, shell, 'write', `${base}/${name}`, 'tar', 'tree');
  } else if (isCreate) {
    const file = values(words, '-f', '--file')[0] ?? (bundle.includes('f') ? words[1] : undefined);
    if (file !== undefined && file !== '-') emitWrite(session, shell, 'write', file, 'tar');
    if (words.includes('--remove-files'))
      for (const path of call.operands) emitWrite(session, shell, 'delete', path, 'tar', 'tree');
  }
}

function compress(call: Call): void {
  if (call.words.some((word) => /^-\w*[clt]|^--(?:stdout|list|test)/.test(word))) return;
  const isDecompressing =
    /^un|^gun|^bun/.test(call.program) || call.words.some((word) => /^-\w*d|^--decompress/.test(word));
  for (const path of call.operands) {
    if (isDecompressing) write(call, path.replace(/\.\w+$/, ''));
    if (!call.words.some((word) => /^-\w*k|^--keep/.test(word)))
      emitWrite(call.session, call.shell, 'delete', path, call.program);
  }
  for (const path of values(call.words, '-o')) write(call, path);
}

function fetchTo(call: Call, path: string): void {
  write(call, path);
  const local = call.operands.find((url) => url.startsWith('file://'));
  setContent(
    call.session,
    call.shell,
    path,
    local === undefined ? HOLE : (contentOf(call.session, call.shell, local.slice(7)) ?? HOLE),
  );
}

function urlName(url: string): string {
  return baseName(url.replace(/[?#].*$/, '')) || 'index.html';
}

function curl(call: Call): void {
  const directory = values(call.words, '', '--output-dir')[0];
  const place = (path: string) => (directory === undefined || path.startsWith('/') ? path : `${directory}/${path}`);
  for (const path of values(call.words, '-o', '--output')) if (path !== '-') fetchTo(call, place(path));
  for (const path of [
    ...values(call.words, '-D', '--dump-header'),
    ...values(call.words, '-c', '--cookie-jar'),
    ...values(call.words, '', '--trace', '--trace-ascii', '--stderr'),
  ])
    if (path !== '-') write(call, path);
  if (call.words.some((word) => /^-[a-zA-Z]*O|^--remote-name/.test(word)))
    for (const url of call.operands) fetchTo(call, place(urlName(url)));
}

/** Runs a text that a program would hand to a shell. */
function runGuess(call: Call, code: string): void {
  call.session.code(
    code,
    call.shell.clone(),
    { ...under(call.frame, call.program), exit: 'hidden', certain: false },
    'guess',
  );
}

/** `vim -c '…'`, `ex` and `ed` with a script on standard input. */
function editor(call: Call): void {
  for (const match of call.words.join(' ').matchAll(/\((?:async-)?shell-command(?:-to-string)?\s+"([^"]*)"/g)) {
    runGuess(call, match[1] ?? '');
  }
  const { words, session, shell, frame, operands } = call;
  const script = [
    ...values(words, '-c', '--cmd'),
    ...words.filter((word) => word.startsWith('+')).map((word) => word.slice(1)),
    frame.input?.rest ?? '',
  ].join('\n');
  const files = operands.filter((word) => !word.startsWith('+') && !values(words, '-c', '--cmd').includes(word));
  const lines = script.split(/\n|\|/).map((line) => line.trim());
  for (const line of lines) {
    const shellCode =
      /^:?(?:%|[\d,$.]+)?(?:silent!?\s+|sil!?\s+)?(?:r(?:ead)?\s*|w(?:rite)?\s+)?!\s*(.+)$/.exec(line) ??
      /^:?(?:terminal|te)\s+(.+)$/.exec(line);
    if (shellCode !== null)
      session.code(
        shellCode[1] ?? '',
        shell.clone(),
        {
          ...under(frame, call.program),
          exit: 'hidden',
          certain: false,
        },
        'guess',
      );
    const called = /system\(\s*(['"])(.*?)\1\s*\)/.exec(line);
    if (called !== null)
      session.code(
        called[2] ?? '',
        shell.clone(),
        { ...under(frame, call.program), exit: 'hidden', certain: false },
        'guess',
      );
    const saved =
      /^:?(?:[\d,$.%]*\s*)(?:w|wq|write|x|xit|wqa?|sav|saveas|up|update)!?(?:\s+(?:>>\s*)?([^!\s].*))?$/.exec(line);
    if (saved?.[1] !== undefined) write(call, saved[1]);
    else if (saved !== null || /^:?(?:ZZ|wqa?|xa|wa)!?$/.test(line)) for (const path of files) write(call, path);
  }
}

/** A formatter in write mode: the files named, or whatever lies beneath. */
function formatted(call: Call, suffix: string): void {
  for (const path of defaultTo(call.operands, '.'))
    write(call, path, suffix !== '' && path.endsWith(suffix) ? 'exact' : 'into');
}

function reportOptions(call: Call): void {
  const names = (Object.hasOwn(OUTPUT_OPTIONS, call.program) ? (OUTPUT_OPTIONS[call.program] as string) : '')
    .split(' ')
    .filter((name) => name !== '');
  for (const [at, word] of call.words.entries()) {
    const equals = word.indexOf('=');
    const name = equals > 0 && word.startsWith('-') ? word.slice(0, equals) : word;
    const isOutput =
      names.includes(name) ||
      /^--?(?:out|output)(?:[-_]?(?:file|path|dir|directory))?$|^--?outfile$|^--?outdir$/i.test(name);
    if (!isOutput) continue;
    const value = equals > 0 ? word.slice(equals + 1) : call.words[at + 1];
    if (value !== undefined && !value.startsWith('-')) write(call, value, /dir/i.test(name) ? 'into' : 'exact');
  }
}
