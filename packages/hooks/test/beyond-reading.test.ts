import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cli, has, project, QUICK, start } from './kit.js';

/*
 * Where reading ends: words that a script takes apart with a library, lists that code makes of lists, and what code hands to
 * functions, objects, tables and modules of its own are not followed. Each row has an id, by which the threat model names it: a
 * write is held by what is compared after the call, a push by git's own hook.
 */

const GATE = 'develop/feature/login/gate-shape.approved';

const SET = `import argparse
p = argparse.ArgumentParser()
p.add_argument("-f", "--file")
p.add_argument("pairs", nargs="*")
a = p.parse_args()
with open(a.file, "w") as out:
    out.write("x")
`;

const PUT = `import argparse, shutil
def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source")
    parser.add_argument("target", help="where it goes")
    args = parser.parse_args()
    shutil.copyfile(args.source, args.target)
main()
`;

const FS = "const fs=require('fs'),path=require('path'),d='develop/feature/login'";

const WRITE = `open(${JSON.stringify(GATE)}, "w").write("x")`;
const FOLDER = 'develop/feature/login/';

const ROWS: readonly [id: string, program: 'python3' | 'node', command: string][] = [
  ['B1 a parsed option', 'python3', `python3 scripts/set.py --file ${GATE} a=1`],
  ['B2 a parsed option in short', 'python3', `python3 scripts/set.py -f ${GATE} a=1`],
  ['B3 a parsed option with its value', 'python3', `python3 scripts/set.py --file=${GATE}`],
  ['B4 a parsed operand', 'python3', `python3 scripts/put.py README.md ${GATE}`],
  [
    'B5 names on the disk, mapped',
    'node',
    `node -e "${FS};fs.readdirSync(d).map(f=>d+'/'+f).forEach(f=>fs.appendFileSync(f,'x'))"`,
  ],
  [
    'B6 names on the disk, filtered and mapped',
    'node',
    `node -e "${FS};for(const f of fs.readdirSync(d).filter(f=>f.endsWith('.approved')).map(f=>path.join(d,f)))fs.rmSync(f)"`,
  ],
  [
    'B7 names on the disk, mapped and filtered',
    'node',
    `node -e "${FS};fs.readdirSync(d).map(f=>d+'/'+f).filter(f=>!f.endsWith('.md')).forEach(f=>fs.writeFileSync(f,''))"`,
  ],
  [
    'B8 a list of texts, mapped',
    'node',
    `node -e "['shape','report'].map(g=>'develop/feature/login/gate-'+g+'.approved').forEach(f=>require('fs').writeFileSync(f,'x'))"`,
  ],
  [
    'B9 a function that makes a path',
    'python3',
    `python3 -c 'def place(n):\n    return "${FOLDER}gate-" + n\nopen(place("shape.approved"), "w").write("x")'`,
  ],
  [
    'B10 an object that keeps a path',
    'node',
    `node -e "class S{constructor(p){this.p=p}save(t){require('fs').writeFileSync(this.p,t)}};new S(['develop','feature','login','gate-shape.approved'].join('/')).save('x')"`,
  ],
  ['B11 a module that is loaded', 'python3', `printf '%s' '${WRITE}' > decide.py; python3 -c 'import decide'`],
  [
    'B13 a function that is handed a path',
    'python3',
    `python3 -c 'def put(path):\n    with open(path, "w") as out:\n        out.write("x")\nput(${JSON.stringify(GATE)})'`,
  ],
  [
    'B16 a loop over names on the disk',
    'python3',
    `python3 -c 'import glob\nfor at in glob.glob("develop/*/*/gate-*"):\n    open(at, "w").write("x")'`,
  ],
];

const PY = 'import subprocess\n';
const NODE = "const { execFileSync, execSync } = require('child_process');\n";

/** Files of a project that push, each in one of the ways that are not followed. */
const PUSHES: readonly [id: string, program: 'python3' | 'node', file: string, text: string][] = [
  [
    'B12 a function that returns words',
    'python3',
    'a.py',
    `${PY}def cmd(verb, *rest):\n    return ["git", verb, *rest]\nsubprocess.run(cmd("push", "origin", "HEAD"))\n`,
  ],
  [
    'B13 a function that is handed words',
    'node',
    'b.js',
    `${NODE}const step = (line) => execSync(line);\nstep('git push origin HEAD');\n`,
  ],
  [
    'B14 a method of an object',
    'python3',
    'c.py',
    `${PY}class Repo:\n    def git(self, *words):\n        return subprocess.call(["git", *words])\nRepo().git("push", "origin", "HEAD")\n`,
  ],
  [
    'B15 a table of words',
    'python3',
    'd.py',
    `${PY}STEPS = {"look": ["git", "status"], "out": ["git", "push", "origin", "HEAD"]}\nsubprocess.run(STEPS["out"])\n`,
  ],
  [
    'B16 a loop over lists of words',
    'node',
    'e.js',
    `${NODE}for (const words of [['status'], ['push', 'origin', 'HEAD']]) execFileSync('git', words);\n`,
  ],
  [
    'B17 a list that is made word by word',
    'python3',
    'f.py',
    `${PY}cmd = ["git"]\ncmd = cmd + ["push"]\ncmd = [*cmd, "origin", "HEAD"]\nsubprocess.run(cmd)\n`,
  ],
  ['B18 a module that is loaded', 'node', 'g.js', "require('./run')('push');\n"],
];

const idOf = ([id]: readonly [id: string, ...rest: unknown[]]) => id.split(' ')[0]!;

test.each([
  ['writes-beyond', 'WB', ROWS.map(idOf)],
  ['pushes-beyond', 'PB', PUSHES.map(idOf)],
])('33.4 each row of %s has an id of its own and a kind that is played here', (name, letters, played) => {
  const list = readFileSync(new URL(`../../shell-effects/fixtures/${name}.txt`, import.meta.url), 'utf8');
  const heads = list.split(/^%%\n/m).map((row) => row.slice(0, row.indexOf('\n')).split(' '));
  expect(heads.map(([id]) => id)).toEqual(heads.map((_, at) => `${letters}${at + 1}`));
  expect([...new Set(heads.map(([, kind]) => kind!))].filter((kind) => !played.includes(kind))).toEqual([]);
});

test('Scope 4 D99 what no reading follows is told after the call', ({ annotate }) => {
  const repo = project(QUICK);
  repo.write(GATE, 'signed\n');
  repo.write('scripts/set.py', SET);
  repo.write('scripts/put.py', PUT);
  repo.write('README.md', 'read me\n');
  const it = start(repo);
  for (const [id, program, command] of ROWS) {
    if (!has(program, '--version')) {
      void annotate(`${id}: ${program} is not on this machine`);
      continue;
    }
    const call = it.bash(command);
    // Told or refused: whoever reads further makes it no worse.
    expect.soft(call.refused ?? call.told.join('\n'), id).toMatch(/PROTECTED_(?:CHANGED|WRITE)/);
    repo.write(GATE, `signed ${id}\n`);
    it.bash('true');
  }
});

test("Scope 4 D100 a push that no reading follows meets git's hook", ({ annotate }) => {
  const repo = project(QUICK);
  expect(cli(repo, ['install']).status).toBe(0);
  repo.write(...QUICK.fixed);
  repo.write('run.js', `${NODE}module.exports = (verb) => execFileSync('git', [verb, 'origin', 'HEAD']);\n`);
  for (const [, , file, text] of PUSHES) repo.write(file, text);
  repo.commit('untested');
  const it = start(repo);
  const published = () => repo.git('ls-remote', 'origin', 'HEAD', 'refs/heads/*');
  const before = published();
  for (const [id, program, file] of PUSHES) {
    if (!has(program, '--version')) {
      void annotate(`${id}: ${program} is not on this machine`);
      continue;
    }
    const call = it.bash(`${program} ${file}`);
    expect.soft(`${call.refused ?? ''}${call.output ?? ''}`, id).toMatch(/PUSH_\w+/);
  }
  expect(published()).toBe(before);
});
