/** Spelling of a program that starts another program: which options take a value, how many words stand before the program. */
export interface Wrapper {
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
  /** Whether only what follows a `--` is the inner command. */
  readonly needsDashes?: boolean;
  /** The exit code of the inner command is not handed on. */
  readonly hides?: boolean;
  /**
   * Whether the wrapper's words together are shell code; `words` are all behind the name, `options` those before the inner
   * command.
   */
  readonly joins?: boolean | ((words: readonly string[], options: readonly string[]) => boolean);
  /** What its words are joined with. */
  readonly glue?: string;
  /** Options of its own that name code as well. */
  readonly setup?: RegExp;
  /** The words behind a `code` option are the inner command. */
  readonly codeIsWords?: boolean;
  /** Options that name the user; without one, the wrapper's first word names the user, and a shell is started. */
  readonly user?: RegExp;
  /** Options that take a word; the first word behind none of them is a file in which the wrapper keeps what it sees. */
  readonly log?: RegExp;
  /** The inner command, where it is not just the words that follow. */
  readonly inner?: (words: readonly string[], options: readonly string[]) => readonly string[];
  /** Whether the wrapper starts what the shell itself knows. */
  readonly isBuiltin?: boolean;
  /** Nothing of the shell's own line runs behind it. */
  readonly replaces?: boolean;
  /** Given no program it starts a shell, which reads what comes in. */
  readonly isShell?: boolean;
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
export const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  builtin: { isBuiltin: true },
  exec: { valued: '-a', replaces: true },
  nohup: PLAIN,
  setsid: PLAIN,
  nice: { valued: '-n --adjustment' },
  ionice: { valued: '-c -n --class --classdata' },
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
  su: { code: '-c --command', valued: '-s -g -G --shell', skip: 99, isShell: true },
  runuser: { code: '-c --command', valued: '-s -g -G -u --user --shell', user: /^(?:-u|--user)/ },
  script: {
    code: '-c --command',
    valued: '-I -O -B -T -E -m',
    skip: 1,
    isShell: true,
    log: /^(?:-\w*[cIOBTEm]|--command)$/,
  },
  flock: { code: '-c --command', valued: '-w -E --wait --timeout --conflict-exit-code', skip: 1 },
  watch: { valued: '-n --interval -q --equexit', hides: true, joins: (words) => !words.includes('-x') },
  strace: { valued: '-o -e -p -s -u -a -b -E -I -O -P -S -X', hides: false },
  ltrace: { valued: '-o -e -p -s -u -a -l -n -x' },
  'perf stat': { valued: '-e -o -r -x' },
  fakeroot: { isShell: true },
  'xvfb-run': { valued: '-n -s -f -e -p -w --server-args --server-num' },
  'dbus-run-session': PLAIN,
  'dbus-launch': PLAIN,
  prlimit: { valued: '-p --pid' },
  setpriv: { valued: '--reuid --regid --groups --inh-caps --ambient-caps --bounding-set --securebits --pdeathsig' },
  linux32: PLAIN,
  linux64: PLAIN,
  pkexec: { valued: '--user' },
  gosu: { skip: 1 },
  'su-exec': { skip: 1 },
  setuidgid: { skip: 1 },
  's6-setuidgid': { skip: 1 },
  's6-envdir': { skip: 1 },
  softlimit: { valued: '-a -c -d -f -l -m -o -p -r -s -t' },
  chpst: { valued: '-u -U -b -e -d -o -p -f -c -r -t -m -l -L' },
  tini: { valued: '-p -e' },
  'dumb-init': { valued: '-r' },
  'with-contenv': PLAIN,
  torsocks: { valued: '-u -p -a -P' },
  torify: PLAIN,
  tsocks: PLAIN,
  proxychains: { valued: '-f' },
  proxychains4: { valued: '-f' },
  trickle: { valued: '-s -u -d -w -t -l -n -p -P' },
  cpulimit: { valued: '-l -p -e --limit' },
  cgexec: { valued: '-g' },
  eatmydata: PLAIN,
  ccache: PLAIN,
  catchsegv: PLAIN,
  fakechroot: { valued: '-e -l -d -c' },
  faketime: { valued: '-p', skip: 1 },
  retry: { valued: '-t -d -m -u --times --delay --tries --sleep' },
  ifne: PLAIN,
  gtime: { valued: '-f -o --format --output' },
  'perf record': { valued: '-o -e -F -g -c --output --event --freq' },
  valgrind: PLAIN,
  noglob: PLAIN,
  nocorrect: PLAIN,
  '-': PLAIN,
  xcrun: { valued: '--sdk --toolchain' },
  nq: PLAIN,
  sem: { valued: '-j --jobs --id --semaphorename --timeout', joins: true, hides: true },
  tsp: { valued: '-L -N -D -S' },
  'pueue add': { valued: '-w -g -d -l -o --working-directory --group --after --label --priority', joins: true },
  'opam exec': DASHED,
  'guix shell': DASHED,
  'flox activate': DASHED,
  'chamber exec': DASHED,
  'teller run': DASHED,
  'stack exec': PLAIN,
  'cabal exec': PLAIN,
  'composer exec': PLAIN,
  'mix cmd': PLAIN,
  'mix do': PLAIN,
  'lerna exec': { valued: '--scope --ignore --concurrency --since' },
  'nvm exec': { skip: 1 },
  'nix shell': { code: '-c --command', codeIsWords: true, skip: 99 },
  'devenv shell': PLAIN,
  'sops exec-env': { skip: 1, joins: true },
  'sops exec-file': { skip: 1, joins: true },
  unshare: { valued: '-R -w -S -G', isShell: true },
  nsenter: { valued: '-t -S -G' },
  chroot: { skip: 1, isShell: true },
  ansible: { code: '-a --args', valued: '-m -i -c -u -e -l -f -M --module-name --inventory', skip: 99 },
  'jj util exec': DASHED,
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
    // `uv run up.py`, `uv run -m up`
    inner: (words, options) => {
      if (options.some((word) => /^(?:-m|--module)$/.test(word))) return ['python3', '-m', ...words];
      const isScript = /\.pyw?$/.test(words[0] ?? '') || options.some((word) => /^(?:-s|--script)$/.test(word));
      return isScript ? ['python3', ...words] : words;
    },
  },
  'uv tool run': { valued: '--from --with --python -p' },
  uvx: { valued: '--from --with --python -p' },
  pipx: { valued: '--spec --python', skip: 1 },
  'poetry run': PLAIN,
  'pipenv run': PLAIN,
  'pdm run': { valued: '-p --project' },
  // `hatch run env:script`
  'hatch run': { inner: ([first = '', ...rest]) => [first.replace(/^[\w.-]+:/, ''), ...rest] },
  'hatch env run': { valued: '-e' },
  'rye run': PLAIN,
  'pixi run': { valued: '-e --environment --manifest-path' },
  'conda run': { valued: '-n -p --name --prefix', directory: '--cwd' },
  'micromamba run': { valued: '-n -p', directory: '--cwd' },
  'coverage run': {
    valued: '--rcfile --source --omit --include --data-file --context --concurrency',
    inner: (words, options) => (options.includes('-m') ? words : ['python3', ...words]),
  },
  'devbox run': PLAIN,
  'nix develop': { code: '-c --command', codeIsWords: true, skip: 99 },
  'nix-shell': { code: '--run --command', valued: '-p -A -I', skip: 99 },
  hyperfine: {
    joins: true,
    glue: '\n',
    setup: /^(?:-p|-s|-c|--prepare|--setup|--cleanup|--conclude)(?:=(.*))?$/s,
    valued: '-w -m -M -r -p -c -n --warmup --runs --prepare --export-json',
    hides: true,
  },
  nodemon: { code: '--exec -x', valued: '--watch -w --ext -e --ignore -i', skip: 99, hides: true },
  entr: { hides: true, joins: (_, options) => options.some((word) => /^-\w*s/.test(word)) },
  watchexec: {
    valued: '-w -e -i -f -d -o -s --watch --exts --ignore --filter --debounce --on-busy-update --signal',
    hides: true,
    joins: true,
  },
  onchange: { ...DASHED, hides: true },
  reflex: { valued: '-r -g -R -G -d --regex --glob', hides: true },
  'cargo watch': { code: '-s --shell', valued: '-x -w -i -d -E -C --exec --watch --ignore --delay', hides: true },
  chokidar: { code: '-c --command', skip: 99, hides: true },
  'chokidar-cli': { code: '-c --command', skip: 99, hides: true },
  'watchman-make': { code: '--run', valued: '-p -t', skip: 99, hides: true },
  corepack: PLAIN,
  ts: { skip: 99 },
};
