import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FORGED_BY, tempRepo } from '@flow/test-kit';
import { expect, onTestFinished, test } from 'vitest';
import { diffTrees } from '../../trees/diff-trees.js';
import { git } from '../git.js';
import { findRepository } from '../repository.js';
import { heldFolder, holdObjects } from './held-objects.js';

/** A repository with two contents, `lax` and `strict`, that differ in a folder further down. */
function made() {
  const repo = tempRepo({ files: { 'lib/deep/check.sh': 'exit 0\n' }, programs: false });
  onTestFinished(() => repo.dispose());
  const lax = repo.git('rev-parse', 'HEAD^{tree}');
  repo.write('lib/deep/check.sh', 'false\n');
  repo.commit('strict');
  const environment = { XDG_STATE_HOME: join(repo.area, 'state') };
  const it = findRepository(repo.root)!;
  const folder = heldFolder(it, environment);
  /** Runs git as this process does while objects are held. */
  const held = <T>(work: () => T): T => {
    const { end } = holdObjects(it, environment, Date.now() + 60_000);
    try {
      return work();
    } finally {
      end();
    }
  };
  const asked = (...words: string[]) => git(it, words, { deadline: Date.now() + 60_000 });
  return { repo, it, lax, strict: repo.git('rev-parse', 'HEAD^{tree}'), folder, held, asked };
}

const ALL = ['cat-file', '--batch-all-objects', '--batch-check', '--unordered'];
const allOf = (text: string | Buffer) => `${text}`.trim().split('\n').sort();

test('33.3f objects are held as the store has them: files, packs, those of another store; and go as they go there', () => {
  const { repo, held, folder, asked } = made();
  const same = () => expect(allOf(held(() => asked(...ALL).stdout))).toEqual(allOf(repo.git(...ALL)));
  same();
  const loose = () =>
    readdirSync(folder)
      .filter((name) => /^..$/.test(name))
      .flatMap((name) => readdirSync(join(folder, name)));
  expect(loose().length).toBeGreaterThan(5);
  // A borrowed object, and what is packed since.
  const other = join(repo.area, 'other.git');
  repo.git('init', '-q', '--bare', other);
  const input = { cwd: repo.root, env: repo.environment, encoding: 'utf8', input: 'borrowed\n' } as const;
  const borrowed = execFileSync('git', [`--git-dir=${other}`, 'hash-object', '-w', '--stdin'], input).trim();
  repo.write('.git/objects/info/alternates', '../../../other.git/objects\n');
  same();
  expect(held(() => asked('cat-file', 'blob', borrowed).stdout.toString())).toBe('borrowed\n');
  repo.git('repack', '-adq');
  repo.git('prune-packed');
  same();
  expect(loose()).toEqual([borrowed.slice(2)]);
  const packs = () => readdirSync(join(folder, 'pack')).filter((name) => name.endsWith('.pack'));
  expect(packs()).toEqual(readdirSync(repo.path('.git/objects/pack')).filter((name) => name.endsWith('.pack')));
  // Killed in between, and written over by a machine that stopped.
  rmSync(join(folder, 'pack', packs()[0]!.replace('.pack', '.idx')));
  const cut = join(folder, borrowed.slice(0, 2), borrowed.slice(2));
  rmSync(cut);
  writeFileSync(cut, '');
  writeFileSync(join(folder, 'boot'), 'another');
  same();
  expect(held(() => asked('cat-file', 'blob', borrowed).stdout.toString())).toBe('borrowed\n');
  expect(readdirSync(join(folder, 'incoming'))).toEqual([]);
});

test.each([
  ['a file in its place', 'a folder further down', ':lib/deep'],
  ['a file in its place', 'a file', ':lib/deep/check.sh'],
  ['the index of a pack', 'a folder further down', ':lib/deep'],
  ['the index of a pack', 'the commit', ''],
] as const)(
  '33.3f by %s, %s is given under the id of another: no git that works on held objects gets it',
  (how, _what, suffix) => {
    const { repo, it, lax, strict, held, asked } = made();
    const id = repo.git('rev-parse', `HEAD${suffix}`);
    const given = suffix === '' ? 'HEAD~1' : `${lax}${suffix}`;
    const before = () => diffTrees(it, lax, strict, { deadline: Date.now() + 60_000 });
    const content = () => asked('cat-file', '-p', id).stdout.toString();
    const real = content();
    let back = '';
    // While they are held, the store may change as it likes.
    held(() => {
      expect(content()).toBe(real);
      back = FORGED_BY[how](repo, id, given);
      expect(content()).toBe(real);
      expect(before()).toEqual(['lib/deep/check.sh']);
    });
    expect(content()).not.toBe(real);
    rmSync(heldFolder(it, { XDG_STATE_HOME: join(repo.area, 'state') }), { recursive: true });
    held(() => {
      // What is nowhere but forged is missing, and proves nothing.
      expect(content()).toBe(how === 'a file in its place' ? '' : real);
      if (suffix === ':lib/deep')
        expect(before()).toEqual(how === 'a file in its place' ? 'gone' : ['lib/deep/check.sh']);
    });
    execFileSync('sh', ['-c', back]);
    expect(held(content)).toBe(real);
  },
);

test('33.3f pipes, links in a circle and what is no pack are passed by', () => {
  const { repo, held, asked } = made();
  const head = repo.git('rev-parse', 'HEAD');
  mkdirSync(repo.path('.git/objects/ab'), { recursive: true });
  mkdirSync(repo.path('.git/objects/pack'), { recursive: true });
  execFileSync('mkfifo', [
    repo.path('.git/objects/ab', 'c'.repeat(38)),
    repo.path('.git/objects/pack', `pack-${'d'.repeat(40)}.pack`),
  ]);
  repo.write(`.git/objects/pack/pack-${'e'.repeat(40)}.pack`, 'PACK');
  repo.write('.git/objects/info/alternates', '.\n"\\"\n../../.git/objects\n/nowhere\n');
  held(() => expect(asked('cat-file', '-t', head).stdout.toString()).toBe('commit\n'));
});

test('33.3f where history ends is held, too: what is written there afterwards is not seen, an honest one is', () => {
  const { repo, held, asked } = made();
  const count = () => asked('rev-list', '--count', 'HEAD').stdout.toString().trim();
  const [head, shallow] = [repo.git('rev-parse', 'HEAD'), repo.path('.git/shallow')];
  held(() => {
    writeFileSync(shallow, `${head}\n`);
    expect(count()).toBe('2');
  });
  held(() => {
    expect(count()).toBe('1');
    rmSync(shallow);
    expect(count()).toBe('1');
  });
  expect(held(count)).toBe('2');
});
