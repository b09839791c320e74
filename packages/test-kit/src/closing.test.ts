import { expect, test } from 'vitest';
import { closeAfterTest, closeAll, watchProcess } from './closing.js';

test('what a test opened is closed behind it, the last first, also when one cannot be closed', async () => {
  const closed: string[] = [];
  closeAfterTest(() => closed.push('first'));
  closeAfterTest(async () => {
    throw new Error('will not close');
  });
  closeAfterTest(() => closed.push('last'));
  await expect(closeAll()).rejects.toThrow('will not close');
  expect(closed).toEqual(['last', 'first']);
  await closeAll();
  expect(closed).toHaveLength(2);
});

test('a file that leaves the process changed is told what it changed', () => {
  const changed = watchProcess();
  expect(changed()).toEqual([]);
  const folder = process.cwd();
  process.env.FLOW_LEFT_BEHIND = '1';
  process.chdir('..');
  try {
    expect(changed()).toEqual(['the folder', 'FLOW_LEFT_BEHIND']);
  } finally {
    process.chdir(folder);
    delete process.env.FLOW_LEFT_BEHIND;
  }
  expect(changed()).toEqual([]);
});
