import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repositoryState } from '@flow/evidence/fast';
import { afterAll, expect, test } from 'vitest';
import { exclusiveAmong, takeTurns } from './turns.js';

const area = mkdtempSync(path.join(tmpdir(), 'flow-turns-'));
afterAll(() => rmSync(area, { recursive: true, force: true }));

const environment = { HOME: area };
const repository = { commonDir: path.join(area, '.git') };

test('R60 a suite that is exclusive is run by one at a time, and one whose process is gone keeps nobody waiting', async () => {
  const told: string[] = [];
  const turn = () => takeTurns(repository, ['command:.:e2e'], environment, (text) => told.push(text));
  const first = await turn();
  let isIn = false;
  const second = turn().then((one) => {
    isIn = true;
    return one;
  });
  await new Promise((done) => setTimeout(done, 450));
  expect(isIn).toBe(false);
  expect(told).toEqual([expect.stringContaining('`command:.:e2e`')]);
  // Another suite waits for nobody.
  (await takeTurns(repository, ['command:.:unit'], environment, (text) => told.push(text))).leave();
  first.leave();
  (await second).leave();
  const folder = path.join(repositoryState(repository, environment), 'turns');
  expect(readdirSync(folder)).toEqual([]);
  const third = await turn();
  const [file = ''] = readdirSync(folder);
  third.leave();
  writeFileSync(path.join(folder, file), '999999999 1');
  (await turn()).leave();
  expect(told).toHaveLength(1);
});

test('R60 only suites that a configuration calls exclusive are', () => {
  const suites = [
    { root: '.', command: 'sh e2e.sh', exclusive: true },
    { root: '.', command: 'sh unit.sh' },
  ];
  const ids = ['command:.:sh unit.sh', 'command:.:sh e2e.sh', 'go:.'];
  expect(exclusiveAmong({ suites }, ids)).toEqual(['command:.:sh e2e.sh']);
  expect(exclusiveAmong({ suites }, ['go:.'])).toEqual([]);
});
