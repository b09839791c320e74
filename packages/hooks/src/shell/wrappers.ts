import { runFind, runXargs } from './feeders.js';
import { assign } from './parameters.js';
import { emitWrite } from './paths.js';
import { changesPath } from './search-path.js';
import { baseName, type Frame, HOLE, type Result, resolvePath, type Session, type Shell } from './state.js';

/** How a program that starts another one is written: which options take a value, how many words stand before the program. */
interface Wrapper {
  /** Options that take the next word, separated by spaces. */
  readonly valued?: string;
  /** Positional words of its own before the inner command. */
  readonly skip?: number;
  /** `NAME=value` words before the inner command are assignments. */
  readonly assigns?: boolean;
  /** Options whose value is shell code to run. */
  readonly code?: string;
  /** Options that change the directory. */
  readonly directory?: string;
  /** Only what follows a `--` is the inner command. */
  readonly needsDashes?: boolean;
  /** The exit code of the inner command is not handed on. */
  readonly hides?: boolean;
  /** All its words together are shell code. */
  readonly joins?: boolean;
}

const PLAIN: Wrapper = {};
const SUDO: Wrapper = {
  valued:
    '-u -g -p -C -h -r -t -T -U -R --user --group --prompt --close-from --host --role --type --other-user --chroot',
  directory: '-D --chdir',
  assigns: true,
};
const DASHED: Wrapper = { needsDashes: true };

/** By program, or by program and subcommand. */
const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  builtin: PLAIN,
  exec: { valued: '-a' },
  nohup: PLAIN,
  setsid: PLAIN,
  nice: { valued: '-n --adjustment' },
  ionice: { valued: '-c -n -t --class --classdata' },
  chrt: { skip: 1 },
  taskset: { skip: 1 },
  numactl: { valued: '-N -m -C -i' },
  time: { valued: '-f -o --format --output' },
  timeout: { valued: '-k -s --signal --kill-after', skip: 1 },
  gtimeout: { valued: '-k -s --signal --kill-after', skip: 1 },
  stdbuf: { valued: '-i -o -e --input --output --error' },
  unbuffer: PLAIN,
  chronic: PLAIN,
  caffeinate: { valued: '-t -w' },
  sudo: SUDO,
  doas: { valued: '-u -C' },
  su: { code: '-c --command', valued: '-s -g -G --shell', skip: 99 },
  runuser: { code: '-c --command', valued: '-s -g -G -u', skip: 0 },
  script: { code: '-c --command', valued: '-I -O -B -T -E -m', skip: 1 },
  flock: { code: '-c --command', valued: '-w -E --wait --timeout --conflict-exit-code', skip: 1 },
  watch: { valued: '-n --interval -q --equexit', hides: true, joins: true },
  strace: { valued: '-o -e -p -s -u -a -b -E -I -O -P -S -X', hides: false },
  ltrace: { valued: '-o -e -p -s -u -a -l -n -x' },
  'perf stat': { valued: '-e -o -r -x' },
  fakeroot: PLAIN,
  'xvfb-run': { valued: '-n -s -f -e -p -w --server-args --server-num' },
  'dbus-run-session': PLAIN,
  unshare: { valued: '-R -w -S -G' },
  nsenter: { valued: '-t -S -G' },
  chroot: { skip: 1 },
  'systemd-run': { valued: '-u -p -t -M --unit --property --slice --description' },
  'ssh-agent': { valued: '-a -t -E' },
  busybox: PLAIN,
  toybox: PLAIN,
  arch: PLAIN,
  'cross-env': { assigns: true },
  'cross-env-shell': { assigns: true, joins: true },
  dotenv: { valued: '-e -f -p -v -c', assigns: false },
  'dotenvx run': { valued: '-f -e --env-file' },
  'env-cmd': { valued: '-f -e -r' },
  'direnv exec': { skip: 1 },
  'mise exec': DASHED,
  'mise x': DASHED,
  'op run': DASHED,
  'doppler run': { ...DASHED, code: '--command' },
  'infisical run': { ...DASHED, code: '--command' },
  'aws-vault exec': DASHED,
  'asdf exec': PLAIN,
  'rbenv exec': PLAIN,
  'pyenv exec': PLAIN,
  'volta run': { valued: '--node --npm --pnpm --yarn' },
  'fnm exec': { valued: '--using' },
  'rustup run': { skip: 1 },
  'bundle exec': PLAIN,
  'uv run': {
    valued:
      '--with --with-editable --with-requirements --extra --group --no-group --only-group --python -p --project --package --env-file --index --index-url --extra-index-url --find-links -f --config-file --cache-dir --link-mode --refresh-package --reinstall-package --upgrade-package -P',
    directory: '--directory',
  },
  'uv tool run': { valued: '--from --with --python -p' },
  uvx: { valued: '--from --with --python -p' },
  pipx: { valued: '--spec --python', skip: 1 },
  'poetry run': PLAIN,
  'pipenv run': PLAIN,
  'pdm run': { valued: '-p --project' },
  'hatch run': PLAIN,
  'hatch env run': { valued: '-e' },
  'rye run': PLAIN,
  'pixi run': { valued: '-e --environment --manifest-path' },
  'conda run': { valued: '-n -p --name --prefix', directory: '--cwd' },
  'micromamba run': { valued: '-n -p', directory: '--cwd' },
  'coverage run': { valued: '--rcfile --source --omit --include --data-file --context --concurrency' },
  'devbox run': PLAIN,
  'nix develop': { code: '-c --command', skip: 99 },
  'nix-shell': { code: '--run --command', valued: '-p -A -I', skip: 99 },
  hyperfine: {
    code: '',
    joins: true,
    valued: '-w -m -M -r -p -c -n --warmup --runs --prepare --export-json',
    hides: true,
  },
  nodemon: { code: '--exec -x', valued: '--watch -w --ext -e --ignore -i', skip: 99, hides: true },
  entr: { hides: true },
  corepack: PLAIN,
  ts: { skip: 99 },
};

/** Programs whose plain arguments are each shell code. */
const RUN_EACH = new Set(['concurrently', 'run-script-os']);

/**
 * When the words start another program through a wrapper, runs that one and gives its result; undefined when they do not.
 */
export function runWrapped(argv: readonly string[], session: Session, shell: Shell, frame: Frame): Result | undefined {
  const program = baseName(argv[0] ?? '');
  const exact = execWords(argv);
  if (exact !== undefined) return strip(OWN_EXEC, OWN_OPTIONS, exact, session, shell, frame);
  if (program === 'env') return runEnv(argv, session, shell, frame);
  if (program === 'xargs' || program === 'parallel') return runXargs(argv, session, shell, frame);
  if (program === 'find' || program === 'gfind' || program === 'fd' || program === 'fdfind')
    return runFind(argv, session, shell, frame);
  if (program === 'command') return runCommandBuiltin(argv, session, shell, frame);
  if (RUN_EACH.has(program)) {
    for (const code of argv.slice(1).filter((word) => !word.startsWith('-'))) {
      session.code(code, shell.clone(), { ...under(frame, program), exit: 'hidden' });
    }
    return { output: HOLE, status: undefined };
  }
  const three = argv.slice(1, 3).join(' ');
  const [key, words] =
    WRAPPERS[`${program} ${three}`] !== undefined
      ? [`${program} ${three}`, argv.slice(3)]
      : WRAPPERS[`${program} ${argv[1]}`] !== undefined
        ? [`${program} ${argv[1]}`, argv.slice(2)]
        : [program, argv.slice(1)];
  const wrapper = Object.hasOwn(WRAPPERS, key) ? WRAPPERS[key] : undefined;
  if (wrapper === undefined) return undefined;
  return strip(key, wrapper, words, session, shell, frame);
}

/** How `flow-hooks exec` is named in the trail: what it runs it records itself. */
export const OWN_EXEC = 'flow-hooks exec';

const OWN_OPTIONS: Wrapper = { valued: '--call', directory: '--directory' };

/** The words for `flow-hooks exec`, by whatever spelling of our program; undefined when it is something else. */
function execWords(argv: readonly string[]): readonly string[] | undefined {
  const isNode = /^(?:node|nodejs|bun)$/.test(baseName(argv[0] ?? ''));
  const at = isNode ? argv.findIndex((word, index) => index > 0 && OWN_FILE.test(word)) : 0;
  const program = argv[at] ?? '';
  if (isNode && at > 0 && /(^|[\\/])exec\.cjs$/.test(program)) return argv.slice(at + 1);
  if (at < 0 || !OWN_NAME.test(program)) return undefined;
  const words = argv.slice(at + 1);
  const verb = words.findIndex((word, index) => !word.startsWith('-') && words[index - 1] !== '--directory');
  return words[verb] === 'exec' ? words.filter((_, index) => index !== verb) : undefined;
}

const OWN_FILE = /(^|[\\/])(?:exec|flow-hooks)\.cjs$|(^|[\\/])flow-hooks$/;
const OWN_NAME = /(^|[\\/])flow-hooks(?:\.cjs)?(?:@[^\\/]*)?$/;

/** Names the wrapper in the trail. */
export function under(frame: Frame, name: string): Frame {
  return { ...frame, via: [...frame.via, name.replaceAll(HOLE, '…').slice(0, 120)] };
}

function strip(
  key: string,
  wrapper: Wrapper,
  words: readonly string[],
  session: Session,
  shell: Shell,
  frame: Frame,
): Result | undefined {
  const inner = under(wrapper.hides ? { ...frame, exit: 'hidden' } : frame, key);
  const valued = new Set((wrapper.valued ?? '').split(' '));
  const code = new Set((wrapper.code ?? '').split(' ').filter((one) => one !== ''));
  const directory = new Set((wrapper.directory ?? '').split(' ').filter((one) => one !== ''));
  // `script` keeps what it sees in a file.
  const log =
    key === 'script'
      ? words.find((word, at) => !word.startsWith('-') && !/^(?:-\w*[cIOBTEm]|--command)$/.test(words[at - 1] ?? ''))
      : undefined;
  if (log !== undefined) emitWrite(session, shell, 'write', log, 'script');
  const child = shell.clone();
  let at = 0;
  let skip = wrapper.skip ?? 0;
  for (; at < words.length; at++) {
    const word = words[at] as string;
    const equals = word.startsWith('--') ? word.indexOf('=') : -1;
    const name =
      equals > 0 ? word.slice(0, equals) : word.startsWith('-') && !word.startsWith('--') ? word.slice(0, 2) : word;
    const attached = equals > 0 ? word.slice(equals + 1) : name !== word ? word.slice(2) : undefined;
    const cluster = /^-[a-zA-Z]+([a-zA-Z])$/.exec(word)?.[1];
    if (cluster !== undefined && code.has(`-${cluster}`)) return session.code(words[at + 1] ?? '', child, inner);
    if (code.has(name)) {
      // `nix develop -c prog args` takes words, the others one text.
      if (key === 'nix develop') return session.run(words.slice(at + 1), child, inner);
      return session.code(attached ?? words[at + 1] ?? '', child, inner);
    }
    if (word === '--') {
      at++;
      break;
    }
    if (directory.has(name)) child.cwd = resolvePath(attached ?? words[++at] ?? HOLE, child, session.context.home);
    else if (valued.has(name)) at += attached === undefined ? 1 : 0;
    else if (word.startsWith('-') && word.length > 1) continue;
    else if (wrapper.needsDashes) continue;
    else if (wrapper.assigns && isAssignment(word)) exportWord(word, session, child);
    else if (skip > 0) skip--;
    else break;
  }
  while (skip > 0 && skip < 99 && at < words.length) {
    skip--;
    at++;
  }
  const rest = words.slice(at);
  if (rest.length === 0) return undefined;
  if (wrapper.joins && (key !== 'watch' || !words.includes('-x'))) {
    return session.code(key === 'hyperfine' ? rest.join('\n') : rest.join(' '), child, inner);
  }
  if (key === 'hatch run') rest[0] = (rest[0] as string).replace(/^[\w.-]+:/, '');
  if (key === 'coverage run')
    return session.run(words.slice(0, at).includes('-m') ? rest : ['python3', ...rest], child, inner);
  if (key === 'exec') return finishExec(rest, session, shell, inner);
  return session.run(rest, key === 'builtin' ? shell : child, inner);
}

function finishExec(rest: readonly string[], session: Session, shell: Shell, frame: Frame): Result {
  const result = session.run(rest, shell, { ...frame, via: frame.via.slice(0, -1) });
  shell.ended = true;
  return result;
}

function isAssignment(word: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*=/.test(word);
}

/** Puts a `NAME=value` word into the environment of a shell. */
function exportWord(word: string, session: Session, shell: Shell): void {
  const at = word.indexOf('=');
  const name = word.slice(0, at);
  const value = word.slice(at + 1);
  const before = shell.variables.get(name)?.value ?? session.context.env?.[name];
  if (name === 'PATH' && changesPath(value, before, session.context.home)) shell.pathChanged = true;
  assign(shell, name, value);
  const variable = shell.variables.get(name);
  if (variable !== undefined) shell.variables.set(name, { ...variable, exported: true });
}

function runEnv(argv: readonly string[], session: Session, shell: Shell, frame: Frame): Result | undefined {
  const child = shell.clone();
  const words = argv.slice(1);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (word === '--') continue;
    const split = /^(?:-[iv0]*S|--split-string=)([\s\S]*)$/.exec(word);
    if (split !== null) {
      const text = split[1] === '' || split[1] === undefined ? (words[++at] ?? '') : split[1];
      // `-S` knows quotes and `${NAME}` but no operators: quote what a shell would take for one.
      const rest = words
        .slice(at + 1)
        .map(quoteWord)
        .join(' ');
      return session.code(`env ${text.replace(/[;&|<>()`]/g, '\\$&')} ${rest}`, child, under(frame, 'env -S'));
    }
    if (word === '-C' || word === '--chdir') child.cwd = resolvePath(words[++at] ?? HOLE, child, session.context.home);
    else if (word.startsWith('--chdir=')) child.cwd = resolvePath(word.slice(8), child, session.context.home);
    else if (/^-C./.test(word)) child.cwd = resolvePath(word.slice(2), child, session.context.home);
    else if (word === '-u' || word === '--unset') at++;
    else if (word.startsWith('-')) continue;
    else if (isAssignment(word)) exportWord(word, session, child);
    else return session.run(words.slice(at), child, under(frame, 'env'));
  }
  return undefined;
}

/** A word in a form that the parser gives back unchanged. */
export function quoteWord(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function runCommandBuiltin(argv: readonly string[], session: Session, shell: Shell, frame: Frame): Result | undefined {
  let at = 1;
  for (; argv[at]?.startsWith('-') === true; at++) {
    if (argv[at] === '--') {
      at++;
      break;
    }
    if (/[vV]/.test(argv[at] as string)) return { output: `${argv[at + 1] ?? ''}\n`, status: undefined };
  }
  const rest = argv.slice(at);
  if (rest.length === 0) return undefined;
  // `command` passes over functions and aliases.
  const plain = shell.clone();
  plain.functions = new Map();
  plain.aliases = new Map();
  const isState = /^(?:cd|pushd|popd|export|set|eval|source|\.)$/.test(rest[0] as string);
  return session.run(rest, isState ? shell : plain, under(frame, 'command'));
}
