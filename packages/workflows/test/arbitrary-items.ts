import type { CheckSpec, Facts, FlowEvent, ItemFact, Moment, Phase, Workflow } from '@flow/core/workflow';
import fc from 'fast-check';
import { deed } from './arbitrary-facts.js';

/* Runs of workflows with nested items: stories, tasks in them, fixes of either, whatever comes after whatever. */

const some = fc.constantFrom;
const seldom = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const loop = seldom(
  fc.record({ max: fc.integer({ min: 1, max: 2 }), onExhausted: some('escalate', 'block', 'proceed') }),
);
const when = seldom(
  some(
    { flag: ['security'] },
    { flag: ['ux', 'security'] },
    { dial: { depth: ['deep'] } },
    { chosen: { way: ['left'] } },
  ),
);
const on = seldom(some('item', 'relevant', 'nothing', ['item', 'source']));

/** Asked more often than others, as their proofs are easily come by. */
const EASY = [
  { check: 'submitted', name: 'done' },
  { check: 'verdict', judge: 'qa' },
];

/** A check of any kind that can be asked of an item. */
const check: fc.Arbitrary<CheckSpec> = fc
  .tuple(
    some<object>(
      ...EASY,
      ...EASY,
      ...EASY,
      { check: 'submitted', name: 'done' },
      { check: 'verdict', judge: 'qa' },
      { check: 'verdict', judge: 'qa', to: 'p0' },
      { check: 'green', blame: 'items', to: 'p0' },
      { check: 'passing' },
      { check: 'command', command: 'build' },
      { check: 'command', command: 'item' },
      { check: 'command', command: { question: 'test' } },
      { check: 'coverage', min: { S: 20, '': 60 } },
      { check: 'panel', panel: 'eyes', reviewers: ['qa', 'style'], rounds: ['all', 'open'] },
      { check: 'approved', gate: 'look' },
      { check: 'red' },
      { check: 'stepwise' },
      { check: 'green' },
      { check: 'covered', by: 'plan' },
      { check: 'document', document: 'plan' },
      { check: 'section', document: 'plan', section: 'probes' },
      { check: 'ci' },
      { check: 'analysed', of: 'p1.c0' },
    ),
    fc.record({ on, when, loop, severity: seldom(some('warn')) }),
  )
  .map(([one, rest]) => JSON.parse(JSON.stringify({ ...one, ...rest })) as CheckSpec);

const attempts = seldom(
  fc.record({ max: fc.integer({ min: 1, max: 3 }), onExhausted: some('escalate', 'block', 'proceed') }),
);

const KINDS = ['story', 'task'] as const;

/** The phases of an item; tasks of a story have their own. */
const inner = (depth: number): fc.Arbitrary<Phase[]> =>
  fc
    .array(
      fc.record({
        exit: fc.oneof(
          fc.array(check, { minLength: 1, maxLength: 1 }),
          fc.array(check, { minLength: 2, maxLength: 2 }),
        ),
        when,
        advance: seldom(some('command' as const)),
        attempts,
        keeps: fc.boolean(),
        each: depth === 0 ? seldom(each(1)) : fc.constant(undefined),
      }),
      { minLength: 1, maxLength: 2 },
    )
    .map((all) =>
      all.map(({ exit, keeps, ...rest }, index) => ({
        id: `p${index}`,
        title: 'x',
        instruction: 'x',
        ...(JSON.parse(JSON.stringify(rest)) as object),
        exit: exit.map((spec, at) => ({ ...spec, id: `c${at}` })),
        ...(keeps && index > 0 ? { keeps: [`p${index - 1}`] } : {}),
      })),
    );

function each(depth: number): fc.Arbitrary<Phase['each']> {
  const fixes = seldom(fc.record({ max: fc.nat(2), depth: fc.nat(2) }));
  const marks = seldom(
    fc.record({
      flag: some('security', 'ux'),
      every: seldom(some(1, 2)),
      last: seldom(some(true)),
      boundary: some(true),
    }),
  );
  const atOnce = seldom(some(1, 2));
  const kind = fc.constant(KINDS[depth]!);
  return fc.record({ phases: inner(depth), fixes, marks, atOnce, attempts, kind }) as fc.Arbitrary<Phase['each']>;
}

/** A workflow of stories, some of them of tasks, behind which something is asked of the whole. */
export const workflow: fc.Arbitrary<Workflow> = fc
  .tuple(each(0), seldom(each(0)), check)
  .map(([first, second, last]) => ({
    id: 'any',
    title: 'Any',
    version: 1,
    dials: { depth: { title: 'Depth', values: ['flat', 'deep'], default: 'flat' } },
    documents: { plan: { title: 'Plan', path: 'plan.md' } },
    rules: [],
    phases: JSON.parse(
      JSON.stringify([
        { id: 'p0', title: 'x', instruction: 'x', exit: [], each: first },
        { id: 'p1', title: 'x', instruction: 'x', exit: [last], keeps: ['p0'], each: second },
      ]),
    ) as Phase[],
  }));

const IDS = ['S1', 'S2', 'T1', 'T2', 'F1'] as const;
const id = some(...IDS);

/** Stories, tasks in them, and fixes of either; whatever comes after whatever. */
const item = (name: (typeof IDS)[number]): fc.Arbitrary<ItemFact> =>
  fc
    .record({
      digest: fc.constantFrom('a', 'a', 'a', 'b'),
      parent: name.startsWith('T') ? some('S1', 'S2') : id,
      after: fc.oneof(
        { weight: 2, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.array(id, { maxLength: 2 }) },
      ),
      flags: fc.subarray(['security', 'ux']),
      claims: fc.subarray(['c1', 'c2']),
      size: some('S', 'M'),
      group: some('one', 'two'),
    })
    .map(({ parent, ...rest }) => ({
      ...rest,
      id: name,
      title: name,
      kind: name.startsWith('S') ? 'story' : name.startsWith('T') ? 'task' : 'fix',
      ...(name.startsWith('S') ? {} : { parent }),
      files: [name],
      verify: 'build',
    }));

const items = fc.tuple(...IDS.map(item)).chain((all) => fc.subarray(all, { minLength: 2 }));

const moment = (list: readonly ItemFact[]): fc.Arbitrary<Moment> =>
  fc
    .record({
      contents: fc.dictionary(some('relevant', 'source', ...IDS.map((name) => `item:${name}`)), some('A', 'B'), {
        minKeys: 5,
      }),
      own: fc.constant(
        Object.fromEntries([...IDS.map((name) => [`item:${name}`, 'A']), ['relevant', 'A'], ['source', 'A']]),
      ),
      covers: fc.subarray(['c1', 'c2']),
      bodies: fc.array(some('h', 'i'), { minLength: 2, maxLength: 2 }),
      ci: some('passed' as const, null),
      probes: fc.array(some('why'), { maxLength: 1 }),
    })
    .map(({ contents, own, covers, bodies, ci, probes }) => ({
      contents: { ...own, ...contents },
      documents: { plan: { digest: 'd', sections: { probes }, covers, findings: [] } },
      claims: bodies.map((hash, at) => ({
        id: `c${at + 1}`,
        digest: 'd',
        expect: 'red' as const,
        tests: [{ name: `t${at}`, file: 'f', hash }],
      })),
      suites: [{ id: 'go:.', question: 'test' as const, content: contents.relevant ?? 'A' }],
      items: list,
      git: { branch: 'x', base: 'main', head: null, ci },
    }));

/** What leads on, more often than what does not. */
const helpful = fc.oneof(
  ...[
    { type: fc.constant('submission'), name: fc.constant('done') },
    {
      type: fc.constant('verdict'),
      judge: some('qa', 'style'),
      pass: some(true, true, false),
      findings: fc.array(fc.record({ title: fc.constant('x'), item: id }), { maxLength: 1 }),
    },
    {
      type: fc.constant('command'),
      command: fc.constant('build'),
      pass: some(true, true, false),
      failure: some('code', 'infra'),
    },
    { type: fc.constant('coverage'), percent: some(30, 70) },
  ].map((fields) => fc.record({ ...fields, subject: id } as Record<string, fc.Arbitrary<unknown>>)),
  fc.record({
    type: fc.constant('advance'),
    phase: some('p0', 'p0/p0', 'p1/p0', 'p0/p1'),
    item: id,
    person: fc.constant(null),
  }),
  fc.record({
    type: fc.constant('run'),
    suite: fc.constant('go:.'),
    question: fc.constant('test'),
    result: some('pass', 'fail'),
    subjects: fc.dictionary(some(...IDS, 'c1', 'c2'), some(true, true, false)),
  }),
  fc.record({
    type: fc.constant('red'),
    tests: fc.constant(['t0', 't1'].flatMap((name) => ['h', 'i'].map((hash) => ({ name, file: 'f', hash })))),
  }),
  fc.record({
    type: fc.constant('item'),
    item: id,
    state: some('skipped', 'blocked', 'running', 'open'),
    reason: fc.constant('x'),
    person: fc.constant('ann'),
  }),
  id.chain((name) => item(name)).map((added) => ({ type: 'item-added', added })),
  fc.record({
    type: fc.constant('waiver'),
    check: some('p0.c0', 'p0/p0.c0', 'p0/p1.c0', 'p0/p0.advance'),
    subject: id,
    expires: fc.nat(60_000),
    person: fc.constant('ann'),
    reason: fc.constant('x'),
  }),
  fc.record({
    type: fc.constant('answer'),
    finding: some('1.1', '2.1', '3.1', '4.1', '5.1', '6.1'),
    disputed: fc.boolean(),
    note: fc.constant('x'),
  }),
);

/** A workflow with nested items, and a journal of what may happen in it. */
export const journal: fc.Arbitrary<[Workflow, Facts]> = fc
  .record({
    workflow,
    lists: fc.oneof(
      { weight: 4, arbitrary: fc.array(items, { minLength: 1, maxLength: 1 }) },
      fc.array(items, { minLength: 2, maxLength: 2 }),
    ),
  })
  .chain(({ workflow: any, lists }) =>
    fc
      .record({
        moments: fc.array(some(...lists).chain(moment), { minLength: 1, maxLength: 4 }),
        deeds: fc.array(
          fc.oneof({ weight: 12, arbitrary: helpful as fc.Arbitrary<object> }, { weight: 1, arbitrary: deed(any) }),
          { maxLength: 40 },
        ),
        places: fc.array(fc.nat(3), { minLength: 40, maxLength: 40 }),
        steps: fc.array(fc.integer({ min: -1_000, max: 20_000 }), { minLength: 40, maxLength: 40 }),
      })
      .map(({ moments, deeds, places, steps }): [Workflow, Facts] => {
        let time = 0;
        const events = deeds.map((one, index) => {
          time += steps[index]!;
          return { ...one, n: index + 1, time, at: places[index]! % moments.length } as FlowEvent;
        });
        return [any, { now: time, dials: {}, events, moments, present: moments[0]! }];
      }),
  );
