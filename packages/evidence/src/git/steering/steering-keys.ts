import type { Setting } from './config-text.js';

/**
 * `Steering` is what a setting does: git starts a program that the setting names, asks another address than the one that is
 * written in a remote, or writes to a file or a work tree that the setting names.
 */
export type Steering = 'program' | 'address' | 'file';

/**
 * Settings that start a program, move an address or have git write elsewhere, from git's documentation (Documentation/config/*.adoc of git 2.55, commit
 * 1a3e64c6) and that of git-lfs 3.7 (docs/man/git-lfs-config.adoc), whose filter is the usual one. `*` is a subsection. Those of
 * signatures name no program, but have git start `gpg` or `ssh-keygen`, which it looks for on `PATH`.
 *
 * Left out is what no command of ours reads, as each is called without a terminal, an editor or a pager: `alias.*`,
 * `browser.*`, `core.editor`, `core.pager`, `difftool.*`, `guitool.*`, `instaweb.*`, `imap.tunnel`, `interactive.diffFilter`,
 * `man.*`, `mergetool.*`, `pager.*`, `sendemail.*`, `sequence.editor`, `tar.*.command`, `web.*`. The table test has a row for each of these, too.
 */
export const STEERING_KEYS: Readonly<Record<string, Steering>> = {
  'commit.gpgsign': 'program',
  'core.alternaterefscommand': 'program',
  'core.askpass': 'program',
  'core.fsmonitor': 'program',
  'core.gitproxy': 'program',
  'core.hookspath': 'program',
  'core.sshcommand': 'program',
  'core.worktree': 'file',
  'credential.helper': 'program',
  'credential.*.helper': 'program',
  'diff.external': 'program',
  'diff.*.command': 'program',
  'diff.*.textconv': 'program',
  'fetch.bundleuri': 'address',
  'filter.*.clean': 'program',
  'filter.*.process': 'program',
  'filter.*.smudge': 'program',
  'gc.recentobjectshook': 'program',
  'gc.repackfilterto': 'file',
  'gpg.program': 'program',
  'gpg.*.program': 'program',
  'gpg.ssh.defaultkeycommand': 'program',
  'hook.*.command': 'program',
  'http.cookiefile': 'file',
  'http.curloptresolve': 'address',
  'http.proxy': 'address',
  'http.savecookies': 'file',
  'http.*.cookiefile': 'file',
  'http.*.curloptresolve': 'address',
  'http.*.proxy': 'address',
  'http.*.savecookies': 'file',
  'lfs.customtransfer.*.path': 'program',
  'lfs.extension.*.clean': 'program',
  'lfs.extension.*.smudge': 'program',
  'lfs.pushurl': 'address',
  'lfs.standalonetransferagent': 'program',
  'lfs.url': 'address',
  'lfs.*.standalonetransferagent': 'program',
  'log.showsignature': 'program',
  'merge.verifysignatures': 'program',
  'merge.*.driver': 'program',
  'protocol.allow': 'program',
  'push.gpgsign': 'program',
  'protocol.*.allow': 'program',
  'remote.*.lfspushurl': 'address',
  'remote.*.lfsurl': 'address',
  'remote.*.proxy': 'address',
  'remote.*.receivepack': 'program',
  'remote.*.uploadpack': 'program',
  'remote.*.vcs': 'program',
  'trailer.*.cmd': 'program',
  'trailer.*.command': 'program',
  'tag.gpgsign': 'program',
  'trace2.eventtarget': 'file',
  'trace2.normaltarget': 'file',
  'trace2.perftarget': 'file',
  'uploadpack.packobjectshook': 'program',
  'url.*.insteadof': 'address',
  'url.*.pushinsteadof': 'address',
};

/**
 * Settings that steer git only where it is started as a person does: hooks give it a value of their own, on each command line or
 * as a variable.
 */
export const OURS: ReadonlySet<string> = new Set([
  ...['core.fsmonitor', 'core.hookspath', 'trace2.eventtarget', 'trace2.normaltarget', 'trace2.perftarget'],
]);

/** Settings whose value alone decides: an address with a helper in front (`ext::…`), and a command in the place of a word. */
export const BY_VALUE: Readonly<Record<string, RegExp>> = {
  'remote.*.url': /::/,
  'remote.*.pushurl': /::/,
  'submodule.*.url': /::/,
  'submodule.*.update': /^!/,
};

/** Ways to a remote that are git's own, and so start no program of anybody else. */
const OWN_WAYS = /^protocol\.(?:file|git|https?|ssh)\.allow$/;

/** Tells what a setting steers; null for one that steers nothing, as one with nothing in it, or a way that is closed. */
export function steeringOf({ key, value }: Setting): Steering | null {
  const shape = shapeOf(key);
  if (BY_VALUE[shape]?.test(value ?? '')) return 'program';
  // The daemon is git's own.
  if (key === 'core.fsmonitor' && /^(?:true|yes|on|1|false|no|off|0)?$/i.test(value ?? '')) return null;
  // No file, but one of its own outputs.
  if (key.startsWith('trace2.') && /^(?:[0-9]|true|false)$/i.test(value ?? '')) return null;
  if (/^http\..*savecookies$|sign(?:atures?)?$/s.test(key) && /^(?:false|no|off|0)$/i.test(value ?? '')) return null;
  if (value === '' || OWN_WAYS.test(key) || (value === 'never' && key.startsWith('protocol.'))) return null;
  return STEERING_KEYS[key] ?? STEERING_KEYS[shape] ?? STEERING_KEYS[lfsShape(key)] ?? null;
}

/** Puts `*` in the place of a subsection, whatever stands in it. */
function shapeOf(key: string): string {
  const [from, to] = [key.indexOf('.'), key.lastIndexOf('.')];
  return from === to ? key : `${key.slice(0, from)}.*${key.slice(to)}`;
}

/** The subsections of git-lfs have a word of its own in front: `lfs.customtransfer.<name>.path`. */
const lfsShape = (key: string) =>
  key.replace(
    /^lfs\.(customtransfer|extension)\..*\.(\w+)$/is,
    (_all, kind: string, name: string) => `lfs.${kind.toLowerCase()}.*.${name}`,
  );

/** Tells whether a setting names another file of configuration. */
export const takesIn = ({ key }: Setting): boolean => key === 'include.path' || /^includeif\..*\.path$/s.test(key);
