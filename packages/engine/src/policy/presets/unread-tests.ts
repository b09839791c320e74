import { type FileView, isWithin } from '@flow/core';

/** A command as `suites` of the configuration names it. */
export interface NamedTests {
  /** Folder relative to the repository's root, `.` for the root. */
  root: string;
  /** Command that a person types there; its exit code is all that is known of it. */
  command: string;
  /** As far as can be read, it runs other tests than the runners that are known around it. */
  isOther?: true;
}

interface Way {
  /** Path of a file relative to the folder. */
  file: RegExp;
  /** Text that the file has to hold. */
  holds?: RegExp;
  /** `$0` is the file, `$1` the first group of its pattern. */
  command: string;
  /** A script of the project that starts its command where it is there, as it brings its own version of the tool. */
  wrapper?: { file: string; command: string };
}

/** Returns a rule of a makefile for a target, which may stand among others. */
function target(name: string): RegExp {
  return new RegExp(`^(?:[\\w./-]+ +)*${name}(?: +[\\w./-]+)*[ \\t]*::?(?!=)`, 'm');
}

/** Returns a pattern of the words by which a file of JavaScript asks for a package or a part of it. */
function asks(name: string): RegExp {
  return new RegExp(`(?:\\bfrom|\\bimport|\\brequire\\s*\\()\\s*['"]${name}(?:/[^'"]*)?['"]`);
}

/** Minitest has no program that every version brings. */
const MINITEST = `ruby -Ilib -Itest -e 'Dir["./test/**/{*_test,test_*}.rb"].each { require _1 }'`;

/** Files that pytest takes for tests, at the top of a folder or below a folder of tests. */
const PYTHON_TESTS = /^(?:tests?\/(?:.+\/)?)?(?:test_[^/]+|[^/]+_test)\.py$/;

/** Programs that start whatever a project calls its tests: they stand beside a runner that is known, and start it. */
const STARTERS: readonly Way[] = [
  { file: /^(?:GNU)?[Mm]akefile$/, holds: target('test'), command: 'make test' },
  { file: /^(?:GNU)?[Mm]akefile$/, holds: target('check'), command: 'make check' },
  {
    file: /^Makefile\.am$/,
    holds: /^(?:TESTS[ \t]*\+?=|check(?:_\w+[ \t]*\+?=|-local:|[ \t]*:(?!=)))/m,
    command: 'autoreconf -i && ./configure && make check',
    wrapper: { file: 'configure', command: './configure && make check' },
  },
  { file: /^\.?[Jj]ustfile$/, holds: /^@?test\b[^\n=]*:(?!=)/m, command: 'just test' },
  { file: /^[Tt]askfile(?:\.dist)?\.ya?ml$/, holds: /^ {2}['"]?test['"]?:/m, command: 'task test' },
  { file: /^tox\.(?:ini|toml)$/, holds: /^\s*\[?tox\b|^env_list\b/m, command: 'tox' },
  { file: /^(?:setup\.cfg|pyproject\.toml)$/, holds: /^\[(?:tox:tox|tool\.tox)\b/m, command: 'tox' },
  { file: /^noxfile\.py$/, command: 'nox' },
  { file: /^hatch\.toml$/, command: 'hatch test' },
  { file: /^pyproject\.toml$/, holds: /^\[tool\.hatch\.envs\b/m, command: 'hatch test' },
  { file: /^composer\.json$/, holds: /"scripts"[^}]*"test"\s*:/, command: 'composer test' },
];

/**
 * `WAYS` lists how a project can be tested: the project's own word first, then the tools. A command that only runs what was
 * built builds it before.
 */
const WAYS: readonly Way[] = [
  ...STARTERS,
  { file: /^deno\.jsonc?$/, holds: /"tasks"[^}]*"test"\s*:/, command: 'deno task test' },
  { file: /^deno\.(?:jsonc?|lock)$/, command: 'deno test' },
  { file: /^bunfig\.toml$/, holds: /^\[test[\].]/m, command: 'bun test' },
  { file: /^ava\.config\.[cm]?[jt]s$/, command: 'npx ava' },
  { file: /^package\.json$/, holds: /"ava"\s*:/, command: 'npx ava' },
  { file: /^(tests?)\/(?:.+\/)?[^/]+\.[cm]?js$/, holds: asks('tape'), command: "npx tape '$1/**/*.{js,cjs,mjs}'" },
  { file: /^(tests?)\/(?:.+\/)?[^/]+\.[cm]?js$/, holds: asks('uvu'), command: 'npx uvu $1' },
  { file: /^spec\/support\/jasmine\.(?:[cm]?js|json)$/, command: 'npx jasmine' },
  { file: /^angular\.json$/, holds: /"test"\s*:/, command: 'npx ng test --watch=false' },
  { file: /^karma\.conf\.[cm]?[jt]s$/, command: 'npx karma start --single-run' },
  { file: /^testem\.(?:json|ya?ml|[cm]?js)$/, command: 'npx testem ci' },
  { file: /^package\.json$/, holds: /"@cucumber\/cucumber"\s*:/, command: 'npx cucumber-js' },
  { file: /^playwright\.config\.[cm]?[jt]s$/, command: 'npx playwright test' },
  { file: /^cypress\.config\.[cm]?[jt]s$/, command: 'npx cypress run' },
  { file: /^artisan$/, holds: /Laravel|Illuminate|bootstrap\/app/, command: 'php artisan test' },
  { file: /^composer\.json$/, holds: /"pestphp\/pest"/, command: 'vendor/bin/pest' },
  { file: /^phpunit\.(?:dist\.)?xml(?:\.dist)?$/, command: 'vendor/bin/phpunit' },
  { file: /^composer\.json$/, holds: /"phpunit\/phpunit"/, command: 'vendor/bin/phpunit tests' },
  { file: /^mix\.exs$/, command: 'mix test' },
  { file: /^gradlew$/, command: './gradlew test' },
  { file: /^(?:build|settings)\.gradle(?:\.kts)?$/, command: 'gradle test' },
  { file: /^build\.sbt$/, command: 'sbt test', wrapper: { file: 'sbt', command: './sbt test' } },
  { file: /^bin\/rails$/, command: 'bin/rails test' },
  {
    file: /^Rakefile$/,
    holds: /TestTask|^\s*task\(?\s*:?["']?test\b/m,
    command: 'rake test',
    wrapper: { file: 'Gemfile', command: 'bundle exec rake test' },
  },
  { file: /^test\/(?:.+\/)?(?:test_[^/]+|[^/]+_test)\.rb$/, command: MINITEST },
  { file: /^Gemfile$/, holds: /^\s*gem\b[^#\n]*\bcucumber\b/m, command: 'bundle exec cucumber' },
  { file: /^(?:\.?behave(?:\.ini|rc)|features\/steps\/(?:.+\/)?[^/]+\.py)$/, command: 'behave' },
  { file: /^(?:MODULE\.bazel|WORKSPACE(?:\.bazel)?)$/, command: 'bazel test //...' },
  { file: /^[^/]+\.(?:sln|slnx|csproj|fsproj|vbproj)$/, command: 'dotnet test' },
  { file: /^Package\.swift$/, command: 'swift test' },
  { file: /^pubspec\.yaml$/, holds: /^\s+flutter:/m, command: 'flutter test' },
  { file: /^pubspec\.yaml$/, command: 'dart test' },
  { file: /^dune-project$/, command: 'dune test' },
  { file: /^stack\.yaml$/, command: 'stack test' },
  { file: /^[^/]+\.cabal$/, command: 'cabal test' },
  { file: /^project\.clj$/, command: 'lein test' },
  { file: /^build\.zig$/, command: 'zig build test' },
  { file: /^meson\.build$/, holds: /\btest\s*\(/, command: 'meson test -C build' },
  {
    file: /^CMakeLists\.txt$/,
    holds: /^\s*(?:enable_testing|include\s*\(\s*CTest)\b/im,
    command: 'cmake -B build && cmake --build build && ctest --test-dir build',
  },
  // Python where no file says that a project is there: a preset finds one by such a file.
  { file: /^(?:tests?\/(?:.+\/)?)?conftest\.py$/, command: 'python3 -m pytest' },
  { file: PYTHON_TESTS, holds: /^[ \t]*(?:import|from)[ \t]+pytest\b/m, command: 'python3 -m pytest' },
  {
    file: /^(tests?)\/(?:.+\/)?test[^/]*\.py$/,
    holds: /\b\w*TestCase\b/,
    command: 'python3 -m unittest discover -s $1',
  },
  { file: /^test[^/]*\.py$/, holds: /\b\w*TestCase\b/, command: 'python3 -m unittest' },
  { file: PYTHON_TESTS, holds: /^(?:async[ \t]+)?def[ \t]+test/m, command: 'python3 -m pytest' },
  { file: /^\.busted$/, command: 'busted' },
  { file: /^spec\/(?:.+\/)?[^/]+_spec\.lua$/, command: 'busted' },
  { file: /^t\/.+\.t$/, command: 'prove -lr t' },
  { file: /^(tests?|spec)\/(?:.+\/)?[^/]+\.bats$/, command: 'bats -r $1' },
  { file: /^(?:run[-_])?tests?\.sh$/, holds: /^#!.*\bbash\b/, command: 'bash $0' },
  { file: /^(?:run[-_])?tests?\.sh$/, command: 'sh $0' },
];

/** `PROPOSED` lists every command that may be proposed, with `$0` for a file and `$1` for a part of its name. */
export const PROPOSED: readonly string[] = [
  ...new Set(WAYS.flatMap(({ command, wrapper }) => (wrapper ? [command, wrapper.command] : [command]))),
];

/**
 * Finds tests that no preset reads, so that only a person can have a push ask for them: by the files of tools, at the root
 * where nothing else is known, else in its other folders.
 * @param known folders that have a stack with tests of its own
 */
export function unreadTests(view: FileView, known: readonly string[]): NamedTests[] {
  if (known.includes('.')) return [];
  const ofRoot = known.length === 0 ? commandAt('.', view, WAYS) : null;
  if (ofRoot !== null) return [{ root: '.', command: ofRoot }];
  const folders = new Set(view.paths.flatMap((path) => /^[^/]+(?=\/)/.exec(path) ?? []));
  const packages = new Set(view.paths.flatMap((path) => PACKAGES.exec(path) ?? []));
  const isFree = (folder: string) => !known.some((root) => isWithin(root, folder));
  const namedAt = (root: string): NamedTests[] => {
    const command = isFree(root) ? commandAt(root, view, WAYS) : null;
    return command === null ? [] : [{ root, command }];
  };
  const found = [...folders].flatMap(namedAt);
  const isInner = (folder: string) => !found.some((outer) => isWithin(folder, outer.root));
  return [...found, ...[...packages].filter(isInner).flatMap(namedAt)];
}

/** A package in a folder that holds nothing but packages: some of these may be known, and others not. */
const PACKAGES = /^(?:packages|pkgs?|libs?|apps|services|modules|projects|components|plugins)\/[^/]+(?=\/)/;

/**
 * Tells whether the makefile of a folder makes its tests of others than those that are called so, as far as its rule and those that
 * the rule needs say it: a script may start anything.
 */
export function isMadeOfOthers({ root, command }: NamedTests, calls: readonly RegExp[], view: FileView): boolean {
  const [, name] = /\bmake (test|check)$/.exec(command) ?? [];
  if (name === undefined) return false;
  const front = root === '.' ? '' : `${root}/`;
  const text = ['GNUmakefile', 'makefile', 'Makefile', 'Makefile.am']
    .map((file) => view.read(front + file) ?? '')
    .join('\n');
  const rules = rulesOf(text, name);
  const needed = rules.flatMap(({ needs }) => needs).flatMap((one) => rulesOf(text, one));
  const own = rules.map(({ recipe }) => recipe).join('\n');
  const all = [own, ...needed.map(({ recipe }) => recipe)].join('\n');
  return /\S/.test(own) && ![...calls, SCRIPT].some((call) => call.test(all));
}

/** A program of the project's own, or one that starts whatever a project calls its tests. */
const SCRIPT =
  /(?:^|[\s@;&|])(?:\.{0,2}\/?[\w./-]+\.(?:sh|py|pl|rb|js)|\.{1,2}\/\S+|(?:npm|pnpm|yarn|bun|tox|nox|docker|just|task)\b)/m;

interface Rule {
  needs: string[];
  recipe: string;
}

function rulesOf(text: string, name: string): Rule[] {
  const head = new RegExp(
    `^(?:[\\w./-]+ +)*${name.replace(/[^\w-]/g, '\\$&')}(?: +[\\w./-]+)*[ \\t]*::?(?!=)([^\\n]*)\\n((?:\\t[^\\n]*\\n|(?:if|else|endif)[^\\n]*\\n)*)`,
    'gm',
  );
  return [...`${text}\n`.matchAll(head)].map(([, needs = '', recipe = '']) => ({
    needs: needs.split('#')[0]!.match(/[\w./-]+/g) ?? [],
    recipe,
  }));
}

/**
 * Command that the project itself calls its tests, at a folder whose tests are known: the command may do more than the
 * runner alone.
 */
export function testsByName(view: FileView, root: string): NamedTests | null {
  const command = commandAt(root, view, STARTERS);
  return command === null ? null : { root, command };
}

function commandAt(root: string, view: FileView, ways: readonly Way[]): string | null {
  const front = root === '.' ? '' : `${root}/`;
  const inside = view.paths.filter((path) => path.startsWith(front)).map((path) => path.slice(front.length));
  for (const { file, holds, command, wrapper } of ways) {
    const path = inside.find((name) => file.test(name) && (!holds || holds.test(view.read(front + name) ?? '')));
    if (path === undefined) continue;
    if (wrapper && inside.includes(wrapper.file)) return wrapper.command;
    return command.replace(/\$([01])/, (_, group: string) => file.exec(path)?.[Number(group)] ?? '');
  }
  return null;
}
