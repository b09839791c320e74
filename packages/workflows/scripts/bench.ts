// `pnpm --filter @flow/workflows bench`: what it costs to evaluate a run, as time per event against a run of 1,000 events in the same process.
// Times are those of the processor, as others may use it. All candidates of a round run interleaved in random order; a ratio is the median of the rounds' ratios.
import { defineWorkflow, evaluate, type Facts, type FlowEvent, type ItemFact, type Moment } from '@flow/core/workflow';
import { ceremony } from '../src/index.js';

const rounds = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 15);

const REVIEWERS = ['style', 'contracts', 'regression', 'security', 'performance', 'scope', 'logging', 'patterns'];
const CLAIMS = ['do-1', 'do-2', 'do-3', 'not-1'];

/** The contents after so many edits; every fourth event comes with new ones. */
function momentAt(edits: number, items: readonly ItemFact[]): Moment {
  const content = `content ${edits}`;
  const names = ['relevant', 'source', 'test', 'diff', 'tree'];
  const documents = ['plan', 'spec', 'test-shape'];
  const own = items.map(({ id }) => [`item:${id}`, `${id}`] as const);
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

function factsOf(deeds: readonly Deed[], items: readonly ItemFact[] = []): Facts {
  const moments: Moment[] = [];
  const events = deeds.map((deed, index) => {
    const at = Math.floor(index / 4);
    moments[at] ??= momentAt(at, items);
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

/** Stories one after the other, each with two events. */
function storiesOf(count: number): Facts {
  const ids = Array.from({ length: count }, (_, at) => `S${at}`);
  const items = ids.map((id, at): ItemFact => {
    return { id, digest: id, title: id, kind: 'story', after: at === 0 ? [] : [`S${at - 1}`], files: [`src/${id}.ts`] };
  });
  return factsOf(
    ids.flatMap((id): Deed[] => [
      { type: 'submission', name: 'done', subject: id },
      { ...verdict('qa'), subject: id } as Deed,
    ]),
    items,
  );
}

const candidates = [
  { name: 'ceremony, 10 events', workflow: ceremony, facts: ceremonyOf(10), repeat: 200 },
  { name: 'ceremony, 150 events', workflow: ceremony, facts: ceremonyOf(150), repeat: 20 },
  { name: 'ceremony, 1,000 events', workflow: ceremony, facts: ceremonyOf(1_000), repeat: 4 },
  { name: 'ceremony, 100,000 events', workflow: ceremony, facts: ceremonyOf(100_000), repeat: 1 },
  { name: '100 stories, 200 events', workflow: stories, facts: storiesOf(100), repeat: 10 },
  { name: '1,000 stories, 2,000 events', workflow: stories, facts: storiesOf(1_000), repeat: 1 },
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
console.log('| run | median ms | µs an event | ratio |\n| --- | ---: | ---: | ---: |');
for (const { name } of candidates) {
  const own = perEvent(name);
  const ratio = median(own.map((value, at) => value / base[at]!));
  console.log(`| ${name} | ${median(times.get(name)!).toFixed(2)} | ${median(own).toFixed(1)} | ${ratio.toFixed(2)} |`);
}
