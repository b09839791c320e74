import { fromNpm } from './fetched.js';
import { walks } from './walk.js';

const manifest = (more: object) => `${JSON.stringify(more, null, 2)}\n`;

walks({
  name: 'U9 a pnpm monorepo, node:test, the package as a dev dependency of pnpm',
  way: 'pnpm',
  files: {
    '.gitignore': 'node_modules\n',
    'package.json': manifest({
      name: 'shop',
      private: true,
      scripts: { test: 'pnpm -r test' },
    }),
    'pnpm-workspace.yaml': "packages: ['packages/*']\n",
    'packages/cart/package.json': manifest({ name: 'cart', type: 'module', scripts: { test: 'node --test' } }),
    'packages/cart/total.js': 'export const total = (a, b) => a + b;\n',
    'packages/cart/total.test.js':
      "import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { total } from './total.js';\ntest('adds prices', () => assert.equal(total(1, 2), 3));\n",
    'packages/mail/package.json': manifest({ name: 'mail', type: 'module', scripts: { test: 'node --test' } }),
    'packages/mail/mail.test.js': "import { test } from 'node:test';\ntest('sends', () => {});\n",
  },
  test: 'cd packages/cart && node --test',
  typed: 'pnpm -r test',
  broken: ['packages/cart/total.js', 'export const total = (a, b) => a - b;\n'],
  fixed: ['packages/cart/total.js', 'export const total = (a, b) => b + a;\n'],
  failing: 'adds prices',
  runner: [
    'packages/cart/package.json',
    manifest({ name: 'cart', type: 'module', scripts: { test: 'node --test --test-reporter=spec' } }),
  ],
  fetch: () => [fromNpm('pnpm', '12.21.0')],
});
