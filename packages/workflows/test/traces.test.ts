import { describe, expect, test } from 'vitest';
import { ceremony, tdd } from '../src/index.js';
import { Sim } from './sim.js';

/** The walks of the design's traces; a naive "first unmet check" gets each of them wrong. */

/** A tdd run with claims written and approved. */
function tddAtRed(intensity = 'standard'): Sim {
  const sim = new Sim(tdd, { intensity });
  sim.claim('c1', 'one').claim('c2', 'two').document('spec', 'spec:c1,c2');
  if (intensity === 'standard') sim.verdict('spec-reviewer', true);
  else for (const judge of ['spec-attacker', 'spec-tester', 'spec-designer', 'spec-user']) sim.verdict(judge, true);
  return sim.approve('spec').document('test-shape', 'shape:c1,c2');
}

const tddAtGreen = (intensity?: string) =>
  tddAtRed(intensity).red('c1', 'c2').verdict('test-auditor', true).edit('source', 's1');

const tddAtQa = (intensity?: string) => tddAtGreen(intensity).run('pass').submit('simplified');

describe('trace 1: red before green', () => {
  test('C8 C14 C15 C52 C53 each claim is proven red, the tests are audited, the suite is green', () => {
    const sim = tddAtRed();
    expect(sim.at).toBe('red');
    expect(sim.red('c1').at).toBe('red');
    expect(sim.red('c2').at).toBe('red');
    expect(sim.verdict('test-auditor', true).at).toBe('green');
    expect(sim.edit('source', 's1').at).toBe('green');
    expect(sim.run('pass').at).toBe('simplify');
  });
});

describe('trace 2: red is a fact of the past, bound to the test as it is', () => {
  test('a changed test body is proven red where the work is, not back at home', () => {
    const sim = tddAtGreen().run('pass');
    sim.claim('c1', 'one', 'weaker').edit('test', 't1');
    expect(sim.at).toBe('green');
    expect(sim.run('pass').at).toBe('green');
    const again = sim.red('c1');
    expect(again.at).toBe('simplify');
  });

  test('the old body restored is proven as before', () => {
    const sim = tddAtGreen().run('pass');
    sim.claim('c1', 'one', 'weaker').edit('test', 't1').run('pass');
    expect(sim.at).toBe('green');
    expect(sim.claim('c1', 'one').edit('test', 't0').at).toBe('simplify');
  });
});

describe('trace 3: a judge that blocks', () => {
  test('C17 C59 an answer without a change is none; fixed and green, the judge speaks again', () => {
    const sim = tddAtQa();
    expect(sim.at).toBe('qa');
    expect(sim.verdict('qa', false, [{ title: 'leaks' }]).at).toBe('green');
    expect(sim.answer().at).toBe('green');
    sim.edit('source', 's2').answer();
    expect(sim.at).toBe('green');
    expect(sim.run('pass').at).toBe('qa');
    expect(sim.status.waiting).toBeNull();
    expect(sim.verdict('qa', true).at).toBe('implemented');
  });

  test('restoring an older content that had passed does not close a finding', () => {
    const sim = tddAtQa().verdict('qa', true).edit('source', 'B').run('pass').verdict('qa', false);
    expect(sim.at).toBe('green');
    expect(sim.edit('source', 's1').answer().at).toBe('qa');
  });

  test('M58 the third block waits for a person, who may let it go on', () => {
    const sim = tddAtQa();
    sim.verdict('qa', false).edit('source', 'B').run('pass').verdict('qa', false);
    sim.edit('source', 's1').run('pass').verdict('qa', false);
    expect(sim.at).toBe('green');
    expect(sim.status.waiting).toBeNull();
    sim.edit('source', 's4').run('pass');
    expect(sim.at).toBe('qa');
    expect(sim.status.waiting).toBe('person');
    expect(sim.status.open.map(({ finding }) => finding.code)).toContain('LOOP_EXHAUSTED');
    sim.do({ type: 'decision', check: 'qa.verdict', choice: 'again', person: 'ann', reason: 'once more' });
    expect(sim.status.waiting).toBeNull();
    expect(sim.verdict('qa', true).at).toBe('implemented');
  });

  test('the same block twice on one content is one attempt', () => {
    const sim = tddAtQa().verdict('qa', false).verdict('qa', false).verdict('qa', false);
    expect(sim.status.loops).toMatchObject([{ check: 'qa.verdict', blocks: 1, exhausted: false }]);
  });

  test('V25 a disputed finding is answered without a change, and the judge has the last word', () => {
    const sim = tddAtQa().verdict('qa', false, [{ title: 'no' }]);
    expect(sim.answer(true).at).toBe('qa');
    expect(sim.verdict('qa', true).at).toBe('implemented');
  });
});

/** To the audit of a run at high intensity. */
function tddAtAudit(): Sim {
  const sim = tddAtQa('high').verdict('qa', true).verdict('verifier', true).advance('implemented');
  sim.document('verification', 'report').advance('verified').submit('architecture').submit('documentation');
  return sim.advance('documented');
}

describe('trace 4: the audit at high intensity', () => {
  test('C6 C47 it edits and stays, until suite and review hold again', () => {
    const sim = tddAtAudit();
    expect(sim.at).toBe('audit');
    expect(sim.edit('source', 's9').at).toBe('audit');
    expect(sim.verdict('auditor', true).at).toBe('audit');
    expect(sim.run('pass').at).toBe('audit');
    expect(sim.verdict('qa', true).at).toBe('audit');
    expect(sim.verdict('verifier', true).at).toBe('done');
  });

  test('a new claim that is approved goes back to red, and through the review', () => {
    const sim = tddAtAudit().claim('c3', 'three').document('spec', 'spec:c1,c2,c3');
    expect(sim.at).toBe('review-spec');
    for (const judge of ['spec-attacker', 'spec-tester', 'spec-designer', 'spec-user']) sim.verdict(judge, true);
    expect(sim.approve('spec').at).toBe('red');
    sim.edit('test', 't3');
    expect(sim.red('c3').at).toBe('green');
    expect(sim.edit('source', 's3').run('pass').at).toBe('qa');
    sim.verdict('qa', true).verdict('verifier', true).advance('implemented');
    expect(sim.at).toBe('audit');
  });

  test('review and audit that block in turn stop at three', () => {
    const sim = tddAtAudit();
    for (let round = 1; round <= 3; round += 1) {
      sim.verdict('auditor', false);
      expect(sim.at).toBe('audit');
      if (round < 3) expect(sim.status.waiting).toBeNull();
      sim
        .edit('source', `audit${round}`)
        .run('pass')
        .verdict('qa', round === 3, [{ title: 'again' }]);
      sim.edit('source', `qa${round}`).run('pass').verdict('qa', true).verdict('verifier', true);
    }
    expect(sim.at).toBe('audit');
    expect(sim.status.waiting).toBe('person');
  });
});

const DIFF = ['style', 'contracts', 'regression', 'security', 'performance', 'scope', 'logging', 'patterns'];

/** The same with those that follow it across its layers, and those that look at the review. */
const GAUNTLET = [
  DIFF,
  ['ui-to-api', 'api-to-db', 'zero-values', 'error-propagation', 'timing', 'state-consistency'],
  ['fresh-eyes', 'gap-detection', 'concern-validation', 'test-adequacy', 'cold-diff'],
] as const;

/** A ceremony with two approved claims, proven red. */
function ceremonyAtImplement(probes: string[] = [], reviewers = 'agents'): Sim {
  const sim = new Sim(ceremony, { reviewers });
  sim.document('plan', 'plan', { sections: { 'user-concerns': ['speed'], probes } });
  sim.claim('d1', 'one').document('spec', 'spec:d1').document('test-shape', 'shape:d1');
  for (const judge of ['spec', 'architecture', 'reuse']) sim.verdict(judge, true);
  return sim.approve('shape').red('d1');
}

const ceremonyAtReview = (probes: string[] = [], reviewers = 'agents') =>
  ceremonyAtImplement(probes, reviewers).edit('source', 's1').run('pass');

function ceremonyAtVerify(): Sim {
  const sim = ceremonyAtReview();
  for (const judge of DIFF) sim.verdict(judge, true);
  for (const judge of ['contracts', 'regression', 'security']) sim.verdict(judge, true);
  return sim;
}

/** The reviewers whose word is awaited. */
const awaited = (sim: Sim) => sim.status.open.flatMap(({ finding }) => finding.args.reviewers ?? []);

describe('trace 5: rounds of reviewers', () => {
  test('D58 D72 D92 D93 all, then those with a must-fix, then the three that always look', () => {
    const sim = ceremonyAtReview();
    expect(sim.at).toBe('diff-review');
    expect(awaited(sim)).toEqual(DIFF);
    for (const judge of DIFF) sim.verdict(judge, judge !== 'security', [{ title: 'injection' }]);
    expect(sim.at).toBe('implement');
    expect(sim.edit('source', 's2').run('pass').at).toBe('diff-review');
    expect(awaited(sim)).toEqual(['security']);
    sim.verdict('security', true);
    expect(awaited(sim)).toEqual(['contracts', 'regression', 'security']);
    for (const judge of ['contracts', 'regression', 'security']) sim.verdict(judge, true);
    expect(sim.at).toBe('verify');
  });

  test('D86 D92 who is asked before there is a change has not seen it, and is asked when there is one', () => {
    const early = ceremonyAtImplement();
    for (const judge of DIFF) early.verdict(judge, true);
    expect(awaited(early.edit('source', 's1').run('pass'))).toEqual(DIFF);
    // One that ends when another has sent the work back already was asked in time.
    const late = ceremonyAtReview().verdict('security', false, [{ title: 'injection' }]);
    expect(late.at).toBe('implement');
    for (const judge of DIFF) if (judge !== 'security') late.verdict(judge, true);
    expect(awaited(late.edit('source', 's2').run('pass'))).toEqual(['security']);
  });

  test('D85 D92 what was written since leads to the phase of the panel, without an event of its own', () => {
    const sim = new Sim(ceremony, { reviewers: 'agents' });
    sim.document('plan', 'plan', { sections: { 'user-concerns': ['speed'] } }).verdict('spec', true);
    sim.claim('d1', 'one').document('spec', 'spec:d1').document('test-shape', 'shape:d1').verdict('reuse', true);
    expect(awaited(sim)).toEqual(['spec', 'architecture']);
  });

  test('D89 each probe of the plan has a reviewer of its own, known by its words', () => {
    const sim = ceremonyAtImplement(['load', 'negative prices']).edit('source', 's1').run('pass');
    expect(awaited(sim)).toEqual([...DIFF, 'probe-1', 'probe-2']);
    for (const judge of DIFF) sim.verdict(judge, true);
    sim.verdict('probe-1', true).verdict('probe-2', false, [{ title: 'it goes below zero' }]);
    expect(sim.at).toBe('implement');
    sim.edit('source', 's2').run('pass');
    expect(awaited(sim)).toEqual(['probe-2']);
    // The one before it goes: it has another name now, and its must-fix with it.
    sim.document('plan', 'plan', { sections: { 'user-concerns': ['speed'], probes: ['negative prices'] } });
    expect(awaited(sim)).toEqual(['probe-1']);
    // Another question before it: the must-fix stays with the words, and the new one is asked, too.
    const sections = { 'user-concerns': ['speed'], probes: ['load', 'an empty cart', 'Negative  prices'] };
    sim.document('plan', 'plan', { sections });
    expect(awaited(sim)).toEqual(['probe-2', 'probe-3']);
    sim.verdict('probe-3', true);
    expect(awaited(sim)).toEqual(['probe-2']);
    sim.verdict('probe-2', true);
    for (const judge of ['contracts', 'regression', 'security']) sim.verdict(judge, true);
    expect(sim.at).toBe('verify');
    // One that is asked when all has been said is heard before it goes on.
    sim.document('plan', 'plan', { sections: { ...sections, probes: [...sections.probes, 'ten million lines'] } });
    expect(awaited(sim)).toEqual(['probe-4']);
  });

  test('D90 the gauntlet in three tiers: each waits for the one before, and who speaks too early is asked again', () => {
    const sim = ceremonyAtReview([], 'gauntlet');
    const [property, flow, meta] = GAUNTLET;
    expect(awaited(sim)).toEqual(property);
    sim.verdict('cold-diff', true).verdict('timing', true);
    expect(awaited(sim)).toEqual(property);
    for (const judge of property) sim.verdict(judge, true);
    expect(awaited(sim)).toEqual(flow);
    for (const judge of flow) sim.verdict(judge, true);
    expect(awaited(sim)).toEqual(meta);
    for (const judge of meta) sim.verdict(judge, judge !== 'gap-detection', [{ title: 'no deletion' }]);
    expect(sim.at).toBe('implement');
    expect(sim.edit('source', 's2').run('pass').at).toBe('diff-review');
    expect(awaited(sim)).toEqual(['gap-detection']);
    sim.verdict('gap-detection', true);
    expect(awaited(sim)).toEqual(['contracts', 'regression', 'security']);
    for (const judge of ['contracts', 'regression', 'security']) sim.verdict(judge, true);
    expect(sim.at).toBe('verify');
  });

  test('D90 a must-fix of somebody who speaks too early sends the work back all the same', () => {
    const sim = ceremonyAtReview([], 'gauntlet').verdict('timing', false, [{ title: 'a race' }]);
    expect(sim.at).toBe('implement');
  });

  test('D89 D90 the probes sit with those that follow the change across its layers', () => {
    const sim = ceremonyAtReview([], 'gauntlet');
    sim.document('plan', 'plan:1', { sections: { 'user-concerns': ['x'], probes: ['empty list'] } });
    for (const judge of GAUNTLET[0]) sim.verdict(judge, true);
    expect(awaited(sim)).toEqual([...GAUNTLET[1], 'probe-1']);
  });

  test.each(['agents', 'gauntlet'])(
    'D96 reviewers that know the languages of the change sit in it: %s',
    (reviewers) => {
      const sim = ceremonyAtReview([], reviewers);
      sim.reviewers = ['go-idioms', 'typescript-idioms'];
      expect(awaited(sim)).toEqual([...DIFF, 'go-idioms', 'typescript-idioms']);
    },
  );

  test('D96 a language that comes with a fix of the last round is asked, and one that goes is not', () => {
    const sim = ceremonyAtReview();
    for (const judge of DIFF) sim.verdict(judge, true);
    expect(awaited(sim)).toEqual(['contracts', 'regression', 'security']);
    sim.reviewers = ['go-idioms'];
    expect(awaited(sim)).toEqual(['contracts', 'regression', 'security', 'go-idioms']);
    sim.reviewers = [];
    for (const judge of ['contracts', 'regression', 'security']) sim.verdict(judge, true);
    expect(sim.at).toBe('verify');
  });

  test('D98 a commit alone changes nothing; a rebase needs the suite again and no review', () => {
    const sim = ceremonyAtVerify();
    sim.git = { ...sim.git, head: 'h1' };
    expect(sim.at).toBe('verify');
    sim.base = 'b1';
    expect(sim.at).toBe('implement');
    expect(sim.run('pass').at).toBe('verify');
  });

  test('a one-line fix is looked at by the three alone', () => {
    const sim = ceremonyAtVerify().edit('source', 's2').run('pass');
    expect(sim.at).toBe('diff-review');
    expect(awaited(sim)).toEqual(['contracts', 'regression', 'security']);
    sim.edit('source', 's1');
    expect(sim.at).toBe('verify');
  });
});

describe('trace 6: claims and approval', () => {
  test('D47 D97 a claim added after the approval goes back to the gate, and only it to red', () => {
    const sim = ceremonyAtReview();
    sim.claim('d2', 'two', 'd2-body').document('spec', 'spec:d1,d2').document('test-shape', 'shape:d1,d2');
    expect(sim.at).toBe('shape-review');
    const undone = sim.dropClaim('d2').document('spec', 'spec:d1').document('test-shape', 'shape:d1');
    expect(undone.at).toBe('diff-review');
    sim.claim('d2', 'two', 'd2-body').document('spec', 'spec:d1,d2').document('test-shape', 'shape:d1,d2');
    for (const judge of ['spec', 'architecture', 'reuse']) sim.verdict(judge, true);
    expect(sim.approve('shape').at).toBe('tests');
    expect(sim.status.open.map(({ subject }) => subject)).toEqual(['d2']);
    sim.edit('test', 't2');
    expect(sim.red('d2').at).toBe('implement');
  });

  test('what was merged is over, whatever is left of its diff', () => {
    const sim = ceremonyAtVerify().do({ type: 'end', how: 'merged', reason: '' });
    sim.edit('source', '').edit('test', '');
    expect(sim.status).toMatchObject({ phase: 'ended', waiting: null });
  });
});
