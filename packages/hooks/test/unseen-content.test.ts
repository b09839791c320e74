import { describe, expect, test } from 'vitest';
import { project, QUICK, start } from './kit.js';

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

  test('D37 a commit of named files holds their content of the work tree', () => {
    const { it } = tested();
    it.write(FILE, `${QUICK.fixed[1]}# untested\n`);
    expect(it.bash(`git commit -qm named ${FILE} && git push -q origin HEAD`).refused).not.toBeNull();
    expect(it.bash(QUICK.test).exit).toBe(0);
    expect(it.bash(`git commit -qm named ${FILE} && git push -q origin HEAD`)).toMatchObject({
      refused: null,
      exit: 0,
    });
  });
});
