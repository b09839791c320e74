import { type FileSet, type Finding, shown } from '../finding.js';
import { type Command, familyOf, gatherCommands, normal, questionOf, resolved, working } from './commands.js';
import { isCovered, isInside } from './globs.js';
import { lostReach } from './roots.js';

/** Flags by which fewer tests run, or their outcome counts less. */
const NARROWING =
  /^(?:-k|-m|--ignore(?:-glob)?|--deselect|-t|--testNamePattern|--testPathPatterns?|--testPathIgnorePatterns|--grep|-g|--fgrep|-f|--invert|--onlyChanged|-o|--changedSince|--changed|--related|--findRelatedTests|--lastCommit|-run|--run|-skip|--skip|-short|--short|--exclude|--lib|--bins?|--bin|--examples?|--test|-p|--package|-Dtest|-Dit\.test|-DskipTests|-DskipITs|-Dmaven\.test\.skip|--tests|--tag|--pattern|-P|-Dgroups|-DexcludedGroups|--exclude-pattern|--project|--filter|--last-failed|--lf|--selectProjects|--ignore-path|--ignore-pattern|--spec|--exclude-tag|--tags|-e|--env|--include|--testPathPattern|--dir|--pl|-pl|--exclude-task|--group)$/;
const LETTING =
  /^(?:--no-coverage|--no-cov|--passWithNoTests|--pass-with-no-tests|-u|--update|--updateSnapshot|--update-snapshots|--snapshot-update|--exit-zero|--no-error-on-unmatched-pattern|--quiet|--allow-no-tests|--issues-exit-code|--cap-lints|--no-strict|--no-strict-optional|--ignore-missing-imports|--no-fail|--no-error|--continue|--allow-dirty|-Dmaven\.test\.failure\.ignore|--fail-never|-fn|--exit-code|--force-default|--no-check-coverage|--new-from-rev|--new|--skipLibCheck|--noEmitOnError|--no-verify|--disable|--disable-warnings|--extend-ignore|--allow|-A|--ignore|--no-fail-on-empty|--dry-run|--collect-only|--listTests|--list|--no-run|-c|--todo|--no-warn|--ignore-failures|--fix-only|--skip-files|--exclude-dir|--fail-fast-off|-Wignore|--no-threshold)$/;
const STRICT =
  /^(?:-race|-D|-Dwarnings|-Werror|-W|--strict\S*|--max-warnings|--coverage|--cov|--cov-\S+|--all|--workspace|--all-features|--all-targets|--check|--check-coverage|--ci|--forbid-only|--fail\S*|--error-on-warnings|--runInBand-never|--include-ignored|--run-ignored|--doc|--branches|--lines|--functions|--statements|-cover|-coverprofile|-coverpkg|--error-exitcode|--no-allow|--enforce|--locked-never|-vet|--report-unused-disable-directives|--noEmit-never|--typecheck|--integration|--tests|--pedantic|-warnings-as-errors|--warnings-as-errors|--fatal-warnings)$/;
const CEILING = /^(?:--max-warnings|--max-line-length|--max-complexity|--tolerance)$/;
const FLOOR =
  /^(?:--cov-fail-under|--fail-under|--branches|--lines|--functions|--statements|--fail-under-lines|--minimum|--coverageThreshold)$/;
const PATIENT =
  /^(?:-timeout|--timeout|--testTimeout|--test-timeout|--retries|--retry|--reruns|--reruns-delay|--flaky|-count-never|--hookTimeout|-Dsurefire\.rerunFailingTestsCount|--rerun-fails|--flaky-retries)$/;
/** Flags whose value is a word of its own. */
const VALUED =
  /^(?:-k|-m|--ignore|--ignore-glob|--deselect|-t|--testNamePattern|--testPathPattern|--testPathPatterns|--testPathIgnorePatterns|--grep|-g|--fgrep|-run|-skip|--skip|--exclude|-p|--package|--tests|--tag|--pattern|-P|--project|--filter|--max-warnings|--timeout|-timeout|--retries|--reruns|-n|--config|-c|--reporter|-o|--output|--format|-f|-r|--require|--maxfail|-D|-W|-A|--cov-fail-under|--branches|--lines|--functions|--statements|--env|-e|-pl|--tb|-coverprofile|--ext|--cov-report|-x|-j|--jobs|--features|--spec|--dir|--selectProjects|--testTimeout|-count|-parallel|--maxWorkers|-w|--retry)$/;

interface Shape {
  flags: Map<string, string>;
  places: string[];
}

/** Reads a command's flags with their values, and the words that name what it is run on. */
function shapeOf(words: readonly string[], family: string): Shape {
  const flags = new Map<string, string>();
  const places: string[] = [];
  const rest = working(words).slice(family.split(' ').length > 1 && !/^(?:script|make|shell)/.test(family) ? 2 : 1);
  for (let index = 0; index < rest.length; index++) {
    const word = rest[index]!;
    if (/^-/.test(word) && word !== '--' && word !== '-') {
      const [name, ...value] = word.split('=');
      const next = rest[index + 1];
      const isValued =
        value.length === 0 &&
        VALUED.test(name!) &&
        next !== undefined &&
        (!/^-/.test(next) || /^(?:-k|-m|-t)$/.test(name!));
      const isBoolean =
        (name === '-c' && /jest|go test/.test(family)) ||
        (name === '-f' && family === 'tsc') ||
        (name === '-e' && family === 'mvn') ||
        (name === '-x' && family === 'pytest') ||
        (name === '-p' && family === 'tsc');
      if (isValued && !isBoolean) index++;
      const key =
        name === '-p' && family === 'pytest'
          ? '-p-plugin'
          : name === '-x' && family === 'gradle'
            ? '--exclude'
            : name === '-t' && family === 'tox'
              ? '-t-x'
              : isBoolean
                ? `${name}-${family}`
                : name!;
      const given = value.length > 0 ? value.join('=') : isValued && !isBoolean ? next! : '';
      flags.set(key, flags.has(key) ? `${flags.get(key)} ${given}` : given);
    } else if (word !== '--' && !/^(?:[<>]|2>|1>|>>|\$\()/.test(word)) places.push(word);
  }
  return { flags, places };
}

const number = (value: string) => {
  const found = /\d+(?:\.\d+)?/.exec(value);
  if (!found) return undefined;
  return Number(found[0]) * (/\dm\b/.test(value) ? 60 : /\dh\b/.test(value) ? 3600 : 1);
};

const isAll = (place: string) => /^(?:\.|\.\/|\.\/\.\.\.|\.\.\.|\*\*?|src|--)$/.test(place);

/** Says how a command does less than before; null where it does not. */
function lessOf(
  before: Command,
  after: Command,
  family: string,
): 'command-narrowed' | 'limit-lowered' | 'patience-raised' | null {
  const was = shapeOf(before.words, family);
  const is = shapeOf(after.words, family);
  if (after.tolerated && !before.tolerated) return 'command-narrowed';
  for (const [name, value] of is.flags) {
    if (/^\$\{/.test(value)) continue;
    const old = was.flags.get(name);
    if (PATIENT.test(name)) {
      const [from, to] = [old === undefined ? undefined : number(old), number(value)];
      if (
        to !== undefined &&
        (from === undefined
          ? /retr|rerun|flaky/i.test(name) && to > 0
          : to > from || (to === 0 && from > 0 && /timeout/i.test(name)))
      )
        return 'patience-raised';
    }
    if (CEILING.test(name) && old !== undefined && (number(value) ?? 0) > (number(old) ?? 0)) return 'limit-lowered';
    if (FLOOR.test(name) && old !== undefined && (number(value) ?? 0) < (number(old) ?? 0)) return 'limit-lowered';
    if (old === undefined && NARROWING.test(name) && !(name === '--include' && /nyc|c8/.test(family)))
      return 'command-narrowed';
    if (
      old === undefined &&
      LETTING.test(name) &&
      !(name === '-c' || (name === '-A' && !/cargo/.test(family)) || (name === '--continue' && family === 'gradle'))
    )
      return 'command-narrowed';
    if (
      old !== undefined &&
      old !== value &&
      NARROWING.test(name) &&
      (value.length > old.length || !value.includes(old))
    ) {
      // `-m "not slow"` that grew, or another selection: fewer or others run.
      if (!old.includes(value)) return 'command-narrowed';
    }
  }
  // What a variable stands for is not in sight.
  if (after.words.some((word) => word.includes('$')) && !before.words.some((word) => word.includes('$'))) return null;
  for (const [name, value] of was.flags) {
    if (!is.flags.has(name) && STRICT.test(name) && !(name === '-W' && /ignore/.test(value)))
      return FLOOR.test(name) || CEILING.test(name) ? 'limit-lowered' : 'command-narrowed';
    if (is.flags.has(name) && name === '-D' && is.flags.get(name) !== value) return 'limit-lowered';
    if (is.flags.has(name) && name === '--all-features') continue;
  }
  // A script of the project's own is given its limit.
  if (/^shell .*cover/.test(family)) {
    const [floor, other] = [was, is].map(({ places }) => Number(places.at(-1)));
    if (floor! > 0 && other! < floor!) return 'limit-lowered';
  }
  if (/^(?:mvn|gradle|rake|tox|make|script|just|turbo)/.test(family))
    return goalsLost(was.places, is.places, family) ? 'command-narrowed' : null;
  const [wide, narrow] = [was.places.filter((place) => !isAll(place)), is.places.filter((place) => !isAll(place))];
  if (narrow.length > 0 && wide.length === 0) return /^(?:nyc|c8|coverage)/.test(family) ? null : 'command-narrowed';
  const lost = wide.filter((place) => !narrow.some((one) => isCovered(place, one)));
  const isNarrower = narrow.some((one) => lost.some((place) => isInside(one, place)));
  const added = narrow.filter((place) => !wide.includes(place));
  if (lost.length > 0 && narrow.length > 0 && (added.length === 0 || isNarrower)) return 'command-narrowed';
  return null;
}

const GOALS = /^(?:clean|compile|package|deploy|assemble|classes|jar|site|install|validate|initialize|[\w-]+:[\w:-]+)$/;
const PROVING = ['check', 'verify', 'install', 'build', 'deploy', 'integration-test', 'test', 'package'];

function goalsLost(was: readonly string[], is: readonly string[], family: string): boolean {
  if (!/^(?:mvn|gradle)/.test(family))
    return (
      was.some((goal) => /test|lint|spec|check|rubocop|^default/.test(goal) && !is.includes(goal)) &&
      is.every((goal) => was.includes(goal))
    );
  const best = (goals: readonly string[]) =>
    Math.min(...goals.map((goal) => PROVING.indexOf(goal.replace(/^.*:/, ''))).map((at) => (at < 0 ? 99 : at)), 99);
  const strongest = (goals: readonly string[]) =>
    (family === 'mvn'
      ? { check: 9, verify: 0, install: 0, deploy: 0, 'integration-test': 1, package: 2, test: 2, build: 9 }
      : { check: 0, build: 0, test: 2, verify: 9, install: 9, deploy: 9, package: 9, 'integration-test': 9 })[
      PROVING[best(goals)] ?? ''
    ] ?? 9;
  if (is.some((goal) => GOALS.test(goal)) && best(is) === 99 && best(was) < 99) return true;
  return strongest(is) > strongest(was);
}

const isCi = (path: string) =>
  /(?:^|\/)\.(?:github|circleci|buildkite)\/|gitlab-ci|travis|azure-pipelines|bitbucket-pipelines|Jenkinsfile|appveyor|\.drone|cirrus/.test(
    path,
  );

/** Tells commands of tests and checks that run less, or whose failure no longer counts. */
export function compareCommands(before: FileSet, after: FileSet): Finding[] {
  const changed = (path: string) => before[path] !== after[path];
  if (!Object.keys({ ...before, ...after }).some(changed)) return [];
  const [rawBefore, raw] = [gatherCommands(before), gatherCommands(after)];
  const [was, is] = [resolved(rawBefore), resolved(raw)];
  const found: Finding[] = [];
  const seen = new Set<string>();
  for (const command of was) {
    const family = familyOf(command.words);
    const id = `${command.path} ${normal(command)}`;
    if (
      family === null ||
      seen.has(id) ||
      (!changed(command.path) &&
        after[command.path] !== undefined &&
        is.some(
          (one) => one.path === command.path && normal(one) === normal(command) && one.tolerated === command.tolerated,
        ))
    )
      continue;
    seen.add(id);
    const tell = (kind: Finding['kind'], other: Command | undefined) =>
      found.push({
        kind,
        path: other?.path ?? command.path,
        line: 1,
        before: shown(command.text),
        after: shown(
          other
            ? `${other.condition && other.condition !== command.condition ? `if ${other.condition}: ` : ''}${other.text}${other.tolerated ? ' || true' : ''}`
            : '',
        ),
      });
    const own = was.filter((one) => one.path === command.path && normal(one) === normal(command));
    // What CI no longer runs may still stand in a script.
    const inForce = isCi(command.path) && Object.keys(after).some(isCi) ? is.filter(({ path }) => isCi(path)) : is;
    const same = inForce.filter((one) => normal(one) === normal(command));
    const near = same.filter(({ path }) => path === command.path);
    const candidates = near.length > 0 ? near : same;
    if (candidates.length > 0) {
      const wasFree = own.some(({ tolerated }) => !tolerated);
      if (wasFree && candidates.every(({ tolerated }) => tolerated)) tell('command-narrowed', candidates[0]);
      else if (
        own.some(({ condition }) => condition === '') &&
        candidates.every(({ condition }) => condition !== '' && !/always\(\)|!cancelled|success\(\)/.test(condition))
      )
        tell('command-narrowed', candidates[0]);
      else if (
        own.length > 0 &&
        candidates.every(({ condition }) => /^(?:false|never|\$\{\{\s*false\s*\}\})$/.test(condition)) &&
        !own.every(({ condition }) => condition === candidates[0]!.condition)
      )
        tell('command-narrowed', candidates[0]);
      continue;
    }
    const alike = inForce.filter((one) => familyOf(one.words) === family);
    const here = alike.filter(({ path, place }) => path === command.path && place === command.place);
    // A task that a file's default needs is its own.
    const isTask =
      command.words[0] === 'rake' && was.some((one) => here.some((other) => normal(one) === normal(other)));
    const pool = isTask
      ? here.filter((one) => !was.some((other) => normal(one) === normal(other)))
      : here.length > 0
        ? here
        : alike.filter(({ path }) => path === command.path).length > 0
          ? alike.filter(({ path }) => path === command.path)
          : alike;
    if (pool.length > 0) {
      const verdicts = pool.map((one) => ({
        one,
        less: isSetElsewhere(command, one, before, after) ? null : lessOf(command, one, family),
      }));
      if (verdicts.some(({ less }) => less === null)) {
        if (isPlaceLost(command, family, was, inForce)) tell('command-narrowed', undefined);
        continue;
      }
      // Parts that make up the whole together are no less: `vitest run unit` and `vitest run integration`.
      if (
        new Set(pool.map(normal)).size > 1 &&
        verdicts.every(({ one, less }) => less === 'command-narrowed' && isPart(one, command, family))
      )
        continue;
      tell(verdicts[0]!.less!, verdicts[0]!.one);
      continue;
    }
    if (isElsewhere(command, family, before, after, is, rawBefore, raw)) continue;
    tell('command-narrowed', undefined);
  }
  const told = new Set(found.map(({ before: text }) => text));
  return [...found, ...lostReach(rawBefore, raw).filter(({ before: text }) => !told.has(text))];
}

/** True where the words that a command lost stand in settings that are new: `mypy --strict src`, with `strict = true` and `files = ["src"]`. */
function isSetElsewhere(command: Command, other: Command, before: FileSet, after: FileSet): boolean {
  const lost = command.words.filter((word) => !other.words.includes(word));
  if (lost.length === 0 || other.words.some((word) => !command.words.includes(word))) return false;
  const known = new Set(Object.values(before).flatMap((text) => text.split('\n')));
  const fresh = Object.entries(after)
    .filter(([path]) => /\.(?:toml|cfg|ini|json|ya?ml)$/.test(path) && !isCi(path))
    .flatMap(([, text]) => text.split('\n').filter((line) => !known.has(line)));
  return lost.every((word) => {
    const name = word.replace(/^--?/, '').replace(/[^\w./]/g, '.');
    const said = word.startsWith('-') ? `^\\s*"?${name}"?\\s*[=:]\\s*true` : `["'=\\s]${name}["'\\s]`;
    return name !== '' && fresh.some((line) => new RegExp(said, 'i').test(`${line} `));
  });
}

const placesOf = (command: Command, family: string): string[] =>
  shapeOf(command.words, family).places.filter((place) => /[/*]/.test(place) && !place.includes('$'));

/** True for a command that is another one but for what it is run on, which is a part. */
function isPart(part: Command, whole: Command, family: string): boolean {
  const [one, other] = [shapeOf(part.words, family), shapeOf(whole.words, family)];
  return (
    JSON.stringify([...one.flags]) === JSON.stringify([...other.flags]) &&
    one.places.length > 0 &&
    one.places.every((place) => other.places.some((all) => isInside(place, all)))
  );
}

/** True where what a command was run on is nothing that a command of its kind is run on now, and nothing new is either. */
function isPlaceLost(command: Command, family: string, was: readonly Command[], is: readonly Command[]): boolean {
  if (/^(?:mvn|gradle|rake|tox|make|script|just|turbo|nyc|c8|coverage)/.test(family)) return false;
  const of = (all: readonly Command[]) => all.filter((one) => familyOf(one.words) === family);
  const own = placesOf(command, family);
  if (own.length === 0 || of(is).some((one) => shapeOf(one.words, family).places.every(isAll))) return false;
  const [earlier, later] = [of(was), of(is)].map((all) => all.flatMap((one) => placesOf(one, family))) as [
    string[],
    string[],
  ];
  const isNew = later.some((place) => !earlier.some((one) => isCovered(place, one)));
  return !isNew && own.some((place) => !later.some((one) => isCovered(place, one)));
}

/** True where the later content calls something that is not in sight, or another tool does the same. */
const PROGRAM = /\.(?:[cm]?[jt]s|py|rb)$/;

function isElsewhere(
  command: Command,
  family: string,
  before: FileSet,
  after: FileSet,
  is: readonly Command[],
  earlier: readonly Command[],
  raw: readonly Command[],
): boolean {
  if (
    Object.keys(before).includes(command.path) &&
    after[command.path] === undefined &&
    !Object.keys(after).some((path) =>
      /\.github|gitlab-ci|circleci|akefile|package\.json|tox\.ini|noxfile|pyproject/.test(path),
    )
  )
    return false;
  // A program that a command starts holds it as a text.
  if (
    raw.some(({ words }) =>
      words.some((word) => PROGRAM.test(word) && before[word] === undefined && after[word]?.includes(command.text)),
    )
  )
    return true;
  const known = new Set([...earlier, ...resolved(earlier)].map(normal));
  const fresh = is.filter((one) => !known.has(normal(one)) && !one.tolerated);
  const kind = questionOf(family, command);
  if (fresh.some((one) => one.words[0] === 'uses' || /^(?:script|make|shell)/.test(familyOf(one.words) ?? '')))
    return true;
  if (fresh.some((one) => questionOf(familyOf(one.words) ?? '', one) === kind)) return true;
  return raw.some(
    (one) =>
      /^(?:make|just|task|tox|nox|npm|pnpm|yarn|bash|sh)$/.test(one.words[0] ?? '') &&
      !known.has(normal(one)) &&
      familyOf(one.words) !== null,
  );
}
