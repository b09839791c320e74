import { expect, test } from 'vitest';
import { flow, json, repository } from './kit.js';

const FILES = { 'go.mod': 'module example.com/shop\n' };
const SAID = 'Nothing observes the work here yet: what an agent runs proves nothing until this is set up: flow init';

test('X59 whoever starts a run where nothing is installed is told so, with the command; after it nothing is said', () => {
  const repo = repository({ files: FILES });
  expect(flow(repo, ['start', 'spec', 'Round the prices']).stdout).toContain(SAID);
  const other = repository({ files: FILES });
  expect(flow(other, ['init', '--yes']).status).toBe(0);
  expect(flow(other, ['start', 'spec', 'Round the prices']).stdout).not.toContain('Nothing observes');
  const codex = repository({ files: FILES });
  expect(flow(codex, ['install', '--host', 'codex']).status).toBe(0);
  expect(json(codex, ['start', 'spec', 'Round the prices']).data).toMatchObject({ observed: true });
});

test('the base branch is refused with the whole line on a branch of its own, goal and all', () => {
  const repo = repository({ files: FILES });
  repo.git('switch', '-q', 'main');
  const refused = json(repo, ['start', 'spec', 'Round the prices']);
  expect(refused).toMatchObject({
    error: { code: 'BRANCH_NEEDED', remedy: "flow start spec 'Round the prices' --branch my-change" },
  });
  const words = ['start', 'spec', 'Round the prices', '--branch', 'my-change'];
  expect(flow(repo, words).stdout).toContain('Goal: Round the prices');
});
