import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { repository, STACKS, start } from './kit.js';

const NODE = {
  'package.json': '{ "name": "cart", "scripts": { "test": "node --test" } }\n',
  'total.js': 'exports.total = (a, b) => a + b;\n',
  'total.test.js':
    "const { total } = require('./total.js');\nrequire('node:test')('adds', () => require('node:assert').equal(total(1, 2), 3));\n",
};
const PYTEST = STACKS.find(({ name }) => name === 'pytest')!;
const RATE = 'exports.rate = 1;\n';
/** Every outcome depends on a file that nobody commits. */
const NEEDS = "const { rate } = require('./rate.js');\nexports.total = (a, b) => (a + b) * rate;\n";

/** A work tree that is green by an untracked file, which only this clone hides from git. */
function greenByHidden(hide: (repo: TempRepo) => void): { repo: TempRepo; it: ReturnType<typeof start> } {
  const repo = repository({ files: NODE });
  repo.write('rate.js', RATE);
  repo.write('total.js', NEEDS);
  hide(repo);
  return { repo, it: start(repo) };
}

/** Where it does not, names that differ in case alone cannot be two files. */
const TELLS_CASE_APART = process.platform === 'linux';

const push = (it: ReturnType<typeof start>) => it.bash('git push -q origin HEAD').refused;

describe('what git is told in this clone alone', () => {
  test('E8: an untracked file that .git/info/exclude hides decides the outcome: no proof, and each remedy leads on', () => {
    const { repo, it } = greenByHidden((one) => one.write('.git/info/exclude', 'rate.js\n'));
    expect(it.bash('node --test').told.join('\n')).toMatch(
      /`node --test` cannot count as a result: .*info\/exclude.*\(`rate\.js`\).*`git add -f rate\.js`.*`echo rate\.js >> \.gitignore`/,
    );
    repo.commit('what git shows');
    expect(push(it)).toMatch(/PUSH_UNKNOWN: .*this clone alone hides.*`git status --short --ignored`.*`git add -f`/);
    expect(it.bash('git add -f rate.js && git commit -qm rate').exit).toBe(0);
    expect(it.bash('node --test')).toMatchObject({ exit: 0, told: [] });
    expect(push(it)).toBeNull();
  });

  test('E8: one that is none of the tests goes into .gitignore, where everybody sees it', () => {
    const repo = repository({ files: NODE });
    repo.write('.git/info/exclude', 'scratch.js\n');
    repo.write('scratch.js', '1;\n');
    repo.write('total.js', 'exports.total = (a, b) => b + a;\n');
    const it = start(repo);
    it.bash('echo scratch.js >> .gitignore');
    expect(it.bash('node --test')).toMatchObject({ exit: 0, told: [] });
    repo.commit('all');
    expect(push(it)).toBeNull();
  });

  test.each<[string, (repo: TempRepo) => void]>([
    ["the user's own file", (repo) => repo.write(path.join(repo.home, '.config/git/ignore'), '*ate.js\n')],
    [
      'core.excludesFile',
      (repo) => {
        repo.write('../mine', 'rate.js\n');
        repo.git('config', 'core.excludesFile', '../mine');
      },
    ],
    [
      'a file of settings that is included',
      (repo) => {
        repo.write('../mine', 'rate.js\n');
        repo.write('../more', `[core]\n\texcludesFile = ${path.join(repo.area, 'mine')}\n`);
        repo.git('config', 'include.path', path.join(repo.area, 'more'));
      },
    ],
  ])('E8: the same by %s', (_name, hide) => {
    const { repo, it } = greenByHidden(hide);
    expect(it.bash('node --test').told.join('\n')).toContain('git add -f rate.js');
    repo.commit('what git shows');
    expect(push(it)).toContain('PUSH_UNKNOWN');
  });

  test.runIf(PYTEST.available)('E8: the same for pytest, by a folder', () => {
    const repo = repository({ files: PYTEST.files });
    repo.write('.git/info/exclude', '/rates/\n');
    repo.write('rates/__init__.py', 'rate = 1\n');
    repo.write('total.py', 'from rates import rate\n\n\ndef total(a, b):\n    return (a + b) * rate\n');
    const it = start(repo);
    expect(it.bash(PYTEST.test).told.join('\n')).toContain('git add -f rates/__init__.py');
    repo.commit('what git shows');
    expect(push(it)).toContain('PUSH_UNKNOWN');
  });

  test('E8: what no test can depend on, folders of tools, and other checkouts are hidden as anybody likes', () => {
    const repo = repository({ files: NODE });
    repo.write('.git/info/exclude', '*.log\nnotes.txt\n/node_modules/\n.history/\nother\n.DS_Store\n');
    repo.write('notes.txt', 'later\n');
    repo.write('.history/total.js', '1;\n');
    mkdirSync(repo.path('node_modules/one'), { recursive: true });
    repo.write('node_modules/one/index.js', '1;\n');
    symlinkSync('one', repo.path('node_modules/two'));
    repo.git('worktree', 'add', '-q', 'other', 'main');
    repo.write('total.js', 'exports.total = (a, b) => b + a;\n');
    const it = start(repo);
    expect(it.bash('node --test')).toMatchObject({ exit: 0, told: [] });
    repo.git('commit', '-qam', 'work');
    expect(push(it)).toBeNull();
  });

  test.runIf(TELLS_CASE_APART)(
    'E8: core.ignoreCase where the file system tells names apart: the file that git takes for another one is seen',
    () => {
      const repo = repository({ files: { ...NODE, 'Rate.js': 'exports.rate = 9;\n' } });
      repo.git('config', 'core.ignoreCase', 'true');
      repo.write('rate.js', RATE);
      repo.write('total.js', NEEDS);
      const it = start(repo);
      expect(it.bash('node --test').told.join('\n')).toContain('git config core.ignoreCase false');
      it.bash('git add -A; git commit -qm work');
      expect(push(it)).toMatch(/PUSH_(?:UNCOMMITTED|STALE)/);
      expect(it.bash('git config core.ignoreCase false; git add -A; git commit -qm both')).toMatchObject({ exit: 0 });
      expect(push(it)).toBeNull();
    },
  );

  test.runIf(TELLS_CASE_APART).each(['true', 'false'])(
    'E8: with core.ignoreCase %s a file renamed by case alone passes as git mv records it',
    (set) => {
      const repo = repository({ files: { ...NODE, 'Rate.js': RATE, 'total.js': NEEDS.replace('rate.js', 'Rate.js') } });
      repo.git('config', 'core.ignoreCase', set);
      const it = start(repo);
      it.bash('git mv Rate.js rate.js && sed -i s/Rate/rate/ total.js');
      expect(it.bash('node --test')).toMatchObject({ exit: 0, told: [] });
      it.bash('git commit -qam renamed');
      expect(push(it)).toBeNull();
    },
  );

  test('E8: info/grafts moves no base: what it calls published is not', () => {
    const repo = repository({ files: NODE });
    repo.write('total.js', 'exports.total = (a, b) => a - b;\n');
    const head = repo.commit('red');
    repo.write('.git/info/grafts', `${head}\n${repo.git('rev-parse', 'origin/main')} ${head}\n`);
    expect(repo.git('merge-base', 'origin/main', 'HEAD')).toBe(head);
    expect(push(start(repo))).toContain('PUSH_UNTESTED');
  });

  /** Git has the broken file, and a filter of this clone shows the tests another one. */
  function filtered(attributes: string): { repo: TempRepo; it: ReturnType<typeof start> } {
    const repo = repository({ files: NODE });
    repo.write('total.js', 'exports.total = (a, b) => a - b;\n');
    repo.commit('red');
    repo.git('config', 'filter.turn.clean', 'sed s/+/-/');
    repo.git('config', 'filter.turn.smudge', 'sed s/-/+/');
    repo.write(attributes, 'total.js filter=turn\n');
    repo.write('total.js', 'exports.total = (a, b) => a + b;\n');
    expect(repo.git('status', '--porcelain', 'total.js')).toBe('');
    return { repo, it: start(repo) };
  }

  test.each([
    ['.git/info/attributes', "sed -i '/total.js/d' .git/info/attributes"],
    ['.gitattributes', "echo 'total.js !filter' >> .gitattributes"],
  ])(
    'E8: a filter of this clone alone stores other bytes than the tests read: no proof, and each remedy leads on (%s)',
    (attributes, remedy) => {
      const { repo, it } = filtered(attributes);
      const run = it.bash('node --test');
      expect(run.exit).toBe(0);
      expect(run.told.join('\n')).toMatch(
        /git stores other bytes of total\.js than lie here.*git add --renormalize total\.js/,
      );
      repo.commit('as git has it');
      expect(push(it)).toMatch(/PUSH_UNKNOWN.*git stores other bytes of total\.js/);
      expect(it.bash(`${remedy}; git add --renormalize .; git commit -qam 'what the tests read'`)).toMatchObject({
        refused: null,
        exit: 0,
      });
      expect(it.bash('node --test')).toMatchObject({ exit: 0, told: [] });
      expect(push(it)).toBeNull();
      expect(repo.git('show', 'HEAD:total.js')).toBe('exports.total = (a, b) => a + b;');
    },
  );

  test('E8: data that the whole team filters, as secrets, takes no proof away', () => {
    const repo = repository({ files: { ...NODE, '.gitattributes': 'secrets.yml filter=vault\n' } });
    repo.git('config', 'filter.vault.clean', 'tr a-y b-z');
    repo.git('config', 'filter.vault.smudge', 'tr b-z a-y');
    repo.write('secrets.yml', 'token: abc\n');
    repo.write('total.js', 'exports.total = (a, b) => b + a;\n');
    const it = start(repo);
    repo.git('add', '-A');
    expect(it.bash('node --test')).toMatchObject({ exit: 0, told: [] });
    repo.commit('work');
    expect(push(it)).toBeNull();
  });
});
