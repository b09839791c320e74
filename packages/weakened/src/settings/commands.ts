import { parse as parseYaml } from 'yaml';
import type { FileSet } from '../finding.js';
import { entriesOf } from './entries.js';

/** A command that a file has run. */
export interface Command {
  path: string;
  /** Script, target or step that has it. */
  place: string;
  text: string;
  words: string[];
  /** Its failure is let through. */
  tolerated: boolean;
  /** Condition under which it is run at all. */
  condition: string;
  /** It is a task of a name that runs only where something asks for it. */
  isTask?: true;
}

interface Given {
  tolerated: boolean;
  condition: string;
  /** Values of a job's matrix by their names. */
  matrix?: ReadonlyMap<string, readonly string[]> | undefined;
}

const MAX_VARIANTS = 40;

/** Puts each value of a matrix in the place of its name. */
function variants(text: string, matrix: Given['matrix']): string[] {
  let found = [text];
  for (const [name, values] of matrix ?? []) {
    const place = new RegExp(`\\$\\{\\{\\s*matrix\\.${name.replace(/[^\w-]/g, '.')}\\s*\\}\\}`, 'g');
    if (place.test(text)) found = found.flatMap((one) => values.map((value) => one.replace(place, () => value)));
    if (found.length > MAX_VARIANTS) return [text];
  }
  return found;
}

function matrixOf(step: Readonly<Record<string, unknown>>): Given['matrix'] {
  const matrix = (step.strategy as { matrix?: unknown } | undefined)?.matrix;
  if (matrix === null || typeof matrix !== 'object') return undefined;
  const found = new Map<string, string[]>();
  const add = (name: string, value: unknown) => found.set(name, [...(found.get(name) ?? []), String(value)]);
  for (const [name, values] of Object.entries(matrix)) {
    if (!Array.isArray(values)) continue;
    for (const value of values as unknown[])
      if (value !== null && typeof value === 'object')
        for (const [key, one] of Object.entries(value)) add(name === 'include' ? key : `${name}.${key}`, one);
      else add(name, value);
  }
  return found;
}

const FREE: Given = { tolerated: false, condition: '' };
const MAX_TEXT = 20_000;

/** What only hands output on: with `pipefail` the failure in front of it counts. */
const HANDED_ON = /\|\s*(?:tee|cat)\b.*$/;

/** Cuts a text of a shell into its commands. */
export function commandsIn(text: string, path: string, place: string, given: Given = FREE): Command[] {
  const lines = text
    .slice(0, MAX_TEXT)
    .replace(/\\\r?\n/g, ' ')
    // A list that another command makes: what it leaves out is left out.
    .replace(/\$+\(([^()\n]*\|[^()\n]*)\)/g, (_whole, inner: string) => {
      const left = /\bgrep\s+(?:-\w*\s+)*?-\w*v\w*\s+(?:-e\s+)?(\S+)/.exec(inner)?.[1];
      return left === undefined ? '$list' : `$list --exclude=${left.replace(/["']/g, '')}`;
    })
    .split(/\r?\n/);
  const isPiped = /\bpipefail\b/.test(text);
  const lenient = lines.some((line) => /^\s*set \+e\b/.test(line));
  return lines.flatMap((line) => {
    const bareLine = (isPiped ? line.replace(HANDED_ON, '') : line).replace(/(?:^|\s)#.*$/, '').trim();
    const tolerated = given.tolerated || lenient;
    return bareLine === '' ? [] : ofLine(bareLine, tolerated, path, place, given.condition);
  });
}

function ofLine(line: string, tolerated: boolean, path: string, place: string, condition: string): Command[] {
  const pieces = line.split(/\s*(&&|\|\||;|(?<![|>&])\|(?!\|)|(?<!&)&(?!&))\s*/);
  const found: Command[] = [];
  // Of several commands on a line of a script only the last one's failure counts.
  const isUnchecked =
    /(?:package\.json|akefile|\.mk)$/.test(path) && !/\$\?|\bset -e|\b(?:if|for|while|case|exit|cd)\b/.test(line);
  for (let index = 0; index < pieces.length; index += 2) {
    const raw = pieces[index]!.replace(/^[@({!\s]+|[)}]+$/g, '');
    const isIgnored = /^-\s?[a-z.$]/i.test(raw) && !/^--/.test(raw);
    const text = raw.replace(/^[-@+\s]+/, '').trim();
    const next = pieces[index + 1];
    const after = pieces[index + 2] ?? '';
    const letThrough = next === '||' && /^(?:true|:|exit 0|echo\b|exit \$\{?ok)/.test(after);
    const swallowed =
      (next === ';' && (/^(?:true|exit 0|:)\s*$/.test(after) || (isUnchecked && after !== ''))) ||
      (next === '|' && /^(?:tee|cat)\b/.test(after));
    if (text === '' || (pieces[index - 1] === '||' && /^(?:true|:|exit|echo)/.test(text))) continue;
    const words = split(text);
    if (words.length > 0)
      found.push({ path, place, text, words, tolerated: tolerated || isIgnored || letThrough || swallowed, condition });
  }
  return found;
}

const split = (text: string): string[] =>
  [...text.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|((?:[^\s"']|"[^"]*"|'[^']*')+)/g)].map(
    ([, one, two, three]) => one ?? two ?? (three ?? '').replace(/["']/g, ''),
  );

const LAUNCH =
  /^(?:npx|bunx|pnpx|time|nice|env|sudo|cross-env|dotenv|xvfb-run|exec|command|then|do|if|else|uvx|hatch|pdm|pipenv|rye|corepack|doppler|retry|nohup|stdbuf|\w+=\S*)$/;

/** Returns a command's words from the program that does the work on: without launchers and variables. */
export function working(words: readonly string[]): string[] {
  let rest = [...words];
  for (;;) {
    const [first = '', second = '', third = ''] = rest;
    if (/^[A-Za-z_]\w*=/.test(first) || (LAUNCH.test(first) && rest.length > 1)) rest = rest.slice(1);
    else if (/^(?:-y|--yes|--no-install|--)$/.test(first)) rest = rest.slice(1);
    else if (/^(?:pnpm|yarn|npm|bun)$/.test(first) && /^(?:exec|dlx|x)$/.test(second)) rest = rest.slice(2);
    else if (/^(?:bundle|poetry|uv|pipenv|pdm|hatch|rye)$/.test(first) && /^(?:exec|run)$/.test(second))
      rest = rest.slice(2);
    else if (first === 'pipx' && second === 'run') rest = rest.slice(2);
    else if (/^python[\d.]*$|^py$/.test(first) && second === '-m') rest = rest.slice(2);
    else if (/^(?:coverage)$/.test(first) && second === 'run' && third === '-m') rest = rest.slice(3);
    else if (/^\$[({]?(?:MAKE|GO|PYTHON|NPM|CARGO|PYTEST|MVN|RUBY)[)}]?$/i.test(first))
      rest = [first.replace(/[$({})]/g, '').toLowerCase(), ...rest.slice(1)];
    else if (/^(?:\.\/|bin\/|node_modules\/\.bin\/|\.\/node_modules\/\.bin\/)/.test(first) && !/\.sh$/.test(first))
      rest = [first.replace(/^.*\//, ''), ...rest.slice(1)];
    else return rest;
    if (rest.length === 0) return rest;
  }
}

const CHECKS =
  /^(?:jest|vitest|mocha|ava|tap|tape|pytest|py\.test|unittest|nose2?|nosetests|golangci-lint|staticcheck|rspec|rake|eslint|biome|tsc|vue-tsc|mypy|pyright|ruff|flake8|pylint|black|nyc|c8|tox|nox|playwright|cypress|rubocop|stylelint|prettier|karma|mvn|mvnw|gradle|gradlew|gotestsum|tsd|xo|standard|jasmine|wdio|ginkgo|minitest|knip|cargo-nextest|coverage|codecov|bats|shellcheck|actionlint|isort|bandit|brakeman|sorbet|srb|steep|web-test-runner|ctest|newman|k6|stryker|mutmut|lerna|turbo|nx|rails|diff-cover|manage\.py|hypothesis|tarpaulin|deno|bun)$/;

/** Returns what a command checks with, as `go test`; null for one that checks nothing. */
export function familyOf(words: readonly string[]): string | null {
  const [first = '', second = '', third = ''] = working(words).filter(
    (word, index) => index === 0 || !/^[-+]/.test(word),
  );
  const program = first.replace(/^.*\//, '');
  if (program === 'go') return /^(?:test|vet)$/.test(second) ? `go ${second}` : null;
  if (program === 'cargo')
    return /^(?:test|nextest|clippy|t|tarpaulin|llvm-cov|fmt|deny|audit|miri|check)$/.test(second) && second !== 'check'
      ? `cargo ${second === 't' ? 'test' : second}`
      : null;
  if (program === 'node') return words.includes('--test') ? 'node --test' : null;
  if (/^(?:npm|pnpm|yarn|bun)$/.test(program)) {
    if (program === 'bun' && second === 'test') return 'bun test';
    const script = /^(?:run|run-script)$/.test(second) ? third : second;
    return /test|lint|check|spec|coverage|cover|verify|^ci$|typecheck|types|e2e|validate/i.test(script)
      ? `script ${script}`
      : null;
  }
  if (program === 'make' || program === 'just' || program === 'task')
    return /test|lint|check|spec|coverage|verify|^ci$|vet|all/i.test(second) ? `make ${second}` : null;
  if (/^(?:ruff|biome|deno|rails|turbo|nx|lerna|coverage)$/.test(program))
    return `${program} ${/^[a-z]/.test(second) ? second.split(':')[0] : ''}`.trim();
  if (/^(?:python[\d.]*|ruby)$/.test(program))
    return /test|spec|manage\.py/.test(`${second} ${third}`) ? `${program.replace(/[\d.]/g, '')} ${second}` : null;
  if (/^(?:sh|bash|zsh)$/.test(program)) return /test|lint|check|ci|cover/.test(second) ? `shell ${second}` : null;
  if (/\.sh$/.test(program)) return /test|lint|check|ci|cover/.test(program) ? `shell ${program}` : null;
  if (program === 'mvnw') return 'mvn';
  if (program === 'gradlew') return 'gradle';
  return CHECKS.test(program) ? program : null;
}

/** Reads all commands of a content. */
export function gatherCommands(files: FileSet): Command[] {
  return Object.entries(files).flatMap(([path, text]): Command[] => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    try {
      if (name === 'package.json' || /^deno\.jsonc?$|^composer\.json$/.test(name)) {
        return (entriesOf(path, text, () => null) ?? [])
          .filter(({ keys }) => /^(?:scripts|tasks|lint-staged|husky|simple-git-hooks)$/.test(keys[0] ?? ''))
          .flatMap(({ keys, value }) =>
            commandsIn(value, path, keys[0] === 'scripts' || keys[0] === 'tasks' ? (keys[1] ?? '') : keys[0]!),
          );
      }
      if (/^(?:GNUm|M|m)akefile$|\.mk$|^justfile$|^Justfile$/.test(name)) return ofMakefile(path, text);
      // A lockfile runs nothing, and is long.
      if (/\block\.ya?ml$/.test(name)) return [];
      if (/\.ya?ml$/.test(name)) return ofYaml(path, parseYaml(text, { maxAliasCount: 100, uniqueKeys: false }));
      if (/^(?:tox\.ini|setup\.cfg|pytest\.ini|\.pytest\.ini|pyproject\.toml)$/.test(name)) return ofPython(path, text);
      if (/^(?:noxfile|tasks|fabfile)\.py$/.test(name)) return ofTasks(path, text);
      if (name === '.rspec')
        return [
          {
            path,
            place: name,
            text: `rspec ${text.replace(/\s+/g, ' ').trim()}`,
            words: ['rspec', ...split(text)],
            ...FREE,
          },
        ];
      if (/^Jenkinsfile/.test(name)) return ofJenkins(path, text);
      if (/^Dockerfile/.test(name)) return commandsIn(text.replace(/^(?:RUN|CMD)\s+/gm, ''), path, '');
      if (isShell(path, text)) return ofShell(path, text);
      if (/^Rakefile$|\.rake$/.test(name)) return ofRakefile(path, text);
      if (/\.gradle(?:\.kts)?$/.test(name)) return [];
      return [];
    } catch {
      return [];
    }
  });
}

const isShell = (path: string, text: string): boolean =>
  /\.(?:sh|bash)$|(?:^|\/)\.(?:husky|githooks)\/[\w-]+$/.test(path) || /^#!.*\b(?:ba|da|z)?sh\b/.test(text);

/** Commands of a script: without `set -e` only the last one's failure is the script's own. */
function ofShell(path: string, text: string): Command[] {
  const isStrict = /^#!.*\s-\w*e|^\s*set\s+(?:-o\s+errexit|-\w*e)|\$\?|\.husky\//m.test(`${text}\n${path}`);
  const lines = text.split(/\r?\n/);
  if (isStrict || /^\s*(?:if|for|while|case|function|\w+\s*\(\))\b/m.test(text)) return commandsIn(text, path, '');
  const last = lines.findLastIndex((line) => line.trim() !== '' && !/^\s*#/.test(line));
  return lines.flatMap((line, index) =>
    commandsIn(line, path, '', { ...FREE, tolerated: index < last && !/\|\|\s*(?:exit|return)\s+[1-9]/.test(line) }),
  );
}

/** What `sh` and `bat` are given; what stands within `catchError` fails nothing. */
function ofJenkins(path: string, text: string): Command[] {
  const letThrough = [...text.matchAll(/\b(?:catchError|warnError)\b[^{\n]*\{/g)].map(({ index }) => {
    let depth = 0;
    let end = text.indexOf('{', index);
    for (; end < text.length; end++) {
      if (text[end] === '{') depth++;
      else if (text[end] === '}' && --depth === 0) break;
    }
    return [index, end] as const;
  });
  return [
    ...text.matchAll(
      /\b(?:sh|bat)\b\s*\(?\s*(?:script\s*:\s*)?(?:'''([\s\S]*?)'''|"""([\s\S]*?)"""|'([^'\n]*)'|"([^"\n]*)")([^\n]*)/g,
    ),
  ].flatMap(({ index, 1: one, 2: two, 3: three, 4: four, 5: rest = '' }) =>
    commandsIn(one ?? two ?? three ?? four ?? '', path, 'sh', {
      ...FREE,
      tolerated: /returnStatus\s*:\s*true/.test(rest) || letThrough.some(([from, to]) => index > from && index < to),
    }),
  );
}

function ofMakefile(path: string, text: string): Command[] {
  const variables = new Map(
    [...text.matchAll(/^([A-Za-z_]\w*)\s*[:?+]?=\s*(.*)$/gm)].map(([, name, value]) => [name!, value!.trim()]),
  );
  const found: Command[] = [];
  let target = '';
  for (const line of text.replace(/\\\r?\n\s*/g, ' ').split(/\r?\n/)) {
    const head = /^([\w./%-]+(?:\s+[\w./%-]+)*)\s*:(?!=)\s*([^=]*)$/.exec(line);
    if (head && !/^\s/.test(line)) {
      target = head[1]!;
      // `.PHONY` and the like say something of targets and run none.
      if (target.startsWith('.')) continue;
      for (const needed of head[2]!.split(/\s+/).filter((word) => /^[\w./-]+$/.test(word))) {
        found.push({ path, place: target, text: `make ${needed}`, words: ['make', needed], ...FREE });
      }
      continue;
    }
    if (!/^\s+\S/.test(line) || /^\.PHONY\b/.test(target)) continue;
    const filled = line.replace(/\$[({](\w+)[)}]/g, (whole, name: string) => variables.get(name) ?? whole);
    const own = /\bpipefail\b/.test(text) ? filled.replace(HANDED_ON, '') : filled;
    found.push(...commandsIn(own.trim().replace(/^@/, ''), path, target));
  }
  return found;
}

/** Steps of CI files, wherever they stand: what lets their failure through, and on what condition they run, comes with them. */
function ofYaml(path: string, root: unknown): Command[] {
  const found: Command[] = [];
  const visit = (value: unknown, place: string, given: Given, depth: number): void => {
    if (depth > 20 || value === null || typeof value !== 'object') return;
    if (Array.isArray(value)) {
      for (const one of value) visit(one, place, given, depth + 1);
      return;
    }
    const step = value as Record<string, unknown>;
    const condition = [
      step.if,
      step.when === 'manual' || step.when === 'never' ? step.when : undefined,
      step.only,
      step.rules,
    ]
      .filter((one) => one !== undefined)
      .map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
    const isLet = [
      step['continue-on-error'],
      step.allow_failure,
      step.continueOnError,
      step.soft_fail,
      step.ignore_errors,
      step.ignore_error,
    ].some((one) => one === true || one === 'true');
    const here: Given = {
      tolerated: given.tolerated || isLet,
      condition: [given.condition, ...condition].filter((one) => one !== '').join(' && '),
      matrix: matrixOf(step) ?? given.matrix,
    };
    for (const [key, one] of Object.entries(step)) {
      const isRun = /^(?:run|script|before_script|after_script|commands?|cmds?|bash|sh|powershell|entry)$/.test(key);
      const texts =
        typeof one === 'string'
          ? [one]
          : Array.isArray(one) && one.every((line) => typeof line === 'string')
            ? (one as string[])
            : null;
      if (isRun && texts)
        for (const text of texts)
          for (const one of variants(
            text.replace(/\$\{\{\s*github\.job\s*\}\}/g, place.split('/')[1] ?? ''),
            here.matrix,
          ))
            found.push(...commandsIn(one, path, place, here));
      else visit(one, place === '' && /^(?:jobs|on|env)$/.test(key) ? '' : `${place}/${key}`, here, depth + 1);
      // What stands in another file is run from there.
      if (key === 'uses' && typeof one === 'string' && /^\.\/|\.ya?ml|^pre-commit\/action/.test(one))
        found.push({
          path,
          place,
          text: `uses ${one}`,
          words: ['uses', one],
          tolerated: here.tolerated,
          condition: here.condition,
        });
    }
  };
  visit(scheduled(root), '', { ...FREE, condition: triggersOf(path, root) }, 0);
  return found;
}

const GATING = /^(?:push|pull_request|pull_request_target|merge_group|workflow_call|workflow_run)$/;

/** Says when a workflow of GitHub runs, where no change of the code starts it by itself; empty otherwise. */
function triggersOf(path: string, root: unknown): string {
  const { on } = (root ?? {}) as { on?: unknown };
  if (!/\.github\/workflows\//.test(path) || on === undefined || on === null) return '';
  const events = typeof on === 'string' ? [on] : Array.isArray(on) ? on.map(String) : Object.keys(on);
  return events.length === 0 || events.some((event) => GATING.test(event)) ? '' : `on ${events.join(', ')}`;
}

/** Of jobs that workflows list by name (CircleCI), only those that are listed run. */
function scheduled(root: unknown): unknown {
  const { workflows, jobs } = (root ?? {}) as { workflows?: unknown; jobs?: unknown };
  if (!workflows || !jobs || typeof workflows !== 'object' || typeof jobs !== 'object') return root;
  const listed = Object.values(workflows).flatMap((one: unknown) => {
    const names = (one as { jobs?: unknown } | null)?.jobs;
    return Array.isArray(names)
      ? names.flatMap((name: unknown) => (typeof name === 'string' ? [name] : Object.keys((name as object) ?? {})))
      : [];
  });
  if (listed.length === 0) return root;
  return {
    ...(root as object),
    jobs: Object.fromEntries(Object.entries(jobs).filter(([name]) => listed.includes(name))),
  };
}

function ofPython(path: string, text: string): Command[] {
  const entries = entriesOf(path, text, () => null) ?? [];
  const found: Command[] = [];
  const options = entries
    .filter(({ keys }) => keys.filter((key) => key !== '[]').at(-1) === 'addopts')
    .map(({ value }) => value);
  if (options.length > 0)
    found.push({
      path,
      place: 'addopts',
      text: `pytest ${options.join(' ')}`,
      words: ['pytest', ...split(options.join(' '))],
      ...FREE,
    });
  for (const { keys, value } of entries) {
    if (keys.some((key) => /^(?:commands|cmd|scripts|shell)$/.test(key)) && !keys.includes('install_command'))
      found.push(...commandsIn(value.replace(/\{posargs:?([^}]*)\}/g, '$1'), path, keys[0] ?? ''));
    else if (/\.(?:scripts|tasks|tool\.poe\.tasks)\b/.test(`.${keys.join('.')}`))
      found.push(...commandsIn(value, path, keys.at(-1) ?? ''));
  }
  return found;
}

/** Calls such as `session.run("pytest", "-q")` of nox, and `c.run("pytest -q")` of invoke. */
function ofTasks(path: string, text: string): Command[] {
  return [...text.matchAll(/\.run\(([^()]*)\)/g)].flatMap(([, list]) => {
    const words = [...list!.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].map(([, one, other]) => one ?? other ?? '');
    return commandsIn(words.join(' '), path, 'run', {
      ...FREE,
      tolerated: /success_codes|warn\s*=\s*True/.test(list!),
    });
  });
}

function ofRakefile(path: string, text: string): Command[] {
  const shell = [...text.matchAll(/\b(?:sh|system)\s*\(?\s*["']([^"'\n]+)["']/g)].flatMap(([, line]) =>
    commandsIn(line!, path, 'sh'),
  );
  const patterns = [...text.matchAll(/\.(?:pattern|test_files|test_globs|rspec_opts|file_list)\s*=\s*(.+)$/gm)].map(
    ([, value]): Command => ({
      path,
      place: 'pattern',
      text: `rake-pattern ${value}`,
      words: ['rspec', ...split(value!.replace(/(?:FileList|Dir)?\[|\]|%w\[|["']/g, ' '))],
      ...FREE,
    }),
  );
  const needs = [...text.matchAll(/task\s+:?(default|ci|test)[^\n]*?(?:=>|:)\s*(?:%[iw])?\[?([^\]\n]+)\]?/g)].flatMap(
    ([, task, list]) =>
      split(list!.replace(/[:,"'%[\]]/g, ' '))
        .filter((word) => /^\w+$/.test(word) && !/^(?:do|i|w)$/.test(word))
        .map((word): Command => ({ path, place: task!, text: `rake ${word}`, words: ['rake', word], ...FREE })),
  );
  // Tools bring tasks of their own: `RuboCop::RakeTask.new`, `RSpec::Core::RakeTask.new(:spec)`.
  const tools = [
    ...text.matchAll(
      /\b(RuboCop|Cucumber|RSpec)::(?:Core::)?(?:Rake::Task|RakeTask)\.new(?:\(:(\w+)\))?([\s\S]*?)(?=\b(?:RuboCop|Cucumber|RSpec|Minitest|Rake)::|\btask\b|$)/g,
    ),
  ].map(([, library, task, block]): Command => {
    const tool = library!.toLowerCase();
    const given = /\.(?:options|rspec_opts|cucumber_opts|formatters)\s*=\s*(.+)$/m.exec(block!)?.[1] ?? '';
    const words = [tool, ...split(given.replace(/%[wi]?[[(]|["'[\]()]/g, ' ').replace(/,/g, ' '))];
    return {
      path,
      place: task ?? (tool === 'rspec' ? 'spec' : tool),
      text: words.join(' '),
      words,
      ...FREE,
      isTask: true,
    };
  });
  return [...shell, ...patterns, ...needs, ...tools];
}

export const normal = ({ words }: Command) => working(words).join(' ');

const TASK_FILES: Readonly<Record<string, RegExp>> = { make: /[Mm]akefile$|\.mk$/, rake: /Rakefile$|\.rake$/ };

/** Follows `npm run x`, `make x` and `rake x` to what they run, as far as it is in the content. */
export function resolved(commands: readonly Command[], from: readonly Command[] = commands): Command[] {
  const found: Command[] = [];
  const expand = (command: Command, depth: number, seen: readonly string[]): void => {
    const family = familyOf(command.words);
    const [first = '', second = '', third = ''] = working(command.words);
    const isScript = /^(?:npm|pnpm|yarn|bun)$/.test(first);
    const name = isScript
      ? /^(?:run|run-script)$/.test(second)
        ? third
        : second === 't'
          ? 'test'
          : second
      : first === 'make' || first === 'just'
        ? second
        : first === 'rake'
          ? second || 'default'
          : null;
    const source = isScript ? /package\.json$/ : (TASK_FILES[first] ?? /ustfile$/);
    const steps = name
      ? commands.filter(({ path, place }) => source.test(path) && place.split(/\s+/).includes(name))
      : [];
    const script = /\.sh$/.test(first) ? first : /^(?:sh|bash)$/.test(first) ? second : null;
    const lines = script ? commands.filter(({ path }) => path === script.replace(/^\.\//, '')) : [];
    const inner = steps.length > 0 ? steps : lines;
    if (inner.length === 0 || depth > 6 || seen.includes(normal(command))) {
      if (family !== null || /^(?:uses)$/.test(first)) found.push(command);
      return;
    }
    const before =
      isScript && name
        ? commands.filter(
            ({ path, place }) => /package\.json$/.test(path) && (place === `pre${name}` || place === `post${name}`),
          )
        : [];
    for (const step of [...before, ...inner])
      expand(
        {
          ...step,
          path: command.path,
          tolerated: command.tolerated || step.tolerated,
          condition: command.condition || step.condition,
        },
        depth + 1,
        [...seen, normal(command)],
      );
  };
  for (const command of from) if (!command.isTask) expand(command, 0, []);
  return found;
}

/** Returns what a command asks: one tool may take the place of another that asks the same. */
export function questionOf(family: string, { words }: Command): string {
  if (/eslint|biome|ruff|flake8|pylint|golangci|staticcheck|clippy|rubocop|stylelint|standard|xo|vet|lint/.test(family))
    return 'lint';
  if (/tsc|mypy|pyright|typecheck|types|srb|steep/.test(family)) return 'types';
  if (/prettier|black|fmt|isort|format/.test(family)) return 'format';
  if (/playwright|cypress|e2e|wdio/.test(`${family} ${words.join(' ')}`)) return 'e2e';
  return 'test';
}
