import { expect, test } from 'vitest';
import { CONFIG, effectsIn, publishing } from '../../test/kit.js';

const ARGUMENTS = `import argparse
import subprocess
p = argparse.ArgumentParser()
p.add_argument('--dry-run', action='store_true', help='only show')
p.add_argument('--level', default='patch')
a = p.parse_args()
`;
const PUSH = "subprocess.run(['git', 'push', '--follow-tags'], check=True)";
const RUN = `def run(cmd, dry):
    if dry:
        print(f"would run {' '.join(cmd)}")
        return
    subprocess.run(cmd, check=True)


`;
const CLASS = `class Release:
    def __init__(self, dry_run):
        self.dry_run = dry_run

    def push(self):
        if not self.dry_run:
            ${PUSH}

`;
const LOOK = `import subprocess, sys
dry = '--dry-run' in sys.argv
`;

test.each([
  ['a branch that leaves', `${ARGUMENTS}if a.dry_run:\n    print('would push')\n    raise SystemExit\n${PUSH}\n`],
  ['the other branch', `${ARGUMENTS}if a.dry_run:\n    print('would push')\nelse:\n    ${PUSH}\n`],
  ['its opposite', `${ARGUMENTS}if not a.dry_run:\n    ${PUSH}\n`],
  ['one line', `${LOOK}if dry: sys.exit(0)\n${PUSH}\n`],
  [
    'handed to a function',
    `${ARGUMENTS}${RUN}run(['git', 'push'], a.dry_run)\nrun(['git', 'tag', 'v1'], dry=a.dry_run)\n`,
  ],
  ['handed on', `${ARGUMENTS}${RUN}def main(dry):\n    run(['git', 'push'], dry)\n\n\nmain(a.dry_run)\n`],
  ['a member', `${ARGUMENTS}${CLASS}Release(a.dry_run).push()\n`],
])('D100 C72 a script that is asked for a dry run pushes nothing: %s', (_way, script) => {
  const files = { 'release.py': script };
  expect(publishing(effectsIn('python3 release.py --dry-run', files))).toEqual([]);
  expect(publishing(effectsIn('python3 release.py', files))).not.toEqual([]);
});

test.each([
  ['the flag is not looked at', `${ARGUMENTS}${PUSH}\n`],
  ['its branch goes on', `${ARGUMENTS}if a.dry_run:\n    print('would push')\n${PUSH}\n`],
  ['the branches are the other way round', `${ARGUMENTS}if a.dry_run:\n    ${PUSH}\n`],
  ['it is filled anew', `${ARGUMENTS}a.dry_run = False\nif not a.dry_run:\n    ${PUSH}\n`],
  ['a name is filled anew', `${LOOK}dry = False\nif not dry:\n    ${PUSH}\n`],
  ['it is undone', `${ARGUMENTS}p.set_defaults(dry_run=False)\nif not a.dry_run:\n    ${PUSH}\n`],
  ['it takes a value', `${ARGUMENTS.replace("action='store_true'", 'type=int')}if not a.dry_run:\n    ${PUSH}\n`],
  ['other words are read', `${ARGUMENTS.replace('parse_args()', 'parse_args([])')}if not a.dry_run:\n    ${PUSH}\n`],
  ['a call leaves it out', `${ARGUMENTS}${RUN.replace('dry)', 'dry=False)')}run(['git', 'push'])\n`],
  ['a call gives another', `${ARGUMENTS}${RUN}run(['git', 'push'], False)\n`],
  ['the function does both', `${ARGUMENTS}${RUN.replace('        return\n', '')}run(['git', 'push'], a.dry_run)\n`],
  ['a part of the words starts', `${ARGUMENTS}${RUN}import os\nrun(os.system('git push'), a.dry_run)\n`],
  ['another holds it too', `${ARGUMENTS}class C:\n    dry_run = False\nif C.dry_run:\n    exit()\n${PUSH}\n`],
  ['another module holds it too', `${ARGUMENTS}import house\nif house.dry_run:\n    exit()\n${PUSH}\n`],
  [
    'it is made up',
    `${ARGUMENTS}class C:\n    @property\n    def dry_run(self):\n        return 0\nif C().dry_run:\n    exit()\n${PUSH}\n`,
  ],
  ['the arguments are others', `${ARGUMENTS}import house\na = house\nif a.dry_run:\n    exit()\n${PUSH}\n`],
  ['the arguments are a part', `${ARGUMENTS}a = a.level\nif a.dry_run:\n    exit()\n${PUSH}\n`],
  ['leaving is no leaving', `${ARGUMENTS}exit = print\nif a.dry_run:\n    exit()\n${PUSH}\n`],
  ['leaving is another one', `${ARGUMENTS}from quiet import exit\nif a.dry_run:\n    exit()\n${PUSH}\n`],
  ['there is no such option', `import subprocess\n${PUSH}\n`],
])('D100 asking for a dry run changes nothing where %s', (_way, script) => {
  expect(publishing(effectsIn('python3 release.py --dry-run', { 'release.py': script }))).not.toEqual([]);
});

const NODE = "import { execSync } from 'node:child_process';\nconst dry = process.argv.includes('--dry-run');\n";
const ARGS = NODE.replace('process.argv.inc', 'args.inc').replace(
  'const dry',
  'const args = process.argv.slice(2);\nconst dry',
);
const PARSED =
  "import { parseArgs } from 'node:util';\nconst { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' } } });\n";
const SHIPS = "execSync('git push origin HEAD', { stdio: 'inherit' });";
const OWN = `const run = (cmd) => {
  if (dry) {
    console.log(\`would run \${cmd}\`);
    return;
  }
  execSync(cmd, { stdio: 'inherit' });
};
`;

test.each([
  [
    'a branch that leaves',
    `${NODE}if (dry) {\n  console.log('would run git push');\n  process.exit(0);\n}\n${SHIPS}\n`,
  ],
  ['the other branch', `${NODE}if (dry) console.log('would push');\nelse ${SHIPS}\n`],
  ['its opposite', `${ARGS}if (!dry) {\n  ${SHIPS}\n}\n`],
  ['an operand', `${NODE}!dry && ${SHIPS}\n`],
  ['a choice', `${NODE}dry ? console.log('would push') : ${SHIPS}\n`],
  ['a function of its own', `${ARGS}${OWN}run('npm version patch');\nrun('git push --follow-tags');\n`],
  ['a look in the condition', `${NODE}if (process.argv.includes('--dry-run')) process.exit(0);\n${SHIPS}\n`],
  ['parsed arguments', `${NODE.split('\n')[0]}\n${PARSED}if (!values['dry-run']) {\n  ${SHIPS}\n}\n`],
  ['inside of main', `${NODE}async function main() {\n  if (dry) return;\n  ${SHIPS}\n}\nawait main();\n`],
  [
    'a chain',
    `${NODE}if (dry) {\n  console.log('}');\n} else if (process.env.CI) {\n  ${SHIPS}\n} else {\n  ${SHIPS}\n}\n`,
  ],
])('D100 C72 a script of Node that is asked for a dry run pushes nothing: %s', (_way, script) => {
  const files = { 'release.mjs': script };
  expect(publishing(effectsIn('node release.mjs --dry-run', files))).toEqual([]);
  expect(publishing(effectsIn('node release.mjs', files))).not.toEqual([]);
});

test.each([
  ['the flag is not looked at', `${NODE}${SHIPS}\n`],
  ['its branch goes on', `${NODE}if (dry) console.log('would push');\n${SHIPS}\n`],
  ['the branches are the other way round', `${NODE}if (dry) {\n  ${SHIPS}\n}\n`],
  ['the name can be filled anew', `${NODE.replace('const dry', 'let dry')}dry = false;\nif (!dry) {\n  ${SHIPS}\n}\n`],
  ['the name is another there', `${NODE}function up(dry) {\n  if (!dry) ${SHIPS}\n}\nup(false);\n`],
  ['the name is another in a part', `${NODE}for (const { dry } of [{}]) if (!dry) ${SHIPS}\n`],
  ['the arguments are others', `${ARGS}args.length = 0;\nif (!args.includes('--dry-run')) ${SHIPS}\n`],
  ['the arguments are taken away', `process.argv.pop();\n${NODE}if (!dry) ${SHIPS}\n`],
  ['another flag is asked', `${NODE.replace('--dry-run', '--dry')}if (!dry) ${SHIPS}\n`],
  ['more than the flag is asked', `${NODE}if (dry && process.env.X) process.exit(0);\n${SHIPS}\n`],
  ['the function does both', `${ARGS}${OWN.replace('    return;\n', '')}run('git push');\n`],
  ['the function hides a start', `${ARGS}${OWN.replace('cmd}', 'execSync(cmd)}')}run('git push');\n`],
  ['what leaves is called before', `${NODE}up();\nif (dry) process.exit(0);\nfunction up() {\n  ${SHIPS}\n}\n`],
  [
    'a pattern hides where texts begin',
    `${NODE}const a = /"/; const s = "; if (dry) { process.exit() } "; ${SHIPS} const b = /"/;\n`,
  ],
  ['a division hides where texts begin', `${NODE}const a = dry / 2; "/"; if (!dry / 2) {} ${SHIPS} "/";\n`],
  ['a text holds the branch', `${NODE}const a = 'if (dry) {'; ${SHIPS} const b = '}';\n`],
  [
    'parsed arguments are given',
    `${NODE.split('\n')[0]}\n${PARSED.replace('options', 'args: [], options')}if (!values['dry-run']) {\n  ${SHIPS}\n}\n`,
  ],
])('D100 asking a script of Node for a dry run changes nothing where %s', (_way, script) => {
  expect(publishing(effectsIn('node release.mjs --dry-run', { 'release.mjs': script }))).not.toEqual([]);
});

const MERGE = 'curl -sS -X PUT http://localhost:4010/repos/acme/app/pulls/3/merge';

test.each([
  `${MERGE} -d '{}'`,
  'curl -X DELETE 127.0.0.1:3000/api/v1/repos/a/b/branches/x',
  'http PUT :8080/repos/acme/app/pulls/3/merge a=b',
  "node -e \"fetch('http://localhost:4010/repos/a/b/pulls/3/merge', { method: 'PUT' })\"",
])('D100 C72 a server on this machine is no forge: %s', (command) => {
  expect(publishing(effectsIn(command))).toEqual([]);
});

test.each([
  [`${MERGE} https://api.github.com/repos/acme/app/pulls/3/merge`, CONFIG],
  [`${MERGE} --connect-to localhost:4010:api.github.com:443`, CONFIG],
  [`${MERGE} -x proxy:3128`, CONFIG],
  [`${MERGE} -H 'Host: api.github.com'`, CONFIG],
  ['curl -X PUT http://localhost.example.com/repos/acme/app/pulls/3/merge', CONFIG],
  ['curl -X PUT http://localhost@api.github.com/repos/acme/app/pulls/3/merge', CONFIG],
  [MERGE, CONFIG.replace('../remote.git', 'http://localhost:4010/acme/app.git')],
])('D100 what may reach a forge is held: %s', (command, config) => {
  expect(publishing(effectsIn(command, { '.git/config': config }))).not.toEqual([]);
});

test('D99 C72 husky that git takes its hooks from already changes nothing by running again', () => {
  const disarming = (command: string, hooksPath: string) =>
    effectsIn(command, {
      'package.json': '{"scripts":{"prepare":"husky"}}',
      '.git/config': `${CONFIG}[core]\n\thooksPath = ${hooksPath}\n`,
    }).filter((one) => one.kind === 'disarm');
  expect(disarming('npm run prepare', '.husky/_')).toEqual([]);
  expect(disarming('npx husky install', '.husky')).toEqual([]);
  expect(disarming('npm run prepare', '.githooks')).not.toEqual([]);
  expect(disarming('npx husky other', '.husky/_')).not.toEqual([]);
});

test('C29 C72 a pattern that nothing fits writes nothing', () => {
  const files = { 'src/app.ts': '', 'src/deep/.env.ts': '', 'test/a.test.ts': '' };
  const writes = (command: string) => effectsIn(command, files).filter((one) => one.kind === 'write');
  expect(writes("npx prettier --write 'src/**/*.test.ts'")).toEqual([]);
  expect(writes("npx prettier --write 'src/**/*.{test,spec}.ts'")).toEqual([]);
  expect(writes("npx prettier --write 'src/**/*.{ts,tsx}'")).not.toEqual([]);
  expect(writes("npx prettier --write 'src/**/.env*'")).not.toEqual([]);
  expect(writes("npx prettier --write '{src,test}/**'")).not.toEqual([]);
});

test.each(['function a() {', 'const f = (a) => ', 'if (dry) {', 'const {', '(a, dry, ', 'dry ? ', '`${'])(
  'fuzzing: a script of Node with %j over and over is read in time',
  (piece) => {
    const files = { 'release.mjs': NODE + piece.repeat(30_000 / piece.length) };
    const started = process.cpuUsage();
    effectsIn('node release.mjs --dry-run', files);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1_000).toBeLessThan(1_500);
  },
);
