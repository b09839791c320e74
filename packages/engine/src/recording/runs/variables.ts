/** A kind of variables that change what programs run, and the values that change nothing of it. */
interface Kind {
  /** Names; one that ends in `*` stands for all that begin so. */
  readonly names: string;
  /** Words of a value that leave what runs as it is; without it any value is doubted. */
  readonly harmless?: RegExp;
}

const SHELLS =
  /^(?:(?:\/usr|\/usr\/local|\/opt\/homebrew|\/run\/current-system\/sw|\/nix\/store\/[\w.-]+)?\/bin\/)?(?:ba|z|da|k|fi|a|tc|c)?sh$/;
const MEMORY = String.raw`-X(?:m[xsn]|ss)\d+[kmgKMG]?|-XX:(?:Max|Min|Initial)(?:RAMPercentage|RAMFraction|MetaspaceSize|HeapSize)=[\d.]+[kmgKMG]?|-XX:MetaspaceSize=\d+[kmgKMG]?|-XX:[+-]Use\w+GC|-XX:\+HeapDumpOnOutOfMemoryError|-XX:[+-]UseContainerSupport`;
const jvm = () =>
  new RegExp(
    `^(?:${MEMORY}|-Dfile\\.encoding=[\\w-]+|-Djava\\.awt\\.headless=\\w+|-Duser\\.(?:timezone|language|country)=[\\w/+-]+|-Dhttps?\\.(?:proxy(?:Host|Port)|nonProxyHosts)=\\S+|-Dorg\\.gradle\\.(?:daemon|parallel|workers\\.max|caching|console|logging\\.level)=\\w+|-Dorg\\.gradle\\.jvmargs=(?:${MEMORY}))$`,
  );

/**
 * Returns the variables by which whatever a project's command starts is given words, code or another program. A function, as
 * every judged event loads this file, and few ask for its patterns.
 */
const kinds = (): readonly Kind[] => [
  // Words of make: how much at once and how loud, but none that skips, ignores or replaces.
  {
    names: 'MAKEFLAGS GNUMAKEFLAGS MFLAGS',
    harmless:
      /^(?:-?[sw]*|-?[sw]*j\d*|\d+|-[lO]\S*|--(?:jobs|load-average|output-sync|jobserver-\w+)(?:=\S*)?|--(?:no-)?print-directory|--silent|--quiet)$/,
  },
  { names: 'MAKEFILES MAKEOVERRIDES' },
  // Code and rules of shells.
  {
    names: 'SHELL npm_config_script_shell',
    harmless: SHELLS,
  },
  { names: 'BASH_ENV ZDOTDIR BASH_FUNC_*' },
  // Many a program reads the name of its stage out of it.
  { names: 'ENV', harmless: /^(?:dev|development|test|testing|prod|production|staging|local|ci)$/i },
  { names: 'SHELLOPTS BASHOPTS', harmless: /^(?!.*(?:noexec|onecmd|errexit))[\w:-]*$/ },
  // What every program loads.
  { names: 'LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES DYLD_FORCE_FLAT_NAMESPACE' },
  // JavaScript.
  {
    names: 'NODE_OPTIONS BUN_OPTIONS DENO_V8_FLAGS npm_config_node_options',
    harmless:
      /^(?:--(?:max[-_](?:old|semi|new)[-_]space[-_]size|stack[-_]size|max-http-header-size|v8-pool-size)=\d+|--max[-_]old[-_]space[-_]size|\d+|--(?:no|trace)-(?:warnings|deprecation)|--enable-source-maps|--experimental-vm-modules|--openssl-legacy-provider|--dns-result-order=\w+)$/,
  },
  { names: 'npm_config_if_present', harmless: /^false$/ },
  // The Java machine and what builds on it.
  {
    names:
      'JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS JAVA_OPTS MAVEN_OPTS GRADLE_OPTS SBT_OPTS ANT_OPTS JVM_OPTS LEIN_JVM_OPTS',
    harmless: jvm(),
  },
  {
    names: 'MAVEN_ARGS ANT_ARGS',
    harmless: /^(?:-B|--batch-mode|-ntp|--no-transfer-progress|-e|-X|-q|-T|-?\d+(?:\.\d+)?C?|--errors|--quiet)$/,
  },
  { names: 'MAVEN_CONFIG ORG_GRADLE_PROJECT_*' },
  // Python.
  {
    names: 'PYTEST_ADDOPTS',
    harmless:
      /^(?:-[qv]+|--(?:quiet|verbose)|-r\w+|-n|auto|\d+|--color=\w+|--tb=\w+|--durations=\d+|-p|no:(?:cacheprovider|randomly))$/,
  },
  { names: 'PYTEST_PLUGINS PYTHONSTARTUP PYTHONHOME PYTHONINSPECT PYTHONOPTIMIZE' },
  { names: 'PYTHONBREAKPOINT', harmless: /^0$/ },
  { names: 'TOXENV TOX_ENV TOX_SKIP_ENV TOX_OVERRIDE NOXSESSION NOXFILE' },
  // Go and Rust.
  {
    names: 'GOFLAGS',
    harmless: /^(?:-mod=\w+|-buildvcs=\w+|-trimpath|-v|-race|-count=1|-p=\d+|-modcacherw|-timeout=\w+)$/,
  },
  {
    names: 'GOWORK',
    harmless: /^off$/,
  },
  {
    names: 'RUSTFLAGS CARGO_BUILD_RUSTFLAGS RUSTDOCFLAGS',
    harmless:
      /^(?:-[DWA][\w:-]*|\w[\w:-]*|-C|(?:-C)?(?:debuginfo|target-cpu|link-arg|opt-level|codegen-units)=[\w=.,-]+)$/,
  },
  { names: 'RUSTC RUSTC_WORKSPACE_WRAPPER CARGO_ENCODED_RUSTFLAGS CARGO_ALIAS_* CARGO_TARGET_*_RUNNER' },
  { names: 'RUSTC_WRAPPER CARGO_BUILD_RUSTC_WRAPPER', harmless: /^(?:\S*\/)?sccache$/ },
  // Ruby, Perl, PHP, Elixir, .NET, R.
  { names: 'RUBYOPT', harmless: /^-W(?:\d|:no-\w+|:\w+)$/ },
  { names: 'PERL5OPT PERL5DB HARNESS_OPTIONS HARNESS_PERL HARNESS_PERL_SWITCHES PROVE_OPTS' },
  { names: 'SPEC SPEC_OPTS TESTOPTS RAKEOPT PHPRC PHP_INI_SCAN_DIR' },
  { names: 'ERL_FLAGS ERL_AFLAGS ERL_ZFLAGS ELIXIR_ERL_OPTIONS', harmless: /^\+(?:fnu|sbwt|none|S|\d+(?::\d+)?)$/ },
  { names: 'MIX_EXS DOTNET_STARTUP_HOOKS VSTEST_RUNNER_* R_PROFILE R_PROFILE_USER' },
  // Which tests of a program are run.
  { names: 'GTEST_FILTER GTEST_TOTAL_SHARDS GTEST_SHARD_INDEX TESTBRIDGE_TEST_ONLY BATS_FILTER JUST_JUSTFILE' },
];

/** Variables that nothing but the look of an output depends on. */
const LOOKS =
  /^(?:(?:FORCE|NO|CLICOLOR)_?COLOR|CLICOLOR(?:_FORCE)?|PY_COLORS|CARGO_TERM_\w+|TERM|COLUMNS|LINES|LANG|LANGUAGE|LC_\w+|RUST_BACKTRACE|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|DOTNET_NOLOGO|DOTNET_CLI_TELEMETRY_OPTOUT|npm_config_(?:loglevel|fund|audit|color))$/;

let byName: { exact: ReadonlyMap<string, Kind>; patterns: readonly [RegExp, Kind][] } | undefined;

function kindsByName(): NonNullable<typeof byName> {
  const exact = new Map<string, Kind>();
  const patterns: [RegExp, Kind][] = [];
  for (const kind of kinds())
    for (const name of kind.names.split(' ')) {
      if (name.includes('*')) patterns.push([new RegExp(`^${name.replaceAll('*', '.*')}$`), kind]);
      else exact.set(name, kind);
    }
  return { exact, patterns };
}

/** Functions that systems hand to every shell. */
const OF_SYSTEMS = /^BASH_FUNC_(?:which|module|ml|scl|switchml|_module_raw)(?:%%|\(\))$/;

function kindOf(name: string): Kind | undefined {
  if (OF_SYSTEMS.test(name)) return undefined;
  // npm asks for its own in any case of letters.
  const known = /^npm_config_/i.test(name) ? name.toLowerCase() : name;
  byName ??= kindsByName();
  return byName.exact.get(known) ?? byName.patterns.find(([pattern]) => pattern.test(known))?.[1];
}

/** Tells whether a value changes nothing of what runs. What is not known may be anything. */
function changesNothing(value: string | undefined, { harmless }: Kind): boolean {
  const words = value?.split(/\s+/).filter((word) => word !== '');
  return words?.every((word) => harmless?.test(word) ?? false) ?? false;
}

/** Tells whether a variable is one that may change what runs, and this value of it does not. */
export function isHarmless(name: string, value: string | undefined): boolean {
  const kind = kindOf(name);
  return kind === undefined ? LOOKS.test(name) : changesNothing(value, kind);
}

/** Returns the variables of an environment that change what the programs run which get it. */
export function changingVariables(environment: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(environment).filter((name) => {
    const kind = environment[name] === undefined ? undefined : kindOf(name);
    return kind !== undefined && !changesNothing(environment[name], kind);
  });
}

/**
 * Returns the first variable that a command line sets for its command and that may change what runs: any, but for those
 * of looks and those of which the value is known to change nothing.
 * @param inherited what the line begins with: setting a variable to the value that it has changes nothing
 */
export function setVariable(
  environment: Readonly<Record<string, string | undefined>>,
  inherited: Readonly<Record<string, string | undefined>>,
): string | undefined {
  return Object.keys(environment).find((name) => {
    const value = environment[name];
    return !isHarmless(name, value) && (value === undefined || value !== inherited[name]);
  });
}
