import { posix } from 'node:path';
import type { Setting } from './setting.js';

/*
 * Git's configuration as its files have it. Part of what is read without the parser of command lines: no imports but names
 * of types.
 */

/** Texts tell what files hold; undefined for one that cannot be read. */
interface Texts {
  read(file: string): string | undefined;
}

/** Returns the folder with a repository's `config` and `hooks`, by way of a worktree's or submodule's `.git` file. */
export function gitFolder(directory: string | undefined, files: Texts): string | undefined {
  if (directory === undefined || directory.includes('\0')) return undefined;
  for (let at = directory; ; at = posix.dirname(at)) {
    if (files.read(posix.join(at, '.git/HEAD')) !== undefined) return posix.join(at, '.git');
    const named = /^gitdir: (.+)$/m.exec(files.read(posix.join(at, '.git')) ?? '')?.[1]?.trim();
    if (named !== undefined) {
      const own = posix.resolve(at, named);
      const common = files.read(posix.join(own, 'commondir'))?.trim();
      return common === undefined ? own : posix.resolve(own, common);
    }
    if (at === '/') return isBare(at, files) ? at : undefined;
    if (isBare(at, files)) return at;
  }
}

/** A repository without a work tree: what remotes on this machine are. */
export function isBare(directory: string, files: Texts): boolean {
  return (
    /^(?:ref: refs\/|[0-9a-f]{40})/.test(files.read(posix.join(directory, 'HEAD')) ?? '') &&
    /^[ \t]*bare\s*=\s*true/m.test(files.read(posix.join(directory, 'config')) ?? '')
  );
}

/** Returns the settings of a git configuration file, as `section.key`; broken lines are left out. */
export function parseConfig(text: string): Setting[] {
  const settings: Setting[] = [];
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
