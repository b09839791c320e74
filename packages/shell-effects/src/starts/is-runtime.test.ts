import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRuntime } from './product-calls.js';

test('property: a runtime of JavaScript is told by the name of its program, in whatever folder it lies', () => {
  const folder = fc.constantFrom('', './', '/usr/bin/', 'C:\\tools\\', 'node/', 'a\nb/', '/');
  const name = fc.constantFrom(
    'node',
    'nodejs',
    'bun',
    'ts-node',
    'ts-node-esm',
    'ts-node-',
    'ts-node-a-b',
    'tsx',
    'xnode',
    'node2',
  );
  const end = fc.constantFrom('', '.exe', '.exe.exe', '.EXE', '.js', '/', ' ');
  fc.assert(
    fc.property(folder, name, end, (where, what, behind) => {
      const word = `${where}${what}${behind}`;
      const expected = /(^|[\\/])(?:node|nodejs|bun|tsx|ts-node(?:-\w+)?)(?:\.exe)?$/.test(word);
      expect([word, isRuntime(word)]).toEqual([word, expected]);
    }),
    { numRuns: 1000 },
  );
});
