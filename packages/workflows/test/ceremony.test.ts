import { evaluate, type Status, staleReviews } from '@flow/core/workflow';
import { describe, expect, test } from 'vitest';
import { ceremony } from '../src/index.js';
import { Sim } from './sim.js';

/** The workflow of seed 001, stage by stage: what is on disk and what was seen, and where that leads. */

const REVIEWERS = [
  'style',
  'contracts',
  'regression',
  'security',
  'performance',
  'scope',
  'logging',
  'patterns',
  'probe-1',
];
const SAFETY_NET = ['contracts', 'regression', 'security'];

const PLAN = { sections: { 'user-concerns': ['speed'], probes: ['what if it is empty'], expectations: ['a button'] } };

function begin(reviewers = 'person'): Sim {
  return new Sim(ceremony, { reviewers }).claim('do-1', 'must', 'body');
}

function upTo(phase: string, reviewers = 'person'): Sim {
  const sim = begin(reviewers);
  const steps: Record<string, () => unknown> = {
    plan: () => sim.document('plan', 'plan:1', PLAN),
    spec: () => sim.document('spec', 'spec:1'),
    survey: () => sim.document('test-shape', 'shape:1'),
    'shape-review': () => [
      ...['spec', 'architecture', 'reuse'].map((judge) => sim.verdict(judge, true)),
      sim.approve('shape'),
    ],
    tests: () => sim.red('do-1'),
    implement: () => sim.edit('source', 's1').run('pass').run('pass', 'lint'),
    'diff-review': () => [
      ...[...REVIEWERS, ...SAFETY_NET].map((judge) => sim.verdict(judge, true)),
      sim.approve('review'),
    ],
    verify: () => sim.submit('verified'),
    'report-review': () => sim.document('report', 'report:1').approve('report'),
    ship: () => {
      sim.git = { ...sim.git, committed: true, pushed: true, pullRequest: 'https://example.org/1', ci: 'passed' };
    },
    'handoff-review': () => sim.submit('checklist').approve('handoff'),
  };
  for (let at = sim.status.phase; at !== phase; at = sim.status.phase) {
    expect(Object.hasOwn(steps, at), `${at} on the way to ${phase}`).toBe(true);
    steps[at]!();
    expect(sim.status.phase, `behind ${at}`).not.toBe(at);
  }
  return sim;
}

const codes = ({ open }: Status) => open.map(({ finding }) => finding.code);

test('D92 attempts are counted for the panel that the run has, not for the one that hears the same reviewers', () => {
  const sim = upTo('diff-review', 'agents').verdict('security', false, [{ title: 'leaks' }]);
  expect(sim.status.loops).toMatchObject([{ check: 'diff-review.panel', blocks: 1 }]);
});

describe('stages', () => {
  test('D9 D48 twelve stages in their order, each the first that is not proven', () => {
    const order = begin().status.stages.map(({ id }) => id);
    expect(order).toEqual([
      ...['plan', 'spec', 'survey', 'shape-review', 'tests', 'implement', 'diff-review', 'verify', 'report-review'],
      ...['ship', 'handoff-review', 'done'],
    ]);
    for (const [index, phase] of order.entries())
      expect(upTo(phase).status).toMatchObject({ phase, stage: index + 1, total: 12 });
  });

  test.each([
    { phase: 'plan', document: 'plan' },
    { phase: 'spec', document: 'spec' },
    { phase: 'survey', document: 'test-shape' },
    { phase: 'report-review', document: 'report' },
  ])('D10 D11 D61 $phase is over only with its document on disk', ({ phase, document }) => {
    const sim = upTo(phase);
    expect(sim.status.open[0]).toMatchObject({ finding: { code: 'DOCUMENT_MISSING', args: { document } } });
    const later = upTo('ship');
    delete later.documents[document];
    expect(later.status.phase).toBe(phase);
  });

  test('D49 on the base branch there is a branch to make first', () => {
    const sim = begin();
    sim.git = { ...sim.git, branch: 'main' };
    expect(sim.status).toMatchObject({ phase: 'plan', open: [{ check: 'plan.branch' }, { check: 'plan.document' }] });
    expect(sim.status.instruction).toContain('base branch');
  });

  test('D52 D75 the plan blocks until the concerns of the user have content, and asks for them', () => {
    const sim = begin().document('plan', 'plan:1', { sections: { 'user-concerns': [] } });
    expect(codes(sim.status)).toEqual(['SECTION_EMPTY']);
    expect(sim.status.instruction).toMatch(/concerns you most .* reviewers probe, which code is fragile/);
  });

  test('D53 a specification with faults says where they are', () => {
    const fault = { code: 'CLAIM_EMPTY', level: 'block', args: { line: 7 } } as const;
    const sim = upTo('spec').document('spec', 'spec:1', { findings: [fault] });
    expect(sim.status.open).toMatchObject([
      { finding: { code: 'DOCUMENT_INVALID', args: { findings: ['CLAIM_EMPTY:7'] } } },
    ]);
  });

  test('D54 the survey maps every claim to tests', () => {
    const sim = upTo('survey')
      .claim('do-2', 'two', null)
      .document('test-shape', 'shape:1', { covers: ['do-1'] });
    expect(sim.status.open).toMatchObject([{ finding: { code: 'CLAIM_UNCOVERED', args: { claims: ['do-2'] } } }]);
  });

  test('D55 the shape review is BLOCKED until a person approves', () => {
    const sim = upTo('shape-review');
    expect(sim.status).toMatchObject({ waiting: 'person', command: 'flow approve shape' });
    expect(sim.status.instruction).toMatch(/^BLOCKED/);
    expect(sim.approve('report').approve('handoff').at).toBe('shape-review');
  });

  test('D55 D61 the instruction speaks of what the agent can do, and of waiting only when that is all', () => {
    const sim = upTo('shape-review', 'agents');
    expect(sim.status.instruction).toContain('agents that know nothing of this conversation review');
    for (const judge of ['spec', 'architecture', 'reuse']) sim.verdict(judge, judge !== 'reuse');
    expect(sim.status.instruction).toContain('Fix what the review found');
    sim.document('spec', 'spec:2').verdict('reuse', true);
    expect(sim.status.instruction).toMatch(/^BLOCKED/);
    expect(begin().document('plan', 'p', PLAN).status.instruction).toContain('Write the claims');
  });

  test('D56 C14 the tests are seen red before there is code', () => {
    const sim = upTo('tests').run('fail');
    expect(sim.at).toBe('tests');
    expect(sim.red('do-1').at).toBe('implement');
  });

  test('D57 implementing is over when the suite is green on the present content', () => {
    const sim = upTo('implement').edit('source', 's1').run('fail');
    expect(sim.status.open).toMatchObject([{ check: 'implement.green', state: 'failed' }]);
    expect(sim.run('pass').edit('source', 's2').status.open).toMatchObject([{ state: 'lapsed' }]);
  });

  test('D36 a linter or type checker that a push will ask for is told before people approve', () => {
    const { facts } = upTo('diff-review');
    const untold = (question: 'lint' | 'types') => {
      const suites = [...facts.present.suites, { id: 'checks:.', question, content: 'A' }];
      return evaluate(ceremony, { ...facts, present: { ...facts.present, suites } });
    };
    for (const question of ['lint', 'types'] as const)
      expect(untold(question)).toMatchObject({
        phase: 'diff-review',
        warnings: [{ code: 'SUITE_NOT_GREEN', level: 'warn', args: { suite: 'checks:.' } }],
      });
  });

  test('D81 tests that came to pass at once are told from then on, and hold nothing up', () => {
    const sim = upTo('tests').claim('do-2', 'must, too', 'body 2');
    sim.document('spec', 'spec:2').document('test-shape', 'shape:2').approve('shape').red('do-1', 'do-2');
    sim.edit('source', 's1').run('pass', 'test', { 'do-1': true, 'do-2': true }).run('pass', 'lint');
    expect(sim.status).toMatchObject({
      phase: 'diff-review',
      warnings: [{ code: 'STEP_TOO_LARGE', level: 'warn', args: { claims: ['do-1', 'do-2'], together: 2 } }],
    });
  });

  test('D58 D95 the review of the change repeats until nobody has a must-fix', () => {
    const sim = upTo('diff-review', 'agents');
    for (const judge of REVIEWERS) sim.verdict(judge, judge !== 'style', [{ title: 'name' }]);
    expect(sim.at).toBe('implement');
    sim
      .edit('source', 's2')
      .run('pass')
      .verdict('style', false, [{ title: 'name' }]);
    expect(sim.at).toBe('implement');
    sim.edit('source', 's3').run('pass').verdict('style', true);
    expect(sim.at).toBe('diff-review');
    for (const judge of SAFETY_NET) sim.verdict(judge, true);
    expect(sim.at).toBe('verify');
  });

  test('D58 where a person reviews, an edit after the review asks for another one', () => {
    const sim = upTo('verify').edit('source', 's2').run('pass');
    expect(sim.status).toMatchObject({ phase: 'diff-review', gates: { review: { state: 'lapsed' } } });
  });

  test('D82 what the verification finds is mended there, and goes through suite and review again', () => {
    const sim = upTo('verify', 'agents').edit('source', 'mended');
    expect(sim.at).toBe('implement');
    expect(sim.run('pass').at).toBe('diff-review');
    for (const judge of SAFETY_NET) sim.verdict(judge, true);
    expect(sim.at).toBe('verify');
  });

  test('D73 the ship waits for CI, which is no work of the agent', () => {
    const sim = upTo('ship');
    expect(codes(sim.status)).toEqual(['NOT_COMMITTED', 'NOT_PUSHED', 'PULL_REQUEST_MISSING', 'CI_NOT_GREEN']);
    sim.git = { ...sim.git, committed: true, pushed: true, pullRequest: 'https://example.org/1', ci: 'running' };
    expect(sim.status).toMatchObject({ phase: 'ship', waiting: 'outside' });
    // What has failed is mended, not waited for.
    sim.git = { ...sim.git, ci: 'failed' };
    expect(sim.status).toMatchObject({ phase: 'ship', waiting: null });
  });

  test('D66 the handoff asks for a checklist on the present change', () => {
    const sim = upTo('handoff-review').approve('handoff');
    expect(sim.status.open).toMatchObject([{ check: 'handoff-review.checklist', state: 'missing' }]);
    expect(sim.submit('checklist').at).toBe('done');
  });
});

describe('what the status tells', () => {
  test('D62 D65 phase, stage, instruction, gates, concerns, probes, expectations', () => {
    const { status } = upTo('tests');
    expect(status).toMatchObject({
      version: 1,
      phase: 'tests',
      branch: 'feature/x',
      gates: { shape: { state: 'approved' }, review: { state: 'pending' }, report: { state: 'pending' } },
      concerns: ['speed'],
      probes: ['what if it is empty'],
      expectations: ['a button'],
    });
    expect(status.instruction).not.toBe('');
  });

  test('D64 D67 standing rules are said in every phase', () => {
    expect(upTo('verify').status.rules).toEqual(begin().status.rules);
    expect(begin().status.rules.join(' ')).toMatch(/skip.*user asks.*amend.*BLOCKED/);
  });

  test('D47 D97 the claims edited after the approval go back to it; other documents do not', () => {
    const sim = upTo('implement').document('spec', 'spec:2');
    expect(sim.status).toMatchObject({ phase: 'shape-review', gates: { shape: { state: 'lapsed' } } });
    expect(sim.document('spec', 'spec:1').document('plan', 'plan:2', PLAN).at).toBe('implement');
  });

  test('D50 D59 work that was begun without it is recognised, with the phases to set', () => {
    const sim = begin().document('test-shape', 'shape:1').document('report', 'report:1');
    expect(sim.status.adoption).toEqual({
      missing: ['plan'],
      present: ['test-shape', 'report'],
      phases: expect.arrayContaining(['survey', 'report-review']),
    });
    expect(upTo('survey').status.adoption).toBeNull();
  });
});

describe('D43 D44 D46 what may be edited when', () => {
  test.each([
    ['plan', 'deny', 'deny'],
    ['spec', 'deny', 'deny'],
    ['survey', 'deny', 'deny'],
    ['shape-review', 'deny', 'deny'],
    ['tests', 'deny', 'allow'],
    ['implement', 'allow', 'log'],
    ['diff-review', 'deny', 'deny'],
    ['verify', 'allow', 'log'],
    ['report-review', 'deny', 'deny'],
  ])('%s: source %s, tests %s', (phase, source, tests) => {
    const { edits } = upTo(phase).status;
    expect(edits.find((one) => one.class === 'source')?.answer).toBe(source);
    expect(edits.find((one) => one.class === 'test')?.answer).toBe(tests);
  });
});

test('D51 a gate that a person waived was not approved', () => {
  const sim = upTo('diff-review');
  const waiver = { check: 'diff-review.approved', person: 'ann', reason: 'a comment', expires: sim.time + 60_000 };
  sim.do({ type: 'waiver', ...waiver });
  expect(sim.status).toMatchObject({
    phase: 'verify',
    gates: { shape: { state: 'approved' }, review: { state: 'waived' } },
  });
  expect(sim.approve('review').status.gates).toMatchObject({ review: { state: 'approved' } });
});

describe('D39 reviews that saw other content', () => {
  const stale = (sim: Sim) => staleReviews(ceremony, sim.facts);

  test("a person's: none before it, none on what was reviewed, and it is named once that has changed", () => {
    expect(stale(upTo('diff-review'))).toEqual([]);
    const sim = upTo('verify');
    expect(stale(sim)).toEqual([]);
    sim.edit('source', 's2').run('pass').run('pass', 'lint');
    expect(stale(sim)).toEqual(['review']);
    // What is about documents as well is no review of the change.
    const report = upTo('ship').edit('source', 's2');
    expect(stale(report)).toEqual(['review']);
    expect(stale(sim.edit('source', 's1'))).toEqual([]);
    sim.edit('source', 's3').approve('review');
    expect(stale(sim)).toEqual([]);
  });

  test("agents': until the last of the panel has looked again, and never the panel that this run does not have", () => {
    const sim = upTo('diff-review', 'agents');
    sim.verdict('style', true);
    expect(stale(sim)).toEqual([]);
    sim.verdict('security', false, [{ title: 'a hole' }]);
    sim.edit('source', 's2').run('pass').run('pass', 'lint');
    expect(stale(sim)).toEqual(['diff']);
    for (const judge of [...REVIEWERS, 'security', ...SAFETY_NET]) sim.verdict(judge, true);
    expect([sim.status.phase, stale(sim)]).toEqual(['verify', []]);
    sim.edit('source', 's3').run('pass').run('pass', 'lint');
    expect(stale(sim)).toEqual(['diff']);
    sim.verdict('contracts', true).verdict('regression', true);
    expect(stale(sim)).toEqual(['diff']);
    expect(stale(sim.verdict('security', true))).toEqual([]);
  });

  test('a waiver of a person stands for it', () => {
    const sim = upTo('verify').edit('source', 's2');
    const waiver = { check: 'diff-review.approved', person: 'ann', reason: 'a comment', expires: sim.time + 60_000 };
    expect(stale(sim.do({ type: 'waiver', ...waiver }))).toEqual([]);
  });
});

describe('D97 what only judgement sees', () => {
  const { exit } = ceremony.phases.find(({ id }) => id === 'diff-review')!;
  const panel = exit.find((one) => one.check === 'panel' && one.panel === 'gauntlet');
  const all = panel?.check === 'panel' ? [...panel.reviewers, 'probe-1'] : [];

  test.each([
    { cheat: 'scope creep', judge: 'scope' },
    { cheat: 'the happy path only', judge: 'test-adequacy' },
    { cheat: 'concerns that are ignored', judge: 'concern-validation' },
  ])('D97 $cheat: $judge is asked, and nothing goes on while its finding stands', ({ judge }) => {
    const sim = upTo('diff-review', 'gauntlet');
    for (const one of all) sim.verdict(one, one !== judge, one === judge ? [{ title: 'a cheat' }] : []);
    expect(sim.status).toMatchObject({ phase: 'implement', findings: [{ title: 'a cheat', answered: false }] });
    // Another content alone is an answer, and no end: the same judge has the next word.
    sim.edit('source', 's2').run('pass').run('pass', 'lint');
    expect(sim.status.phase).toBe('diff-review');
    for (const one of all) if (one !== judge) sim.verdict(one, true);
    expect(sim.status.open[0]?.finding).toMatchObject({ code: 'PANEL_OPEN', args: { reviewers: [judge] } });
    sim.verdict(judge, true);
    for (const one of SAFETY_NET) sim.verdict(one, true);
    expect(sim.status).toMatchObject({ phase: 'verify', findings: [] });
  });
});
