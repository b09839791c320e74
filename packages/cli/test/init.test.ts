import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { flow, json, repository } from './kit.js';

const FILES = {
  'go.mod': 'module example.com/shop\n',
  'web/package.json': '{ "devDependencies": { "vitest": "5" } }\n',
  'ml/pyproject.toml': '[project]\nname = "ml"\n',
};

/**
 * Every file below the repository but git's own moving parts, with the hash of its bytes. Compiled code of the hooks is kept
 * for all tests, and others write it at the same time.
 */
function bytesOf(repo: TempRepo): Record<string, string> {
  const found: Record<string, string> = {};
  for (const file of readdirSync(repo.area, { recursive: true, withFileTypes: true })) {
    const name = path.join(file.parentPath, file.name);
    if (file.isFile() && !/\.git\/(objects|logs|index)|\/compile-cache\//.test(name))
      found[name] = createHash('sha256').update(readFileSync(name)).digest('hex');
  }
  return found;
}

describe('D1 D6 init', () => {
  test('D6 --yes finds stacks, runners, base branch and packages, writes, and names one next step', () => {
    const repo = repository({ files: FILES });
    const { status, ok, data } = json(repo, ['init', '--yes']);
    expect({ status, ok }).toEqual({ status: 0, ok: true });
    expect(data).toMatchObject({
      found: {
        base: 'main',
        stacks: [
          { preset: 'go', root: '.', command: 'go test ./...' },
          { preset: 'python', root: 'ml', command: expect.stringContaining('pytest') },
          { preset: 'typescript', root: 'web', command: 'npx vitest run' },
        ],
      },
      answers: { tier: 1, baseBranch: 'main', strictness: 'strict' },
      written: true,
      next: 'flow apply',
    });
    expect(repo.read('flow.config.yaml')).toMatch(/^baseBranch: main$/m);
    expect(existsSync(repo.path('.claude/hooks/flow.cjs'))).toBe(true);
    expect(readFileSync(repo.path('.claude/settings.json'), 'utf8')).toContain('statusLine');
    expect(flow(repo, ['doctor']).status).toBe(0);
  });

  test('D6 what is found is told as people call it, and what is written now is not asked for again', () => {
    const files = {
      'package.json': '{ "scripts": { "test": "node --test" } }\n',
      'sum.test.js': "require('node:test');\n",
    };
    const { stdout } = flow(repository({ files }), ['init', '--yes']);
    expect(stdout).toContain('found  typescript  package.json  (TypeScript and JavaScript: npm test)\n');
    const bare = flow(repository({ files: { 'a.txt': 'a\n' } }), ['init', '--yes']).stdout;
    expect(bare).toMatch(/note +No test runner was found.* under `suites` in flow\.config\.yaml\n/);
  });

  test('D6 tests of a runner that no preset knows are named, so that a push asks for them', () => {
    const repo = repository({ files: { 'web/package.json': '{ "scripts": { "test": "ava" } }\n', 'api/mix.exs': '' } });
    const { stdout } = flow(repo, ['init', '--yes']);
    expect(stdout).toMatch(/^found +npm test in web +\(its exit code counts\)$/m);
    expect(parse(repo.read('flow.config.yaml')).suites).toEqual([
      { root: 'web', command: 'npm test' },
      { root: 'api', command: 'mix test' },
    ]);
    expect(stdout).not.toContain('Pushes are not checked');
    repo.write('flow.config.yaml', 'mode: enforce\n');
    const kept = flow(repo, ['init', '--yes']).stdout;
    expect(kept).toContain(
      '`npm test` in web, `mix test` in api seem to run the tests here, and no push asks for them',
    );
    expect(kept).not.toContain('its exit code counts');
  });

  test('D6 a second init changes no byte, neither do the hooks of the other program', () => {
    const repo = repository({ files: FILES });
    flow(repo, ['init', '--yes']);
    // The key and the policy in force are made when something first asks for them.
    flow(repo, ['evidence']);
    const before = bytesOf(repo);
    const again = flow(repo, ['init', '--yes', '--tier', '1']);
    expect(again).toMatchObject({ status: 0, stdout: expect.stringContaining('nothing to write') });
    expect(flow(repo, ['install']).stdout).toContain('nothing to write');
    expect(bytesOf(repo)).toEqual(before);
  });

  test('D6 --dry-run shows a unified diff of what --yes writes, and writes nothing', () => {
    const repo = repository({ files: FILES });
    const before = bytesOf(repo);
    const run = flow(repo, ['init', '--dry-run']);
    expect(run.status).toBe(0);
    expect(run.stdout).toMatch(/^--- \/dev\/null\n\+\+\+ b\/flow\.config\.yaml\n@@ [\s\S]*^\+baseBranch: main$/m);
    expect(run.stdout).toMatch(/Next: flow init --yes\n$/);
    expect(bytesOf(repo)).toEqual(before);
  });

  test('D6 without a terminal and without --yes it shows, writes nothing, and says how', () => {
    const repo = repository({ files: FILES });
    const before = bytesOf(repo);
    const run = flow(repo, ['init']);
    expect(run).toMatchObject({ status: 1, stderr: expect.stringContaining('NOT_CONFIRMED') });
    expect(run.stderr).toContain('flow init --yes');
    expect(run.stdout).toMatch(/^writes .*\.claude\/settings\.json/m);
    expect(bytesOf(repo)).toEqual(before);
  });

  test('D6 rules that are there stay as they are', () => {
    const own = '# ours\npush: { stale: warn }\n';
    const repo = repository({ files: { ...FILES, 'flow.config.yaml': own } });
    const { data } = json(repo, ['init', '--yes']);
    expect(data).toMatchObject({ written: true, next: 'flow doctor', found: { config: 'flow.config.yaml' } });
    expect(repo.read('flow.config.yaml')).toBe(own);
    // Rules that nobody put into force, and that the base branch does not have, come first.
    repo.write('flow.config.yaml', `${own}baseBranch: main\n`);
    expect(json(repo, ['init', '--yes', '--tier', '2']).data).toMatchObject({ written: true, next: 'flow apply' });
    expect(json(repo, ['init', '--yes', '--tier', '2']).data).toMatchObject({ written: false, next: 'flow apply' });
  });

  test('D6 rules that are there and not valid stay, and what is wrong with them is said', () => {
    const repo = repository({ files: { ...FILES, 'flow.config.yaml': 'baseBranch: 7\n' } });
    const { stdout } = flow(repo, ['init', '--yes']);
    expect(stdout).toMatch(/^kept +flow\.config\.yaml: it is not valid$/m);
    expect(stdout).toMatch(/^note +flow\.config\.yaml is not valid \(baseBranch: .*Fix the file/m);
    expect(stdout).toMatch(/Next: flow apply\n$/);
    const fine = repository({ files: { ...FILES, 'flow.config.yaml': 'baseBranch: main\n' } });
    expect(flow(fine, ['init', '--yes']).stdout).not.toContain('not valid');
  });

  test('D1 says which tier it sets up, and only a higher one brings more than the guards', () => {
    const repo = repository();
    expect(flow(repo, ['init', '--dry-run', '--tier', '2']).stdout).toMatch(/^tier {3}2, guards and phases$/m);
    const paths = (tier: string) => {
      const { data } = json(repo, ['init', '--dry-run', '--tier', tier]) as { data: { changes: { path: string }[] } };
      return data.changes.map((one) => one.path);
    };
    expect(paths('1').filter((one) => /skills|agents|\.md$/i.test(one))).toEqual([]);
    expect(paths('2')).toEqual(expect.arrayContaining([...paths('1'), 'CLAUDE.md']));
    expect(paths('3')).toEqual(expect.arrayContaining([...paths('2'), '.claude/skills/develop/SKILL.md']));
  });

  test('D6 what cannot be done is refused whole, with the place', () => {
    const repo = repository();
    repo.write('.claude/settings.json', '{ "hooks": \n');
    const before = bytesOf(repo);
    const { status, error } = json(repo, ['init', '--yes']);
    expect({ status, error }).toMatchObject({ status: 1, error: { code: 'SETTINGS_INVALID' } });
    expect(bytesOf(repo)).toEqual(before);
  });
});
