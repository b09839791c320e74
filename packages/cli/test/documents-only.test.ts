import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { atTerminal, HAS_SCRIPT } from '../../hooks/test/terminal-kit.js';
import { FLOW, flow, json, repository } from './kit.js';

/* A small goal that changes a document and no code: it ends, although there is nothing to test. */

const FILES = {
  'go.mod': 'module example.com/shop\n',
  'shop.go': 'package shop\n',
  'README.md': '# Shop\n\nBuy teh things.\n',
};
const FOLDER = 'specs/feature/login';
const CHECK = 'grep -q "the things" README.md';

const TASKS = `# Tasks: Fix a typo in the readme

## Tasks

- [ ] 1.1 Write "the"
  - Files: README.md
  - Verify: \`${CHECK}\`
`;

/** Takes a trivial goal by hand to its last phase but one: one answer, one approved task, its command, its review. */
async function finishing(change: (repo: TempRepo) => void): Promise<TempRepo> {
  const repo = repository({ files: FILES });
  expect(flow(repo, ['start', 'spec', 'Fix a typo in the readme']).status).toBe(0);
  const interview = repo.read(`${FOLDER}/interview.md`);
  const answer = '- Which word is wrong?\n  - Looked up: README.md says teh.\n  - Answer: teh.\n\n';
  repo.write(`${FOLDER}/interview.md`, interview.replace('### Problem', `${answer}### Problem`));
  repo.write(`${FOLDER}/tasks.md`, TASKS);
  expect(await atTerminal(repo, ['approve', 'tasks'], { program: FLOW })).toMatchObject({ status: 0 });
  expect(flow(repo, ['item', 'begin', '1.1']).status).toBe(0);
  repo.write('README.md', '# Shop\n\nBuy the things.\n');
  change(repo);
  expect(flow(repo, ['submit', 'complete', '--item', '1.1']).status).toBe(0);
  expect(flow(repo, ['next', '--run']).stdout).toContain(`Passed (1.1): ${CHECK}`);
  const now = json(repo, ['status']).data as { position: string };
  if (now.position.endsWith('/review')) {
    const verdict = { input: '{"pass": true, "findings": []}' };
    expect(flow(repo, ['verdict', 'keeper', '-', '--item', '1.1'], verdict).status).toBe(0);
  }
  return repo;
}

const phase = (repo: TempRepo) => (json(repo, ['status']).data as { phase: string }).phase;

describe.skipIf(!HAS_SCRIPT)('X4 V35 a goal without code', () => {
  test('work that changed documents alone needs no tests, and ends; what follows reopens its item', async () => {
    const repo = await finishing(() => {});
    expect(phase(repo)).toBe('ship');
    expect(json(repo, ['follow-up', 'say more in README.md']).data).toMatchObject({ way: 'reopen', target: '1.1' });
  });

  test('one line of code beside it, and the tests are asked for', async () => {
    const repo = await finishing((one) => one.write('shop.go', 'package shop\n\nconst Open = true\n'));
    expect(phase(repo)).toBe('finish');
    expect(flow(repo, ['next']).stdout).toContain('SUITE_NOT_GREEN');
  });
});
