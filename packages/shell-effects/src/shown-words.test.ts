import { expect, test } from 'vitest';
import { effectsIn, publishing } from '../test/kit.js';

/** A push as words. */
const W = 'git push origin HEAD';
test.each<[string, Record<string, string>]>([
  ['php t/a.php', { 't/a.php': `<?php echo "Run ${W}\\n"; exec('git status');` }],
  ['lua t/a.lua', { 't/a.lua': `print("then ${W}")\nos.execute("git status")\n` }],
  [
    'java T.java',
    {
      'T.java': `public class T { public static void main(String[] a) throws Exception { System.out.println("${W}"); new ProcessBuilder("git", "status").start(); } }`,
    },
  ],
  [
    'go run ./cmd/t',
    {
      'cmd/t/main.go': `package main\nimport ("fmt"; "os/exec")\nfunc main() { fmt.Println("then ${W}"); exec.Command("git", "log").Run() }\n`,
    },
  ],
  ['go run ./cmd/t', { 'cmd/t/main.go': `package main\nimport "fmt"\nfunc main() { fmt.Println("${W}") }\n` }],
  ['Rscript t/a.R', { 't/a.R': `cat("${W}\\n")\nsystem("git status")\n` }],
  ['tclsh t/a.tcl', { 't/a.tcl': `puts "${W}"\nexec git status\n` }],
  ['pwsh -File t/a.ps1', { 't/a.ps1': `Write-Host "${W}"\ngit status\n` }],
  ['elixir t/a.exs', { 't/a.exs': `IO.puts("${W}")\nSystem.cmd("git", ["status"])\n` }],
  ['julia t/a.jl', { 't/a.jl': 'println("git push origin HEAD")\nrun(`git status`)\n' }],
  [
    'dart run bin/t.dart',
    { 'bin/t.dart': `import 'dart:io';\nvoid main() { print('${W}'); Process.runSync('git', ['status']); }\n` },
  ],
  [
    'npx tsx t/a.ts',
    {
      't/a.ts': `import { execFileSync } from 'node:child_process';\nconsole.log('then ${W}');\nexecFileSync('git', ['status']);\n`,
    },
  ],
  ['swift t/a.swift', { 't/a.swift': `print("${W}")\n` }],
  ['kotlinc -script t/a.kts', { 't/a.kts': `println("${W}")\nProcessBuilder("git", "status").start()\n` }],
  ['groovy t/a.groovy', { 't/a.groovy': `println "${W}"\n"git status".execute()\n` }],
  ['scala t/a.scala', { 't/a.scala': `@main def t = println("${W}")\n` }],
  ['nu t/a.nu', { 't/a.nu': `print "${W}"\ngit status\n` }],
  ['fish t/a.fish', { 't/a.fish': `echo "${W}"\ngit status\n` }],
  ['awk -f t/a.awk README.md', { 't/a.awk': `/git push/ { print "${W}" }\n` }],
  ['vim -es -S t/a.vim README.md', { 't/a.vim': `" ${W}\n%s/git push/git pull/ge\nwq\n` }],
  ['mongosh --file t/a.js', { 't/a.js': `db.help.insertOne({ text: "${W}" });\n` }],
  [
    'psql -v ON_ERROR_STOP=1 -f t/a.sql',
    { 't/a.sql': `create function f() returns text as $$\n  select '${W}';\n$$ language sql;\n` },
  ],
  [
    'cargo run -q -- --help',
    { 'src/main.rs': `fn main() { println!("${W}"); }\n`, 'Cargo.toml': '[package]\nname="t"\n' },
  ],
  [
    'cargo test',
    { 'src/main.rs': `#[test]\nfn t() { assert_eq!(plan(), "${W}"); }\n`, 'Cargo.toml': '[package]\nname="t"\n' },
  ],
  ['bats t/a.bats', { 't/a.bats': `@test "refuses" {\n  run guard "${W}"\n  [ "$status" -eq 2 ]\n}\n` }],
  [
    'rspec t/a_spec.rb',
    { 't/a_spec.rb': `describe 'guard' do\n  it('refuses') { expect(judge('${W}')).to eq(:refused) }\nend\n` },
  ],
  [
    'bundle exec rake docs',
    { Rakefile: `task :docs do\n  puts '${W}'\n  sh 'yard doc'\nend\ntask :ship do\n  sh '${W}'\nend\n` },
  ],
  ['make help', { Makefile: `help:\n\t@echo "make ship: ${W}"\n\nship:\n\t${W}\n` }],
  ['just help', { justfile: `help:\n    @echo "just ship runs ${W}"\n\nship:\n    ${W}\n` }],
  ['npm run help', { 'package.json': `{"scripts":{"help":"echo \\"then ${W}\\"","ship":"${W}"}}` }],
  [
    'nox -s tests',
    {
      'noxfile.py': `import nox\n@nox.session\ndef tests(s):\n    s.run('pytest')\n@nox.session\ndef ship(s):\n    s.run('git', 'push', external=True)\n`,
    },
  ],
  ['tox -e lint', { 'tox.ini': `[testenv:lint]\ncommands = ruff check .\n[testenv:ship]\ncommands = ${W}\n` }],
  ['ansible-playbook --check site.yml', { 'site.yml': `- hosts: all\n  tasks:\n  - name: push\n    command: ${W}\n` }],
  ['terraform plan', { 'main.tf': `resource "null_resource" "x" { provisioner "local-exec" { command = "${W}" } }\n` }],
  ['docker compose config', { 'compose.yaml': `services:\n  a:\n    image: x\n    command: ${W}\n` }],
  ['gh workflow list', { '.github/workflows/r.yml': `jobs:\n  r:\n    steps:\n    - run: ${W}\n` }],
  ['npx cypress run --spec t/a.cy.js', { 't/a.cy.js': `it('says', () => { cy.contains('${W}'); });\n` }],
  [
    'npx playwright test t/a.spec.ts',
    { 't/a.spec.ts': `test('says', async ({ page }) => { await page.getByText('${W}').click(); });\n` },
  ],
  ['python3 manage.py shell -c "print(1)"', { 'manage.py': `import os\nHELP = "${W}"\nos.system('git status')\n` }],
  ['ipython -c "x = \'git push\'; print(x)"', {}],
  ['ruby bin/t', { 'bin/t': `#!/usr/bin/env ruby\nputs "${W}"\nsystem('git', 'status')\n` }],
  ['perl t/a.pl', { 't/a.pl': `print "${W}\\n";\nsystem('git', 'status');\n` }],
  ['sh t/help.sh', { 't/help.sh': `usage() {\n  cat <<'E'\nrelease: ${W}\nE\n}\nusage\n` }],
  ['sh t/case.sh test', { 't/case.sh': `case "\${1:-}" in\n  ship) ${W} ;;\n  *) npm test ;;\nesac\n` }],
  ['expect t/a.exp', { 't/a.exp': `spawn npm init\nexpect "version"\nsend "git push\\r"\n` }],
])('D100 C72 words of a push that a program only shows, keeps or compares are none: %s', (command, files) => {
  expect(publishing(effectsIn(command, files))).toEqual([]);
});

test.each<[string, Record<string, string>]>([
  ['Rscript t/a.R', { 't/a.R': `cat("out")\nsystem("${W}")\n` }],
  [
    'cargo run -q',
    {
      'src/main.rs':
        'fn main() { println!("{:?}", std::process::Command::new("git").args(["push", "origin"]).status()); }\n',
      'Cargo.toml': '[package]\nname="t"\n',
    },
  ],
  ['bats t/a.bats', { 't/a.bats': `@test "x" {\n  run bash -c "${W}"\n}\n` }],
  ['bats t/a.bats', { 't/a.bats': `@test "x" {\n  run eval '${W}'\n}\n` }],
  ['php t/a.php', { 't/a.php': `<?php echo exec('${W}');` }],
])('D100 what such a program starts is seen: %s', (command, files) => {
  expect(publishing(effectsIn(command, files))).not.toEqual([]);
});
