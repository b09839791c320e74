import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import * as parsers from './everything.js';

test('the example of the README prints what its comment says', () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const example = /```js\n([\s\S]*?)```/.exec(readme)![1]!;
  const [code, comment] = example.split(/^(?=\/\/ )/m, 1).concat(example.match(/^\/\/ .*$/gm)!.join('\n')) as [
    string,
    string,
  ];
  const printed: string[] = [];
  const log = (...values: unknown[]) =>
    printed.push(values.map((value) => (typeof value === 'string' ? value : inspect(value))).join(' '));
  const body = code.replace(/^import \{ (.*) \} from .*$/m, 'const { $1 } = parsers;').replace('console.log', 'log');
  new Function('parsers', 'log', body)(parsers, log);
  expect(printed.join('\n')).toBe(comment.replace(/^\/\/ /gm, ''));
});
