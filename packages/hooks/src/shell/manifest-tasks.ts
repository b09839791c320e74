import { runForeignText } from './foreign.js';
import { contentOf } from './paths.js';
import { speculate } from './speculate.js';
import { baseName, type Frame, isKnown, type Result, type Session, type Shell, UNKNOWN } from './state.js';
import { readToml, type TomlEntry } from './toml.js';
import { quoteWord, under } from './wrappers.js';

/** What a task is made of: shell code, other tasks, words of a command, or code in the language of its file. */
interface Task {
  readonly code?: readonly string[];
  readonly needs?: readonly string[];
  readonly argv?: readonly string[];
  readonly foreign?: readonly string[];
}

/** A tool that runs named tasks of a file. */
interface Tool {
  /** The task that the words name and the words after it; undefined when they name none. */
  readonly pick: (words: readonly string[]) => readonly string[] | undefined;
  readonly files: readonly string[];
  readonly find: (text: string, name: string) => Task | undefined;
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

/** A task of a TOML file below one of the given tables: a text, a list, or a table of its own. */
function inToml(...tables: readonly RegExp[]): Tool['find'] {
  return (text, name) => {
    const own = readToml(text).flatMap(([path, value]): TomlEntry[] => {
      const table = tables.map((one) => one.exec(path)?.[0]).find((one) => one !== undefined);
      const rest = table === undefined ? undefined : path.slice(table.length);
      return rest === name || rest?.startsWith(`${name}.`) ? [[rest.slice(name.length + 1), value]] : [];
    });
    if (own.length === 0) return undefined;
    const valuesOf = (pattern: RegExp) => own.filter(([key]) => pattern.test(key)).map(([, value]) => value);
    const command = own.find(([key]) => key === 'command')?.[1];
    const args = valuesOf(/^args\.\d+$/);
    return {
      code: valuesOf(/^(?:\d+|cmd|shell|run|script|chain|composite|sequence|)(?:\.\d+)?(?:\.(?:cmd|shell))?$/),
      needs: valuesOf(
        /^(?:depends?(?:[-_]on)?|dependencies|deps|run_task|ref|sequence|composite|chain)(?:\.\d+)?(?:\.(?:ref|name|task))?$|^\d+$/,
      ),
      ...(command === undefined ? {} : { argv: [command, ...args] }),
    };
  };
}

/** A task of a JSON file (comments are taken out): a text, a list of texts, or an object with a `command`. */
function inJson(key: string): Tool['find'] {
  return (text, name) => {
    const value = jsonAt(text, key, name);
    const texts = (Array.isArray(value) ? value : [isRecord(value) ? value.command : value]).filter(
      (one): one is string => typeof one === 'string',
    );
    if (texts.length === 0) return undefined;
    return {
      code: texts
        .filter((one) => !one.startsWith('@') || /^@(?:php|composer|putenv)\b/.test(one))
        .map((one) => one.replace(/^@(?=php|composer)/, '')),
      needs: texts.filter((one) => one.startsWith('@')).map((one) => one.slice(1)),
    };
  };
}

function jsonAt(text: string, ...path: readonly string[]): unknown {
  try {
    let value: unknown = JSON.parse(
      text
        .replace(/^\s*\/\/.*$/gm, '')
        .replace(/("(?:[^"\\]|\\.)*")|\/\*[\s\S]*?\*\//g, '$1')
        .replace(/("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*/g, '$1'),
    );
    for (const key of path) value = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    return value;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The `commands` of a section of `tox.ini`. */
function inTox(text: string, name: string): Task | undefined {
  const sections = text.split(/^(?=\[)/m);
  const envs = /^envlist\s*=\s*((?:.*\n?)(?:[ \t]+.*\n?)*)/m.exec(text)?.[1] ?? '';
  const wanted =
    name === 'default'
      ? ['testenv', ...envs.split(/[\s,]+/).map((one) => `testenv:${one}`)]
      : [`testenv:${name}`, 'testenv'];
  const found = wanted
    .map((head) => sections.find((section) => section.startsWith(`[${head}]`)))
    .filter((one) => one !== undefined);
  const used = name === 'default' ? found : found.slice(0, 1);
  const code = used.flatMap((section) => {
    const block = /^commands(?:_pre|_post)?\s*=\s*(.*(?:\n[ \t]+.*)*)/gm;
    return [...section.matchAll(block)].flatMap((match) => (match[1] ?? '').split('\n'));
  });
  const lines = code
    .map((line) =>
      line
        .trim()
        .replace(/^-\s+/, '')
        .replace(/\{[^}]*\}/g, '${__tox}'),
    )
    .filter((line) => line !== '');
  return lines.length === 0 ? undefined : { code: lines };
}

/** Where a definition of something begins, in the languages of task files. */
const DEFINES =
  /^(?:\s{0,4}(?:@|def\s|task\s|namespace\s|desc\s|multitask\s|file\s)|(?:export|exports\.|async |function |const |gulp\.task|grunt\.registerTask|func |module\.exports)|\s{0,4}(?:g|grunt)\.registerTask)/;

/** The part of a file that defines a name, and the other names that its head asks for first. */
function inCode(text: string, name: string): Task | undefined {
  const lines = text.split('\n');
  const word = new RegExp(
    `(?:def|task|function|func|const|exports\\.|export|multitask|registerTask\\(|gulp\\.task\\()\\s*\\(?\\s*[:'"]?${name.replace(/[^\w]/g, '\\W').replace(/-/g, '[-_]')}\\b`,
    'i',
  );
  const at = lines.findIndex((line) => word.test(line));
  if (at < 0) return undefined;
  const end = lines.findIndex(
    (line, index) => index > at && DEFINES.test(line) && !/^\s*@/.test(lines[index - 1] ?? ''),
  );
  const head = lines[at] as string;
  const needs = [
    ...head.slice(head.search(word)).matchAll(/(?:=>|:|pre=|depends=)\s*\[?\s*((?:[:'"]?\w+['"]?\s*,?\s*)+)\]?/g),
  ];
  const asked = needs
    .flatMap((match) => [...(match[1] ?? '').matchAll(/\w+/g)].map((one) => one[0]))
    .filter((one) => one !== name && one !== 'do');
  return { foreign: [lines.slice(at, end < 0 ? undefined : end).join('\n')], needs: asked };
}

/** Lines `name: command` of a Procfile. */
function inProcfile(text: string, name: string): Task | undefined {
  const lines = text
    .split('\n')
    .flatMap((line) =>
      /^([\w-]+):\s*(.+)$/.exec(line)?.slice(1, 3) ? [/^([\w-]+):\s*(.+)$/.exec(line) as RegExpExecArray] : [],
    );
  const code = lines.filter((line) => name === 'default' || line[1] === name).map((line) => line[2] as string);
  return code.length === 0 ? undefined : { code };
}

/** The `entry` of local hooks of pre-commit; all of them, or the one with an id. */
function inPreCommit(text: string, name: string): Task | undefined {
  const hooks = text.split(/^\s*-\s+(?=id:)/m).slice(1);
  const code = hooks.flatMap((hook) => {
    const id = /^id:\s*['"]?([\w.-]+)/.exec(hook)?.[1];
    const entry = /^\s*entry:\s*(.+)$/m.exec(hook)?.[1];
    return entry === undefined || (name !== 'default' && name !== id) ? [] : [entry.replace(/^(['"])(.*)\1$/, '$2')];
  });
  return code.length === 0 ? undefined : { code };
}

/** The `run:` lines below a top key of lefthook's file. */
function inLefthook(text: string, name: string): Task | undefined {
  const section = text.split(/^(?=\S)/m).find((one) => one.startsWith(`${name}:`)) ?? '';
  const code = [...section.matchAll(/^\s+(?:-\s+)?run:\s*(.+)$/gm)].map((match) =>
    (match[1] ?? '').replace(/^(['"])(.*)\1$/, '$2').replace(/\{[\w_]+\}/g, '${__lefthook}'),
  );
  return code.length === 0 ? undefined : { code };
}

const PYPROJECT = ['pyproject.toml'];
const MISE = ['mise.toml', '.mise.toml', '.config/mise.toml', 'mise.local.toml', '.mise/config.toml'];
const PROCFILE: Tool = {
  pick: (words) => (/^(?:start|local|s|)$/.test(words[0] ?? '') ? (first(words.slice(1)) ?? ['default']) : undefined),
  files: ['Procfile', 'Procfile.dev'],
  find: inProcfile,
};
const CARGO_MAKE: Tool = { pick: named, files: ['Makefile.toml'], find: inToml(/^tasks\./) };
const INVOKE: Tool = { pick: first, files: ['tasks.py', 'tasks/__init__.py'], find: inCode };

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
  tox: [{ pick: optionOr(/^-e$/, 'default'), files: ['tox.ini'], find: inTox }],
  nox: [{ pick: optionOr(/^(?:-s|--sessions?|-e)$/, 'default'), files: ['noxfile.py'], find: inCode }],
  invoke: [INVOKE],
  inv: [INVOKE],
  fab: [{ pick: first, files: ['fabfile.py'], find: inCode }],
  rake: [{ pick: named, files: ['Rakefile', 'rakefile', 'Rakefile.rb'], find: inCode }],
  thor: [{ pick: first, files: ['Thorfile'], find: inCode }],
  grunt: [{ pick: named, files: ['Gruntfile.js', 'Gruntfile.cjs', 'gruntfile.js'], find: inCode }],
  gulp: [{ pick: named, files: ['gulpfile.js', 'gulpfile.mjs', 'gulpfile.cjs', 'gulpfile.ts'], find: inCode }],
  hereby: [{ pick: named, files: ['Herebyfile.mjs'], find: inCode }],
  jake: [{ pick: named, files: ['Jakefile.js', 'Jakefile'], find: inCode }],
  mage: [{ pick: first, files: ['magefile.go', 'magefiles/magefile.go'], find: inCode }],
  foreman: [PROCFILE],
  honcho: [PROCFILE],
  overmind: [PROCFILE],
  hivemind: [{ ...PROCFILE, pick: () => ['default'] }],
  heroku: [
    { ...PROCFILE, pick: (words) => (words[0] === 'local' ? (first(words.slice(1)) ?? ['default']) : undefined) },
  ],
  'pre-commit': [
    {
      pick: (words) => (words[0] === 'run' ? (first(words.slice(1)) ?? ['default']) : undefined),
      files: ['.pre-commit-config.yaml'],
      find: inPreCommit,
    },
  ],
  prek: [
    {
      pick: (words) => (words[0] === 'run' ? (first(words.slice(1)) ?? ['default']) : undefined),
      files: ['.pre-commit-config.yaml'],
      find: inPreCommit,
    },
  ],
  lefthook: [{ pick: after('run'), files: ['lefthook.yml', '.lefthook.yml', 'lefthook.yaml'], find: inLefthook }],
};

/** `composer x`, `composer run x`, and what an installation runs of itself. */
function composerScript(words: readonly string[]): readonly string[] | undefined {
  if (words.includes('--no-scripts')) return undefined;
  const found = first(words);
  if (/^(?:run|run-script)$/.test(found?.[0] ?? '')) return first(found?.slice(1) ?? []);
  if (/^(?:i|install)$/.test(found?.[0] ?? '')) return ['post-install-cmd'];
  return /^(?:u|update|upgrade)$/.test(found?.[0] ?? '') ? ['post-update-cmd'] : found;
}

/** Runs a task that a file of the project names; undefined when there is none of that name. */
export function runManifestTask(
  argv: readonly string[],
  session: Session,
  shell: Shell,
  frame: Frame,
): Result | undefined {
  const program = baseName(argv[0] ?? '');
  if (program === 'cargo') runCargoAlias(argv, session, shell, frame);
  for (const tool of (Object.hasOwn(TOOLS, program) ? TOOLS[program] : undefined) ?? []) {
    const picked = tool.pick(argv.slice(1));
    if (picked === undefined) continue;
    const texts = tool.files.map((file) => contentOf(session, shell, file)).filter(isKnown);
    const find = (name: string) => texts.map((text) => tool.find(text, name)).find((task) => task !== undefined);
    const [name = '', ...words] = picked;
    if (find(name) !== undefined) return runTask(name, words, find, program, session, shell, frame);
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
  session: Session,
  shell: Shell,
  frame: Frame,
  seen = new Set<string>(),
): Result {
  const task = find(name);
  if (task === undefined || seen.has(name) || seen.size > MAX_TASKS) return UNKNOWN;
  seen.add(name);
  const inner = under(frame, `${program} ${name}`);
  for (const need of task.needs ?? []) runTask(need, [], find, program, session, shell, frame, seen);
  for (const text of task.foreign ?? []) runForeignText(text, session, shell.child(session.context.env), inner);
  if (task.argv !== undefined) session.run([...task.argv, ...words], shell.external(), inner);
  const extra = words.map((word) => (isKnown(word) ? ` ${quoteWord(word)}` : ' "$__unknown"')).join('');
  let result: Result = UNKNOWN;
  for (const code of task.code ?? [])
    result = session.code(code + extra, shell.child(session.context.env), inner, 'file');
  return task.code?.length === 1 ? result : UNKNOWN;
}

/** `[alias]` of a project's cargo configuration. */
function runCargoAlias(argv: readonly string[], session: Session, shell: Shell, frame: Frame): void {
  const name = argv[1] ?? '';
  if (!/^[\w-]+$/.test(name) || frame.via.includes('cargo alias')) return;
  const text = contentOf(session, shell, '.cargo/config.toml') ?? contentOf(session, shell, '.cargo/config');
  const entries = isKnown(text) ? readToml(text) : [];
  const own = entries.filter(([path]) => path === `alias.${name}` || path.startsWith(`alias.${name}.`));
  const words = own.flatMap(([path, value]) => (path === `alias.${name}` ? value.split(/\s+/) : [value]));
  if (words.length > 0)
    speculate(session, () =>
      session.run(['cargo', ...words, ...argv.slice(2)], shell.external(), under(frame, 'cargo alias')),
    );
}
