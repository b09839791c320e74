import { fromNpm } from './fetched.js';
import { walks } from './walk.js';

walks({
  name: 'deno test, no package.json, the package installed globally',
  way: 'global',
  flags: '--config',
  files: {
    'deno.json': '{ "tasks": { "test": "deno test" } }\n',
    'total.ts': 'export const total = (a: number, b: number) => a + b;\n',
    'total_test.ts':
      "import { total } from './total.ts';\nDeno.test('adds prices', () => {\n  if (total(1, 2) !== 3) throw new Error('wrong');\n});\n",
  },
  test: 'deno task test',
  broken: ['total.ts', 'export const total = (a: number, b: number) => a - b;\n'],
  fixed: ['total.ts', 'export const total = (a: number, b: number) => b + a;\n'],
  runner: ['deno.json', '{ "tasks": { "test": "deno test --trace-leaks" } }\n'],
  fetch: () => [fromNpm('deno', '2.9.6')],
});
