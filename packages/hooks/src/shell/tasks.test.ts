import { expect, test } from 'vitest';
import { effectsIn, publishing } from '../../test/shell-kit.js';
import { couldMatter } from './index.js';

type Row = readonly [command: string, files: Readonly<Record<string, string>>];

const TASKS_PY = '@task\ndef test(c):\n    c.run("pytest")\n\n@task\ndef release(c):\n    c.run("git push")\n';
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

test.each<Row>([
  ['make call', { Makefile: MAKEFILE }],
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
])('D100 the file of tasks shows a push: %s', (command, files) => {
  expect(publishing(effectsIn(command, files))).not.toEqual([]);
  expect(couldMatter(command)).toBe(true);
});

test.each<Row>([
  ['make test', { Makefile: MAKEFILE }],
  ['make -n both', { Makefile: MAKEFILE }],
  ['just test', { justfile: JUSTFILE }],
  ['just --show up', { justfile: JUSTFILE }],
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
])('D100 C72 the task does not push, others of its file do: %s', (command, files) => {
  expect(publishing(effectsIn(command, files))).toEqual([]);
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
