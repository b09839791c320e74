import { mkdirSync, readdirSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type TempRepository, tempRepository } from '../../test/temp-repository.js';
import { takeTree } from '../index.js';

const FILES = { 'a.js': 'a\n', 'lib/b.js': 'b\n', 'lib/ü c.js': 'c\n' };

/** A repository whose files were written long ago, as far as their content goes. */
function old(files: Record<string, string> = FILES): TempRepository {
  const repo = tempRepository(files);
  for (const file of Object.keys(files)) utimesSync(join(repo.root, file), 1e9, 1e9);
  repo.git('add', '--all');
  repo.git('update-index', '--refresh');
  return repo;
}

/** All files, and those that may have been written since a moment. */
function heard(repo: TempRepository, since: number) {
  let told: { all: readonly string[]; suspects: readonly string[] | null } | undefined;
  const taken = takeTree(repo.repository, {
    views: [],
    since,
    heard: (all, suspects) => {
      told = { all: all.toSorted(), suspects: suspects?.toSorted() ?? null };
    },
  });
  const plain = takeTree(repo.repository, { views: [] });
  if ('failed' in taken || 'failed' in plain) throw new Error(JSON.stringify([taken, plain]));
  expect(taken.tree).toBe(plain.tree);
  expect(readdirSync(join(repo.repository.evidence, 'tmp'))).toEqual([]);
  return told!;
}

/** Far enough ahead that nothing of what the tests did just now is late. */
const soon = () => Date.now() + 60_000;

describe('E1 files that may have been written since a moment', () => {
  test('none where all are as the index has them, and the one that has its content again', () => {
    const repo = old();
    expect(heard(repo, soon())).toEqual({ all: Object.keys(FILES).toSorted(), suspects: [] });
    repo.write('lib/b.js', 'b\n');
    expect(heard(repo, soon()).suspects).toEqual(['lib/b.js']);
    repo.write('lib/ü c.js', 'other\n');
    expect(heard(repo, soon()).suspects).toEqual(['lib/b.js', 'lib/ü c.js']);
  });

  test('each that had changed lately when the index was written', () => {
    const repo = old();
    expect(heard(repo, Date.now() - 60_000).suspects).toEqual(Object.keys(FILES).toSorted());
  });

  test('new ones, links, and those that git was told not to look at', () => {
    const repo = old();
    symlinkSync('a.js', join(repo.root, 'link'));
    repo.git('update-index', '--assume-unchanged', 'a.js');
    repo.write('new.js', 'new\n');
    expect(heard(repo, soon()).suspects).toEqual(['a.js', 'link', 'new.js']);
  });

  test.each([['4'], ['2'], ['3']])('an index of version %s', (version) => {
    const repo = old();
    if (version === '3') {
      repo.write('planned.js', 'x\n');
      repo.git('add', '--intent-to-add', 'planned.js');
    } else repo.git('update-index', '--index-version', version);
    repo.write('a.js', 'a\n');
    const { suspects } = heard(repo, soon());
    expect(suspects).toEqual(version === '4' ? null : version === '3' ? ['a.js', 'planned.js'] : ['a.js']);
  });

  test('each of a repository with other ids, and of one without an index', () => {
    const repo = tempRepository({});
    mkdirSync(join(repo.root, 'x'));
    expect(heard(repo, soon()).suspects ?? []).toEqual([]);
  });
});
