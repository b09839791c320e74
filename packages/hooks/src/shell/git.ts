import { parse } from 'unbash';
import { configuredAlias, type Injected, readInjected, reportConfig } from './git-config.js';
import { movesHead } from './git-moves.js';
import { runNested } from './git-nested.js';
import { findGitOutput } from './git-output.js';
import { emitPush } from './git-push.js';
import { gitWrites } from './git-writes.js';
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
  spell,
  UNKNOWN,
} from './state.js';
import { under } from './wrappers.js';

/** Git's own commands: never an alias. A name that is missing here is looked up in the configuration. */
const OWN = new Set(
  `add am annotate apply archive backfill bisect blame branch bugreport bundle cat-file check-attr check-ignore check-mailmap
  check-ref-format checkout checkout-index cherry cherry-pick citool clean clone column commit commit-graph commit-tree config
  count-objects credential daemon describe diagnose diff diff-files diff-index diff-tree difftool fast-export fast-import fetch
  fetch-pack filter-branch filter-repo fmt-merge-msg for-each-ref for-each-repo format-patch fsck gc grep gui hash-object help history
  hook index-pack init init-db instaweb interpret-trailers last-modified lfs log ls-files ls-remote ls-tree mailinfo mailsplit maintenance
  merge merge-base merge-file merge-index merge-tree mergetool mktag mktree multi-pack-index mv name-rev notes p4 pack-objects
  pack-redundant pack-refs patch-id prune prune-packed pull push quiltimport range-diff read-tree rebase receive-pack reflog refs
  remote repack replace replay repo request-pull rerere reset restore rev-list rev-parse revert rm send-email send-pack shortlog show
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

/** Settings and variables whose value git runs as shell code. */
const RUNS_CODE =
  /^(?:core\.(?:sshcommand|pager|editor|fsmonitor|askpass|gitproxy|alternaterefscommand)|diff\.external|sequence\.editor|gpg\.program|pager\.\w+|credential\.helper|(?:diff|merge|filter|difftool|mergetool|browser|man|guitool|trailer)\.[^=]*\.(?:command|driver|clean|smudge|process|textconv|cmd|path)|uploadpack\.packobjectshook|interactive\.difffilter|web\.browser|remote\.[^=]*\.(?:uploadpack|receivepack|vcs))$/i;
const CODE_VARIABLES = [
  'GIT_SSH_COMMAND',
  'GIT_EDITOR',
  'GIT_SEQUENCE_EDITOR',
  'GIT_PAGER',
  'GIT_EXTERNAL_DIFF',
  'GIT_ASKPASS',
  'GIT_PROXY_COMMAND',
  'EDITOR',
  'VISUAL',
  'PAGER',
  'GIT_SSH',
];

/** A `git` command: global options, injected configuration, aliases, then the command itself. */
export function runGit(argv: readonly string[], session: Session, shell: Shell, frame: Frame): Result {
  const program = baseName(argv[0] ?? '');
  const child = shell.clone();
  const settings: string[] = [];
  let rest = argv.slice(1);
  if (program !== 'git') rest = [program.slice(4), ...rest];
  else rest = takeGlobals(rest, child, settings, session);
  const injected = readInjected(settings, child, session);
  reportSettings(injected, argv, session, child, frame);
  const [verb] = rest;
  if (verb === undefined || verb.startsWith('-')) return UNKNOWN;
  if (verb.includes(HOLE)) {
    session.effects.push({
      kind: 'opaque',
      what: 'execution',
      text: spell(argv),
      reason: 'the git command is not known',
    });
    return UNKNOWN;
  }
  if (verb === 'http-push' || verb.startsWith('remote-http')) {
    session.effects.push({
      kind: 'publish',
      front: `git ${verb}`,
      directory: child.cwd,
      spelled: spell(argv),
      certain: frame.certain,
    });
    return UNKNOWN;
  }
  if (!OWN.has(verb)) return runAlias(verb, rest.slice(1), argv, injected, session, child, frame);
  return runVerb(verb, rest.slice(1), argv, session, child, frame);
}

function takeGlobals(words: readonly string[], shell: Shell, settings: string[], session: Session): string[] {
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at] as string;
    if (!word.startsWith('-')) break;
    if (word === '-C') moveInto(words[++at] ?? HOLE, shell, session);
    else if (word === '-c') settings.push(words[++at] ?? HOLE);
    else if (word === '--config-env') settings.push(fromEnvironment(words[++at] ?? '', shell, session));
    else if (word.startsWith('--config-env=')) settings.push(fromEnvironment(word.slice(13), shell, session));
    else if (word === '--git-dir' || word.startsWith('--git-dir=')) {
      const directory = word === '--git-dir' ? (words[++at] ?? HOLE) : word.slice(10);
      moveInto(directory.replace(/\/?\.git\/?$/, '') || '.', shell, session);
    } else if (word.startsWith('--work-tree=')) moveInto(word.slice(12), shell, session);
    else if (word === '--work-tree') moveInto(words[++at] ?? HOLE, shell, session);
    else if (GLOBAL_VALUED.test(word)) at++;
  }
  return words.slice(at);
}

function moveInto(path: string, shell: Shell, session: Session): void {
  const next = resolvePath(path, shell, session.context.home);
  shell.cwd = next !== undefined && isKnown(next) ? next : undefined;
}

/** `--config-env=name=VARIABLE`. */
function fromEnvironment(text: string, shell: Shell, session: Session): string {
  const at = text.lastIndexOf('=');
  const name = text.slice(at + 1);
  return `${text.slice(0, at)}=${shell.variables.get(name)?.value ?? session.context.env?.[name] ?? HOLE}`;
}

/** Settings given on the command line: some switch our git hook off, some are code that git runs. */
function reportSettings(
  injected: Injected,
  argv: readonly string[],
  session: Session,
  shell: Shell,
  frame: Frame,
): void {
  for (const [name, value] of injected.settings) {
    if (/^(?:core\.hookspath|hook\..*)$/i.test(name))
      session.effects.push({ kind: 'disarm', what: 'hooksPath', spelled: spell(argv) });
    if (RUNS_CODE.test(name)) runValue(name, value, session, shell, frame);
  }
  if (shell.variables.has('HUSKY') && shell.variables.get('HUSKY')?.value === '0') {
    session.effects.push({ kind: 'disarm', what: 'noVerify', spelled: `HUSKY=0 ${spell(argv)}` });
  }
  for (const name of CODE_VARIABLES) {
    const variable = shell.variables.get(name);
    if (variable?.exported) runValue(name, variable.value, session, shell, frame);
  }
}

function runValue(name: string, value: string, session: Session, shell: Shell, frame: Frame): void {
  if (/^(?:true|false|)$/.test(value)) return;
  const code = name.toLowerCase() === 'credential.helper' ? (value.startsWith('!') ? value.slice(1) : '') : value;
  if (code === '') return;
  const child = shell.clone();
  for (const one of CODE_VARIABLES) child.variables.delete(one);
  session.code(code, child, { ...under(frame, name), exit: 'hidden', certain: false });
}

function runAlias(
  verb: string,
  words: readonly string[],
  argv: readonly string[],
  injected: Injected,
  session: Session,
  shell: Shell,
  frame: Frame,
): Result {
  const alias =
    injected.aliases.get(verb.toLowerCase()) ??
    session.gitAliases.get(verb.toLowerCase()) ??
    configuredAlias(verb, shell, session);
  if (alias === undefined) {
    // Configuration that we could not read may say anything about an unknown name.
    if (injected.isUnreadable) {
      session.effects.push({
        kind: 'opaque',
        what: 'execution',
        text: spell(argv),
        reason: 'a git alias from configuration that cannot be read',
      });
    }
    return UNKNOWN;
  }
  const inner = under(frame, `git alias ${verb}`);
  if (alias.startsWith('!')) {
    const child = shell.clone();
    child.positional = [...words];
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

function splitWords(text: string): string[] | undefined {
  if (!isKnown(text)) return undefined;
  const command = parse(`_ ${text}`).commands[0]?.command;
  if (command?.type !== 'Command') return undefined;
  return command.suffix.flatMap((word) =>
    word.type === 'Word' ? [word.value] : word.type === 'Assignment' ? [word.text] : [],
  );
}

function runVerb(
  verb: string,
  words: readonly string[],
  argv: readonly string[],
  session: Session,
  shell: Shell,
  frame: Frame,
): Result {
  if (verb === 'push' || verb === 'send-pack') {
    emitPush(words, argv, session, shell, frame);
    return { output: HOLE, status: undefined };
  }
  if (verb === 'subtree' && words.some((word) => word === 'push')) {
    emitPush(
      words.slice(words.indexOf('push') + 1).filter((word) => !/^(?:-P|--prefix)/.test(word)),
      argv,
      session,
      shell,
      frame,
    );
    return UNKNOWN;
  }
  if (
    (verb === 'lfs' && words[0] === 'push') ||
    (verb === 'svn' && words[0] === 'dcommit') ||
    (verb === 'p4' && words[0] === 'submit') ||
    verb === 'http-push'
  ) {
    session.effects.push({
      kind: 'publish',
      front: `git ${verb} ${words[0] ?? ''}`.trim(),
      directory: shell.cwd,
      spelled: spell(argv),
      certain: frame.certain,
    });
    return UNKNOWN;
  }
  runNested(verb, words, session, shell, frame);
  reportConfig(verb, words, argv, session);
  if (READS.has(verb)) {
    gitWrites(verb, words, session, shell);
    return { output: findGitOutput(verb, words, session, shell) ?? HOLE, status: undefined };
  }
  session.effects.push({
    kind: 'git',
    verb,
    argv: ['git', verb, ...words].map(known),
    directory: shell.cwd,
    movesHead: movesHead(verb, words),
    spelled: spell(argv),
    certain: frame.certain,
  });
  if (
    (verb === 'commit' || verb === 'merge' || verb === 'am') &&
    options(words).some((word) => word === '--no-verify' || (verb === 'commit' && /^-[^-mFCctSu]*n/.test(word)))
  ) {
    session.effects.push({ kind: 'disarm', what: 'noVerify', spelled: spell(argv) });
  }
  gitWrites(verb, words, session, shell);
  return { output: findGitOutput(verb, words, session, shell) ?? HOLE, status: undefined };
}

/** Words without the values of options such as `-m`. */
function options(words: readonly string[]): string[] {
  return words.filter(
    (_word, at) =>
      !/^(?:-\w*[mFCct]|--(?:message|file|author|date|template|cleanup|reuse-message))$/.test(words[at - 1] ?? ''),
  );
}
