import { expect, test } from 'vitest';
import { effectsIn, publishing } from '../../test/kit.js';

const python = (code: string) => publishing(effectsIn(`python3 - <<'E'\nimport subprocess\n${code}\nE`));
const node = (code: string) =>
  publishing(
    effectsIn(`node - <<'E'\nconst { execFileSync, spawnSync, exec } = require('child_process');\n${code}\nE`),
  );

test.each([
  "print(subprocess.run(['grep', '-rn', 'git push', 'docs'], capture_output=True, text=True).stdout)",
  "subprocess.run(['git', 'commit', '--allow-empty', '-m', 'explain git push'], check=True)",
  "message = 'docs: how to git push'\nsubprocess.run(['git', 'commit', '--allow-empty', '-m', message], shell=False)",
  "subprocess.check_output(['rg', '-e', 'git push', '-e', 'gh pr merge'])",
  "subprocess.run(['git', 'commit', '--allow-empty', '-F', '-'], input='explain git push', text=True, check=True)",
  "print(subprocess.run(['grep', '-c', 'x'], input='git push', capture_output=True, text=True).stdout)",
  "print(subprocess.run(['git', 'status', '-s'], text=True).stdout or 'clean: you may git push')",
  "from subprocess import check_output, run\nrun(['git', 'commit', '--allow-empty', '-m', 'explain git push'])",
  "print(subprocess.list2cmdline(['git', 'push', 'origin']))",
  "import sys\nsubprocess.run([sys.executable, '-m', 'app', 'check', 'git push --force'], capture_output=True)",
  "d = open('d').read()\nsubprocess.run(['git', '-C', d, 'log', '--grep', 'push'])",
  "d = open('d').read()\nsubprocess.run(['git', '-C', d, 'commit', '-m', 'then git push'])",
])('D100 C72 a word in a list that Python starts is no command of its own: %s', (code) =>
  expect(python(code)).toEqual([]),
);

test.each([
  "subprocess.run(['git', 'push'])",
  "subprocess.run(['bash', '-c', 'git push'])",
  "subprocess.run(['git push', 'origin'], shell=True)",
  "subprocess.run(['eval \"$0\"', 'git push'], shell=True)",
  "subprocess.run(['eval \"$0\"', 'git push'], **{'shell': True})",
  "subprocess.run(['x', '-c', 'git push'], executable='/bin/bash')",
  "subprocess.run(['bash', '-s'], input='git push', text=True)",
  "subprocess.run(['xargs', 'git'], input='push origin HEAD', text=True)",
  "subprocess.run(['bash -s', 'x'], shell=True, input='git push')",
  "subprocess.run(['env', 'bash'], input='git push', text=True)",
  "print(subprocess.run(['git', 'log']), subprocess.run('bash', input='git push'))",
  "flag = '-c'\nsubprocess.run(['bash', flag, 'git push'])",
  "subprocess.run(['env', 'bash', '-c', 'git push'])",
  "for line in ['true', 'git push']:\n    subprocess.run(line, shell=True)",
  "import shells as subprocess\nsubprocess.run(['true', 'git push'])",
  "from subprocess import call as print\nprint(open('x') or 'git push', shell=True)",
  "print(subprocess.run(None or 'git push', shell=True))",
  "from subprocess import run\nrun(['bash', '-c', 'git push'])",
  "from subprocess import run\nrun(['git', 'push'])",
  "from subprocess import run\nfrom shells import run\nrun(['true', 'git push'])",
  "from subprocess import run\nfrom shells import *\nrun(['true', 'git push'])",
  "from shells import run\nrun(['true', 'git push'])",
  "run = subprocess.getoutput\nrun(['true', 'git push'])",
  "import sys\nsubprocess.run([sys.executable, '-c', 'import os; os.system(\"git push\")'])",
  "import sys\nsubprocess.run([sys.executable, 'x', 'git push'], shell=True)",
  "subprocess.run(subprocess.list2cmdline(['git', 'push', 'origin']), shell=True)",
  "d = open('d').read()\nsubprocess.run(['git', '-C', d, 'push', 'origin', 'HEAD'])",
  "d = open('d').read()\nsubprocess.run(['git', '-C', f'{d}/work', 'push'])",
  "import os\nsubprocess.run(['git', '-C', os.environ['D'], 'push'])",
  "import os\nsubprocess.run(['git', '-C', os.environ.get('D', '.'), 'push'])",
  "n = open('n').read()\nsubprocess.run(['git', '-c', n, 'push'])",
  "d = open('d').read()\nsubprocess.run(['git', '-C', d + '/work', 'push'])",
  "d = open('d').read()\nsubprocess.run(['git', '-C', 'a/' + d, '-c', 'a.b=c', 'push'])",
  "import os\nd = open('d').read()\nsubprocess.run(['git', '-C', os.path.join(d, 'work'), 'push'])",
  "d = open('d').read()\nsubprocess.run(['git', f'--git-dir={d}', 'push'])",
  "d = open('d').read()\nsubprocess.run(['git', '-C', 'work', 'push'])",
])('D100 a list that Python starts, or texts that a shell reads, still push: %s', (code) =>
  expect(python(code)).not.toEqual([]),
);

test.each([
  "execFileSync('git', ['commit', '--allow-empty', '-m', 'explain git push']);",
  "console.log(String(spawnSync('grep', ['-rn', 'git push', 'docs']).stdout));",
  "execFileSync('git', ['commit', '--allow-empty', '-F', '-'], { input: 'explain git push\\n' });",
  "spawnSync('grep', ['git push', 'README.md'], { stdio: 'inherit' });",
  "spawnSync(process.execPath, ['bin/check.mjs', 'git push'], { encoding: 'utf8' });",
  "exec('git status -s', (_error, out) => console.log(out || 'clean: you may git push'));",
])('D100 C72 a word in a list that Node starts is no command of its own: %s', (code) => expect(node(code)).toEqual([]));

test.each([
  "execFileSync('git', ['push']);",
  "spawnSync('bash', ['-c', 'git push']);",
  "spawnSync('bash', ['-s'], { input: 'git push' });",
  "spawnSync('true;', ['git push'], { shell: true });",
  "spawnSync('true;', ['git push'], { ['shell']: true });",
  "spawnSync(process.execPath, ['-e', 'require(`child_process`).execSync(`git push`)']);",
  "spawnSync(process.execPath, ['x', 'git push'], { shell: true });",
  "const shell = true; spawnSync('true;', ['git push'], { shell });",
  "for (const line of ['true', 'git push']) exec(line);",
  "console.log(exec(process.argv[9] || 'git push'));",
  "console.log = exec; console.log(process.argv[9] || 'git push');",
])('D100 a list that Node starts, or texts that a shell reads, still push: %s', (code) =>
  expect(node(code)).not.toEqual([]),
);

const ruby = (code: string) => publishing(effectsIn(`ruby -e '${code}'`));

test.each([
  'system("grep", "-rn", "git push", "docs")',
  'system "git", "commit", "--allow-empty", "-m", "explain git push"',
])('D100 C72 a word beside the program that it is given to is no command of its own: %s', (code) =>
  expect(ruby(code)).toEqual([]),
);

test.each([
  'system("git", "push")',
  'system("sh", "-c", "git push")',
  'system("git push", out: "x")',
  'system({"A" => "b"}, "git push")',
  'puts "a"; system "git push"',
  'x.system("a", "b"); `git push`',
  'def system(*words) exec(words.join(" ")) end; system "true;", "git push"',
])('D100 a shell that is given one, or a program that pushes, still pushes: %s', (code) =>
  expect(ruby(code)).not.toEqual([]),
);
