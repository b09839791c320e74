import { posix } from 'node:path';

/** Ways in which a file of configuration is written, as far as it is read here. */
export type Form =
  /** Sections in brackets, a key and its value a line: INI, TOML, properties. */
  | 'settings'
  /** An object of JSON, or keys of YAML at the beginning of a line. */
  | 'keys'
  /** Words in front of those of the call. */
  | 'words'
  /** Code, or whatever may say anything. */
  | 'code'
  /** A text that only changes something where it has certain words. */
  | 'text'
  /** Go's workspaces, and Cargo's. */
  | 'go.work'
  | 'workspace';

/** Places that a file is looked for in. */
export type Where =
  /** In the folder of the run and each one above: the first that is there is read, and no other. */
  | 'nearest'
  /** In the folder of the run and each one above: every file that is there is read. */
  | 'each'
  /** In the user's home. */
  | 'home';

/** A configuration outside of the repository that runners read. */
export interface Source {
  /** The runners' ids; of what is no runner of a preset, the program's name. */
  readers: readonly string[];
  where: Where;
  /** Paths, those of one folder in the order in which they are looked for. */
  files: readonly string[];
  /** The variable that names the folder in place of the home, and what is looked for there. */
  folder?: { variable: string; files: readonly string[] };
  /** The variable that names the file itself; `off` for none. */
  place?: string;
  /** The first name is looked for in all folders, then the next one. */
  byName?: true;
  /** Files of these names count only with one of these sections. */
  sections?: Readonly<Record<string, readonly string[]>>;
  /** A folder with this file or folder ends the search. */
  until?: string;
  /** Looked for only where the source before it is nowhere. */
  otherwise?: true;
  /** Counts only in a folder with one of these files that has this text. */
  with?: Readonly<Record<string, string>>;
  /** Newer versions of the package do not look above their folder any more. */
  before?: { package: string; major: number };
  form: Form;
  /** `section.key` or `key` of what leaves the tests as they are; anything else is doubted. */
  harmless?: RegExp;
  /** The only `section.key` that are doubted; in a text or in words, what they must not hold. */
  risky?: RegExp;
  /** Keys whose value is doubted as that of this variable would be. */
  like?: Readonly<Record<string, string>>;
  /** Keys whose value is words of the runner. */
  words?: RegExp;
  /** Files that are read beside the configuration, from the folder of the run up to the configuration. */
  beside?: readonly string[];
  /** The command that gives the repository its own, so that the one above is not read any more. */
  own?: string;
  /** The variable with which it is not read. */
  without?: string;
}

const CODE_ENDINGS = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'];
const JAVASCRIPT = ['npm', 'npx', 'pnpm', 'yarn', 'bun', 'bunx'];
/** Networks, names, looks, where and how fast it is built. */
const OF_CARGO =
  /^(?:net|http|registries|registry|source|term|alias|cargo-new|cache|doc|install|credential-alias|future-incompat-report)\b|^build\.(?:jobs|target-dir|build-dir|incremental|dep-info-basedir|pipelining)$|^target\..*\.(?:linker|ar)$|^profile\..*\.(?:debug|split-debuginfo|opt-level|lto|codegen-units|strip|incremental|rpath)$/;
const NPM_SETTINGS = {
  form: 'settings',
  risky: /^(?:node-options|script-shell|workspaces?)$/,
  like: { 'node-options': 'NODE_OPTIONS', 'script-shell': 'SHELL' },
} as const satisfies Partial<Source>;
const CARGO_SETTINGS = {
  form: 'settings',
  harmless: OF_CARGO,
  like: { rustflags: 'RUSTFLAGS', 'rustc-wrapper': 'RUSTC_WRAPPER' },
} as const satisfies Partial<Source>;
const CARGO = ['cargo', 'nextest', 'clippy', 'cargo-check'];

/**
 * Files that runners read outside of the repository: each was tried with the runner, or is named by its documentation. A
 * file within the repository that takes the place of such a file is part of what is tested.
 */
export const SOURCES: readonly Source[] = [
  // https://docs.pytest.org/en/stable/reference/customize.html#finding-the-rootdir
  {
    readers: ['pytest'],
    where: 'nearest',
    files: ['pytest.toml', '.pytest.toml', 'pytest.ini', '.pytest.ini', 'pyproject.toml', 'tox.ini', 'setup.cfg'],
    sections: {
      'pyproject.toml': ['tool.pytest.ini_options', 'tool.pytest'],
      'tox.ini': ['pytest'],
      'setup.cfg': ['tool:pytest'],
    },
    form: 'settings',
    harmless:
      /^(?:(?:tool[.:])?pytest(?:\.ini_options)?\.)?(?:markers|minversion|required_plugins|cache_dir|console_output_style|testpaths|timeout|strict_\w+|xfail_strict|junit_\w+|log_\w+|verbosity_\w+|faulthandler_\w+|tmp_path_retention_\w+|asyncio_default_\w+)$/,
    words: /(?:^|\.)addopts$/,
    beside: ['conftest.py'],
    own: "echo '[pytest]' > pytest.ini && git add pytest.ini",
  },
  // Without any of them another one is the root, and what lies beside it is loaded.
  {
    readers: ['pytest'],
    where: 'nearest',
    otherwise: true,
    files: ['pyproject.toml', 'setup.py'],
    byName: true,
    form: 'text',
    beside: ['conftest.py'],
    own: "echo '[pytest]' > pytest.ini && git add pytest.ini",
  },
  // https://mochajs.org/#configuring-mocha-nodejs
  {
    readers: ['mocha'],
    where: 'nearest',
    files: [
      ...['.mocharc.cjs', '.mocharc.js', '.mocharc.mjs', '.mocharc.yaml', '.mocharc.yml', '.mocharc.jsonc'],
      '.mocharc.json',
    ],
    byName: true,
    form: 'keys',
    harmless:
      /^(?:\$schema|colors?|diff|full-?trace|fullTrace|timeouts?|slow|inline-?diffs|inlineDiffs|check-?leaks|checkLeaks|forbid-?(?:only|pending)|forbid(?:Only|Pending)|parallel|jobs|exit|reporter|reporter-?options?|reporterOptions?|watch-?\w*|package)$/,
    own: "echo 'module.exports = {};' > .mocharc.cjs && git add .mocharc.cjs",
  },
  // Vitest 3 and 4 look above their folder, 5 does not.
  {
    readers: ['vitest'],
    where: 'nearest',
    files: ['vitest.config', 'vite.config'].flatMap((name) => CODE_ENDINGS.map((ending) => `${name}.${ending}`)),
    before: { package: 'vitest', major: 5 },
    form: 'code',
    own: "echo 'export default {};' > vitest.config.mjs && git add vitest.config.mjs",
  },
  // https://jestjs.io/docs/configuration: the first folder with a configuration or a package.json.
  {
    readers: ['jest'],
    where: 'nearest',
    files: [...CODE_ENDINGS, 'json'].map((ending) => `jest.config.${ending}`),
    until: 'package.json',
    form: 'code',
    own: "echo 'module.exports = {};' > jest.config.cjs && git add jest.config.cjs",
  },
  // https://docs.npmjs.com/cli/configuring-npm/npmrc. One in a folder above is read only where a workspace takes the project in.
  {
    readers: JAVASCRIPT,
    where: 'home',
    files: ['.npmrc', '.config/pnpm/rc'],
    place: 'npm_config_userconfig',
    ...NPM_SETTINGS,
  },
  {
    readers: JAVASCRIPT,
    where: 'each',
    files: ['.npmrc'],
    with: { 'package.json': '"workspaces"', 'pnpm-workspace.yaml': '' },
    ...NPM_SETTINGS,
  },
  // https://pnpm.io/settings
  {
    readers: ['pnpm'],
    where: 'nearest',
    files: ['pnpm-workspace.yaml'],
    form: 'keys',
    risky: /^(?:nodeOptions|scriptShell)$/,
    like: { nodeOptions: 'NODE_OPTIONS', scriptShell: 'SHELL' },
  },
  { readers: ['bun'], where: 'home', files: ['.bunfig.toml'], form: 'settings', risky: /^(?:test\.|preload$|run\.)/ },
  // https://go.dev/ref/mod#workspaces
  {
    readers: ['go', 'gotestsum', 'go-vet', 'go-build'],
    where: 'nearest',
    files: ['go.work'],
    form: 'go.work',
    without: 'GOWORK=off',
  },
  // https://pkg.go.dev/cmd/go#hdr-Environment_variables; GOFLAGS is read with the words of the call.
  {
    readers: ['go', 'gotestsum', 'go-vet', 'go-build'],
    where: 'home',
    files: ['.config/go/env'],
    folder: { variable: 'XDG_CONFIG_HOME', files: ['go/env'] },
    place: 'GOENV',
    form: 'settings',
    risky: /^(?:GOWORK|GOOS|GOARCH|GOEXPERIMENT|CGO_ENABLED|GOROOT|GODEBUG|GO(?:386|AMD64|ARM|ARM64))$/,
    like: { GOWORK: 'GOWORK' },
  },
  // https://doc.rust-lang.org/cargo/reference/config.html#hierarchical-structure
  {
    readers: CARGO,
    where: 'each',
    files: ['.cargo/config.toml', '.cargo/config'],
    ...CARGO_SETTINGS,
  },
  {
    readers: CARGO,
    where: 'home',
    files: ['.cargo/config.toml', '.cargo/config'],
    folder: { variable: 'CARGO_HOME', files: ['config.toml', 'config'] },
    ...CARGO_SETTINGS,
  },
  // https://doc.rust-lang.org/cargo/reference/workspaces.html
  {
    readers: CARGO,
    where: 'nearest',
    files: ['Cargo.toml'],
    sections: { 'Cargo.toml': ['workspace'] },
    form: 'workspace',
    own: "printf '\\n[workspace]\\n' >> Cargo.toml && git add Cargo.toml",
  },
  // https://rust-lang.github.io/rustfmt/: what else than the repository's own decides how code looks.
  {
    readers: ['rustfmt', 'cargo-fmt'],
    where: 'nearest',
    files: ['rustfmt.toml', '.rustfmt.toml'],
    form: 'settings',
    harmless: /^(?:edition|style_edition|version|required_version|color|unstable_features)$/,
    own: 'touch rustfmt.toml && git add rustfmt.toml',
  },
  // https://rspec.info/features/3-13/rspec-core/configuration/read-options-from-file/
  {
    readers: ['rspec'],
    where: 'home',
    files: ['.rspec', '.config/rspec/options'],
    form: 'words',
    risky: /^(?:-r|--require|-I|-O|--options)/,
  },
  // https://maven.apache.org/configure.html
  ...['.mvn/maven.config', '.mvn/jvm.config', '.mvn/extensions.xml'].map(
    (file): Source => ({
      readers: ['maven'],
      where: 'nearest',
      files: [file],
      until: '.mvn',
      form: 'text',
      risky: /-D|-P|-pl|-f\b|<extension>|javaagent/,
      own: 'mkdir .mvn && touch .mvn/maven.config && git add .mvn',
    }),
  ),
  {
    readers: ['maven'],
    where: 'home',
    files: ['.m2/settings.xml', '.mavenrc'],
    form: 'text',
    risky:
      /skip|maven\.test|surefire|failsafe|testFailureIgnore|<(?:test|groups|excludedGroups|argLine|activeProfile)>|MAVEN_(?:ARGS|OPTS|CONFIG)/i,
  },
  // https://docs.gradle.org/current/userguide/init_scripts.html
  {
    readers: ['gradle', 'gradlew'],
    where: 'home',
    files: ['.gradle/init.gradle', '.gradle/init.gradle.kts'],
    folder: { variable: 'GRADLE_USER_HOME', files: ['init.gradle', 'init.gradle.kts'] },
    form: 'text',
    risky: /\btest|exclude|enabled|ignoreFailures|onlyIf/i,
  },
  {
    readers: ['gradle', 'gradlew'],
    where: 'home',
    files: ['.gradle/gradle.properties'],
    folder: { variable: 'GRADLE_USER_HOME', files: ['gradle.properties'] },
    form: 'settings',
    risky: /test|skip|^systemProp\.(?!https?\.)/i,
  },
  // https://learn.microsoft.com/visualstudio/msbuild/customize-by-directory
  ...['Directory.Build.props', 'Directory.Build.targets', 'Directory.Build.rsp'].map(
    (file): Source => ({
      readers: ['dotnet'],
      where: 'nearest',
      files: [file],
      form: 'code',
      own: `echo '${file.endsWith('.rsp') ? '' : '<Project/>'}' > ${file} && git add ${file}`,
    }),
  ),
];

/** Returns the source that a file is of. */
export function sourceOf(file: string): Source | undefined {
  const name = posix.basename(file);
  const isOne = (one: string) => posix.basename(one) === name;
  const known = SOURCES.filter(({ files, beside = [] }) => [...files, ...beside].some(isOne));
  return known.find(({ own, without }) => own ?? without) ?? known[0];
}
