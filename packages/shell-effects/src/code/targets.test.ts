import { expect, test } from 'vitest';
import { effectsOf, type ShellContext } from '../index.js';

const MAKE = `"use strict";
require("shelljs/make");
const { exec } = require("shelljs");

const MOCHA = "node_modules/mocha/bin/_mocha";

function execSilent(command) {
	return exec(command, { silent: true });
}

async function release(tag) {
	exec("git push origin HEAD --tags");
	echo(tag);
}

const publish = ([tag]) => {
	release(tag);
};

target.mocha = () => {
	exec(MOCHA);
};

target.test = function () {
	target.mocha();
};

target.all = () => target.test();

target.release = ([tag]) => publish([tag]);
target.both = () => {
	target.mocha();
	target.release(["next"]);
};
`;

const pushes = (line: string, code = MAKE) => {
  const context: ShellContext = {
    cwd: '/r',
    home: '/home/dev',
    env: { HOME: '/home/dev', PATH: '/usr/bin:/bin' },
    readFile: (path) => (path === '/r/Makefile.js' ? code : undefined),
    listDirectory: () => [],
  };
  return effectsOf(line, context).effects.some(({ kind }) => kind === 'push');
};

test.each(['test', 'mocha', '', 'test mocha', 'test -- release'])('targets that publish nothing: %j', (words) => {
  expect(pushes(`node Makefile.js ${words}`)).toBe(false);
});

test.each(['release', 'both', 'test release', 'release -- next'])('targets that publish: %j', (words) => {
  expect(pushes(`node Makefile.js ${words}`)).toBe(true);
});

test.each<[string, string]>([
  ['a name that is put together', MAKE.replace('target.mocha();', 'target[["re", "lease"].join("")]();')],
  ['another name for all', MAKE.replace('target.mocha();', 'const all = target; all.release([]);')],
  ['what stands at the top', `${MAKE}\nrelease("now");\n`],
  ['a function over another one', MAKE.replace('exec(MOCHA);', 'publish(["now"]);')],
  ['code that is made', MAKE.replace('exec(MOCHA);', 'eval("rel" + "ease()");')],
  ['parts whose end is not at the start of a line', MAKE.replace('\n};\n\ntarget.test', '\n\t};\n\ntarget.test')],
  ['no script of targets', MAKE.replace('shelljs/make', 'shelljs/global')],
])('are not told apart by %s', (_what, code) => {
  expect(pushes('node Makefile.js test', code)).toBe(true);
});
