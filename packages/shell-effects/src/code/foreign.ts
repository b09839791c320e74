import { posix } from 'node:path';
import { speculate } from '../bash/speculate.js';
import { walkDisk } from '../disk/disk.js';
import { contentOf } from '../disk/paths.js';
import {
  baseName,
  type Call,
  type Frame,
  isKnown,
  type Result,
  resolvePath,
  type Scope,
  type Session,
  type Shell,
  under,
} from '../state.js';
import { runEntries } from './entries.js';
import { mayStart, testStarts } from './starters.js';
import { testsElsewhere } from './test-files.js';
import { withoutWantedLists } from './wanted-lists.js';

/**
 * Programs in languages that have no reader of their own: which words name their files. What is searched for is a push as it
 * is written in nearly all of them, a text `git push …` or the words `"git", "push"` in a list.
 */
const FILES: Readonly<Record<string, (words: readonly string[], session: Session, shell: Shell) => readonly string[]>> =
  {
    groovy: named,
    jshell: named,
    Rscript: named,
    julia: named,
    elixir: named,
    swift: named,
    java: (words) => [
      ...named(words),
      ...words.filter((word) => /^[A-Z]\w*$/.test(word)).map((word) => `${word}.java`),
    ],
    kotlinc: named,
    scala: named,
    ghc: named,
    runghc: named,
    crystal: named,
    nim: named,
    zig: named,
    guile: named,
    racket: named,
    sbcl: named,
    clojure: named,
    bb: named,
    nu: named,
    xonsh: named,
    elvish: named,
    expect: named,
    tclsh: named,
    m4: named,
    pwsh: named,
    powershell: named,
    emacs: named,
    gdb: (words) => valuesOf(words, /^-x$/),
    psql: (words) => valuesOf(words, /^(?:-f|--file)$/),
    osascript: named,
    rspec: named,
    phpunit: named,
    bats: named,
    prove: named,
    dotnet: dotnetFiles,
    scons: () => ['SConstruct'],
    waf: () => ['wscript'],
    meson: (words) => (words[0] === 'compile' ? ['meson.build'] : []),
    erl: () => [],
    ocaml: named,
    ghci: named,
    octave: named,
    gnuplot: named,
    vim: (words) => valuesOf(words, /^-[Ssu]$/),
    nvim: (words) => valuesOf(words, /^-(?:[Ssul]|-cmd)$/),
    zx: named,
    deno: named,
    bun: named,
    tsx: named,
    dart: named,
    go: goFiles,
    cargo: cargoFiles,
    ninja: (words) => [posix.join(valuesOf(words, /^-C$/)[0] ?? '', valuesOf(words, /^-f$/)[0] ?? 'build.ninja')],
    ant: () => ['build.xml'],
    earthly: () => ['Earthfile'],
    bazel: bazelFiles,
  };

/** Interpreters that take code as a word, or from their input. */
const INLINE =
  /^(?:groovy|Rscript|julia|elixir|swift|scala|ghc|crystal|guile|racket|sbcl|clojure|bb|nu|xonsh|elvish|tclsh|expect|jshell|erl|ocaml|ghci|octave|gnuplot)$/;

function named(words: readonly string[]): readonly string[] {
  return words.filter((word) => /^[^-].*\.\w+$/.test(word));
}

function valuesOf(words: readonly string[], option: RegExp): readonly string[] {
  return words.filter((_word, at) => option.test(words[at - 1] ?? ''));
}

/**
 * `go run ./cmd/x`: the files of that folder, `go test ./x` its tests; `go generate`: its lines that name a command are all
 * that runs.
 */
function goFiles(words: readonly string[], session: Session, shell: Shell): readonly string[] {
  if (words[0] === 'test') {
    const folders = words.slice(1).filter((word) => /^\.{0,2}\/(?!.*\.{3}$)/.test(word));
    return folders.slice(0, 4).flatMap((folder) => filesIn(folder, /_test\.go$/, session, shell));
  }
  if (words[0] !== 'run') return [];
  const [target] = words.slice(1).filter((word) => !word.startsWith('-'));
  if (target === undefined) return [];
  return target.endsWith('.go') ? [target] : filesIn(target, /\.go$/, session, shell);
}

/** `dotnet run`: the sources beside the project; `dotnet fsi x.fsx` names its file. */
function dotnetFiles(words: readonly string[], session: Session, shell: Shell): readonly string[] {
  if (words[0] !== 'run') return named(words);
  const project = (valuesOf(words, /^--project$/)[0] ?? '.').replace(/[^/]*\.\w+proj$/, '') || '.';
  return filesIn(project, /\.(?:cs|fs)$/, session, shell);
}

/** `cargo run`, `cargo xtask`: the sources where they usually lie. */
function cargoFiles(words: readonly string[], session: Session, shell: Shell): readonly string[] {
  const [verb = ''] = words.filter((word) => !/^[-+]/.test(word));
  const value = (option: RegExp) => {
    const at = words.findIndex((word) => option.test(word));
    return at < 0 ? '' : (words[at + 1] ?? '');
  };
  const part =
    verb === 'xtask'
      ? 'xtask'
      : words.some((word) => /^(?:-p|--package)$/.test(word))
        ? value(/^(?:-p|--package)$/)
        : '';
  if (/^(?:b|build|c|check|clippy|t|test|bench|doc|install|rustc)$/.test(verb)) {
    const folder = value(/^--(?:manifest-)?path$/).replace(/Cargo\.toml$/, '');
    const test = value(/^--test$/);
    return [posix.join(folder, 'build.rs'), ...(test === '' ? [] : [posix.join(folder, `tests/${test}.rs`)])];
  }
  if (verb !== 'run' && verb !== 'r' && verb !== 'xtask') return [];
  const beside = value(/^--manifest-path$/).replace(/Cargo\.toml$/, '');
  const binary = words.includes('--bin') ? value(/^--bin$/) : '';
  const example = words.includes('--example') ? value(/^--example$/) : '';
  if (example !== '') return [`${beside}examples/${example}.rs`];
  const roots = part === '' ? [beside] : [`${beside}${part}/`, `${beside}crates/${part}/`];
  // A manifest may say where its programs lie.
  const named = roots.flatMap((root) =>
    [...(contentOf(session, shell, `${root}Cargo.toml`) ?? '').matchAll(/^[ \t]*path\s*=\s*"([^"\n]+\.rs)"/gm)].map(
      (match) => `${root}${match[1]}`,
    ),
  );
  const built = roots.map((root) => `${root}build.rs`);
  const usual = roots.flatMap((root) =>
    binary === '' ? [`${root}src/main.rs`] : [`${root}src/bin/${binary}.rs`, `${root}src/bin/${binary}/main.rs`],
  );
  return [...usual, ...named.slice(0, 8), ...built];
}

/** `bazel run //tools:release`: the build file of that folder and the scripts that it names. */
function bazelFiles(words: readonly string[], session: Session, shell: Shell): readonly string[] {
  if (words[0] !== 'run') return [];
  const label = /^\/\/([^:]*):?(.*)$/.exec(words.find((word) => word.startsWith('//')) ?? '');
  if (label === null) return [];
  const folder = label[1] ?? '';
  const build = ['BUILD', 'BUILD.bazel'].map((name) => posix.join(folder, name));
  const sources = build.flatMap((name) => [
    ...(contentOf(session, shell, name) ?? '').matchAll(/"([\w./-]+\.(?:sh|py))"/g),
  ]);
  return sources.map((match) => posix.join(folder, match[1] ?? ''));
}

function filesIn(folder: string, pattern: RegExp, session: Session, shell: Shell): readonly string[] {
  const path = resolvePath(folder, shell, session.context.home);
  const names = isKnown(path) ? (session.list(path) ?? []) : [];
  return names
    .filter((name) => pattern.test(name))
    .slice(0, 32)
    .map((name) => `${folder.replace(/\/$/, '')}/${name}`);
}

/** Undefined always: what the program does beside is not known, so whoever comes next may look, too. */
export function runForeign(call: Call): Result | undefined {
  const { program, words, session, shell, frame } = call;
  runEntries(call);
  const files = Object.hasOwn(FILES, program) ? FILES[program]?.(words, session, shell) : undefined;
  for (const file of files ?? []) {
    const text = contentOf(session, shell, file);
    if (!isKnown(text) || testsElsewhere(baseName(file), text) || startsNothing(program, words, file, session, shell))
      continue;
    if (isTestRun(program, words) && !testStarts(text)) continue;
    if (program === 'bats') {
      runForeignText(withoutChecks(text), {
        session,
        shell,
        frame: { ...under(frame, baseName(file)), fromFile: true },
      });
      continue;
    }
    // It starts nothing itself, but may hand a list to the package that it tests.
    const own = file.endsWith('_test.go') && !mayStart(text) ? withoutWantedLists(text) : text;
    runForeignText(own, { session, shell, frame: { ...under(frame, baseName(file)), fromFile: true } });
  }
  if (files !== undefined && INLINE.test(program)) {
    const given = [
      ...valuesOf(words, /^(?:-[eEc]|--?eval|--execute|eval)$/),
      ...(words.every((word) => word.startsWith('-')) ? [frame.input?.rest ?? ''] : []),
    ];
    for (const text of given)
      if (isKnown(text) && !onlyCalculates(program, text))
        runForeignText(text, { session, shell, frame: under(frame, program) });
  }
  if (program === 'go' && words[0] === 'generate')
    generate(words.slice(1), { session, shell, frame: under(frame, 'go generate') });
  return undefined;
}

/** Runners of tests whose files are named: a push that such a file only hands to the code under test is a word. */
const isTestRun = (program: string, [verb = '']: readonly string[]) =>
  /^(?:rspec|phpunit|prove)$/.test(program) || (program === 'cargo' && /^t(?:est)?$/.test(verb));

/** A test of bats without what it compares, and without the texts that it hands to a script of the project. */
const withoutChecks = (text: string) =>
  text
    .replace(/^[ \t]*\[\[?[ \t](?:(?!\$\(|`)[^\n;&|])*\]$/gm, ' ')
    .replace(
      /^([ \t]*run[ \t]+\.{0,2}\/?[\w./-]+\.(?:sh|bash|py|[cm]?js)[ \t]+)(?:"[^"`$\n]*"|'[^'\n]*')[ \t]*$/gm,
      '$1',
    );

/** Languages in which a program is started by a call that has a name. */
const STARTS_BY_NAME = /^(?:julia|Rscript|elixir)$/;
/** Beside the names of other languages: how these three start programs, or reach what does under another name. */
const REACHES =
  /`|\b(?:run|pipeline|cmd|open|port|sh|mix|eval\w*|include|import|require|library|using|source|load\w*|parse|ccall|base|core|main|code|apply|get\w*|match\.fun|do\.call|erlang|node|rpc)\b|::|:os\b|\.C\(|\.External/i;

/** Whether inline code of such a language starts nothing, so that a push in it is a text. */
const onlyCalculates = (program: string, text: string) =>
  STARTS_BY_NAME.test(program) && !mayStart(text) && !REACHES.test(text);

/** Source of Go or Java that starts no program, and no file beside it that is part of the program. */
function startsNothing(
  program: string,
  words: readonly string[],
  file: string,
  session: Session,
  shell: Shell,
): boolean {
  const extension = program === 'go' ? /\.go$/ : program === 'java' ? /\.java$/ : undefined;
  if (extension === undefined || !extension.test(file)) return false;
  // `go run x.go` takes the files that it names.
  const isNamed = program === 'go' && words[0] === 'run' && words.includes(file);
  const together = isNamed
    ? words.filter((word) => extension.test(word))
    : filesIn(posix.dirname(file), extension, session, shell);
  const texts = together.map((one) => contentOf(session, shell, one));
  return texts.length > 0 && texts.every((text) => isKnown(text) && !mayStart(text));
}

const MAX_GENERATORS = 400;

/** The lines `//go:generate command` of the packages that are named, each in the folder of its file. */
function generate(words: readonly string[], { session, shell, frame }: Scope): void {
  if (words.includes('-n')) return;
  const named = words.filter((word) => !word.startsWith('-'));
  const files = (named.length === 0 ? ['.'] : named).flatMap((place) => {
    if (place.endsWith('.go')) return [place];
    const folder = place.replace(/\/?\.{3}$/, '') || '.';
    if (folder === place.replace(/\/$/, '')) return filesIn(folder, /\.go$/, session, shell);
    const beneath = walkDisk(folder, session, shell) ?? [];
    return beneath.filter(({ isFolder, name }) => !isFolder && name.endsWith('.go')).map((one) => one.path);
  });
  for (const file of files.slice(0, MAX_GENERATORS)) {
    const inner = shell.clone();
    inner.cwd = resolvePath(posix.dirname(file), shell, session.context.home);
    for (const match of (contentOf(session, shell, file) ?? '').matchAll(/^\/\/go:generate (.+)$/gm))
      session.code(match[1] ?? '', inner.clone(), frame, 'file');
  }
}

const TEXTUAL =
  /(?<![\w.-])((?:git|gh|jj|sl|hub|glab)[ \t]+[^\n"'`;|&)\]}]*\b(?:push|send-pack|merge|sync)\b[^\n"'`;|&)\]}]*)/g;
const LISTED =
  /(["'])git\1((?:\)?\s*[,.(]?\s*(?:\{\s*)?(?:args?|arguments)?\s*[([{:=,]*\s*(?:vec!|c(?=\())?[([&{]*\s*(?:"[^"\n]{0,60}"|'[^'\n]{0,60}')){1,6})/g;
/** `exec.Command("git", args...)`, `…, append(words, more)...)`, and a list somewhere that begins with the verb. */
const SPREAD = /"git"\s*,\s*(?:\w+|append\([^;\n]{1,200}\))\.\.\./;
const VERB_LIST = /[[({]\s*"(push|send-pack)"((?:\s*,\s*"[^"\n]{0,60}"){0,6})/g;
const COMMENT = /^\s*(?:#(?!!)|\/\/(?!go:)|--|;|\*|"\s)/;
const SHOWN =
  /\b(?:print(?:ln|f)?|echo|puts|say|log|warn|info|error|Write-Host|Write-Output|message|description|summary|help|desc|fmt\.Print\w*)\b\s*[(:=]?\s*(?:[\w.]+(?:\(\w*\))?\s*,\s*)*["'`]?[^"'`]*$/i;

/** RSpec's stand-in for a call: what it is to be called with is only compared. */
const EXPECTED = /\b(?:receive|have_received)\(:\w+\)(?:\.\w+)*\.with\(\s*["'][^"']*$/;

/** Ant's `<exec executable="git"><arg line="push"/></exec>`, and `<arg value="push"/>`. */
const TASK = /<exec\s[^<>]*\bexecutable="git"[^<>]*>\s*<arg\s+(?:line|value)="(?:push|send-pack)\b/;

/** Steps of fastlane that push. */
const LANE_STEP = /^[ \t]*(?:push_to_git_remote|push_git_tags)\b/m;

/** Pushes that a text in some language shows outside of its comments and of what it prints. */
export function runForeignText(text: string, { session, shell, frame }: Scope): void {
  const inner: Frame = { ...frame, exit: 'hidden', certain: false, input: { rest: '' } };
  const lines = text
    .slice(0, 64 * 1024)
    .split('\n')
    .filter((line) => !COMMENT.test(line));
  for (const line of lines) {
    for (const match of line.matchAll(TEXTUAL)) {
      if (SHOWN.test(line.slice(0, match.index)) || EXPECTED.test(line.slice(0, match.index))) continue;
      speculate(session, () => session.code(match[1] ?? '', shell.clone(), inner, 'guess'));
    }
  }
  const whole = lines.join('\n');
  if (LANE_STEP.test(whole) || TASK.test(whole))
    speculate(session, () => session.run(['git', 'push'], shell.clone(), inner));
  if (lines.some((line) => SPREAD.test(line)))
    for (const match of whole.matchAll(VERB_LIST)) {
      const words = [...(match[2] ?? '').matchAll(/"([^"\n]*)"/g)].map((one) => one[1] ?? '');
      speculate(session, () => session.run(['git', match[1] ?? '', ...words], shell.clone(), inner));
    }
  for (const match of whole.matchAll(LISTED)) {
    const words = [...(match[2] ?? '').matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].map((one) => one[1] ?? one[2] ?? '');
    // `execlp` names a program twice: the file, then what it is to be called.
    const own = words[0] === 'git' ? words.slice(1) : words;
    speculate(session, () => session.run(['git', ...own], shell.clone(), inner));
  }
}
