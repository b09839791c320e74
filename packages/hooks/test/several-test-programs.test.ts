import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cli, repository, start, workspaceRoot } from './kit.js';

/** A package whose test script runs the greater part of its tests with a program that nobody here reads. */
function project() {
  const repo = repository({
    files: {
      'package.json': JSON.stringify({
        scripts: { test: 'npm run unit && vitest run', unit: 'borp "test/*.js"' },
        devDependencies: { vitest: '5', borp: '1' },
      }),
      '.gitignore': 'node_modules\n',
      'total.js': 'export const total = (a, b) => a + b;\n',
      'total.test.js':
        "import { expect, test } from 'vitest';\nimport { total } from './total.js';\ntest('adds', () => expect(total(1, 2)).toBe(3));\n",
      'test/page.js': 'right\n',
    },
  });
  mkdirSync(repo.path('node_modules/.bin'), { recursive: true });
  symlinkSync(path.join(workspaceRoot, 'node_modules/vitest'), repo.path('node_modules/vitest'));
  const programs = { vitest: 'exec node node_modules/vitest/vitest.mjs "$@"', borp: 'grep -q right test/page.js' };
  for (const [name, code] of Object.entries(programs))
    writeFileSync(repo.path('node_modules/.bin', name), `#!/bin/sh\n${code}\n`, { mode: 0o755 });
  return repo;
}

test('D29 a runner that is a part of the test script stands for no more than that part; the script counts as a whole', () => {
  const repo = project();
  expect(cli(repo, ['install']).status).toBe(0);
  const it = start(repo);
  const push = () => it.bash('git push -q origin HEAD');
  repo.write('test/page.js', 'wrong\n');
  repo.commit('wrong');
  expect(push().refused).toContain('Run `npm test`');
  expect(it.bash('npx vitest run').exit).toBe(0);
  const { refused } = push();
  expect(refused).toContain('it leaves out tests that borp runs');
  expect(refused).toContain('`npm test`');
  expect(it.bash('npx vitest run total.test.js').exit).toBe(0);
  expect(push().refused).toContain('`npm test`');
  expect(it.bash('npm test').exit).not.toBe(0);
  expect(push().refused).not.toBeNull();
  repo.write('test/page.js', 'right again\n');
  repo.commit('right');
  expect(it.bash('npm test').exit).toBe(0);
  expect(push()).toMatchObject({ refused: null, exit: 0 });
});

/** A package whose test script is a program of its own, with targets, of which one publishes. */
function opaque() {
  const repo = repository({
    files: {
      'package.json': JSON.stringify({
        scripts: { test: 'node Makefile.js test', release: 'node Makefile.js release' },
        devDependencies: { mocha: '1', shelljs: '1' },
      }),
      '.gitignore': 'node_modules\n',
      'Makefile.js': `require('shelljs/make');
const { execSync } = require('node:child_process');
const { readFileSync } = require('node:fs');

function check(file) {
  console.log('running unit tests of', file);
  process.exitCode = readFileSync(file, 'utf8').includes('right') ? 0 : 1;
}

target.test = () => {
  check('page.js');
};

target.release = () => {
  execSync('git push origin HEAD --tags');
};
`,
      'page.js': 'right\n',
      'test/page.test.js': "it('shows', () => {});\n",
    },
  });
  repo.write('node_modules/shelljs/make.js', 'global.target = {};\nsetImmediate(() => target[process.argv[2]]());\n');
  return repo;
}

test('D29 a test script that is a program of the project counts by its exit code, for the runner that its packages name', () => {
  const repo = opaque();
  expect(cli(repo, ['install']).stdout).not.toContain('To require it instead');
  expect(cli(repo, ['status']).stdout).toMatch(/mocha:\.: missing.*\n\s+run\s+npm test/);
  const it = start(repo);
  const push = () => it.bash('git push -q origin HEAD');
  repo.write('page.js', 'wrong\n');
  repo.commit('wrong');
  expect(push().refused).toContain('Run `npm test`');
  expect(it.bash('npm run release').refused).not.toBeNull();
  expect(it.bash('npm test')).toMatchObject({ refused: null, exit: 1 });
  expect(push().refused).toContain('PUSH_RED');
  repo.write('page.js', 'right again\n');
  repo.commit('right');
  expect(it.bash('npm test | cat').exit).toBe(0);
  expect(push().refused).toContain('`npm test`');
  expect(it.bash('npm test').exit).toBe(0);
  expect(push()).toMatchObject({ refused: null, exit: 0 });
});
