import { expect, test } from 'vitest';
import { effectsOf, type ShellContext } from '../index.js';

/** A file of the project is read by what it shows: what is put together has to be put together here, too. */
const effectsIn = (name: string, code: string) => {
  const context: ShellContext = {
    cwd: '/r',
    home: '/home/dev',
    env: { HOME: '/home/dev', PATH: '/usr/bin:/bin' },
    readFile: (path) => (path === `/r/${name}` ? code : undefined),
    listDirectory: () => [],
  };
  const program = { py: 'python3', mjs: 'node', cjs: 'node', rb: 'ruby' }[name.replace(/^.*\./, '')];
  return effectsOf(`${program} ${name}`, context).effects;
};
const pushes = (name: string, code: string) =>
  effectsIn(name, code).filter((one) => one.kind === 'push' || one.kind === 'publish');

const words = (made: string, front = '') => `import os, shlex, subprocess\n${front}\nsubprocess.run(${made})\n`;
const node = (made: string, front = '') =>
  `import { execFileSync, execSync } from 'node:child_process';\n${front}\nexecFileSync(${made});\n`;

const FUNCTION = 'def cmd(verb, *rest):\n    return ["git", verb, *rest]\n';
const CLASS =
  'class Repo:\n    def __init__(self, root):\n        self.root = root\n    def git(self, *words):\n        return subprocess.call(["git", *words], cwd=self.root)\n';
const TABLE = 'STEPS = {"look": ["git", "status"], "publish": ["git", "push", "origin", "HEAD"]}';

test.each([
  ['a line that is taken apart', 'a.py', words("shlex.split('git push origin HEAD')")],
  ['a line with quotes', 'a.py', words(`shlex.split("git 'push' origin")`)],
  ['a starter with another name', 'a.py', 'import subprocess\ngo = subprocess.run\ngo(["git", "push"])\n'],
  ['a list by its place', 'a.py', words('["git", VERBS[1]]', "VERBS = ['log', 'push']")],
  ['what is usual where nothing is set', 'a.py', words('[os.environ.get("GIT_PROGRAM", "git"), "push"]')],
  ['a comprehension over words', 'a.py', words("[str(w) for w in ('git', 'push')]")],
  ['other letters', 'a.py', words("['git', 'PUSH'.lower()]")],
  ['blanks', 'a.py', words("['git', ' push\\t'.strip()]".replace('\\t', ' '))],
  [
    'a wrapper and a text in two parts',
    'a.py',
    `import subprocess\ndef git(*a):\n    subprocess.run(["git", *a])\ngit("pu" + "sh")\n`,
  ],
  ['JavaScript: what is usual', 'a.mjs', node("process.env.GIT_PROGRAM ?? 'git', ['push']")],
  ['JavaScript: what is usual, in brackets', 'a.mjs', node("'git', [(process.env.VERB || 'push'), 'origin']")],
  ['JavaScript: a list that is spread', 'a.mjs', node("'git', [...WORDS]", "const WORDS = ['push', 'origin'];")],
  ['JavaScript: lists that are joined', 'a.mjs', node("'git', ['push'].concat(['origin'])")],
  ['Ruby: words of a line', 'a.rb', "require 'shellwords'\nsystem(*Shellwords.split('git push origin HEAD'))\n"],
])('D100 a push that code puts together is seen in a file: %s', (_name, file, code) => {
  expect(pushes(file, code)).not.toEqual([]);
});

test.each([
  ['other words of the function', 'a.py', words('cmd("log", "-1", "--grep", "push")', FUNCTION)],
  ['another entry', 'a.py', words('STEPS["look"]', TABLE)],
  ['another place', 'a.py', words('["git", VERBS[0]]', "VERBS = ['log', 'push']")],
  [
    'a table that is only shown',
    'a.py',
    `import subprocess\n${TABLE}\nprint(STEPS["publish"])\nsubprocess.run(["git", "log"])\n`,
  ],
  [
    'a line that is only read',
    'a.py',
    "import shlex, subprocess\nprint(shlex.split('git push origin'))\nsubprocess.run(['git', 'status'])\n",
  ],
  [
    'words that are only compared',
    'a.py',
    `import subprocess\n${FUNCTION}assert cmd("push") == ["git", "push"]\nsubprocess.run(cmd("status"))\n`,
  ],
  ['a method with other words', 'a.py', `import subprocess\n${CLASS}Repo(".").git("stash", "push")\n`],
  [
    'JavaScript: another entry',
    'a.mjs',
    node("'git', STEPS.look", "const STEPS = { look: ['log'], publish: ['push', 'origin'] };"),
  ],
])('D100 what it does not start is none: %s', (_name, file, code) => {
  expect(pushes(file, code)).toEqual([]);
});

const FOLDER = 'def place(name):\n    return ".claude/" + name\n';
const HOLDER =
  'class Store:\n    def __init__(self, path, mode="w"):\n        self.path = path\n    def load(self):\n        return open(self.path).read()\n    def save(self, text):\n        with open(self.path, "w") as out:\n            out.write(text)\n';
const OBJECT =
  "import { readFileSync, writeFileSync } from 'node:fs';\nclass Store {\n  constructor(path) {\n    this.path = path;\n  }\n  load() {\n    return readFileSync(this.path, 'utf8');\n  }\n  save(text) {\n    writeFileSync(this.path, text);\n  }\n}\n";

const writes = (name: string, code: string) =>
  effectsIn(name, code).flatMap((one) => (one.kind === 'write' ? [one.path] : []));

test.each([
  [
    'JavaScript: a function taken out of a module with a name',
    'a.mjs',
    "import fs, { writeFileSync } from 'node:fs';\nimport path, { join } from 'node:path';\nwriteFileSync(join('.claude', 'settings.json'), 'x');\n",
  ],
  [
    'JavaScript: one taken out later',
    'a.cjs',
    "const fs = require('fs');\nconst { writeFileSync } = fs;\nconst p = require('path');\nconst { join, dirname } = p;\nwriteFileSync(join('.claude', 'settings.json'), 'x');\n",
  ],
])('D99 a file whose path code puts together is seen to be written: %s', (_name, file, code) => {
  expect(writes(file, code)).toContain('/r/.claude/settings.json');
});

test.each([
  ['an object that only reads', 'a.py', `${HOLDER}print(Store(".claude/settings.json").load())\n`],
  ['another file', 'a.py', `${FOLDER}${HOLDER}print(place("settings.json"))\nStore("out.json").save("x")\n`],
  [
    'JavaScript: an object that only reads',
    'a.mjs',
    `${OBJECT}console.log(new Store('.claude/settings.json').load());\n`,
  ],
])('D99 a file that code only reads is not: %s', (_name, file, code) => {
  expect(writes(file, code)).not.toContain('/r/.claude/settings.json');
});
