import path from 'node:path';
import { expect, test } from 'vitest';
import { project, QUICK, start } from './kit.js';

/* A session that a driver started is told its work tree and branch, and edits nothing of the repository elsewhere. */

test('R45 R53 an edit outside of the work tree of its item is refused with the folder, and one there on another branch with the way back', () => {
  const repo = project(QUICK);
  const folder = path.join(repo.area, 'tree-a');
  repo.git('worktree', 'add', '-q', '-b', 'flow-run/r/A', folder);
  const environment = { FLOW_WORKTREE: folder, FLOW_BRANCH: 'flow-run/r/A' };
  const it = start(repo, { environment });
  const own = path.join(folder, 'new.js');
  const refusals = [
    it.write('other.js', '1\n'),
    it.bash('echo 1 > other.js'),
    it.bash(`cd ${repo.root} && sed -i s/a/b/ package.json`),
  ];
  for (const { refused } of refusals) {
    expect(refused).toContain('EDIT_ELSEWHERE');
    expect(refused).toContain(`cd ${folder}`);
  }
  for (const command of [
    `echo 1 > ${own}`,
    `cd ${folder} && echo 2 > new.js`,
    'echo 1 > /tmp/flow-elsewhere',
    'git log -1',
    'cat package.json',
  ])
    expect(it.bash(command).refused, command).toBeNull();
  expect(it.write(own, '3\n').refused).toBeNull();
  // Somebody has checked out another branch there: the way back is open, and nothing else.
  repo.git('-C', folder, 'switch', '-q', '-c', 'other');
  const { refused } = it.write(own, '4\n');
  expect(refused).toContain('EDIT_ELSEWHERE');
  expect(refused).toContain('git switch flow-run/r/A');
  expect(it.bash(`cd ${folder} && git switch flow-run/r/A`).refused).toBeNull();
  repo.git('-C', folder, 'switch', '-q', 'flow-run/r/A');
  expect(it.write(own, '4\n').refused).toBeNull();
  // Whoever was started by nobody's driver edits where they like.
  expect(start(repo).write('other.js', '1\n').refused).toBeNull();
});
