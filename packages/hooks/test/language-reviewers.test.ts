import { surroundingsOf } from '@flow/engine/places/surroundings';
import { recordStart } from '@flow/engine/run/runs/record';
import type { TempRepo } from '@flow/test-kit';
import { expect, test } from 'vitest';
import { cli, repository, start } from './kit.js';

/* Reviewers that the presets of the changed stacks name, through the built hook. */

const FILES = {
  'pyproject.toml': '[project]\nname = "cart"\nversion = "0"\n',
  'shop/go.mod': 'module shop\n',
  'shop/shop.go': 'package shop\n',
  'shop/shop_test.go': 'package shop\n',
  'prices.py': 'x = 1\n',
  'test_prices.py': 'def test_x():\n    assert True\n',
};

function running(files: Record<string, string> = {}): TempRepo {
  const repo = repository({ files: { ...FILES, ...files } });
  expect(cli(repo, ['install']).status).toBe(0);
  // A session keeps the compiled configuration.
  start(repo);
  const around = surroundingsOf(repo.root, { environment: repo.environment, deadline: Date.now() + 60_000 })!;
  recordStart(around, 'ceremony', 'feature/login', { reviewers: 'agents' });
  return repo;
}

let count = 0;

/** Whether an agent of this kind is taken for a judge of the run. */
function isSeated(repo: TempRepo, agent: string): boolean {
  const it = start(repo, { agent: { id: `a${++count}`, type: agent } });
  const name = agent.slice('flow-'.length);
  return String(it.send(it.events.subagentStart()).stdout).includes(`\\"judge\\": \\"${name}\\"`);
}

test('D96 who knows a language judges when files of it changed, and not before', () => {
  const repo = running();
  expect(isSeated(repo, 'flow-security')).toBe(true);
  expect(isSeated(repo, 'flow-python-idioms')).toBe(false);
  repo.write('prices.py', 'x = 2\n');
  expect(isSeated(repo, 'flow-python-idioms')).toBe(true);
  expect(isSeated(repo, 'flow-go-idioms')).toBe(false);
  repo.write('shop/shop.go', 'package shop\n\nvar X = 1\n');
  expect(isSeated(repo, 'flow-go-idioms')).toBe(true);
  repo.write('prices.py', 'x = 1\n');
  expect(isSeated(repo, 'flow-python-idioms')).toBe(false);
});

test('D96 a project names others for a stack, or none', () => {
  const repo = running({
    'flow.config.yaml': 'stacks: { python: { reviewers: [] }, go: { reviewers: [concurrency] } }\n',
  });
  repo.write('prices.py', 'x = 2\n');
  repo.write('shop/shop.go', 'package shop\n\nvar X = 1\n');
  expect(isSeated(repo, 'flow-python-idioms')).toBe(false);
  expect(isSeated(repo, 'flow-go-idioms')).toBe(false);
  expect(isSeated(repo, 'flow-concurrency')).toBe(true);
});
