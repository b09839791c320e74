import { describe, expect, test } from 'vitest';
import { atTerminal, HAS_SCRIPT } from '../../hooks/test/terminal-kit.js';
import { FLOW, flow, json, repository } from './kit.js';

/* Gates that bear one name in a workflow of the project and in one that is shipped: each run has those of its own workflow. */

const CONFIG = `
approvals: { gates: { plan: { push: block } } }
workflows:
  mine:
    define:
      id: mine
      title: ours
      version: 1
      rules: []
      dials: {}
      documents: { sketch: { title: The sketch, path: "ours/{branch}/sketch.md" } }
      phases:
        - { id: ask, title: Ask, instruction: Wait., exit: [{ check: approved, gate: plan, on: "doc:sketch" }] }
        - { id: build, title: Build, instruction: Build., exit: [{ check: green }] }
`;
const SKETCH = 'ours/feature/login/sketch.md';
const PLAN = 'plans/feature/login/plan.md';
const DOCUMENTS = { [SKETCH]: '# Sketch\n\nOurs.\n', [PLAN]: '# Plan\n\nTheirs.\n' };

const started = (workflow: string, files: Record<string, string> = DOCUMENTS) => {
  const repo = repository({ files: { 'flow.config.yaml': CONFIG, ...files } });
  expect(flow(repo, ['start', workflow])).toMatchObject({ status: 0, stderr: '' });
  return repo;
};
const gateIn = (repo: ReturnType<typeof started>) =>
  (json(repo, ['approve', '--list']) as unknown as { gates: { gate: string }[] }).gates.find(
    ({ gate }) => gate === 'plan',
  );

describe.skipIf(!HAS_SCRIPT)('a gate that a run asks for is the one of its own workflow', () => {
  test.each([
    ['mine', 'The sketch', SKETCH, PLAN],
    ['plan', 'the plan', PLAN, SKETCH],
  ])('a run of %s is shown %s, and an approval covers it alone', async (workflow, title, own, other) => {
    const repo = started(workflow);
    const { status, text } = await atTerminal(repo, ['approve', 'plan'], { program: FLOW });
    expect([status, text]).toEqual([0, expect.stringContaining(title)]);
    expect(text).toContain(own);
    expect(text).not.toContain(other);
    expect(gateIn(repo)).toMatchObject({ state: 'valid' });
    repo.write(other, '# Another text\n');
    expect(gateIn(repo)).toMatchObject({ state: 'valid' });
    repo.write(own, '# Another text\n');
    expect(gateIn(repo)).not.toMatchObject({ state: 'valid' });
  });

  test('an approval lets the run of the project go on, and stays valid for its push when the run has ended', async () => {
    const repo = started('mine', { [SKETCH]: DOCUMENTS[SKETCH] });
    expect((await atTerminal(repo, ['approve', 'plan'], { program: FLOW })).status).toBe(0);
    expect(json(repo, ['status']).data).toMatchObject({ position: 'build' });
    expect((await atTerminal(repo, ['end', 'cancelled', '--reason', 'enough'], { program: FLOW })).status).toBe(0);
    expect(gateIn(repo)).toMatchObject({ state: 'valid' });
  });
});
