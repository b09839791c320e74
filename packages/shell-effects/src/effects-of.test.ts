import { expect, test } from 'vitest';
import { type Effect, effectsOf, type Run, type ShellContext } from './index.js';

const FILES: Readonly<Record<string, string>> = {
  '/r/.git/HEAD': 'ref: refs/heads/feature/login\n',
  '/r/package.json': JSON.stringify({
    scripts: {
      test: 'vitest run',
      ci: 'npm run lint && npm test',
      lint: 'eslint .',
      release: 'git push',
      prebuild: 'tsc -b',
      build: 'vite build',
    },
  }),
  '/r/packages/a/package.json': JSON.stringify({ scripts: { test: 'jest' } }),
  '/y/package.json': JSON.stringify({ workspaces: ['packages/*'], scripts: { test: 'vitest run' } }),
  '/y/packages/a/package.json': JSON.stringify({ name: '@x/a', scripts: { test: 'jest' } }),
  '/r/Makefile':
    'GO ?= go\n.PHONY: test\ntest: build\n\t@$(GO) test ./...\nbuild:\n\tgo build ./...\nrelease: ; git push\n',
  '/r/justfile': "flags := '-v'\ntest args='':\n  go test {{flags}} {{args}} ./...\n",
  '/r/Taskfile.yml':
    'version: 3\ntasks:\n  test:\n    deps: [build]\n    cmds:\n      - go test ./...\n  build: go build\n',
  '/r/run.sh':
    '#!/usr/bin/env bash\nset -e\ncase "$1" in\n  push) git push origin HEAD ;;\n  *) go test ./... ;;\nesac\n',
  '/r/publish.py': 'import subprocess\nsubprocess.run(["git", "push", "origin"])\n',
};

const ALIASES: Readonly<Record<string, string>> = { p: 'push', ship: '!git push origin HEAD', st: 'status -sb' };

const context: ShellContext = {
  cwd: '/r',
  home: '/home/dev',
  readFile: (path) => FILES[path],
  listDirectory: (path) =>
    ({ '/r': ['a.ts', 'b.ts', 'src', 'push'], '/r/src': ['x.ts'], '/usr/bin': ['git', 'go'] })[path],
  gitAlias: (_directory, name) => ALIASES[name],
};

function effectsIn(command: string): Effect[] {
  const { effects, readable, reasons } = effectsOf(command, context);
  expect(reasons).toEqual([]);
  expect(readable).toBe(true);
  return effects;
}

function runOf(command: string, program: string): Run | undefined {
  return effectsIn(command).findLast((one): one is Run => one.kind === 'run' && one.program === program);
}

function pushes(command: string): Effect[] {
  return effectsIn(command).filter(
    (one) =>
      (one.kind === 'push' && !one.flags.dryRun) ||
      one.kind === 'publish' ||
      (one.kind === 'opaque' && one.what === 'execution'),
  );
}

test.each<{ command: string; program: string; is: Partial<Run> }>([
  {
    command: 'cd x && go test ./...',
    program: 'go',
    is: { argv: ['go', 'test', './...'], directory: '/r/x', exit: 'decides', certain: false },
  },
  {
    command: 'FOO=1 pytest -q',
    program: 'pytest',
    is: { environment: { FOO: '1' }, exit: 'decides', output: 'whole', certain: true },
  },
  { command: 'export A=1 B; C=2; go test', program: 'go', is: { environment: { A: '1' } } },
  { command: 'uv run pytest', program: 'pytest', is: { via: ['uv run'], argv: ['pytest'] } },
  {
    command: 'uv run --with x --directory sub pytest -q',
    program: 'pytest',
    is: { directory: '/r/sub', argv: ['pytest', '-q'] },
  },
  { command: 'npx -y vitest@3.1.0 run', program: 'vitest', is: { via: ['npx'], argv: ['vitest', 'run'] } },
  {
    command: 'pnpm test',
    program: 'vitest',
    is: { via: ['pnpm script test'], argv: ['vitest', 'run'], directory: '/r', exit: 'decides' },
  },
  {
    command: 'cd src && npm t -- --reporter=json',
    program: 'vitest',
    is: { argv: ['vitest', 'run', '--reporter=json'], directory: '/r' },
  },
  {
    command: 'npm run ci',
    program: 'vitest',
    is: { via: ['npm script ci', 'npm script test'], exit: 'decides', certain: false },
  },
  { command: 'npm run ci', program: 'eslint', is: { exit: 'decides-success' } },
  { command: 'npm run build', program: 'tsc', is: { via: ['npm script prebuild'], exit: 'decides-success' } },
  { command: 'pnpm --filter a test', program: 'jest', is: { directory: '/r/packages/a' } },
  { command: 'npm --prefix packages/a test', program: 'jest', is: { directory: '/r/packages/a' } },
  { command: 'pnpm vitest run', program: 'vitest', is: { via: ['pnpm'] } },
  // What stands behind the name of a script is the script's, but npm's.
  { command: 'pnpm test -t adds', program: 'vitest', is: { argv: ['vitest', 'run', '-t', 'adds'] } },
  { command: 'yarn test --cwd packages/a', program: 'vitest', is: { argv: ['vitest', 'run', '--cwd', 'packages/a'] } },
  { command: 'yarn --cwd packages/a test -t x', program: 'jest', is: { argv: ['jest', '-t', 'x'] } },
  { command: 'pnpm run -s test -t x', program: 'vitest', is: { argv: ['vitest', 'run', '-t', 'x'] } },
  { command: 'npm test -t adds', program: 'vitest', is: { argv: ['vitest', 'run', 'adds'] } },
  { command: 'yarn run jest -i', program: 'jest', is: { argv: ['jest', '-i'], via: ['yarn'], directory: '/r' } },
  { command: 'bun run vitest run', program: 'vitest', is: { argv: ['vitest', 'run'], via: ['bun'] } },
  {
    command: 'cd /y && yarn workspace @x/a test -t adds',
    program: 'jest',
    is: { argv: ['jest', '-t', 'adds'], directory: '/y/packages/a', via: ['yarn script test'] },
  },
  { command: 'cd /y && yarn workspace a run jest', program: 'jest', is: { directory: '/y/packages/a', via: ['yarn'] } },
  { command: 'cd /y/packages/a && yarn run -T test', program: 'vitest', is: { directory: '/y' } },
  { command: 'cd /y/packages/a && yarn run -T jest', program: 'jest', is: { directory: '/y/packages/a' } },
  { command: 'make test', program: 'go', is: { argv: ['go', 'test', './...'], via: ['make test'], exit: 'decides' } },
  { command: 'just test -run=X', program: 'go', is: { argv: ['go', 'test', '-v', './...'] } },
  { command: 'task test', program: 'go', is: { argv: ['go', 'test', './...'], via: ['task test'] } },
  { command: 'python3 -m pytest -x', program: 'pytest', is: { argv: ['pytest', '-x'], via: ['python -m'] } },
  {
    command: 'coverage run --source=x -m pytest -q',
    program: 'pytest',
    is: { argv: ['pytest', '-q'], via: ['coverage run'] },
  },
  {
    command: 'timeout -k 5 60s env -u A CI=1 go test',
    program: 'go',
    is: { environment: { CI: '1' }, via: ['timeout', 'env'] },
  },
  {
    command: 'bash -c "cargo test"',
    program: 'cargo',
    is: { via: ['bash -c'], argv: ['cargo', 'test'], exit: 'decides' },
  },
  {
    command: 'bash -euo pipefail -c "cargo test | cat; echo done"',
    program: 'cargo',
    is: { exit: 'decides-success', output: 'whole' },
  },
  {
    command: './run.sh',
    program: 'go',
    is: { argv: ['go', 'test', './...'], via: ['run.sh'], exit: 'decides', certain: true },
  },
  {
    command: 'go test ./... | tail -5',
    program: 'go',
    is: { exit: 'hidden', output: 'filtered', errorOutput: 'whole' },
  },
  {
    command: 'go test ./... 2>&1 | tee log.txt',
    program: 'go',
    is: { exit: 'hidden', output: 'whole', errorOutput: 'whole' },
  },
  {
    command: 'set -o pipefail; go test ./... |& tail -5',
    program: 'go',
    is: { exit: 'decides-success', output: 'filtered', errorOutput: 'filtered' },
  },
  {
    command: 'go test ./... > out.txt 2>&1',
    program: 'go',
    is: { output: 'redirected', outputFile: 'out.txt', errorOutput: 'redirected' },
  },
  { command: 'go test ./... 2>&1 >out.txt', program: 'go', is: { output: 'redirected', errorOutput: 'whole' } },
  { command: 'npx jest 2>/dev/null', program: 'jest', is: { output: 'whole', errorOutput: 'redirected' } },
  {
    command: 'time (npm test >/dev/null 2>&1)',
    program: 'vitest',
    is: { output: 'redirected', outputFile: '/dev/null', exit: 'decides' },
  },
  { command: 'exec >log; go test', program: 'go', is: { output: 'redirected', outputFile: 'log' } },
  { command: 'out=$(go test ./...)', program: 'go', is: { exit: 'decides', output: 'filtered' } },
  { command: 'pytest || true', program: 'pytest', is: { exit: 'hidden' } },
  { command: 'pytest; echo done', program: 'pytest', is: { exit: 'hidden' } },
  { command: 'pytest && echo ok', program: 'pytest', is: { exit: 'decides-success' } },
  { command: 'pytest || exit 1; echo ok', program: 'pytest', is: { exit: 'decides-success' } },
  { command: 'pytest || { echo no; exit 2; }', program: 'pytest', is: { exit: 'decides-success' } },
  { command: 'pytest || exit 0', program: 'pytest', is: { exit: 'hidden' } },
  { command: 'set -e; pytest; echo done', program: 'pytest', is: { exit: 'decides-success' } },
  { command: 'set -e; pytest && echo a; echo b', program: 'pytest', is: { exit: 'hidden' } },
  { command: 'set -e; { pytest; echo a; } && echo b', program: 'pytest', is: { exit: 'hidden' } },
  { command: 'set -e; { pytest; echo a; }', program: 'pytest', is: { exit: 'decides-success' } },
  { command: 'false || pytest', program: 'pytest', is: { exit: 'hidden', certain: false } },
  { command: '! pytest', program: 'pytest', is: { exit: 'hidden' } },
  { command: 'pytest &', program: 'pytest', is: { exit: 'hidden', background: true } },
  {
    command: 'nohup pytest > log 2>&1 &',
    program: 'pytest',
    is: { background: true, output: 'redirected', outputFile: 'log' },
  },
  { command: 'if pytest; then echo ok; fi', program: 'pytest', is: { exit: 'hidden' } },
  { command: 'while ! pytest; do sleep 1; done', program: 'pytest', is: { exit: 'hidden' } },
  { command: '[ -f x ] && exit 0; pytest', program: 'pytest', is: { exit: 'hidden', certain: false } },
  { command: "trap 'exit 0' EXIT; pytest", program: 'pytest', is: { exit: 'hidden' } },
  { command: 'alias go=true; go test', program: 'go', is: { shadowed: true } },
  { command: 'go() { :; }; go test', program: 'go', is: { shadowed: true } },
  { command: 'PATH=/tmp/bin:$PATH go test', program: 'go', is: { shadowed: true } },
  { command: 'export PATH=/tmp/bin:$PATH; go test', program: 'go', is: { shadowed: true } },
  { command: 'env PATH=/tmp go test', program: 'go', is: { shadowed: true } },
  { command: 'hash -p /tmp/x go; go test', program: 'go', is: { shadowed: true } },
  {
    command: 'alias python3=true; python3 -m pytest',
    program: 'pytest',
    is: { shadowed: true, shadowedBy: 'alias' },
  },
  { command: 'hash -p /tmp/x npx; npx vitest run', program: 'vitest', is: { shadowed: true, shadowedBy: 'alias' } },
  { command: "alias pt='pytest -q'; pt", program: 'pytest', is: { shadowed: false } },
  { command: 'env -u A --unset=B -uC go test', program: 'go', is: { shadowed: false, environment: {} } },
  { command: 'export PATH=$PATH:/usr/local/go/bin; go test', program: 'go', is: { shadowed: false } },
  { command: 'PATH="$HOME/.cargo/bin:$PATH" cargo test', program: 'cargo', is: { shadowed: false } },
  {
    command: 'git commit -m "$(cat <<EOF\nrun go test\nEOF\n)"',
    program: 'git',
    is: { argv: ['git', 'commit', '-m', 'run go test'] },
  },
  { command: 'for d in a b; do (cd $d && go test ./...); done', program: 'go', is: { directory: '/r/b' } },
  { command: 'cd "$SOMEWHERE" && go test', program: 'go', is: { directory: undefined } },
])('D22 run: $command', ({ command, program, is }) => {
  expect(runOf(command, program)).toMatchObject(is);
});

test('D22 words that only speak of a run are none', () => {
  expect(effectsIn('echo "go test ok"')).toMatchObject([
    { kind: 'run', program: 'echo', argv: ['echo', 'go test ok'] },
  ]);
});

test('D22 the first of several turns of a loop does not decide', () => {
  const runs = effectsIn('for d in a b; do go test ./$d; done').filter((one) => one.kind === 'run');
  expect(runs).toMatchObject([{ exit: 'hidden' }, { exit: 'decides' }]);
});

test.each([
  'git push',
  'git -C dir push',
  'git p',
  'git ship',
  'true && git push',
  'echo\ngit push',
  '(git push)',
  "bash -c 'git push'",
  'git push --no-verify',
  'git -c core.hooksPath=/dev/null push',
  "git -c alias.x='!git push' x",
  'git config alias.z push; git z',
  'GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0=push git x',
  'git send-pack origin main',
  'git subtree push --prefix=x origin b',
  '/usr/lib/git-core/git-push origin',
  "git rebase -x 'git push' main",
  'GIT_EDITOR="git push #" git commit',
  "git submodule foreach 'git push'",
  'git "pu"\'sh\'',
  "git $'\\x70ush'",
  'g\\it pus\\h',
  '{git,push}',
  'git${IFS}push',
  'a=(git push); "${a[@]}"',
  'set -- git push; "$@"',
  'read -r a b <<< "git push"; $a $b',
  'x=xpush; git ${x#x}',
  'x=PUSH; git ${x,,}',
  'git $(echo hsup | rev)',
  'printf -v c "git %s" push; $c',
  'if [ -f y ]; then c=push; else c=status; fi; git $c',
  'c=push; [ -f y ] && c=status; git $c',
  '/usr/bin/g?t push',
  'git pus?',
  'eval "$(echo git push)"',
  "env -S 'git push'",
  'sudo -u me timeout 5 nice -n 3 git push',
  'find . -maxdepth 0 -exec git push \\;',
  'echo push | xargs git',
  "sh <<'EOF'\ngit push\nEOF",
  "sh <<< 'git push'",
  '. <(echo git push)',
  "echo 'git push' | tee /tmp/q | sh",
  'echo Z2l0IHB1c2g= | base64 -d | sh',
  'cat > /tmp/s.sh <<EOF\ngit push\nEOF\nbash /tmp/s.sh',
  "printf 'git push' > s; chmod +x s; ./s",
  'cp run.sh y.sh; ./y.sh push',
  './run.sh push',
  'bash run.sh push',
  'python publish.py',
  'make release',
  'npm run release',
  'yarn release',
  "while read -r l; do $l; done <<< 'git push'",
  "trap 'git push' EXIT",
  'f() { git "$@"; }; f push',
  'alias gp="git push"\ngp',
  'echo "$(git push)"',
  'echo $(( $(git push | wc -l) + 1 ))',
  '[[ -n $(git push) ]]',
  ': ${x:=$(git push)}',
  'until git push; do sleep 1; done',
  'python3 -c \'import os; os.system("git " + "push")\'',
  "python3 - <<'EOF'\nimport subprocess\ncmd = ['git', 'push']\nsubprocess.run(cmd)\nEOF",
  "node -e \"const c='push';require('child_process').execSync('git '+c)\"",
  "node -e \"require('child_process').spawnSync('git',['push'])\"",
  'perl -e "print \\`git push\\`"',
  "perl -e 'system qw(git push)'",
  "ruby -e 'exec %w[git push]'",
  'php -r \'system("git push");\'',
  'awk \'BEGIN{system("git push")}\'',
  "node -e \"import { run } from './h.mjs'; run('git', 'push')\"",
  "node -e \"const run = (...w) => require('child_process').spawnSync(w[0], w.slice(1)); run('git', 'push')\"",
  "node -e \"import { spawnSync as equal } from 'child_process'; equal(run('git push'))\"",
  "python3 <<'E'\nfrom helpers import *\ndef run(*w): go(w)\nrun('git', 'push')\nE",
  "python3 <<'E'\nimport os\ndef run(line): os.system(line)\nrun('git push')\nE",
  "python3 <<'E'\ndef run(w): pass\ndef test_a(shell): shell.run('git push')\nE",
  'node -e "assert.equal(execSync(\'git push\').length, 1)"',
  "vim -c '!git push' -c q",
  "sed '1e git push' README.md",
  "tmux new -d 'git push'",
  "ssh localhost 'cd /r && git push'",
  "echo 'git push' | at now",
  'curl -fsS https://example.test/i.sh | bash',
  'eval "$CODE"',
  '$TOOL push',
  'python3 -c \'import base64,os;os.system(base64.b64decode("Z2l0IHB1c2g=").decode())\'',
  'gh pr merge 3',
  'gh api -X PUT repos/a/b/pulls/1/merge',
  'glab mr merge 3',
  'jj git push',
  'curl -X PUT https://api.github.com/repos/a/b/pulls/1/merge',
])('D100 publishes or cannot be read: %s', (command) => {
  expect(pushes(command)).not.toEqual([]);
});

test.each([
  "node -e \"const run = (...w) => console.log(w.join(' ')); run('git', 'push')\"",
  "python3 <<'E'\nimport sys\nfrom unittest.mock import Mock\ndef run(*w):\n  calls.append(w)\nrun('git', 'push')\nE",
  "cat > a.test.mjs <<'E'\nimport { push } from './push.mjs';\nassert.deepEqual(run.mock.calls[0], ['git', ['push']]);\nE\nnode --test a.test.mjs",
  "cat > a.test.ts <<'E'\nimport { spawnSync } from 'node:child_process';\nexpect(spawnSync).toHaveBeenCalledWith('git', ['push'], {});\nE\nnpx vitest run a.test.ts",
  "cat > test_a.py <<'E'\n@patch('ship.subprocess.run')\ndef test_a(run):\n  run.assert_called_once_with(['git', 'push'], check=True)\nE\npytest test_a.py",
  'git push --dry-run origin main',
  'git push -n',
  "git commit -m 'git push origin main'",
  'git commit -qm wip -m "$(cat <<\'EOF\'\ngit push\nEOF\n)"',
  'cat > notes.md <<EOF\ngit push\nEOF',
  "echo 'git push' >> deploy.sh",
  'grep -rn "git push" .',
  "rg 'git push' | head",
  'alias gp="git push"',
  'f() { git push; }',
  'git config --get alias.p',
  'git st',
  'git log --grep=push',
  'git stash push -m x',
  'git branch push',
  './run.sh',
  'npm publish --dry-run',
  'docker push image',
  'gh pr view 3',
  'gh pr create --title "git push" --body x',
  'gh api repos/a/b/pulls/1/merge',
  'curl -s https://api.github.com/repos/a/b/pulls/1',
  'eval "$(ssh-agent -s)"',
  'eval "$(go env)"',
  'eval "$(ssh-agent -s | grep -v echo)"',
  'eval "$(brew shellenv | head -3 | sort)"',
  'source .venv/bin/activate && pytest',
  '[ "$1" = push ] && git push',
  'python3 -c "print(\'git push\')"',
  'node -e "console.log(\'git push\')"',
  'echo x | sed "s/git/git push/"',
  'man git-push',
  'git help push',
  'X=push; echo $X',
  'vim --version',
])('D100 publishes nothing: %s', (command) => {
  expect(pushes(command)).toEqual([]);
});

test('D100 a push says where, what and how', () => {
  expect(effectsIn('git -C sub push -fu origin HEAD:main +x --no-verify --tags')).toMatchObject([
    { kind: 'run' },
    {
      kind: 'push',
      directory: '/r/sub',
      remote: 'origin',
      refspecs: ['HEAD:main', '+x'],
      refspecsKnown: true,
      flags: { force: true, noVerify: true, tags: true, all: false, dryRun: false },
    },
  ]);
  expect(effectsIn('git push origin "$BRANCH"')).toMatchObject([
    { kind: 'run' },
    { kind: 'push', remote: 'origin', refspecs: [], refspecsKnown: false },
  ]);
  expect(effectsIn('git push origin "wip:$BRANCH"')).toMatchObject([
    { kind: 'run' },
    { kind: 'push', remote: 'origin', refspecs: ['wip'], refspecsKnown: false },
  ]);
});

test.each([
  ['git merge origin/main', true],
  ['git pull --rebase', true],
  ['git rebase --abort', false],
  ['git reset --hard HEAD~1', true],
  ['git reset HEAD', false],
  ['git reset -- src', false],
  ['git checkout main', true],
  ['git checkout -b x', false],
  ['git checkout -b x origin/main', true],
  ['git checkout -- src/a.ts', false],
  ['git switch -c y', false],
  ['git switch main', true],
  ['git cherry-pick abc', true],
  ['git cherry-pick --abort', false],
  ['git commit -m x', false],
  ['git stash', false],
])('D100 %s moves HEAD: %s', (command, movesHead) => {
  expect(effectsIn(command).find((one) => one.kind === 'git')).toMatchObject({ movesHead });
});

test.each([
  'git config core.hooksPath /dev/null',
  'git config --unset core.hookspath',
  'git config set core.hooksPath x',
  'git -c core.hooksPath= commit -m x',
  'git commit -nm x',
])('D100 disarms: %s', (command) => {
  expect(effectsIn(command).some((one) => one.kind === 'disarm')).toBe(true);
});

test.each(['git config --get core.hooksPath', 'git config user.name x', 'git commit -m "-n"', 'npx husky --version'])(
  'D100 leaves the guard armed: %s',
  (command) => {
    expect(effectsIn(command).some((one) => one.kind === 'disarm')).toBe(false);
  },
);

test.each<[string, string[]]>([
  ['echo x > a', ['write /r/a']],
  ['echo x >| ~/a', ['write /home/dev/a']],
  ['echo x &>> ../a', ['write /a']],
  ['echo x 2>/dev/null >&2', []],
  ['f() { :; } > a; f', ['write /r/a']],
  ['{ echo x; } > a', ['write /r/a']],
  ['cat <<EOF > a\nx\nEOF', ['write /r/a']],
  ['tee -a a b < c', ['write /r/a', 'write /r/b']],
  ['cp a.ts b.ts src/', ['write /r/src/a.ts', 'write /r/src/b.ts']],
  ['cp -t src a.ts', ['write /r/src/a.ts']],
  ['mv a.ts src', ['move /r/a.ts tree', 'write /r/src/a.ts tree']],
  ['cp x y', ['write /r/y']],
  ['rm -rf src', ['delete /r/src tree']],
  ['rm *.ts', ['delete /r/a.ts', 'delete /r/b.ts']],
  ['cd src && rm ./x.ts', ['delete /r/src/x.ts']],
  ['ln -s src d; rm d', ['link /r/d', 'delete /r/d']],
  ['ln -s src d; rm -r d/', ['link /r/d', 'delete /r/src tree', 'delete /r/d tree']],
  ['ln -s src d; rm d/y', ['link /r/d', 'delete /r/src/y', 'delete /r/d/y']],
  ['ln -s src d; find -L d -delete', ['link /r/d', 'delete /r/d', 'delete /r/src/x.ts', 'delete /r/d/x.ts']],
  ['ln -s src d; rm d/*', ['link /r/d', 'delete /r/src/x.ts', 'delete /r/d/x.ts']],
  [
    'ln -s src d; ln -s d e; unlink e; echo > d/y',
    ['link /r/d', 'link /r/e', 'delete /r/e', 'write /r/src/y', 'write /r/d/y'],
  ],
  ['ln -s src d; echo > d/y', ['link /r/d', 'write /r/src/y', 'write /r/d/y']],
  ['install -m 755 x bin/y', ['write /r/bin/y']],
  ['dd if=a of=b', ['write /r/b']],
  ['truncate -s 0 a', ['write /r/a']],
  ["sed -i 's/a/b/' a.ts", ['write /r/a.ts']],
  ["sed -i.bak -e 's/a/b/' a.ts b.ts", ['write /r/a.ts', 'write /r/a.ts.bak', 'write /r/b.ts', 'write /r/b.ts.bak']],
  ["sed 's/a/b/w out' a.ts", ['write /r/out']],
  ['perl -pi -e s/a/b/ a.ts', ['write /r/a.ts']],
  ['perl -i -p fix.pl a.ts b.ts', ['write /r/a.ts', 'write /r/b.ts']],
  ['ruby -i.bak -p fix.rb a.ts', ['write /r/a.ts', 'write /r/a.ts.bak']],
  ['perl fix.pl -i a.ts', []],
  ["perl -MList::Util=first -ne 'print' a.ts", []],
  ['tar xf x.tar -C out', ['write /r/out into']],
  ['unzip -o x.zip -d out', ['write /r/out into']],
  ['curl -fsSo out https://example.test', ['write /r/out']],
  ['wget -O out https://example.test', ['write /r/out']],
  ['rsync -a x/ out/', ['write /r/out into']],
  ['chmod -R 644 src', ['mode /r/src tree']],
  ['sort -o a b', ['write /r/a']],
  ['awk \'{print > "out"}\' a', ['write /r/out']],
  ['git checkout HEAD -- src/x.ts', ['write /r/src/x.ts tree']],
  ['git restore --staged a.ts', []],
  ['git restore a.ts', ['write /r/a.ts tree']],
  ['git show HEAD:a > a', ['write /r/a']],
  ['git rm -q a.ts', ['delete /r/a.ts tree']],
  ["python3 -c \"open('out','w').write(open('in').read())\"", ['write /r/out']],
  ["python3 -c \"from pathlib import Path; Path('out').write_text('x')\"", ['write /r/out']],
  ['python3 -c "import os; os.remove(\'a.ts\')"', ['delete /r/a.ts tree']],
  ["node -e \"require('fs').writeFileSync('out', 'x')\"", ['write /r/out']],
  ['ruby -e \'File.write("out", "x")\'', ['write /r/out']],
  ['perl -e \'open(F, ">out"); print F 1\'', ['write /r/out']],
  ["ex -sc 'wq' a.ts", ['write /r/a.ts']],
  ['rm -f "$(git rev-parse --git-path hooks)/pre-push"', ['delete /r/.git/hooks/pre-push']],
  ['patch -p1 <<EOF\n--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-x\n+y\nEOF', ['write /r/a.ts']],
  ['cat a.ts', []],
  ['cp -n', []],
])('D99 writes: %s', (command, expected) => {
  const found = effectsIn(command)
    .filter((one) => one.kind === 'write')
    .map((one) => `${one.how} ${one.path}${one.reach === 'exact' ? '' : ` ${one.reach}`}`);
  expect([...new Set(found)]).toEqual(expected);
});

test('D99 a path that is made at run time keeps what is known of it', () => {
  expect(effectsIn('echo ok > "develop/$BRANCH/gate-a.approved"')).toMatchObject([
    { kind: 'opaque', what: 'destination', pattern: '/r/develop/*/gate-a.approved' },
    { kind: 'run' },
  ]);
  expect(effectsIn("find develop -name 'gate-*' -delete").find((one) => one.kind === 'opaque')).toMatchObject({
    what: 'destination',
    pattern: '/r/develop/*gate-*',
  });
});

test.each([
  ['a NUL byte', 'echo a\0b'],
  ['an open quote', 'echo "a'],
  ['an open group', 'if true; then'],
  ['a broken substitution', 'echo $(if)'],
  ['more than 128 KiB', `echo ${'a'.repeat(130 * 1024)}`],
  ['more than 4,000 commands', ':\n'.repeat(4_001)],
  ['more than 64 levels', `${'( '.repeat(100)}git push${' )'.repeat(100)}`],
  ['a recursion without end', 'f() { f; f; }; f'],
])('D100 a command with %s is not readable, and says why', (_name, command) => {
  const { readable, reasons } = effectsOf(command, context);
  expect(readable).toBe(false);
  expect(reasons[0]?.length).toBeGreaterThan(10);
});

test.each([
  ['echo x >> src/a.ts\n((', ['/r/src/a.ts']],
  ['rm -f src/a.ts\n;;', ['/r/src/a.ts']],
  ["if x; then\n  touch src/a.ts\nfi\necho 'open", ['/r/src/a.ts']],
  ['cat > src/a.ts <<E\n((\nE\ntouch src/b.ts\nfi\ntouch src/c.ts', ['/r/src/a.ts', '/r/src/b.ts']],
  ['echo x > src/a.ts; ((', []],
  ["echo 'a\n> src/a.ts", []],
  ['if x; then\n  touch src/a.ts', []],
])('D99 D100 what stands before the line that cannot be read is carried out: %j', (command, written) => {
  const { effects, readable } = effectsOf(command, context);
  expect(readable).toBe(false);
  expect(effects.flatMap((one) => (one.kind === 'write' ? [one.path] : []))).toEqual(written);
});
