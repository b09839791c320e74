import { expect, test } from 'vitest';
import { cli, repository, start } from './kit.js';

const BUN = {
  'package.json': '{ "scripts": { "test": "bun test" } }\n',
  'bun.lock': '{}\n',
  'cart.test.ts': "import { test } from 'bun:test';\ntest('adds', () => {});\n",
};

/** What a push of a change is told; it passes. */
function pushed(files: Record<string, string>) {
  const repo = repository({ files });
  expect(cli(repo, ['install']).status).toBe(0);
  repo.write('cart.ts', 'export const total = 1;\n');
  repo.commit('work');
  const told = start(repo).bash('git push -q origin HEAD');
  expect(told.refused).toBeNull();
  return { repo, told: told.told.join('\n') };
}

test('U15: in a bun project a push names the command that install and doctor name, and after the one step it asks for it', () => {
  const { repo, told } = pushed(BUN);
  expect(told).toContain('the runner behind `bun test` is unknown');
  expect(told).not.toContain('No test runner was found');
  expect(cli(repo, ['install']).stdout).toContain('the runner behind `bun test` is unknown');
  const step = 'npx flow-hooks install --config';
  expect(cli(repo, ['doctor']).stdout).toMatch(new RegExp(`\`bun test\`.*\\n.*fix: ${step}`));
  expect(told).toContain(`\`${step}\``);
  cli(repo, step.split(' ').slice(2));
  expect(repo.read('flow.config.yaml')).toMatch(/^suites:.*\n {2}- root: \.\n {4}command: bun test$/m);
});

test('U15: where a configuration is there, the push names the flag that adds the command to it', () => {
  const { repo, told } = pushed({ ...BUN, 'flow.config.yaml': 'mode: enforce\n' });
  const [, command = ''] = /`npx flow-hooks (install --tests '[^`]+')`/.exec(told) ?? [];
  expect(command).toBe("install --tests 'bun test'");
  cli(repo, ['install', '--tests', 'bun test']);
  expect(repo.read('flow.config.yaml')).toBe('mode: enforce\nsuites:\n  - root: .\n    command: bun test\n');
});
