import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { has, project, QUICK, start } from './kit.js';

/*
 * Where reading ends: words that a script takes apart with a library, and lists that code makes of lists, are not followed. Each
 * row has an id, by which the threat model names it, and is held by what is compared after the call.
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
];

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
    // A view that is gone claims nothing, and the journal has what it said.
    if (call.refused === null && !existsSync(repo.path(GATE))) expect.soft(id).toMatch(/^B6 /);
    // Told or refused: whoever reads further makes it no worse.
    else expect.soft(call.refused ?? call.told.join('\n'), id).toMatch(/PROTECTED_(?:CHANGED|WRITE)/);
    repo.write(GATE, `signed ${id}\n`);
    it.bash('true');
  }
});
