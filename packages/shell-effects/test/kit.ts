import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { type Effect, effectsOf, type Products, type ShellContext } from '../src/index.js';

const REPO = '/home/dev/project';

export const CONFIG = '[core]\n\tbare = false\n[remote "origin"]\n\turl = ../remote.git\n';
const BARE = {
  '/home/dev/remote.git/HEAD': 'ref: refs/heads/main\n',
  '/home/dev/remote.git/config': '[core]\n\tbare = true\n',
};

/** A caller's product as tests have it: one program by three names, its package, its modules, and agents that take orders. */
export const PRODUCTS: Products = {
  programs: [
    {
      names: ['keeper', 'keeper.cjs', 'keeperctl'],
      files: ['cli/dist/keep.js'],
      builds: ['cli/dist'],
      directoryOptions: ['--directory', '-C'],
      orders: [{ verb: 'wait', label: 'keeper wait', option: '--until' }],
      wraps: { verb: 'exec', label: 'keeper exec', valued: ['--call'], files: ['exec.cjs'] },
      publishes: { verb: 'ship', label: 'keeper ship', unless: /(?:^|\s)--until[= ]test(?:\s|$)/ },
    },
  ],
  packages: { '@keeper/cli': 'keeper' },
  modules: { loaded: ['@keeper/cli/program', '@keeper/cli/dist/'], started: ['@keeper/cli/dist/'], unless: '--git' },
  marks: ['// keeper launcher'],
  gitHooks: ['keeper-hook'],
  codingAgents: ['claude', 'codex', 'gemini', 'aider', 'opencode', 'droid', 'auggie', 'copilot'],
  clients: [
    {
      program: 'helper',
      disarms: [
        { what: 'hostPlugin', operands: /^plugin off\b/ },
        { what: 'hostSettings', operands: /^set(?: |$)/, word: /hooks/ },
        { what: 'hostSettings', line: /-c hooks=/ },
      ],
    },
  ],
};

/** The effects of a line in a repository with a bare remote beside it; `files` are laid over it. */
export function effectsIn(
  command: string,
  files: Readonly<Record<string, string>> = {},
  products: Products | undefined = PRODUCTS,
): readonly Effect[] {
  const disk: Record<string, string> = {
    [`${REPO}/.git/HEAD`]: 'ref: refs/heads/feature/login\n',
    [`${REPO}/.git/config`]: CONFIG,
    ...BARE,
  };
  for (const [path, text] of Object.entries(files)) disk[path.startsWith('/') ? path : `${REPO}/${path}`] = text;
  const context: ShellContext = {
    cwd: REPO,
    ...(products && { products }),
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

/** A row that reading saw before and does not follow any more. */
interface BeyondRow {
  id: string;
  /** What is not followed in it: an id of `docs/threat-model.md`, B1 to B18. */
  kind: string;
  command: string;
  /** Texts of the files that the command needs, by their paths in the repository. */
  files: Record<string, string>;
}

/**
 * Reads a fixture of such rows, which lines of two percent signs part: `PB9 B12`, behind it the command, and each file behind a
 * line `@@ a.py`.
 */
export function rowsBeyond(name: 'pushes-beyond' | 'writes-beyond'): BeyondRow[] {
  const text = readFileSync(new URL(`../fixtures/${name}.txt`, import.meta.url), 'utf8').replace(/\n$/, '');
  return text.split('\n%%\n').map((row) => {
    const [, id = '', kind = '', rest = ''] = /^(\w+) (B\d+)\n([\s\S]+)$/.exec(row) ?? [];
    const [command = '', ...parts] = rest.split('\n@@ ');
    const files = parts.map((part): [string, string] => {
      const end = part.indexOf('\n');
      return [part.slice(0, end), `${part.slice(end + 1)}\n`];
    });
    return { id, kind, command, files: Object.fromEntries(files) };
  });
}
