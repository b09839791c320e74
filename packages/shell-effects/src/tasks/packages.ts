import { weaken } from '../bash/walk.js';
import { programOfPackage } from '../starts/product-calls.js';
import {
  baseName,
  type Call,
  callOf,
  isKnown,
  type Result,
  type Scope,
  type Session,
  UNKNOWN,
  under,
} from '../state.js';
import { onlyOf, type PackageCall, scriptArguments, takeOptions } from './package-call.js';
import { runBeside } from './package-lifecycle.js';
import { noteParts } from './package-parts.js';
import { noteSetting, runScript, setScripts } from './package-scripts.js';
import { choosePackages, nearestManifest, workspaceRoot } from './workspaces.js';

/** `OWN` names the commands of the package managers themselves: never a script, never a tool of the project. */
const OWN = new Set(
  `access add adduser audit bin bugs c cache ci clean-install completion config cache create dedupe deploy deprecate diff dist-tag doctor
  dlx edit env exec explain explore fetch fund generate get global help help-search hook i import in info init install install-ci-test
  install-test it ln link list licenses login logout ls node nohoist org outdated owner pack patch patch-commit ping pkg plugin pm prefix
  profile prune publish query rb rebuild remove repo rm root run run-script sbom search self-update set setup shrinkwrap star stars
  start store stop team token ui un uninstall unlink unpublish unstar up update upgrade version versions view w why whoami
  workspace workspaces x server approve-builds cat-file cat-index find-hash ignored-builds`.split(/\s+/),
);

/** `npm test`, `pnpm run x`, `yarn x`, `npx x`: the script or tool that it starts. Undefined when it starts none. */
export function runPackageScript(call: Call): Result | undefined {
  const { program, words, session, shell, frame } = call;
  if (/^(?:npx|bunx|pnpx)$/.test(program)) return runTool(program, words, call);
  if (/^(?:npm-run-all2?|run-s|run-p)$/.test(program)) return runMany(program, words, call);
  if (program === 'node' && words[0] === '--run' && words[1] !== undefined)
    return runScript('node --run', words[1], [], { words, directory: shell.cwd }, call);
  // The short forms of `ni`.
  if (program === 'nr' && words.length > 0) return session.run(['npm', 'run', ...words], shell, under(frame, 'nr'));
  const isMonorepo =
    /^(?:turbo|nx|lerna|rush)$/.test(program) && !/^(?:exec|version|publish|release)$/.test(words[0] ?? '');
  const isManager = /^(?:npm|pnpm|yarn|bun|cnpm)$/.test(program);
  if (isMonorepo || isManager) {
    runBeside(program, words, call);
    noteParts(call);
  }
  return isManager ? runVerb(call) : undefined;
}

/** Runs what a package manager does by its first word. */
function runVerb(call: Call): Result | undefined {
  const { argv, program, words, session, shell, frame } = call;
  const taken = takeOptions(program, words, session, shell);
  const [verb = '', ...rest] = taken.words;
  if (/^(?:exec|x|dlx)$/.test(verb)) {
    const child = shell.clone();
    child.cwd = taken.toolDirectory;
    return runTool(`${program} ${verb}`, rest, session.at(child, frame));
  }
  if (verb === 'explore' && rest.includes('--'))
    return session.run(rest.slice(rest.indexOf('--') + 1), shell.clone(), under(frame, program));
  if (/^(?:config|c|set)$/.test(verb)) noteSetting(verb === 'set' ? rest : rest.slice(1), session);
  if (verb === 'pkg' && rest[0] === 'set') setScripts(rest.slice(1), taken.directory, session);
  if (/^(?:run|run-script|rum|urn)$/.test(verb)) return runNamed(call, taken);
  if (verb === '' || (program === 'bun' && verb === 'test')) return undefined;
  const short = verb === 't' || verb === 'tst' ? 'test' : verb;
  if (/^(?:test|start|stop|restart)$/.test(short))
    return runScript(program, short, scriptArguments(program, rest), taken, call, argv);
  if (/^(?:it|install-test|cit)$/.test(verb)) return runScript(program, 'test', [], taken, call, argv);
  if (program === 'yarn' && verb === 'workspace') {
    const child = shell.clone();
    child.cwd = onlyOf(choosePackages(rest[0], nearestManifest(taken.directory, session)?.directory, session));
    return runPackageScript(callOf(['yarn', ...rest.slice(1)], session.at(child, frame)));
  }
  if (program === 'npm' || program === 'cnpm' || OWN.has(verb)) return undefined;
  // `pnpm x`, `yarn x`, `bun x.ts`: a script, else a tool of the project.
  if (nearestManifest(taken.directory, session)?.scripts[verb] !== undefined)
    return runScript(program, verb, rest, taken, call, argv);
  return program === 'bun' ? undefined : startTool(program, taken.words, taken.directory, call);
}

/** `npm run x`: the script of that name, or with some managers the tool. */
function runNamed(call: Call, taken: PackageCall): Result | undefined {
  const { argv, program, session } = call;
  const [, ...given] = taken.words;
  const at = given.findIndex((word) => !word.startsWith('-'));
  if (at < 0) return undefined;
  const [name = '', ...rest] = given.slice(at);
  const directory = taken.fromTop ? workspaceRoot(taken.directory, session)?.directory : taken.directory;
  // `bun run x.ts` is the file.
  if (program === 'bun' && /\.[cm]?[jt]sx?$/.test(name)) return undefined;
  if (RUNS_TOOLS.has(program) && isNoScript(name, directory, session))
    return startTool(program, given.slice(at), taken.directory, call);
  const own = scriptArguments(program, rest);
  return runScript(program, name, own, { ...taken, directory }, call, argv);
}

/** Package managers whose `run x` starts a tool of the project where no script has that name. */
const RUNS_TOOLS = new Set(['yarn', 'bun']);

/** Tells whether a package that can be read has no script of a name that can be known. */
function isNoScript(name: string, directory: string | undefined, session: Session): boolean {
  const found = nearestManifest(directory, session);
  return found !== undefined && isKnown(name) && found.scripts[name] === undefined;
}

function startTool(
  program: string,
  words: readonly string[],
  directory: string | undefined,
  { session, shell, frame }: Scope,
): Result | undefined {
  const child = shell.clone();
  child.cwd = directory;
  return session.run(words, child, under(frame, program));
}

/** `runTool` carries out `npx [options] tool[@version] words`. */
function runTool(label: string, words: readonly string[], { session, shell, frame }: Scope): Result | undefined {
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
    const tool = programOfPackage(name, session.context.products) ?? baseName(name);
    return session.run([tool, ...words.slice(at + 1)], place, under(frame, label));
  }
  return UNKNOWN;
}

/** `npm-run-all`, `run-s`, `run-p`: several scripts, names with a star included. */
function runMany(program: string, words: readonly string[], { session, shell, frame }: Scope): Result | undefined {
  const found = nearestManifest(shell.cwd, session);
  if (found === undefined) return undefined;
  for (const word of words.filter((one) => !one.startsWith('-'))) {
    const [pattern = ''] = word.split(' ');
    const names = pattern.endsWith('*')
      ? Object.keys(found.scripts).filter((name) => name.startsWith(pattern.replace(/\*+$/, '')))
      : [pattern];
    for (const name of names.slice(0, 32))
      runScript(
        program,
        name,
        [],
        { words, directory: shell.cwd },
        session.at(shell, {
          ...frame,
          exit: weaken(frame.exit),
        }),
      );
  }
  return UNKNOWN;
}
