import { expect } from 'vitest';
import { type Effect, effectsOf, type ShellContext } from '../src/index.js';

const REPO = '/home/dev/project';

export const CONFIG = '[core]\n\tbare = false\n[remote "origin"]\n\turl = ../remote.git\n';
const BARE = {
  '/home/dev/remote.git/HEAD': 'ref: refs/heads/main\n',
  '/home/dev/remote.git/config': '[core]\n\tbare = true\n',
};

/** The effects of a line in a repository with a bare remote beside it; `files` are laid over it. */
export function effectsIn(command: string, files: Readonly<Record<string, string>> = {}): readonly Effect[] {
  const disk: Record<string, string> = {
    [`${REPO}/.git/HEAD`]: 'ref: refs/heads/feature/login\n',
    [`${REPO}/.git/config`]: CONFIG,
    ...BARE,
  };
  for (const [path, text] of Object.entries(files)) disk[path.startsWith('/') ? path : `${REPO}/${path}`] = text;
  const context: ShellContext = {
    cwd: REPO,
    home: '/home/dev',
    env: { PATH: '/usr/bin:/bin' },
    readFile: (path) => disk[path],
    listDirectory(path) {
      const start = `${path}/`;
      const names = Object.keys(disk)
        .filter((file) => file.startsWith(start))
        .map((file) => file.slice(start.length).split('/')[0] as string);
      return names.length === 0 ? undefined : [...new Set(names)];
    },
  };
  const { effects, reasons } = effectsOf(command, context);
  expect(reasons).toEqual([]);
  return effects;
}

export function publishing(effects: readonly Effect[]): Effect[] {
  return effects.filter(
    (one) =>
      (one.kind === 'push' && !one.flags.dryRun) ||
      one.kind === 'publish' ||
      (one.kind === 'opaque' && one.what === 'execution'),
  );
}
