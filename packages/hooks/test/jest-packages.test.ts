import { existsSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { JEST_MODULES } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { cli, repository, start } from './kit.js';

const member = (name: string, jest: object = {}) =>
  JSON.stringify({ name, version: '1.0.0', scripts: { test: 'jest' }, devDependencies: { jest: '30' }, jest });

/** A workspace whose root names Jest for its packages, each of which has tests and settings of its own. */
function workspace(root: object = {}, files: Record<string, string> = {}) {
  const repo = repository({
    files: {
      'package.json': JSON.stringify({
        ...{ name: 'shop', private: true, workspaces: ['packages/*'], devDependencies: { jest: '30' } },
        ...{ scripts: { test: 'npm test --workspaces' }, ...root },
      }),
      '.gitignore': 'node_modules\n',
      // Without its setting, which is read where Jest starts, the test is red.
      'packages/cart/package.json': member('@shop/cart', { globals: { currency: 'EUR' } }),
      'packages/cart/total.js': 'exports.total = (a, b) => a + b;\n',
      'packages/cart/total.test.js':
        "const { total } = require('./total');\ntest('adds', () => expect([total(1, 2), currency]).toEqual([3, 'EUR']));\n",
      'packages/web/package.json': member('@shop/web'),
      'packages/web/page.js': "exports.page = () => 'page';\n",
      'packages/web/page.test.js':
        "const { page } = require('./page');\ntest('shows', () => expect(page()).toBe('page'));\n",
      ...files,
    },
  });
  symlinkSync(JEST_MODULES, repo.path('node_modules'));
  expect(cli(repo, ['install']).stdout).not.toMatch(/not known here|Pushes are not checked/);
  const it = start(repo);
  repo.write('packages/cart/total.js', 'exports.total = (a, b) => b + a;\n');
  repo.write('packages/web/page.js', 'exports.page = () => `page`;\n');
  repo.commit('change');
  return { it, push: () => it.bash('git push -q origin HEAD') };
}

/** A test that is red where nobody has run it in this home, and green from then on. */
const UNSTEADY = `const { existsSync, writeFileSync } = require('node:fs');
const mark = process.env.HOME + '/ran';
test('waits', () => {
  const ran = existsSync(mark);
  writeFileSync(mark, '');
  expect(ran).toBe(true);
});
`;

describe.skipIf(!existsSync(path.join(JEST_MODULES, '.bin/jest')))(
  'D29 packages of a workspace that each have Jest',
  () => {
    test('D29 each is asked for where its settings are; one command over all of them counts for each', () => {
      const { it, push } = workspace();
      const refused = push().refused ?? '';
      expect(refused).toContain('jest:packages/cart');
      expect(refused).toContain('jest:packages/web');
      // At the root nobody reads the settings of a package: what is red there says nothing of the package.
      expect(it.bash('npx jest').exit).toBe(1);
      expect(it.bash('npm test').exit).toBe(0);
      expect(push()).toMatchObject({ refused: null, exit: 0 });
    });

    test('D29 a package alone is not the whole; both are', () => {
      const { it, push } = workspace();
      expect(it.bash('cd packages/cart && npx jest').exit).toBe(0);
      const { refused } = push();
      expect(refused).toContain('jest:packages/web');
      expect(refused).not.toContain('jest:packages/cart');
      expect(it.bash('cd packages/web && npx jest').exit).toBe(0);
      expect(push()).toMatchObject({ refused: null, exit: 0 });
    });

    test('D29 a run at the root that takes the packages in as projects counts for each', () => {
      const { it, push } = workspace({ jest: { projects: ['packages/*'] } });
      expect(it.bash('npx jest').exit).toBe(0);
      expect(push()).toMatchObject({ refused: null, exit: 0 });
    });

    test('D29 what fails at the root and passes in its package is unsteady, and leaves other packages alone', () => {
      const { it, push } = workspace({}, { 'packages/web/wait.test.js': UNSTEADY });
      expect(it.bash('npx jest').exit).toBe(1);
      expect(it.bash('npm test').exit).toBe(0);
      const { refused } = push();
      expect(refused).toMatch(/Tests of jest:packages\/web both passed and failed/);
      expect(refused).toContain('waits');
      expect(refused).not.toContain('packages/cart');
    });

    test('D29 what fails and passes at the root is unsteady, whatever settings its package has', () => {
      const files = { 'packages/cart/wait.test.js': UNSTEADY };
      const { it, push } = workspace({}, files);
      for (let times = 0; times < 2; times++) expect(it.bash('npx jest').exit).toBe(1);
      expect(it.bash('npm test').exit).toBe(0);
      const { refused } = push();
      expect(refused).toMatch(/Tests of jest:packages\/cart both passed and failed/);
      expect(refused).not.toContain('packages/web');
    });

    test('D29 a root that takes the packages in as projects reads their settings: what is red there counts', () => {
      const files = { 'packages/cart/wait.test.js': UNSTEADY };
      const { it, push } = workspace({ jest: { projects: ['packages/*'] } }, files);
      expect(it.bash('npx jest').exit).toBe(1);
      expect(it.bash('npm test').exit).toBe(0);
      expect(push().refused).toMatch(/Tests of jest:packages\/cart both passed and failed/);
    });

    test('D29 what is green at the root counts for its package while another one is red there', () => {
      const { it, push } = workspace();
      expect(it.bash('npx jest').exit).toBe(1);
      expect(it.bash('cd packages/cart && npx jest').exit).toBe(0);
      expect(push()).toMatchObject({ refused: null, exit: 0 });
    });
  },
);
