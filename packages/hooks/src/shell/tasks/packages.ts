import { posix } from 'node:path';
import { execute } from '../execute.js';
import { quoteWord, under, underScript } from '../programs/wrappers.js';
import { speculate } from '../speculate.js';
import {
  baseName,
  type Frame,
  HOLE,
  isKnown,
  known,
  type Result,
  resolvePath,
  type Session,
  type Shell,
  UNKNOWN,
} from '../state.js';
import { join, weaken } from '../walk.js';
import { runBeside } from './package-lifecycle.js';
import { choosePackages, type Manifest, nearestManifest, workspaceRoot } from './workspaces.js';

/** Commands of the package managers themselves: never a script, never a tool of the project. */
const OWN = new Set(
  `access add adduser audit bin bugs c cache ci clean-install completion config cache create dedupe deploy deprecate diff dist-tag doctor
  dlx edit env exec explain explore fetch fund generate get global help help-search hook i import in info init install install-ci-test
  install-test it ln link list licenses login logout ls node nohoist org outdated owner pack patch patch-commit ping pkg plugin pm prefix
  profile prune publish query rb rebuild remove repo rm root run run-script sbom search self-update set setup shrinkwrap star stars
  start store stop team token ui un uninstall unlink unpublish unstar up update upgrade version versions view w why whoami
  workspace workspaces x server approve-builds cat-file cat-index find-hash ignored-builds`.split(/\s+/),
);

/** What packages of ours are called by, where the name says something else. */
const OWN_PACKAGES: Readonly<Record<string, string>> = { '@flow/hooks': 'flow-hooks', '@flow/cli': 'flow' };

const VALUED =
  /^(?:-w|--workspace|--prefix|-C|--dir|--cwd|--filter|-F|--loglevel|--registry|--reporter|--cache|--userconfig|--workspace-concurrency|--test-pattern)$/;

interface Call {
  readonly words: readonly string[];
  /** Directory whose package.json counts; undefined when it cannot be known. */
  readonly directory: string | undefined;
  /** Directory in which a tool is started: npm looks for it at `--prefix`, and starts it where the command stands. */
  readonly toolDirectory?: string | undefined;
  /** `yarn run -T`: the scripts are those of the workspace's root, tools start where the command stands. */
  readonly fromTop?: boolean;
}

/** `npm test`, `pnpm run x`, `yarn x`, `npx x`: the script or tool that it starts. Undefined when it starts none. */
export function runPackageScript(
  argv: readonly string[],
  session: Session,
  shell: Shell,
  frame: Frame,
): Result | undefined {
  const program = baseName(argv[0] ?? '');
  const words = argv.slice(1);
  if (program === 'npx' || program === 'bunx' || program === 'pnpx')
    return runTool(program, words, session, shell, frame);
  if (program === 'npm-run-all' || program === 'npm-run-all2' || program === 'run-s' || program === 'run-p')
    return runMany(program, words, session, shell, frame);
  if (program === 'node' && words[0] === '--run' && words[1] !== undefined)
    return runScript('node --run', words[1], [], { words, directory: shell.cwd }, session, shell, frame);
  // The short forms of `ni`.
  if (program === 'nr' && words.length > 0) return session.run(['npm', 'run', ...words], shell, under(frame, 'nr'));
  if (/^(?:turbo|nx|lerna|rush)$/.test(program) && !/^(?:exec|version|publish|release)$/.test(words[0] ?? ''))
    runBeside(program, words, session, shell, frame);
  if (program !== 'npm' && program !== 'pnpm' && program !== 'yarn' && program !== 'bun' && program !== 'cnpm')
    return undefined;
  runBeside(program, words, session, shell, frame);
  const call = takeOptions(program, words, session, shell);
  const [verb = '', ...rest] = call.words;
  if (verb === 'exec' || verb === 'x' || verb === 'dlx') {
    const child = shell.clone();
    child.cwd = call.toolDirectory;
    return runTool(`${program} ${verb}`, rest, session, child, frame);
  }
  if (verb === 'explore' && rest.includes('--'))
    return session.run(rest.slice(rest.indexOf('--') + 1), shell.clone(), under(frame, program));
  if (/^(?:config|c|set)$/.test(verb)) noteSetting(verb === 'set' ? rest : rest.slice(1), session);
  if (verb === 'pkg' && rest[0] === 'set') setScripts(rest.slice(1), call.directory, session);
  if (verb === 'run' || verb === 'run-script' || verb === 'rum' || verb === 'urn') {
    const at = rest.findIndex((word) => !word.startsWith('-'));
    if (at < 0) return undefined;
    const directory = call.fromTop ? workspaceRoot(call.directory, session)?.directory : call.directory;
    if (RUNS_TOOLS.has(program) && isNoScript(rest[at] as string, directory, session))
      return startTool(program, rest.slice(at), call.directory, session, shell, frame);
    return runScript(
      program,
      rest[at] as string,
      scriptArguments(program, rest.slice(at + 1)),
      { ...call, directory },
      session,
      shell,
      frame,
      argv,
    );
  }
  if (verb === '') return undefined;
  if (program === 'bun' && verb === 'test') return undefined;
  const short = verb === 't' || verb === 'tst' ? 'test' : verb;
  if (/^(?:test|start|stop|restart)$/.test(short))
    return runScript(program, short, scriptArguments(program, rest), call, session, shell, frame, argv);
  if (verb === 'it' || verb === 'install-test' || verb === 'cit')
    return runScript(program, 'test', [], call, session, shell, frame, argv);
  if (program === 'yarn' && verb === 'workspace') {
    const child = shell.clone();
    child.cwd = onlyOf(choosePackages(rest[0], nearestManifest(call.directory, session)?.directory, session));
    return runPackageScript(['yarn', ...rest.slice(1)], session, child, frame);
  }
  if (program === 'npm' || program === 'cnpm' || OWN.has(verb)) return undefined;
  // `pnpm x`, `yarn x`, `bun x.ts`: a script, else a tool of the project.
  if (nearestManifest(call.directory, session)?.scripts[verb] !== undefined)
    return runScript(program, verb, rest, call, session, shell, frame, argv);
  if (program === 'bun') return undefined;
  return startTool(program, call.words, call.directory, session, shell, frame);
}

/** Those whose `run x` starts a tool of the project where no script has that name. */
const RUNS_TOOLS = new Set(['yarn', 'bun']);

/** Whether a package that can be read has no script of a name that can be known. */
function isNoScript(name: string, directory: string | undefined, session: Session): boolean {
  const found = nearestManifest(directory, session);
  return found !== undefined && isKnown(name) && found.scripts[name] === undefined;
}

function startTool(
  program: string,
  words: readonly string[],
  directory: string | undefined,
  session: Session,
  shell: Shell,
  frame: Frame,
): Result | undefined {
  const child = shell.clone();
  child.cwd = directory;
  return execute(words, session, child, under(frame, program));
}

/** Verbs behind which the options are still the package manager's. */
const verbsBefore = (program: string) =>
  program === 'npm' || program === 'cnpm' ? /^(?:run|run-script|test|t)$/ : /^(?:run|run-script)$/;

function takeOptions(program: string, words: readonly string[], session: Session, shell: Shell): Call {
  let directory = shell.cwd;
  let toolDirectory = shell.cwd;
  let fromTop = false;
  const rest: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    // Behind the name of a script, all but npm hand everything on to it.
    const isBefore = rest.length === 0 || (rest.length === 1 && verbsBefore(program).test(rest[0] as string));
    // npm takes its own options wherever they stand before `--`.
    const isOwn = program === 'npm' && !rest.includes('--') && /^(?:--prefix|-C|--workspace|-w)(?:=|$)/.test(word);
    if (!(isBefore || isOwn) || !word.startsWith('-') || word === '--') {
      rest.push(word);
      continue;
    }
    const equals = word.indexOf('=');
    const name = equals > 0 ? word.slice(0, equals) : word;
    const isDirectory = name === '--prefix' || name === '-C' || name === '--dir' || name === '--cwd';
    const value = VALUED.test(name) ? (equals > 0 ? word.slice(equals + 1) : words[++at]) : undefined;
    if (isDirectory) {
      directory = value === undefined ? undefined : resolvePath(value, shell, session.context.home);
      if (program !== 'npm') toolDirectory = directory;
    } else if (/^(?:--filter|-F|-w|--workspace)$/.test(name) && !(program === 'pnpm' && name === '-w'))
      directory = toolDirectory = onlyOf(choosePackages(value, directory, session));
    else if (name === '-w') at--;
    else if (program === 'yarn' && (name === '-T' || name === '--top-level')) fromTop = true;
    else if (/^(?:-r|--recursive|--workspaces|-ws|-A|--all)$/.test(name)) directory = toolDirectory = undefined;
  }
  const told = (place: string | undefined) => (isKnown(place) ? place : undefined);
  return { words: rest, directory: told(directory), toolDirectory: told(toolDirectory), fromTop };
}

/** A filter that chooses several is nothing to follow one by one. */
function onlyOf(found: readonly Manifest[]): string | undefined {
  return found.length === 1 ? found[0]?.directory : undefined;
}

/** npm hands on only what follows `--`; the others hand on all. */
function scriptArguments(program: string, words: readonly string[]): string[] {
  const dashes = words.indexOf('--');
  if (program === 'npm' || program === 'cnpm')
    return dashes < 0
      ? words.filter((word) => !word.startsWith('-'))
      : [...words.slice(0, dashes).filter((word) => !word.startsWith('-')), ...words.slice(dashes + 1)];
  return words.filter((word, at) => !(word === '--' && at === dashes));
}

/** `npm config set script-shell ./x`, for a script that a later step of the line runs. */
function noteSetting(words: readonly string[], session: Session): void {
  const value = /^script-shell[= ](.+)$/.exec(words.filter((word) => !word.startsWith('-')).join(' '))?.[1];
  if (value !== undefined) session.gitSettings.set('npm script-shell', value);
}

/** `npm pkg set scripts.x=…`: what a later `npm run x` in the same line would do. */
function setScripts(words: readonly string[], directory: string | undefined, session: Session): void {
  const found = nearestManifest(directory, session);
  if (found === undefined) return;
  for (const word of words) {
    const match = /^scripts(?:\.|\[["']?)([^=\]"']+)["']?\]?=([\s\S]*)$/.exec(word);
    if (match?.[1] !== undefined) found.scripts[match[1]] = match[2] ?? '';
  }
  session.files.set(posix.join(found.directory, 'package.json'), JSON.stringify({ scripts: found.scripts }));
}

/** Code that the line gives to a script of this name in words of its own: `.scripts.x = "…"`, `"x": "…"`. */
function codeInLine(name: string, line: string): string[] {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const given = new RegExp(String.raw`(?<![\w:-])${escaped}\\?["'\]]{0,3}\s*[:=]\s*\\?["']([^"'\n]{1,400})`, 'g');
  return [...line.matchAll(given)].map((match) => (match[1] ?? '').replace(/\\$/, ''));
}

/** What a script does that this line itself put into the package.json, by a program that only says so in its words. */
function runRewritten(name: string, directory: string | undefined, session: Session, shell: Shell, frame: Frame): void {
  if (directory === undefined || !isKnown(name)) return;
  const path = posix.join(directory, 'package.json');
  if (!session.effects.some((effect) => effect.kind === 'write' && effect.path === path)) return;
  for (const own of [`pre${name}`, name, `post${name}`])
    for (const code of codeInLine(own, session.line).slice(0, 4))
      speculate(session, () => session.code(code, shell.external(), { ...under(frame, own), certain: false }, 'guess'));
}

const SCRIPT_SHELL = /^script-shell\s*=\s*(.+?)\s*$/m;

/** npm can be told which program is the shell of its scripts: a script of the project's then runs in their place. */
function runOwnShell(
  words: readonly string[],
  directory: string | undefined,
  session: Session,
  shell: Shell,
  frame: Frame,
): void {
  const option = words.flatMap((word, at) => {
    const joined = /^--script-shell(?:=(.+))?$/.exec(word);
    return joined === null ? [] : [joined[1] ?? words[at + 1] ?? ''];
  });
  const own = directory === undefined ? undefined : session.read(posix.join(directory, '.npmrc'));
  const variable = shell.variables.get('npm_config_script_shell') ?? shell.variables.get('NPM_CONFIG_SCRIPT_SHELL');
  const program =
    option[0] ??
    (variable?.exported ? variable.value : undefined) ??
    session.gitSettings.get('npm script-shell') ??
    SCRIPT_SHELL.exec(own ?? '')?.[1];
  if (program === undefined || !isKnown(program) || !program.includes('/')) return;
  speculate(session, () =>
    session.run([program, '-c', ':'], shell.external(), { ...under(frame, 'script-shell'), certain: false }),
  );
}

/**
 * Runs a script of the nearest `package.json`, with those of the names `pre…` and `post…`. Undefined where there is
 * none.
 */
export function runScript(
  program: string,
  name: string,
  words: readonly string[],
  call: Call,
  session: Session,
  shell: Shell,
  frame: Frame,
  argv?: readonly string[],
): Result | undefined {
  runRewritten(name, call.directory, session, shell, frame);
  runOwnShell(argv ?? call.words, call.directory, session, shell, frame);
  const found = nearestManifest(call.directory, session);
  const main = name.includes(HOLE) ? undefined : found?.scripts[name];
  const several = program === 'pnpm' && main === undefined ? scriptsLike(name, Object.keys(found?.scripts ?? {})) : [];
  if (several.length > 0) {
    for (const one of several) runScript(program, one, words, call, session, shell, frame, argv);
    return UNKNOWN;
  }
  if (found === undefined || main === undefined) {
    if (call.directory === undefined && argv !== undefined) {
      session.effects.push({
        kind: 'opaque',
        what: 'program',
        text: `${program} ${known(name) ?? '…'}`,
        reason: 'a script of a package that cannot be told',
      });
    }
    return undefined;
  }
  const child = shell.child(session.context.env);
  child.cwd = found.directory;
  child.functions = new Map();
  const extra =
    words.length === 0 ? '' : ` ${words.map((word) => (isKnown(word) ? quoteWord(word) : '"$__unknown"')).join(' ')}`;
  const steps = [
    { name: `pre${name}`, code: found.scripts[`pre${name}`] },
    { name, code: main + extra },
    { name: `post${name}`, code: found.scripts[`post${name}`] },
  ].filter((step) => step.code !== undefined);
  let output = '';
  for (const [at, step] of steps.entries()) {
    const exit = at === steps.length - 1 ? frame.exit : weaken(frame.exit);
    const result = session.code(
      step.code as string,
      child.clone(),
      { ...underScript(frame, `${program} script ${step.name}`, words), exit },
      'file',
    );
    output = join(output, result.output);
  }
  return { output, status: undefined };
}

// The scripts of `pnpm run "/^build:/"`, where the pattern is plain: no text of an agent is compiled.
function scriptsLike(pattern: string, names: readonly string[]): string[] {
  const [, start, text, end] = /^\/(\^?)([\w:@.-]*?)(\$|\.[*+]\$?)?\/$/.exec(pattern) ?? [];
  if (text === undefined) return [];
  return names.filter((name) =>
    start === '' ? name.includes(text) : end === '$' ? name === text : name.startsWith(text),
  );
}

/** `npx [options] tool[@version] words`. */
function runTool(
  label: string,
  words: readonly string[],
  session: Session,
  shell: Shell,
  frame: Frame,
): Result | undefined {
  const place = shell.clone();
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (word === '-c' || word === '--call')
      return session.code(words[at + 1] ?? '', shell.child(session.context.env), under(frame, label));
    if (word.startsWith('--call='))
      return session.code(word.slice(7), shell.child(session.context.env), under(frame, label));
    const workspace = /^(?:-w|--workspace)(?:=(.+))?$/.exec(word);
    // npm runs it in the folder of that package.
    if (workspace !== null) {
      const root = workspaceRoot(shell.cwd, session)?.directory;
      place.cwd = onlyOf(choosePackages(workspace[1] ?? words[++at], root, session));
      continue;
    }
    if (/^(?:-ws|--workspaces)$/.test(word)) place.cwd = undefined;
    if (/^(?:-p|--package)$/.test(word)) {
      at++;
      continue;
    }
    const forNode = /^--node-options=(.+)$/.exec(word)?.[1];
    if (forNode !== undefined) place.variables.set('NODE_OPTIONS', { value: forNode, exported: true });
    if (word.startsWith('-')) continue;
    // `yarn exec 'words of a command'`.
    if (/\s/.test(word)) return session.code(word, shell.clone(), under(frame, label), 'guess');
    // `name@version`, `@scope/name@version`, `github:owner/name`.
    const name = word.replace(/(.)@[^@/]*$/, '$1');
    const tool = Object.hasOwn(OWN_PACKAGES, name) ? OWN_PACKAGES[name]! : baseName(name);
    return execute([tool, ...words.slice(at + 1)], session, place, under(frame, label));
  }
  return UNKNOWN;
}

/** `npm-run-all`, `run-s`, `run-p`: several scripts, names with a star included. */
function runMany(
  program: string,
  words: readonly string[],
  session: Session,
  shell: Shell,
  frame: Frame,
): Result | undefined {
  const found = nearestManifest(shell.cwd, session);
  if (found === undefined) return undefined;
  for (const word of words.filter((one) => !one.startsWith('-'))) {
    const [pattern = ''] = word.split(' ');
    const names = pattern.endsWith('*')
      ? Object.keys(found.scripts).filter((name) => name.startsWith(pattern.replace(/\*+$/, '')))
      : [pattern];
    for (const name of names.slice(0, 32))
      runScript(program, name, [], { words, directory: shell.cwd }, session, shell, {
        ...frame,
        exit: weaken(frame.exit),
      });
  }
  return UNKNOWN;
}
