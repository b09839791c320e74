import { expect, test } from 'vitest';
import { effectsIn, publishing } from '../../test/kit.js';
import { mayMatter } from '../index.js';

const FILES = {
  '/home/dev/.ssh/config': 'Host far\n  HostName box.example\n\nHost near other\n  HostName 127.0.0.1\n  Port 2222\n',
  'scripts/r.sh': '#!/usr/bin/env bash\nset -e\ngit push origin HEAD\n',
  'bin/deploy': '#!/bin/sh\ngit push origin HEAD\n',
  'r.go': 'package main\n//go:generate git push\nfunc main() { exec.Command("git", "push").Run() }\n',
  'tools/deep/gen.go': 'package deep\n\n//go:generate sh ../../scripts/r.sh\n',
  'r.R': '# git push\nsystem("git push origin HEAD")\n',
  'ssh.conf': 'Host box\n  ProxyCommand git push\n',
  'plain.conf': 'Host box\n  # ProxyCommand git push\n  ProxyCommand ssh -W %h:%p jump\n',
  'bin/shadow': '#!/bin/sh\nexec vet "$@"\n',
  'code.txt': 'import subprocess\nsubprocess.call(["git", "push"])\n',
  'code.js.txt': "require('child_process').execSync('git push')\n",
  'setup.txt': 'import os\nos.environ["A"] = "git push"\n',
  'cmds.txt': 'git status\ngit push\n',
  'a.py': 'pass\n',
  'go.py': 'import os\nos.system("git push")\n',
  'steps.mjs':
    "import { execFileSync } from 'node:child_process';\nconst steps = [\n  ['status', '-s'],\n  ['push', 'origin', 'HEAD'],\n];\nfor (const step of steps) execFileSync('git', step, { stdio: 'inherit' });\n",
  'harmless.mjs':
    "import { execFileSync } from 'node:child_process';\nconst steps = [\n  ['status', '-s'],\n  ['log', '-1'],\n];\nfor (const step of steps) execFileSync('git', step);\nconst words = [['push', 'queue'], ['pop', 'queue']];\nfor (const word of words) console.log(word);\n",
  'steps.py':
    'import subprocess\nSTEPS = [\n    ["git", "status"],\n    ["git", "push", "origin"],\n]\nfor step in STEPS:\n    subprocess.run(step)\n',
  'lib/helper.py':
    'import subprocess\n\ndef step(command, check=True):\n    print(command)\n    subprocess.run(command, shell=True, check=check)\n\nstep("git push origin HEAD", check=False)\n',
  'lib/class.py':
    'import subprocess\n\nclass Remote:\n    def do(self, verb: str, ref="HEAD") -> None:\n        subprocess.run(["git", verb, "origin", ref])\n\nRemote().do("push")\n',
  'lib/says.py':
    'import subprocess\n\ndef say(text):\n    print(text)\n\ndef step(command):\n    subprocess.run(command, shell=True)\n\nsay("git push origin HEAD")\nstep("git status")\n',
  'lib/arrow.mjs':
    "import { execSync } from 'node:child_process';\nconst step = (command) => execSync(command, { stdio: 'inherit' });\nstep('git status');\nstep('git push');\n",
  'lib/words.cjs':
    "const { execFileSync } = require('child_process');\nfunction git(verb, ref) {\n  return execFileSync('git', [verb, 'origin', ref]);\n}\ngit('push', 'HEAD');\n",
  'lib/helper.rb': 'def step(command)\n  system(command)\nend\n\nstep("git push")\n',
  'tool/index.js': "require('./run')('push');\n",
  'tool/run.js': "module.exports = (verb) => require('child_process').execFileSync('git', [verb, 'origin']);\n",
  'tool/ship.js':
    "const cp = require('child_process');\nexports.ship = () => { cp.execSync('git push'); };\nexports.build = (name) => { cp.execSync('npx tsc -p ' + name); };\n",
  'tool/build.js': "const { build } = require('./ship');\nbuild('app');\n",
  'pack/__main__.py': 'from helper import go\ngo("push")\n',
  'pack/helper.py': 'import subprocess\n\ndef go(verb):\n    subprocess.run(["git", verb])\n',
  'lib/named.mjs': "import { ship } from '../tool/ship.js';\nship();\n",
  'lib/other.mjs':
    "import { build as ship } from '../tool/ship.js';\nimport { build } from '../tool/ship.js';\nbuild('lib');\n",
  'cron.txt': 'MAILTO=x\n0 4 * * * cd /x && git push\n',
  'package.json': JSON.stringify({
    name: 'app',
    scripts: {
      release: 'git push',
      test: 'vitest run',
      postinstall: 'husky',
      postversion: 'git push --follow-tags',
      'test:a': 'vitest',
      'ship:now': 'git push',
    },
    workspaces: ['packages/*'],
  }),
  'packages/a/package.json': JSON.stringify({ name: '@acme/a', scripts: { ship: 'git push', test: 'vitest run' } }),
};

test.each(
  `env -a x git push
keeper exec -- git push origin HEAD
npx keeper exec git push
npx @keeper/cli exec --quiet -- git push
keeperctl -C packages/a exec -- git push
node node_modules/@keeper/cli/dist/keep.js exec -- git push
keeper.cjs --directory . exec -- git push
node dist/exec.cjs git push
env $X push origin HEAD
env $(cat .env) git push
python3 -c "$CODE"
python3 -c "import os; os.system('$X')"
ionice -t git push
runuser root -c 'git push'
sudo -iu root git push
exec -la foo git push
prlimit --nofile=100 git push
some-unknown-wrapper --flag value git push origin HEAD
some-unknown-wrapper --exec 'git push'
docker run --rm -v .:/w alpine/git:latest push origin HEAD
docker compose exec app sh -c "git push"
kubectl exec pod -- git push
kubectl create job x --image=a -- git push --dry-run=client
kubectl run x --image=a --dry-run=none -- git push
parallel git push --dry-run=client {} ::: origin
parallel --dry-run git push {} ::: origin | sh
wsl.exe -- git push
cmd.exe /c "git push"
git.exe push
watchexec -- 'git push'
find . -name x | entr -s 'git push'
start-server-and-test 'npm start' 1 'git push'
npx concurrently npm:release
hyperfine --prepare 'git push' true
crontab cron.txt
vim -es -c 'Git push' -c q
nvim --headless -c 'lua os.execute("git push")' -c q
python3 -c "import requests; requests.put('https://api.github.com/repos/a/b/pulls/1/merge')"
(crontab -l; echo '0 0 * * * git push') | crontab -
run-parts bin
socat - SYSTEM:'git push'
ssh -oProxyCommand='git push' x
rsync --rsh='sh -c "git push"' a b:c
rg --pre ./scripts/r.sh x
go test -exec 'git push' ./...
go generate ./...
go generate ./tools/...
go run r.go
Rscript r.R
MANPAGER='git push' man ls
RUSTC_WRAPPER=scripts/r.sh cargo build
PATH=$PWD/bin:$PATH deploy
export PATH=./bin:$PATH; deploy
npm version patch
npm run ship -w @acme/a
npm run ship --workspaces --if-present
pnpm -r ship
yarn workspaces foreach -A run ship
yarn exec 'git push'
npx turbo run ship
jj --config 'aliases.up=["git","push","--all"]' up
jj --config=aliases.p='["git","push"]' p --bookmark x
jj config set --user aliases.p '["git", "push"]' && jj p
compgen -C 'git push #' x
vim -es -c "call job_start(['git','push'])" -c q
node --import 'data:text/javascript,import{execSync as e}from%22node:child_process%22;e(%22git push%22)' -e 0
perl -e '$_="git push"; exec'
codex exec 'commit this and push the branch'
droid exec 'commit this and push the branch'
auggie --print 'Commit everything; afterwards push.'
claude -p push
claude -p 'Commit everything; afterwards push.'
copilot -p 'create and merge the pull request'
python3 -c "import os; os.posix_spawn('/usr/bin/git', ['git', 'push'], os.environ)"
ghci -e ':!git push'
claude -p 'Fix the test, then push it to origin.'
git -c help.autocorrect=immediate puhs origin HEAD
mkdir t; echo 'git push' > t/git-up; chmod +x t/git-up; PATH=$PWD/t:$PATH git up
nx run a:ship
nr release
/usr/bin/ssh -F ssh.conf box
printf 'git push' | ssh localhost sh
echo 'cd /r; git push' | ssh -p 2222 dev@127.0.0.1 bash -s
ssh ip6-localhost git push
ssh ssh://dev@localhost:2222/ git push
ssh 127.1 'git push'
ssh near 'cd /r && git push'
at -f scripts/r.sh now
echo 'git push' | batch
systemd-run --user --on-active=1m git push
launchctl submit -l x -- git push
screen -S p -X stuff 'git push\\n'
tmux new-session -d 'git push'
scp -F ssh.conf a box:b
gcc -wrapper sh,-c,'git push' -c a.c
go vet -vettool=bin/deploy ./...
go build -toolexec bin/deploy ./...
python3 -m pdb -c 'import os; os.system("git push")' -c q a.py
python3 -m pdb -c '!import os; os.system("git push")' a.py
python3 -m pdb -c c go.py
python3 -m cProfile -o /tmp/o.prof -s tottime go.py --now
python3 -c "exec(open('code.txt').read())"
python3 -c "exec(compile(open('code.txt').read(), 'x', 'exec'))"
node -e "eval(require('fs').readFileSync('code.js.txt', 'utf8'))"
node -e "eval(process.env.CODE)"
ruby -e 'eval ENV["CODE"]'
perl -ne 'system $_' <<< 'git push'
perl -ne 'chomp; exec($_)' cmds.txt
PERL5DB='BEGIN{system("git push")} sub DB::DB{}' perl -d -e 1
ln -s /usr/bin/git /tmp/ls && PATH=/tmp:$PATH && ls push origin HEAD
pnpm run "/^ship:.*/"
pnpm run '/:now$/'
pnpm run /ip:n/
ed -s /tmp/t.sh <<< $'a\\ngit push\\n.\\nw\\nq'; sh /tmp/t.sh`.split('\n'),
)('D100 is seen to publish through what starts it: %s', (command) => {
  expect(publishing(effectsIn(command, FILES))).not.toEqual([]);
  expect(mayMatter(command)).toBe(true);
});

test.each(
  `docker run --rm alpine/git log -1
jj --config 'aliases.l=["log","-r","push"]' l
compgen -c git
codex exec 'explain how to push the branch'
q chat 'explain how to push the branch'
forge test --match-test testPush
claude -p 'Describe what merge it does'
claude -p 'Write a test for push and pull of the queue'
claude -p 'summarise how we merge the queue entries and why push notifications fail'
claude -p 'Review the change; do not push it.'
claude -p 'Why did the push to origin fail?'
git -c help.autocorrect=never statsu
docker build -t git/push .
kubectl exec pod -- git log
kubectl create job x --image=a --dry-run=client -o yaml -- git push
parallel --dry-run git push {} ::: origin backup
some-unknown-tool --title 'git push'
echo git push | xargs -n2
rg -e 'git push'
grep -rl 'git push' . | xargs sed -n 1p
npm install
npm test --workspaces
npm version
pnpm -r test
npx turbo run test
npm install -D release-it np
chmod +x scripts/r.sh
shellcheck scripts/r.sh
env $(cat .env | xargs) npm start
flow explain 'git push origin HEAD'
npx flow check
python3 -c "print($N)"
crontab -l
vim -c ':%s/git push/x/g' -c wq README.md
python3 -c "import requests; requests.get('https://api.github.com/repos/a/b/pulls/1/merge')"
ssh -o ProxyCommand='ssh -W %h:%p jump' host ls
RUSTC_WRAPPER=sccache cargo build
PAGER=less man git
brew install git gh
go vet ./...
ssh -F plain.conf box ls
ssh far 'cd /srv && git push'
ssh localhost git log -1
echo 'npm test' | ssh localhost sh
go vet -vettool=bin/shadow ./...
python3 -m pdb -c continue a.py
python3 -m cProfile -s tottime a.py
python3 -m pdb -c 'p "git push"' a.py
python3 -c "exec(open('setup.txt').read())"
node -e "console.log(process.env.CODE)"
node -e "eval('1 + 1')"
perl -ne 'print "git push" if $_ eq ""; system "true"' cmds.txt
ln -s bin/shadow /tmp/ls && PATH=/tmp:$PATH && ls push origin HEAD
pnpm run "/^test:.*/"
pnpm run '/^ship$/'
ed -s notes.md <<< $'a\\ngit push\\n.\\nw\\nq'; cat notes.md
node harmless.mjs
python3 lib/says.py
node lib/other.mjs
node tool/build.js`.split('\n'),
)('D100 C72 only looks so: %s', (command) => {
  expect(publishing(effectsIn(command, FILES))).toEqual([]);
});
