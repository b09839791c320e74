import { describe, expect, test } from 'vitest';
import { repository, start } from './kit.js';

const FILES = {
  'package.json':
    '{ "name": "cart", "scripts": { "test": "node --test" }, "devDependencies": { "@flow/hooks": "1", "left-pad": "1" } }\n',
  '.gitignore': 'node_modules\n',
  'total.test.js': "require('node:test')('adds', () => {});\n",
};

/** Each takes the guard's package away, or puts another one in its place with the next installation. */
const REMOVALS = [
  'npm uninstall @flow/hooks',
  'pnpm remove @flow/hooks',
  'yarn remove @flow/hooks',
  'yarn workspace web remove @flow/hooks',
  'bun remove @flow/hooks',
  'npm prune --omit=dev',
  'npm prune --production',
  'pnpm prune --prod',
  'npm pkg delete devDependencies.@flow/hooks && npm prune',
  'npm pkg delete devDependencies.@flow/hooks && npm install',
  'npm pkg delete devDependencies && npm install',
  'pnpm pkg delete devDependencies.@flow/hooks',
  'bun pm pkg delete devDependencies.@flow/hooks',
  'npm pkg set devDependencies.@flow/hooks=file:../mine && npm install',
  "npm pkg set --json 'devDependencies={}'; npm ci",
];

const HONEST = [
  'npm uninstall left-pad',
  'npm pkg delete devDependencies.left-pad && npm pkg get devDependencies',
  'npm pkg set devDependencies.@flow/hooks=^1.1.0',
  'npm pkg set scripts.lint="biome check"',
  'npm uninstall --dry-run @flow/hooks',
  'npm prune',
  'npm prune --omit=dev --dry-run',
];

describe("the package manager and the guard's own package", () => {
  test('C75 what takes it away is refused, by whatever word', () => {
    const repo = repository({ files: FILES });
    repo.write('node_modules/@flow/hooks/package.json', '{}');
    const it = start(repo);
    for (const command of REMOVALS) expect(it.tool('Bash', { command }).refused, command).toContain('PROTECTED_WRITE');
    for (const command of HONEST) expect(it.tool('Bash', { command }).refused, command).toBeNull();
  });
});
