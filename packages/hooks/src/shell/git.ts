import { parse } from 'unbash';
import type { PushFlags } from './effects.js';
import { configuredAlias, type Injected, readInjected } from './git-config.js';
import { findGitOutput } from './git-output.js';
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

const PUSH_VALUED = new Set([
  '-o',
  '--push-option',
  '--receive-pack',
  '--exec',
  '--repo',
  '--recurse-submodules',
  '--signed',
]);

function emitPush(
  words: readonly string[],
  argv: readonly string[],
  session: Session,
  shell: Shell,
  frame: Frame,
): void {
  const flags: { -readonly [K in keyof PushFlags]: boolean } = {
    all: false,
    tags: false,
    mirror: false,
    delete: false,
    dryRun: false,
    force: false,
    noVerify: false,
  };
  const operands: string[] = [];
  let repository: string | undefined;
  let isOver = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (isOver || !word.startsWith('-') || word === '-') operands.push(word);
    else if (word === '--') isOver = true;
    else if (word.startsWith('--repo=')) repository = word.slice(7);
    else if (word === '--repo') repository = words[++at];
    else if (PUSH_VALUED.has(word)) at++;
    else if (word.startsWith('--')) setLong(word, flags);
    else {
      for (const letter of word.slice(1)) {
        if (letter === 'o') break;
        if (letter === 'n') flags.dryRun = true;
        if (letter === 'f') flags.force = true;
        if (letter === 'd') flags.delete = true;
      }
    }
  }
  const [first, ...refspecs] = operands;
  const remote = first ?? repository;
  session.effects.push({
    kind: 'push',
    front: 'git',
    directory: shell.cwd,
    ...(isKnown(remote) ? { remote } : {}),
    refspecs: refspecs.filter(isKnown),
    refspecsKnown: operands.every(isKnown),
    flags: {
      ...flags,
      force: flags.force || refspecs.some((one) => one.startsWith('+')),
      delete: flags.delete || refspecs.some((one) => one.startsWith(':')),
    },
    spelled: spell(argv),
    via: frame.via,
    certain: frame.certain,
  });
}

/** Long options may be cut short as long as they are unambiguous; the last one wins. */
function setLong(word: string, flags: { -readonly [K in keyof PushFlags]: boolean }): void {
  const isOff = word.startsWith('--no-') && !'--no-verify'.startsWith(word);
  const name = isOff ? `--${word.slice(5)}` : word;
  const is = (full: string, least: number) => name.length >= least && full.startsWith(name);
  if (is('--dry-run', 4)) flags.dryRun = !isOff;
  else if (is('--all', 4) || is('--branches', 4)) flags.all = !isOff;
  else if (is('--tags', 4)) flags.tags = !isOff;
  else if (is('--mirror', 4)) flags.mirror = !isOff;
  else if (is('--delete', 4)) flags.delete = !isOff;
  else if (is('--force', 4) || name.startsWith('--force-with-lease')) flags.force = !isOff;
  else if (is('--no-verify', 7)) flags.noVerify = true;
}

const ENDS = /^--(?:abort|quit|skip|show-current-patch|edit-todo)$/;

/** Whether HEAD may point to other content afterwards. */
function movesHead(verb: string, words: readonly string[]): boolean {
  const operands = words.filter((word) => !word.startsWith('-'));
  switch (verb) {
    case 'merge':
    case 'pull':
    case 'rebase':
    case 'cherry-pick':
    case 'revert':
    case 'am':
      return !words.some((word) => ENDS.test(word) && word !== '--skip');
    case 'reset': {
      if (words.includes('--')) return false;
      const [target] = operands;
      return target !== undefined && !/^(?:HEAD|@)$/.test(target);
    }
    case 'checkout': {
      if (
        words.includes('--') ||
        words.some((word) => /^--(?:ours|theirs|patch|pathspec-from-file.*)$|^-p$/.test(word))
      )
        return false;
      const isNew = words.some((word) => /^-\w*[bB]$|^--orphan$/.test(word));
      return isNew ? operands.length > 1 : operands.length === 1;
    }
    case 'switch': {
      const isNew = words.some((word) => /^-\w*[cC]$|^--(?:create|force-create|orphan)$/.test(word));
      return isNew ? operands.length > 1 : true;
    }
    case 'bisect':
      return operands[0] !== 'log' && operands[0] !== 'visualize';
    case 'update-ref':
    case 'symbolic-ref':
    case 'filter-branch':
    case 'filter-repo':
    case 'replay':
    case 'fast-import':
      return operands.length > 0;
    case 'branch':
      return words.some((word) => /^-\w*f|^--force$/.test(word));
    default:
      return false;
  }
}

/** Commands that git is told to run for itself. */
function runNested(verb: string, words: readonly string[], session: Session, shell: Shell, frame: Frame): void {
  const inner = (name: string): Frame => ({ ...under(frame, name), exit: 'hidden', certain: false });
  const code: string[] = [];
  for (const [at, word] of words.entries()) {
    const next = words[at + 1] ?? '';
    if (verb === 'rebase' && (word === '-x' || word === '--exec')) code.push(next);
    if (verb === 'rebase' && /^(?:-x.|--exec=)/.test(word)) code.push(word.replace(/^(?:-x|--exec=)/, ''));
    if (verb === 'difftool' && (word === '-x' || word === '--extcmd')) code.push(next);
    if (verb === 'difftool' && word.startsWith('--extcmd=')) code.push(word.slice(9));
    if (verb === 'grep' && /^(?:-O.|--open-files-in-pager=)/.test(word))
      code.push(word.replace(/^(?:-O|--open-files-in-pager=)/, ''));
    if (verb === 'filter-branch' && /^--\w+-filter$/.test(word)) code.push(next);
    if (/^(?:fetch|pull|clone|ls-remote|archive)$/.test(verb)) {
      if (/^--(?:upload-pack|exec)=/.test(word)) code.push(word.slice(word.indexOf('=') + 1));
      if (/^(?:--upload-pack|-u)$/.test(word)) code.push(next);
      if (word.startsWith('ext::')) code.push(word.slice(5));
    }
  }
  if (verb === 'submodule' && words.includes('foreach')) {
    const rest = words.slice(words.indexOf('foreach') + 1).filter((word) => word !== '--recursive');
    const child = shell.clone();
    child.cwd = undefined;
    session.code(rest.join(' '), child, inner('git submodule foreach'));
  }
  if (verb === 'bisect' && words[0] === 'run') session.run(words.slice(1), shell.clone(), inner('git bisect run'));
  if (verb === 'hook' && words[0] === 'run' && words[1] !== undefined)
    session.run([`.git/hooks/${words[1]}`], shell.clone(), inner('git hook run'));
  if (verb === 'for-each-repo')
    session.run(['git', ...words.filter((word) => !word.startsWith('--'))], shell.clone(), inner('git for-each-repo'));
  for (const one of code) if (one !== '') session.code(one, shell.clone(), inner(`git ${verb}`));
}

/** `git config`: aliases of this line are remembered, the hooks path is reported. */
function reportConfig(verb: string, words: readonly string[], argv: readonly string[], session: Session): void {
  if (verb !== 'config') return;
  const operands = words.filter(
    (word, at) =>
      !word.startsWith('-') && !/^(?:-f|--file|--blob|--type|--default|--comment|--value)$/.test(words[at - 1] ?? ''),
  );
  const isNew = /^(?:set|unset|get|list|edit|rename-section|remove-section|get-color|get-colorbool|get-urlmatch)$/.test(
    operands[0] ?? '',
  );
  const action = isNew ? operands[0] : undefined;
  const [name = '', value] = isNew ? operands.slice(1) : operands;
  const isRead = /^(?:get|list)/.test(action ?? '') || words.some((word) => /^(?:--get.*|-l|--list)$/.test(word));
  const isRemoval =
    action === 'unset' ||
    /section$/.test(action ?? '') ||
    words.some((word) => /^--(?:unset|remove-section|rename-section)/.test(word));
  if (isRead || (value === undefined && !isRemoval)) return;
  const key = name.toLowerCase();
  if (
    /^(?:core\.hookspath|core|hook\..*)$/.test(key) ||
    (!isRemoval && /^(?:include|includeif\..*)\.path$/.test(key)) ||
    name.includes(HOLE)
  ) {
    session.effects.push({ kind: 'disarm', what: 'hooksPath', spelled: spell(argv) });
  }
  if (key.startsWith('alias.') && value !== undefined && !isRemoval) session.gitAliases.set(key.slice(6), value);
}
