import { speculate } from '../bash/speculate.js';
import { runForeignText } from '../code/foreign.js';
import type { Language } from '../code/literals.js';
import { readCode } from '../code/read.js';
import { contentOf } from '../disk/paths.js';
import {
  type Call,
  isKnown,
  type Result,
  type Scope,
  type Session,
  type Shell,
  UNKNOWN,
  under,
  underScript,
} from '../state.js';
import { values } from '../text/command-options.js';
import { quoted } from '../text/quoted.js';
import {
  type Finder,
  inClick,
  inCode,
  inJson,
  inLefthook,
  inMix,
  inNx,
  inPreCommit,
  inProcfile,
  inToml,
  inTox,
  inToxAlone,
  type Task,
} from './task-finders.js';
import { readToml, type TomlEntry } from './toml.js';

/** A tool that runs named tasks of a file. */
interface Tool {
  /** The task that the words name and the words after it; undefined when they name none. */
  readonly pick: (words: readonly string[]) => readonly string[] | undefined;
  readonly files: readonly string[];
  /** Files that the words or the surroundings name. */
  readonly named?: (words: readonly string[], shell: Shell) => readonly string[];
  readonly find: Finder;
}

const MAX_TASKS = 32;

/** The first word that is no option, and what follows. */
function first(words: readonly string[]): readonly string[] | undefined {
  const at = words.findIndex((word) => !word.startsWith('-'));
  return at < 0 ? undefined : words.slice(at);
}

/** The words after one of the given subcommands. */
function after(...verbs: readonly string[]): Tool['pick'] {
  return (words) => (verbs.includes(words[0] ?? '') ? first(words.slice(1)) : undefined);
}

function named(words: readonly string[]): readonly string[] | undefined {
  if (words.some((word) => /^(?:-[TPDWhVl]|--(?:tasks|prereqs|describe|help|version|list\S*|tree))$/.test(word)))
    return undefined;
  return first(words) ?? ['default'];
}

function optionOr(option: RegExp, otherwise: string): Tool['pick'] {
  return (words) => {
    const at = words.findIndex((word) => option.test(word));
    if (words.some((word) => /^(?:-l|--list|-h|--help|--version|--notest|-a|--listenvs)$/.test(word))) return undefined;
    return [at < 0 ? otherwise : (words[at + 1] ?? otherwise)];
  };
}

const TOX_ENV = optionOr(/^-e$/, 'default');
const PYPROJECT = ['pyproject.toml'];
const MISE = ['mise.toml', '.mise.toml', '.config/mise.toml', 'mise.local.toml', '.mise/config.toml'];
const PROCFILE: Tool = {
  pick: (words) => (/^(?:start|local|s|)$/.test(words[0] ?? '') ? (first(words.slice(1)) ?? ['default']) : undefined),
  files: ['Procfile', 'Procfile.dev'],
  find: inProcfile,
};
const CARGO_MAKE: Tool = { pick: named, files: ['Makefile.toml'], find: inToml(/^tasks\./) };
const GRADLE: Tool = { pick: named, files: ['build.gradle', 'build.gradle.kts'], find: inCode };
const INVOKE: Tool = { pick: first, files: ['tasks.py', 'tasks/__init__.py'], find: inCode };

/** Commands that an application brings, as against those of Flask's own. */
const FLASK: Tool = {
  pick: (words) => {
    const found = first(withoutValues(words, /^(?:-A|--app|-e|--env-file)$/));
    return /^(?:run|routes|shell)$/.test(found?.[0] ?? '') ? undefined : found;
  },
  files: ['app.py', 'wsgi.py', 'app/__init__.py'],
  named: (words, shell) => {
    const app = values(words, ['-A', '--app'])[0] ?? shell.variables.get('FLASK_APP')?.value ?? '';
    const module = app.replace(/:.*$/s, '').replace(/\.py$/, '');
    return module === ''
      ? []
      : [`${module}.py`, `${module.replaceAll('.', '/')}.py`, `${module.replaceAll('.', '/')}/__init__.py`];
  },
  find: inClick,
};

const PRE_COMMIT: Tool = {
  pick: (words) => (words[0] === 'run' ? (first(withoutValues(words.slice(1), STAGED)) ?? ['default']) : undefined),
  files: ['.pre-commit-config.yaml'],
  find: inPreCommit,
};
/** Options of `pre-commit run` that take the next word. */
const STAGED = /^(?:--hook-stage|--files|--from-ref|--to-ref|-[cso]|--config|--color|--source|--origin|--remote-\w+)$/;

/** The words without these options and what they take. */
function withoutValues(words: readonly string[], valued: RegExp): string[] {
  return words.filter((word, at) => !valued.test(word) && !valued.test(words[at - 1] ?? ''));
}

const TOOLS: Readonly<Record<string, readonly Tool[]>> = {
  poe: [{ pick: first, files: [...PYPROJECT, 'poe_tasks.toml'], find: inToml(/^tool\.poe\.tasks\./, /^tasks\./) }],
  pdm: [
    {
      pick: (words) => (words[0] === 'run' ? first(words.slice(1)) : first(words)),
      files: PYPROJECT,
      find: inToml(/^tool\.pdm\.scripts\./),
    },
  ],
  hatch: [
    {
      pick: (words) => after('run')(words)?.map((word, at) => (at === 0 ? word.replace(/^[\w.-]+:/, '') : word)),
      files: [...PYPROJECT, 'hatch.toml'],
      find: inToml(/^(?:tool\.hatch\.)?envs\.[\w-]+\.scripts\./),
    },
  ],
  rye: [{ pick: after('run', 'r'), files: PYPROJECT, find: inToml(/^tool\.rye\.scripts\./) }],
  pixi: [
    {
      pick: after('run', 'r'),
      files: ['pixi.toml', ...PYPROJECT],
      find: inToml(/^(?:tool\.pixi\.)?(?:feature\.[\w-]+\.|target\.[\w-]+\.)?tasks\./),
    },
  ],
  pipenv: [{ pick: after('run'), files: ['Pipfile'], find: inToml(/^scripts\./) }],
  mise: [{ pick: (words) => after('run', 'r', 'tasks')(words) ?? first(words), files: MISE, find: inToml(/^tasks\./) }],
  cargo: [{ pick: after('make'), files: ['Makefile.toml'], find: inToml(/^tasks\./) }],
  'cargo-make': [CARGO_MAKE],
  makers: [CARGO_MAKE],
  composer: [{ pick: composerScript, files: ['composer.json'], find: inJson('scripts') }],
  deno: [
    {
      pick: after('task'),
      files: ['deno.json', 'deno.jsonc', 'package.json'],
      find: (text, name) => inJson('tasks')(text, name) ?? inJson('scripts')(text, name),
    },
  ],
  tox: [
    { pick: (words) => (words.includes('--') ? undefined : TOX_ENV(words)), files: ['tox.ini'], find: inToxAlone },
    { pick: TOX_ENV, files: ['tox.ini'], find: inTox },
  ],
  nox: [{ pick: optionOr(/^(?:-s|--sessions?|-e)$/, 'default'), files: ['noxfile.py'], find: inCode }],
  invoke: [INVOKE],
  inv: [INVOKE],
  flask: [FLASK],
  fab: [{ pick: first, files: ['fabfile.py'], find: inCode }],
  rake: [{ pick: named, files: ['Rakefile', 'rakefile', 'Rakefile.rb'], find: inCode }],
  thor: [{ pick: first, files: ['Thorfile'], find: inCode }],
  grunt: [{ pick: named, files: ['Gruntfile.js', 'Gruntfile.cjs', 'gruntfile.js'], find: inCode }],
  gulp: [{ pick: named, files: ['gulpfile.js', 'gulpfile.mjs', 'gulpfile.cjs', 'gulpfile.ts'], find: inCode }],
  hereby: [{ pick: named, files: ['Herebyfile.mjs'], find: inCode }],
  jake: [{ pick: named, files: ['Jakefile.js', 'Jakefile'], find: inCode }],
  mage: [{ pick: first, files: ['magefile.go', 'magefiles/magefile.go'], find: inCode }],
  gradle: [GRADLE],
  gradlew: [GRADLE],
  fastlane: [{ pick: first, files: ['fastlane/Fastfile', 'Fastfile', '.fastlane/Fastfile'], find: inCode }],
  mix: [{ pick: first, files: ['mix.exs'], find: inMix }],
  nx: [{ pick: nxTarget, files: ['project.json'], find: inNx }],
  foreman: [PROCFILE],
  honcho: [PROCFILE],
  overmind: [PROCFILE],
  hivemind: [{ ...PROCFILE, pick: () => ['default'] }],
  heroku: [
    { ...PROCFILE, pick: (words) => (words[0] === 'local' ? (first(words.slice(1)) ?? ['default']) : undefined) },
  ],
  'pre-commit': [PRE_COMMIT],
  prek: [PRE_COMMIT],
  lefthook: [{ pick: after('run'), files: ['lefthook.yml', '.lefthook.yml', 'lefthook.yaml'], find: inLefthook }],
};

/** `nx run project:target`, `nx run-many -t target`, `nx target project`. */
function nxTarget(words: readonly string[]): readonly string[] | undefined {
  const found = first(words);
  if (found?.[0] === 'run') return first(found.slice(1))?.map((word) => word.split(':')[1] ?? word);
  const at = words.findIndex((word) => /^(?:-t|--targets?)$/.test(word));
  const given = words.flatMap((word) => /^(?:-t|--targets?)=(.*)$/.exec(word)?.[1] ?? []);
  return at >= 0 ? words.slice(at + 1) : given.length > 0 ? given : found;
}

/** `composer x`, `composer run x`, and what an installation runs of itself. */
function composerScript(words: readonly string[]): readonly string[] | undefined {
  if (words.includes('--no-scripts')) return undefined;
  const found = first(words);
  if (/^(?:run|run-script)$/.test(found?.[0] ?? '')) return first(found?.slice(1) ?? []);
  if (/^(?:i|install)$/.test(found?.[0] ?? '')) return ['post-install-cmd'];
  return /^(?:u|update|upgrade)$/.test(found?.[0] ?? '') ? ['post-update-cmd'] : found;
}

/** Runs a task that a file of the project names; undefined when there is none of that name. */
export function runManifestTask(call: Call): Result | undefined {
  const { argv, program, session, shell, frame } = call;
  if (program === 'cargo') {
    runCargoAlias(call);
    runCargoPrograms(call);
  }
  for (const tool of (Object.hasOwn(TOOLS, program) ? TOOLS[program] : undefined) ?? []) {
    const picked = tool.pick(argv.slice(1));
    if (picked === undefined) continue;
    const files = [...(tool.named?.(argv.slice(1), shell) ?? []), ...tool.files];
    const found = files.map((file) => ({ file, text: contentOf(session, shell, file) }));
    const texts = found.flatMap(({ file, text }) => (isKnown(text) ? [{ text, language: languageOf(file) }] : []));
    const find = (name: string): Task | undefined => {
      for (const { text, language } of texts) {
        const task = tool.find(text, name);
        if (task !== undefined) return language === undefined ? task : { ...task, language };
      }
      return undefined;
    };
    const [name = '', ...words] = picked;
    // Of tasks in a language of its own, several can be named one after the other.
    const more = tool.find === inCode ? picked.map((word) => word.replace(/^:(?:.*:)?/, '')) : [];
    // `rake release:push`: a task in a name space.
    for (const [at, word] of more.entries())
      if (find(word) === undefined && /^[\w-]+(?::[\w-]+)+$/.test(word))
        more[at] = word.slice(word.lastIndexOf(':') + 1);
    const known = more.filter((word) => !word.startsWith('-') && find(word) !== undefined);
    for (const one of known) runTask(one, [], find, program, call);
    if (known.length > 0) return UNKNOWN;
    if (find(name) !== undefined) return runTask(name, words, find, program, call);
    const file =
      program === 'mise'
        ? MISE_FOLDERS.map((folder) => `${folder}/${name}`).find(
            (path) => contentOf(session, shell, path) !== undefined,
          )
        : undefined;
    if (file !== undefined) return session.run([`./${file}`, ...words], shell.external(), under(frame, `mise ${name}`));
  }
  return undefined;
}

const MISE_FOLDERS = ['.mise/tasks', 'mise-tasks', '.mise-tasks', '.config/mise/tasks', 'mise/tasks'];

function runTask(
  name: string,
  words: readonly string[],
  find: (name: string) => Task | undefined,
  program: string,
  scope: Scope,
  seen = new Set<string>(),
): Result {
  const { session, shell, frame } = scope;
  const task = find(name);
  if (task === undefined || seen.has(name) || seen.size > MAX_TASKS) return UNKNOWN;
  seen.add(name);
  const inner = underScript(frame, `${program} ${name}`, words);
  for (const need of task.needs ?? []) runTask(need, [], find, program, scope, seen);
  for (const text of task.foreign ?? []) {
    runForeignText(text, { session, shell: shell.child(session.context.env), frame: inner });
    reportTaskWrites({ text, words, language: task.language }, { session, shell, frame: inner });
  }
  if (task.argv !== undefined) session.run([...task.argv, ...words], shell.external(), inner);
  const extra = words.map((word) => (isKnown(word) ? ` ${quoted(word)}` : ' "$__unknown"')).join('');
  let result: Result = UNKNOWN;
  for (const code of task.code ?? [])
    result = session.code(code + extra, shell.child(session.context.env), inner, 'file');
  return task.code?.length === 1 ? result : UNKNOWN;
}

/** The language that a file of tasks is written in, as far as it is one of those that are read. */
function languageOf(file: string): Language | undefined {
  if (/\.py$/.test(file)) return 'python';
  if (/\.[cm]?[jt]s$|(?:^|\/)Jakefile$/.test(file)) return 'node';
  return /(?:^|\/)(?:[Rr]akefile(?:\.rb)?|Thorfile|Fastfile)$/.test(file) ? 'ruby' : undefined;
}

/** What a task's own code writes. What it publishes is told from its text. */
function reportTaskWrites(
  { text, words, language }: { text: string; words: readonly string[]; language: Language | undefined },
  { session, shell, frame }: Scope,
): void {
  if (language === undefined) return;
  const start = session.effects.length;
  const inner = shell.child(session.context.env);
  readCode({ text, language, words, isInline: false }, { session, shell: inner, frame: { ...frame, fromFile: true } });
  const written = session.effects.splice(start).filter((one) => one.kind === 'write');
  session.effects.push(...written);
}

/** A project's cargo configuration. */
function cargoSettings(session: Session, shell: Shell): readonly TomlEntry[] {
  const text = contentOf(session, shell, '.cargo/config.toml') ?? contentOf(session, shell, '.cargo/config');
  return isKnown(text) ? readToml(text) : [];
}

/** Settings of cargo that name what it starts to build, link or run. */
const CARGO_PROGRAM =
  /^(?:target\..+\.(?:runner|linker)|build\.(?:rustc|rustdoc|rustc-wrapper|rustc-workspace-wrapper)|credential-alias\..+)(?:\.\d+)?$/;

/** What the configuration or `--config` has cargo start beside the compiler. */
function runCargoPrograms({ argv, session, shell, frame }: Call): void {
  if (!/^(?:b|build|c|check|clippy|d|doc|r|run|t|test|bench|nextest|rustc|install)$/.test(argv[1] ?? '')) return;
  const given = argv.flatMap((word, at) => (word === '--config' ? [argv[at + 1] ?? ''] : []));
  const told = argv.flatMap((word) => (word.startsWith('--config=') ? [word.slice('--config='.length)] : []));
  const entries = [...cargoSettings(session, shell), ...[...given, ...told].flatMap((text) => readToml(text))];
  const programs = new Map<string, string[]>();
  for (const [path, value] of entries) {
    if (!CARGO_PROGRAM.test(path)) continue;
    const name = path.replace(/\.\d+$/, '');
    programs.set(name, [...(programs.get(name) ?? []), ...(path === name ? value.split(/\s+/) : [value])]);
  }
  for (const words of programs.values())
    speculate(session, () => session.run(words, shell.external(), under(frame, 'cargo configuration')));
}

/** `[alias]` of a project's cargo configuration. */
function runCargoAlias({ argv, session, shell, frame }: Call): void {
  const name = argv[1] ?? '';
  if (!/^[\w-]+$/.test(name) || frame.via.includes('cargo alias')) return;
  const entries = cargoSettings(session, shell);
  const own = entries.filter(([path]) => path === `alias.${name}` || path.startsWith(`alias.${name}.`));
  const words = own.flatMap(([path, value]) => (path === `alias.${name}` ? value.split(/\s+/) : [value]));
  if (words.length > 0)
    speculate(session, () =>
      session.run(['cargo', ...words, ...argv.slice(2)], shell.external(), under(frame, 'cargo alias')),
    );
}
