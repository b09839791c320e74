import { fromNpm } from './fetched.js';
import { TYPESCRIPT_TOTAL } from './typescript-total.js';
import { walks } from './walk.js';

walks({
  ...TYPESCRIPT_TOTAL,
  name: 'bun test, the package as a dev dependency of bun',
  way: 'bun',
  files: {
    ...TYPESCRIPT_TOTAL.files,
    '.gitignore': 'node_modules\n',
    'package.json': `${JSON.stringify({ name: 'cart', type: 'module', scripts: { test: 'bun test' } }, null, 2)}\n`,
    'bunfig.toml': '[test]\n',
    'total.test.ts':
      "import { expect, test } from 'bun:test';\nimport { total } from './total';\ntest('adds prices', () => expect(total(1, 2)).toBe(3));\n",
  },
  test: 'bun test',
  runner: ['bunfig.toml', '[test]\ncoverage = false\n'],
  fetch: () => [fromNpm('bun', '1.4.5')],
});
