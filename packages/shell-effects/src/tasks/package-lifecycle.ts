import { posix } from 'node:path';
import { speculate } from '../bash/speculate.js';
import { emitWrite } from '../disk/paths.js';
import { productPackages } from '../starts/product-calls.js';
import {
  type Frame,
  HOLE,
  isKnown,
  known,
  resolvePath,
  type Scope,
  type Session,
  type Shell,
  spell,
  under,
} from '../state.js';
import { runScript } from './package-scripts.js';
import { choosePackages, nearestManifest, readManifest, workspacePackages } from './workspaces.js';

const INSTALL = ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare'];
const PACK = ['prepack', 'prepare', 'postpack'];

/** Returns the scripts that a package manager runs of itself (npm's documentation, "Life Cycle Operation Order"). */
function lifecycle(verb: string, operands: readonly string[], words: readonly string[]): readonly string[] {
  if (words.includes('--ignore-scripts')) return [];
  switch (verb) {
    case 'install':
    case 'i':
    case 'in':
      return operands.length === 0 ? INSTALL : [];
    case 'ci':
    case 'clean-install':
    case 'install-test':
    case 'it':
    case 'cit':
    case 'rebuild':
    case 'rb':
      return INSTALL;
    case 'link':
    case 'ln':
      return ['prepublish', 'prepare'];
    case 'pack':
      return PACK;
    case 'publish':
      return ['prepublish', 'prepublishOnly', ...PACK, 'publish', 'postpublish'];
    case 'version':
      return isBump(operands, words) ? ['preversion', 'version', 'postversion'] : [];
    default:
      return [];
  }
}

/** `isBump` tells whether `npm version` changes something, as `npm version patch`; without an argument it only tells. */
function isBump(operands: readonly string[], words: readonly string[]): boolean {
  return operands.length > 0 || words.some((word) => /^--(?:new-version|major|minor|patch|pre\w+)\b/.test(word));
}

/** Options that name a directory or packages, and take the next word. */
const VALUED =
  /^(?:-w|--workspace|--filter|-F|--scope|--prefix|-C|--dir|--cwd|-p|--projects?|-t|--targets?|--since|--from|-j|--ignore)$/;

/**
 * Runs what a package manager or monorepo tool runs besides the one script that is named: the scripts of its life
 * cycle, and those of other packages of the workspace. Kept is only what publishes.
 */
export function runBeside(program: string, words: readonly string[], scope: Scope): void {
  const { session, shell, frame } = scope;
  const own = words.includes('--') ? words.slice(0, words.indexOf('--')) : words;
  const operands = own.filter((word, at) => !word.startsWith('-') && !VALUED.test(own[at - 1] ?? ''));
  const folder = optionValue(own, /^(?:--prefix|-C|--dir|--cwd)$/);
  const from = folder === undefined ? shell.cwd : resolvePath(folder, shell, session);
  const root = nearestManifest(from, session)?.directory;
  const [verb = 'install', ...rest] = operands.slice(framing(operands));
  for (const name of own.includes('--dry-run') ? [] : leaving(verb, rest, root ?? from, session))
    emitWrite(session, shell, 'delete', `${root ?? from ?? HOLE}/node_modules/${name}`, `${program} ${verb}`, 'tree');
  const isPruned =
    own.some((word) => /^--(?:omit[= ]?dev|production|prod|no-dev)\b/.test(word)) ||
    own.join(' ').includes('--omit dev');
  if (verb === 'prune' && isPruned && !own.includes('--dry-run'))
    reportPruned(root, `${program} prune`, session, shell);
  if (!isKnown(root)) return;
  const inner: Frame = { ...under(frame, program), exit: 'hidden', certain: false };
  const script = (name: string, directory: string) =>
    runScript(program, name, [], { words: [], directory }, session.at(shell, inner));
  if (verb === 'version' && isBump(rest, own) && !own.includes('--no-git-tag-version')) emitBump(program, words, scope);
  speculate(session, () => {
    for (const name of lifecycle(verb, rest, own)) script(name, root);
    // `npm install ./tools`, `npm pack ./tools`: a folder with a package of its own.
    for (const operand of /^(?:install|i|in|add|pack)$/.test(verb) ? rest : []) {
      const place = /^\.{0,2}\//.test(operand) ? resolvePath(operand, shell, session) : undefined;
      const folder = isKnown(place) && readManifest(place, session) !== undefined ? place : undefined;
      for (const name of folder === undefined ? [] : lifecycle(verb, [], own)) script(name, folder as string);
    }
  });
  const chosen = packagesOf(program, operands, own, root, session);
  if (chosen === undefined) return;
  const start = operands.findIndex((word, at) => !isFraming(word, at, program));
  if (operands.includes('exec')) {
    const command = words.slice(words.lastIndexOf('exec') + 1).filter((word, at) => at > 0 || word !== '--');
    speculate(session, () => session.run(command, shell.clone(), inner));
  }
  const named = [
    ...targetsOf(own),
    ...(start < 0 ? [] : [(operands[start] as string).replace(/^[\w@/.-]+:(?=\w)/, '')]),
  ];
  for (const name of named.slice(0, 8)) for (const one of chosen) speculate(session, () => script(name, one.directory));
}

/** Counts the words in front of the verb: `npm` behind the name of a task runner, `yarn workspace <name>`, `bun pm`. */
function framing([first, , third]: readonly string[]): number {
  if (first === 'workspace' && third !== undefined) return 2;
  return first === 'npm' || first === 'pm' ? 1 : 0;
}

/**
 * Returns the packages that a call removes, or that the next installation removes or replaces as the manifest asks for
 * them no more.
 */
function leaving(verb: string, words: readonly string[], root: string | undefined, session: Session): string[] {
  if (/^(?:uninstall|un|unlink|remove|rm|r)$/.test(verb)) return [...words];
  if (FITS_MANIFEST.test(verb)) return [...replacing(words), ...(isKnown(root) ? strickenOut(root, session) : [])];
  if (verb !== 'pkg') return [];
  const manifest = isKnown(root) ? session.read(`${root}/package.json`) : undefined;
  const own = productPackages(session.context.products).filter((name) => manifest?.includes(`"${name}"`) ?? true);
  const [how = '', ...keys] = words;
  return keys.flatMap((word) => {
    const at = how === 'set' ? word.indexOf('=') : word.length;
    const asked = OF_DEPENDENCIES.exec(word.slice(0, at));
    if (asked === null || !/^(?:delete|set)$/.test(how)) return [];
    const [, name] = asked;
    const value = word.slice(at + 1);
    if (name === undefined) return own.filter((one) => !value.includes(`"${one}"`));
    return how === 'set' && OF_REGISTRY.test(value) ? [] : [name];
  });
}

/** Names of packages that another is installed in the place of: `name@npm:other`, `name@file:../mine`. */
const replacing = (words: readonly string[]) =>
  words.flatMap((word) => {
    const [, name = '', asked = ''] = /^(@?[^@]+)@(.*)$/s.exec(word) ?? [];
    return name === '' || OF_REGISTRY.test(asked) ? [] : [name];
  });

/** Verbs behind which only those packages are installed that the manifest asks for. */
const FITS_MANIFEST = /^(?:install|i|in|add|ci|clean-install|prune|dedupe|update|up|upgrade)$/;

/** Returns the packages of a product that a manifest asked for before this line, and does not after what the line wrote. */
function strickenOut(folder: string, session: Session): string[] {
  const manifest = posix.join(folder, 'package.json');
  if (!session.effects.some((effect) => effect.kind === 'write' && effect.path === manifest)) return [];
  const [before, now] = [session.context.readFile(manifest), session.read(manifest)];
  const line = session.line.replaceAll('\\', '');
  return productPackages(session.context.products).filter(
    (name) =>
      before?.includes(`"${name}"`) &&
      (isKnown(now) && now !== before ? !now.includes(`"${name}"`) : line.includes(name)),
  );
}

/** `devDependencies.name`, `dependencies["name"]`, or all of them. */
const OF_DEPENDENCIES = /^(?:dev|optional|peer)?dependencies(?:[.[]["']?(.+?)["']?\]?)?$/i;

/**
 * `OF_REGISTRY` matches a version, a range or a tag of the package itself, and not another one in its place (`file:`,
 * `npm:`, an address).
 */
const OF_REGISTRY = /^["']?(?:[\^~<>=v\s]*[\dxX*][^:/]*|latest|next|workspace:[\^~*\d.]+)["']?$/;

/** Packages of a product go with the tools of development, unless the project needs them when it runs. */
function reportPruned(root: string | undefined, by: string, session: Session, shell: Shell): void {
  const text = isKnown(root) ? session.read(`${root}/package.json`) : undefined;
  for (const name of productPackages(session.context.products)) {
    if (text !== undefined && new RegExp(`"dependencies"\\s*:\\s*\\{[^}]*"${name}"`).test(text)) continue;
    emitWrite(session, shell, 'delete', `${root ?? HOLE}/node_modules/${name}`, by, 'tree');
  }
}

/** A version is a commit and a tag of their own: of content that was not there before. */
function emitBump(program: string, words: readonly string[], { session, shell, frame }: Scope): void {
  session.effects.push({
    kind: 'git',
    verb: 'commit',
    argv: [program, ...words].map(known),
    directory: shell.cwd,
    movesHead: true,
    changesContent: true,
    spelled: spell([program, ...words]),
    certain: frame.certain,
  });
}

/** Words that say how and where, not what. */
function isFraming(word: string, at: number, program: string): boolean {
  if (program === 'yarn' && at === 1 && word !== 'foreach' && word !== 'run') return true;
  return /^(?:run|run-script|run-many|affected|recursive|multi|m|workspace|workspaces|foreach|exec)$/.test(word);
}

function optionValue(words: readonly string[], option: RegExp): string | undefined {
  for (const [at, word] of words.entries()) {
    const equals = word.indexOf('=');
    if (option.test(equals > 0 ? word.slice(0, equals) : word))
      return equals > 0 ? word.slice(equals + 1) : words[at + 1];
  }
  return undefined;
}

/** `nx run-many -t build,test`. */
function targetsOf(words: readonly string[]): string[] {
  const value = optionValue(words, /^(?:-t|--targets?)$/);
  return value === undefined ? [] : value.split(',');
}

/** Returns the packages that these words choose; undefined when they speak of the one at hand only. */
function packagesOf(
  program: string,
  operands: readonly string[],
  words: readonly string[],
  root: string,
  session: Session,
): readonly { readonly directory: string }[] | undefined {
  const filter = optionValue(words, /^(?:-w|--workspace|--filter|-F|--scope)$/);
  const all = () => [{ directory: root }, ...workspacePackages(root, session)];
  if (program === 'turbo' || program === 'lerna' || program === 'nx' || program === 'rush') return all();
  if (program === 'yarn' && operands[0] === 'workspace') return choosePackages(operands[1], root, session);
  if (operands[0] === 'workspaces' || operands[0] === 'recursive' || operands[0] === 'multi') return all();
  if (words.some((word) => /^(?:-r|--recursive|--workspaces|-ws)$/.test(word))) return all();
  return filter === undefined ? undefined : choosePackages(filter, root, session);
}
