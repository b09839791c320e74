import { expect, test } from 'vitest';
import { atTerminal, HAS_SCRIPT } from '../../hooks/test/terminal-kit.js';
import { FLOW, flow, json, repository } from './kit.js';

/* What the end of a run tells of it, through the built program. */

const CONFIG = `workflows:
  own:
    define:
      id: own
      title: Ours
      version: 1
      dials: {}
      documents: { stories: { title: Stories, path: 'develop/{branch}/stories.md' } }
      rules: []
      phases:
        - { id: cut, title: Cut, instruction: Cut., produces: [stories], exit: [{ check: document, document: stories }, { check: valid, document: stories }] }
        - id: build
          title: Build
          instruction: Build.
          exit: []
          each:
            kind: story
            phases: [{ id: code, title: Code, instruction: Code., exit: [{ check: submitted, name: built, on: item }] }]
        - { id: final, title: The whole, instruction: Try it., exit: [{ check: command, command: sh check.sh, on: diff }] }
`;
const STORIES = '# Stories\n\n## Stories\n\n- [ ] S1: Add\n  - Files: `S1.py`\n- [ ] S2: Double\n  - Files: `S2.py`\n';

const begun = (config = CONFIG) => {
  const repo = repository({ files: { 'flow.config.yaml': config, 'check.sh': 'exit 0\n' } });
  expect(flow(repo, ['start', 'own'])).toMatchObject({ status: 0, stderr: '' });
  return repo;
};
const withDone = (...ids: string[]) => {
  const repo = begun();
  repo.write('develop/feature/login/stories.md', STORIES);
  for (const id of ids) {
    expect(json(repo, ['item', 'begin', id])).toMatchObject({ ok: true });
    repo.write(`${id}.py`, 'X = 1\n');
    expect(json(repo, ['submit', 'built', '--item', id])).toMatchObject({ ok: true });
  }
  flow(repo, ['exec', '--', 'sh', 'check.sh']);
  return repo;
};

test('M41 the end of a run tells what came of it, all by its fields', () => {
  const repo = withDone('S1', 'S2');
  const { data, error } = json(repo, ['end', 'complete']);
  expect(error).toBeUndefined();
  expect(data).toEqual({
    ...{ how: 'complete', run: expect.stringMatching(/^\S+$/), workflow: 'own', branch: 'feature/login' },
    ...{ runtimeMs: expect.any(Number), pullRequest: null, debts: 0 },
    items: { total: 2, done: 2, running: 0, pending: 0, blocked: 0, skipped: 0 },
  });
});

test('M41 what is open is not complete, and only a person ends it, who is told how much of it is done', async () => {
  const repo = withDone('S1');
  expect(json(repo, ['end', 'complete']).error).toMatchObject({ code: 'NOT_DONE' });
  expect(json(repo, ['end', 'cancelled'])).toMatchObject({ ok: false });
  if (!HAS_SCRIPT) return;
  const { status, text } = await atTerminal(repo, ['end', 'cancelled', '--reason', 'enough'], { program: FLOW });
  expect([status, text]).toEqual([0, expect.stringContaining('Ended: own, cancelled.')]);
  expect(text).toMatch(/run \S+ on feature\/login; runtime [^;]+; 1 of 2\s+items done/);
  expect(json(repo, ['end', 'complete']).error).toMatchObject({ code: 'NO_RUN' });
});

test('M41 a run without items says nothing of any', () => {
  const begin = { id: 'begin', title: 'Begin', instruction: 'Begin.', exit: [{ check: 'branch' }] };
  const define = { id: 'own', title: 'Own', version: 1, dials: {}, documents: {}, rules: [], phases: [begin] };
  const repo = begun(JSON.stringify({ workflows: { own: { define } } }));
  expect(flow(repo, ['end', 'complete']).stdout).toMatch(
    /^Ended: own, complete\.\n {2}run \S+ on \S+; runtime [^;]+\n$/,
  );
});
