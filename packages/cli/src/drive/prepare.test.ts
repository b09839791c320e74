import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TempRepo, tempRepo } from '@flow/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareTree } from './prepare.js';

let repo: TempRepo;
let base: string;
beforeAll(() => {
  repo = tempRepo({
    remote: false,
    files: { '.gitignore': '*.env\n/data/\n', '.worktreeinclude': '*.env\n/data/\n*.txt\n' },
  });
  base = repo.git('rev-parse', 'HEAD');
});
afterAll(() => repo.dispose());

/** A work tree, prepared. */
async function prepared(name: string, rest: { setup?: string; base?: string | null; before?: (tree: string) => void }) {
  const tree = path.join(repo.area, name);
  repo.git('worktree', 'add', '-q', '--detach', tree, base);
  rest.before?.(tree);
  const why = await prepareTree(repo.root, tree, {
    ...{ setup: rest.setup ?? null, slot: 7, base: rest.base ?? null, environment: repo.environment },
  });
  const read = (file: string) =>
    existsSync(path.join(tree, file)) ? readFileSync(path.join(tree, file), 'utf8') : null;
  return { why, read };
}

describe('R59 a new work tree', () => {
  test('is set up by the command of the policy, which knows its number; one that fails keeps it from being used', async () => {
    const good = await prepared('good', { setup: 'echo "$FLOW_SLOT" > made.env' });
    expect([good.why, good.read('made.env')]).toEqual([null, '7\n']);
    const bad = await prepared('bad', { setup: 'echo no network >&2; exit 3' });
    expect(bad.why).toBe('the set-up `echo no network >&2; exit 3` failed with exit code 3: no network');
    expect((await prepared('plain', {})).why).toBeNull();
  });

  test('gets the ignored files that .worktreeinclude of the base names, as they are, and nothing else', async () => {
    repo.write('local.env', 'KEY=1\n');
    repo.write('data/rows', 'one\n');
    repo.write('mine.txt', 'not ignored\n');
    symlinkSync('/etc/hostname', repo.path('link.env'));
    // What nobody committed says nothing.
    repo.write('.worktreeinclude', '*\n');
    const { why, read } = await prepared('included', {
      base,
      before: (tree) => writeFileSync(path.join(tree, 'own.env'), 'its own\n'),
    });
    repo.write('own.env', 'another\n');
    expect([why, read('local.env'), read('data/rows')]).toEqual([null, 'KEY=1\n', 'one\n']);
    expect([read('mine.txt'), read('link.env'), read('own.env')]).toEqual([null, null, 'its own\n']);
    expect((await prepared('unknown', {})).read('local.env')).toBeNull();
  });

  test('is written to through no link of its own (R61)', async () => {
    const elsewhere = path.join(repo.area, 'elsewhere');
    mkdirSync(elsewhere);
    repo.write('data/rows', 'one\n');
    await prepared('linked', { base, before: (tree) => symlinkSync(elsewhere, path.join(tree, 'data')) });
    expect(existsSync(path.join(elsewhere, 'rows'))).toBe(false);
  });
});
