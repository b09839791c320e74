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
  ['a function that returns words', 'a.py', words('cmd("push", "origin")', FUNCTION)],
  ['one that gets a name', 'a.py', words('cmd("push", remote)', `${FUNCTION}remote = input()`)],
  ['one that gets lists', 'a.py', words('cmd(*["push", "origin"])', FUNCTION)],
  ['a starter with another name', 'a.py', 'import subprocess\ngo = subprocess.run\ngo(["git", "push"])\n'],
  ['a lambda that returns words', 'a.py', words('cmd("push")', 'cmd = lambda *w: ["git", *w]')],
  ['a function that returns a text', 'a.py', words('["git", verb()]', 'def verb():\n    return "push"\n')],
  ['a method', 'a.py', `import subprocess\n${CLASS}Repo(".").git("push", "origin")\n`],
  ['a method of a name', 'a.py', `import subprocess\n${CLASS}repo = Repo(".")\nrepo.git("push")\n`],
  [
    'lists that are joined and handed on',
    'a.py',
    words('[]', '').replace(
      'subprocess.run([])',
      'def go(words):\n    subprocess.run(words)\ngo(["git"] + ["push", "origin"])',
    ),
  ],
  ['a table of words', 'a.py', words('STEPS["publish"]', TABLE)],
  ['a table that is asked', 'a.py', words('STEPS.get("publish")', TABLE)],
  ['a table of texts', 'a.py', words('["git", VERBS["ship"]]', "VERBS = {'ship': 'push', 'look': 'log'}")],
  ['a list by its place', 'a.py', words('["git", VERBS[1]]', "VERBS = ['log', 'push']")],
  ['what is usual where nothing is set', 'a.py', words('[os.environ.get("GIT_PROGRAM", "git"), "push"]')],
  ['a comprehension over words', 'a.py', words("[str(w) for w in ('git', 'push')]")],
  ['a list that is made anew', 'a.py', words('cmd', "cmd = ['git']\ncmd = cmd + ['push']\ncmd = [*cmd, 'origin']")],
  ['other letters', 'a.py', words("['git', 'PUSH'.lower()]")],
  ['blanks', 'a.py', words("['git', ' push\\t'.strip()]".replace('\\t', ' '))],
  [
    'a wrapper and a text in two parts',
    'a.py',
    `import subprocess\ndef git(*a):\n    subprocess.run(["git", *a])\ngit("pu" + "sh")\n`,
  ],
  [
    'JavaScript: a function that returns words',
    'a.mjs',
    node("'git', cmd('push', 'origin')", 'const cmd = (verb, ...rest) => [verb, ...rest];'),
  ],
  [
    'JavaScript: a table',
    'a.mjs',
    node("'git', STEPS.publish", "const STEPS = { look: ['log'], publish: ['push', 'origin'] };"),
  ],
  ['JavaScript: what is usual', 'a.mjs', node("process.env.GIT_PROGRAM ?? 'git', ['push']")],
  ['JavaScript: what is usual, in brackets', 'a.mjs', node("'git', [(process.env.VERB || 'push'), 'origin']")],
  ['JavaScript: a list that is spread', 'a.mjs', node("'git', [...WORDS]", "const WORDS = ['push', 'origin'];")],
  ['JavaScript: lists that are joined', 'a.mjs', node("'git', ['push'].concat(['origin'])")],
  [
    'JavaScript: a method',
    'a.mjs',
    node(
      "'ls', []",
      "class Repo {\n  git(...words) {\n    return execFileSync('git', words);\n  }\n}\nnew Repo().git('push', 'origin');",
    ),
  ],
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
  ['a function that puts a path together', 'a.py', `${FOLDER}open(place("settings.json"), "w").write("x")\n`],
  [
    'one with a text that is filled',
    'a.py',
    `${FOLDER.replace('".claude/" + name', 'f".claude/{name}"')}open(place("settings.json"), "w").write("x")\n`,
  ],
  [
    'one that joins',
    'a.py',
    `import os\n${FOLDER.replace('".claude/" + name', 'os.path.join(".claude", name)')}open(place("settings.json"), "w").write("x")\n`,
  ],
  ['an object that keeps a path', 'a.py', `${HOLDER}Store(".claude/settings.json").save("x")\n`],
  ['an object with a name', 'a.py', `${HOLDER}store = Store(".claude/settings.json")\nstore.save("x")\n`],
  ['an object whose path is put together', 'a.py', `${FOLDER}${HOLDER}Store(place("settings.json")).save("x")\n`],
  [
    'JavaScript: a function',
    'a.mjs',
    "import { writeFileSync } from 'node:fs';\nconst place = (name) => `.claude/${name}`;\nwriteFileSync(place('settings.json'), 'x');\n",
  ],
  ['JavaScript: an object', 'a.mjs', `${OBJECT}new Store('.claude/settings.json').save('x');\n`],
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

test('D100 a function that puts a command together gives all of it', () => {
  const code = node("'ls', []", "const line = (verb) => 'git ' + verb;\nexecSync(line('push'));");
  expect(pushes('a.mjs', code)).not.toEqual([]);
});

test.each([
  [
    'a name that a module has, too',
    'a.py',
    'import subprocess\ndef run(words):\n    return ["ls"]\nsubprocess.run(["git", "push"])\n',
  ],
  [
    'a name that is imported later',
    'a.py',
    'def run(words):\n    return ["ls"]\nfrom subprocess import run\nrun(["git", "push"])\n',
  ],
  [
    'a name that is given again',
    'a.py',
    'import subprocess\ndef go(words):\n    return ["ls"]\ngo = subprocess.run\ngo(["git", "push"])\n',
  ],
  [
    'a second definition',
    'a.py',
    'import subprocess\ndef cmd():\n    return ["ls"]\ndef cmd():\n    return ["git", "push"]\nsubprocess.run(cmd())\nsubprocess.run(["git", "push"])\n',
  ],
  [
    'JavaScript: a name that a module has, too',
    'a.mjs',
    "import cp from 'node:child_process';\nconst execSync = (line) => 'ls';\ncp.execSync('git push');\n",
  ],
])('D100 what looks like a call of a function of the code hides nothing: %s', (_name, file, code) => {
  expect(pushes(file, code)).not.toEqual([]);
});

test.each([
  ['is replaced', "C = {'a': ['ls']}\nC = {'a': ['git', 'status']}"],
  ['is changed', "C = {'a': ['ls']}\nC.update({'a': ['git', 'status']})"],
  ['has an entry set', "C = {'a': ['ls']}\nC['a'] = ['git', 'status']"],
  ['is handed on', "C = {'a': ['ls']}\nfill(C, 1)"],
])('a table that %s is not read', (_what, front) => {
  const effects = effectsIn('a.py', words("C['a']", front));
  expect(effects.filter((one) => one.kind === 'run' && one.program === 'ls')).toEqual([]);
});
