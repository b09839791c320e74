import { posix } from 'node:path';
import { lookup } from '../bash/words/parameters.js';
import { contentOf } from '../disk/paths.js';
import { HOLE, isKnown, known, type Session, type Shell, spell } from '../state.js';
import { quoted } from '../text/quoted.js';
import { gitFolder, parseConfig } from './config-text.js';
import { isContentFilter } from './content-filter.js';
import { writesScratchFile } from './scratch-settings.js';
import type { Setting } from './setting.js';

/** Configuration that this command line itself gives to git. */
export interface Injected {
  readonly settings: readonly (readonly [string, string])[];
  readonly aliases: ReadonlyMap<string, string>;
  /** Whether some of the configuration could not be read: an unknown command may then be anything. */
  readonly isUnreadable: boolean;
}

/**
 * Collects `-c`, `--config-env`, `GIT_CONFIG_COUNT` and friends, `GIT_CONFIG_PARAMETERS`, and configuration files that the
 * line swaps in (git-config(1), "ENVIRONMENT").
 */
export function readInjected(given: readonly string[], shell: Shell, session: Session): Injected {
  const settings: Setting[] = [];
  let isUnreadable = false;
  for (const one of given) {
    const at = one.indexOf('=');
    const name = at < 0 ? one : one.slice(0, at);
    if (name.includes(HOLE)) isUnreadable = true;
    settings.push([name, at < 0 ? 'true' : one.slice(at + 1)]);
  }
  const own = (name: string) => shell.variables.get(name)?.value;
  const count = own('GIT_CONFIG_COUNT');
  for (let at = 0; count !== undefined && at < Math.min(Number(count) || 0, 64); at++) {
    settings.push([own(`GIT_CONFIG_KEY_${at}`) ?? HOLE, own(`GIT_CONFIG_VALUE_${at}`) ?? HOLE]);
  }
  if (count !== undefined && !isKnown(count)) isUnreadable = true;
  settings.push(...readParameters(own('GIT_CONFIG_PARAMETERS') ?? ''));
  const files = ['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG'].map(own);
  if (shell.variables.has('HOME')) files.push(`${own('HOME')}/.gitconfig`, `${own('HOME')}/.config/git/config`);
  if (shell.variables.has('XDG_CONFIG_HOME')) files.push(`${own('XDG_CONFIG_HOME')}/git/config`);
  files.push(...settings.flatMap(includedBy));
  for (const file of files) {
    if (file === undefined || file === '' || file === '/dev/null') continue;
    const found = readConfigFile(file, session, shell);
    if (found === undefined) isUnreadable = true;
    else settings.push(...found);
  }
  const aliases = new Map<string, string>();
  for (const [name, value] of settings) {
    const match = /^alias\.(?:([^.]+)|(.+)\.command)$/i.exec(name);
    const alias = match?.[1] ?? match?.[2];
    if (alias !== undefined) aliases.set(alias.toLowerCase(), value);
  }
  return { settings, aliases, isUnreadable };
}

/** Returns the file that an `include.path` setting names; none for any other setting. */
function includedBy([name, value]: readonly [string, string]): string[] {
  return /^include(?:if\..*)?\.path$/i.test(name) ? [value] : [];
}

/** Returns the settings of a configuration file and of the files that it includes (a path there is relative to it). */
function readConfigFile(file: string, session: Session, shell: Shell, depth = 0): Setting[] | undefined {
  const text = isKnown(file) ? contentOf(session, shell, file) : undefined;
  if (text === undefined || !isKnown(text)) return undefined;
  const settings = parseConfig(text);
  if (depth >= 4) return settings;
  const included = settings.flatMap(includedBy).flatMap((path) => {
    const next = /^[~/]/.test(path) ? path : posix.join(posix.dirname(file), path);
    return readConfigFile(next, session, shell, depth + 1) ?? [];
  });
  return [...settings, ...included];
}

/** Returns the configuration in force in a directory, the user's own and the repository's, read from their files. */
export function configuredSettings(directory: string | undefined, session: Session, shell: Shell): readonly Setting[] {
  const folder = gitFolder(directory, session);
  const files = [`${session.context.home}/.gitconfig`, ...(folder === undefined ? [] : [`${folder}/config`])];
  return files.flatMap((file) => readConfigFile(file, session, shell) ?? []);
}

/**
 * `readParameters` reads `GIT_CONFIG_PARAMETERS`: quoted `'name=value'` or `'name'='value'`, as git hands `-c` on to what it
 * starts.
 */
function readParameters(text: string): Setting[] {
  const settings: Setting[] = [];
  const quoted = String.raw`'((?:[^']|'\\'')*)'`;
  for (const match of text.matchAll(new RegExp(`${quoted}(?:=${quoted})?`, 'g'))) {
    const [first = '', second] = match.slice(1).map((part) => part?.replaceAll("'\\''", "'"));
    const at = first.indexOf('=');
    settings.push(
      second !== undefined ? [first, second] : at < 0 ? [first, 'true'] : [first.slice(0, at), first.slice(at + 1)],
    );
  }
  return settings;
}

/** What `-c` sets also holds for the commands that git starts, aliases of aliases among them. */
export function handOn(given: readonly string[], shell: Shell): void {
  if (given.length === 0) return;
  const before = shell.variables.get('GIT_CONFIG_PARAMETERS')?.value;
  const value = [before, ...given.map(quoted)].filter((one) => one !== undefined && one !== '').join(' ');
  shell.variables.set('GIT_CONFIG_PARAMETERS', { value, exported: true });
}

/** Returns the alias that git's own configuration has, asked from the caller. */
export function configuredAlias(name: string, shell: Shell, session: Session): string | undefined {
  // A configuration file that this very line writes comes before what the caller knows.
  for (const [path, text] of session.files) {
    if (!/\/(?:\.git\/config|\.gitconfig|git\/config)$/.test(path) || !isKnown(text)) continue;
    const own = parseConfig(text).find(([key]) => key.toLowerCase() === `alias.${name.toLowerCase()}`);
    if (own !== undefined) return own[1];
  }
  const own = session.gitSettings.get(`alias.${name.toLowerCase()}`);
  if (own !== undefined) return own;
  const directory = shell.cwd ?? lookup('PWD', shell, session)?.value;
  return isKnown(directory) ? session.context.gitAlias?.(directory, name) : undefined;
}

/** Tells whether a setting is known to be set nowhere, so that taking it away changes nothing. */
function isUnset(key: string, session: Session, shell: Shell): boolean {
  const folder = gitFolder(shell.cwd, session);
  if (folder === undefined || session.read(`${folder}/config`) === undefined) return false;
  if (session.gitSettings.has(key)) return false;
  return !configuredSettings(shell.cwd, session, shell).some(([name]) => name.toLowerCase() === key);
}

function scopeOf(words: readonly string[]): 'repository' | 'user' | 'system' | 'file' {
  if (words.includes('--global')) return 'user';
  if (words.includes('--system')) return 'system';
  return words.some((word) => /^(?:-f|--file(?:=.*)?)$/.test(word)) ? 'file' : 'repository';
}

/**
 * Plays `git config`: what this line sets is remembered, the hooks path is reported.
 * @returns the setting that it makes
 */
export function reportConfig(
  verb: string,
  words: readonly string[],
  argv: readonly string[],
  session: Session,
  shell: Shell,
): Setting | undefined {
  if (verb !== 'config') return undefined;
  // An editor of the line's own can write anything into it.
  if (words.some((word) => /^(?:-e|--edit)$/.test(word)) || words[0] === 'edit') {
    if (['GIT_EDITOR', 'EDITOR', 'VISUAL'].some((name) => shell.variables.has(name)))
      session.effects.push({ kind: 'disarm', what: 'hooksPath', spelled: spell(argv) });
    return undefined;
  }
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
  if (isRead || (value === undefined && !isRemoval)) return undefined;
  const key = name.toLowerCase();
  session.effects.push({
    kind: 'setting',
    name: known(key),
    value: value === undefined || isRemoval ? undefined : known(value),
    scope: scopeOf(words),
    spelled: spell(argv),
  });
  const configured = () => configuredSettings(shell.cwd, session, shell);
  const isScratch = (given: string) => writesScratchFile(words, [key, given], configured, session, shell);
  const disarms = (what: 'hooksPath' | 'contentFilter') => {
    const here = scopeOf(words) === 'repository' ? concernedHere(argv, session, shell) : {};
    session.effects.push({ kind: 'disarm', what, spelled: spell(argv), ...here });
  };
  if (
    (/^(?:core\.hookspath|core|hook\..*)$/.test(key) &&
      !(isRemoval && key === 'core.hookspath' && isUnset(key, session, shell))) ||
    (!isRemoval && /^(?:include|includeif\..*)\.path$/.test(key)) ||
    (isRemoval && /^(?:core|hook\..*|include|includeif\..*)$/i.test(value ?? '')) ||
    name.includes(HOLE)
  ) {
    if (key === 'core.hookspath' && value !== undefined && isScratch(value)) return undefined;
    disarms('hooksPath');
  }
  if (value === undefined || isRemoval) return undefined;
  if (isContentFilter(key, value) && !isScratch(value)) disarms('contentFilter');
  session.gitSettings.set(key, value);
  return [key, value];
}

/**
 * Returns the folder whose repository alone a setting concerns that is made there; nothing where it may be another one.
 */
export function concernedHere(
  argv: readonly string[],
  session: Session,
  shell: Shell,
): { readonly directory?: string } {
  const isElsewhere =
    ['GIT_DIR', 'GIT_COMMON_DIR'].some((name) => shell.variables.has(name)) ||
    argv.some((word) => word.startsWith('--git-dir'));
  // A work tree that the line adds has the configuration of the repository that it is added to.
  const isAdded =
    session.effects.some((one) => one.kind === 'git' && one.verb === 'worktree') &&
    gitFolder(shell.cwd, session) === undefined;
  return isKnown(shell.cwd) && !isAdded && !isElsewhere ? { directory: shell.cwd } : {};
}

const CONFIG_FILE = /\/(?:\.git\/config(?:\.worktree)?|\.gitconfig|\.config\/git\/config)$/;

/** Adds what was written into git's configuration without git: to be seen once all files of the line are known. */
export function disarmThroughFiles(session: Session): void {
  const linked = [...session.links].map(([path, to]) => [path, session.files.get(to)] as const);
  for (const [path, text] of [...session.files, ...linked]) {
    if (!CONFIG_FILE.test(path) || !isKnown(text)) continue;
    const before = parseConfig(session.context.readFile(path) ?? '');
    const added = parseConfig(text).filter(
      ([name, value]) => !before.some(([old, was]) => old === name && was === value),
    );
    if (added.some(([name]) => /^(?:core\.hookspath|include(?:if\..*)?\.path)$/i.test(name)))
      session.effects.push({ kind: 'disarm', what: 'hooksPath', spelled: `hooksPath in ${path}`.slice(0, 200) });
    if (added.some(([name, value]) => isContentFilter(name, value)))
      session.effects.push({ kind: 'disarm', what: 'contentFilter', spelled: `filter in ${path}`.slice(0, 200) });
  }
}
