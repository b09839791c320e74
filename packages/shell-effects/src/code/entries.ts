import { posix } from 'node:path';
import { speculate } from '../bash/speculate.js';
import { contentOf } from '../disk/paths.js';
import { type Call, type Frame, isKnown, resolvePath, type Scope, type Session, type Shell, under } from '../state.js';
import { LOADING_OPTION, LOADS, MAY_START, RUNS_WORDS } from './test-files.js';

const NODE = /^(?:node|nodejs|bun|tsx|ts-node)$/;
const PYTHON = /^(?:python|pypy)[\d.]*$/;

/** Options of Node that load a file before the script. */
const PRELOADS = /^(?:-r|--(?:require|import|loader|experimental-loader|test-reporter))$/;

/**
 * Files that an interpreter finds by rules of its own: what `--require` and `NODE_OPTIONS` load first, a folder's main file,
 * a module of the project. What they publish is kept.
 */
export function runEntries(call: Call): void {
  const { program, words, session, shell, frame } = call;
  if (frame.via.some((step) => step === 'entry')) return;
  const inner: Frame = { ...under(frame, 'entry'), exit: 'hidden', certain: false };
  if (PYTHON.test(program)) runImports(words, session.at(shell, inner));
  if (NODE.test(program)) runRequires(words, session.at(shell, inner));
  runLoads(program, words, session.at(shell, inner));
  const files = entriesOf(program, words, call);
  for (const [interpreter, file] of files.slice(0, 8))
    speculate(session, () => session.run([interpreter, file], shell.external(), inner));
}

function entriesOf(
  program: string,
  words: readonly string[],
  { session, shell, frame }: Scope,
): (readonly [string, string])[] {
  const find = (places: readonly string[]) => places.find((place) => contentOf(session, shell, place) !== undefined);
  const one = (interpreter: string, place: string | undefined) =>
    place === undefined ? [] : [[interpreter, place] as const];
  const module = frame.via.at(-1) === 'python -m' ? program.replaceAll('.', '/') : undefined;
  if (/^(?:pip[\d.]*|uv)$/.test(program)) return builtByPip(program, words, session, shell);
  if (module === 'unittest') return words.flatMap((word) => one('python3', find(testFiles(word))));
  if (/^py\.?test$/.test(program)) return testSetups(words, session, shell);
  if (module !== undefined) return one('python3', find([`${module}.py`, `${module}/__main__.py`]));
  const options = shell.variables.get('NODE_OPTIONS');
  const inFiles = words
    .flatMap((word) => /^--env-file(?:-if-exists)?=(.+)$/.exec(word)?.[1] ?? [])
    .flatMap(
      (file) => /^[ \t]*NODE_OPTIONS\s*=\s*["']?([^"'\n]+)/m.exec(contentOf(session, shell, file) ?? '')?.[1] ?? [],
    );
  const exported = options?.exported && isKnown(options.value) ? [options.value] : [];
  const given = [...exported, ...inFiles].flatMap((one) => one.split(/\s+/));
  const preloads = preloaded([...given, ...(NODE.test(program) ? words : [])]).map(
    (file) => ['node', find([file, ...mainsOf(file, session, shell)]) ?? file] as const,
  );
  if (/^ruby[\d.]*$/.test(program)) return loaded('RUBYOPT', /^-r(.+)$/, '.rb', words, shell, session);
  if (/^perl[\d.]*$/.test(program)) return loaded('PERL5OPT', /^-[mM]([^=]+)/, '.pm', words, shell, session);
  if (LOADS.test(program)) return [...preloads, ...configured(program, words, session, shell)];
  if (!NODE.test(program) && !PYTHON.test(program)) return preloads;
  if (words[0] === 'manage.py' && PYTHON.test(program)) return djangoCommand(words[1], session, shell);
  const main = words.find((word, at) => !word.startsWith('-') && !PRELOADS.test(words[at - 1] ?? ''));
  if (main === undefined || !isKnown(main) || contentOf(session, shell, main) !== undefined) return preloads;
  if (PYTHON.test(program)) return one('python3', find([posix.join(main, '__main__.py')]));
  return [...preloads, ...one('node', find(mainsOf(main, session, shell)))];
}

/** Tells where Node looks for the module that a path without an ending means: a file, or the main file of a folder. */
function mainsOf(path: string, session: Session, shell: Shell): string[] {
  const folder = (path.startsWith('/') ? '' : './') + posix.normalize(path).replace(/\/$/, '');
  const named = /"main"\s*:\s*"([^"\n]+)"/.exec(contentOf(session, shell, `${folder}/package.json`) ?? '')?.[1];
  const ends = ['.js', '.cjs', '.mjs', '.ts', '/index.js', '/index.cjs', '/index.mjs'];
  return [
    ...(named === undefined ? [] : ['', '.js', '/index.js'].map((end) => posix.join(folder, named) + end)),
    ...ends.map((end) => folder + end),
  ];
}

/** `builtByPip` plays `pip install ./folder`: what the project in the folder has carried out when it is built. */
function builtByPip(
  program: string,
  words: readonly string[],
  session: Session,
  shell: Shell,
): (readonly [string, string])[] {
  const [verb, ...rest] = words.slice(program === 'uv' && words[0] === 'pip' ? 1 : 0);
  if (!/^(?:install|wheel|download)$/.test(verb ?? '')) return [];
  return rest
    .map((word) => word.replace(/\[[^\]]*\]$/, ''))
    .filter((word) => /^(?:\.{1,2}$|[\w.~-]*\/)/.test(word) && !word.includes('://'))
    .map((word) => posix.join(word, 'setup.py'))
    .filter((file) => contentOf(session, shell, file) !== undefined)
    .map((file) => ['python3', file] as const);
}

/** `djangoCommand` reads `manage.py ship`, a command of one of the project's apps. */
function djangoCommand(name: string | undefined, session: Session, shell: Shell): (readonly [string, string])[] {
  if (name === undefined || !/^\w+$/.test(name) || !isKnown(shell.cwd)) return [];
  return (session.list(shell.cwd) ?? [])
    .map((folder) => `${folder}/management/commands/${name}.py`)
    .filter((file) => contentOf(session, shell, file) !== undefined)
    .map((file) => ['python3', file] as const);
}

/** Tells what a tool of JavaScript runs before all else: its configuration, and the files that it is told by name. */
function configured(
  program: string,
  words: readonly string[],
  session: Session,
  shell: Shell,
): (readonly [string, string])[] {
  const own = (isKnown(shell.cwd) ? (session.list(shell.cwd) ?? []) : []).filter(
    (name) => name.startsWith(`${program}.config.`) && /\.[cm]?[jt]s$/.test(name),
  );
  const named = words.flatMap((word, at) => {
    const [option = '', value] = word.startsWith('-') ? word.split('=', 2) : [words[at - 1], word];
    return value !== undefined && (RUNS_WORDS.test(program) || LOADING_OPTION.test(option)) ? [value] : [];
  });
  const files = named.filter((word) => /^[\w./@-]+\.[cm]?[jt]sx?$/.test(word));
  return [...own, ...files.slice(0, 8)]
    .filter((file) => MAY_START.test(contentOf(session, shell, file) ?? ''))
    .map((file) => ['node', file] as const);
}

/** `testFiles` lists the files that a dotted name such as `tests.test_up.Case.test_one` may mean. */
function testFiles(word: string): string[] {
  if (!/^\w[\w.]*$/.test(word)) return word.endsWith('.py') ? [word] : [];
  const parts = word.split('.');
  return parts.map((_part, at) => `${parts.slice(0, parts.length - at).join('/')}.py`);
}

/** Returns the test files that pytest is told by name, and what it loads before the tests of a folder. */
function testSetups(words: readonly string[], session: Session, shell: Shell): (readonly [string, string])[] {
  const named = words.filter((word) => /^[\w./]/.test(word)).map((word) => word.replace(/::.*$/, ''));
  const folders = named.map((word) => (word.endsWith('.py') ? posix.dirname(word) : word));
  const files = [
    ...named.filter((word) => word.endsWith('.py')),
    ...[...new Set(['.', ...folders])].map((folder) => posix.join(folder, 'conftest.py')),
  ];
  return files
    .filter((file) => contentOf(session, shell, file) !== undefined)
    .map((file) => ['python3', file] as const);
}

/** Modules that a variable of this line, or an option, has an interpreter load, where the line or the project has them. */
function loaded(
  variable: string,
  option: RegExp,
  end: string,
  own: readonly string[],
  shell: Shell,
  session: Session,
): (readonly [string, string])[] {
  const given = shell.variables.get(variable);
  const words = [...(given?.exported && isKnown(given.value) ? given.value.split(/\s+/) : []), ...optionsOf(own)];
  if (!words.some((word) => option.test(word))) return [];
  const library = shell.variables.get(variable.replace(/5?OPT$/, end === '.rb' ? 'LIB' : '5LIB'));
  const listed = library?.exported && isKnown(library.value) ? library.value.split(':') : [];
  const folders = ['.', ...listed, ...words.flatMap((word) => /^-I(.+)$/.exec(word)?.[1] ?? [])];
  const names = words.flatMap((word) => option.exec(word)?.[1]?.replaceAll('::', '/') ?? []);
  const places = names.flatMap((name) =>
    folders.flatMap((folder) => [name, name + end].map((one) => posix.join(folder, one))),
  );
  const interpreter = end === '.rb' ? 'ruby' : 'perl';
  return places
    .filter((place) => contentOf(session, shell, place) !== undefined)
    .map((place) => [interpreter, place] as const);
}

/** Returns the options before the code or the script, each with its value. */
function optionsOf(words: readonly string[]): string[] {
  const end = words.findIndex((word, at) => !word.startsWith('-') && !/^-[rI]$/.test(words[at - 1] ?? ''));
  return words
    .slice(0, end < 0 ? undefined : end)
    .map((word, at) => (/^-[rI]$/.test(word) ? word + (words[at + 1] ?? '') : word));
}

/** Lists folders that this line adds to where Python looks for modules. */
function pythonFolders(shell: Shell): string[] {
  const path = shell.variables.get('PYTHONPATH');
  return path?.exported && isKnown(path.value) ? path.value.split(':').filter((one) => one !== '') : [];
}

const IMPORTED = /^[ \t]*(?:import|from)[ \t]+([\w.]+)/gm;

/**
 * Modules that inline Python imports from a folder which the line itself names, or which the line wrote: all of one that is
 * called, and of the others what runs when they are loaded.
 */
function runImports(words: readonly string[], { session, shell, frame }: Scope): void {
  const startup = shell.variables.get('PYTHONSTARTUP');
  if (startup?.exported && isKnown(startup.value) && words.some((word) => /^-\w*i/.test(word)))
    speculate(session, () => session.run(['python3', startup.value], shell.external(), frame));
  // Modules of these names are loaded before anything else.
  const first = pythonFolders(shell).flatMap((folder) =>
    ['sitecustomize.py', 'usercustomize.py'].map((name) => posix.join(folder, name)),
  );
  for (const place of words.some((word) => /^-\w*[ISE]/.test(word)) ? [] : first)
    if (contentOf(session, shell, place) !== undefined)
      speculate(session, () => session.run(['python3', place], shell.external(), frame));
  const code = codeOf(words, /^-\w*c$/, frame)?.replaceAll(';', '\n');
  if (!isKnown(code)) return;
  const named = [...pythonFolders(shell), ...texts(code, /\bsys\.path\.(?:insert\(\s*\d+\s*,|append\()\s*/)];
  const opened = /(?<![.\w])exec\(\s*(?:compile\(\s*)?(?:open|(?:pathlib\.)?Path)\(\s*/;
  for (const file of [...texts(code, /\brun_path\(\s*/), ...texts(code, opened)])
    speculate(session, () => session.run(['python3', file], shell.external(), frame));
  for (const [, module = ''] of [...code.matchAll(IMPORTED)].slice(0, 8)) {
    const path = module.replaceAll('.', '/');
    const places = [...named, '.'].flatMap((folder) =>
      [`${path}.py`, `${path}/__init__.py`].map((one) => posix.join(folder, one)),
    );
    const place = places.find((one) => contentOf(session, shell, one) !== undefined);
    const absolute = place === undefined ? undefined : resolvePath(place, shell, session);
    if (place === undefined || absolute === undefined) continue;
    const isOwn =
      session.files.has(absolute) || named.some((folder) => place.startsWith(`${posix.normalize(folder)}/`));
    if (!isOwn) continue;
    const text = contentOf(session, shell, place) as string;
    const isCalled = new RegExp(String.raw`\b${module.replaceAll('.', '\\.')}\.\w+\s*\(|\bfrom[ \t]+${module}\b`).test(
      code,
    );
    const run = isCalled ? text : text.replace(/^[ \t]+.*$/gm, '');
    speculate(session, () => session.run(['python3', '-c', run], shell.external(), frame));
  }
}

/** Code on the command line, or on standard input where no file is named. */
function codeOf(words: readonly string[], option: RegExp, frame: Frame): string | undefined {
  const at = words.findIndex((word) => option.test(word));
  if (at >= 0) return words[at + 1];
  return words[0] === undefined || words[0].startsWith('-') ? frame.input?.rest : undefined;
}

/** Returns the texts that stand right behind a piece of code. */
function texts(code: string, behind: RegExp): string[] {
  const pattern = new RegExp(String.raw`(?:${behind.source})(?:"([^"\n]{1,400})"|'([^'\n]{1,400})')`, 'g');
  return [...code.matchAll(pattern)].slice(0, 8).map((match) => match[1] ?? match[2] ?? '');
}

/** Files of the project that inline Node loads or starts: what runs when they are loaded. */
function runRequires(words: readonly string[], { session, shell, frame }: Scope): void {
  const code = codeOf(words, /^(?:-p?e|-pe?|--eval|--print)$/, frame);
  if (!isKnown(code)) return;
  const loaded = texts(code, /\b(?:require|import)\s*\(\s*|\bfrom\s+|\bimport\s+/);
  const evaluated = texts(
    code,
    /\b(?:eval|Function|runIn\w*Context)\(\s*(?:\w+\.|require\(["'](?:node:)?fs["']\)\.)?readFileSync\(\s*/,
  );
  for (const file of evaluated) speculate(session, () => session.run(['node', file], shell.external(), frame));
  const started = texts(code, /\b(?:fork|Worker)\s*\)?\s*\(\s*/);
  for (const file of [...new Set([...loaded, ...started])].filter((one) => /^\.{0,2}\//.test(one))) {
    const place = ['', '.js', '.cjs', '.mjs', '/index.js'].find(
      (end) => contentOf(session, shell, file + end) !== undefined,
    );
    const text = place === undefined ? undefined : contentOf(session, shell, file + place);
    if (!isKnown(text)) continue;
    const run = started.includes(file) ? text : text.replace(/^[ \t]+.*$/gm, '');
    speculate(session, () => session.run(['node', '-e', run], shell.external(), frame));
  }
}

/** How code of a language loads another file, what such a file may be called, and the option before code. */
const LOADERS: readonly (readonly [program: RegExp, load: RegExp, ends: readonly string[], option: RegExp])[] = [
  [/^perl[\d.]*$/, /\b(?:do|require)\s*\(?\s*/, [''], /^-\w*[eE]$/],
  [/^ruby[\d.]*$/, /\b(?:load|require|require_relative)\s*\(?\s*/, ['', '.rb'], /^-\w*e$/],
  [/^php[\d.]*$/, /\b(?:include|require)(?:_once)?\s*\(?\s*/, [''], /^-r$/],
];

/** Files of the project that inline Perl, Ruby and PHP load: all of one whose function is called, else what runs at once. */
function runLoads(program: string, words: readonly string[], { session, shell, frame }: Scope): void {
  const [, load, ends, option] = LOADERS.find(([pattern]) => pattern.test(program)) ?? [];
  const code = option === undefined ? undefined : codeOf(words, option, frame);
  if (load === undefined || !isKnown(code)) return;
  const bare = code.replace(/"[^"\n]*"|'[^'\n]*'/g, '""');
  for (const file of texts(code, load)) {
    const found = ends?.map((end) => contentOf(session, shell, file + end)).find((text) => text !== undefined);
    if (!isKnown(found)) continue;
    const functions = [...found.matchAll(/^[ \t]*(?:sub|def|function)\s+(\w+)/gm)].map((match) => match[1] ?? '');
    const isCalled = functions.some((name) => new RegExp(String.raw`(?<![\w$@])${name}\b`).test(bare));
    const run = isCalled ? found : found.replace(/^(?:[ \t]+|(?:sub|def|function)\s).*$/gm, '');
    speculate(session, () =>
      session.run([program, program.startsWith('php') ? '-r' : '-e', run], shell.external(), frame),
    );
  }
}

function preloaded(words: readonly string[]): string[] {
  return words.flatMap((word, at) => {
    const joined = /^--(?:require|import|loader|experimental-loader|test-reporter)=(.+)$/.exec(word)?.[1];
    const file = joined ?? (PRELOADS.test(words[at - 1] ?? '') ? word : undefined);
    return file !== undefined && /^[./]/.test(file) ? [file] : [];
  });
}
