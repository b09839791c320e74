import { readFileSync } from 'node:fs';
import { tempRepo, writeChecked } from '@flow/test-kit';
import { expect, onTestFinished, test } from 'vitest';
import { announceAncestry, forkOf, mergeBase, treeOf } from './ancestry.js';
import { git } from './git.js';
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
  const baseOf = (a: string, b: string) => {
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
      expect({ tip, base, fork: fork?.commit ?? null }).toEqual({ tip, base, fork: baseOf(base, tip) });
      if (fork?.tree) expect(fork.tree).toBe(repo.git('rev-parse', `${fork.commit}^{tree}`));
    }
  }
  expect(treeOf('nowhere', new Objects(repository, deadline))).toBeNull();
});

/** Gives a commit another parent in the file that git keeps of commits beside its objects (gitformat-commit-graph(5), version 1). */
function forgeParent(file: string, commit: string, parent: string): void {
  const bytes = readFileSync(file);
  const chunk = (name: string) => {
    const at = Array.from({ length: bytes[6]! }, (_, at) => 8 + 12 * at).find(
      (at) => bytes.toString('latin1', at, at + 4) === name,
    )!;
    return Number(bytes.readBigUInt64BE(at + 4));
  };
  const ids = chunk('OIDL');
  const placeOf = (id: string) => {
    for (let at = 0; ; at++) if (bytes.toString('hex', ids + 20 * at, ids + 20 * at + 20) === id) return at;
  };
  const data = chunk('CDAT') + 36 * placeOf(commit) + 20;
  bytes.writeUInt32BE(placeOf(parent), data);
  // A generation above the parent's, which git looks at first.
  bytes.writeUInt32BE((50 << 2) | (bytes.readUInt32BE(data + 8) & 3), data + 8);
  writeChecked(file, bytes);
}

test('33.3 parents that somebody forges beside the objects make no work look published', () => {
  const repo = tempRepo({ files: { 'a.txt': 'a\n' } });
  onTestFinished(() => repo.dispose());
  const root = repo.git('rev-parse', 'HEAD');
  const base = repo.commit('base');
  const tip = repo.commit('work');
  repo.git('-c', 'commitGraph.generationVersion=1', 'commit-graph', 'write', '--reachable');
  forgeParent(repo.path('.git/objects/info/commit-graph'), root, tip);
  // Git itself believes it.
  repo.git('merge-base', '--is-ancestor', tip, base);
  const repository = findRepository(repo.root)!;
  const deadline = Date.now() + 60_000;
  expect(git(repository, ['merge-base', '--is-ancestor', tip, base], { deadline }).status).toBe(1);
  expect(
    git(repository, ['rev-list', '--count', `${base}..${tip}`], { deadline })
      .stdout.toString()
      .trim(),
  ).toBe('1');
  expect(mergeBase(repository, base, tip, deadline)).toBe(base);
});
