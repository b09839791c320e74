import { surroundingsOf } from '@flow/engine/places/surroundings';
import { describe, expect, test } from 'vitest';
import { cli, project, QUICK, start } from './kit.js';
import { room } from './room.js';

const { recordStart, standingOf, workflowIds } = room;

const OVERLAY = `workflows:
  ceremony:
    rules: [Ours as well.]
    phases:
      plan: { title: Our plan }
      survey: { off: true, required: false }
`;

/** Work on a branch whose base has the overlay, with a run on it. */
function led(config: string, workflow = 'ceremony') {
  const repo = project(QUICK, { files: { 'flow.config.yaml': config }, branch: 'feature/x' });
  const it = start(repo);
  // The first event compiles what the base branch has.
  it.bash('git status');
  const around = () => surroundingsOf(repo.root, { environment: repo.environment, deadline: Date.now() + 60_000 })!;
  recordStart(around(), workflow, 'feature/x', {});
  return { repo, it, around, status: () => standingOf(around())!.status };
}

/** What is told of a configuration that is not in force. */
const policyOf = (repo: Parameters<typeof cli>[0]): string[] =>
  JSON.parse(cli(repo, ['status', '--json']).stdout).policy;

describe('D6 D7 what the project says of a workflow is part of the trusted policy', () => {
  test('what the base branch has holds; a gate that it does without is told', () => {
    const { status } = led(OVERLAY);
    expect(status().title).toBe('Our plan');
    expect(status().rules).toContain('Ours as well.');
    expect(status().stages.map(({ id }) => id)).not.toContain('survey');
    expect(status().warnings).toContainEqual(
      expect.objectContaining({ code: 'GATE_NOT_REQUIRED', args: { at: 'survey', why: 'removed' } }),
    );
  });

  test('an agent that takes a gate out of the file changes nothing until a person applies it', () => {
    const { repo, status } = led(OVERLAY);
    const gate = 'shape-review: { off: true, required: false }';
    repo.write('flow.config.yaml', OVERLAY.replace('survey: {', `${gate}\n      survey: {`));
    expect(status().stages.map(({ id }) => id)).toContain('shape-review');
    expect(policyOf(repo)).toEqual([expect.stringMatching(/^flow\.config\.yaml differs from the policy in force/)]);
  });

  test('what cannot come into force is told with its place and what to do', () => {
    const { repo } = led(OVERLAY);
    const cases: [config: string, named: RegExp][] = [
      ['push: { untestd: block }', /untestd/],
      ['workflows: { tdd: { phases: { nowhere: off } } }', /phases\.nowhere: OVERLAY_UNKNOWN.*Name a phase/],
      ['presets: ["@our/preset"]', /@our\/preset.*install the package/],
      ['push: [', /flow\.config\.yaml: /],
    ];
    for (const [config, named] of cases) {
      repo.write('flow.config.yaml', `${config}\n`);
      const [told, ...others] = policyOf(repo);
      expect(others).toEqual([]);
      expect(told).toMatch(
        /^flow\.config\.yaml is not valid .*Fix the file; then a person runs `npx flow-hooks apply`/,
      );
      expect(told).toMatch(named);
    }
  });

  test('D7 documents are known by their kind, whatever the project calls them; without one, by the name of a kind', () => {
    const document = (name: string, more: string) =>
      `${name}: { title: T, path: "develop/{branch}/${name}.txt"${more} }`;
    const phase = '{ id: only, title: Only, instruction: Do it., exit: [{ check: red }] }';
    const claimsWith = (...documents: string[]) => {
      const define = `{ id: mine, title: M, version: 1, dials: {}, rules: [], documents: { ${documents.join(', ')} }, phases: [${phase}] }`;
      const { repo, around } = led(`workflows:\n  mine:\n    define: ${define}\n`, 'mine');
      for (const name of ['promises', 'spec'])
        repo.write(`develop/feature/x/${name}.txt`, '# S\n\n## Must Do\n\n- do-1: Adds two prices.\n');
      for (const name of ['proofs', 'test-shape'])
        repo.write(`develop/feature/x/${name}.txt`, 'claims:\n  do-1:\n    tests:\n      - name: test_new\n');
      return standingOf(around())!.facts.present.claims.map(({ id, tests }) => [id, tests.map(({ name }) => name)]);
    };
    const known = [['do-1', ['test_new']]];
    expect(claimsWith(document('promises', ', kind: spec'), document('proofs', ', kind: test-shape'))).toEqual(known);
    expect(claimsWith(document('spec', ''), document('test-shape', ''))).toEqual(known);
  });

  test('a workflow of the project is known beside those that are shipped, and one that cannot lead is refused', () => {
    const phase = '{ id: only, title: Only, instruction: Hand it in., exit: [{ check: submitted, name: it }] }';
    const own = (inner: string) =>
      `workflows:\n  mine:\n    define: { id: mine, title: Mine, version: 1, dials: {}, documents: {}, rules: [], phases: [${inner}] }\n`;
    const { around } = led(own(phase));
    expect(workflowIds(around().policy)).toEqual(['ceremony', 'plan', 'spec', 'stories', 'tdd', 'mine']);
    const repo = project(QUICK, {
      files: { 'flow.config.yaml': own(phase.replace('submitted, name: it', 'verdict, judge: qa')) },
    });
    const said = cli(repo, ['doctor']);
    expect(`${said.stdout}${said.stderr}`).toContain('LOOP_MISSING');
  });
});
