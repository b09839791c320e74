import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Agent, type TempRepo, tempRepo } from '@flow/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FLOW } from '../packages/cli/test/kit.js';
import { compileConfig } from '../packages/hooks/src/config.js';
import { FINDING_WORDS } from '../packages/hooks/src/words.js';
import { CLI, cli, start } from '../packages/hooks/test/kit.js';
import { expectShown, stepsOf } from './examples.js';

/* What the README shows is run, in its order, in one repository; what it and the texts beside it list is compared with the source. */

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const readme = read('README.md');

/** Fenced blocks of a text whose info string is `info`. */
function blocks(text: string, info: string): string[] {
  return [...text.matchAll(/^```(.+)\n([\s\S]*?)^```$/gm)]
    .filter((match) => match[1] === info)
    .map((match) => match[2]!);
}

describe('the examples', () => {
  let repo: TempRepo;
  let it: Agent;

  beforeAll(() => {
    const files = {
      'package.json': '{ "name": "cart", "private": true, "type": "module", "devDependencies": { "vitest": "^5" } }\n',
      '.gitignore': 'node_modules\n',
      'total.js': 'export const total = (prices) => prices.reduce((a, b) => a + b, 0);\n',
      'total.test.js':
        "import { expect, test } from 'vitest';\nimport { total } from './total.js';\ntest('adds prices', () => expect(total([1, 2])).toBe(3));\n",
    };
    repo = tempRepo({ files });
    repo.environment.NO_COLOR = '1';
    repo.environment.npm_config_update_notifier = 'false';
    symlinkSync(path.join(root, 'node_modules'), repo.path('node_modules'));
    expect(cli(repo, ['install']).status).toBe(0);
    repo.commit('Guard');
    repo.git('push', '-q', '--no-verify', 'origin', 'main');
    repo.git('checkout', '-q', '-b', 'feature/totals');
    it = start(repo, { hook: path.join(path.dirname(CLI), 'hook.cjs') });
    repo.write('total.js', files['total.js'].replace('a + b', 'a - b'));
    repo.commit('Count totals');
  });
  afterAll(() => repo?.dispose());

  // One test for each step would let a later one run without the earlier.
  test('every command prints what is shown', () => {
    const all = stepsOf(readme);
    expect(all.length).toBeGreaterThan(10);
    for (const step of all) expectShown(step, repo, it, '/home/you/cart');
    expect(repo.git('ls-remote', 'origin', 'refs/heads/feature/totals')).toContain(repo.git('rev-parse', 'HEAD~1'));
  });

  test('doctor --json has a version, a verdict, and a status for each check', () => {
    const report = JSON.parse(cli(repo, ['doctor', '--json']).stdout) as { checks: Record<string, string>[] };
    expect(report).toMatchObject({ version: 1, ok: true });
    for (const check of report.checks) {
      expect(check).toMatchObject({ id: expect.any(String), title: expect.any(String), detail: expect.any(String) });
      expect(['ok', 'warning', 'failure']).toContain(check.status);
      expect(check.status === 'ok' || typeof check.fix === 'string', check.id).toBe(true);
    }
  });
});

test('the example of flow.config.yaml is valid and sets what its comments say', () => {
  const [text = ''] = blocks(read('docs/configuration.md'), 'yaml flow.config.yaml');
  const compiled = compileConfig(text);
  expect(compiled).toMatchObject({
    ok: true,
    policy: {
      mode: 'enforce',
      baseBranch: 'main',
      push: {
        untested: 'block',
        partial: 'warn',
        branches: { 'wip/**': 'warn' },
        checks: { lint: 'block', types: 'block', format: 'warn', analysis: 'warn', build: 'off' },
      },
      suites: [{ root: 'tools', command: 'make test' }],
      documents: expect.arrayContaining(['notes/**']),
      protect: ['deploy/production.env'],
      views: true,
    },
  });
});

/** First and second cell of the rows of a text's table, found by its heading row. */
function table(file: string, head: string): [string, string][] {
  const text = read(file);
  const rows = text.slice(text.indexOf(head)).split('\n').slice(2);
  const end = rows.findIndex((row) => !row.startsWith('|'));
  return rows.slice(0, end).map((row) => {
    const [, first = '', second = ''] = row.split('|').map((cell) => cell.trim());
    return [first, second];
  });
}

test('the table of bad input is that of the test', () => {
  const source = read('packages/hooks/test/bad-input.test.ts');
  const rows = [...source.matchAll(/^ {2}\[\s*'([^']+)',[\s\S]*?'(closed|open)',?\s*\],$/gm)].map((match) => [
    match[1],
    match[2],
  ]);
  expect(rows.length).toBeGreaterThan(15);
  expect(
    table('docs/codes.md', '| event | verdict |').map(([what, verdict]) => [what.replaceAll('`', ''), verdict]),
  ).toEqual(rows);
});

test('the table of rules has every code that the program has words for, and no other', () => {
  const codes = Object.keys(FINDING_WORDS);
  expect(
    table('docs/codes.md', '| code | when |')
      .map(([code]) => code)
      .sort(),
  ).toEqual(codes.sort());
  // What a project may give another severity.
  const listed = [...read('packages/core/src/rule-codes.ts').matchAll(/^ {2}'(\w+)',$/gm)].map((match) => match[1]!);
  expect(listed).toEqual(codes.sort());
});

test('every command of the help is in the table of commands', () => {
  const help = spawnSync(process.execPath, [CLI, '--help'], { encoding: 'utf8' }).stdout;
  const commands = [...help.matchAll(/^ {2}flow-hooks ([\w-]+)/gm)].map((match) => match[1]);
  expect(
    table('docs/commands.md', '| command | what it does |').map(([cell]) => /`flow-hooks ([\w-]+)/.exec(cell)?.[1]),
  ).toEqual(commands);
});

test('every command of the help of flow is in its table of commands', () => {
  const help = spawnSync(process.execPath, [FLOW, '--help'], { encoding: 'utf8' }).stdout;
  const commands = [...help.matchAll(/^ {2}([a-z][\w-]*) (?:\[|<| {2})/gm)].map((match) => match[1]!);
  const rows = table('docs/commands.md', '| command of `flow` | what it does |').map(
    ([cell]) => /`flow ([\w-]+)/.exec(cell)?.[1],
  );
  expect(rows).toEqual(commands);
});

/** The example of a package's README as a module: each line `expression; // value` becomes a pair to compare. */
function exampleOf(name: string): string {
  const text = /^```ts\n([\s\S]*?)^```$/m.exec(read(`packages/${name}/README.md`))?.[1] ?? '';
  return `export const pairs = [];\n${text
    .replace(`'@flow/${name}'`, `'${path.join(root, 'packages', name, 'src/index.js')}'`)
    .replace(/^(\S.*); \/\/ (.+)$/gm, 'pairs.push([$1, $2]);')}`;
}

test.each(['core', 'preset-go', 'preset-python'])('the example of @flow/%s holds', async (name) => {
  mkdirSync(path.join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(path.join(root, '.cache/readme-'));
  try {
    const file = path.join(folder, 'example.ts');
    writeFileSync(file, exampleOf(name));
    const { pairs } = (await import(file)) as { pairs: [unknown, unknown][] };
    expect(pairs.length).toBeGreaterThan(1);
    for (const [found, shown] of pairs) expect(found).toEqual(shown);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

const texts = [
  'README.md',
  ...readdirSync(path.join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

test.each(texts)('links of %s lead to files that are there', (file) => {
  for (const [, target = ''] of read(file).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g))
    expect(() => read(path.join(path.dirname(file), target)), target).not.toThrow();
});
