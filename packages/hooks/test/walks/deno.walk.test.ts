import { fromNpm } from './fetched.js';
import { TYPESCRIPT_TOTAL } from './typescript-total.js';
import { walks } from './walk.js';

walks({
  ...TYPESCRIPT_TOTAL,
  name: 'deno test, no package.json, the package installed globally',
  way: 'global',
  flags: '--config',
  files: {
    ...TYPESCRIPT_TOTAL.files,
    'deno.json': '{ "tasks": { "test": "deno test" } }\n',
    'total_test.ts':
      "import { total } from './total.ts';\nDeno.test('adds prices', () => {\n  if (total(1, 2) !== 3) throw new Error('wrong');\n});\n",
  },
  test: 'deno task test',
  runner: ['deno.json', '{ "tasks": { "test": "deno test --trace-leaks" } }\n'],
  fetch: () => [fromNpm('deno', '2.9.6')],
});
