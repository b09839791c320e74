import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RUNNERS } from './registry.js';
import { SignFinder } from './signs.js';
import { clean } from './text.js';

const home = join(import.meta.dirname, '..');
const outputs = ['fixtures', 'corpus'].flatMap((root) =>
  readdirSync(join(home, root), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: runner }) =>
      readdirSync(join(home, root, runner)).map((name) =>
        clean(readFileSync(join(home, root, runner, name, 'output.txt'), 'utf8')),
      ),
    ),
);

/** What each runner's own pattern finds. */
function searched(text: string): Record<string, number> {
  const found = RUNNERS.map(({ id, signs }) => [id, text.search(signs)] as const);
  return Object.fromEntries(found.filter(([, at]) => at >= 0));
}

function together(text: string): Record<string, number> {
  return Object.fromEntries([...finder.find(text)].map(([{ id }, at]) => [id, at]));
}

const finder = new SignFinder(RUNNERS);

describe('signs are found together as each of them alone', () => {
  test('in every output, and behind others', () => {
    expect(outputs.length).toBeGreaterThan(100);
    for (const [index, text] of outputs.entries()) {
      expect(together(text)).toEqual(searched(text));
      if (index % 5) continue;
      const after = `words\n${outputs[(index * 7) % outputs.length]}${text}`;
      expect(together(after)).toEqual(searched(after));
    }
  });

  test('of patterns with no other flag than m', () => {
    for (const { id, signs } of RUNNERS) expect({ id, flags: signs.flags }).toEqual({ id, flags: 'm' });
  });

  test.each(['', '\n', '\n\n', 'no sign'])('in %j', (text) => {
    expect(together(text)).toEqual({});
  });
});
