import { splitWords } from '../bash/words/split-words.js';
import { contentOf } from '../disk/paths.js';
import { findOnPath } from '../disk/search-path.js';
import { emitPublish } from '../publish/emit.js';
import {
  type Call,
  type Frame,
  HOLE,
  isKnown,
  known,
  type Result,
  type Session,
  Shell,
  spell,
  UNKNOWN,
  under,
} from '../state.js';
import { findOperands } from '../text/command-options.js';
import { reportEnvironment } from '../writers/environment.js';
import { configuredAlias, handOn, type Injected, readInjected, reportConfig } from './config.js';
import { runGitHooks } from './hooks.js';
import { changesContent, movesHead } from './moves.js';
import { runNested } from './nested.js';
import { currentBranch, findGitOutput } from './output.js';
import {
  enterGitDirectory,
  enterWorkTree,
  followVariables,
  moveInto,
  type Places,
  repositoryRoot,
  writingShell,
} from './places.js';
import { emitPush } from './push.js';
import { movesRemote } from './remotes.js';
import { reportSettings, reportStartedLater } from './settings.js';
import { gitWrites } from './writes.js';

/**
 * `OWN` names git's own commands, which are never an alias. A name that is missing here is looked up in the configuration.
 */
const OWN = new Set(
  `add am annotate apply archive backfill bisect blame branch bugreport bundle cat-file check-attr check-ignore check-mailmap
  check-ref-format checkout checkout-index cherry cherry-pick citool clean clone column commit commit-graph commit-tree config
  count-objects credential credential-store daemon describe diagnose diff diff-files diff-index diff-tree difftool fast-export fast-import fetch
  fetch-pack filter-branch filter-repo fmt-merge-msg for-each-ref for-each-repo format-patch fsck gc grep gui hash-object help history
  hook index-pack init init-db instaweb interpret-trailers last-modified lfs log ls-files ls-remote ls-tree mailinfo mailsplit maintenance
  merge merge-base merge-file merge-index merge-tree mergetool mktag mktree multi-pack-index mv name-rev notes p4 pack-objects
  pack-redundant pack-refs patch-id prune prune-packed pull push quiltimport range-diff read-tree rebase receive-pack reflog refs
  remote repack replace replay repo request-pull rerere reset restore rev-list rev-parse revert rm send-email send-pack shell shortlog show
  show-branch show-index show-ref sparse-checkout stage stash status stripspace submodule subtree svn switch symbolic-ref tag
  unpack-file unpack-objects update-index update-ref update-server-info upload-archive upload-pack var verify-commit verify-pack
  verify-tag version whatchanged worktree write-tree`.split(/\s+/),
);

/** Reads only: nothing to report beyond the run. */
const READS = new Set(
  `annotate archive blame cat-file check-attr check-ignore cherry count-objects describe diff diff-files diff-index diff-tree
  for-each-ref fsck grep help log ls-files ls-remote ls-tree merge-base name-rev range-diff rev-list rev-parse shortlog show
  show-branch show-ref status var verify-commit verify-tag version whatchanged`.split(/\s+/),
);

const GLOBAL_VALUED = /^(?:--git-dir|--work-tree|--namespace|--exec-path|--super-prefix|--attr-source|--list-cmds)$/;

/** Runs a `git` command: global options, injected configuration, aliases, then the command itself. */
export function runGit(call: Call): Result {
  const { argv, program, words, session, shell, frame } = call;
  const child = shell.clone();
  const settings: string[] = [];
  let rest = words;
  const places: Places = { child, cwd: shell.clone(), tree: undefined, isEntered: false };
  followVariables(places, session);
  if (program !== 'git') rest = [program.slice(4), ...rest];
  else rest = takeGlobals(rest, places, settings, session);
  const injected = readInjected(settings, child, session);
  reportEnvironment(program, session, child);
  // A line that ends as on Windows.
  const verb = rest[0]?.replace(/\r$/, '');
  // `grep -O` opens what it finds with a program; `config` starts none but an editor.
  const isConfig = verb === 'config' && !rest.some((word) => /^(?:-e|--edit|edit)$/.test(word));
  const onlyLooks = isConfig || (verb !== undefined && READS.has(verb) && verb !== 'grep');
  reportSettings(injected, { ...call, shell: child }, !onlyLooks);
  handOn(settings, child);
  if (verb === undefined || verb.startsWith('-')) return UNKNOWN;
  if (verb.includes(HOLE)) {
    session.effects.push({
      kind: 'opaque',
      what: 'execution',
      text: spell(argv),
      reason: 'an unknown git command',
    });
    return UNKNOWN;
  }
  // Git makes this `git help <verb>` before it asks whether there is such a command or alias.
  if (rest[1] === '--help') return UNKNOWN;
  if (/^(?:http-push|receive-pack|remote-(?:https?|ftps?|ext|fd))$/.test(verb)) {
    emitPublish(`git ${verb}`, { ...call, shell: child });
    return UNKNOWN;
  }
  if (/^(?:add|stage|commit)$/.test(verb)) reportOtherTree(verb, argv, places, session, frame);
  if (!OWN.has(verb)) return runAlias(verb, rest.slice(1), { ...call, shell: child }, injected);
  return runVerb(verb, rest.slice(1), { ...call, shell: child }, writingShell(places));
}

/** Reports what is added or committed from other files than those of the repository's own work tree. */
function reportOtherTree(verb: string, argv: readonly string[], places: Places, session: Session, frame: Frame): void {
  const shell = places.isEntered ? places.child : places.cwd;
  const tree = places.tree ?? session.gitSettings.get('core.worktree');
  if (tree === undefined || tree === repositoryRoot(session, shell)) return;
  const moved = { movesHead: false, changesContent: true, certain: frame.certain };
  const words = argv.map(known);
  session.effects.push({ kind: 'git', verb, argv: words, directory: shell.cwd, spelled: spell(argv), ...moved });
}

function takeGlobals(words: readonly string[], places: Places, settings: string[], session: Session): string[] {
  const shell = places.child;
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at] as string;
    if (!word.startsWith('-')) break;
    if (word === '-C') {
      const to = words[++at] ?? HOLE;
      for (const one of [places.cwd, shell]) moveInto(to, one, session);
    } else if (word === '-c') settings.push(words[++at] ?? HOLE);
    else if (word === '--config-env') settings.push(fromEnvironment(words[++at] ?? '', shell, session));
    else if (word.startsWith('--config-env=')) settings.push(fromEnvironment(word.slice(13), shell, session));
    else if (word === '--git-dir' || word.startsWith('--git-dir=')) {
      const directory = word === '--git-dir' ? (words[++at] ?? HOLE) : word.slice(10);
      enterGitDirectory(directory, places, session);
    } else if (word.startsWith('--work-tree')) {
      const tree = word === '--work-tree' ? (words[++at] ?? HOLE) : word.slice(12);
      enterWorkTree(tree, places, session);
    } else if (word.startsWith('--exec-path='))
      shell.variables.set('GIT_EXEC_PATH', { value: word.slice(12), exported: true });
    else if (GLOBAL_VALUED.test(word)) at++;
  }
  return words.slice(at);
}

/** `--config-env=name=VARIABLE`. */
function fromEnvironment(text: string, shell: Shell, session: Session): string {
  const at = text.lastIndexOf('=');
  const name = text.slice(at + 1);
  return `${text.slice(0, at)}=${shell.variables.get(name)?.value ?? session.context.env?.[name] ?? HOLE}`;
}

function runAlias(verb: string, words: readonly string[], call: Call, injected: Injected): Result {
  const { argv, session, shell, frame } = call;
  const alias = injected.aliases.get(verb.toLowerCase()) ?? configuredAlias(verb, shell, session);
  if (alias === undefined) {
    const folder = shell.variables.get('GIT_EXEC_PATH')?.value;
    const program = `${folder}/git-${verb}`;
    if (isKnown(folder) && contentOf(session, shell, program) !== undefined)
      return session.run([program, ...words], shell.external(), under(frame, 'git --exec-path'));
    const placed = shell.pathChanged ? findOnPath(`git-${verb}`, session, shell) : undefined;
    if (placed !== undefined) return session.run([placed, ...words], shell.external(), under(frame, `git ${verb}`));
    const front = session.front(`git-${verb}`, words);
    // `git secrets` is the program `git-secrets`.
    session.writes([`git-${verb}`, ...words], shell, frame);
    if (front !== undefined) emitPublish(front, call);
    else if (EXTENSION_MOVES.test([verb, ...words].join(' '))) emitAct(verb, words, call, true);
    // Configuration that we could not read may say anything about an unknown name, and so does a guess of git's own.
    if (injected.isUnreadable || correctsItself(injected, session)) {
      session.effects.push({
        kind: 'opaque',
        what: 'execution',
        text: spell(argv),
        reason: 'a git command that only the configuration in this command defines',
      });
    }
    return UNKNOWN;
  }
  const inner = under(frame, `git alias ${verb}`);
  if (alias.startsWith('!')) {
    const child = shell.clone();
    child.positional = [...words];
    // It runs at the top of the work tree.
    const root = repositoryRoot(session, shell);
    if (root !== undefined && shell.cwd?.startsWith(root))
      child.variables.set('GIT_PREFIX', {
        value: shell.cwd.slice(root.length + 1).replace(/(?<=.)$/, '/'),
        exported: true,
      });
    child.cwd = root ?? shell.cwd;
    // Git appends the words as `"$@"`.
    return session.code(`${alias.slice(1)} "$@"`, child, inner);
  }
  const expanded = splitWords(alias);
  if (expanded === undefined) {
    session.effects.push({
      kind: 'opaque',
      what: 'execution',
      text: spell(argv),
      reason: 'a git alias that cannot be read',
    });
    return UNKNOWN;
  }
  return session.run(['git', ...expanded, ...words], shell, inner);
}

/** Options of `git subtree` that take the next word. */
const SUBTREE_VALUED = ['-P', '--prefix', '-b', '--branch', '--annotate', '--onto', '-m', '--message'];

/** Returns where `git subtree push` goes, as a refspec: a name alone is the one there, and HEAD's folder goes to it. */
const fromHere = (target: string) => (/:/.test(target) ? target : target.replace(/^(\+?)(.*)$/s, '$1HEAD:$2'));

/** Tells whether git corrects itself: it then runs the command whose name is nearest to an unknown one. */
function correctsItself({ settings }: Injected, session: Session): boolean {
  const value =
    settings.find(([name]) => /^help\.autocorrect$/i.test(name))?.[1] ?? session.gitSettings.get('help.autocorrect');
  return value !== undefined && !/^(?:0|false|no|off|never|show|prompt)$/i.test(value);
}

function runVerb(verb: string, words: readonly string[], call: Call, tree: Shell): Result {
  const { argv, session, shell, frame } = call;
  if (verb === 'push' || verb === 'send-pack') {
    emitPush(words, call);
    return UNKNOWN;
  }
  if (verb === 'subtree' && words.some((word) => word === 'push')) {
    const [remote, target, ...rest] = findOperands(words.slice(words.indexOf('push') + 1), SUBTREE_VALUED);
    emitPush(
      [remote, target && fromHere(target), ...rest].filter((word) => word !== undefined),
      call,
    );
    return UNKNOWN;
  }
  const front = isTrial(words) ? undefined : publishingVerb(verb, words);
  if (front !== undefined) {
    emitPublish(front, call);
    return UNKNOWN;
  }
  if (movesRemote(verb, words, session, shell))
    emitPublish(`git ${verb} in a remote`, { ...call, shell: new Shell(session.context.cwd) });
  runNested(verb, words, call);
  const setting = reportConfig(verb, words, argv, session, shell);
  if (setting) reportStartedLater(setting, call);
  noteMirror(verb, words, session);
  runGitHooks(verb, words, call);
  if (READS.has(verb)) {
    gitWrites(verb, words, session.at(tree, frame));
    return { output: findGitOutput(verb, words, call) ?? HOLE, status: undefined };
  }
  const branch = currentBranch(session, shell);
  emitAct(verb, words, call, movesHead(verb, words, branch));
  if (
    (verb === 'commit' || verb === 'merge' || verb === 'am') &&
    options(words).some(
      (word) => /^--no-veri(?:f|fy)?$/.test(word) || (verb === 'commit' && /^-[^-mFCctSu]*n/.test(word)),
    )
  ) {
    session.effects.push({ kind: 'disarm', what: 'noVerify', spelled: spell(argv) });
  }
  gitWrites(verb, words, session.at(tree, frame));
  const output = findGitOutput(verb, words, call);
  // A setting that is nowhere is told by the exit code; options before the verb may set it.
  const isUnset = verb === 'config' && output === '' && argv[1] === verb;
  return { output: verb === 'config' && !isUnset ? HOLE : (output ?? HOLE), status: isUnset ? false : undefined };
}

/** Extensions of git that rewrite the branch. */
const EXTENSION_MOVES =
  /^(?:absorb|history|undo|uncommit|squash|back|branchless|move|restack|revise|machete (?:update|traverse|slide-out|fast-forward)|spice|town|flow \S+ (?:start|finish)|imerge|stack|up|cinnabar|filter-repo|lfs migrate)\b/;

function emitAct(verb: string, words: readonly string[], { argv, session, shell, frame }: Call, moves: boolean): void {
  session.effects.push({
    kind: 'git',
    verb,
    argv: ['git', verb, ...words].map(known),
    directory: shell.cwd,
    movesHead: moves,
    changesContent: moves || changesContent(verb, words),
    spelled: spell(argv),
    certain: frame.certain,
  });
}

/** Remembers that every push to a remote is one of all that is here: `git remote add --mirror=push name address`. */
function noteMirror(verb: string, words: readonly string[], session: Session): void {
  if (verb !== 'remote' || words[0] !== 'add' || !words.some((word) => /^--mirror(?:=push)?$/.test(word))) return;
  const [, name] = words.filter((word, at) => !word.startsWith('-') && !/^-[tm]$/.test(words[at - 1] ?? ''));
  if (isKnown(name)) session.gitSettings.set(`remote.${name}.mirror`, 'true');
}

function isTrial(words: readonly string[]): boolean {
  return words.some((word) => word === '--dry-run' || word === '-n' || word === '--help' || word === '-h');
}

/** Own commands, and bridges to other systems, that publish by another name. */
function publishingVerb(verb: string, words: readonly string[]): string | undefined {
  const [action = ''] = words.filter((word) => !word.startsWith('-'));
  const isOne =
    (verb === 'lfs' && action === 'push') ||
    (verb === 'svn' && /^(?:dcommit|commit-diff|set-tree)$/.test(action)) ||
    (verb === 'p4' && action === 'submit');
  return isOne ? `git ${verb} ${action}` : undefined;
}

/** Lists words without the values of options such as `-m`. */
function options(words: readonly string[]): string[] {
  return words.filter(
    (_word, at) =>
      !/^(?:-\w*[mFCct]|--(?:message|file|author|date|template|cleanup|reuse-message))$/.test(words[at - 1] ?? ''),
  );
}
