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
  const installed = { 'node_modules/.bin/flow': '' };
  expect(rules({ 'a.txt': '' })).toContain('`flow status` prints it.');
  expect(rules(installed)).toContain('`npx flow status` prints it.');
  expect(rules({ ...installed, 'node_modules/flow-bin/package.json': '{}' })).toContain('`npx flowctl status`');
});

test('D5 D67 the guards alone leave the rules of a teammate with more as they were committed', () => {
  const installed = { 'node_modules/.bin/flow': '' };
  const theirs = `# Ours\n\n${cli(repository({ files: installed }), ['rules']).stdout}`;
  const guarded = (text: string, files: Record<string, string> = {}) => {
    const repo = repository({ files: { ...files, 'CLAUDE.md': text } });
    expect(cli(repo, ['install'])).toMatchObject({ status: 0 });
    return repo.read('CLAUDE.md');
  };
  expect(theirs).toContain('`npx flow status`');
  expect(guarded(theirs)).toBe(theirs);
  // What the rules say is kept up to date, and where the program is installed they name it as it is typed.
  expect(guarded(theirs.replace('At BLOCKED or STOP', 'At BLOCKED'))).toContain('At BLOCKED or STOP');
  expect(guarded(theirs.replaceAll('npx flow', 'flow'), installed)).toBe(theirs);
});
