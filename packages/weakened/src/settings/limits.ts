import { type Finding, type Kind, shown } from '../finding.js';
import type { Entry } from './entries.js';

/** Values of a file of settings. */
export interface Settings {
  path: string;
  entries: readonly Entry[];
}

const last = (keys: readonly string[]): string => keys.filter((key) => key !== '[]').at(-1) ?? '';
const joined = (keys: readonly string[]): string => keys.filter((key) => key !== '[]').join('.');

/** Values that are as strong as they are high. */
const FLOOR =
  /(?:threshold|coverage|nyc|c8|\bglobal|vitest|jest).*\.(?:branches|functions|lines|statements)$|^(?:branches|functions|lines|statements)$|fail_?-?under$|failUnder$|min(?:imum)?_?-?coverage$|(?:^|\.)minimum$|(?:status|coverage)\..*\.target$|^coverage\.target|thresholds\.(?:break|high|low)$|lineRate|branchRate|haltOnFailure\.|limits?\..*minimum$|threshold\.(?:file|package|total)$|score$/i;
/** Values that are as strong as they are low. */
const CEILING =
  /max-?_?warnings?$|max-?_?lines|complexity|max-?_?depth|max-?_?params|max-?_?statements|line-?_?length$|max-?_?line|\.Max$|-threshold$|status\..*threshold$|tolerance$|maxDiffPixel\w*$|max-?_?args|max-?_?locals|max-?_?branches|max-?_?returns|max-?_?issues|max-?_?duplic|allowed_?-?failures|cyclop|funlen|nestif|toHaveScreenshot.*threshold$|maxAllowedViolations$|^max$|\.max$/i;
const PATIENCE =
  /time_?-?out(?:-minutes|Seconds|InSeconds|Millis)?$|retries$|reruns$|testTimeout$|hookTimeout$|\bretry(?:\.max)?$|slow-?timeout|max_?attempts$|slowTestThreshold$|rerunFailingTestsCount$|forkedProcessTimeoutInSeconds$|flaky_?retr/i;
const STRICT =
  /(?:^|\.)(?:strict\w*|noImplicit\w*|noUnused\w*|noUnchecked\w*|noFallthrough\w*|exactOptionalPropertyTypes|noPropertyAccess\w*|alwaysStrict|useUnknownInCatchVariables|disallow_\w+|warn_\w+|check_untyped_defs|no_implicit_\w+|strict_\w+|check-?_?[cC]overage|failOnViolation|failsOnError|failOnWarning|failOnError|failOnFlakyTests|haltOnFailure|xfail_strict|forbidOnly|forbid-only|checkLeaks|check-leaks|perFile|per-file|fail_ci_if_error|violationSeverity|consoleOutput|require_ci_to_pass|errorOnUnmatched|noEmitOnError|restoreMocks|bail_on|strictBuiltinIteratorReturn|noErrorTruncation|branch|failIfNoTests|failOnMissing\w*|collectCoverage|coverage\.enabled|typecheck\.enabled|coverage\.all|enforce|verify_partial_doubles|verify_doubled_constant_names|errorOnDeprecated|raise_on_warning)$/;
const LAX =
  /(?:^|\.)(?:skipLibCheck|ignore_errors|ignore_missing_imports|allow_untyped\w*|allow_any\w*|allow_failure|continue-on-error|ignore_outcome|passWithNoTests|testFailureIgnore|skipTests|skipITs|skip|maven\.test\.skip|ignoreFailures|allowOnly|dangerouslyIgnoreUnhandledErrors|emitWarning|allowUnreachableCode|allowUnusedLabels|suppressImplicitAnyIndexErrors|suppressExcessPropertyErrors|DisabledByDefault|informational|ignoreTestFailures|allow-no-tests|exit-zero|exit_zero|fullyIgnore|noErrorOnUnmatchedPattern|ignore-?errors|tests-dont-fail|allow_empty|quiet|continueOnError|allowFailure|implicit_reexport|ignoreDeprecations|updateSnapshots|isolatedModules_off|soft_fail|disable_error_code_all|tests\.skip|skipTestExecution)$/;
const STRICT_LIST =
  /(?:^|\.)(?:select|extend-select|extend_select|enable|extends|testMatch|testpaths|testRegex|collectCoverageFrom|filterwarnings|addopts|plugins|enable_error_code|projects|envlist|env_list|testDir|roots|required-linters|presets|load-plugins|include|source|module|rule|class|groups|spec|tests|files|exclude_newer_never|matrix_list|test_paths|python_files|package)$/;
const LAX_LIST =
  /(?:^|\.|-)(?:excludeSpecPattern|ignore|extend-ignore|extend_ignore|ignores|ignorePatterns|exclude|excludes|excluded|exclude-rules|exclude-dirs|exclude-files|skip-dirs|skip-files|omit|disable|disable_error_code|testPathIgnorePatterns|modulePathIgnorePatterns|coveragePathIgnorePatterns|exclude_lines|exclude_also|norecursedirs|Exclude|excludedGroups|excludeTags|testIgnore|ignore_paths|exclude_patterns|deselect|exclude-pattern|extend-exclude|per-file-ignores|per_file_ignores|excludedModules|excludedClasses|excludePackageNames|unfixable_never|ignore-patterns|suppressions|partial_branches|paths-ignore|ignore-words|testsToSkip|skip_tests|default-filter|exclude-functions)$|per-file-ignores|per_file_ignores|excludes?\.(?:exclude|rules)|exclude-rules|^exclude/;
const HARMLESS =
  /node_modules|(?:^|\/|\*)(?:dist|build|out|coverage|vendor|target|generated|\.venv|venv|\.git|\.tox|third_party|\.next|__pycache__|\.cache|tmp)(?:$|\/|\*)|_pb2|\.pb\.|\.gen\.|\.generated\.|\.d\.ts/;
const RULE = /(?:^|\.)(?:rules|lints)(?:\.|$)/;
const SEVERITY: Readonly<Record<string, number>> = {
  off: 0,
  '0': 0,
  allow: 0,
  false: 0,
  ignore: 0,
  none: 0,
  warn: 1,
  '1': 1,
  warning: 1,
  info: 1,
  on: 2,
  error: 2,
  '2': 2,
  deny: 2,
  forbid: 2,
};

/** Files that no test depends on. */
const DOCUMENTS =
  /\.(?:md|mdx|rst|txt|adoc|png|svg)$|^docs?\/|^\.?\/?(?:LICENSE|CHANGELOG|README|CODEOWNERS)|^\.(?:gitignore|github\/(?:ISSUE|CODEOWNERS))|^website\//;

/** Names of tools whose settings are lists of what is looked at or left out; elsewhere such lists mean other things. */
const TESTING =
  /codecov|jest|vitest|mocha|nyc|c8|ava|pytest|coverage|eslint|ruff|flake8|pylint|mypy|golangci|linters|issues|rubocop|tool\.|compilerOptions|tox|rules|lint|test|report|run|build\.plugins|surefire|failsafe|jacoco|checkstyle|pmd|spotbugs|stryker|biome|playwright|cypress|karma|clippy|pyright|^\[\]|^$|nextest|profile|pre-commit|tsconfig|\.\w+ignore$/i;

const numberIn = (value: string): number | undefined => {
  const found = /-?\d[\d_]*(?:\.\d+)?/.exec(value);
  return found ? Number(found[0].replaceAll('_', '')) : undefined;
};
/** Returns a time or count; products are worked out, units are told apart. */
const patienceIn = (value: string): number | undefined => {
  const numbers = [...value.matchAll(/\d[\d_]*(?:\.\d+)?/g)].map(([found]) => Number(found.replaceAll('_', '')));
  if (numbers.length === 0 || /[?&|]/.test(value)) return value.includes('?') ? Math.max(...numbers, 0) : undefined;
  const product = /\*/.test(value) ? numbers.reduce((one, other) => one * other, 1) : numbers[0]!;
  return (
    product *
    (/\d\s*m(?:in)?\b/.test(value)
      ? 60_000
      : /\d\s*s(?:ec)?\b/.test(value)
        ? 1000
        : /\d\s*h\b/.test(value)
          ? 3_600_000
          : 1)
  );
};
const isYes = (value: string | undefined) =>
  /^(?:true|yes|on|1)$/i.test(value ?? '') || (value !== undefined && /^!!process\.env|^process\.env/.test(value));
const isNo = (value: string | undefined) => /^(?:false|no|off|0)$/i.test(value ?? '');

/** Tells limits of coverage, linters and types that were lowered. */
export function compareLimits(before: readonly Settings[], after: readonly Settings[]): Finding[] {
  const everywhere = after.flatMap(({ entries }) => entries);
  return before.flatMap((file) => {
    const later = after.find(({ path }) => path === file.path);
    const isGone = later === undefined;
    const found: Finding[] = [];
    const tell = (kind: Kind, keys: readonly string[], was: string | undefined, is: string | undefined) =>
      found.push({
        kind,
        path: file.path,
        line: 1,
        before: was === undefined ? '' : shown(`${joined(keys)}: ${was}`),
        after: is === undefined ? '' : shown(`${joined(keys)}: ${is}`),
      });
    const isOf = (keys: readonly string[]) =>
      !/(?:^|\/)package\.json$/.test(file.path) ||
      /^(?:jest|nyc|c8|mocha|ava|eslintConfig|vitest|tap|stryker|lint-staged|xo|stylelint|config|standard|coverage)/.test(
        keys[0] ?? '',
      );
    const [was, is] = [
      groups(file.entries.filter(({ keys }) => isOf(keys))),
      groups((later?.entries ?? []).filter(({ keys }) => isOf(keys))),
    ];
    const known = new Set(
      before.flatMap(({ entries }) => entries).map((entry) => JSON.stringify([entry.keys, entry.value])),
    );
    const fresh = new Set(
      everywhere.filter((entry) => !known.has(JSON.stringify([entry.keys, entry.value]))).map(({ value }) => value),
    );
    const isMoved = (value: string) => fresh.has(value) || isWithinOther(value, fresh, everywhere);
    const movedTo = (key: string) => {
      const name = key.replace(/^.*\./, '');
      const named = everywhere.filter(({ keys }) => last(keys) === name);
      // Of several of that name, the one that stands below the same names is meant.
      const shared = ({ keys }: Entry) => {
        const [one, other] = [key.split('.').reverse(), joined(keys).split('.').reverse()];
        const differs = one.findIndex((part, index) => part !== other[index]);
        return differs < 0 ? one.length : differs;
      };
      const most = Math.max(0, ...named.map(shared));
      return named.filter((entry) => shared(entry) === most).map(({ value }) => value);
    };
    for (const [key, earlier] of was) {
      const keys = earlier[0]!.keys;
      const values = earlier.map(({ value }) => value);
      let present = is.get(key)?.map(({ value }) => value);
      const isList = earlier.some(({ keys: own }) => own.at(-1) === '[]');
      if (present === undefined && (isGone || !isList)) {
        const moved = movedTo(key);
        if (moved.length > 0) present = moved;
      }
      compareValues(key, keys, values, present, isGone, { tell, isList, isMoved, file: file.path });
    }
    for (const [key, later] of is) {
      if (was.has(key)) continue;
      const values = later.map(({ value }) => value);
      const keys = later[0]!.keys;
      const known = before
        .flatMap(({ entries }) => entries)
        .filter(({ keys: own }) => last(own) === last(keys) || (LAX_LIST.test(key) && LAX_LIST.test(joined(own))))
        // `E203, W503` is two values.
        .flatMap(({ value }) => [value, ...value.split(/[\s,]+/)]);
      compareAdded(key, keys, values, known, { tell, isList: keys.at(-1) === '[]', file: file.path });
    }
    return found;
  });
}

/** Linters that are a part of another one since golangci-lint 2. */
const WITHIN: Readonly<Record<string, string>> = { gosimple: 'staticcheck', stylecheck: 'staticcheck' };

const isWithinOther = (value: string, fresh: ReadonlySet<string>, everywhere: readonly Entry[]): boolean =>
  Object.hasOwn(WITHIN, value) && fresh.has('2') && everywhere.some((entry) => entry.value === WITHIN[value]);

function groups(entries: readonly Entry[]): Map<string, Entry[]> {
  const found = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = joined(entry.keys);
    const known = found.get(key);
    if (known) known.push(entry);
    else found.set(key, [entry]);
  }
  return found;
}

interface How {
  tell: (kind: Kind, keys: readonly string[], was: string | undefined, is: string | undefined) => unknown;
  isList: boolean;
  /** True for an element that stands in another list now. */
  isMoved?: (value: string) => boolean;
  file: string;
}

const isCi = (path: string) =>
  /\.github\/|\.gitlab-ci|\.circleci|\.travis|azure-pipelines|bitbucket|\.drone|appveyor|\.buildkite|\.woodpecker|cirrus/.test(
    path,
  );

function compareValues(
  key: string,
  keys: readonly string[],
  was: readonly string[],
  is: readonly string[] | undefined,
  isGone: boolean,
  { tell, isList, isMoved = () => false, file }: How,
): unknown {
  const [one, other] = [was[0]!, is?.[0]];
  const special = lessInPlaces(key, was, is, file, isMoved);
  if (special) return tell(special, keys, was.join(' '), is?.join(' '));
  if (RULE.test(key) && !isCi(file) && !/minimum$/i.test(key)) {
    const [from, to] = [SEVERITY[one], other === undefined ? undefined : SEVERITY[other]];
    if (
      from !== undefined &&
      from > 0 &&
      (to === undefined ? other === undefined && !isGone && one !== 'off' : to < from)
    )
      return tell('limit-lowered', keys, one, other);
    const numeric = was.map(numberIn).findLast((value) => value !== undefined);
    const later = is?.map(numberIn).findLast((value) => value !== undefined);
    if (
      from === undefined &&
      numeric !== undefined &&
      later !== undefined &&
      later > numeric &&
      !/min/i.test(last(keys))
    )
      return tell('limit-lowered', keys, one, other);
    // A part of the files for which the rule counts less now.
    const grades = (values: readonly string[]) =>
      values.flatMap((value) => (SEVERITY[value] === undefined ? [] : [SEVERITY[value]]));
    const fewer = (values: readonly string[], than: number) => grades(values).filter((grade) => grade < than).length;
    if (from !== undefined && is && is.length > was.length && fewer(is, from) > fewer(was, from))
      return tell('limit-lowered', keys, was.join(' '), is.join(' '));
    if (was.length > 1 && is && is.length > 1 && numeric !== undefined && later !== undefined && later > numeric)
      return tell('limit-lowered', keys, was.join(' '), is.join(' '));
    return undefined;
  }
  if (FLOOR.test(key)) {
    const [from, to] = [numberIn(one), other === undefined ? undefined : numberIn(other)];
    if (from !== undefined && (to === undefined ? other !== undefined || is === undefined : to < from))
      tell('limit-lowered', keys, one, other);
    return undefined;
  }
  if (PATIENCE.test(key)) {
    const [from, to] = [patienceIn(one), other === undefined ? undefined : patienceIn(other)];
    if (from !== undefined && to !== undefined && (to > from || (to === 0 && from > 0 && /time/i.test(key))))
      tell('patience-raised', keys, one, other);
    return undefined;
  }
  if (CEILING.test(key)) {
    const [from, to] = [numberIn(one), other === undefined ? undefined : numberIn(other)];
    if (from !== undefined && to !== undefined && to > from) tell('limit-lowered', keys, one, other);
    else if (from !== undefined && other === undefined && !isGone && /warnings?$/i.test(key))
      tell('limit-lowered', keys, one, undefined);
    return undefined;
  }
  if (/(?:^|\.)Enabled$/.test(key) && isYes(one) && isNo(other)) return tell('limit-lowered', keys, one, other);
  if (
    /severity$/i.test(key) &&
    other !== undefined &&
    (SEVERITY[one.toLowerCase()] ?? 0) > (SEVERITY[other.toLowerCase()] ?? 3)
  )
    return tell('limit-lowered', keys, one, other);
  if (STRICT.test(key) && isYes(one) && !isYes(other)) {
    if (!(isGone && other === undefined && !/coverage/i.test(key))) tell('limit-lowered', keys, one, other);
    return undefined;
  }
  if (LAX.test(key) && !isYes(one) && isYes(other))
    return tell(isCi(file) ? 'command-narrowed' : 'limit-lowered', keys, one, other);
  if (isCi(file)) return compareCi(key, keys, was, is, tell);
  if (key.endsWith('addopts') || isGone) return;
  if (!isList && was.length < 2 && !LAX_LIST.test(key) && !STRICT_LIST.test(key)) return;
  if (!TESTING.test(`${file} ${key}`)) return;
  const gone = was.filter((value) => !(is ?? []).includes(value) && !isMoved(value));
  const added = (is ?? []).filter((value) => !was.includes(value));
  if (LAX_LIST.test(key)) {
    const wide = added.filter(
      (value) => !HARMLESS.test(value) && !gone.some((old) => value.includes(old) && value.length > old.length),
    );
    if (wide.length > gone.length) tell('limit-lowered', keys, was.join(' '), is!.join(' '));
    return undefined;
  }
  if (!STRICT_LIST.test(key)) return;
  const isTests =
    /testMatch|testpaths|testRegex|testDir|roots|spec|tests|envlist|env_list|projects|python_files|include|files|groups|class|package|test_paths/.test(
      last(keys),
    );
  const narrower =
    added.some((value) => gone.some((old) => isWithin(value, old))) || added.some((value) => value.startsWith('!'));
  if ((gone.length > 0 && added.length === 0 && (is !== undefined || !isTests)) || narrower)
    tell(isTests ? 'command-narrowed' : 'limit-lowered', keys, was.join(' '), is?.join(' '));
}

/** Says how lists that are no lists of files or rules hold less: what each of them is, its tool says. */
function lessInPlaces(
  key: string,
  was: readonly string[],
  is: readonly string[] | undefined,
  file: string,
  isMoved: (value: string) => boolean,
): Kind | null {
  const gone = was.filter((value) => !(is ?? []).includes(value) && !isMoved(value));
  const added = (is ?? []).filter((value) => !was.includes(value));
  if (/rustflags$/.test(key) && gone.some((value) => /warnings|^-D|deny/.test(value))) return 'limit-lowered';
  if (
    /filterwarnings$/.test(key) &&
    gone.some((value) => /^error/.test(value)) &&
    !added.some((value) => /^error/.test(value))
  )
    return 'limit-lowered';
  // Where none of them is left, projects are made in another way.
  if (/(?:^|\.)projects\.name$/.test(key) && gone.length > added.length && gone.length < was.length)
    return 'command-narrowed';
  if (
    /pom\.xml$/.test(file) &&
    /goals\.goal$/.test(key) &&
    gone.some((value) => /^(?:check|verify|test|integration-test|report-aggregate)$/.test(value))
  )
    return 'command-narrowed';
  if (/pre-commit-config/.test(file) && /hooks\.id$/.test(key) && gone.some((value) => !isTakenOver(value, is ?? [])))
    return 'limit-lowered';
  if (
    /(?:^|\/)(?:turbo|nx)\.json$/.test(file) &&
    /dependsOn$/.test(key) &&
    added.length === 0 &&
    gone.some((value) => /test|lint|check|type/.test(value))
  )
    return 'command-narrowed';
  return null;
}

/** Hooks whose work another one does. */
const TAKES_OVER: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:flake8|isort|pyupgrade|pylint|pydocstyle|autoflake|bandit|pycln|black|yesqa)$/, /^ruff/],
  [/^(?:eslint|prettier|tslint|standard)$/, /^biome|^eslint|^oxlint/],
  [/^(?:mypy|pyright)$/, /^(?:mypy|pyright|basedpyright|ty)$/],
];

const CHECKING =
  /lint|flake8|ruff|mypy|pyright|test|isort|black|bandit|rubocop|clippy|fmt|format|prettier|vet|check|pylint|standard|tsc|shellcheck|biome/i;

const isTakenOver = (hook: string, others: readonly string[]): boolean =>
  !CHECKING.test(hook) ||
  TAKES_OVER.some(([left, right]) => left.test(hook) && others.some((other) => right.test(other))) ||
  others.some((other) => other.startsWith(hook) || (hook.startsWith(other) && other.length > 3));

/** True for a path or pattern that lies within another one. */
const isWithin = (value: string, whole: string): boolean => {
  const stem = (text: string) => text.replace(/\/?(?:\*\*?\/?)+(?:[^/]*)?$/, '').replace(/\/$/, '');
  return (
    stem(value) !== stem(whole) &&
    (value.startsWith(`${whole.replace(/\/$/, '')}/`) ||
      (/^\*\*/.test(whole) && value.split('/').length > whole.split('/').length) ||
      (stem(whole) !== '' && stem(value).startsWith(`${stem(whole)}/`)))
  );
};

function compareAdded(
  key: string,
  keys: readonly string[],
  is: readonly string[],
  known: readonly string[],
  { tell, isList, file }: How,
): unknown {
  const one = is[0]!;
  if (PATIENCE.test(key)) {
    const value = patienceIn(one);
    const isTries = /retr|rerun|attempt/i.test(key);
    if (
      value !== undefined &&
      value > 0 &&
      !known.includes(one) &&
      (isTries || (value > 5000 && /timeout/i.test(last(keys)) && !isCi(file)))
    )
      tell('patience-raised', keys, undefined, one);
    return undefined;
  }
  if (
    /(?:^|\/)Cargo\.toml$/.test(file) &&
    /^(?:(?:lib|bin|test|example|bench)\.(?:\[\]\.)?(?:test|doctest|harness)|package\.autotests)$/.test(key) &&
    isNo(one)
  ) {
    tell('command-narrowed', keys, undefined, one);
    return undefined;
  }
  // Pytest takes in what its own patterns name, and no more.
  if (/(?:^|\.)python_files$/.test(key) && !is.some((value) => /(?:^|\s)(?:test_\*|\*_test|\*)\.py/.test(value)))
    return tell('command-narrowed', keys, undefined, is.join(' '));
  if (LAX.test(key) && isYes(one) && !known.some(isYes))
    return tell(isCi(file) ? 'command-narrowed' : 'limit-lowered', keys, undefined, one);
  if (/(?:^|\.)Enabled$/.test(key) && isNo(one) && /rubocop/.test(file))
    return tell('limit-lowered', keys, undefined, one);
  if (RULE.test(key) && !isCi(file)) {
    if ((SEVERITY[one] === 0 || one === 'off') && !known.includes(one)) tell('limit-lowered', keys, undefined, one);
    return undefined;
  }
  if (
    STRICT.test(key) &&
    isNo(one) &&
    !known.some(isNo) &&
    /^(?:strict|noImplicit|disallow_|warn_|check_untyped|failOn|failsOn|noUnused|noUnchecked|fail_ci)/.test(last(keys))
  )
    return tell('limit-lowered', keys, undefined, one);
  if (isCi(file)) {
    const telling = is.filter((value) => !(/paths-ignore$/.test(key) && DOCUMENTS.test(value)));
    if (
      /paths-ignore$|\.on\..*paths$|matrix\.exclude|allow_failures/.test(key) &&
      telling.some((value) => /matrix\.exclude/.test(key) || !known.includes(value))
    )
      tell('command-narrowed', keys, undefined, is.join(' '));
    return undefined;
  }
  if (/minimum_?coverage|threshold/i.test(key) && FLOOR.test(key)) return;
  if (
    /(?:^|\.)(?:testNamePattern|grep|invert|excludedGroups|excludeTags|testPathPattern|testIgnore)$/.test(key) &&
    /jest|vitest|mocha|playwright|pom|cypress|ava/.test(file)
  )
    return tell('command-narrowed', keys, undefined, one);
  if (LAX_LIST.test(key) && TESTING.test(`${file} ${key}`) && isList !== undefined) {
    const isTypes = /(?:^|\/)tsconfig[^/]*\.json$/.test(file);
    const wide = is.filter(
      (value) =>
        !HARMLESS.test(value) &&
        !known.includes(value) &&
        !(isTypes && /test|spec|stor|config|mock|fixture/.test(value)),
    );
    if (wide.length > 0 && !/(?:^|\/)biome\.json$/.test(file)) tell('limit-lowered', keys, undefined, is.join(' '));
  }
}

function compareCi(
  key: string,
  keys: readonly string[],
  was: readonly string[],
  is: readonly string[] | undefined,
  tell: How['tell'],
): unknown {
  const gone = was.filter((value) => !(is ?? []).includes(value));
  const added = (is ?? []).filter((value) => !was.includes(value));
  if (/matrix\./.test(key) && !/exclude|include/.test(key) && is !== undefined && gone.length > 0 && added.length === 0)
    return tell('command-narrowed', keys, was.join(' '), is.join(' '));
  if (/matrix\.exclude|paths-ignore$|allow_failures/.test(key) && added.length > gone.length)
    return tell('command-narrowed', keys, was.join(' '), is!.join(' '));
  if (
    /^(?:on|true)$/.test(key) &&
    is !== undefined &&
    gone.some((event) => /^(?:push|pull_request|merge_group)$/.test(event)) &&
    added.length === 0
  )
    tell('command-narrowed', keys, was.join(' '), is.join(' '));
}
