// `pnpm --filter @flow/workflows bench`: what it costs to check a workflow, and to evaluate a run, as time per event against a run of 1,000 events in the same process.
// Times are those of the processor, as others may use it. All candidates of a round run interleaved in random order; a ratio is the median of the rounds' ratios.
import {
  checkWorkflow,
  defineWorkflow,
  evaluate,
  type Facts,
  type FlowEvent,
  type ItemFact,
  type Moment,
} from '@flow/core/workflow';
import { ceremony, tdd } from '../src/index.js';
import { plan } from '../test/fixtures/plan.js';
import { spec } from '../test/fixtures/spec.js';
import { stories as storyLoop } from '../test/fixtures/stories.js';
import { checkFully } from '../test/full-play.js';

const rounds = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 15);

const REVIEWERS = ['style', 'contracts', 'regression', 'security', 'performance', 'scope', 'logging', 'patterns'];
const CLAIMS = ['do-1', 'do-2', 'do-3', 'not-1'];

/** The contents after so many edits; every fourth event comes with new ones, of one of the items, too. */
function momentAt(edits: number, items: readonly ItemFact[], versions: Readonly<Record<string, string>>): Moment {
  const content = `content ${edits}`;
  const names = ['relevant', 'source', 'test', 'diff', 'tree'];
  const documents = ['plan', 'spec', 'test-shape'];
  const own = Object.entries(versions).map(([id, version]) => [`item:${id}`, version] as const);
  const view = (name: string) => ({
    digest: name,
    sections: { 'user-concerns': ['x'] },
    covers: CLAIMS,
    findings: [],
  });
  return {
    contents: Object.fromEntries([
      ...names.map((name) => [name, content] as const),
      ...documents.map((name) => [`doc:${name}`, name] as const),
      ...own,
    ]),
    documents: Object.fromEntries(documents.map((name) => [name, view(name)])),
    claims: CLAIMS.map((id) => ({ id, digest: id, expect: 'red', tests: [{ name: id, file: 'x', hash: id }] })),
    suites: [{ id: 'go:.', question: 'test', content }],
    items,
    git: { branch: 'feature/x', base: 'main', head: 'h' },
  };
}

type Deed = FlowEvent extends infer E ? (E extends FlowEvent ? Omit<E, 'n' | 'time' | 'at'> : never) : never;

function factsOf(deeds: readonly Deed[], items: readonly ItemFact[] = [], listed = items): Facts {
  const moments: Moment[] = [];
  const versions = Object.fromEntries(items.map(({ id }) => [id, id]));
  const events = deeds.map((deed, index) => {
    const at = Math.floor(index / 4);
    if (!moments[at] && 'subject' in deed) versions[deed.subject!] = `edit ${at}`;
    moments[at] ??= momentAt(at, listed, versions);
    return { ...deed, n: index + 1, time: index * 1000, at } as FlowEvent;
  });
  const dials = { reviewers: 'agents' };
  return { now: deeds.length * 1000, dials, events, moments, present: moments.at(-1)! };
}

const verdict = (judge: string, pass = true): Deed => ({ type: 'verdict', judge, pass, findings: [] });
const run = (result: 'pass' | 'fail'): Deed => ({
  type: 'run',
  suite: 'go:.',
  question: 'test',
  result,
  subjects: Object.fromEntries(CLAIMS.map((id) => [id, result === 'pass'])),
});

/** A ceremony up to its review, and then edits, runs and verdicts without end. */
function ceremonyOf(count: number): Facts {
  const tests = CLAIMS.map((id) => ({ name: id, file: 'x', hash: id }));
  const begin: Deed[] = [
    ...['spec', 'architecture', 'reuse'].map((judge) => verdict(judge)),
    { type: 'approval', gate: 'shape', strength: 'terminal', person: 'ann', expires: null },
    { type: 'red', tests },
  ];
  const cycle: Deed[] = [
    run('fail'),
    run('fail'),
    run('pass'),
    ...REVIEWERS.map((judge) => verdict(judge, judge !== 'style')),
    run('pass'),
  ];
  return factsOf(Array.from({ length: count }, (_, at) => begin[at] ?? cycle[at % cycle.length]!));
}

const stories = defineWorkflow({
  id: 'stories',
  title: 'Stories',
  version: 1,
  dials: {},
  documents: {},
  rules: [],
  phases: [
    {
      id: 'build',
      title: 'Build',
      instruction: 'x',
      exit: [],
      each: {
        kind: 'story',
        phases: [
          {
            id: 'develop',
            title: 'Develop',
            instruction: 'x',
            exit: [{ check: 'submitted', name: 'done', on: 'item' }],
          },
          { id: 'review', title: 'Review', instruction: 'x', exit: [{ check: 'verdict', judge: 'qa', on: 'item' }] },
        ],
      },
    },
  ],
});

const story = (id: string, rest: Partial<ItemFact> = {}): ItemFact => {
  return { id, digest: id, title: id, kind: 'story', after: [], files: [`src/${id}.ts`], ...rest };
};

/** What one item is done with. */
const done = (id: string): Deed[] => [
  { type: 'submission', name: 'done', subject: id },
  { ...verdict('qa'), subject: id } as Deed,
];

const names = (count: number) => Array.from({ length: count }, (_, at) => `S${at}`);

/** Stories with two events each, one after the other. */
function storiesOf(count: number): Facts {
  const items = names(count).map((id, at) => story(id, { after: at === 0 ? [] : [`S${at - 1}`] }));
  return factsOf(
    items.flatMap(({ id }) => done(id)),
    items,
  );
}

/** Stories that wait for nothing: each is begun, and then each is finished. */
function independentOf(count: number): Facts {
  const begun = names(count).map((id) => done(id)[0]!);
  const finished = names(count).map((id) => done(id)[1]!);
  return factsOf(
    [...begun, ...finished],
    names(count).map((id) => story(id)),
  );
}

/** Every other story fails first and gets a fix, which is added on the way, as all stories are. */
function addedOf(count: number): Facts {
  const add = (added: ItemFact): Deed => ({ type: 'item-added', added });
  const stories = names(count / 2).map((id) => story(id));
  const fixOf = ({ id }: ItemFact) => story(`${id}.1`, { kind: 'fix', parent: id });
  const deeds = stories.flatMap((one, at) =>
    at % 2 ? done(one.id) : [add(fixOf(one)), ...done(fixOf(one).id), ...done(one.id)],
  );
  return factsOf([...stories.map(add), ...deeds], [...stories, ...stories.map(fixOf)], []);
}

/** Stories of ten tasks each. */
function nestedOf(count: number): Facts {
  const stories = names(count / 10);
  const tasks = stories.flatMap((parent) =>
    Array.from({ length: 9 }, (_, at) => story(`${parent}.${at}`, { kind: 'task', parent })),
  );
  return factsOf(
    stories.flatMap((id) => [...tasks.filter(({ parent }) => parent === id), { id }].flatMap((one) => done(one.id))),
    [...stories.map((id) => story(id)), ...tasks],
  );
}

/** Stories of tasks. */
const nested = defineWorkflow({
  ...stories,
  phases: [
    {
      ...stories.phases[0],
      each: {
        kind: 'story',
        phases: [
          {
            id: 'tasks',
            title: 'Tasks',
            instruction: 'x',
            exit: [],
            each: { ...stories.phases[0].each, kind: 'task' },
          },
          ...stories.phases[0].each.phases,
        ],
      },
    },
  ],
});

/** Stories of which few are worked on at once, each begun before it is done, and every fifth is marked. */
const bounded = defineWorkflow({
  ...stories,
  phases: [
    {
      ...stories.phases[0],
      each: { ...stories.phases[0].each, atOnce: 5, marks: { flag: 'checkpoint', every: 5, last: true } },
    },
  ],
});

function begunOf(count: number): Facts {
  const items = names(count).map((id) => story(id));
  const begin = (item: string): Deed => ({ type: 'item', item, state: 'running', reason: '' });
  return factsOf(
    items.flatMap(({ id }) => [begin(id), ...done(id)]),
    items,
  );
}

/** Events of one round of work on an item: begun, handed in, verified, reviewed and sent back. */
const ROUND = 14;

/** Stories that are verified, measured and judged twice; the reviewer passes in the last round alone. */
const worked = defineWorkflow({
  ...stories,
  phases: [
    {
      ...stories.phases[0],
      each: {
        kind: 'story',
        phases: [
          {
            id: 'develop',
            title: 'Develop',
            instruction: 'x',
            exit: [
              { check: 'submitted', name: 'done', on: 'item' },
              { check: 'command', command: 'verify', on: 'item', loop: { max: 99, onExhausted: 'block' } },
              { check: 'coverage', min: 60, on: 'item' },
            ],
          },
          {
            id: 'review',
            title: 'Review',
            instruction: 'x',
            exit: [
              { check: 'verdict', judge: 'qa', on: 'item', to: 'develop', loop: { max: 99, onExhausted: 'block' } },
              { id: 'security', check: 'verdict', judge: 'security', on: 'item', to: 'develop' },
            ],
          },
        ],
      },
    },
    { id: 'final', title: 'Final', instruction: 'x', exit: [{ check: 'green', blame: 'items' }] },
  ],
});

/** What one item is worked on with. */
function roundOf(subject: string, isLast: boolean): Deed[] {
  const command = (pass: boolean): Deed => ({ type: 'command', command: 'verify', pass, subject });
  const judged = (judge: string, pass: boolean) => ({ ...verdict(judge, pass), subject }) as Deed;
  return [
    { type: 'item', item: subject, state: 'running', reason: '' },
    command(false),
    run('fail'),
    command(true),
    run('pass'),
    { type: 'coverage', percent: 50, subject },
    { type: 'coverage', percent: 70, subject },
    { type: 'reviewing', judge: 'qa', agent: 'a', session: 's', state: 'started', subject },
    { type: 'submission', name: 'done', subject },
    judged('security', false),
    run('pass'),
    judged('security', true),
    { type: 'submission', name: 'done', subject },
    judged('qa', isLast),
  ];
}

/** Items one after the other, or all of them at once, event by event in turn; as many events as there are in whole rounds. */
function roundsOf(items: readonly ItemFact[], events: number, isInTurn: boolean): Facts {
  const rounds = Math.floor(events / ROUND / items.length);
  const own = items.map(({ id }) =>
    Array.from({ length: rounds }, (_, round) => roundOf(id, round === rounds - 1)).flat(),
  );
  const deeds = isInTurn ? own[0]!.flatMap((_, at) => own.map((each) => each[at]!)) : own.flat();
  const moments: Moment[] = [];
  const versions = Object.fromEntries(items.map(({ id }) => [id, id]));
  const told = deeds.map((deed, index) => {
    const at = Math.floor(index / ROUND);
    if (!moments[at]) {
      versions['subject' in deed ? deed.subject! : items[index % items.length]!.id] = `edit ${at}`;
      moments[at] = momentAt(at, items, versions);
    }
    return { ...deed, n: index + 1, time: index * 1000, at } as FlowEvent;
  });
  return { now: told.length * 1000, dials: {}, events: told, moments, present: moments.at(-1)! };
}

const thousand = names(1_000).map((id) => story(id));

const candidates = [
  ...[14_000, 98_000].flatMap((events) => [
    {
      name: `1,000 items worked on in a row, ${events}`,
      workflow: worked,
      facts: roundsOf(thousand, events, false),
      repeat: 1,
    },
    {
      name: `1,000 items worked on at once, ${events}`,
      workflow: worked,
      facts: roundsOf(thousand, events, true),
      repeat: 1,
    },
  ]),
  { name: 'ceremony, 10 events', workflow: ceremony, facts: ceremonyOf(10), repeat: 200 },
  { name: 'ceremony, 150 events', workflow: ceremony, facts: ceremonyOf(150), repeat: 20 },
  { name: 'ceremony, 1,000 events', workflow: ceremony, facts: ceremonyOf(1_000), repeat: 4 },
  { name: 'ceremony, 100,000 events', workflow: ceremony, facts: ceremonyOf(100_000), repeat: 1 },
  ...[
    { name: 'in a row', workflow: stories, factsOf: storiesOf },
    { name: 'independent', workflow: stories, factsOf: independentOf },
    { name: 'added, with fixes', workflow: stories, factsOf: addedOf },
    { name: 'nested', workflow: nested, factsOf: nestedOf },
    { name: 'begun, bounded and marked', workflow: bounded, factsOf: begunOf },
  ].flatMap(({ name, workflow, factsOf: of }) => [
    { name: `100 items ${name}`, workflow, facts: of(100), repeat: 10 },
    { name: `1,000 items ${name}`, workflow, facts: of(1_000), repeat: 1 },
  ]),
];
const BASE = 'ceremony, 1,000 events';

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

const times = new Map(candidates.map(({ name }) => [name, [] as number[]]));
for (let round = -2; round < rounds; round++) {
  for (const { name, workflow, facts, repeat } of candidates.toSorted(() => Math.random() - 0.5)) {
    const started = process.cpuUsage();
    for (let at = 0; at < repeat; at++) evaluate(workflow, facts);
    const each = process.cpuUsage(started).user / 1e3 / repeat;
    if (round >= 0) times.get(name)!.push(each);
  }
}

const perEvent = (name: string) => {
  const { events } = candidates.find((one) => one.name === name)!.facts;
  return times.get(name)!.map((each) => (each * 1000) / events.length);
};
const base = perEvent(BASE);
console.log(`evaluate (${rounds} rounds, base: time per event of ${BASE})`);
console.log('| run | events | median ms | µs an event | ratio |\n| --- | ---: | ---: | ---: | ---: |');
for (const { name, facts } of candidates) {
  const own = perEvent(name);
  const ratio = median(own.map((value, at) => value / base[at]!));
  console.log(
    `| ${name} | ${facts.events.length} | ${median(times.get(name)!).toFixed(2)} | ${median(own).toFixed(1)} | ${ratio.toFixed(2)} |`,
  );
}

/** Milliseconds of the processor. */
function timeOf(play: () => unknown): number {
  const started = process.cpuUsage();
  play();
  return process.cpuUsage(started).user / 1e3;
}

console.log(
  '\ncheckWorkflow (a play of every combination of dials, each position folded from the start, against what is played)',
);
console.log('| workflow | ms | full play | ratio |\n| --- | ---: | ---: | ---: |');
for (const workflow of [ceremony, tdd, plan, spec, storyLoop]) {
  const own = Array.from({ length: rounds }, () => [
    timeOf(() => checkWorkflow(workflow)),
    timeOf(() => checkFully(workflow)),
  ]);
  const [quick, full, ratio] = [
    own.map(([one]) => one!),
    own.map(([, one]) => one!),
    own.map(([one, other]) => other! / one!),
  ].map(median);
  console.log(`| ${workflow.id} | ${quick!.toFixed(0)} | ${full!.toFixed(0)} | ${ratio!.toFixed(1)} |`);
}
