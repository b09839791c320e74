import { fromNpm } from './fetched.js';
import { walks } from './walk.js';

walks({
  name: 'bun test, the package as a dev dependency of bun',
  way: 'bun',
  flags: '--config',
  files: {
    '.gitignore': 'node_modules\n',
    'package.json': `${JSON.stringify({ name: 'cart', type: 'module', scripts: { test: 'bun test' } }, null, 2)}\n`,
    'bunfig.toml': '[test]\n',
    'total.ts': 'export const total = (a: number, b: number) => a + b;\n',
    'total.test.ts':
      "import { expect, test } from 'bun:test';\nimport { total } from './total';\ntest('adds prices', () => expect(total(1, 2)).toBe(3));\n",
  },
  test: 'bun test',
  broken: ['total.ts', 'export const total = (a: number, b: number) => a - b;\n'],
  fixed: ['total.ts', 'export const total = (a: number, b: number) => b + a;\n'],
  runner: ['bunfig.toml', '[test]\ncoverage = false\n'],
  fetch: () => [fromNpm('bun', '1.4.5')],
});
