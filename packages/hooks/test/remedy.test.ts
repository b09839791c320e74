import { existsSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { type Agent, MOCHA_MODULES } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { anotherTest, cli, needs, project, QUICK, STACKS, start } from './kit.js';

type Repo = ReturnType<typeof project>;

/** Each way into a refusal, on content whose tests pass. */
const situations: [code: string, arrange: (repo: Repo, it: Agent) => void][] = [
  ['PUSH_UNTESTED', (repo) => repo.commit('change')],
  [
    'PUSH_STALE',
    (repo, it) => {
      it.bash(QUICK.test);
      repo.write(QUICK.fixed[0], `${QUICK.fixed[1]}\n`);
      repo.commit('change');
    },
  ],
  [
    'PUSH_UNKNOWN',
    (repo, it) => {
      repo.commit('change');
      it.bash(`${QUICK.test} >/dev/null 2>&1`);
    },
  ],
  [
    'PUSH_PARTIAL',
    (repo, it) => {
      const [file, text] = anotherTest('other');
      repo.write(file, text);
      repo.commit('change');
      it.bash(`${QUICK.test} ${file}`);
    },
  ],
];

describe.skipIf(!QUICK.available)('D40 every refusal names a command that really unblocks it', () => {
  test.each(situations)('%s', (code, arrange) => {
    const repo = project(QUICK);
    const it = start(repo);
    repo.write(...QUICK.fixed);
    arrange(repo, it);
    const refused = it.bash('git push origin HEAD').refused ?? '';
    expect(refused).toContain(code);
    const command = /Run `([^`]+)`/i.exec(refused)?.[1] ?? '';
    expect(it.bash(command)).toMatchObject({ refused: null, exit: 0 });
    expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
  });

  test("PUSH_PARTIAL where the project's own script leaves a file out", () => {
    const files = {
      'package.json': '{ "name": "cart", "type": "module", "scripts": { "test": "node --test test/*.spec.js" } }\n',
      'test/a.spec.js': "import test from 'node:test';\ntest('a', () => {});\n",
      'test/more/b.test.js': "import test from 'node:test';\ntest('b', () => {});\n",
      'test/help.js': 'export const port = 1;\n',
    };
    const repo = project({ ...QUICK, files });
    const it = start(repo);
    repo.write('total.js', 'export const total = 1;\n');
    repo.commit('change');
    expect(it.bash('npm test').exit).toBe(0);
    const refused = it.bash('git push origin HEAD').refused ?? '';
    expect(refused).toContain('not covered: test/more/b.test.js. Run `npm test -- test/more/b.test.js` in its own');
    expect(it.bash('npm test -- test/more/b.test.js').exit).toBe(0);
    expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
  });

  test.runIf(existsSync(path.join(MOCHA_MODULES, '.bin/mocha')))(
    "PUSH_PARTIAL where a call without words runs less than the project's own script",
    () => {
      const manifest = { name: 'cart', scripts: { test: 'mocha test/ acceptance/' }, devDependencies: { mocha: '12' } };
      const files = {
        'package.json': `${JSON.stringify(manifest)}\n`,
        '.gitignore': 'node_modules\n',
        'test/a.js': "it('a', () => {});\n",
        'acceptance/b.js': "it('b', () => {});\n",
        'total.js': '',
      };
      const repo = project({ ...QUICK, files });
      symlinkSync(MOCHA_MODULES, repo.path('node_modules'));
      const it = start(repo);
      repo.write('total.js', 'exports.total = 1;\n');
      repo.commit('change');
      expect(it.bash('npx mocha').exit).toBe(0);
      const refused = it.bash('git push origin HEAD').refused ?? '';
      expect(refused).toContain('not covered: acceptance/b.js');
      const command = /Run `([^`]+)`/i.exec(refused)?.[1] ?? '';
      expect(command).toContain('npm test');
      expect(it.bash(command)).toMatchObject({ refused: null, exit: 0 });
      expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
      // Where both lie in the one place that Mocha looks at, nothing is missing.
      repo.git('mv', 'acceptance/b.js', 'test/b.js');
      it.bash('rmdir acceptance');
      repo.commit('together');
      expect(it.bash('npx mocha').exit).toBe(0);
      expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
    },
  );

  test('PUSH_UNCOMMITTED', () => {
    const repo = project(QUICK);
    // As every guarded repository: what this program writes is ignored, and so stays where it is.
    expect(cli(repo, ['install']).status).toBe(0);
    repo.commit('guarded');
    repo.git('push', '-q', '--no-verify', 'origin', 'HEAD:main');
    const it = start(repo);
    repo.write(...QUICK.fixed);
    repo.write(`scratch${path.extname(QUICK.fixed[0])}`, '\n');
    it.bash(QUICK.test);
    repo.git('commit', '-qam', 'without the scratch file');
    expect(it.bash('git push origin HEAD').refused).toContain('PUSH_UNCOMMITTED');
    expect(it.bash('git stash -u -q').refused).toBeNull();
    expect(it.bash(QUICK.test).exit).toBe(0);
    expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
  });

  test('PUSH_DEFAULT_BRANCH', () => {
    const repo = project(QUICK);
    const it = start(repo);
    repo.git('checkout', '-q', 'main');
    repo.write(...QUICK.fixed);
    it.bash(QUICK.test);
    repo.commit('change');
    const refused = it.bash('git push').refused ?? '';
    const command = /`(git switch -c [^`]+)`/.exec(refused)?.[1] ?? '';
    expect(it.bash(command).exit).toBe(0);
    expect(it.bash('git push -q -u origin HEAD')).toMatchObject({ refused: null, exit: 0 });
  });

  test.for(STACKS)(
    'the command named for $name is one that the guard itself recognises as a whole run',
    (stack, context) => {
      needs(stack, context);
      const moved = Object.entries(stack.files).map(([name, text]) => [`part a/${name}`, text]);
      const repo = project({ ...stack, files: Object.fromEntries(moved) });
      const it = start(repo);
      repo.write(`part a/${stack.fixed[0]}`, stack.fixed[1]);
      repo.commit('change');
      const refused = it.bash('git push origin HEAD').refused ?? '';
      const command = /Run `([^`]+)`/.exec(refused)?.[1] ?? '';
      const explained = JSON.parse(cli(repo, ['explain', '--json', command]).stdout);
      expect(explained.decision).toBe('allow');
      expect(explained.testRuns).toMatchObject([
        { suite: `${stack.suite.split(':')[0]}:part a`, selection: { kind: 'whole' }, doubts: [] },
      ]);
    },
  );
});

test.each([
  ['npx flow set-phase green', 'flow next'],
  ['npx flow approve spec', 'flow next'],
  ['npx flow-hooks apply', 'npx flow-hooks status'],
])("D40 what is a person's names what shows the way: %s", (command, shows) => {
  expect(start(project(QUICK)).bash(command).refused).toContain(`\`${shows}\` shows what is missing.`);
});
