import { posix } from 'node:path';
import { speculate } from '../bash/speculate.js';
import { type Frame, isKnown, type Scope, type Session, type Shell, under } from '../state.js';
import { configuredSettings } from './config.js';
import { gitFolder } from './config-text.js';
import { repositoryRoot } from './places.js';

/** The hooks that a command starts (githooks(5)); those of a push come with a push that is judged anyway. */
const HOOKS: Readonly<Record<string, readonly string[]>> = {
  commit: ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit', 'post-rewrite'],
  checkout: ['post-checkout'],
  switch: ['post-checkout'],
  worktree: ['post-checkout'],
  merge: ['pre-merge-commit', 'prepare-commit-msg', 'commit-msg', 'post-merge'],
  pull: ['pre-merge-commit', 'post-merge', 'post-rewrite'],
  rebase: ['pre-rebase', 'post-checkout', 'post-rewrite', 'post-commit'],
  'cherry-pick': ['pre-commit', 'post-commit'],
  revert: ['pre-commit', 'post-commit'],
  am: ['applypatch-msg', 'pre-applypatch', 'post-applypatch'],
  gc: ['pre-auto-gc'],
};

/** A new repository has the hooks of its template; its first checkout starts one, and what comes next in it the others. */
const MADE_FROM_TEMPLATE = /^(?:clone|init|init-db|submodule)$/;

/** Hooks that lie readable in the repository, or that this line makes: what they publish. */
export function runGitHooks(verb: string, words: readonly string[], { session, shell, frame }: Scope): void {
  const asked = verb === 'hook' && words[0] === 'run' ? words.slice(1).filter((word) => !word.startsWith('-')) : [];
  const isNew = MADE_FROM_TEMPLATE.test(verb);
  const own = Object.hasOwn(HOOKS, verb) ? HOOKS[verb] : undefined;
  const names = verb === 'hook' ? asked.slice(0, 1) : isNew ? [...new Set(Object.values(HOOKS).flat())] : own;
  if (names === undefined || names.length === 0) return;
  if (frame.via.some((step) => step.startsWith('git hook '))) return;
  const folder = isNew ? templateHooks(words, session, shell) : hooksFolder(session, shell);
  if (folder === undefined) return;
  for (const name of names) {
    const path = posix.join(folder, name);
    if (session.read(path) === undefined) continue;
    const child = shell.clone();
    child.cwd = repositoryRoot(session, shell) ?? shell.cwd;
    const inner: Frame = { ...under(frame, `git hook ${name}`), exit: 'hidden', certain: false };
    if (verb === 'hook') session.run([path], child, inner);
    else speculate(session, () => session.run([path], child, inner));
  }
}

function hooksFolder(session: Session, shell: Shell): string | undefined {
  const root = repositoryRoot(session, shell) ?? shell.cwd;
  const given = injectedPath(shell) ?? session.gitSettings.get('core.hookspath');
  const named =
    given ??
    configuredSettings(shell.cwd, session, shell)
      .filter(([name]) => name.toLowerCase() === 'core.hookspath')
      .at(-1)?.[1];
  if (named !== undefined && named !== '' && isKnown(root)) return posix.resolve(root, named);
  const folder = gitFolder(shell.cwd, session);
  return folder === undefined ? undefined : `${folder}/hooks`;
}

/** Returns the hooks of the template that a new repository is made from, where it is not git's own. */
function templateHooks(words: readonly string[], session: Session, shell: Shell): string | undefined {
  const at = words.findIndex((word) => /^--template(?:=|$)/.test(word));
  const asked = at < 0 ? undefined : words[at]!.includes('=') ? words[at]!.slice('--template='.length) : words[at + 1];
  const set = session.gitSettings.get('init.templatedir');
  const configured = () =>
    configuredSettings(shell.cwd, session, shell).findLast(([name]) => name.toLowerCase() === 'init.templatedir')?.[1];
  const named = asked ?? shell.variables.get('GIT_TEMPLATE_DIR')?.value ?? set ?? configured();
  if (named === undefined || named === '' || !isKnown(named) || !isKnown(shell.cwd)) return undefined;
  return `${posix.resolve(shell.cwd, named.replace(/^~(?=\/)/, session.context.home))}/hooks`;
}

/** Returns the hooks path that `-c` gave, as it is handed on. */
function injectedPath(shell: Shell): string | undefined {
  const given = shell.variables.get('GIT_CONFIG_PARAMETERS')?.value ?? '';
  return /'core\.hookspath=([^']*)'/i.exec(given)?.[1];
}
