import { describe, expect, test } from 'vitest';
import { commented, project, QUICK, start } from './kit.js';

/** Tested content with a change of it that waits in the stash, on another branch and in a patch. */
function tested() {
  const repo = project(QUICK);
  const it = start(repo);
  it.write(...QUICK.fixed);
  const run = it.bash(QUICK.test);
  if (run.exit !== 0) throw new Error(run.output);
  repo.commit('tested');
  repo.git('branch', 'other', 'HEAD~1');
  return { repo, it };
}

const [FILE] = QUICK.fixed;

describe('D33 C72 what a command line changes before it commits and pushes', () => {
  test.each([
    `echo '# more' >> ${FILE} && git commit -qam more && git push -q origin HEAD`,
    `sed -i '1i # more' ${FILE}; git add -A; git commit -qm more; git push -q origin HEAD`,
    `git checkout other -- . && git commit -qm old && git push -q origin HEAD`,
    `git restore --source=other --staged --worktree . && git commit -qm old; git push origin HEAD`,
    `git rm -q ${FILE} && git commit -qm gone && git push origin HEAD`,
    `git stash pop; git commit -qam stashed && git push origin HEAD`,
    `git apply --index x.patch && git commit -qm patched && git push origin HEAD`,
    `git fetch -q . +other:feature/login --update-head-ok && git push origin HEAD`,
    `git worktree add -q ../beside other && git -C ../beside push origin HEAD:feature/login`,
  ])('is content that nobody saw: %s', (command) => {
    const { it } = tested();
    expect(it.bash(command).refused).not.toBeNull();
  });

  test.each([
    'date > /tmp/when-$$ && git commit -q --allow-empty -m empty && git push -q origin HEAD',
    'echo text > .git/MESSAGE && git commit -q --allow-empty -F .git/MESSAGE && git push -q origin HEAD',
    'git commit -q --amend -m "better words" && git push -q --force origin HEAD',
    'echo note > note.log && git commit -q --allow-empty -am said && git push -q origin HEAD',
    'git stash list; git tag v1; git push -q origin HEAD',
  ])('is the tested content still: %s', (command) => {
    const { it } = tested();
    expect(it.bash(command)).toMatchObject({ refused: null, exit: 0 });
  });

  test('D33 a ref that the line makes of other content, in git or as a file', () => {
    const { repo, it } = tested();
    repo.git('branch', 'wip');
    repo.git('checkout', '-q', 'wip');
    repo.write(...commented('untested'));
    repo.commit('untested');
    repo.git('checkout', '-q', '-');
    for (const command of [
      'git branch rel wip && git push origin rel',
      'git branch -m wip rel && git push origin rel',
      'git tag v9 wip && git push origin v9',
      'git tag -a v9 -m v9 wip; git push --tags',
      'git branch rel $(git rev-parse wip) && git push origin rel',
      'git worktree add -q -b rel ../beside wip && git push origin rel',
      'cat .git/refs/heads/wip > .git/refs/heads/feature/login && git push -f origin feature/login',
      "echo 'ref: refs/heads/wip' > .git/HEAD && git push origin HEAD",
      'git stash -q && git push origin stash@{0}:refs/heads/kept',
      'git subtree split -q --prefix=src -b part && git push origin part',
      'git push origin :/untested:refs/heads/part',
    ])
      expect(it.bash(command).refused, command).not.toBeNull();
    for (const command of [
      'git branch kept wip && git push -q origin HEAD',
      'git branch rel2 && git push -q origin rel2',
      'git tag v10 && git push -q origin v10',
      'git stash -q; git push -q origin HEAD',
      'git push -q origin :/^tested:refs/heads/same',
      'rm -f .git/refs/heads/none.lock && git push -q origin HEAD',
    ])
      expect(it.bash(command), command).toMatchObject({ refused: null, exit: 0 });
  });

  test('D33 a commit that no ref names, and one that the line does not show', () => {
    const { repo, it } = tested();
    repo.git('checkout', '-q', '-b', 'wip');
    repo.write(...commented('untested'));
    repo.commit('untested');
    repo.git('checkout', '-q', '-');
    it.write(...commented('more'));
    for (const command of [
      'git push origin $(git stash create):refs/heads/kept',
      's=$(git stash create) && git push -q origin "$s:refs/heads/kept"',
      'git push origin $(git rev-parse wip):refs/heads/kept',
      'git push origin "$(git rev-parse --verify wip)":refs/heads/kept',
      'git push origin $(git log -1 --format=%H wip):refs/heads/kept',
      'git rev-list -n 1 wip | xargs -I{} git push origin {}:refs/heads/kept',
      'git push --no-verify origin "$(cat ../commit.txt | tail -1)"',
    ])
      expect(it.bash(command).refused, command).not.toBeNull();
    for (const command of [
      'git stash create; git push -q origin HEAD',
      'git push -q origin $(git rev-parse HEAD):refs/heads/same',
      'git push -q origin $(git log -1 --pretty=format:%H):refs/heads/same',
      'git push -q origin "$(git rev-parse -q --verify none || git rev-parse HEAD)":refs/heads/same',
      'b=$(git branch --show-current); git push -q --no-verify origin "$b"',
    ])
      expect(it.bash(command), command).toMatchObject({ refused: null, exit: 0 });
  });

  test('D33 a commit of which nobody can say beforehand what it holds', () => {
    const { repo, it } = tested();
    it.write(...commented('untested'));
    repo.write('names.txt', FILE);
    for (const command of [
      'yes | git add -p && git commit -qm x && git push origin HEAD',
      'git add --pathspec-from-file=names.txt && git commit -qm x && git push origin HEAD',
      'git commit -q --pathspec-from-file=names.txt -m x && git push origin HEAD',
      'yes | git commit -qpm x && git push origin HEAD',
      'git --work-tree=../other add -A && git commit -qm x && git push origin HEAD',
      'GIT_WORK_TREE=/tmp/other git commit -qam x && git push origin HEAD',
      'git config core.worktree ../other && git add -A && git commit -qm x && git push origin HEAD',
    ])
      expect(it.bash(command).refused, command).not.toBeNull();
    for (const command of [
      'git --work-tree=. add names.txt; git stash -q; git push -q origin HEAD',
      'git commit -q --allow-empty -m "-p" && git push -q origin HEAD',
    ])
      expect(it.bash(command), command).toMatchObject({ refused: null, exit: 0 });
  });

  test('D37 a commit of named files holds their content of the work tree', () => {
    const { it } = tested();
    it.write(...commented('untested'));
    expect(it.bash(`git commit -qm named ${FILE} && git push -q origin HEAD`).refused).not.toBeNull();
    expect(it.bash(QUICK.test).exit).toBe(0);
    expect(it.bash(`git commit -qm named ${FILE} && git push -q origin HEAD`)).toMatchObject({
      refused: null,
      exit: 0,
    });
  });
});
