import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { tempRepo } from '@flow/test-kit';
import { expect, test } from 'vitest';
import { type Played, StubClient } from '../../../packages/cli/test/driver-kit.js';
import { CLI, has, start } from '../../../packages/hooks/test/kit.js';
import { expectShown } from '../../../test/examples.js';
import { page, parts, SHOP } from './page-parts.js';

/* The page on an overnight run is followed: every command of it runs, and sessions are played by a table. */

/** The sessions of the night: what the agent of each task does. */
const task = (id: string, files: Readonly<Record<string, string>>): Played => ({
  steps: [
    ...Object.entries(files).map(([write, text]) => ({ write, text })),
    { flow: ['submit', 'complete', '--item', id] },
    { git: ['add', '-A'] },
    { git: ['commit', '-qm', `Task ${id}`] },
  ],
  end: 'honest',
  money: 1.4,
  tokens: 412_000,
});
const testOf = (module: string, call: string) =>
  `import unittest\nfrom ${module} import *\n\n\nclass T(unittest.TestCase):\n    def test_it(self):\n        self.assertTrue(${call})\n`;
const NIGHT = {
  '1: work': [
    task('1', {
      'shop.py': 'def total(prices, discount=0):\n    return sum(prices) - discount\n',
      'test_shop.py': testOf('shop', 'total([2], 1) == 1'),
    }),
  ],
  '2: work': [
    task('2', { 'receipt.py': 'def receipt():\n    return 1\n', 'test_receipt.py': testOf('receipt', 'receipt()') }),
  ],
  '3: work': [task('3', { 'receipt.py': 'def receipt():\n    return 2\n' })],
};

test.skipIf(!has('python3', '--version'))('M1 a night goes as its page shows, from nothing to the next morning', () => {
  const repo = tempRepo({ name: 'shop', files: { ...SHOP, 'test_shop.py': testOf('shop', 'total([1, 2]) == 3') } });
  try {
    const stub = new StubClient(repo, NIGHT);
    const folder = path.join(repo.area, 'night-bin');
    mkdirSync(folder);
    symlinkSync(stub.program, path.join(folder, 'claude'));
    repo.environment.PATH = `${folder}:${repo.environment.PATH}`;
    const agent = start(repo, { hook: path.join(path.dirname(CLI), 'hook.cjs') });
    let shown = 0;
    for (const part of parts(page('start/overnight.md'))) {
      if ('file' in part) repo.write(part.file, part.content);
      else for (const step of part.steps) expectShown(step, repo, agent, '/home/you/shop');
      shown += 'file' in part ? 0 : part.steps.length;
    }
    expect(shown).toBeGreaterThan(8);
    expect(stub.sessions.map(({ name }) => name).sort()).toEqual(['1: work', '2: work', '3: work']);
    expect(repo.git('show', 'feature/discount:receipt.py')).toContain('return 2');
  } finally {
    repo.dispose();
  }
});
