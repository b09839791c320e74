import { applyOverlay, evaluate, type Status } from '@flow/core/workflow';
import { describe, expect, test } from 'vitest';
import { tdd } from '../src/index.js';
import { Sim } from './sim.js';

/** The workflow of seed 000, gate by gate: what is sent, and where that leads. */

const PANEL = ['spec-attacker', 'spec-tester', 'spec-designer', 'spec-user'];

const begin = (intensity = 'standard') => new Sim(tdd, { intensity });

/** A run up to a phase, by the way that its intensity asks for. */
function upTo(phase: string, intensity = 'standard'): Sim {
  const sim = begin(intensity).claim('INV-1', 'always', 'body');
  const steps: Record<string, () => unknown> = {
    spec: () => sim.document('spec', 'spec:1'),
    model: () => sim.document('model', 'model:1'),
    review: () => sim.verdict('spec-reviewer', true).approve('spec'),
    'review-spec': () => [...PANEL.map((judge) => sim.verdict(judge, true)), sim.approve('spec')],
    red: () => sim.document('test-shape', 'shape:1').red('INV-1').verdict('test-auditor', true),
    green: () => sim.edit('source', 's1').run('pass').run('pass', 'lint'),
    simplify: () => sim.submit('simplified'),
    qa: () => sim.verdict('qa', true),
    verify: () => sim.verdict('verifier', true),
    implemented: () => sim.advance('implemented'),
    verified: () => sim.document('verification', 'report:1').advance('verified'),
    architecture: () => sim.submit('architecture'),
    documented: () => sim.submit('documentation').advance('documented'),
    audit: () => sim.verdict('auditor', true),
  };
  for (let at = sim.status.phase; at !== phase; at = sim.status.phase) {
    expect(Object.hasOwn(steps, at), `${at} on the way to ${phase}`).toBe(true);
    steps[at]!();
    expect(sim.status.phase, `behind ${at}`).not.toBe(at);
  }
  return sim;
}

const codes = ({ open }: Status) => open.map(({ finding }) => finding.code);
const stagesOf = (intensity: string) =>
  begin(intensity)
    .status.stages.filter(({ state }) => state !== 'left-out')
    .map(({ id }) => id);

describe('C1 C3 C4 C5 C6 C7 C8 the intensity says which phases there are', () => {
  const before = ['red', 'green', 'simplify', 'qa'];
  const after = ['implemented', 'verified', 'architecture', 'documented', 'audit', 'done'];
  test.each([
    { intensity: 'standard', phases: ['spec', 'review', ...before, 'implemented', 'verified', 'documented', 'done'] },
    { intensity: 'high', phases: ['spec', 'review-spec', ...before, 'verify', ...after] },
    { intensity: 'critical', phases: ['spec', 'model', 'review-spec', ...before, 'verify', ...after] },
  ])('$intensity', ({ intensity, phases }) => {
    expect(stagesOf(intensity)).toEqual(phases);
    expect(upTo('done', intensity).status).toMatchObject({ phase: 'done', open: [], stage: phases.length });
  });
});

test('D36 a linter or type checker that a push will ask for is told before the review', () => {
  const untold = (phase: string, question: 'lint' | 'types') => {
    const { facts } = upTo(phase);
    const suites = [...facts.present.suites, { id: 'checks:.', question, content: 'A' }];
    return evaluate(tdd, { ...facts, present: { ...facts.present, suites } });
  };
  for (const question of ['lint', 'types'] as const) {
    for (const phase of ['simplify', 'implemented', 'done'])
      expect(untold(phase, question)).toMatchObject({
        ...{ phase, warnings: [{ code: 'SUITE_NOT_GREEN', level: 'warn', args: { suite: 'checks:.' } }] },
      });
    expect(untold('green', question).warnings).toEqual([]);
  }
});

test('37.2 whether the tests of a claim bind is told from high on, and blocks where a project says so', () => {
  const asked = ({ status }: Sim) =>
    [...status.warnings, ...status.open.map(({ finding }) => finding)].filter(({ code }) => code === 'BINDING_MISSING');
  expect(asked(upTo('implemented'))).toEqual([]);
  const sim = upTo('implemented', 'high');
  expect(asked(sim)).toMatchObject([{ level: 'warn', args: { claim: 'INV-1', state: 'missing' } }]);
  expect(asked(sim.do({ type: 'binding', claim: 'INV-1', pass: false }))).toMatchObject([
    { args: { state: 'failed' } },
  ]);
  // A word on another claim says nothing of this one; what changes since is to be asked again.
  expect(asked(sim.do({ type: 'binding', claim: 'INV-2', pass: true }))).toHaveLength(1);
  expect(asked(sim.do({ type: 'binding', claim: 'INV-1', pass: true }))).toEqual([]);
  sim
    .edit('source', 's2')
    .run('pass')
    .run('pass', 'lint')
    .submit('simplified')
    .verdict('qa', true)
    .verdict('verifier', true);
  expect(asked(sim)).toMatchObject([{ args: { state: 'lapsed' } }]);
  const overlay = { phases: { implemented: { checks: { binding: { severity: 'block' } } } } } as const;
  const result = applyOverlay(tdd, overlay);
  if (!result.ok) throw new Error(JSON.stringify(result.findings));
  const { facts } = upTo('implemented', 'critical');
  expect(evaluate(result.workflow, facts).open.map(({ finding }) => finding.code)).toContain('BINDING_MISSING');
});

describe('C2 a person says that a step is over', () => {
  test.each(['implemented', 'verified', 'documented'])('%s', (phase) => {
    const sim = upTo(phase);
    if (phase === 'verified') sim.document('verification', 'report:1');
    if (phase === 'documented') sim.submit('documentation');
    expect(sim.status).toMatchObject({ waiting: 'person', open: [{ finding: { code: 'ADVANCE_MISSING' } }] });
    expect(sim.advance(phase, null).status.phase).toBe(phase);
    expect(sim.advance(phase).status.phase).not.toBe(phase);
  });

  test('the tests begin when a person approved the reviewed specification', () => {
    const sim = upTo('review').verdict('spec-reviewer', true);
    expect(sim.status).toMatchObject({ phase: 'review', waiting: 'person', gates: { spec: { state: 'pending' } } });
    expect(sim.approve('spec').status).toMatchObject({ phase: 'red', gates: { spec: { state: 'approved' } } });
  });
});

describe('gates', () => {
  test('C11 D49 a run begins on a branch of its own', () => {
    const sim = begin();
    sim.git = { ...sim.git, branch: 'main' };
    expect(sim.document('spec', 'spec:1').status).toMatchObject({
      phase: 'spec',
      open: [{ finding: { code: 'BRANCH_NEEDED' } }],
    });
  });

  test('C12 C60 no review without a specification, or with one that has faults', () => {
    expect(codes(begin().status)).toEqual(['DOCUMENT_MISSING']);
    const fault = { code: 'CLAIM_EMPTY', level: 'block', args: { line: 7 } } as const;
    const sim = begin().document('spec', 'spec:1', { findings: [fault] });
    expect(sim.status.open).toMatchObject([
      { check: 'spec.valid', finding: { args: { findings: ['CLAIM_EMPTY:7'] } } },
    ]);
    expect(sim.document('spec', 'spec:2').at).toBe('review');
  });

  test('C13 no tests before the review, and a review that blocks is answered in the specification', () => {
    const sim = upTo('review')
      .verdict('spec-reviewer', false, [{ title: 'untestable' }])
      .approve('spec');
    expect(sim.at).toBe('review');
    expect(codes(sim.status)).toContain('FINDING_OPEN');
    sim.document('spec', 'spec:2').approve('spec');
    expect(sim.at).toBe('review');
    expect(sim.verdict('spec-reviewer', true).at).toBe('red');
  });

  test('C14 C66 no code before each rule was seen red; a rule without tests is named', () => {
    const sim = upTo('red').document('test-shape', 'shape:1', { covers: [] });
    expect(codes(sim.status)).toEqual(['CLAIM_UNCOVERED', 'RED_MISSING', 'VERDICT_MISSING']);
    sim.document('test-shape', 'shape:1').verdict('test-auditor', true).run('fail');
    expect(codes(sim.status)).toEqual(['RED_MISSING']);
    expect(sim.red('INV-1').at).toBe('green');
  });

  test('C52 a prohibition is guarded and not asked to be red', () => {
    const sim = upTo('red').claim('PRH-1', 'never', 'other', 'guard').document('test-shape', 'shape:1');
    expect(sim.status.open.map(({ subject }) => subject)).toEqual(['INV-1', undefined]);
  });

  test('C53 the audit of the tests blocks until its findings are mended in the tests', () => {
    const sim = upTo('red').document('test-shape', 'shape:1').red('INV-1');
    sim.verdict('test-auditor', false, [{ title: 'asserts nothing' }]);
    expect(codes(sim.status)).toContain('FINDING_OPEN');
    sim.edit('test', 't1').claim('INV-1', 'always', 'stronger');
    expect(codes(sim.status)).toEqual(['RED_MISSING', 'VERDICT_MISSING']);
    expect(sim.red('INV-1').verdict('test-auditor', true).at).toBe('green');
  });

  test('C53 tests that nobody has written cannot be audited; one that changes later is not audited again', () => {
    const sim = upTo('red').document('test-shape', 'shape:1').claim('INV-1', 'always', null);
    expect(codes(sim.verdict('test-auditor', true).status)).toContain('VERDICT_MISSING');
    sim.claim('INV-1', 'always', 'body').edit('test', 't1').red('INV-1');
    expect(codes(sim.status)).toEqual(['VERDICT_MISSING']);
    expect(sim.verdict('test-auditor', true).at).toBe('green');
    expect(sim.claim('INV-1', 'always', 'other').red('INV-1').at).toBe('green');
  });

  test('C53 what blocks counts also where tests are missing', () => {
    const sim = upTo('red').document('test-shape', 'shape:1').claim('INV-1', 'always', null);
    sim.verdict('test-auditor', false, [{ title: 'nothing tests the boundary' }]);
    expect(codes(sim.status)).toContain('FINDING_OPEN');
  });

  test('C15 no review before the suite is green', () => {
    const sim = upTo('green').edit('source', 's1').run('fail');
    expect(sim.status).toMatchObject({ phase: 'green', open: [{ check: 'green.green', state: 'failed' }] });
    expect(sim.run('pass').at).toBe('simplify');
  });

  test('C16 C68 the review ends only on a suite that is green on the present content', () => {
    const sim = upTo('qa').edit('source', 'later');
    expect(sim.verdict('qa', true).at).toBe('green');
    expect(sim.run('pass').at).toBe('implemented');
  });

  test('C16 what passed without tests that rules plan is not green, until a run has them all', () => {
    const sim = upTo('green').edit('source', 'done');
    const lacking = { planned: 3, passed: 1, names: [] };
    const half = { type: 'run', suite: 'go:.', question: 'test', result: 'pass', subjects: {}, lacking } as const;
    expect(sim.do(half).at).toBe('green');
    expect(sim.status.open[0]!.finding).toMatchObject({
      code: 'SUITE_NOT_GREEN',
      args: { state: 'failed', planned: 3 },
    });
    expect(sim.run('pass').at).toBe('simplify');
  });

  test('C17 C57 C58 a finding of the review goes back to the code, and the review has the last word', () => {
    const sim = upTo('qa').verdict('qa', false, [{ title: 'leaks' }]);
    expect(sim.status).toMatchObject({ phase: 'green', findings: [{ title: 'leaks', answered: false }] });
    expect(sim.status.instruction).toContain('its class');
    sim.edit('source', 's2').run('pass');
    expect(sim.status).toMatchObject({ phase: 'qa', findings: [{ answered: true }] });
    expect(sim.verdict('qa', true).status).toMatchObject({ phase: 'implemented', findings: [] });
  });

  test('C18 at standard the review ends it, from high on a second one follows', () => {
    expect(upTo('qa').verdict('qa', true).at).toBe('implemented');
    expect(upTo('qa', 'high').verdict('qa', true).at).toBe('verify');
  });

  test('C19 C64 no step past the report, which names every rule', () => {
    const sim = upTo('verified').advance('verified');
    expect(sim.at).toBe('verified');
    expect(codes(sim.document('verification', 'r1', { covers: [] }).status)).toEqual(['CLAIM_UNCOVERED']);
    sim.document('verification', 'r2');
    expect(sim.advance('verified').at).toBe('documented');
  });

  test('C20 the documentation is handed in before a person ends it', () => {
    const sim = upTo('documented');
    expect(sim.advance('documented').at).toBe('documented');
    expect(sim.submit('documentation').advance('documented').at).toBe('done');
  });

  test('C54 C55 other roles write tests and code, and tidying up lies between code and review', () => {
    const roles = (phase: string) => upTo(phase).status.roles;
    expect(roles('red')).toEqual(['test-writer', 'test-auditor']);
    expect(roles('green')).toEqual(['implementer']);
    expect(upTo('simplify').submit('simplified').status).toMatchObject({ phase: 'qa', roles: ['qa'] });
  });

  test('C56 three failing runs on different contents ask for another way', () => {
    const sim = upTo('green');
    for (const content of ['a', 'b', 'b', 'a']) sim.edit('source', content).run('fail');
    expect(sim.status.warnings).toEqual([]);
    sim.edit('source', 'c').run('fail');
    expect(sim.status.warnings).toEqual([{ code: 'REPEATED_FAILURE', level: 'warn', args: { runs: 3 } }]);
    expect(sim.status.instruction).toContain('Three runs in a row');
    expect(sim.edit('source', 'd').run('pass').run('pass', 'lint').status.warnings).toEqual([]);
  });

  test('C56 a run that passes ends the row, also where it ends no phase', () => {
    const sim = upTo('red').edit('source', 'a').run('fail').edit('source', 'b').run('fail');
    expect(sim.edit('source', 'c').run('pass').status.phase).toBe('red');
    expect(sim.edit('source', 'd').run('fail').status.warnings).toEqual([]);
  });

  test('C56 runs that failed before another phase was entered do not count', () => {
    const sim = upTo('green').edit('source', 'a').run('fail').edit('source', 'b').run('fail');
    sim.document('spec', 'spec:2').submit('whatever').document('spec', 'spec:1').submit('whatever');
    expect(sim.edit('source', 'c').run('fail').status).toMatchObject({ phase: 'green', warnings: [] });
  });

  test('C53 C59 each audit of changed tests is an attempt, and the third block waits for a person', () => {
    const sim = upTo('red').document('test-shape', 'shape:1').red('INV-1');
    for (const content of ['a', 'b', 'c']) sim.edit('test', content).verdict('test-auditor', false);
    expect(sim.edit('test', 'd').status).toMatchObject({ phase: 'red', waiting: 'person' });
  });

  test('C59 M58 the review blocks three times at most, then a person decides', () => {
    const sim = upTo('qa');
    for (const content of ['a', 'b', 'c']) sim.verdict('qa', false).edit('source', content).run('pass');
    expect(sim.status).toMatchObject({ phase: 'qa', waiting: 'person' });
    const word = { check: 'qa.verdict', person: 'ann', reason: 'known' };
    sim.do({ type: 'decision', choice: 'proceed', ...word });
    expect(sim.status).toMatchObject({ phase: 'implemented', debts: [{ why: 'decision', reason: 'known' }] });
  });

  test('C69 an edit of the approved specification lapses the approval, and undoing it restores it', () => {
    const sim = upTo('green').document('spec', 'spec:2');
    expect(sim.status).toMatchObject({ phase: 'review', gates: { spec: { state: 'lapsed' } } });
    expect(sim.document('spec', 'spec:1').status).toMatchObject({
      phase: 'green',
      gates: { spec: { state: 'approved' } },
    });
  });

  test('C9 nothing that is sent ahead of its phase skips one', () => {
    const sim = begin()
      .claim('INV-1', 'always', 'body')
      .submit('simplified')
      .submit('documentation')
      .advance('documented');
    expect(sim.verdict('qa', true).run('pass').at).toBe('spec');
    sim.document('spec', 'spec:1').verdict('spec-reviewer', true).approve('spec');
    expect(sim.at).toBe('red');
  });
});

describe('C40 C43 C44 C45 C46 C47 what may be edited when', () => {
  const open = { source: 'allow', test: 'allow' };
  const closed = { source: 'deny', test: 'deny' };
  test.each([
    { id: 'C43', phase: 'spec', is: closed },
    { id: 'C43', phase: 'model', is: closed },
    { id: 'C43', phase: 'review-spec', is: closed },
    { id: 'C44', phase: 'red', is: { source: 'deny unless STUB:TDD', test: 'allow' } },
    { id: 'C45', phase: 'green', is: { source: 'allow', test: 'log' } },
    { id: 'C46', phase: 'qa', is: closed },
    { id: 'C46', phase: 'verify', is: closed },
    { id: 'C40', phase: 'implemented', is: open },
    { id: 'C40', phase: 'verified', is: open },
    { id: 'C40', phase: 'documented', is: open },
    { id: 'C47', phase: 'audit', is: open },
  ])('$id $phase', ({ phase, is }) => {
    const { edits } = upTo(phase, 'critical').status;
    const answers = edits
      .filter(({ role }) => role === undefined)
      .map((rule) => [rule.class, rule.marker ? `${rule.answer} unless ${rule.marker}` : rule.answer]);
    expect(Object.fromEntries(answers)).toEqual(is);
  });

  test('C44 who audits the tests writes neither them nor their map', () => {
    const { edits } = upTo('red', 'critical').status;
    const first = (name: string) =>
      edits.find((rule) => rule.class === name && [undefined, 'test-auditor'].includes(rule.role));
    expect([first('test')?.answer, first('document')?.answer]).toEqual(['deny', 'deny']);
  });

  test('C43 the single review closes them, too', () => {
    expect(upTo('review').status.edits.map(({ answer }) => answer)).toEqual(['deny', 'deny']);
  });
});
