import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { CONFIG, effectsIn, publishing } from '../../test/kit.js';
import { mayMatter } from '../index.js';

const PUSHES = '#!/bin/sh\ngit push origin HEAD\n';

type Files = Readonly<Record<string, string>>;

/** One that the repository does not name. */
const REMOTE: Files = {
  '/home/dev/remote2.git/HEAD': 'ref: refs/heads/main\n',
  '/home/dev/remote2.git/config': '[core]\n\tbare = true\n',
};

test.each<[command: string, files?: Files]>([
  ['git -c alias.a=b -c alias.b=push a origin HEAD'],
  ["GIT_CONFIG_PARAMETERS=\"'color.ui=never' 'alias.z'='push origin'\" git z HEAD"],
  [
    'GIT_CONFIG_GLOBAL=conf/g git pp origin HEAD',
    { 'conf/g': '[include]\n path = h\n', 'conf/h': '[alias]\n pp = push\n' },
  ],
  ['git --git-dir .git --work-tree . push origin HEAD'],
  ['git config --global alias.pp push && git pp origin HEAD'],
  ["git config core.editor 'git push origin HEAD; true'; git commit --amend"],
  ['git config core.fsmonitor ./f.sh && git status', { 'f.sh': PUSHES }],
  // What comes next may be a `git diff` that nobody reads.
  ["git config diff.external 'git push origin HEAD'"],
  ['git config set --global core.pager ./f.sh', { 'f.sh': PUSHES }],
  ["git config credential.helper '!git push origin HEAD'"],
  ['git checkout -- .', { '.git/config': `${CONFIG}[filter "x"]\n\tclean = git push -q origin HEAD; cat\n` }],
  ['git fetch', { '/home/dev/.gitconfig': '[core]\n\tsshCommand = "git push ../remote.git HEAD #"\n' }],
  ["git -c credential.https://x.helper='!git push origin HEAD' fetch"],
  ['GIT_SEQUENCE_EDITOR="sed -i \'1a exec git push origin HEAD\'" git rebase -i HEAD~1'],
  ["git -c protocol.ext.allow=always fetch 'ext::sh -c git% push% origin'"],
  ['git commit --allow-empty -m x', { '.git/hooks/post-commit': PUSHES }],
  [
    'git commit --allow-empty -m x',
    { '.husky/post-commit': 'git push\n', '.git/config': `${CONFIG}[core]\n\thooksPath = .husky\n` },
  ],
  ['git hook run pre-commit', { '.git/hooks/pre-commit': PUSHES }],
  ['git init --template=/tmp/t ../new && cd ../new && git commit -m x', { '/tmp/t/hooks/post-commit': PUSHES }],
  ['GIT_TEMPLATE_DIR=/tmp/t git clone . ../new', { '/tmp/t/hooks/post-merge': PUSHES }],
  ['git -C ../remote.git fetch /home/dev/project HEAD:x'],
  ['GIT_DIR=../remote.git git update-ref refs/heads/other refs/heads/main'],
  ['git --git-dir=../remote.git fast-import < x'],
  ['cd ../remote.git && git branch -f main other'],
  ['git -C ../remote.git notes add -m ok main'],
  ['git -C ../remote.git remote add -f w /home/dev/project'],
  ['cp .git/refs/heads/feature/login ../remote.git/refs/heads/feature/login'],
  ['rm -rf ../remote.git && git clone -q --bare . ../remote.git'],
  ['cp -rT .git ../remote2.git', REMOTE],
  ['cp -r .git/. ../remote2.git/', REMOTE],
  ['git town sync'],
  ['git machete traverse -y'],
  ['gs stack submit'],
  ['glab mr create --fill'],
  ['git push --git-completion-helper origin'],
  ['gh pr close 12 --delete-branch'],
  ["gh alias set --shell m 'git push' && gh m"],
  ['git --git-dir ../remote.git --work-tree . commit -qm x'],
  ['git rebase -ix "git push" HEAD~1'],
  ['gh api graphql -F query=@m.graphql', { 'm.graphql': 'mutation { mergePullRequest(input: {}) { x } }' }],
  ['curl -sX PUT https://api.github.com/repos/a/b/pulls/1/merge'],
  ['cargo release patch --execute'],
  ['cargo workspaces publish --yes'],
  ['npx lerna version patch --yes'],
  ['npx release-it --ci'],
  ['sort -S 1k --compress-program=/tmp/pack big.txt', { '/tmp/pack': PUSHES }],
  ['./gradlew release', { gradlew: '#!/bin/sh\nexec java -jar x.jar "$@"\n' }],
])('D100 is seen to publish by way of git or a front end: %s', (command: string, files: Files = {}) => {
  expect(publishing(effectsIn(command, files))).not.toEqual([]);
  expect(mayMatter(command)).toBe(true);
});

test.each<[command: string, files?: Files]>([
  ['git -C ../remote.git log -1'],
  ['git -C ../remote.git notes list'],
  ['git -C ../remote.git remote -v'],
  ['git --git-dir=../remote.git for-each-ref'],
  ['git -C ../remote.git branch --list'],
  ['git fetch ../remote.git main'],
  ['git init ../new && git -C ../new commit -m x', { '/tmp/t/hooks/post-commit': PUSHES }],
  ['git init --template=/tmp/t ../new', { '/tmp/t/hooks/pre-commit': '#!/bin/sh\nnpm test\n' }],
  ['git clone ../remote.git /tmp/copy'],
  ['cat ../remote.git/HEAD'],
  ['cp -rT .git ../backup', REMOTE],
  ['cp -r ../remote2.git /tmp/copy.git && git -C /tmp/copy.git fetch -q /home/dev/project', REMOTE],
  ['cp ../remote2.git/config /tmp/config', REMOTE],
  ['git commit -m x', { '.git/hooks/pre-commit': '#!/bin/sh\nnpx lint-staged\n', '.git/hooks/pre-push': PUSHES }],
  ['git status', { '/home/dev/.gitconfig': '[alias]\n\tup = push\n[core]\n\tpager = delta\n\teditor = vim\n' }],
  [
    'git add -A',
    { '.git/config': `${CONFIG}[filter "lfs"]\n\tclean = git-lfs clean -- %f\n\tprocess = git-lfs filter-process\n` },
  ],
  ["git config alias.up '!git push origin HEAD'; git status"],
  ["git config core.sshCommand 'ssh -i key'"],
  ["git config --unset diff.external 'git push origin HEAD'"],
  ['git config core.editor "code --wait"'],
  ['git lfs push --dry-run origin HEAD'],
  ['git push --git-completion-helper'],
  ['git svn dcommit -n'],
  ['gh pr create --title "git push fails" --body "run gh pr merge"'],
  ['gh release view v1'],
  ['gh repo sync'],
  ['cargo release patch'],
  ['cargo workspaces version --no-git-push patch'],
  ['npx lerna version --no-push'],
  ['npx semantic-release --dry-run'],
  ["gh alias set m 'pr merge'"],
  ['npx standard-version'],
  ['curl -s https://api.github.com/repos/a/b/pulls/1/merge'],
])('D100 C72 publishes nothing: %s', (command: string, files: Files = {}) => {
  expect(publishing(effectsIn(command, files))).toEqual([]);
});

test.each([
  ['git checkout other -- src', false, true],
  ['git checkout feature/login', false, false],
  ['git checkout -', true, true],
  ['git restore --staged .', false, false],
  ['git restore -s other src', false, true],
  ['git stash pop', false, true],
  ['git apply --check x.patch', false, false],
  ['git apply --cached x.patch', false, true],
  ['git rm --cached src/a.ts', false, true],
  ['git fetch . other:feature/login', true, true],
  ['git fetch origin main:refs/remotes/origin/main', false, false],
  ['git symbolic-ref --short HEAD', false, false],
  ['git update-ref -d refs/heads/old', false, false],
  ['git update-ref -d refs/heads/feature/login', true, true],
  ['git subtree pull --prefix=x y main', true, true],
  ['git reset src/app.ts', false, false],
  ['npm version patch', true, true],
  ['gh pr checkout 12', true, true],
  ['npx standard-version', true, true],
  ['npx changeset version', true, true],
  ['bumpversion patch', true, true],
  ['git commit-tree HEAD~1^{tree} -p HEAD -m x', true, true],
])('C72 %s: moves HEAD %s, changes content %s', (command, movesHead, changesContent) => {
  const files = { 'package.json': '{"name":"a","version":"1.0.0"}' };
  expect(effectsIn(command, files).filter((one) => one.kind === 'git')).toEqual([
    expect.objectContaining({ movesHead, changesContent }),
  ]);
});

test.each([
  'git -c core.hooksPath=/dev/null commit -m x',
  'GIT_CONFIG_GLOBAL=conf/g git commit -m x',
  'git -c init.templateDir=/tmp/t init',
  'git init --template=/tmp/t',
  'LEFTHOOK=0 git commit -m x',
  "printf '[core]\\n\\thooksPath = /dev/null\\n' >> ~/.gitconfig",
  "cat >> .git/config <<< '[include] path = /tmp/x'",
  'GIT_EDITOR="sed -i \'$a [core] hooksPath=x\'" git config --edit',
  'git config --file /tmp/there core.hooksPath /dev/null',
  'git config -f .git/config core.hooksPath /dev/null',
  'git config -f ~/.gitconfig core.hooksPath /dev/null',
  'git config --file "$F" core.hooksPath /dev/null',
  'ln -s "$PWD/.git/config" /tmp/c && git config --file /tmp/c core.hooksPath /dev/null',
  'git config --file /tmp/g core.hooksPath /dev/null && GIT_CONFIG_GLOBAL=/tmp/g git commit -m x',
  'git config --file /tmp/g core.hooksPath /dev/null; cp /tmp/g .git/config',
  'git config --file /tmp/g core.hooksPath /dev/null; cat /tmp/g >> ~/.gitconfig',
  'git config --file /tmp/g core.hooksPath /dev/null; ln -sf /tmp/g ~/.gitconfig',
  "printf '[core]\n\thooksPath = /dev/null\n' > /tmp/g; ln -s /tmp/g ~/.config/git/config",
])('D98 takes the git hook away: %s', (command) => {
  const effects = effectsIn(command, {
    'conf/g': '[core]\n hooksPath = /dev/null\n',
    '/tmp/there': '[core]\n',
  });
  expect(
    effects.filter((one) => one.kind === 'disarm' || (one.kind === 'write' && one.path.includes('/.git/hooks'))),
  ).not.toEqual([]);
});

test.each([
  ["git config filter.x.clean 'sed s/wrong/right/'", true],
  ['git config --global Filter.X.Process ./process.sh', true],
  ['git config set filter.x.clean "$COMMAND"', true],
  ["git config filter.lfs.clean 'git-lfs clean -- %f; sed s/wrong/right/'", true],
  ['printf \'[filter "x"]\\n\\tclean = sed s/wrong/right/\\n\' >> .git/config', true],
  ["git config filter.lfs.clean 'git-lfs clean -- %f'", false],
  ["git config filter.nb.clean 'python3 -m nbstripout -t'", false],
  ['git config filter.crypt.clean \'"/usr/bin/git-crypt" clean\'', false],
  ["git config filter.x.smudge 'sed s/wrong/right/'", false],
  ['git config filter.x.clean cat', false],
  ['git config --unset filter.x.clean', false],
  ['git config --get filter.x.clean', false],
  ['printf \'[filter "x"]\\n\\tclean = sed s/wrong/right/\\n\' > docs/gitconfig', false],
  ['d=$(mktemp -d); git config -f "$d/gitconfig" filter.x.clean \'sed s/a/b/\'', false],
])('D98 has git record other content than the tests read: %s: %s', (command, expected) => {
  const found = effectsIn(command, {}).filter((one) => one.kind === 'disarm' && one.what === 'contentFilter');
  expect(found).toHaveLength(expected ? 1 : 0);
});

test.each([
  ['git config --global pull.rebase true', { name: 'pull.rebase', value: 'true', scope: 'user' }],
  ['git config Core.HooksPath /dev/null', { name: 'core.hookspath', value: '/dev/null', scope: 'repository' }],
  ['git config --unset core.hooksPath', { name: 'core.hookspath', value: undefined, scope: 'repository' }],
  ['git config set --file x.cfg a.b c', { name: 'a.b', value: 'c', scope: 'file' }],
])('D100 a change of git configuration is an effect of its own: %s', (command, setting) => {
  expect(effectsIn(command).filter((one) => one.kind === 'setting')).toEqual([expect.objectContaining(setting)]);
});

test.each(['git config core.hooksPath', 'git config --get-all alias.x', 'git config get a.b', 'git config --list'])(
  'D100 a question to git configuration changes nothing: %s',
  (command) => {
    expect(effectsIn(command).filter((one) => one.kind === 'setting')).toEqual([]);
  },
);

test.each([
  'git config --file /tmp/g core.hooksPath /dev/null && GIT_CONFIG_GLOBAL=/tmp/g git config --list',
  'git config --file /tmp/g core.hooksPath x; ln -s /tmp/g /tmp/home/.gitconfig.bak; ln -s /tmp/other ~/.gitconfig',
  's=$(mktemp -d); printf "[user]\\n" > "$s/gitconfig"; git config -f "$s/gitconfig" core.hooksPath x; git config -f "$s/gitconfig" -l',
])('D98 C72 a settings file of its own among the temporary ones turns nothing off: %s', (command) => {
  expect(effectsIn(command).filter((one) => one.kind === 'disarm')).toEqual([]);
});

test.each([
  [CONFIG, 0],
  [`${CONFIG}[core]\n\thooksPath = .husky\n`, 1],
])('D98 C72 a hooks path that is not set cannot be taken away', (config, disarms) => {
  const effects = effectsIn('git config --unset core.hooksPath || true', { '.git/config': config });
  expect(effects.filter((one) => one.kind === 'disarm')).toHaveLength(disarms);
});

const WORK_TREE: Files = {
  '/home/dev/wt/.git': 'gitdir: /home/dev/project/.git/worktrees/wt\n',
  '/home/dev/project/.git/worktrees/wt/commondir': '../..\n',
};

test.each<[command: string, deleted: string, files?: Files]>([
  ['cd ../wt && rm "$(git rev-parse --git-path hooks/pre-push)"', '.git/hooks/pre-push', WORK_TREE],
  ['cd ../wt && rm -r "$(git rev-parse --git-common-dir)/hooks"', '.git/hooks', WORK_TREE],
  ['git worktree add ../new && cd ../new && rm "$(git rev-parse --git-path hooks/pre-push)"', '.git/hooks/pre-push'],
  ['git init ../new && cd ../new && rm "$(git rev-parse --git-path hooks/pre-push)"', '../new/.git/hooks/pre-push'],
  ['rm "$(git rev-parse --git-path hooks/pre-push)"', '.git/hooks/pre-push'],
])('D43 where a work tree has its hooks: %s', (command, deleted, files = {}) => {
  const gone = effectsIn(command, files).flatMap((one) =>
    one.kind === 'write' && one.how === 'delete' ? one.path : [],
  );
  expect(gone).toEqual([posix.join('/home/dev/project', deleted)]);
});
