import { describe, expect, test } from 'vitest';
import { effectsIn } from '../../test/kit.js';

/*
 * Scope 2: every way to start a push that git documents (git(1), git-push(1), git-config(1), gitremote-helpers(7),
 * githooks(5)), as a command line spells it. What git's own hook makes of it is tried in packages/hooks/test/git-hook.test.ts.
 */

/** A repository with a work tree of its own, a submodule, and settings that more than one scope may have. */
const FILES = {
  '/home/dev/second/.git': 'gitdir: /home/dev/project/.git/worktrees/second\n',
  '.git/worktrees/second/HEAD': 'ref: refs/heads/second\n',
  '.git/worktrees/second/gitdir': '/home/dev/second/.git\n',
  '.git/worktrees/second/commondir': '../..\n',
  'sub/.git': 'gitdir: ../.git/modules/sub\n',
  '.git/modules/sub/HEAD': 'ref: refs/heads/sub\n',
  '.git/modules/sub/config': '[core]\n\tworktree = ../../../sub\n',
  '/usr/lib/git-core/git-push': '',
};

const PUSH = 'git push origin HEAD';

/** Each publishes: by the kind of its effect, and the folder whose repository it is of where that is another one. */
const WAYS: Readonly<Record<string, readonly (string | readonly [command: string, directory: string])[]>> = {
  'words of git push': [
    ...['git push', PUSH, 'git push origin', 'git push --repo=origin', 'git push --repo origin', 'git push --all'],
    ...['git push --branches origin', 'git push --tags origin', 'git push --mirror origin', 'git push --follow-tags'],
    ...['git push --atomic origin a b', 'git push --prune origin', 'git push -o ci.skip origin', 'git push origin :'],
    ...['git push origin +HEAD:x', 'git push origin :x', 'git push -d origin x', 'git push origin tag v1'],
    ...["git push origin 'refs/heads/*:refs/heads/*'", 'git push -u origin HEAD', 'git push --force-with-lease'],
    ...['git push --signed=if-asked origin', 'git push --receive-pack=x origin', 'git push --exec=x origin'],
    ...['git push --recurse-submodules=on-demand', 'git push --recurse-submodules=only origin HEAD'],
    ...['git push ../remote.git HEAD', 'git push file:///home/dev/remote.git HEAD', 'git push group HEAD'],
    ...["git push 'ext::git %s ../remote.git' HEAD", 'git push fd::7 HEAD', 'git push https://example.com/x.git HEAD'],
    ...['git push --no-verify origin', 'git push --no-veri origin', 'git push --dry-run --no-dry-run origin'],
  ],
  'settings that lead it': [
    ...['git -c remote.origin.mirror=true push', 'git -c push.default=matching push'],
    ...['git -c remote.pushDefault=origin push', 'git -c remote.origin.vcs=x push', 'git -c push.gpgSign=true push'],
    ...['git -c push.recurseSubmodules=on-demand push', 'git remote set-url --push origin x && git push'],
    ...['git remote add --mirror=push m ../remote.git && git push m'],
  ],
  'global options': [
    ...['git -p push', 'git -P push', 'git --no-pager push', 'git --paginate push', 'git --bare push'],
    ...['git --no-replace-objects --literal-pathspecs --no-optional-locks push', 'git --namespace=x push'],
    ...['git --exec-path=/usr/lib/git-core push', 'git --attr-source=HEAD push', 'git --super-prefix=x/ push'],
  ],
  'aliases by scope': [
    // One that git's own files have is asked from the caller: see the alias `up` in effects-of.test.ts.
    ...['git -c alias.p=push p', "git -c alias.p='!git push' p", 'git config alias.p push && git p'],
    ...['git config --global alias.p push && git p', 'P=push git --config-env=alias.p=P p'],
    ...['GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.p GIT_CONFIG_VALUE_0=push git p'],
    ...["GIT_CONFIG_PARAMETERS=\"'alias.p'='push'\" git p", 'GIT_CONFIG_GLOBAL=x git up && git push'],
  ],
  'the place of the repository': [
    ['git -C ../second push', '/home/dev/second'],
    ['cd ../second && git push', '/home/dev/second'],
    ['git -C .. -C second push', '/home/dev/second'],
    ['git -C sub push', '/home/dev/project/sub'],
    ['cd sub && git push', '/home/dev/project/sub'],
    ['git --git-dir=.git push', '/home/dev/project'],
    ['git --git-dir .git --work-tree . push', '/home/dev/project'],
    ['GIT_DIR=.git git push', '/home/dev/project'],
    ['export GIT_DIR=.git; git push', '/home/dev/project'],
    ['cd / && git --git-dir=/home/dev/project/.git push', '/home/dev/project'],
    ['cd / && GIT_DIR=/home/dev/project/.git git push', '/home/dev/project'],
    ['cd / && git -C /home/dev/project/.git push', '/home/dev/project/.git'],
    ...['GIT_COMMON_DIR=.git GIT_DIR=.git git push', 'GIT_NAMESPACE=x git push', 'GIT_WORK_TREE=. git push'],
    ...['git --git-dir=.git/worktrees/second push', 'git --git-dir=.git/modules/sub push'],
  ],
  'other names of the program': [
    ...['git-push origin HEAD', '/usr/lib/git-core/git-push origin HEAD', '"$(git --exec-path)/git-push" origin HEAD'],
    ...['/usr/lib/git-core/git push', '/usr/bin/git push'],
  ],
  'plumbing below it': [
    ...[
      'git send-pack ../remote.git HEAD:x',
      'git send-pack --all ../remote.git',
      'git send-pack --mirror ../remote.git',
    ],
    ...['echo HEAD:x | git send-pack --stdin ../remote.git', 'git http-push https://example.com/x.git main'],
    ...['git http-push --all https://example.com/x.git', 'git remote-http o https://example.com/x.git'],
    ...['git remote-https o https://example.com/x.git', "git remote-ext o 'git %s x'", 'git remote-fd o 7'],
    ...['git remote-ftp o ftp://example.com/x', 'git receive-pack ../remote.git'],
    ...["git shell -c 'git-receive-pack ../remote.git'"],
  ],
  'commands of git that start it': [
    ...['git subtree push --prefix=src origin x', 'git subtree -P src push ../remote.git x'],
    ...['git submodule foreach git push', "git submodule foreach --recursive 'git push origin HEAD'"],
    ...['git for-each-repo --config=my.repos push', `git rebase -x '${PUSH}' main`, `git rebase --exec='${PUSH}' main`],
    ...[`git bisect run ${PUSH}`, `git filter-branch --tree-filter '${PUSH}' HEAD`, `git difftool -y -x '${PUSH}'`],
    ...[`git grep -O'${PUSH}' x`, `git ls-remote 'ext::${PUSH}'`, `git clone -u '${PUSH};' . ../x`],
    ...['git lfs push origin HEAD', 'git svn dcommit', 'git p4 submit'],
  ],
  'programs that settings name': [
    ...[`git -c core.pager='${PUSH}' log`, `git -c pager.log='${PUSH}' log`, `git -c core.fsmonitor='${PUSH}' status`],
    ...[`git -c core.editor='${PUSH}' commit`, `git -c sequence.editor='${PUSH}' rebase -i main`],
    ...[`git -c core.sshCommand='${PUSH}' fetch`, `git -c core.gitProxy='${PUSH}' fetch`],
    ...[`git -c core.askPass='${PUSH}' fetch`, `git -c credential.helper='!${PUSH}' fetch`],
    ...[`git -c core.alternateRefsCommand='${PUSH}' fetch`, `git -c uploadpack.packObjectsHook='${PUSH}' fetch`],
    ...[`git -c gpg.program='${PUSH}' commit -S`, `git -c gpg.ssh.program='${PUSH}' commit -S`],
    ...[`git -c diff.external='${PUSH}' diff`, `git -c diff.x.textconv='${PUSH}' diff`],
    ...[`git -c merge.x.driver='${PUSH}' merge main`, `git -c mergetool.x.cmd='${PUSH}' mergetool -t x`],
    ...[`git -c filter.x.clean='${PUSH}' add .`, `git -c filter.x.process='${PUSH}' checkout .`],
    ...[`git -c trailer.x.command='${PUSH}' interpret-trailers`, `git -c trailer.x.cmd='${PUSH}' commit`],
    ...[`git -c tar.x.command='${PUSH}' archive --format=x HEAD`, `git -c man.x.cmd='${PUSH}' help -m git`],
    ...[`git -c browser.x.cmd='${PUSH}' help -w git`, `git -c interactive.diffFilter='${PUSH}' add -p`],
    ...[`git -c sendemail.sendmailCmd='${PUSH}' send-email HEAD`, `git -c imap.tunnel='${PUSH}' imap-send`],
    ...[`git -c submodule.sub.update='!${PUSH}' submodule update`, `git -c instaweb.httpd='${PUSH}' instaweb`],
    ...[`git -c remote.origin.uploadpack='${PUSH};' fetch`, `git -c hook.x.command='${PUSH}' commit`],
    ...[`GIT_PAGER='${PUSH}' git log`, `GIT_EDITOR='${PUSH}' git commit`, `GIT_SSH_COMMAND='${PUSH}' git fetch`],
    ...[`GIT_EXTERNAL_DIFF='${PUSH}' git diff`, `GIT_ASKPASS='${PUSH}' git fetch`, `EDITOR='${PUSH}' git tag -a x`],
    ...[`GIT_SEQUENCE_EDITOR='${PUSH}' git rebase -i main`, `GIT_PROXY_COMMAND='${PUSH}' git fetch`],
    ...[`git config core.pager '${PUSH}'`, `git config --global alias.z '!${PUSH}' && git z`],
  ],
  'the other side': [
    ...['git -C ../remote.git fetch ../project HEAD:x', "git -C ../remote.git fetch ../project '+refs/*:refs/*'"],
    ...['git --git-dir=../remote.git fetch ../project HEAD:x', 'cd ../remote.git && git pull ../project HEAD'],
    ...['git -C ../remote.git remote add -f r ../project', 'git clone --mirror . ../remote.git'],
    ...['git fast-export HEAD | git -C ../remote.git fast-import', 'git -C ../remote.git bundle unbundle x.bundle'],
    ...['git pack-objects --all --stdout | git -C ../remote.git unpack-objects'],
    ...['git -C ../remote.git update-ref refs/heads/x HEAD', 'git -C ../remote.git symbolic-ref HEAD refs/heads/x'],
    ...['cp -r .git/. ../remote.git/'],
  ],
};

/** Ways by which git's hook is left out: they are refused as such, whatever they would publish. */
const DISARMS = [
  ...['git -c core.hooksPath=/dev/null push', 'git config core.hooksPath x', 'git config --global core.hooksPath x'],
  ...['git config --system core.hooksPath x', 'git config --worktree core.hooksPath x'],
  ...['git config --file .git/config core.hooksPath x', 'GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.hooksPath git push'],
  ...['git config include.path x', "git -c hook.x.command='true' push", 'git -c init.templateDir=x clone . ../x'],
];

/** Words of git that are near, and publish nothing. */
const HONEST = [
  ...['git push --help', 'git push -h', 'git help push', 'git push --dry-run', 'git push -n origin HEAD'],
  ...['git stash push', "git log --grep='git push'", 'git notes list', 'git remote -v', 'git remote add x y'],
  ...['git remote add --mirror=fetch m ../remote.git', 'git submodule foreach git status', 'git fetch --all'],
  ...[
    'git -C ../second status',
    'git --git-dir=.git log',
    'GIT_DIR=.git git status',
    "git -c core.pager='less -R' log",
  ],
  ...['git bisect run npm test', "git rebase -x 'npm test' main", 'git bundle create x.bundle HEAD'],
  ...['git subtree split --prefix=src', 'git for-each-repo --config=my.repos fetch', 'git -C ../remote.git log'],
  ...['git ls-remote origin', 'git request-pull main origin', 'git worktree add ../third', 'git hook run pre-push'],
  ...['git format-patch main', 'git config alias.p push', 'git symbolic-ref HEAD', 'git archive HEAD'],
];

describe('Scope 2 every way to start a push that git documents', () => {
  const publishing = (command: string) =>
    effectsIn(command, FILES).filter(
      (one) =>
        (one.kind === 'push' && !one.flags.dryRun) ||
        one.kind === 'publish' ||
        (one.kind === 'opaque' && one.what === 'execution'),
    );

  test.each(Object.entries(WAYS))('%s: it is seen, and of which repository', (_kind, ways) => {
    for (const way of ways) {
      const [command, directory] = typeof way === 'string' ? [way] : way;
      const found = publishing(command);
      expect.soft(found.length, command).toBeGreaterThan(0);
      const [push] = found.filter((one) => one.kind === 'push');
      if (directory) expect.soft(push?.directory, command).toBe(directory);
    }
  });

  test('a remote that the line makes a mirror is one at the push', () => {
    const [push] = effectsIn('git remote add -t main --mirror=push m ../remote.git && git push m').filter(
      (one) => one.kind === 'push',
    );
    expect(push?.settings).toEqual(['remote.m.mirror=true']);
  });

  test('what leaves git’s hook out is told as that', () => {
    for (const command of DISARMS)
      expect.soft(effectsIn(command, FILES).filter(({ kind }) => kind === 'disarm').length, command).toBeGreaterThan(0);
  });

  test('what is near and publishes nothing is not taken for it', () => {
    for (const command of HONEST) expect.soft(publishing(command), command).toEqual([]);
  });
});
