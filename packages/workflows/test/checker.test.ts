import {
  applyOverlay,
  checkWorkflow,
  defineWorkflow,
  evaluate,
  type Overlay,
  type PhaseId,
  type Workflow,
} from '@flow/core/workflow';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { ceremony, spec as shipped, tdd } from '../src/all.js';
import { plan } from './fixtures/plan.js';
import { spec } from './fixtures/spec.js';
import { stories } from './fixtures/stories.js';

const codes = (workflow: Workflow, overlays: Overlay[] = []) =>
  checkWorkflow(workflow, { overlays, runs: false }).map(({ code, args }) => `${code} ${args.at}`);

describe('the shipped workflows can be trusted to lead', () => {
  test.each([ceremony, tdd])('$id is clean for all combinations of its dials', (workflow) => {
    expect(checkWorkflow(workflow)).toEqual([]);
  });

  test('X7 a number of entries that there can be is no fault, whatever the dial asks for', () => {
    const ask = (min: number, intent: string) =>
      ({
        id: intent,
        check: 'section',
        document: 'research',
        section: 'questions',
        min,
        max: min,
        when: { dial: { intent: [intent] } },
      }) as const;
    const [first, research, ...rest] = spec.phases;
    const exit = [...research.exit, ask(5, 'bug'), ask(1, 'trivial')];
    const found = checkWorkflow({ ...spec, phases: [first, { ...research, exit }, ...rest] });
    expect(found.map(({ code }) => code)).toEqual([]);
  });

  test('so are those that prove the engine, but for a loop that a test leaves open', () => {
    expect([...codes(stories), ...codes(spec), ...codes(plan)]).toEqual(['LOOP_MISSING final.green']);
  });
});

/** A copy that may be changed. */
type Loose<Value> = Value extends readonly (infer Entry)[]
  ? Loose<Entry>[]
  : Value extends object
    ? { -readonly [Key in keyof Value]: Loose<Value[Key]> }
    : Value;
type Draft = Loose<Workflow>;

const phase = (draft: Draft, id: string): Draft['phases'][number] => {
  const all = (phases: Draft['phases']): Draft['phases'] =>
    phases.flatMap((one) => [one, ...all(one.each?.phases ?? [])]);
  return all(draft.phases).find((one) => one.id === id)!;
};
const check = (draft: Draft, id: string, name: string) =>
  phase(draft, id).exit.find((one) => (one.id ?? one.check) === name)!;

/** Each breaks one promise; what is named first of all findings is what was broken. */
const MUTATIONS: { name: string; of: Workflow; change: (draft: Draft) => void; found: string }[] = [
  {
    name: 'two phases of one id',
    of: tdd,
    change: (d) => (phase(d, 'simplify').id = 'green'),
    found: 'ID_TWICE green',
  },
  {
    name: 'an inner phase of the id of an outer one',
    of: stories,
    change: (d) => (phase(d, 'develop').id = 'design'),
    found: 'ID_TWICE build/design',
  },
  {
    name: 'two checks of one id',
    of: tdd,
    change: (d) =>
      phase(d, 'qa').exit.push({
        check: 'verdict',
        judge: 'other',
        loop: { max: 1, onExhausted: 'block' },
        to: 'green',
      }),
    found: 'ID_TWICE qa.verdict',
  },
  {
    name: 'a phase with a word of the position',
    of: tdd,
    change: (d) => {
      phase(d, 'implemented').id = 'done';
    },
    found: 'ID_RESERVED done',
  },
  {
    name: 'an id of the engine',
    of: tdd,
    change: (d) => (check(d, 'qa', 'suite').id = 'answers'),
    found: 'ID_RESERVED qa.answers',
  },
  {
    name: 'keeps what is not there',
    of: tdd,
    change: (d) => (phase(d, 'green').keeps = ['rde']),
    found: 'REFERENCE_UNKNOWN green',
  },
  {
    name: 'keeps a check that is not there',
    of: tdd,
    change: (d) => (phase(d, 'green').keeps = ['red.read']),
    found: 'REFERENCE_UNKNOWN green',
  },
  {
    name: 'keeps what comes later',
    of: tdd,
    change: (d) => (phase(d, 'green').keeps = ['qa']),
    found: 'REFERENCE_AHEAD green',
  },
  {
    name: 'keeps itself',
    of: tdd,
    change: (d) => (phase(d, 'green').keeps = ['green']),
    found: 'REFERENCE_AHEAD green',
  },
  {
    name: 'sends to a phase that is not there',
    of: tdd,
    change: (d) => (check(d, 'qa', 'verdict').to = 'gone'),
    found: 'REFERENCE_UNKNOWN qa.verdict',
  },
  {
    name: 'sends to a later phase',
    of: tdd,
    change: (d) => (check(d, 'qa', 'verdict').to = 'implemented'),
    found: 'REFERENCE_AHEAD qa.verdict',
  },
  {
    name: 'a kind of work that the dial does not have',
    of: shipped,
    change: (d) => (d.goal!.otherwise = 'huge'),
    found: 'REFERENCE_UNKNOWN goal',
  },
  {
    name: 'nobody there by a dial that is not there',
    of: shipped,
    change: (d) => (d.unattended = { dial: { asks: ['none'] } }),
    found: 'REFERENCE_UNKNOWN unattended',
  },
  {
    name: 'the command of a document that is not there',
    of: shipped,
    change: (d) => Object.assign(check(d, 'reproduce', 'reproduced'), { command: { document: 'talk' } }),
    found: 'REFERENCE_UNKNOWN reproduce.reproduced',
  },
  { name: 'an unknown document', of: tdd, change: (d) => delete d.documents.spec, found: 'REFERENCE_UNKNOWN spec' },
  {
    name: 'an unknown dial',
    of: tdd,
    change: (d) => (phase(d, 'verify').when = { dial: { intensty: ['high'] } }),
    found: 'REFERENCE_UNKNOWN verify',
  },
  {
    name: 'an unknown value of a dial',
    of: tdd,
    change: (d) => (phase(d, 'verify').when = { dial: { intensity: ['higher', 'high'] } }),
    found: 'REFERENCE_UNKNOWN verify',
  },
  {
    name: 'a phase that no run has',
    of: tdd,
    change: (d) => (phase(d, 'verify').when = { dial: { intensity: [] } }),
    found: 'PHASE_UNREACHABLE verify',
  },
  {
    name: 'a check that no run of its phase has',
    of: tdd,
    change: (d) => (check(d, 'review', 'approved').when = { dial: { intensity: ['critical'] } }),
    found: 'CHECK_UNASKED review.approved',
  },
  {
    name: 'items of a kind that nothing walks',
    of: stories,
    change: (d) => phase(d, 'analyse').exit.push({ check: 'listed', kind: 'epic' }),
    found: 'REFERENCE_UNKNOWN analyse.listed',
  },
  {
    name: 'a number of entries that there cannot be',
    of: spec,
    change: (d) =>
      phase(d, 'tasks').exit.push({ check: 'section', document: 'tasks', section: 'tasks', min: 7, max: 6 }),
    found: 'COUNT_IMPOSSIBLE tasks.section',
  },
  {
    name: 'a mark that is given to nobody',
    of: spec,
    change: (d) => (phase(d, 'implement').each!.marks = { flag: 'checkpoint' }),
    found: 'MARK_UNGIVEN implement',
  },
  {
    name: 'a mark that nothing asks for',
    of: spec,
    change: (d) => (phase(d, 'implement').each!.marks = { flag: 'chekpoint', last: true }),
    found: 'MARK_UNASKED implement',
  },
  {
    name: 'a mark that is asked for before it is given',
    of: spec,
    change: (d) => (check(d, 'tasks', 'valid').when = { flag: ['checkpoint'] }),
    found: 'MARK_AHEAD tasks.valid',
  },
  {
    name: 'a condition that reads ahead',
    of: plan,
    change: (d) => (phase(d, 'approve').when = { chosen: { next: ['review'] } }),
    found: 'READS_AHEAD approve',
  },
  {
    name: 'a condition on what is never asked',
    of: plan,
    change: (d) => (phase(d, 'review').when = { chosen: { nxt: ['review'] } }),
    found: 'REFERENCE_UNKNOWN review',
  },
  {
    name: 'a condition on an option that there is not',
    of: plan,
    change: (d) => (phase(d, 'review').when = { chosen: { next: ['reviewed'] } }),
    found: 'REFERENCE_UNKNOWN review',
  },
  {
    name: 'an analysis of what is not there',
    of: plan,
    change: (d) => Object.assign(check(d, 'analyse', 'analysed'), { of: 'quality.gates' }),
    found: 'REFERENCE_UNKNOWN build/analyse.analysed',
  },
  {
    name: 'a judge that may send back for ever',
    of: tdd,
    change: (d) => delete check(d, 'qa', 'verdict').loop,
    found: 'LOOP_MISSING qa.verdict',
  },
  {
    name: 'a panel that may send back for ever',
    of: ceremony,
    change: (d) => delete check(d, 'diff-review', 'panel').loop,
    found: 'LOOP_MISSING diff-review.panel',
  },
  {
    name: 'a panel that asks nobody',
    of: ceremony,
    change: (d) => Object.assign(check(d, 'diff-review', 'panel'), { rounds: ['open'] }),
    found: 'PANEL_ASKS_NOBODY diff-review.panel',
  },
  {
    name: 'a panel of which one is never asked',
    of: ceremony,
    change: (d) => Object.assign(check(d, 'diff-review', 'panel'), { rounds: [['security'], 'open'] }),
    found: 'REVIEWER_UNASKED diff-review.panel',
  },
  {
    name: 'a panel without rounds',
    of: ceremony,
    change: (d) => Object.assign(check(d, 'diff-review', 'panel'), { rounds: [] }),
    found: 'PANEL_ASKS_NOBODY diff-review.panel',
  },
  {
    name: 'a panel that asks nobody at the end',
    of: ceremony,
    change: (d) => Object.assign(check(d, 'diff-review', 'panel'), { rounds: ['all', []] }),
    found: 'PANEL_ASKS_NOBODY diff-review.panel',
  },
  {
    name: 'sends to a phase that some runs have not',
    of: tdd,
    change: (d) => (phase(d, 'green').when = { dial: { intensity: ['high'] } }),
    found: 'REFERENCE_LEFT_OUT qa.verdict',
  },
  {
    name: 'items that no document can list',
    of: stories,
    change: (d) => (d.documents = {}),
    found: 'ITEMS_UNLISTED build',
  },
  {
    name: 'claims without their specification',
    of: tdd,
    change: (d) => {
      d.documents.spec = { ...d.documents.spec!, kind: 'text' };
    },
    found: 'CLAIMS_UNREAD red.red',
  },
  {
    name: 'claims without their tests',
    of: tdd,
    change: (d) => delete d.documents['test-shape'],
    found: 'CLAIMS_UNREAD red.red',
  },
  {
    name: 'a tier for one who is no reviewer',
    of: ceremony,
    change: (d) => Object.assign(check(d, 'diff-review', 'gauntlet'), { tiers: [['style', 'ann']] }),
    found: 'REFERENCE_UNKNOWN diff-review.gauntlet',
  },
  {
    name: 'a round for one who is no reviewer',
    of: ceremony,
    change: (d) => Object.assign(check(d, 'diff-review', 'panel'), { rounds: ['all', ['ann']] }),
    found: 'REFERENCE_UNKNOWN diff-review.panel',
  },
  {
    name: 'a gate that only warns',
    of: tdd,
    change: (d) => (check(d, 'review', 'approved').severity = 'warn'),
    found: 'GATE_HOLDS_NOTHING review.approved',
  },
  {
    name: 'a gate that goes on without its person',
    of: tdd,
    change: (d) => (check(d, 'review', 'approved').loop = { max: 1, onExhausted: 'proceed' }),
    found: 'GATE_HOLDS_NOTHING review.approved',
  },
  {
    name: 'a gate on nothing',
    of: tdd,
    change: (d) => (check(d, 'review', 'approved').on = 'nothing'),
    found: 'GATE_UNBOUND review.approved',
  },
  {
    name: 'a judge who wrote it',
    of: tdd,
    change: (d) => Object.assign(check(d, 'qa', 'verdict'), { judge: 'implementer' }),
    found: 'JUDGE_WORKS qa.verdict',
  },
  {
    name: 'a judge who is the session itself',
    of: tdd,
    change: (d) => Object.assign(check(d, 'qa', 'verdict'), { judge: 'main' }),
    found: 'JUDGE_WORKS qa.verdict',
  },
  {
    name: 'a judge of a document who wrote it',
    of: tdd,
    change: (d) => {
      phase(d, 'spec').roles = ['author'];
      phase(d, 'review').exit.push({
        ...{ id: 'read', check: 'verdict', judge: 'author', on: 'doc:spec', to: 'spec' },
        loop: { max: 2, onExhausted: 'escalate' },
      });
    },
    found: 'JUDGE_WORKS review.read',
  },
  {
    name: 'a judge who may edit what it judges',
    of: tdd,
    change: (d) => (phase(d, 'qa').edits = []),
    found: 'JUDGE_WORKS qa.verdict',
  },
  {
    name: 'a reviewer of a panel who may edit',
    of: ceremony,
    change: (d) => (phase(d, 'implement').roles = ['security']),
    found: 'JUDGE_WORKS diff-review.panel',
  },
  {
    name: 'nothing to be told',
    of: tdd,
    change: (d) => (phase(d, 'qa').instruction = ' '),
    found: 'INSTRUCTION_MISSING qa',
  },
  {
    name: 'nothing to be told by default',
    of: tdd,
    change: (d) => (phase(d, 'qa').instruction = { FINDING_OPEN: 'Mend it.' }),
    found: 'INSTRUCTION_MISSING qa',
  },
  {
    name: 'words for what cannot be found there',
    of: tdd,
    change: (d) => (phase(d, 'qa').instruction = { default: 'Judge.', RED_MISSING: 'Red.' }),
    found: 'INSTRUCTION_UNUSED qa',
  },
  {
    name: 'a phase that asks for nothing',
    of: tdd,
    change: (d) => (phase(d, 'simplify').exit = []),
    found: 'PHASE_HOLDS_NOTHING simplify',
  },
  {
    name: 'nothing asked with some dials',
    of: tdd,
    change: (d) => {
      for (const one of d.phases) one.when = { dial: { intensity: ['high'] } };
    },
    found: 'RUN_ASKS_NOTHING phases',
  },
  {
    name: 'a judge who sends work nowhere',
    of: tdd,
    change: (d) => delete check(d, 'qa', 'verdict').to,
    found: 'PROOF_UNPROVABLE qa.verdict',
  },
  {
    name: 'a judge at the end who sends work nowhere',
    of: tdd,
    change: (d) => {
      d.phases = d.phases.slice(0, d.phases.findIndex(({ id }) => id === 'qa') + 1);
      delete check(d, 'qa', 'verdict').to;
    },
    found: 'PROOF_UNPROVABLE qa.verdict',
  },
  {
    name: 'coverage where no test may be written',
    of: stories,
    change: (d) => phase(d, 'develop').edits!.unshift({ class: 'test', answer: 'deny' }),
    found: 'PROOF_UNPROVABLE build/develop.coverage',
  },
  {
    name: 'a keeper that may edit nothing of what was asked for before',
    of: tdd,
    change: (d) => (phase(d, 'verify').keeps = ['qa.suite']),
    found: 'PROOF_UNPROVABLE qa.suite',
  },
  {
    name: 'green where nothing may be edited',
    of: tdd,
    change: (d) =>
      (phase(d, 'green').edits = [
        { class: 'source', answer: 'deny' },
        { class: 'test', answer: 'deny' },
      ]),
    found: 'PROOF_UNPROVABLE green.green',
  },
  {
    name: 'the suite of a closed phase that nobody asked for before',
    of: tdd,
    change: (d) => {
      phase(d, 'green').exit = [{ check: 'command', command: 'make' }];
    },
    found: 'PROOF_UNPROVABLE qa.suite',
  },
  {
    name: 'red where no test may be written',
    of: tdd,
    change: (d) => (phase(d, 'red').edits = [{ class: 'test', answer: 'deny' }]),
    found: 'PROOF_UNPROVABLE red.red',
  },
  {
    name: 'a keeper that may edit nothing',
    of: ceremony,
    change: (d) => (phase(d, 'report-review').keeps = ['implement']),
    found: 'PROOF_UNPROVABLE implement.green',
  },
  {
    name: 'a document in a phase that closes documents',
    of: tdd,
    change: (d) => (phase(d, 'verified').edits = [{ class: 'document', answer: 'deny' }]),
    found: 'PROOF_UNPROVABLE verified.document',
  },
  {
    name: 'a document that nobody writes',
    of: tdd,
    change: (d) => delete phase(d, 'spec').produces,
    found: 'DOCUMENT_UNMADE spec.document',
  },
  {
    name: 'a proof that items share',
    of: stories,
    change: (d) => delete check(d, 'review', 'tester').on,
    found: 'ITEM_UNBOUND build/review.tester',
  },
  {
    name: 'a gate of each item that work on another one voids',
    of: stories,
    change: (d) => phase(d, 'review').exit.push({ check: 'approved', gate: 'story' }),
    found: 'ITEM_UNBOUND build/review.approved',
  },
  {
    name: 'items of which each asks for a command alone',
    of: stories,
    change: (d) => {
      phase(d, 'build').each!.phases = [
        { ...phase(d, 'develop'), exit: [{ check: 'command', command: 'make', on: 'item' }], keeps: [] },
      ];
    },
    found: 'ITEM_NEEDS_NO_WORK build',
  },
  {
    name: 'items of which only some ask for work',
    of: stories,
    change: (d) => {
      for (const one of phase(d, 'build').each!.phases) one.when = { flag: ['security'] };
    },
    found: 'ITEM_NEEDS_NO_WORK build',
  },
  {
    name: 'items that are asked for work with some dials',
    of: plan,
    change: (d) => {
      phase(d, 'do').each!.phases[0]!.exit[0]!.when = { dial: { depth: ['light'] } };
    },
    found: 'ITEM_NEEDS_NO_WORK build/do',
  },
  {
    name: 'failing tests of items whose claims nobody lists',
    of: stories,
    change: (d) => {
      phase(d, 'develop').exit.unshift({ check: 'red' });
      for (const one of d.phases) one.exit = one.exit.filter((spec) => spec.check !== 'listed');
    },
    found: 'CLAIMS_UNLISTED build/develop.red',
  },
  {
    name: 'failing tests of items whose claims are listed behind them',
    of: stories,
    change: (d) => {
      phase(d, 'develop').exit.unshift({ check: 'red' });
      for (const one of d.phases) one.exit = one.exit.filter((spec) => spec.check !== 'listed');
      phase(d, 'final').exit.push({ check: 'listed', kind: 'story', with: ['claims'] });
    },
    found: 'CLAIMS_UNLISTED build/develop.red',
  },
  {
    name: 'no item at once',
    of: stories,
    change: (d) => (phase(d, 'build').each!.atOnce = 0),
    found: 'NUMBER_TOO_SMALL build',
  },
  {
    name: 'a loop without a try',
    of: tdd,
    change: (d) => (check(d, 'qa', 'verdict').loop = { max: 0, onExhausted: 'escalate' }),
    found: 'NUMBER_TOO_SMALL qa.verdict',
  },
  {
    name: 'nothing after the items checks the whole',
    of: stories,
    change: (d) => {
      d.phases = d.phases.filter(({ id }) => id !== 'final' && id !== 'lint-fix');
    },
    found: 'WHOLE_UNPROVEN build',
  },
  {
    name: 'after the items the whole is only warned of',
    of: stories,
    change: (d) => {
      for (const id of ['final', 'lint-fix']) phase(d, id).exit[0]!.severity = 'warn';
    },
    found: 'WHOLE_UNPROVEN build',
  },
  {
    name: 'after the items the whole is proven for some of them',
    of: stories,
    change: (d) => {
      for (const id of ['final', 'lint-fix']) phase(d, id).when = { flag: ['security'] };
    },
    found: 'WHOLE_UNPROVEN build',
  },
  {
    name: "an item's files where there is no item",
    of: tdd,
    change: (d) => (check(d, 'qa', 'verdict').on = 'item'),
    found: 'CONTENT_UNKNOWN qa.verdict',
  },
  {
    name: 'a content that nobody knows',
    of: tdd,
    change: (d) => (check(d, 'qa', 'verdict').on = 'code'),
    found: 'CONTENT_UNKNOWN qa.verdict',
  },
];

describe('what resembles a fault and is none', () => {
  test.each<{ name: string; of: Workflow; change: (draft: Draft) => void }>([
    {
      name: 'a judge who only warns, as often as may be',
      of: tdd,
      change: (d) => {
        check(d, 'qa', 'verdict').severity = 'warn';
        delete check(d, 'qa', 'verdict').loop;
      },
    },
    {
      name: 'a judge who sends work to the phase itself',
      of: tdd,
      change: (d) => (check(d, 'review', 'verdict').to = 'review'),
    },
    {
      name: 'a warning that items share',
      of: stories,
      change: (d) => {
        check(d, 'review', 'tester').severity = 'warn';
        delete check(d, 'review', 'tester').on;
      },
    },
  ])('$name', ({ of, change }) => {
    const draft = structuredClone(of) as Draft;
    change(draft);
    expect(codes(draft)).toEqual([]);
  });
});

test('of more dials than can be tried together, two may be needed for one phase or check', () => {
  const draft = structuredClone<Workflow>(tdd) as Draft;
  const dial = { title: 'A switch', values: ['off', 'on'], default: 'off' };
  for (let at = 0; at < 40; at++) draft.dials[`switch-${at}`] = dial;
  const both = { dial: { 'switch-1': ['on'], 'switch-39': ['on'] } };
  phase(draft, 'simplify').when = both;
  Object.assign(check(draft, 'qa', 'suite'), { when: { dial: { ...both.dial, intensity: ['high'] } } });
  expect(codes(draft)).toEqual([]);
  phase(draft, 'documented').when = { dial: { 'switch-1': ['off'], 'switch-2': [] } };
  expect(codes(draft)).toEqual(['PHASE_UNREACHABLE documented']);
});

test('the ids of phases are kept as types, at any depth', () => {
  const rest = { title: 'Work', instruction: 'Work.', exit: [] };
  const deep = defineWorkflow({
    ...{ id: 'deep', title: 'Deep', version: 1, dials: {}, documents: {}, rules: [] },
    phases: [
      {
        ...rest,
        id: 'outer',
        each: {
          kind: 'stage',
          phases: [{ ...rest, id: 'inner', each: { kind: 'task', phases: [{ ...rest, id: 'deepest' }] } }],
        },
      },
    ],
  });
  expectTypeOf<PhaseId<typeof deep>>().toEqualTypeOf<'outer' | 'inner' | 'deepest'>();
});

test('failing tests may be asked for in each story', () => {
  const draft = structuredClone<Workflow>(stories) as Draft;
  phase(draft, 'develop').exit.unshift({ check: 'red' });
  phase(draft, 'design').exit.push({ check: 'listed', kind: 'story', with: ['claims'] });
  const stuck = checkWorkflow(draft).filter(({ code }) => code !== 'LOOP_MISSING');
  expect(stuck.map(({ code, args }) => `${code} ${args.at}`)).toEqual([]);
});

describe('a broken workflow is named by its fault', () => {
  test.each(MUTATIONS)('$name', ({ of, change, found }) => {
    const draft = structuredClone(of) as Draft;
    change(draft);
    const findings = checkWorkflow(draft, { runs: false });
    expect(findings.map(({ code, args }) => `${code} ${args.at}`)).toContain(found);
    for (const { args } of findings) expect(args.remedy).toMatch(/\S/);
  });
});

/** The mutation of a name, with its finding, and the status where its trace leads. */
function traced(name: string) {
  const { of, change, found } = MUTATIONS.find((one) => one.name === name)!;
  const draft = structuredClone(of) as Draft;
  change(draft);
  const finding = checkWorkflow(draft).find(({ code, args }) => `${code} ${args.at}` === found);
  const { trace } = finding!;
  if (!trace) throw new Error('no run shows it');
  const status = evaluate(draft, trace.facts);
  expect(status.position).toBe(trace.position);
  return { status, facts: trace.facts, draft };
}

/** It is the agent that has to do something, and every file that could help is closed to it. */
function expectStuck(name: string, at: string): void {
  const { status } = traced(name);
  expect(status.phase).toBe(at);
  expect(status.waiting).toBeNull();
  expect(status.open.map(({ actor }) => actor)).toContain('agent');
  expect(status.edits.map(({ answer }) => answer)).toContain('deny');
}

test('the first phase has nothing to keep, and is not told to name a phase', () => {
  const draft = structuredClone<Workflow>(tdd) as Draft;
  draft.phases[0]!.keeps = ['nowhere'];
  const [finding] = checkWorkflow(draft, { runs: false });
  expect(finding).toMatchObject({
    code: 'REFERENCE_UNKNOWN',
    args: { remedy: 'No phase comes before this one, so there is nothing to keep: remove `keeps`.' },
  });
});

describe('what items, documents and budgets may be', () => {
  /** A change of a good workflow, and what the checker says of it. */
  const told = (of: Workflow, change: (draft: Draft) => void) => {
    const draft = structuredClone(of) as Draft;
    change(draft);
    return checkWorkflow(draft)
      .filter(({ args }) => args.at !== 'final.green')
      .map(({ code, args }) => `${code} ${args.at}`);
  };
  const sketched: Draft['phases'][number] = {
    ...{ id: 'sketch', title: 'Sketch', instruction: 'Sketch it.', exit: [] },
    each: {
      kind: 'story',
      phases: [
        {
          ...{ id: 'draw', title: 'Draw', instruction: 'Draw it.' },
          exit: [{ check: 'submitted', name: 'drawn', on: 'item' }],
        },
      ],
    },
  };
  const before = (draft: Draft, id: string, one: Draft['phases'][number]) =>
    draft.phases.splice(
      draft.phases.findIndex((phase) => phase.id === id),
      0,
      structuredClone(one),
    );

  test('F1 G7 items of one kind are walked by two phases, each of which asks for work of its own', () => {
    expect(told(stories, (draft) => before(draft, 'build', sketched))).toEqual([]);
    const idle = structuredClone(sketched);
    idle.each!.phases[0]!.exit = [{ check: 'command', command: 'make', on: 'item' }];
    expect(told(stories, (draft) => before(draft, 'build', idle))).toEqual(['ITEM_NEEDS_NO_WORK sketch']);
  });

  test('G1 a proof may depend on a document that may be missing, and on none that the workflow has not', () => {
    const depends = (on: string[]) => (draft: Draft) => Object.assign(check(draft, 'qa', 'verdict'), { on });
    expect(told(tdd, depends(['diff', 'doc:spec?']))).toEqual([]);
    expect(told(tdd, depends(['diff', 'doc:lost?']))).toEqual(['REFERENCE_UNKNOWN qa.verdict']);
  });

  test('G2 one budget bounds all judges in it, those of parts too; one that allows nothing is refused', () => {
    const unbounded = (draft: Draft) => {
      for (const one of phase(draft, 'review').exit) delete one.loop;
    };
    const attempts = { max: 3, onExhausted: 'escalate' } as const;
    expect(told(stories, unbounded)).toContain('LOOP_MISSING build/review.tester');
    const bounds: ((draft: Draft) => void)[] = [
      (draft) => Object.assign(draft, { attempts }),
      (draft) => Object.assign(phase(draft, 'build'), { attempts }),
      (draft) => Object.assign(phase(draft, 'build').each!, { attempts }),
      (draft) => Object.assign(phase(draft, 'review'), { attempts }),
    ];
    for (const bound of bounds) {
      const both = (draft: Draft) => {
        unbounded(draft);
        bound(draft);
      };
      expect(told(stories, both)).toEqual([]);
    }
    const elsewhere = (draft: Draft) => {
      unbounded(draft);
      Object.assign(phase(draft, 'develop'), { attempts });
    };
    expect(told(stories, elsewhere)).toContain('LOOP_MISSING build/review.tester');
    const none = { max: 0, onExhausted: 'block' } as const;
    expect(told(stories, (draft) => Object.assign(phase(draft, 'build').each!, { attempts: none }))).toEqual([
      'NUMBER_TOO_SMALL build',
    ]);
    expect(told(stories, (draft) => Object.assign(draft, { attempts: none }))).toEqual(['NUMBER_TOO_SMALL attempts']);
  });

  test('G3 proofs of the whole are asked of an item that has a work tree of its own, and of no other', () => {
    const whole = (rest: object) => (draft: Draft) => {
      phase(draft, 'develop').exit.push({ check: 'green' }, { id: 'built', check: 'command', command: 'make' });
      Object.assign(phase(draft, 'build').each!, rest);
    };
    expect(told(stories, whole({ isolated: true }))).toEqual([]);
    for (const rest of [{}, { atOnce: 1 }, { isolated: false }])
      expect(told(stories, whole(rest))).toEqual([
        'ITEM_UNBOUND build/develop.green',
        'ITEM_UNBOUND build/develop.built',
      ]);
  });

  test('findings go where the engine takes them: an inner phase answers a judge of the run', () => {
    const sent = (draft: Draft) => {
      phase(draft, 'final').exit.push({
        ...{ check: 'verdict', judge: 'somebody', to: 'develop' },
        loop: { max: 2, onExhausted: 'escalate' },
      });
    };
    expect(told(stories, sent)).toEqual([]);
  });
});

describe('F15 what failed is tried again where that helps, and only there', () => {
  const of = (exit: Draft['phases'][number]['exit'], edits: 'allow' | 'deny'): Workflow => ({
    ...{ id: 'own', title: 'Own', version: 1, dials: {}, documents: {}, rules: [] },
    phases: [
      {
        ...{ id: 'deploy', title: 'Deploy', instruction: 'Deploy.', exit },
        edits: [
          { class: 'source', answer: edits },
          { class: 'test', answer: edits },
        ],
      },
    ],
  });
  const told = (workflow: Workflow) => checkWorkflow(workflow).map(({ code, args }) => `${code} ${args.at}`);

  test.each(['allow', 'deny'] as const)('a command that depends on no file is run again (edits: %s)', (edits) => {
    expect(told(of([{ check: 'command', command: 'sh deploy.sh', on: 'nothing' }], edits))).toEqual([]);
    expect(told(of([{ check: 'coverage', min: 80, on: 'nothing' }], edits))).toEqual([]);
  });

  test('a command that depends on files that may not be edited is not', () => {
    const command = { check: 'command', command: 'make' } as const;
    expect(told(of([command], 'allow'))).toEqual([]);
    expect(told(of([command], 'deny'))).toEqual(['PROOF_UNPROVABLE deploy.command']);
    expect(told(of([{ ...command, on: 'build' }], 'deny'))).toEqual([]);
  });
});

describe('a fault comes with a run that shows it', () => {
  test.each([
    { name: 'a judge who sends work nowhere', at: 'qa' },
    { name: 'a judge at the end who sends work nowhere', at: 'qa' },
    { name: 'coverage where no test may be written', at: 'build' },
    { name: 'green where nothing may be edited', at: 'green' },
    { name: 'the suite of a closed phase that nobody asked for before', at: 'qa' },
    { name: 'red where no test may be written', at: 'red' },
    { name: 'a keeper that may edit nothing', at: 'report-review' },
  ])('stuck: $name', ({ name, at }) => {
    expectStuck(name, at);
  });

  test.each(MUTATIONS.filter(({ found }) => /^(?:ID_|REFERENCE_UNKNOWN|CONTENT_UNKNOWN)/.test(found)))(
    'where names do not fit nothing is played: $name',
    ({ of, change }) => {
      const draft = structuredClone(of) as Draft;
      change(draft);
      expect(checkWorkflow(draft)).toEqual(checkWorkflow(draft, { runs: false }));
    },
  );

  test('a judge refuses again and again, and no person is ever asked', () => {
    const { facts, status } = traced('a judge that may send back for ever');
    expect(facts.events.filter((event) => event.type === 'verdict' && event.judge === 'qa')).toHaveLength(12);
    expect(status.waiting).toBeNull();
    const bounded = evaluate(tdd, facts);
    expect(bounded.loops).toMatchObject([{ check: 'qa.verdict', exhausted: true }]);
  });

  test('forged: what was approved has changed, and is still approved', () => {
    const { facts, status } = traced('a gate on nothing');
    expect(status.gates.spec?.state).toBe('approved');
    expect(evaluate(tdd, facts).gates.spec?.state).not.toBe('approved');
  });

  test('forged: done, whatever has changed since', () => {
    const { facts, status } = traced('nothing after the items checks the whole');
    expect(status.phase).toBe('done');
    expect(evaluate(stories, facts).phase).not.toBe('done');
  });

  test('the work on one item voids the proof of another', () => {
    const { facts } = traced('a proof that items share');
    const lost = evaluate(stories, facts).items.flatMap(({ open = [] }) => open.map(({ check }) => check));
    expect(lost).not.toContain('build/review.tester');
  });
});

describe('with overlays and presets', () => {
  test('an overlay that cannot be laid over is what is told', () => {
    expect(codes(tdd, [{ phases: { gone: 'off' } }])).toEqual(['OVERLAY_UNKNOWN phases.gone']);
  });

  test('an overlay that breaks a promise is found in the result', () => {
    expect(
      codes(tdd, [
        {
          phases: {
            green: {
              edits: [
                { class: 'source', answer: 'deny' },
                { class: 'test', answer: 'deny' },
              ],
            },
          },
        },
      ]),
    ).toContain('PROOF_UNPROVABLE green.green');
    expect(codes(tdd, [{ phases: { model: 'off' } }])).toEqual([]);
  });

  test('a suite that no preset can run', () => {
    expect(checkWorkflow(ceremony, { presets: [], runs: false }).map(({ code, level }) => `${code} ${level}`)).toEqual([
      'QUESTION_UNANSWERED block',
      'QUESTION_UNANSWERED warn',
      'QUESTION_UNANSWERED warn',
    ]);
  });

  const text = fc.constantFrom('Ours.', 'Theirs.');
  const change = fc.record(
    {
      title: text,
      roles: fc.constantFrom<string[]>([], ['ours'], ['qa']),
      advance: fc.constantFrom('auto' as const, 'command' as const, 'person' as const),
      keeps: fc.constantFrom<string[]>([], ['spec'], ['red'], ['green']),
      edits: fc.constantFrom([], [{ class: 'source' as const, answer: 'deny' as const }]),
      required: fc.constant(false as const),
      insert: fc.constantFrom(
        [],
        [{ check: { id: 'ours', check: 'green' as const } }],
        [{ check: { id: 'ours', check: 'verdict' as const, judge: 'ours' } }],
      ),
    },
    { requiredKeys: [] },
  );
  const overlay = fc.dictionary(
    fc.constantFrom(...tdd.phases.map(({ id }) => id)),
    fc.oneof(fc.constant('off' as const), change),
    { maxKeys: 3 },
  );

  test('a shipped workflow with any overlay passes, or is refused with a reason and a remedy', () => {
    fc.assert(
      fc.property(overlay, (phases) => {
        const applied = applyOverlay(tdd, { phases });
        const findings = checkWorkflow(tdd, { overlays: [{ phases }], runs: false });
        if (!applied.ok) expect(findings).toEqual(applied.findings);
        for (const { args, code } of findings) {
          expect(code).toMatch(/^[A-Z_]+$/);
          if (code !== 'GATE_NOT_REQUIRED' && code !== 'JUDGES_LESS') expect(args.remedy).toMatch(/\S/);
        }
        expect(checkWorkflow(tdd, { overlays: [{ phases }], runs: false })).toEqual(findings);
      }),
    );
  });
});
