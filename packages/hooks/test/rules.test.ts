import { expect, test } from 'vitest';
import { cli, repository } from './kit.js';

test('D67 rules for the memory file: under 30 lines, between marks, with what an agent must know', () => {
  const { status, stdout } = cli(repository(), ['rules']);
  expect(status).toBe(0);
  expect(stdout.split('\n').length).toBeLessThan(30);
  expect(stdout).toMatch(/^<!-- flow-hooks -->\n[\s\S]*<!-- flow-hooks end -->\n$/);
  for (const part of ['Trust the phase', 'Never write an approval', 'BLOCKED', 'in the foreground'])
    expect(stdout).toContain(part);
});
