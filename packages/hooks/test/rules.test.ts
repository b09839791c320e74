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

test('D67 commands in it are written as they can be typed in the project', () => {
  const rules = (files: Record<string, string>) => cli(repository({ files }), ['rules']).stdout;
  const installed = { 'node_modules/@flow/cli/package.json': '{}' };
  expect(rules({ 'a.txt': '' })).toContain('`flow status` prints it.');
  expect(rules(installed)).toContain('`npx flow status` prints it.');
  expect(rules({ ...installed, 'node_modules/flow-bin/package.json': '{}' })).toContain('`npx flowctl status`');
});
