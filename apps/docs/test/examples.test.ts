import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CHECK_NAMES } from '@flow/core/workflow';
import { tempRepo } from '@flow/test-kit';
import { WORKFLOWS } from '@flow/workflows';
import { expect, test } from 'vitest';
import { CLI, cli, has, start } from '../../../packages/hooks/test/kit.js';
import { expectShown, stepsOf } from '../../../test/examples.js';
import { page, parts, SHOP, site } from './page-parts.js';

/* What the site's own pages show is run. Pages from other sources are tested where their source is. */

test.skipIf(!has('python3', '-m', 'pytest', '--version'))(
  'D2: the quick start of Tier 1 prints what it shows, and ends with the repository as it was',
  () => {
    const repo = tempRepo({
      name: 'shop',
      files: {
        'pyproject.toml': '[project]\nname = "shop"\nversion = "1"\n',
        '.gitignore': '__pycache__/\n.pytest_cache/\ndevelop/\n',
        'shop.py': 'def total(prices):\n    return sum(prices)\n',
        'test_shop.py': 'from shop import total\n\n\ndef test_total():\n    assert total([1, 2]) == 3\n',
      },
    });
    try {
      const steps = stepsOf(page('start/tier-1.md'));
      expect(steps.length).toBeGreaterThan(8);
      const before = repo.git('rev-parse', 'HEAD^{tree}');
      const agent = start(repo, { hook: path.join(path.dirname(CLI), 'hook.cjs') });
      let worked = false;
      for (const step of steps) {
        if (step.who === 'agent' && !worked) {
          worked = true;
          repo.git('checkout', '-q', '-b', 'feature/discount');
          repo.write('shop.py', 'def total(prices, discount=0):\n    return sum(prices) - discount\n');
          repo.commit('Discount');
        }
        expectShown(step, repo, agent, '/home/you/shop');
      }
      expect(repo.git('ls-remote', 'origin', 'refs/heads/feature/discount')).toContain(repo.git('rev-parse', 'HEAD'));
      repo.git('checkout', '-q', 'HEAD~1', '--', 'shop.py');
      repo.commit('As it was');
      expect(repo.git('rev-parse', 'HEAD^{tree}')).toBe(before);
    } finally {
      repo.dispose();
    }
  },
);

const guide = (name: string) => readFileSync(path.join(site, 'guides', `${name}.md`), 'utf8');

test.each(WORKFLOWS.map(({ id }) => id))('D3: what the guide to %s shows of a run is what happens', (name) => {
  const repo = tempRepo({ name: 'shop', files: SHOP });
  try {
    expect(cli(repo, ['install']).status).toBe(0);
    repo.commit('Guard');
    repo.git('push', '-q', '--no-verify', 'origin', 'main');
    repo.git('checkout', '-q', '-b', 'feature/discount');
    const agent = start(repo, { hook: path.join(path.dirname(CLI), 'hook.cjs') });
    let shown = 0;
    for (const part of parts(guide(name))) {
      if ('file' in part) repo.write(part.file, part.content);
      else for (const step of part.steps) expectShown(step, repo, agent, '/home/you/shop');
      shown += 'file' in part ? 0 : part.steps.length;
    }
    expect(shown).toBeGreaterThan(1);
  } finally {
    repo.dispose();
  }
});

test('D3: a run of items goes as its page shows', () => {
  const [config, ...rest] = parts(page('extend/items.md'));
  if (!config || !('file' in config)) throw new Error('the page begins with the workflow');
  const repo = tempRepo({ name: 'shop', files: { ...SHOP, [config.file]: config.content } });
  try {
    repo.git('push', '-q', 'origin', 'main');
    repo.git('checkout', '-q', '-b', 'feature/discount');
    const agent = start(repo, { hook: path.join(path.dirname(CLI), 'hook.cjs') });
    for (const part of rest) {
      if ('file' in part) repo.write(part.file, part.content);
      else for (const step of part.steps) expectShown(step, repo, agent, '/home/you/shop');
    }
  } finally {
    repo.dispose();
  }
});

/** Runs a `ts` block as a module; each line `expression; // value` becomes a pair of what it gives and what is shown. */
async function runBlock(example: string): Promise<[unknown, unknown][]> {
  const folder = path.join(site, '.cache');
  mkdirSync(folder, { recursive: true });
  const file = path.join(mkdtempSync(path.join(folder, 'page-')), 'example.ts');
  try {
    const pairs = example.replace(/^(\S.*); \/\/ (.+)$/gm, 'pairs.push([$1, $2]);');
    writeFileSync(file, `export const pairs = [];\n${pairs}`);
    return ((await import(file)) as { pairs: [unknown, unknown][] }).pairs;
  } finally {
    rmSync(path.dirname(file), { recursive: true, force: true });
  }
}

const blocks = [...page('extend/workflow.md').matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, text]) => text!);

test.each(blocks.map((text, at) => [at + 1, text] as const))(
  'example %d of a workflow goes as its comments say',
  async (_at, text) => {
    const pairs = await runBlock(text);
    expect(pairs.length).toBeGreaterThan(0);
    for (const [found, shown] of pairs) expect(found).toEqual(shown);
  },
);

test('the table of checks has every check that a workflow can ask for, and no other', () => {
  const [, table = ''] = /^\| check \|.*\n((?:\|.*\n)+)/m.exec(page('extend/workflow.md')) ?? [];
  const rows = [...table.matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(([, names]) => names!.split(', '));
  expect(rows.map((name) => name.replaceAll('`', '')).sort()).toEqual([...CHECK_NAMES].sort());
});
