import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileConfig } from '@flow/engine/policy/config';
import { FINDING_WORDS } from '@flow/engine/words/finding-words';
import { type Agent, type TempRepo, tempRepo } from '@flow/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FLOW } from '../packages/cli/test/kit.js';
import { gatesOf } from '../packages/core/src/policy/policy.js';
import type { Workflow } from '../packages/core/src/workflow/index.js';
import { helpOf } from '../packages/hooks/src/commands/help.js';
import { COMMANDS } from '../packages/hooks/src/commands/index.js';
import { CLI, cli, start } from '../packages/hooks/test/kit.js';
import { ceremony, WORKFLOWS } from '../packages/workflows/src/index.js';
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
    const all = [readme, read('docs/inspecting.md'), read('docs/tiers.md')].flatMap(stepsOf);
    expect(all.length).toBeGreaterThan(10);
    for (const step of all) expectShown(step, repo, it, '/home/you/cart');
    expect(repo.git('ls-remote', 'origin', 'refs/heads/feature/totals')).toContain(repo.git('rev-parse', 'HEAD~1'));
    // Dozens of processes one behind the other: half a minute on a quiet machine.
  }, 180_000);

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
  const listed = [...read('packages/core/src/policy/rule-codes.ts').matchAll(/^ {2}'(\w+)',$/gm)].map(
    (match) => match[1]!,
  );
  expect(listed).toEqual(codes.sort());
});

test('the table of codes of items has every code that their commands refuse with, and no other', () => {
  const files = [
    'items/confirm',
    'items/make',
    'items/show',
    'commands/item',
    'commands/await',
    'commands/submit',
    'workflow/begin-item',
  ].concat(['record', 'items', 'reason', 'not-ready'].map((name) => `workflow/${name}`));
  const raised = files.flatMap((file) =>
    [...read(`packages/cli/src/${file}.ts`).matchAll(/'([A-Z]+(?:_[A-Z]+)+|CONTRADICTION)'/g)].map(
      (match) => match[1]!,
    ),
  );
  const listed = table('docs/commands.md', '| code of an item | when |').flatMap(([codes]) =>
    [...codes.matchAll(/`(\w+)`/g)].map((match) => match[1]!),
  );
  expect(listed.toSorted()).toEqual([...new Set(raised)].toSorted());
});

test('every command of the help is in the table of commands', () => {
  const help = spawnSync(process.execPath, [CLI, '--help'], { encoding: 'utf8' }).stdout;
  const commands = [...help.matchAll(/^ {2}flow-hooks ([\w-]+)/gm)].map((match) => match[1]);
  const rows = table('docs/commands.md', '| command | what it does |').map(
    ([cell]) => /`flow-hooks ([\w-]+)/.exec(cell)?.[1],
  );
  // A command that answers several questions has a row for each of them.
  expect([...new Set(rows)]).toEqual(commands);
});

test('every command of the help of flow is in its table of commands', () => {
  const help = spawnSync(process.execPath, [FLOW, '--help'], { encoding: 'utf8' }).stdout;
  const commands = [...help.matchAll(/^ {2}([a-z][\w-]*) (?:\[|<| {2})/gm)].map((match) => match[1]!);
  const rows = table('docs/commands.md', '| command of `flow` | what it does |').map(
    ([cell]) => /`flow ([\w-]+)/.exec(cell)?.[1],
  );
  // A command with many verbs has a row for each of them.
  expect([...new Set(rows)]).toEqual(commands);
});

/** The example of a package's README as a module: each line `expression; // value` becomes a pair to compare. */
function exampleOf(name: string): string {
  const text = /^```ts\n([\s\S]*?)^```$/m.exec(read(`packages/${name}/README.md`))?.[1] ?? '';
  return `export const pairs = [];\n${text
    .replace(`'@flow/${name}'`, `'${path.join(root, 'packages', name, 'src/index.js')}'`)
    .replace(/^(\S.*); \/\/ (.+)$/gm, 'pairs.push([$1, $2]);')}`;
}

test.each(['core', 'preset-go', 'preset-python', 'preset-typescript', 'preset-rust'])(
  'the example of @flow/%s holds',
  async (name) => {
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
  },
);

test('the gates that docs/approvals.md calls built in are those of the policy', () => {
  const [, list = ''] = /The built-in gates are (.*?)\. A project/.exec(read('docs/approvals.md')) ?? [];
  expect([...list.matchAll(/`(\w+)`/g)].map((match) => match[1])).toEqual(Object.keys(gatesOf(WORKFLOWS)));
});

test('what texts count of the ceremony is what its data hold', () => {
  const { phases }: Workflow = ceremony;
  const checks = phases.flatMap(({ exit }) => exit);
  const gates = checks.flatMap((check) => (check.check === 'approved' ? [check.gate] : []));
  const panels = checks.flatMap((check) => (check.check === 'panel' ? [check.reviewers.length] : []));
  expect([phases.length, gates, panels]).toEqual([11, ['shape', 'review', 'report', 'handoff'], [3, 8, 19]]);
  expect(read('packages/workflows/README.md')).toContain('in eleven phases');
  expect(read('apps/docs/guides/ceremony.md')).toContain('four gates');
  expect(read('apps/docs/src/content/docs/start/reviewers.md')).toMatch(
    /three reviewers of the plan.*eight reviewers.*nineteen in three tiers/s,
  );
});

const inFolder = (folder: string) =>
  readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);
const texts = [
  ...['README.md', 'AGENTS.md', 'CONTRIBUTING.md', 'apps/docs/README.md'],
  ...readdirSync(path.join(root, 'packages'))
    .map((name) => `packages/${name}/README.md`)
    .filter((file) => existsSync(path.join(root, file))),
  ...inFolder('docs'),
  ...inFolder('docs/decisions'),
];

test.each(texts)('source files that %s names are there', (file) => {
  const named = [...read(file).matchAll(/`((?:packages|apps)\/[\w./{},*-]+)`/g)].map((match) => match[1]!);
  for (const name of named) {
    const [, before = '', choices = '', after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(name) ?? [];
    const each = choices === '' ? [name] : choices.split(',').map((choice) => before + choice + after);
    for (const one of each.filter((one) => !one.includes('*') && !one.includes('/dist')))
      expect(existsSync(path.join(root, one)), one).toBe(true);
  }
});

/** Files in a folder and those below it. */
const below = (folder: string, name: RegExp) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(file) && !/\.test\.ts$|from-source/.test(file))
    .map((file) => path.join(folder, file));

test('every command of ours that a text or the program names is there, with its options', async () => {
  const files = [
    ...texts,
    ...below('apps/docs/src/content/docs', /\.md$/),
    ...['hooks', 'cli', 'core', 'agents', 'workflows'].flatMap((name) => below(`packages/${name}/src`, /\.ts$/)),
  ];
  const named = files.flatMap((file) =>
    [
      ...read(file).matchAll(/`(?:npx (?:--no-install )?)?(flow|flow-hooks) (?!refused|help)([a-z][a-z-]+)([^`]*)`/g),
    ].map(([, program = '', command = '', rest = '']) => ({ file, program, command, rest })),
  );
  Object.assign(globalThis, { FLOW_VERSION: '0.0.0' });
  const { buildProgram } = await import('../packages/cli/src/program.js');
  const flow = await buildProgram({ name: 'flow' });
  const help = new Map<string, string>([
    ...flow.commands.map((one) => [`flow ${one.name()}`, one.helpInformation()] as const),
    ...COMMANDS.map((one) => [`flow-hooks ${one.name}`, helpOf(one)] as const),
  ]);
  const wrong = named.flatMap(({ file, program, command, rest }) => {
    const known = help.get(`${program} ${command}`);
    // What stands behind a command that is handed on is its own; a text may stand between quotes.
    const own = command === 'exec' || command === 'explain' ? '' : rest.replace(/'[^']*'|"[^"]*"/g, '');
    const options = [...own.matchAll(/ (--?[a-z][a-z-]*)/g)].map((match) => match[1]!);
    const unknown = options.filter((option) => !known?.includes(option) && option !== '--json');
    return known === undefined || unknown.length > 0 ? [`${file}: ${program} ${command}${rest}`] : [];
  });
  expect(named.length).toBeGreaterThan(200);
  expect(wrong).toEqual([]);
});

test.each(texts)('links of %s lead to files that are there', (file) => {
  for (const [, target = ''] of read(file).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g))
    expect(() => read(path.join(path.dirname(file), target)), target).not.toThrow();
});
