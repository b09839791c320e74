import { tempRepo } from '@flow/test-kit';
import { expect, onTestFinished, test } from 'vitest';
import { announceAncestry, forkOf, treeOf } from './ancestry.js';
import { Objects } from './objects.js';
import { findRepository } from './repository.js';

test('where work left the base, as git merge-base says it: near, far, merged, on the base, and never', () => {
  const repo = tempRepo({ files: { 'a.txt': 'a\n' } });
  onTestFinished(() => repo.dispose());
  const deadline = Date.now() + 60_000;
  const commits = [repo.git('rev-parse', 'HEAD')];
  for (let at = 0; at < 14; at++) commits.push(repo.commit(`main ${at}`));
  repo.git('switch', '-q', '-c', 'side', commits[6]!);
  for (let at = 0; at < 3; at++) commits.push(repo.commit(`side ${at}`));
  repo.git('merge', '-q', '--no-edit', commits[10]!);
  commits.push(repo.git('rev-parse', 'HEAD'));
  repo.git('switch', '-q', '--orphan', 'other');
  commits.push(repo.commit('other'));
  repo.git('switch', '-q', 'side');
  repo.git('tag', '-a', '-m', 'v1', 'v1');
  const repository = findRepository(repo.root)!;
  const tagged = repo.git('rev-parse', 'v1');
  const mergeBase = (a: string, b: string) => {
    try {
      return repo.git('merge-base', a, b);
    } catch {
      return null;
    }
  };
  for (const tip of [commits[14]!, commits[18]!, commits[19]!, 'HEAD', tagged]) {
    const objects = new Objects(repository, deadline);
    announceAncestry(tip, objects);
    expect(treeOf(tip, objects)).toBe(repo.git('rev-parse', `${tip}^{tree}`));
    for (const base of [0, 2, 3, 5, 6, 8, 10, 14, 16, 18, 19].map((at) => commits[at]!)) {
      const fork = forkOf(repository, base, tip, objects, deadline);
      expect({ tip, base, fork: fork?.commit ?? null }).toEqual({ tip, base, fork: mergeBase(base, tip) });
      if (fork?.tree) expect(fork.tree).toBe(repo.git('rev-parse', `${fork.commit}^{tree}`));
    }
  }
  expect(treeOf('nowhere', new Objects(repository, deadline))).toBeNull();
});
