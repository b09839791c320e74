import type { Kind } from './walk.js';

export const manifest = (more: object) => `${JSON.stringify(more, null, 2)}\n`;

const cart = (test: string) => manifest({ name: 'cart', type: 'module', scripts: { test } });

/** Two packages whose tests are node:test's, below a project whose package manager is a walk's own. */
export const NODE_WORKSPACE = {
  files: {
    '.gitignore': 'node_modules\n',
    'packages/cart/package.json': cart('node --test'),
    'packages/cart/total.js': 'export const total = (a, b) => a + b;\n',
    'packages/cart/total.test.js':
      "import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { total } from './total.js';\ntest('adds prices', () => assert.equal(total(1, 2), 3));\n",
    'packages/mail/package.json': manifest({ name: 'mail', type: 'module', scripts: { test: 'node --test' } }),
    'packages/mail/mail.test.js': "import { test } from 'node:test';\ntest('sends', () => {});\n",
  },
  test: 'cd packages/cart && node --test',
  broken: ['packages/cart/total.js', 'export const total = (a, b) => a - b;\n'],
  fixed: ['packages/cart/total.js', 'export const total = (a, b) => b + a;\n'],
  failing: 'adds prices',
  runner: ['packages/cart/package.json', cart('node --test --test-reporter=spec')],
} satisfies Partial<Kind>;
