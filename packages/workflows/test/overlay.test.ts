import { parseOverlay } from '@flow/core/schemas';
import { applyOverlay, checkWorkflow, type EachOverlay, type Overlay, type Workflow } from '@flow/core/workflow';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ceremony, tdd } from '../src/index.js';
import { spec as planned } from './fixtures/spec.js';
import { Sim } from './sim.js';

const applied = (workflow: Parameters<typeof applyOverlay>[0], overlay: Overlay) => {
  const result = applyOverlay(workflow, overlay);
  if (!result.ok) throw new Error(JSON.stringify(result.findings));
  return result;
};

const refused = (workflow: Parameters<typeof applyOverlay>[0], overlay: Overlay) => {
  const result = applyOverlay(workflow, overlay);
  return result.ok ? [] : result.findings.map(({ code, args }) => [code, args.at, args.why ?? args.id ?? '']);
};

const phaseOf = (workflow: { phases: readonly { id: string }[] }, id: string) =>
  workflow.phases.find((one) => one.id === id);

describe('D6 D7 a project changes a workflow without copying it', () => {
  test('an empty overlay changes nothing', () => {
    expect(applied(tdd, {}).workflow).toEqual(tdd);
    expect(applied(ceremony, {})).toMatchObject({
      findings: [],
      origins: { gone: {}, layers: { title: 'workflow:ceremony', 'phases.plan': 'workflow:ceremony' } },
    });
  });

  test.each<{ name: string; overlay: Overlay; less: string[] }>([
    {
      name: 'a reviewer turned off, alone and in panels',
      overlay: { agents: { logging: 'off' } },
      less: ['diff-review.panel fewer-reviewers logging', 'diff-review.gauntlet fewer-reviewers logging'],
    },
    {
      name: 'a verdict that lets go',
      overlay: { phases: { 'diff-review': { checks: { panel: { loop: { onExhausted: 'proceed' } } } } } },
      less: ['diff-review.panel proceeds '],
    },
    {
      name: 'a verdict that only warns',
      overlay: { phases: { 'diff-review': { checks: { panel: { severity: 'warn' } } } } },
      less: ['diff-review.panel only-warns '],
    },
    {
      name: 'fewer rounds',
      overlay: { phases: { 'diff-review': { checks: { panel: { rounds: ['all'] } } } } },
      less: ['diff-review.panel fewer-rounds '],
    },
    {
      name: 'a check turned off',
      overlay: { phases: { 'diff-review': { checks: { panel: 'off' } } } },
      less: ['diff-review.panel removed '],
    },
    {
      name: 'more, or other than judges',
      overlay: {
        phases: {
          'diff-review': { checks: { panel: { loop: { max: 9 } } } },
          implement: { checks: { stepwise: 'off' } },
        },
      },
      less: [],
    },
  ])('D7 what judges say less of is told, and allowed: $name', ({ overlay, less }) => {
    const told = applied(ceremony, overlay).less.map(({ args }) => `${args.at} ${args.why} ${args.names ?? ''}`);
    expect(told).toEqual(less);
    const found = checkWorkflow(ceremony, { overlays: [overlay], runs: false });
    expect(found.filter(({ code }) => code === 'JUDGES_LESS')).toHaveLength(less.length);
    expect(found.filter(({ level }) => level === 'block')).toEqual([]);
  });

  test('thresholds, severities, instructions, and who says what', () => {
    const { workflow, origins } = applied(ceremony, {
      phases: {
        implement: { instruction: 'Ours.', checks: { lint: { severity: 'block' }, stepwise: { severity: 'block' } } },
        'diff-review': { checks: { panel: { loop: { max: 9 } } } },
      },
    });
    expect(phaseOf(workflow, 'implement')).toMatchObject({
      instruction: 'Ours.',
      exit: [
        { check: 'green' },
        { id: 'lint', severity: 'block' },
        { id: 'types', severity: 'warn' },
        { check: 'stepwise', severity: 'block' },
        { check: 'inspected', severity: 'warn' },
        { check: 'binding', severity: 'warn' },
      ],
    });
    expect(phaseOf(workflow, 'diff-review')).toMatchObject({
      exit: [{ loop: { max: 9, onExhausted: 'escalate' } }, {}, {}],
    });
    const ours = Object.entries(origins.layers).filter(([, layer]) => layer === 'flow.config.yaml');
    expect(ours.map(([place]) => place)).toEqual([
      'phases.implement.instruction',
      'phases.implement.exit.lint.severity',
      'phases.implement.exit.stepwise.severity',
      'phases.diff-review.exit.panel.loop',
    ]);
  });

  test('D7 without the phase that writes a document, whoever is shown it asks for it first', () => {
    const off = { off: true, required: false } as const;
    const { workflow } = applied(ceremony, { phases: { survey: off } });
    expect(checkWorkflow(workflow)).toEqual([]);
    const sim = new Sim(workflow, { reviewers: 'person' }).claim('do-1', 'must', 'body');
    sim.document('plan', 'plan:1', { sections: { 'user-concerns': ['speed'] } }).document('spec', 'spec:1');
    const told = () => sim.status.open.map(({ check, actor, finding: { code } }) => [check, actor, code]);
    expect(told()).toEqual([['shape-review.approved', 'agent', 'DOCUMENT_MISSING']]);
    expect(sim.status).toMatchObject({ phase: 'shape-review', waiting: null });
    expect(sim.status.instruction).toContain('is not there yet');
    expect(sim.status.open[0]?.finding.args).toMatchObject({ document: 'test-shape', gate: 'shape' });
    // Nobody can approve what is not there.
    expect(sim.approve('shape').status.phase).toBe('shape-review');
    sim.document('test-shape', 'shape:1');
    expect(told()).toEqual([['shape-review.approved', 'person', 'APPROVAL_MISSING']]);
    expect(sim.approve('shape').status.phase).toBe('tests');
  });

  test('phases and checks are inserted, replaced and left out', () => {
    const { workflow, origins } = applied(tdd, {
      documents: { notes: { title: 'Notes', path: 'develop/{branch}/notes.md' } },
      rules: ['Ours, too.'],
      phases: {
        model: 'off',
        qa: {
          checks: {
            verdict: {
              replace: { id: 'verdict', check: 'verdict', judge: 'ours', loop: { max: 2, onExhausted: 'escalate' } },
            },
          },
          insert: [{ before: 'verdict', check: { check: 'coverage', min: 80 } }],
        },
        red: { checks: { audit: 'off' } },
      },
      insert: [
        {
          after: 'simplify',
          phase: {
            id: 'notes',
            title: 'Notes',
            instruction: 'Write.',
            exit: [{ check: 'document', document: 'notes' }],
          },
        },
      ],
    });
    expect(workflow.phases.map(({ id }) => id).slice(1, 8)).toEqual([
      'review',
      'review-spec',
      'red',
      'green',
      'simplify',
      'notes',
      'qa',
    ]);
    expect(workflow.rules.at(-1)).toBe('Ours, too.');
    expect(phaseOf(workflow, 'qa')).toMatchObject({
      exit: [{ id: 'suite' }, { check: 'coverage', min: 80 }, { judge: 'ours' }],
    });
    expect(origins).toMatchObject({
      layers: {
        'phases.notes': 'flow.config.yaml',
        'phases.qa.exit.coverage': 'flow.config.yaml',
        rules: 'flow.config.yaml',
      },
      gone: { 'phases.model': 'flow.config.yaml', 'phases.red.exit.audit': 'flow.config.yaml' },
    });
  });

  test('D90 a reviewer that is not asked is in no tier either, and a tier that nobody is left in goes', () => {
    const flow = ['ui-to-api', 'api-to-db', 'zero-values', 'error-propagation', 'timing', 'state-consistency'];
    const off = Object.fromEntries(['style', ...flow, 'cold-diff'].map((name) => [name, 'off'] as const));
    const { workflow } = applied(ceremony, { agents: off });
    const { exit } = phaseOf(workflow, 'diff-review') as unknown as { exit: { id?: string; tiers?: string[][] }[] };
    expect(exit.find(({ id }) => id === 'gauntlet')?.tiers).toEqual([
      ['contracts', 'regression', 'security', 'performance', 'scope', 'logging', 'patterns'],
      ['probe'],
      ['fresh-eyes', 'gap-detection', 'concern-validation', 'test-adequacy'],
    ]);
    const last = { 'fresh-eyes': 'off', 'gap-detection': 'off', 'concern-validation': 'off', 'test-adequacy': 'off' };
    const fewer = applied(ceremony, { agents: { ...off, ...last } as Overlay['agents'] & object }).workflow;
    expect(JSON.stringify(phaseOf(fewer, 'diff-review'))).toContain('"tiers":[["contracts",');
    expect(JSON.stringify(phaseOf(fewer, 'diff-review'))).toContain('["probe"]]');
  });

  test('agents are left out of every panel, round, phase and verdict', () => {
    const { workflow } = applied(ceremony, { agents: { style: 'off', contracts: 'off' } });
    const review = phaseOf(workflow, 'diff-review') as unknown as {
      roles: string[];
      exit: { reviewers: string[]; rounds: string[][] }[];
    };
    expect(review.roles).not.toContain('style');
    expect(review.exit[0]!.reviewers).not.toContain('style');
    expect(review.exit[0]!.rounds).toEqual(['all', 'open', ['regression', 'security']]);
    const last = { contracts: 'off', regression: 'off', security: 'off' } as const;
    const left = phaseOf(applied(ceremony, { agents: last }).workflow, 'diff-review') as unknown as typeof review;
    expect(left.exit[0]!.rounds).toEqual(['all', 'open']);
    const all = Object.fromEntries(['spec', 'architecture', 'reuse'].map((name) => [name, 'off' as const]));
    expect(refused(ceremony, { agents: all })).toEqual([
      ['OVERLAY_EMPTIES_PANEL', 'phases.shape-review.checks.panel', ''],
    ]);
  });

  test('what an earlier layer took away is told beside what a later one says', () => {
    const { workflow, origins } = applied(tdd, { phases: { model: 'off' } });
    const both = applyOverlay(
      workflow,
      { title: 'Ours', phases: { red: { checks: { audit: 'off' } } } },
      'two',
      origins,
    );
    expect(both).toMatchObject({ origins: { layers: { title: 'two' } } });
    expect(both.ok && both.origins.gone).toEqual({
      'phases.model': 'flow.config.yaml',
      'phases.red.exit.audit': 'two',
    });
  });

  test('what was left out need not be kept', () => {
    const { workflow } = applied(tdd, { phases: { verify: { off: true, required: false } } });
    expect(JSON.stringify(phaseOf(workflow, 'audit'))).not.toContain('"verify"');
  });

  test.each<{ name: string; overlay: Overlay; found: string[] }>([
    { name: 'an unknown phase', overlay: { phases: { rde: 'off' } }, found: ['OVERLAY_UNKNOWN', 'phases.rde', ''] },
    {
      name: 'an unknown check',
      overlay: { phases: { red: { checks: { gren: 'off' } } } },
      found: ['OVERLAY_UNKNOWN', 'phases.red.checks.gren', ''],
    },
    { name: 'an unknown agent', overlay: { agents: { ann: 'off' } }, found: ['OVERLAY_UNKNOWN', 'agents.ann', ''] },
    {
      name: 'a value that a dial does not have',
      overlay: { dials: { intensity: 'none' } },
      found: ['OVERLAY_UNKNOWN', 'dials.intensity', ''],
    },
    {
      name: 'a phase to keep that is not there',
      overlay: { phases: { audit: { keeps: ['rde'] } } },
      found: ['OVERLAY_UNKNOWN', 'phases.audit.keeps', ''],
    },
    {
      name: 'an id that is taken, also by a phase that is left out',
      overlay: {
        phases: { model: 'off' },
        insert: [{ after: 'spec', phase: { id: 'model', title: 'M', instruction: 'M', exit: [] } }],
      },
      found: ['OVERLAY_ID_TAKEN', 'insert.model', 'model'],
    },
    {
      name: 'a check whose id is taken',
      overlay: { phases: { red: { insert: [{ check: { check: 'red' } }] } } },
      found: ['OVERLAY_ID_TAKEN', 'phases.red.insert', 'red'],
    },
    {
      name: 'a check whose id another one has that is inserted, too',
      overlay: {
        phases: {
          red: { insert: [{ check: { check: 'coverage', min: 1 } }, { check: { check: 'coverage', min: 2 } }] },
        },
      },
      found: ['OVERLAY_ID_TAKEN', 'phases.red.insert', 'coverage'],
    },
    {
      name: 'half of a loop for a check that has none',
      overlay: { phases: { red: { checks: { red: { loop: { max: 2 } } } } } },
      found: ['OVERLAY_FIELD_UNFIT', 'phases.red.checks.red.loop', ''],
    },
    {
      name: 'a replacement of another name',
      overlay: { phases: { model: { replace: { id: 'other', title: 'M', instruction: 'M', exit: [] } } } },
      found: ['OVERLAY_RENAMES', 'phases.model.replace.id', ''],
    },
    {
      name: 'a field that the check does not have',
      overlay: { phases: { green: { checks: { green: { min: 50 } } } } },
      found: ['OVERLAY_FIELD_UNFIT', 'phases.green.checks.green.min', ''],
    },
    {
      name: 'a new phase without a place',
      overlay: { insert: [{ phase: { id: 'new', title: 'N', instruction: 'N', exit: [] } }] },
      found: ['OVERLAY_PLACE_UNCLEAR', 'insert.new', ''],
    },
  ])('$name is refused', ({ overlay, found }) => {
    expect(refused(tdd, overlay)).toContainEqual(found);
  });
});

describe('required gates are not lost by the way', () => {
  const shape = 'shape-review.approved';
  test.each<{ name: string; overlay: Overlay; at: string; why: string }>([
    {
      name: 'the gate off',
      overlay: { phases: { 'shape-review': { checks: { approved: 'off' } } } },
      at: shape,
      why: 'removed',
    },
    {
      name: 'the gate only warns',
      overlay: { phases: { 'shape-review': { checks: { approved: { severity: 'warn' } } } } },
      at: shape,
      why: 'only-warns',
    },
    {
      name: 'the gate shows less',
      overlay: { phases: { 'shape-review': { checks: { approved: { on: 'doc:spec' } } } } },
      at: shape,
      why: 'shows-less',
    },
    {
      name: 'the gate is asked for less often',
      overlay: { phases: { 'shape-review': { checks: { approved: { when: { dial: { reviewers: ['person'] } } } } } } },
      at: shape,
      why: 'asked-less',
    },
    {
      name: 'the gate is another check',
      overlay: {
        phases: {
          'shape-review': { checks: { approved: { replace: { id: 'approved', check: 'submitted', name: 'ok' } } } },
        },
      },
      at: shape,
      why: 'replaced',
    },
    {
      name: 'the gate lets the work go on without anybody',
      overlay: {
        phases: { 'shape-review': { checks: { approved: { loop: { max: 1, onExhausted: 'proceed' } } } } },
      },
      at: shape,
      why: 'proceeds',
    },
    {
      name: 'the gate is another one',
      overlay: {
        phases: {
          'shape-review': { checks: { approved: { replace: { id: 'approved', check: 'approved', gate: 'report' } } } },
        },
      },
      at: shape,
      why: 'replaced',
    },
    { name: 'its phase off', overlay: { phases: { 'shape-review': 'off' } }, at: 'shape-review', why: 'removed' },
    {
      name: 'its phase asked for less often',
      overlay: { phases: { 'shape-review': { when: { dial: { reviewers: ['agents'] } } } } },
      at: 'shape-review',
      why: 'asked-less',
    },
    {
      name: 'its phase replaced by one without it',
      overlay: {
        phases: {
          'shape-review': { replace: { id: 'shape-review', title: 'S', instruction: 'S', exit: [{ check: 'red' }] } },
        },
      },
      at: shape,
      why: 'removed',
    },
    {
      name: 'a phase emptied',
      overlay: { phases: { tests: { checks: { red: 'off' } } } },
      at: 'tests',
      why: 'nothing-asked',
    },
  ])('$name', ({ overlay, at, why }) => {
    expect(refused(ceremony, overlay)).toContainEqual(['OVERLAY_REMOVES_GATE', at, why]);
  });

  test('the person who says that it goes on, directly or by keeping', () => {
    expect(refused(tdd, { phases: { implemented: { advance: 'auto' } } })).toEqual([
      ['OVERLAY_REMOVES_GATE', 'implemented', 'advance'],
    ]);
    const keeps = ['implemented'];
    expect(refused(tdd, { phases: { verified: { keeps } } })).toEqual([
      ['OVERLAY_REMOVES_GATE', 'implemented', 'advance-kept'],
    ]);
  });

  test('`required: false` at the place lets it go, and is told', () => {
    const overlay: Overlay = { phases: { 'shape-review': { checks: { approved: { off: true, required: false } } } } };
    expect(applied(ceremony, overlay).findings).toMatchObject([{ code: 'GATE_NOT_REQUIRED', args: { at: shape } }]);
    const elsewhere: Overlay = {
      phases: { 'shape-review': { checks: { approved: 'off' } }, plan: { required: false } },
    };
    expect(refused(ceremony, elsewhere)).toHaveLength(1);
    // Of a phase within another one, it may stand at the one around it.
    const inner = ceremony.phases.filter(({ id }) => id === 'shape-review');
    const outer = { id: 'all', title: 'All', instruction: 'All', exit: [], each: { kind: 'task', phases: inner } };
    const nested = { ...ceremony, phases: [outer] };
    const others = { ...outer, each: { kind: 'other', phases: inner } };
    expect(refused(nested, { phases: { all: { replace: others } } })).toEqual([
      ['OVERLAY_REMOVES_GATE', 'all', 'items-not-walked'],
    ]);
    expect(refused(nested, { phases: { all: { replace: { ...outer, optional: true } } } })).toEqual([
      ['OVERLAY_REMOVES_GATE', 'all', 'optional'],
    ]);
    const off = { 'all/shape-review': { checks: { approved: 'off' as const } } };
    expect(refused(nested, { phases: off })).toEqual([['OVERLAY_REMOVES_GATE', `all/${shape}`, 'removed']]);
    const { findings } = applied(nested, { phases: { ...off, all: { required: false } } });
    expect(findings).toMatchObject([{ code: 'GATE_NOT_REQUIRED', args: { at: `all/${shape}` } }]);
  });

  test('more is asked without any word', () => {
    const phases = { 'shape-review': { checks: { approved: { on: ['doc:spec', 'doc:test-shape', 'doc:plan'] } } } };
    expect(applied(ceremony, { phases }).findings).toEqual([]);
  });
});

/** Changes of one phase, as data that a person could write. */
const changeOf = (id: string) =>
  fc.oneof(
    fc.constant<Overlay>({ phases: { [id]: { title: `Our ${id}`, roles: ['ours'] } } }),
    fc.constant<Overlay>({ phases: { [id]: { off: true, required: false } } }),
    fc.constant<Overlay>({ phases: { [id]: { insert: [{ check: { check: 'command', command: `make ${id}` } }] } } }),
    fc.constant<Overlay>({
      insert: [
        { after: id, phase: { id: `after-${id}`, title: 'A', instruction: 'A', exit: [{ check: 'committed' }] } },
      ],
    }),
  );

describe('properties of overlays', () => {
  const ids = tdd.phases.map(({ id }) => id);
  const two = fc.shuffledSubarray(ids, { minLength: 2, maxLength: 2 });

  test('overlays of different phases commute', () => {
    const pairs = two.chain(([one, other]) => fc.tuple(changeOf(one!), changeOf(other!)));
    fc.assert(
      fc.property(pairs, ([one, other]) => {
        const there = applied(applied(tdd, one).workflow, other).workflow;
        expect(applied(applied(tdd, other).workflow, one).workflow).toEqual(there);
      }),
    );
  });

  test('it is deterministic, leaves its input alone, and an empty one changes nothing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ids).chain(changeOf), (overlay) => {
        const before = JSON.stringify(tdd);
        const first = applied(tdd, overlay);
        expect(applied(tdd, overlay)).toEqual(first);
        expect(applied(first.workflow, {}).workflow).toEqual(first.workflow);
        expect(JSON.stringify(tdd)).toBe(before);
      }),
    );
  });
});

describe('D6 how items are walked can be changed', () => {
  const spec: Workflow = planned;
  const eachOf = (each: EachOverlay) => applied(spec, { phases: { implement: { each } } }).workflow.phases.at(-2)?.each;
  const checkpoint = { flag: 'checkpoint', every: 5, last: true, boundary: true } as const;

  test('bounds of fixes, how many at once, marks; what is left out stays', () => {
    expect(eachOf({ fixes: { max: 9 } })).toMatchObject({ fixes: { max: 9, depth: 2 }, atOnce: 5, marks: checkpoint });
    expect(eachOf({ atOnce: 2 })).toMatchObject({ atOnce: 2, fixes: { max: 3, depth: 2 } });
    expect(eachOf({ atOnce: 'off' })).not.toHaveProperty('atOnce');
    const more = { ...checkpoint, every: 1 };
    expect(eachOf({ marks: more })).toMatchObject({ marks: more });
    const { origins } = applied(spec, { phases: { implement: { each: { atOnce: 2 } } } });
    expect(origins.layers).toMatchObject({ 'phases.implement.atOnce': 'flow.config.yaml' });
    expect(origins.layers).not.toHaveProperty('phases.implement.fixes');
    expect(
      checkWorkflow(applied(spec, { phases: { implement: { each: { marks: more } } } }).workflow, { runs: false }),
    ).toEqual(checkWorkflow(spec, { runs: false }));
  });

  test('what is asked of marked items is not asked of fewer, in whatever way', () => {
    const less: Overlay[] = [
      { phases: { implement: { each: { marks: 'off' } } } },
      { phases: { implement: { each: { marks: { ...checkpoint, every: 10 } } } } },
      { phases: { implement: { each: { marks: { flag: 'checkpoint', every: 5, last: true } } } } },
      { phases: { implement: { each: { marks: { ...checkpoint, flag: 'other' } } } } },
    ];
    for (const overlay of less)
      expect(refused(spec, overlay)).toEqual([['OVERLAY_REMOVES_GATE', 'implement', 'marks-less']]);
    const implement = spec.phases.at(-2)!;
    const { marks: _marks, ...each } = implement.each!;
    expect(refused(spec, { phases: { implement: { replace: { ...implement, each } } } })).toEqual([
      ['OVERLAY_REMOVES_GATE', 'implement', 'marks-less'],
    ]);
    const meant = applied(spec, { phases: { implement: { required: false, each: { marks: 'off' } } } });
    expect(meant.findings).toEqual([expect.objectContaining({ code: 'GATE_NOT_REQUIRED' })]);
  });

  test('a phase without items, and bounds of which one is missing, are refused', () => {
    expect(refused(spec, { phases: { close: { each: { atOnce: 2 } } } })).toEqual([
      ['OVERLAY_FIELD_UNFIT', 'phases.close.each', ''],
    ]);
    const { fixes: _fixes, ...each } = spec.phases.at(-2)!.each!;
    const unbound = { ...spec, phases: spec.phases.map((one) => (one.id === 'implement' ? { ...one, each } : one)) };
    expect(refused(unbound, { phases: { implement: { each: { fixes: { max: 2 } } } } })).toEqual([
      ['OVERLAY_FIELD_UNFIT', 'phases.implement.each.fixes', ''],
    ]);
    const read = parseOverlay({ phases: { implement: { each: { fixes: { max: 2 }, atOnce: 'off', marks: 'off' } } } });
    expect(read.ok).toBe(true);
    expect(parseOverlay({ phases: { implement: { each: { kind: 'story' } } } }).ok).toBe(false);
  });
});

describe('G2 budgets of attempts can be changed', () => {
  const max = { max: 4, onExhausted: 'block' } as const;
  const budget = (overlay: Overlay, workflow: Workflow = planned) => applied(workflow, overlay).workflow;

  test('of the run, of a phase and of each item; what is left out stays', () => {
    expect(budget({ attempts: { max: 9, onExhausted: 'escalate' } }).attempts).toEqual({
      max: 9,
      onExhausted: 'escalate',
    });
    const each = budget({ phases: { implement: { each: { attempts: max } } } });
    expect(each.phases.at(-2)!.each!.attempts).toEqual(max);
    const phase = budget({ phases: { implement: { attempts: max } } });
    expect(phase.phases.at(-2)!.attempts).toEqual(max);
    expect(budget({ phases: { implement: { attempts: { max: 2 } } } }, phase).phases.at(-2)!.attempts).toEqual({
      ...max,
      max: 2,
    });
    expect(budget({ phases: { implement: { attempts: 'off' } } }, phase).phases.at(-2)).not.toHaveProperty('attempts');
    expect(budget({ phases: { implement: { title: 'Do' } } }, phase).phases.at(-2)!.attempts).toEqual(max);
  });

  test('half a budget is refused with both words', () => {
    expect(refused(planned, { attempts: { max: 3 } })).toEqual([['OVERLAY_FIELD_UNFIT', 'attempts', '']]);
    expect(refused(planned, { phases: { implement: { each: { attempts: { onExhausted: 'block' } } } } })).toEqual([
      ['OVERLAY_FIELD_UNFIT', 'phases.implement.each.attempts', ''],
    ]);
    const both = { attempts: max, phases: { implement: { attempts: 'off', each: { attempts: { max: 2 } } } } };
    expect(parseOverlay(both).ok).toBe(true);
    expect(parseOverlay({ attempts: { max: 0 } }).ok).toBe(false);
  });

  test('work that goes on by itself after the last attempt is a gate less', () => {
    const proceed = { max: 2, onExhausted: 'proceed' } as const;
    expect(refused(planned, { attempts: proceed })).toEqual([['OVERLAY_REMOVES_GATE', 'attempts', 'proceeds']]);
    for (const change of [{ attempts: proceed }, { each: { attempts: proceed } }]) {
      expect(refused(planned, { phases: { implement: change } })).toEqual([
        ['OVERLAY_REMOVES_GATE', 'implement', 'proceeds'],
      ]);
      expect(applied(planned, { phases: { implement: { ...change, required: false } } }).findings).toEqual([
        expect.objectContaining({ code: 'GATE_NOT_REQUIRED' }),
      ]);
    }
  });
});

describe('37.1 a workflow asks about weakened tests', () => {
  const command = 'npx flow-weakened --since main';
  const overlayOf = (phase: string): Overlay => ({
    phases: { [phase]: { insert: [{ check: { id: 'weakened', check: 'command', command } }] } },
  });

  test.each([
    { workflow: tdd, phase: 'green' },
    { workflow: ceremony, phase: 'implement' },
  ])('37.1 $workflow.id takes the check in $phase, and what holds it can be proven', ({ workflow, phase }) => {
    const { workflow: changed } = applied(workflow, overlayOf(phase));
    const known = checkWorkflow(workflow);
    expect(checkWorkflow(changed).filter((one) => !known.some(({ code }) => code === one.code))).toEqual([]);
  });

  test('37.1 a weakened test holds the phase until it is restored, or a person lets it be', () => {
    const { workflow } = applied(tdd, overlayOf('green'));
    const green = workflow.phases.find(({ id }) => id === 'green')!;
    const alone = { ...workflow, gates: {}, phases: [{ ...green, keeps: [], exit: green.exit.slice(-1) }] };
    const play = () => new Sim(alone as Workflow).do({ type: 'command', command, pass: false });
    const sim = play();
    expect(sim.status).toMatchObject({ phase: 'green', waiting: null });
    expect(sim.status.open).toMatchObject([{ check: 'green.weakened', state: 'failed', actor: 'agent' }]);
    // Restored: another content, looked at anew.
    sim.contents = { ...sim.contents, test: 't1' };
    expect(sim.status.open).toMatchObject([{ check: 'green.weakened' }]);
    expect(sim.do({ type: 'command', command, pass: true }).status.phase).toBe('done');
    // The test is the point: a person says so, and it stays a debt.
    const asked = play();
    asked.do({ type: 'waiver', check: 'green.weakened', expires: 1e15, person: 'Ann', reason: 'the price changed' });
    expect(asked.status.phase).toBe('done');
    expect(asked.status.debts).toMatchObject([{ check: 'green.weakened', why: 'waiver' }]);
  });
});
