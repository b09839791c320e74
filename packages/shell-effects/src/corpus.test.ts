import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { effectsIn, PRODUCTS, publishing, rowsBeyond } from '../test/kit.js';
import { type Effect, effectsOf, mayMatter, type ShellContext } from './index.js';

/** Commands of a fixture file, separated by lines of two percent signs. */
function commands(name: string): string[] {
  return readFileSync(new URL(`../fixtures/${name}.txt`, import.meta.url), 'utf8')
    .replace(/\n$/, '')
    .split('\n%%\n');
}

const GATE = '/r/develop/f/gate-a.approved';

const FILES: Readonly<Record<string, string>> = {
  '/r/.git/HEAD': 'ref: refs/heads/f\n',
  '/r/package.json': JSON.stringify({
    scripts: { test: 'vitest run', build: 'tsc -b', start: 'node server.js', push: 'git push' },
  }),
  '/r/Makefile': 'build:\n\tgo build ./...\nrelease: ; git push\n',
  '/r/ship.ts': "Bun.spawn(['git', 'push']);\n",
  '/r/ship.php': '<?php system("git push");\n',
  '/r/look.ts': 'console.log(1);\n',
  '/r/x.sh': '#!/bin/bash\ncase "$1" in push) git push;; *) go test ./...;; esac\n',
  '/r/ship_later.py': 'import os\nNAME = "x"\nif __name__ == "__main__":\n    os.system("git push")\n',
  '/r/compose.yaml':
    'services:\n  app:\n    image: node:22\n    command: npm start\n  ship:\n    profiles: [out]\n    image: alpine/git\n    volumes: [".:/w"]\n    command: push origin HEAD\n  out:\n    profiles: [out]\n    image: tools\n    entrypoint: ["git", "push"]\n  steps:\n    profiles:\n      - out\n    image: tools\n    command:\n      - sh\n      - -c\n      - git push origin HEAD\n',
  '/r/p.diff': '--- a/develop/f/gate-a.approved\n+++ b/develop/f/gate-a.approved\n@@ -1 +1 @@\n-a\n+b\n',
};
const DIRECTORIES: Readonly<Record<string, string[]>> = {
  '/r': ['develop', 'src', 'x.sh', 'a.ts'],
  '/r/develop': ['f'],
  '/r/develop/f': ['gate-a.approved', 'notes.md'],
  '/usr/bin': ['git', 'go'],
};
const context: ShellContext = {
  products: PRODUCTS,
  cwd: '/r',
  home: '/home/dev',
  readFile: (path) => FILES[path],
  listDirectory: (path) => DIRECTORIES[path],
  readLink: (path) => ({ '/r/tools/vcs': '/usr/bin/git', '/r/tools/go': 'vcs', '/r/tools/list': '/usr/bin/ls' })[path],
  gitAlias: (_directory, name) => ({ p: 'push' })[name],
};

function publishes(effect: Effect): boolean {
  return (
    (effect.kind === 'push' && !effect.flags.dryRun) ||
    effect.kind === 'publish' ||
    effect.kind === 'disarm' ||
    (effect.kind === 'opaque' && effect.what === 'execution')
  );
}

/** The gate file is written, or lies in what is written, or matches what is known of the path. */
function touchesGate(effect: Effect): boolean {
  if (effect.kind === 'write')
    return (
      effect.path === GATE ||
      (effect.reach !== 'exact' && GATE.startsWith(`${effect.path}/`)) ||
      /^\/r\/develop\/f\/gate-[ab]\.approved$/.test(effect.path)
    );
  if (effect.kind !== 'opaque' || effect.what !== 'destination' || effect.pattern === undefined) return false;
  const pattern = effect.pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&').replace(/\*+/g, '.*');
  return new RegExp(`^${pattern}$`).test(GATE);
}

test.each(commands('publishes'))('D100 is seen to publish, disarm or run unreadable code: %s', (command) => {
  const { effects, reasons } = effectsOf(command, context);
  expect(reasons).toEqual([]);
  expect(effects.filter(publishes)).not.toEqual([]);
  expect(mayMatter(command)).toBe(true);
});

// Such a push meets git's own hook (docs/threat-model.md, B9 to B18). A row that is seen again goes back to its list.
test.each(rowsBeyond('pushes-beyond'))('33.4 reading ends before a push: $id', ({ command, files }) => {
  expect(publishing(effectsIn(command, files))).toEqual([]);
});

test.each(commands('writes-gate').map((command) => command.replace(/\bX\b/g, 'develop/f/gate-a.approved')))(
  'D99 is seen to write the protected file: %s',
  (command) => {
    const { effects, reasons } = effectsOf(command, context);
    expect(reasons).toEqual([]);
    expect(effects.filter(touchesGate)).not.toEqual([]);
    expect(mayMatter(command)).toBe(true);
  },
);

test.each(commands('everyday'))('D100 C72 everyday work raises nothing: %s', (command) => {
  const { effects, reasons } = effectsOf(command, context);
  expect(reasons).toEqual([]);
  expect(effects.filter(publishes)).toEqual([]);
  expect(effects.filter((one) => one.kind === 'write' && one.path.startsWith('/r/develop'))).toEqual([]);
});
