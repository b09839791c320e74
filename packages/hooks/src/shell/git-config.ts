import { lookup } from './parameters.js';
import { contentOf } from './paths.js';
import { HOLE, isKnown, type Session, type Shell, spell } from './state.js';

/** Configuration that this command line itself gives to git. */
export interface Injected {
  readonly settings: readonly (readonly [string, string])[];
  readonly aliases: ReadonlyMap<string, string>;
  /** Some of it could not be read: an unknown command may then be anything. */
  readonly isUnreadable: boolean;
}

/**
 * Collects `-c`, `--config-env`, `GIT_CONFIG_COUNT` and friends, `GIT_CONFIG_PARAMETERS`, and configuration files that the
 * line swaps in (git-config(1), "ENVIRONMENT").
 */
export function readInjected(given: readonly string[], shell: Shell, session: Session): Injected {
  const settings: [string, string][] = [];
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
  for (const match of (own('GIT_CONFIG_PARAMETERS') ?? '').matchAll(/'([^'=]+)'?='?([^']*)'/g))
    settings.push([match[1] ?? '', match[2] ?? '']);
  const files = ['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG'].map(own);
  if (shell.variables.has('HOME')) files.push(`${own('HOME')}/.gitconfig`, `${own('HOME')}/.config/git/config`);
  if (shell.variables.has('XDG_CONFIG_HOME')) files.push(`${own('XDG_CONFIG_HOME')}/git/config`);
  for (const [name, value] of settings) if (/^include(?:if\..*)?\.path$/i.test(name)) files.push(value);
  for (const file of files) {
    if (file === undefined || file === '' || file === '/dev/null') continue;
    const text = isKnown(file) ? contentOf(session, shell, file) : undefined;
    if (text === undefined || !isKnown(text)) isUnreadable = true;
    else settings.push(...parseConfig(text));
  }
  const aliases = new Map<string, string>();
  for (const [name, value] of settings) {
    const match = /^alias\.(?:([^.]+)|(.+)\.command)$/i.exec(name);
    const alias = match?.[1] ?? match?.[2];
    if (alias !== undefined) aliases.set(alias.toLowerCase(), value);
  }
  return { settings, aliases, isUnreadable };
}

/** The alias that git's own configuration has, asked from the caller. */
export function configuredAlias(name: string, shell: Shell, session: Session): string | undefined {
  // A configuration file that this very line writes comes before what the caller knows.
  for (const [path, text] of session.files) {
    if (!/\/(?:\.git\/config|\.gitconfig|git\/config)$/.test(path) || !isKnown(text)) continue;
    const own = parseConfig(text).find(([key]) => key.toLowerCase() === `alias.${name.toLowerCase()}`);
    if (own !== undefined) return own[1];
  }
  const directory = shell.cwd ?? lookup('PWD', shell, session)?.value;
  return isKnown(directory) ? session.context.gitAlias?.(directory, name) : undefined;
}

/** The settings of a git configuration file, as `section.key`; broken lines are left out. */
function parseConfig(text: string): [string, string][] {
  const settings: [string, string][] = [];
  let section = '';
  for (const raw of text.replace(/\\\r?\n/g, '').split(/\r?\n/)) {
    let line = raw.trim();
    const head = /^\[([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\]/.exec(line);
    if (head !== null) {
      section = head[2] === undefined ? (head[1] ?? '') : `${head[1]}.${head[2]}`;
      line = line.slice(head[0].length).trim();
    }
    const entry = /^([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/.exec(line);
    if (entry === null) continue;
    const value = (entry[2] ?? 'true').replace(/^"((?:[^"\\]|\\.)*)"$/, '$1').replace(/\\(["\\])/g, '$1');
    settings.push([`${section}.${entry[1]}`, value]);
  }
  return settings;
}

/** `git config`: aliases of this line are remembered, the hooks path is reported. */
export function reportConfig(verb: string, words: readonly string[], argv: readonly string[], session: Session): void {
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
