import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { project, QUICK, start } from './kit.js';

/** A session on a branch whose work fails its tests. */
function failing() {
  const repo = project(QUICK);
  repo.write(...QUICK.broken);
  repo.commit('work');
  return { repo, it: start(repo) };
}

const USER = 'git config user.name t && git config user.email t@example.test';
const FRESH = `t=$(mktemp -d) && git init -q --bare "$t/far.git" && git init -q "$t/work" && cd "$t/work" && ${USER}`;
const COMMIT = 'git commit -q --allow-empty -m one';
const END = 'cd / && rm -rf "$t"';

describe('C72 D100 a push between two repositories that the line makes among the temporary files', () => {
  test.each([
    `${FRESH} && ${COMMIT} && git remote add origin "$t/far.git" && git push -q origin HEAD:refs/heads/main; ${END}`,
    `set -e\nt=$(mktemp -d /tmp/try.XXXXXX)\ntrap 'rm -rf "$t"' EXIT\ngit init -q --bare "$t/far.git"\ngit init -q "$t/work"\ncd "$t/work"\n${USER}\n${COMMIT}\ngit push -q ../far.git HEAD:refs/heads/main\ngit -C "$t/far.git" log --oneline main`,
    `t=$(mktemp -d); git clone -q --no-hardlinks . "$t/copy"; git init -q --bare "$t/far.git"; cd "$t/copy"; git remote set-url origin "$t/far.git"; git push -q origin HEAD:refs/heads/try; ${END}`,
    `t=$(mktemp -d); git init -q --bare "$t/far.git"; git init -q "$t/work"; cd "$t/work" || exit 1; ${USER}; ${COMMIT}; git remote add origin "$t/far.git"; git push -q origin HEAD; ${END}`,
    `set -euo pipefail; t=$(mktemp -d); git init -q --bare "$t/far.git"; git clone -q "$t/far.git" "$t/work"; cd "$t/work"; ${USER}; ${COMMIT}; git push -q origin HEAD; ${END}`,
    `t=$(mktemp -d); git init -q --bare "$t/far.git"; git init -q -b main "$t/work"; cd "$t/work"; ${USER}; ${COMMIT}; git push -q "$t/far.git" HEAD; ${END}`,
    `t=$(mktemp -d); git init -q --bare "$t/far.git"; git init -q "$t/work"; cd "$t/work"; ${USER}; ${COMMIT}; git remote add trial "$t/far.git"; git push -q trial HEAD; ${END}`,
    `t=$(mktemp -d); git init -q --bare "$t/far.git"; git clone -q "$t/far.git" "$t/copy" 2>&1; git -C "$t/copy" -c user.name=t -c user.email=t@example.test ${COMMIT.slice(4)}; git -C "$t/copy" push -q origin HEAD; ${END}`,
    `t=$(mktemp -d); set -e; rm -rf "$t/a" && mkdir -p "$t/a"; git init -q --bare "$t/a/far.git"; git init -q -b main "$t/a/work"; git -C "$t/a/work" remote add origin "$t/a/far.git"; git -C "$t/a/work" -c user.name=t -c user.email=t@example.test ${COMMIT.slice(4)}; git -C "$t/a/work" push -q -u origin main; ${END}`,
    `t=$(mktemp -d) && git init -q --bare "$t/far.git" && git clone -q "$t/far.git" "$t/copy" 2>&1 && g() { git -C "$t/copy" -c user.name=t -c user.email=t@example.test "$@"; } && g ${COMMIT.slice(4)} && g push -q origin HEAD; ${END}`,
    `export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1; ${FRESH} && git -C "$t/far.git" config receive.advertisePushOptions true && ${COMMIT} && git remote add origin "$t/far.git" && GIT_TRACE=1 git push -q -o skip origin HEAD 2>&1; ${END}`,
    `${FRESH} && ${COMMIT} && git remote add origin "$t/far.git" && git worktree add -q "$t/tree" -b try 2>&1 && git -C "$t/tree" push -q origin try; ${END}`,
    `cd "$(mktemp -d)"\ngit init -q --bare far.git\ngit clone -q far.git work 2>&1\ncd work\n${USER}\n${COMMIT}\ngit push -q origin HEAD`,
    `d="$(mktemp -d /tmp/try.XXXXXX)"; (cd "$d"; git init -q --bare far.git; git clone -q far.git work 2>&1; cd work; ${USER}; ${COMMIT}; git push -q origin HEAD); rm -rf "$d"`,
    `pushd "$(mktemp -d)" > /dev/null\ngit init -q --bare far.git && git clone -q far.git work 2>&1 && cd work\n${USER}\n${COMMIT}\ngit push -q origin HEAD; popd`,
    `made() { local d; d=$(mktemp -d); git init -q --bare "$d/far.git"; git clone -q "$d/far.git" "$d/work" 2> /dev/null; echo "$d/work"; }\nw=$(made)\ngit -C "$w" -c user.name=t -c user.email=t@example.test ${COMMIT.slice(4)}\ngit -C "$w" push -q origin HEAD`,
    `set -e; cd "$(mktemp -d)"; git init -q --bare far.git; git clone -q far.git a 2>&1; git clone -q far.git b 2>&1\nfor r in a b; do git -C $r config user.email t@example.test; git -C $r config user.name t; done\n(cd a && echo 1 > f && git add f && git commit -qm 1 && git push -q origin HEAD:main)\n(cd b && git pull -q origin main && echo 2 >> f && git commit -qam 2 && git push -q origin HEAD:main)`,
  ])('is let through, and works: %s', (command) => {
    const { repo, it } = failing();
    const before = repo.git('ls-remote', 'origin');
    expect(it.bash(command)).toMatchObject({ refused: null, exit: 0 });
    expect(repo.git('ls-remote', 'origin')).toBe(before);
  });

  test('Scope 5 is let through to a path where nothing is, and git says so; refused where the line puts something there', () => {
    const { repo, it } = failing();
    const folder = `${repo.area}/try`;
    const made = `mkdir -p ${folder} && cd ${folder} && git init -q . && ${USER} && ${COMMIT}`;
    for (const command of [
      `${made} && git remote add origin ${folder}/none.git && git push origin HEAD`,
      `${made} && git push ../none.git HEAD`,
      `S=/tmp/try-$$; mkdir -p $S && cd $S && git init -q . && ${USER} && ${COMMIT} && git push $S/none HEAD; rm -rf /tmp/try-$$`,
    ]) {
      const { refused, exit } = it.bash(`(${command}); code=$?; rm -rf ${folder}; exit $code`);
      expect.soft({ refused, failed: exit !== 0 }, command).toEqual({ refused: null, failed: !command.includes('$$') });
    }
    for (const command of [
      `${made} && ln -s ${repo.remote} none.git && git push ${folder}/none.git HEAD`,
      `${made} && ln -s ${repo.remote} none.git && git push ${folder}/none HEAD`,
      `${made} && cp -r ${repo.remote} ../none.git && git push ../none.git HEAD`,
      `${made} && git remote add origin ${folder}/none.git; git push origin HEAD`,
      `${made} && git remote add origin ${repo.remote} && git push origin HEAD`,
      `${made} && git push https://example.com/none.git HEAD`,
      `S=/tmp/try-$$; mkdir -p $S; cd $S; git init -q .; ${COMMIT}; [ $(($$ % 2)) = 0 ] && git -C "$OLDPWD" push origin HEAD`,
      'x=$$; [ "${x: -1}" = 3 ] && git push origin HEAD',
      '[ $$ = 4711 ] && git push origin HEAD',
      '[ $$ = 4711 ] || git push origin HEAD',
    ])
      expect.soft(it.tool('Bash', { command }).refused ?? '', command).toMatch(/PUSH_|COMMAND_UNREADABLE/);
  });

  test('is let through where the machine has another folder for temporary files', () => {
    const { repo } = failing();
    const environment = { TMPDIR: path.join(repo.area, 'temporary') };
    mkdirSync(environment.TMPDIR);
    const it = start(repo, { environment });
    const made = FRESH.replace('-d', '-d "${TMPDIR:-/tmp}/try.XXXXXX"');
    expect(it.bash(`${made} && ${COMMIT} && git push -q "$t/far.git" HEAD`)).toMatchObject({ refused: null, exit: 0 });
    expect(
      it.bash(
        `cd "$(mktemp -d)"\ngit init -q --bare far.git\ngit clone -q far.git work 2>&1\ncd work\n${USER}\n${COMMIT}\ngit push -q origin HEAD`,
      ),
    ).toMatchObject({ refused: null, exit: 0 });
    expect(it.bash(`TMPDIR=$PWD; ${made} && ${COMMIT} && git push -q "$t/far.git" HEAD`).refused).toMatch(/PUSH_/);
  });

  test('is refused where no folder can be made there, so that the line stays where it starts', () => {
    const { repo } = failing();
    const it = start(repo, { environment: { TMPDIR: path.join(repo.area, 'nowhere') } });
    expect(
      it.bash(`cd "$(mktemp -d)"\ngit init -q --bare far.git\ngit clone -q far.git work\ncd work\ngit push origin HEAD`)
        .refused,
    ).toMatch(/PUSH_/);
  });

  test.each([
    ['its folder is gone again', `rmdir "$t"; cd "$t"; git init -q --bare far.git; git clone -q far.git work; cd work`],
    ['nobody may enter its folder', `chmod 000 "$t"; cd "$t"; git clone -q far.git work; cd work`],
    ['the folder is in none', `t=$(mktemp -d /tmp/none/x.XXXXXX); cd "$t"; git clone -q "$t/far.git" work; cd work`],
    ['folders are made shut', `umask 777; cd "$(mktemp -d)"; git clone -q "$t/far.git" work; cd work`],
    ['nothing makes one', `mktemp() { false; }; cd "$(mktemp -d)"; git clone -q "$t/far.git" work; cd work`],
    ['none may be there', `TMPDIR=/none; cd "$(mktemp -d)"; git clone -q "$t/far.git" work; cd work`],
    [
      'it is in a clone of another',
      `git clone -q . "$t/c"; cd "$t/c" || exit; git init -q --bare far; git clone -q -b nope far work; cd work`,
    ],
    ['a file is in the place of the folder', `touch "$t/work"; git init -q "$t/work"; cd "$t/work"`],
    ['a copy with its remotes is', `cp -r . "$t/work"; git init -q "$t/work"; cd "$t/work"`],
    ['git is not found', `PATH=/x git init -q "$t/work"; cd "$t/work"`],
    ['its output has nowhere to go', `git init -q "$t/work" > /no/where; cd "$t/work"`],
    ['git starts nowhere', `git -C /no/where init -q "$t/work"; cd "$t/work"`],
    ['it is not made yet', `git init -q "$t/work" & cd "$t/work"`],
    ['only the next command asks', `PATH=/x git init -q "$t/work"; cd "$t/work" && ${USER}`],
    ['what fails ends no line', `set -e; PATH=/x git init -q "$t/work" || true; { cd "$t/work"; ${USER}; } || true`],
    ['a clone of no such branch', `git clone -q -b nope "$t/far.git" "$t/work"; cd "$t/work"`],
    ['an option that clone does not know', `git clone -q --initial-branch=x "$t/far.git" "$t/work"; cd "$t/work"`],
  ])('publishes nothing where the repository was not made: %s', (_what, made) => {
    const { repo, it } = failing();
    const before = repo.git('ls-remote', 'origin');
    const from = made.includes('clone') ? '' : 'git remote add origin "$t/far.git"; ';
    const push = `t=$(mktemp -d); git init -q --bare "$t/far.git"; ${made}; ${from}git push origin HEAD`;
    expect(it.bash(push).refused).toMatch(/PUSH_/);
    expect(repo.git('ls-remote', 'origin')).toBe(before);
  });

  test.each([
    [
      'the remote is one that others have',
      `${FRESH}; ${COMMIT}; git push -q "$OLDPWD/../origin.git" HEAD:refs/heads/x`,
    ],
    [
      'so it is by its name',
      `${FRESH}; git remote add origin "$(git -C "$OLDPWD" remote get-url origin)"; git push origin HEAD`,
    ],
    [
      'the clone keeps its remote',
      't=$(mktemp -d); git clone -q . "$t/w"; git init -q --bare "$t/far.git"; cd "$t/w"; git push -q origin HEAD',
    ],
    [
      'the remote is there already',
      't=$(mktemp -d); git clone -q . "$t/w"; git init -q --bare "$t/far.git"; cd "$t/w"; git remote add origin "$t/far.git"; git push -q origin HEAD',
    ],
    [
      'a second address',
      `${FRESH}; git remote add origin "$t/far.git"; git remote set-url --add origin "$OLDPWD/../origin.git"; git push origin HEAD`,
    ],
    [
      'another address for the same',
      `${FRESH}; git config "url.$OLDPWD/../origin.git.insteadOf" "$t/far.git"; git push "$t/far.git" HEAD`,
    ],
    [
      'it sends on what it gets',
      `${FRESH}; printf 'git push x' > "$t/far.git/hooks/post-receive"; chmod +x "$t/far.git/hooks/post-receive"; git push "$t/far.git" HEAD`,
    ],
    [
      'a link in its place',
      `${FRESH}; rm -rf "$t/far.git"; ln -s "$OLDPWD/../origin.git" "$t/far.git"; git push "$t/far.git" HEAD`,
    ],
    [
      'the repository is gone again, and another one in its place',
      `${FRESH}; cd "$OLDPWD"; rm -rf "$t/work"; cp -r . "$t/work"; git -C "$t/work" remote add trial "$t/far.git"; git -C "$t/work" push origin HEAD`,
    ],
    [
      'settings in a file',
      `${FRESH}; printf '[remote "origin"]\\n\\tpushurl = x' >> .git/config; git remote add origin "$t/far.git"; git push origin HEAD`,
    ],
    [
      'nothing was made to go to',
      't=$(mktemp -d); git init -q --bare "$t/far.git"; git init --bogus "$t/work"; cd "$t/work"; git push origin HEAD',
    ],
    [
      'a file in the place of the folder',
      't=$(mktemp); git init -q --bare "$t/far.git"; git init -q "$t/work"; cd "$t/work"; git remote add origin "$t/far.git"; git push origin HEAD',
    ],
    ['a program of its own at the other end', `${FRESH}; git push --receive-pack='git push x; true' "$t/far.git" HEAD`],
    [
      'the repository by a variable',
      `${FRESH}; export GIT_DIR="$OLDPWD/.git"; git remote add origin "$t/far.git"; git push origin HEAD`,
    ],
    [
      'an option leads it elsewhere',
      `${FRESH}; git remote add origin "$t/far.git"; git -c "url.$OLDPWD/../origin.git.insteadOf=$t/far.git" push origin HEAD`,
    ],
    [
      'git takes its settings from a file of the line',
      `${FRESH}; printf '[url "x"]\\n\\tinsteadOf = %s' "$t/far.git" > "$t/c"; git remote add origin "$t/far.git"; GIT_CONFIG_GLOBAL="$t/c" git push origin HEAD`,
    ],
    [
      'what it tells goes into a file of the project',
      `${FRESH}; git remote add origin "$t/far.git"; GIT_TRACE="$OLDPWD/.env" git push origin HEAD`,
    ],
    [
      'the work tree is one of the project',
      't=$(mktemp -d); git init -q --bare "$t/far.git"; git worktree add -q "$t/tree" -b try; git -C "$t/tree" push -q origin try',
    ],
    [
      'the new repository of the work tree keeps its remote',
      't=$(mktemp -d); git clone -q . "$t/w"; git init -q --bare "$t/far.git"; git -C "$t/w" worktree add -q "$t/tree" -b try; git -C "$t/tree" push -q origin try',
    ],
    [
      'the work tree gets another remote',
      `${FRESH}; git remote add origin "$t/far.git"; git worktree add -q "$t/tree" -b try; git -C "$t/tree" remote set-url origin "$OLDPWD/../origin.git"; git -C "$t/tree" push -q origin try`,
    ],
    [
      'a file makes a repository of its folder',
      `t=$(mktemp -d); printf 'gitdir: %s/.git' "$PWD" > "$t/.git"; cd "$t"; git push origin HEAD`,
    ],
    [
      'the folder is a work tree of the project',
      `cd "$(mktemp -d)" && git -C "$OLDPWD" worktree add -q "$PWD/w" -b x && cd w; git push origin x`,
    ],
    ['its folder becomes a copy', `t=$(mktemp -d); cp -r .git "$t/.git"; cd "$t"; git push origin HEAD`],
    [
      'a function prints another folder',
      `made() { local d; d=$(mktemp -d); git clone -q . "$d/work"; echo "$OLDPWD"; }\ncd /; w=$(made)\ngit -C "$w" push -q origin HEAD`,
    ],
    [
      'the name of its folder is guessed',
      `for n in 0 1 2 3; do t=$(mktemp -d); [ "$t" = "/tmp/tmp.$n" ] && exit; done; git push origin HEAD`,
    ],
  ])('is refused where %s', (_what, command) => {
    expect(failing().it.bash(command).refused).toMatch(/PUSH_|COMMAND_UNREADABLE|GUARD_DISARM/);
  });
});
