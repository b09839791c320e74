import { expect, test } from 'vitest';
import { effectsIn, publishing } from '../test/kit.js';
import { mayMatter } from './index.js';

type Row = readonly [command: string, files: Readonly<Record<string, string>>];

const TASKS_PY = '@task\ndef test(c):\n    c.run("pytest")\n\n@task\ndef release(c):\n    c.run("git push")\n';
const FLASK =
  "@app.route('/')\ndef index():\n    return 'ok'\n\n@app.cli.command('up')\n@click.option('--to')\ndef send(to):\n    os.system('git push')\n\n@app.cli.command()\ndef seed():\n    print('seeded')\n";
const GO_APPENDED = (verb: string) =>
  `import "os/exec"\nfunc main() { exec.Command("git", append([]string{"${verb}"}, "origin", "HEAD")...).Run() }\n`;
const NODE = "require('child_process').execSync('git push')\n";
const RAKEFILE = 'task :test do\n  sh "rspec"\nend\ntask default: [:push]\ntask :push do\n  sh "git push"\nend\n';
const TASKFILE = `version: '3'
vars:
  C: push
includes:
  d: ./d.yml
tasks:
  test:
    cmd: npm test
  up:
    aliases: [p]
    deps: [test]
    cmds:
      - |
        echo x
        git {{.C}}
  short: git push
  args:
    cmds:
      - git {{.CLI_ARGS}}
`;
const JUSTFILE = `import 'more.just'
mod x
alias p := up
stamp := \`git log -1\`

test:
    npm test

[confirm]
up remote="origin": && after
    git fetch {{remote}}

after:
    #!/usr/bin/env python3
    import os
    os.system("git push")
`;
const MAKEFILE = `include mk/*.mk
GIT ?= git
push = $(GIT) push $(1)
VERSION := $(shell git describe)
define BOTH
@echo pushing
@git push --tags
endef
test:
\tnpm test
call:
\t$(call push,origin)
both:
\t$(BOTH)
rel-%: test
\tgit push origin $*
own: WORD = push
own:
\tgit $(WORD)
cmd:
\t$(CMD)
`;
const WORKFLOW = `on:
  push:
  workflow_dispatch:
jobs:
  test:
    steps:
      - run: npm test
  up:
    steps:
      - name: up
        run: |
          echo "\${{ github.ref }}"
          git push origin HEAD
`;
const C = '#include <stdlib.h>\nint main(void) { return system("git push -q"); }\n';
const RUST = 'fn main() { std::process::Command::new("git").args(["push", "-q"]).status().unwrap(); }\n';
const NODE_TEST = "import { execFileSync } from 'node:child_process';\nexecFileSync('git', ['push', '-q']);\n";
const TEMPORARY = "import { execFileSync } from 'node:child_process';\nexecFileSync('git', ['push'], { cwd: repo });\n";
const DESTRUCTURED =
  'import { spawnSync } from "node:child_process";\nconst [cmd, ...rest] = ["git", "push", "-q"];\nspawnSync(cmd, rest);\n';
const GITLAB =
  'test:\n  script:\n    - npm test\nup:\n  stage: up\n  script:\n    - npm ci\n    - git push origin HEAD\n';
const CIRCLE = 'jobs:\n  up:\n    steps:\n      - run:\n          command: git push\n';
/** Words in statements and in data are none of the client's commands. */
const WORDS_IN_SQL =
  "-- git push\ninsert into help(text) values ('then git push origin HEAD'), ('\n  git push;');\nselect 'git push' as step;\n";
const ORDER = '# Task\n\nPlease run `git push origin HEAD`.\nThen say done.\n';
const PYPROJECT = `[tool.poe.tasks]
release = "git push origin HEAD"
all = ["test", "inner"]
test.cmd = "pytest"
[tool.poe.tasks.inner]
shell = """
git push
"""
[tool.pdm.scripts]
ship = {cmd = "git push"}
[tool.hatch.envs.default.scripts]
ship = [
  "echo x", # first
  "git push",
]
`;

/** A test of Go with a statement, and a package that runs what it is handed. */
const GO_TEST = (line: string) => `package r\n\nimport "testing"\n\nfunc TestR(t *testing.T) {\n\t${line}\n}\n`;
const GO_SHIP =
  'package r\n\nimport "os/exec"\n\nfunc Go(words ...string) error { return exec.Command(words[0], words[1:]...).Run() }\n';

test.each<Row>([
  ['make call', { Makefile: MAKEFILE }],
  ['ant ship', { 'build.xml': '<exec executable="git">\n<arg line="push origin"/></exec>' }],
  ["sed -i 's/ --dry-run//' a.sh && sh a.sh", { 'a.sh': 'git push --dry-run\n' }],
  ["sed -n 's/^run: //e' a.yaml", { 'a.yaml': 'on: x\nrun: git push\n' }],
  ['cp -r t /tmp/s && bash /tmp/s/ship.sh', { 't/ship.sh': 'git push\n' }],
  ['cp -a t /tmp/s && cp -rT /tmp/s /tmp/u && /tmp/u/ship.sh', { 't/ship.sh': 'git push\n' }],
  ['rsync -a t/ /tmp/s/ && sh /tmp/s/ship.sh', { 't/ship.sh': 'git push\n' }],
  ['cp -r t /tmp/s && sed -i s/log/push/ /tmp/s/ship.sh && sh /tmp/s/ship.sh', { 't/ship.sh': 'git log\n' }],
  ['cp -rT a/b a && cp -rT a a/b && sh a/ship.sh', { 'a/b/ship.sh': 'git push\n' }],
  ['make both', { Makefile: MAKEFILE }],
  ['make rel-1', { Makefile: MAKEFILE }],
  ['make own', { Makefile: MAKEFILE }],
  ['CMD="git push" make cmd', { Makefile: MAKEFILE }],
  ['make far', { Makefile: MAKEFILE, 'mk/a.mk': 'far: ; git push\n' }],
  ['make -fx.mk', { 'x.mk': 'a:\n\tgit push\n' }],
  ['make test', { Makefile: `$(shell git push)\n${MAKEFILE}` }],
  ['just p', { justfile: JUSTFILE }],
  ['just x up', { justfile: JUSTFILE, 'x.just': 'up:\n  git push\n' }],
  ['just far', { justfile: JUSTFILE, 'more.just': 'far:\n  git push\n' }],
  ['cd src && just up', { justfile: JUSTFILE, 'src/a.ts': '' }],
  ['task p', { 'Taskfile.yml': TASKFILE }],
  ['task short', { 'Taskfile.yml': TASKFILE }],
  ['task args -- push', { 'Taskfile.yml': TASKFILE }],
  ['go-task d:far', { 'Taskfile.yml': TASKFILE, 'd.yml': 'tasks:\n  far:\n    - git push\n' }],
  ['poe release', { 'pyproject.toml': PYPROJECT }],
  ['poetry run poe all', { 'pyproject.toml': PYPROJECT }],
  ['pdm run ship', { 'pyproject.toml': PYPROJECT }],
  ['hatch run ship', { 'pyproject.toml': PYPROJECT }],
  ['mise run r', { 'mise.toml': '[tasks.r]\nrun = "git push"\n' }],
  ['cargo make r', { 'Makefile.toml': '[tasks.r]\ncommand = "git"\nargs = ["push"]\n' }],
  ['composer r', { 'composer.json': '{"scripts":{"r":["@up"],"up":"git push"}}' }],
  ['deno task r', { 'deno.jsonc': '{ // tasks\n"tasks":{"r":{"command":"git push"}}}' }],
  ['tox -e r', { 'tox.ini': '[testenv:r]\ncommands =\n    git push origin HEAD\n' }],
  ['inv release', { 'tasks.py': TASKS_PY }],
  ['bundle exec rake', { Rakefile: RAKEFILE }],
  ['honcho start', { Procfile: 'web: git push\n' }],
  ['lefthook run r', { 'lefthook.yml': 'r:\n  commands:\n    a:\n      run: git push\n' }],
  ['pre-commit run -a', { '.pre-commit-config.yaml': 'repos:\n- hooks:\n  - id: a\n    entry: git push\n' }],
  [
    'fastlane ios beta',
    { 'fastlane/Fastfile': 'platform :ios do\n  lane :beta do\n    push_to_git_remote\n  end\nend\n' },
  ],
  ['bundle exec fastlane r', { Fastfile: 'lane :r do\n  sh("git push")\nend\n' }],
  [
    './gradlew test r',
    { 'build.gradle': "task r(type: Exec) {\n  commandLine 'git', 'push'\n}\n", gradlew: '#!/bin/sh\n' },
  ],
  ['gradle :r', { 'build.gradle.kts': 'tasks.register<Exec>("r") {\n  commandLine("git", "push")\n}\n' }],
  ['mix r', { 'mix.exs': '  defp aliases, do: [r: ["test", "up"], up: ["cmd git push"]]\n' }],
  ['npx nx run app:r', { 'project.json': '{"targets":{"r":{"options":{"commands":[{"command":"git push"}]}}}}' }],
  ['nx run-many -t r', { 'project.json': '{"targets":{"r":{"dependsOn":["up"]},"up":{"command":"git push"}}}' }],
  ['ninja -f r.ninja', { 'r.ninja': 'rule r\n  command = git push\n' }],
  ['inv test release', { 'tasks.py': TASKS_PY }],
  ['git --exec-path=./t up', { 't/git-up': '#!/bin/sh\ngit push\n' }],
  ['PYTHONPATH=t python3 -c pass', { 't/sitecustomize.py': 'import os\nos.system("git push")\n' }],
  ['PERL5LIB=t PERL5OPT=-Mr perl -e 1', { 't/r.pm': 'system("git push"); 1;\n' }],
  ['ZDOTDIR=t zsh -c :', { 't/.zshenv': 'git push\n' }],
  ['node -r ./r.cjs -e 1', { 'r.cjs': "require('child_process').execSync('git push')" }],
  ['node scripts', { 'scripts/index.js': "require('child_process').execSync('git push')" }],
  ['python3 -m tools.up', { 'tools/up.py': 'import os\nos.system("git push")\n' }],
  ['./r.mk', { 'r.mk': '#!/usr/bin/make -f\nall:\n\tgit push\n' }],
  [
    'bash scripts/x.sh',
    { 'scripts/x.sh': '. "$(dirname "${BASH_SOURCE[0]}")/l.sh"\nup\n', 'scripts/l.sh': 'up() { git push; }\n' },
  ],
  ['make -s each', { Makefile: 'V = pu po\neach: $(addprefix rel-,$(patsubst po,push,$(V)))\nrel-%:\n\tgit $*\n' }],
  ['make', { Makefile: 'ifeq (a,a)\nP = push\nelse\nP = status\nendif\nt:\n\tgit $(P)\n' }],
  ['make', { Makefile: 'ifeq ($(shell uname),x)\nP = status\nelse ifndef A\nP = push\nendif\nt:\n\tgit $(P)\n' }],
  ['make A=1', { Makefile: 'ifneq ($(strip $(A)),)\nt: ; git push\nelse\nt: ; true\nendif\n' }],
  ['make', { Makefile: '.DEFAULT_GOAL := up\nt:\n\ttrue\nup:\n\tgit push\n' }],
  ['make', { Makefile: 'P := push\nQ := $(P)\nP := status\nt:\n\tgit $(Q)\n' }],
  ['make', { Makefile: 'P := pu\nP += \nt: export Q = $(strip $(P))sh\nt:\n\tgit $$Q\n' }],
  ['make', { Makefile: 'P = $(if $(A),status,$(or ,$(word 2,a push)))\nt:\n\tgit $(P)\n' }],
  ['make', { Makefile: 'P = up.c\nt:\n\tgit $(patsubst up.%,push,$(P:.c=.o)) $(filter-out b,b)\n' }],
  ['make x-up', { Makefile: 'define r\n$(1)-up:\n\tgit push\nendef\n$(foreach n,x y,$(eval $(call r,$(n))))\n' }],
  ['make push.up', { Makefile: 'L = push.up\n$(L): %.up:\n\tgit $*\n' }],
  ['make', { Makefile: 'SHELL = python3\nt:\n\timport os; os.system("git push")\n' }],
  [`make .SHELLFLAGS='-c "git push"'`, { Makefile: 't:\n\ttrue\n' }],
  [`make SHELL=git .SHELLFLAGS='push origin'`, { Makefile: 't:\n\tHEAD\n' }],
  ['make', { Makefile: '.SHELLFLAGS = -c "git push;:"\nt:\n\ttrue\n' }],
  ['make SHELL=/tmp/sh t', { '/tmp/sh': '#!/bin/sh\ngit push\n', Makefile: 't:\n\ttrue\n' }],
  ['make t', { Makefile: `t: .SHELLFLAGS = -c 'git push;:'\nt:\n\ttrue\n` }],
  ['make t', { Makefile: 't: SHELL = /tmp/x\nt:\n\ttrue\n', '/tmp/x': '#!/bin/sh\ngit push\n' }],
  [`MAKEFLAGS='s --eval=x:;git\\ push' make x`, {}],
  ['GNUMAKEFLAGS=-fup.mk make', { 'up.mk': 'a:\n\tgit push\n' }],
  ['/tmp/bash -c true', { '/tmp/bash': '#!/bin/sh\ngit push\n' }],
  ['./git status', { git: '#!/bin/sh\nexec /usr/bin/git push\n' }],
  ['CC=/tmp/wrap go build ./...', { '/tmp/wrap': '#!/bin/sh\ngit push\n' }],
  ['GOFLAGS=-toolexec=/tmp/wrap go build ./...', { '/tmp/wrap': '#!/bin/sh\ngit push\n' }],
  ['cargo run', { '.cargo/config.toml': '[target.x]\nrunner = ["git", "push"]\n' }],
  ['cargo test', { '.cargo/config.toml': `[target.'cfg(unix)']\nlinker = "./l"\n`, l: '#!/bin/sh\ngit push\n' }],
  [`cargo build --config 'build.rustc-wrapper="/tmp/wrap"'`, { '/tmp/wrap': '#!/bin/sh\ngit push\n' }],
  ['uv run up.py', { 'up.py': 'import os\nos.system("git push")\n' }],
  ['uv run -q -m tools.up', { 'tools/up.py': 'import os\nos.system("git push")\n' }],
  ['RUSTC_WRAPPER=/tmp/wrap cargo build', { '/tmp/wrap': '#!/bin/sh\ngit push\nexec "$@"\n' }],
  ['just up', { justfile: 'P := "pu" + \'sh\'\nup:\n  git {{P}}\n' }],
  ['just up', { justfile: 'up:\n  git {{ "pu" + "sh" }} -q\n' }],
  ['just up', { justfile: 'export P := "push"\nup:\n  git $P\n' }],
  ['just up', { justfile: 'set shell := ["python3", "-c"]\nup:\n  import os; os.system("git push")\n' }],
  ['bundle exec rake up:push', { Rakefile: 'namespace :up do\n  task :push do\n    sh "git push"\n  end\nend\n' }],
  [
    'pre-commit run --hook-stage manual a -a',
    { '.pre-commit-config.yaml': 'repos:\n- hooks:\n  - id: a\n    entry: git push\n' },
  ],
  ['act', { '.github/workflows/r.yml': WORKFLOW }],
  ['act push -j up -W .github/workflows/r.yml', { '.github/workflows/r.yml': WORKFLOW }],
  ['act workflow_dispatch -j up', { '.github/workflows/r.yml': WORKFLOW }],
  ['cmake -S . -B build', { 'CMakeLists.txt': 'project(x NONE)\nexecute_process(COMMAND git push -q)\n' }],
  ['cmake --build build --target up', { 'CMakeLists.txt': 'add_custom_target(up COMMAND git push -q)\n' }],
  ['go test ./r', { 'r/r_test.go': 'func TestR(t *testing.T) { exec.Command("git", "push").Run() }\n' }],
  ['cargo run', { 'Cargo.toml': '[[bin]]\nname = "s"\npath = "t/m.rs"\n', 't/m.rs': RUST }],
  ['cargo run', { 'build.rs': RUST }],
  ['gcc -o s t/s.c && ./s', { 't/s.c': C }],
  ['cc t/s.c && ./a.out origin', { 't/s.c': C }],
  [`cc -xc -o s - <<< 'int main(){execlp("git","git","push",0);}' && ./s`, {}],
  ['tcc -run t/s.c', { 't/s.c': C }],
  ['rustc t/m.rs -o m && ./m', { 't/m.rs': RUST }],
  ['go run ./r', { 'r/main.go': 'func main() { run("git push") }\n', 'r/x.go': 'import "os/exec"\n' }],
  ['go run r/main.go', { 'r/main.go': 'import (\n\t"app/run"\n)\nfunc main() { run.Go("git push") }\n' }],
  [
    'go test ./r',
    { 'r/r_test.go': 'func TestR(t *testing.T) { r.Go("git", "push") }\n', 'r/r.go': 'import "syscall"\n' },
  ],
  ['go run r/main.go', { 'r/main.go': 'package main\n\nimport "app/run"\n\nfunc main() { run.Go("git push") }\n' }],
  [
    'go run ./r',
    {
      'r/main.go': 'package main\nimport "os"\nfunc main() { os.StartProcess("git", []string{"git", "push"}, nil) }\n',
    },
  ],
  [
    'go run ./r',
    { 'r/main.go': 'package main\nimport "os/exec"\nfunc main() { exec.Command("git", "push").Run() }\n' },
  ],
  ['go test ./r', { 'r/r_test.go': GO_TEST('r.Go([]string{"git", "push"})'), 'r/r.go': GO_SHIP }],
  ['go test ./r', { 'r/r_test.go': GO_TEST('want := []string{"git", "push"}\n\tGo(want)'), 'r/r.go': GO_SHIP }],
  [
    'go test ./r',
    { 'r/r_test.go': GO_TEST('want := []string{"git", "push"}\n\tEqual(Go(want...))'), 'r/r.go': GO_SHIP },
  ],
  [
    'go test ./r',
    { 'r/r_test.go': GO_TEST('if err := Go("git", "push"); err != nil { t.Fatal(err) }'), 'r/r.go': GO_SHIP },
  ],
  [
    'go test ./r',
    { 'r/r_test.go': GO_TEST('cmds := []string{"git push"}\n\tfor _, c := range cmds { Go(c) }'), 'r/r.go': GO_SHIP },
  ],
  ['cargo test --test a', { 'tests/a.rs': 'mod up;\n#[test]\nfn a() { assert!(up::go("git push")); }\n' }],
  ['cargo run', { 'src/main.rs': 'use up::go;\nfn main() { go("git push"); }\n' }],
  ['phpunit t/ATest.php', { 't/ATest.php': "<?php\nshell_exec('git push origin');\n" }],
  ['prove t/a.t', { 't/a.t': "is(system('git push'), 0);\n" }],
  ['bats t/a.bats', { 't/a.bats': '@test "x" {\n  run bash -c "git push origin"\n}\n' }],
  ['bats t/a.bats', { 't/a.bats': '@test "x" {\n  [[ "$(git push origin)" == "" ]]\n}\n' }],
  ['bats t/a.bats', { 't/a.bats': '@test "x" {\n  run git push origin\n}\n' }],
  ['rspec spec/a_spec.rb', { 'spec/a_spec.rb': 'it("x") { run_command("git push") }\n' }],
  ['rspec spec/a_spec.rb', { 'spec/a_spec.rb': 'it("x") { puts "#{sh("git push")}" }\n' }],
  ['rspec spec/a_spec.rb', { 'spec/a_spec.rb': 'it("x") { with("git push"); Kernel.with(system("git push")) }\n' }],
  ['java Up.java', { 'Up.java': 'import a.b.Run;\nclass Up { void m() { Run.go("git push"); } }\n' }],
  [
    'java Up.java',
    { 'Up.java': 'class Up { void m() { Run.go("git push"); } }\n', 'Run.java': 'class Run { Process p; }\n' },
  ],
  ['gcc -DRUN=system -o s t/s.c && ./s', { 't/s.c': 'int main(void) { return RUN("git push"); }\n' }],
  ['gcc -o s t/s.c && ./s', { 't/s.c': '#include "r.h"\nint main(void) { return r("git push"); }\n' }],
  ['gcc -It -o s t/s.c && ./s', { 't/s.c': '#include <r.h>\nint main(void) { return r("git push"); }\n' }],
  ['gcc -o s t/s.c r.o && ./s', { 't/s.c': 'int r(char *);\nint main(void) { return r("git push"); }\n' }],
  ['gcc -o s t/s.c t/r.c && ./s', { 't/s.c': 'int main(void) { return r("git push"); }\n' }],
  ['gcc -o s t/s.c && ./s', { 't/s.c': '#define C(a, b) a##b\nint main(void) { return C(sys, tem)("git push"); }\n' }],
  ['rustc t/m.rs -o m && ./m', { 't/m.rs': 'mod run;\nfn main() { run::go("git push"); }\n' }],
  ['go build -o r ./r && ./r', { 'r/main.go': 'import "a.io/run"\nfunc main() { run.Go("git push") }\n' }],
  ['go build -o r ./r && ./r', { 'r/main.go': 'func main() { exec.Command("git", "push").Run() }\n' }],
  ['vitest run', { 'vitest.config.ts': "import { execSync } from 'node:child_process';\nexecSync('git push');\n" }],
  ['npx vitest run test/a.test.ts', { 'test/a.test.ts': NODE_TEST }],
  ['npx eslint -c ./x.cjs .', { 'x.cjs': NODE }],
  ['npx eslint --config=x.cjs src', { 'x.cjs': NODE }],
  ['prettier --check --plugin ./x.cjs a.ts', { 'x.cjs': NODE }],
  ['npx gulp -f build/x.cjs up', { 'build/x.cjs': NODE }],
  ['gh act push', { '.github/workflows/r.yml': WORKFLOW }],
  ['gitlab-ci-local up', { '.gitlab-ci.yml': GITLAB }],
  ['circleci local execute --job up', { '.circleci/config.yml': CIRCLE }],
  ['jj --config-file t/j.toml up', { 't/j.toml': '[aliases]\nup = ["git", "push"]\n' }],
  ['cc -shared -o l.so l.c && LD_PRELOAD=./l.so ls', { 'l.c': C }],
  ['rspec spec/a_spec.rb', { 'spec/a_spec.rb': 'it("x") { system("git push") }\n' }],
  ['bats t/a.bats', { 't/a.bats': '@test "x" {\n  git push\n}\n' }],
  ['cargo test --test a', { 'tests/a.rs': RUST }],
  ['dotnet run --project t/a.csproj', { 't/Program.cs': 'Process.Start("git", "push");\n' }],
  ['javac Up.java && java Up', { 'Up.java': 'class Up { void m() { Runtime.getRuntime().exec("git push"); } }\n' }],
  ['python3 manage.py up', { 'manage.py': '', 'a/management/commands/up.py': 'import os\nos.system("git push")\n' }],
  [
    'node --env-file=t/e -e 1',
    { 't/e': 'NODE_OPTIONS=--require ./t/x.cjs\n', 't/x.cjs': "require('child_process').execSync('git push')" },
  ],
  ["npx --node-options='--require ./x.cjs' eslint .", { 'x.cjs': "require('child_process').execSync('git push')" }],
  [
    'systemctl --user start up',
    { '/home/dev/.config/systemd/user/up.service': '[Service]\nExecStart=/usr/bin/git -C /home/dev/project push\n' },
  ],
  ['psql -f t/q.sql', { 't/q.sql': '\\! git push\n' }],
  ['psql --file=t/q.sql', { 't/q.sql': 'select 1;\n\\i t/more.sql\n', 't/more.sql': '\\o | git push\n' }],
  ['psql -c "copy t from program \'git push origin HEAD\'"', {}],
  ['psql < t/q.sql', { 't/q.sql': '\\set head `git push`\n' }],
  ['sqlite3 x.db ".read t/q.sql"', { 't/q.sql': '.system git push\n' }],
  ['duckdb -c ".shell git push"', {}],
  ['mysql shop < t/q.sql', { 't/q.sql': 'system git push\n' }],
  ['gdb -batch -x t/g', { 't/g': 'shell git push\n' }],
  ['gdb -batch -ex \'python import os; os.system("git push")\'', {}],
  ["printf 'push git' | tac -s' ' | sh", {}],
  ['$(jq -r .ship t.json)', { 't.json': '{ "ship": "git push" }' }],
  ['git "$(jq -r \'.a["b c"][0]\' < t.json)"', { 't.json': '{ "a": { "b c": ["push"] } }' }],
  ['cargo run -q --manifest-path t/Cargo.toml', { 't/Cargo.toml': '[package]\n', 't/build.rs': RUST }],
  ['wget -q --use-askpass=./s.sh http://h/', { 's.sh': '#!/bin/sh\ngit push\n' }],
  ['meson compile -C build up', { 'meson.build': "run_target('up', command: ['git', 'push'])\n" }],
  ['node --test test/a.test.mjs', { 'test/a.test.mjs': NODE_TEST }],
  ['pytest -q tests', { 'tests/conftest.py': 'import os\nos.system("git push")\n' }],
  ['pytest tests/test_a.py::test_one', { 'tests/test_a.py': 'import os\ndef test_one(): os.system("git push")\n' }],
  ['python3 -m unittest tests.test_a.T.test_one', { 'tests/test_a.py': 'import os\nos.system("git push")\n' }],
  ['perl -It -MUp -e 1', { 't/Up.pm': 'system("git push");\n1;\n' }],
  ['ruby -I t -rup -e 1', { 't/up.rb': 'system("git push")\n' }],
  ['perl -e \'do "./t/up.pl"\'', { 't/up.pl': 'system("git push");\n1;\n' }],
  ['perl -we \'require "./t/up.pl"; up()\'', { 't/up.pl': 'sub up {\n  system("git push");\n}\n1;\n' }],
  ['ruby -e \'require_relative "t/up"\'', { 't/up.rb': 'system("git push")\n' }],
  ['php -r \'include "t/up.php";\'', { 't/up.php': '<?php\nsystem("git push");\n' }],
  ['perl -e \'$c = "git " . join(" ", qw(push origin)); system $c\'', {}],
  ['node t', { 't/package.json': '{ "main": "lib/up" }', 't/lib/up.js': NODE }],
  ['go run r/main.go', { 'r/main.go': GO_APPENDED('push') }],
  ['make -n', { Makefile: 'X := $(shell git push)\nall:\n\techo $(X)\n' }],
  ['make --dry-run up', { Makefile: 'up:\n\t+@git push\n' }],
  ['make -t up', { Makefile: 'up:\n\t$(MAKE) -v; git push\n' }],
  ['node /tmp/t', { '/tmp/t/package.json': '{ "main": "up.js" }', '/tmp/t/up.js': NODE }],
  ['node -r ./t x.js', { 't/index.js': NODE, 'x.js': '' }],
  ['node --test --test-reporter ./t/told.cjs', { 't/told.cjs': NODE }],
  ['pip install -q --no-deps ./t', { 't/setup.py': 'import os\nos.system("git push")\n' }],
  ['python3 -m pip install -e ".[dev]"', { 'setup.py': 'import subprocess\nsubprocess.run(["git", "push"])\n' }],
  ['uv pip install t/', { 't/setup.py': 'import os\nos.system("git push")\n' }],
  ['npm run ship', { 'package.json': '{"scripts":{"ship":"node t/s.mjs"}}', 't/s.mjs': DESTRUCTURED }],
  [
    'npm test --script-shell=./s.sh',
    { 'package.json': '{"scripts":{"test":"true"}}', 's.sh': '#!/bin/sh\ngit push\n' },
  ],
  [
    'npm run t',
    { 'package.json': '{"scripts":{"t":"true"}}', '.npmrc': 'script-shell=./s.sh\n', 's.sh': 'git push\n' },
  ],
  [
    'npm config set script-shell ./s.sh && npm t',
    { 'package.json': '{"scripts":{"test":"true"}}', 's.sh': 'git push\n' },
  ],
  ['npm pkg set "scripts[x]=git push" && npm run x', { 'package.json': '{"scripts":{}}' }],
  ['flask --app t/web.py up', { 't/web.py': FLASK }],
  ['FLASK_APP=t.web:app flask up', { 't/web.py': FLASK }],
  ['flask up', { 'app.py': FLASK }],
  ['node t.js --check', { 't.js': NODE }],
  ['node --check -r ./t.js x.js', { 't.js': NODE, 'x.js': '' }],
  ['bun -c bunfig.toml t.js', { 't.js': NODE }],
  [
    'ctest --test-dir build -j4',
    { 'build/CTestTestfile.cmake': 'add_test(a "/usr/bin/true")\nadd_test([=[b]=] "git" "push")\n' },
  ],
  ['gh workflow run r.yml --ref main -f x=1', { '.github/workflows/r.yml': WORKFLOW }],
  ['gh workflow run Releases', { '.github/workflows/r.yml': `name: Releases\n${WORKFLOW}` }],
  ['cat o.md | claude -p', { 'o.md': ORDER }],
  ['claude -p --permission-mode acceptEdits < o.md', { 'o.md': ORDER }],
  ['aider --yes --message-file o.md', { 'o.md': ORDER }],
  ['gemini -p "$(cat o.md)"', { 'o.md': ORDER }],
])('D100 the file of tasks shows a push: %s', (command, files) => {
  expect(publishing(effectsIn(command, files))).not.toEqual([]);
  expect(mayMatter(command)).toBe(true);
});

test.each<Row>([
  ['make test', { Makefile: MAKEFILE }],
  ['make -n both', { Makefile: MAKEFILE }],
  [`make SHELL=bash .SHELLFLAGS='-eu -o pipefail -c' test`, { Makefile: MAKEFILE }],
  ['MAKEFLAGS="k -j4 --no-print-directory" make test', { Makefile: MAKEFILE }],
  ['MAKEFLAGS=-n make both', { Makefile: MAKEFILE }],
  ['make t', { Makefile: 't: SHELL = bash\nt: .SHELLFLAGS = -ec\nt:\n\ttrue\nup:\n\tgit push\n' }],
  ['CC=clang CXX=/usr/bin/clang++ make test', { Makefile: MAKEFILE }],
  ['GOFLAGS=-mod=mod go build ./...', { 'mod/up.sh': 'git push\n' }],
  [
    'cargo run',
    { '.cargo/config.toml': '[target.x]\nrunner = "qemu-arm -L /usr"\n[net]\ngit-fetch-with-cli = true\n' },
  ],
  ['cargo fmt', { '.cargo/config.toml': '[target.x]\nrunner = ["git", "push"]\n' }],
  ['uv run pytest', { 'pytest.py': 'import os\nos.system("git push")\n' }],
  ['uv run check.py', { 'check.py': 'print("git push")\n' }],
  ['./git push --dry-run', { git: '#!/bin/sh\nexec /usr/bin/git "$@"\n' }],
  ['tools/bash -c "go test ./..."', { 'tools/bash': '#!/bin/sh\nexec /bin/bash "$@"\n' }],
  ['RUSTC_WRAPPER=/tmp/wrap cargo build', { '/tmp/wrap': '#!/bin/sh\nexec sccache "$@"\n', 'up.sh': 'git push\n' }],
  ['mkdir -p /tmp/m && cp -r t src /tmp/m/ && (cd /tmp/m && node --test t)', { 't/a.mjs': '1', 'src/a.mjs': '1' }],
  ['cp -r t /tmp/s && sed -i s/push/log/ /tmp/s/ship.sh && sh /tmp/s/ship.sh', { 't/ship.sh': 'git push\n' }],
  ['make test', { Makefile: 'ifdef RELEASE\ntest: up\nendif\nup:\n\tgit push\ntest:\n\tgo test ./...\n' }],
  ['make', { Makefile: 'ifeq ($(OS),Windows_NT)\nt:\n\tgit push\nelse\nt:\n\tgo test ./...\nendif\n' }],
  [
    'make up',
    { Makefile: 't:\n\ttrue\nV := 1\nifeq ($(V),1)\n\tifneq ($(V),2)\n\tP := log\n\tendif\nendif\nup:\n\tgit $(P)\n' },
  ],
  ['make A=1', { Makefile: 'undefine B\nexport A\nP = $(if $(A),$(words a b),push)\nt:\n\tgit log -$(P)\n' }],
  ['ant test', { 'build.xml': '<exec executable="git"><arg line="describe"/></exec>' }],
  ["sed -i 's/a/b/' a.sh && sh a.sh", { 'a.sh': 'git push --dry-run\n' }],
  ['just test', { justfile: JUSTFILE }],
  ['just --show up', { justfile: JUSTFILE }],
  [
    'just up',
    { justfile: 'set shell := ["bash", "-c"]\nP := "lo" + "g" # not push\nup:\n  git {{P}} {{ "a" / "b" }}\n' },
  ],
  ['just --list', { justfile: JUSTFILE }],
  ['task test', { 'Taskfile.yml': TASKFILE }],
  ['task --dry up', { 'Taskfile.yml': TASKFILE }],
  ['poe test', { 'pyproject.toml': PYPROJECT }],
  ['inv test', { 'tasks.py': TASKS_PY }],
  ['rake test', { Rakefile: RAKEFILE }],
  ['rake -T', { Rakefile: RAKEFILE }],
  ['tox -e py', { 'tox.ini': '[testenv]\ncommands = pytest\n[testenv:r]\ncommands = git push\n' }],
  ['fastlane test', { Fastfile: 'lane :test do\n  scan\nend\nlane :r do\n  push_to_git_remote\nend\n' }],
  ['./gradlew build', { 'build.gradle': "task r(type: Exec) {\n  commandLine 'git', 'push'\n}\n" }],
  [
    'gradle test',
    { 'build.gradle.kts': 'tasks.test {\n}\ntasks.register<Exec>("r") {\n  commandLine("git", "push")\n}\n' },
  ],
  ['mix test', { 'mix.exs': '  defp aliases, do: [test: ["test"], up: ["cmd git push"]]\n' }],
  ['nx test app', { 'project.json': '{"targets":{"test":{"command":"vitest"},"up":{"command":"git push"}}}' }],
  ['ninja -f b.ninja', { 'b.ninja': 'rule b\n  command = cc $in\n', 'build.ninja': 'rule r\n  command = git push\n' }],
  ['PYTHONPATH=t python3 -I -c pass', { 't/sitecustomize.py': 'import os\nos.system("git push")\n' }],
  ['ZDOTDIR=t zsh -c :', { 't/.zshrc': 'alias gp="git push"\n' }],
  ['composer install', { 'composer.json': '{"scripts":{"up":"git push"}}' }],
  ['act -j test', { '.github/workflows/r.yml': WORKFLOW }],
  ['act pull_request', { '.github/workflows/r.yml': WORKFLOW }],
  ['act -l', { '.github/workflows/r.yml': WORKFLOW }],
  ['go run r/main.go', { 'r/main.go': GO_APPENDED('status') }],
  ['make -n', { Makefile: 'V := $(shell git describe --tags)\nup:\n\tgit push origin $(V)\n' }],
  ['make -n up', { Makefile: 'up: all\n\tgit push\nall:\n\t$(MAKE) -C docs html\n' }],
  ['make --dry-run nowhere', { Makefile: 'up:\n\t+git push\n' }],
  ['make -v up', { Makefile: 'up:\n\t+git push\n' }],
  ['go run r/main.go', { 'r/main.go': GO_APPENDED('push').replace('"git"', '"echo"') }],
  ['go vet r/main.go', { 'r/main.go': GO_APPENDED('push') }],
  ['node /tmp/t', { '/tmp/t/index.js': 'console.log(1)\n', '/tmp/t/up.js': NODE }],
  ['node -r ./t x.js', { 't/index.js': 'globalThis.seed = 1;\n', 't/up.js': NODE, 'x.js': '' }],
  ['node --test --test-reporter spec', { 'spec.js': NODE, 'spec/index.js': NODE }],
  ['cmake --build build', { 'CMakeLists.txt': 'add_custom_target(up COMMAND git push -q)\n' }],
  ['gcc -o s t/s.c', { 't/s.c': C }],
  ['go run r/main.go', { 'r/main.go': 'import "fmt"\nvar v = map[string]string{"p": "git push"}\n' }],
  ['go test ./r', { 'r/r_test.go': 'import "testing"\nfunc TestR(t *testing.T) { f.run("git", "push") }\n' }],
  [
    'java t/Up.java',
    {
      't/Up.java':
        'import java.util.List;\nclass Up { void m() { List.of("git push").forEach(System.out::println); } }\n',
    },
  ],
  ['g++ -o s t/v.cpp && ./s', { 't/v.cpp': '#include <vector>\nint main() { v.push_back("git push"); }\n' }],
  ['cc -Wall -lm t/s.c && ./a.out', { 't/s.c': 'int main(void) { return strlen("git push") + run(0); }\n' }],
  ['rustc --test -o m t/m.rs && ./m', { 't/m.rs': 'fn main() { push(&mut v, "git push"); }\n' }],
  ['go build -o r ./r && ./r', { 'r/main.go': 'import "strings"\nvar v = strings.Fields("git push")\n' }],
  ['gcc -o s t/s.c && ./other', { 't/s.c': C, other: '#!/bin/sh\ntrue\n' }],
  [
    'go test ./r',
    { 'r/r_test.go': 'func TestR(t *testing.T) { c := exec.Command("git", "push"); c.Dir = t.TempDir() }\n' },
  ],
  ['vitest run', { 'vitest.config.ts': "export default { test: { name: 'git push' } };\n" }],
  ['npx eslint --fix t/s.cjs', { 't/s.cjs': NODE }],
  ['npx prettier --write t/s.cjs && npx tsup t/s.cjs --format=esm', { 't/s.cjs': NODE }],
  ['npx vitest run test/a.test.ts', { 'test/a.test.ts': TEMPORARY }],
  ['node --test test/a.test.mjs', { 'test/a.test.mjs': TEMPORARY }],
  ['gitlab-ci-local test', { '.gitlab-ci.yml': GITLAB }],
  ['circleci config validate', { '.circleci/config.yml': CIRCLE }],
  ['bats t/a.bats', { 't/a.bats': '@test "x" {\n  cd "$(mktemp -d)"\n  git push\n}\n' }],
  ['systemctl --user status up', { '/home/dev/.config/systemd/user/up.service': '[Service]\nExecStart=git push\n' }],
  ['pytest tests/test_a.py', { 'tests/test_a.py': 'subprocess.run(["git", "push"], cwd=tmp_path)\n' }],
  ['perl -It -MOther -e 1', { 't/Up.pm': 'system("git push");\n1;\n' }],
  ['perl -e \'require "./t/up.pl"; print 1\'', { 't/up.pl': 'sub up {\n  system("git push");\n}\n1;\n' }],
  ['ruby -e \'require "./t/up"; puts 1\'', { 't/up.rb': 'def up = system("git push")\n' }],
  ['pip install -r t/requirements.txt requests', { 't/setup.py': 'import os\nos.system("git push")\n' }],
  ['pip uninstall -y ./t', { 't/setup.py': 'import os\nos.system("git push")\n' }],
  ['pip install ./t', { 't/setup.py': 'from setuptools import setup\nsetup(name="t", description="git push")\n' }],
  ['node t', { 't/package.json': '{ "main": "lib/x.js" }', 't/lib/up.js': NODE, 't/lib/x.js': 'console.log(1)\n' }],
  ['flask --app t/web.py seed', { 't/web.py': FLASK }],
  ['flask --app t/web.py run --debug', { 't/web.py': FLASK }],
  ['gdb -batch -ex \'python print("git push")\'', {}],
  ...[
    'psql -f t/w.sql',
    'psql "$DB" < t/w.sql',
    'psql -c "\\i t/w.sql"',
    'sqlite3 x.db < t/w.sql',
    'duckdb -init t/w.sql',
    'mysql shop < t/w.sql',
  ].map((command): [string, Record<string, string>] => [command, { 't/w.sql': WORDS_IN_SQL }]),
  [
    'ruby t.rb',
    { 't.rb': 'def git(*args)\n  system("git", *args, exception: true)\nend\ngit "log", "-1"\nputs "git push"\n' },
  ],
  ['$(jq -r .look t.json)', { 't.json': '{ "look": "git status", "ship": "git push" }' }],
  ['git "$(jq -r .verb t.json)"', { 't.json': '{ "verb": "log" }' }],
  ['ctest -N', { 'CTestTestfile.cmake': 'add_test(b "git" "push")\n' }],
  ['ctest', { 'CTestTestfile.cmake': 'add_test(b "git" "-C" "sub" "status")\n' }],
  [
    'gh workflow run t.yml',
    {
      '.github/workflows/r.yml': WORKFLOW,
      '.github/workflows/t.yml': 'name: t\njobs:\n  t:\n    steps:\n      - run: npm test\n',
    },
  ],
  ['gh workflow view r.yml', { '.github/workflows/r.yml': WORKFLOW }],
  ['git show HEAD:x.mjs | node --check -', {}],
  ["echo 'system(%q(git push))' | ruby -c", {}],
  ['cat o.md | claude -p "summarise this"', { 'o.md': ORDER }],
  ['claude -p "what does o.md say of git push?" < o.md', { 'o.md': ORDER }],
  ['npm test', { 'package.json': '{"scripts":{"test":"true"}}', '.npmrc': 'script-shell=bash\n' }],
  [
    'go test ./r',
    {
      'r/r_test.go': 'package r\nimport "testing"\nfunc TestR(t *testing.T) { if Refused("git push") { t.Fatal() } }\n',
      'r/r.go':
        'package r\n\n// Refused says whether a command is a push.\nfunc Refused(command string) bool { return false }\n',
    },
  ],
  [
    'go test ./r',
    {
      'r/r_test.go': GO_TEST('if !reflect.DeepEqual(Words(), []string{"git", "push"}) { t.Fatal() }'),
      'r/r.go': GO_SHIP,
    },
  ],
  [
    'go test ./r',
    {
      'r/r_test.go': GO_TEST(
        'want := []string{"git", "push"}\n\tif got := Words(); !slices.Equal(got, want) {\n\t\tt.Fatalf("%v", want)\n\t}',
      ),
      'r/r.go': GO_SHIP,
    },
  ],
  [
    'cargo test --test a',
    {
      'tests/a.rs':
        'use guard::refuses;\n#[test]\nfn a() { for command in ["git push"] { assert!(refuses(command)); } }\n',
    },
  ],
  ['phpunit t/ATest.php', { 't/ATest.php': "<?php\n$this->assertTrue(Guard::refuses('git push origin'));\n" }],
  ['prove t/a.t', { 't/a.t': "like(refusal('git push'), qr/refused/);\n" }],
  ['rspec spec/a_spec.rb', { 'spec/a_spec.rb': 'it("runs") { expect(refuse?("git push")).to be true }\n' }],
  ["bundle exec rspec -e 'git push'", {}],
  [
    'bats t/a.bats',
    { 't/a.bats': '@test "x" {\n  run ./guard.sh "git push origin HEAD"\n  [[ "$output" == *"git push"* ]]\n}\n' },
  ],
  [
    'rspec spec/a_spec.rb',
    {
      'spec/a_spec.rb':
        'it("x") do\n  expect(Kernel).to receive(:system).with("git push origin").and_return(true)\nend\n',
    },
  ],
])('D100 C72 the task does not push, others of its file do: %s', (command, files) => {
  expect(publishing(effectsIn(command, files))).toEqual([]);
});

test.each<[string, Record<string, string>]>([
  ['rake gen', { Rakefile: "task(:gen) { File.write('src/gen.ts', 'export {}') }\n" }],
  ['rake gen', { Rakefile: "desc 'x'\ntask :gen do\n  FileUtils.cp 'a', 'src/gen.ts'\nend\n" }],
  [
    'invoke gen',
    { 'tasks.py': "from invoke import task\n\n@task\ndef gen(c):\n    open('src/gen.ts', 'w').write('x')\n" },
  ],
  ['nox -s gen', { 'noxfile.py': "@nox.session\ndef gen(session):\n    Path('src', 'gen.ts').write_text('x')\n" }],
  ['npx gulp gen', { 'gulpfile.js': "exports.gen = async () => fs.writeFileSync('src/gen.ts', 'x');\n" }],
])('D99 what a task writes by its own code is seen: %s', (command, files) => {
  const written = effectsIn(command, files).flatMap((one) => (one.kind === 'write' ? [one.path] : []));
  expect(written).toContain('/home/dev/project/src/gen.ts');
});

test.each<[string, Record<string, string>]>([
  [
    'rake look',
    {
      Rakefile:
        "task :gen do\n  File.write('src/gen.ts', '')\nend\ntask :look do\n  puts File.read('src/gen.ts')\nend\n",
    },
  ],
  ['rake -T gen', { Rakefile: "task(:gen) { File.write('src/gen.ts', 'export {}') }\n" }],
  [
    'invoke look',
    {
      'tasks.py':
        "@task\ndef gen(c):\n    open('src/gen.ts', 'w')\n\n@task\ndef look(c):\n    print(open('src/gen.ts').read())\n",
    },
  ],
])('C29 C72 the task writes nothing, others of its file do: %s', (command, files) => {
  expect(effectsIn(command, files).filter((one) => one.kind === 'write')).toEqual([]);
});

test('D22 the tests that a task runs are seen as if typed', () => {
  const runs = effectsIn('poe test', { 'pyproject.toml': PYPROJECT }).filter((one) => one.kind === 'run');
  expect(runs.map((one) => one.program)).toContain('pytest');
});

test('D98 a pattern for paths that names an installed package reaches it, and one that leaves it out does not', () => {
  const files = { 'node_modules/@acme/guard/package.json': '{}' };
  const deleted = (command: string) => effectsIn(command, files).filter((one) => one.kind === 'write');
  const own = { how: 'delete', path: '/home/dev/project/node_modules/@acme/guard' };
  expect(deleted("find / -path '*@acme/guard*' -delete")).toContainEqual(expect.objectContaining(own));
  expect(deleted("find . -path '*/@acme/guard/*' -exec rm {} +")).toContainEqual(expect.objectContaining(own));
  expect(deleted("find . -path '*/@acme/guard/*' -prune -o -name x -exec rm {} +")).not.toContainEqual(
    expect.objectContaining(own),
  );
});
