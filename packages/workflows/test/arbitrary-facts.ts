import type { ClaimFact, DocumentView, Facts, FlowEvent, ItemFact, Moment, Phase, Workflow } from '@flow/core/workflow';
import fc from 'fast-check';

/** Facts as no honest journal has them: unknown ids, moments that are gone, events in any order, names like `__proto__`. */

const JUNK = ['', '__proto__', 'constructor', 'toString', 'nobody', 'a/b.c', '💥'];

const content = fc.constantFrom('A', 'B', 'C', '');
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 3 });

/** Every word that a workflow knows, and some that it does not. */
export function wordsOf(workflow: Workflow): string[] {
  const words = new Set<string>(JUNK);
  const take = (value: unknown): void => {
    if (typeof value === 'string' && value.length < 30) words.add(value);
    else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) take(one);
  };
  const keys = (phases: readonly Phase[], parent: string): void => {
    for (const { id, exit, each } of phases) {
      for (const spec of exit) words.add(`${parent}${id}.${spec.id ?? spec.check}`);
      words.add(`${parent}${id}.advance`).add(`${parent}${id}.answers`).add(`${parent}${id}`);
      keys(each?.phases ?? [], `${parent}${id}/`);
    }
  };
  take(workflow.phases);
  keys(workflow.phases, '');
  for (const name of Object.keys(workflow.documents)) words.add(`doc:${name}`).add(name);
  for (const [name, { values }] of Object.entries(workflow.dials)) for (const one of [name, ...values]) words.add(one);
  return [...words];
}

const ITEMS = ['S1', 'S2', 'A', 'A1', '1.1', '__proto__', ''];
const itemId = fc.constantFrom(...ITEMS);

const item: fc.Arbitrary<ItemFact> = fc
  .record({
    id: itemId,
    digest: content,
    title: fc.constant('x'),
    kind: fc.constantFrom('story', 'task', 'stage', 'fix', 'other'),
    parent: maybe(itemId),
    after: fc.array(itemId, { maxLength: 2 }),
    files: fc.array(content, { maxLength: 2 }),
    flags: maybe(fc.array(fc.constantFrom('security', 'ux', 'checkpoint'), { maxLength: 2 })),
    size: maybe(fc.constantFrom('S', 'XXL', 'toString')),
    claims: maybe(fc.array(fc.constantFrom('c1', 'c2'), { maxLength: 2 })),
  })
  .map((one) => withoutUndefined(one) as ItemFact);

const claim: fc.Arbitrary<ClaimFact> = fc.record({
  id: fc.constantFrom('c1', 'c2', '__proto__'),
  digest: content,
  expect: fc.constantFrom('red', 'guard'),
  tests: fc.array(
    fc.constantFrom<ClaimFact['tests'][number]>(
      { name: 't' },
      { name: 't', file: 'f', hash: 'h' },
      { name: 'u', hash: 'i' },
    ),
    { maxLength: 2 },
  ),
});

function moment(workflow: Workflow): fc.Arbitrary<Moment> {
  const documents = Object.keys(workflow.documents);
  const view: fc.Arbitrary<DocumentView> = fc.record({
    digest: content,
    sections: fc.dictionary(fc.constantFrom('user-concerns', 'probes'), fc.array(content, { maxLength: 2 })),
    covers: fc.array(fc.constantFrom('c1', 'c2'), { maxLength: 2 }),
    findings: fc.array(fc.constant({ code: 'X', level: 'block' as const, args: { line: 3 } }), { maxLength: 1 }),
  });
  const names = ['source', 'test', 'relevant', 'tree', 'diff', ...documents.map((name) => `doc:${name}`)];
  return fc.record({
    contents: fc.dictionary(fc.constantFrom(...names, ...ITEMS.map((id) => `item:${id}`)), content, { maxKeys: 20 }),
    documents: fc.dictionary(fc.constantFrom(...documents, '__proto__'), view),
    claims: fc.array(claim, { maxLength: 3 }),
    suites: fc.array(
      fc.record({
        id: fc.constantFrom('go:.', 'lint:.'),
        question: fc.constantFrom('test', 'lint'),
        content: fc.option(content),
      }),
      { maxLength: 2 },
    ),
    items: fc.array(item, { maxLength: 5 }),
    git: fc.record({
      branch: fc.constantFrom(null, 'main', 'feature/x'),
      base: fc.constantFrom(null, 'main'),
      head: fc.constant(null),
      ci: fc.constantFrom('passed', null),
    }),
  });
}

/** An event that nobody has any reason to send. */
export function deed(workflow: Workflow): fc.Arbitrary<object> {
  const word = fc.constantFrom(...wordsOf(workflow));
  const failure = maybe(fc.constantFrom('code', 'infra', 'external', 'timeout'));
  const subject = maybe(itemId);
  const raised = fc.array(fc.record({ title: word, item: subject, to: maybe(word) }), { maxLength: 2 });
  const of = (type: string, fields: Record<string, fc.Arbitrary<unknown>>) =>
    fc.record({ type: fc.constant(type), ...fields });
  const subjects = fc.dictionary(fc.constantFrom('c1', 'c2', ...ITEMS), fc.boolean());
  const question = fc.constantFrom('test', 'lint');
  const result = fc.constantFrom('pass', 'fail', 'unknown');
  const expires = fc.constantFrom(0, 5_000, Number.MAX_SAFE_INTEGER);
  const person = fc.constantFrom('ann', null);
  return fc
    .oneof(
      of('run', { suite: fc.constantFrom('go:.', 'lint:.', 'x'), question, result, subjects, failure }),
      of('red', { tests: fc.constant([{ name: 't', file: 'f', hash: 'h' }, { name: 'u' }]) }),
      of('coverage', { percent: fc.nat(100), subject }),
      of('command', { command: word, pass: fc.boolean(), subject, failure }),
      of('submission', { name: word, subject }),
      of('verdict', { judge: word, subject, pass: fc.boolean(), findings: raised, failure }),
      of('answer', { finding: fc.constantFrom('1.1', '2.1', '3.1', ''), disputed: fc.boolean(), note: word }),
      of('approval', { gate: word, strength: fc.constant('terminal'), person: word, expires: fc.option(expires) }),
      of('choice', { question: word, option: word, person: word }),
      of('advance', { phase: word, item: subject, person }),
      of('waiver', { check: word, subject: maybe(fc.oneof(itemId, word)), expires, person: word, reason: word }),
      of('override', { id: word, scope: word, reason: word, uses: fc.nat(20), expires, person: word }),
      of('override-use', { override: word, what: word }),
      of('reopen', { phase: maybe(word), item: subject, person: word, reason: word }),
      of('item', {
        item: itemId,
        state: fc.constantFrom('running', 'blocked', 'skipped', 'open'),
        reason: word,
        person,
      }),
      of('item-added', { added: item }),
      of('decision', {
        check: word,
        item: subject,
        choice: fc.constantFrom('again', 'proceed'),
        person: word,
        reason: word,
      }),
      of('await', {
        await: fc.constantFrom('w1', 'w2'),
        what: word,
        check: fc.constant(null),
        until: fc.nat(9_000),
        item: subject,
      }),
      of('await-check', { await: fc.constantFrom('w1', 'w2'), pass: fc.boolean(), times: fc.nat(3), item: subject }),
      of('await-end', { await: fc.constantFrom('w1', 'w2'), person, reason: word, item: subject }),
      of('pause', { reason: word }),
      of('resume', { reason: word }),
      of('dial', { dial: word, value: word, person }),
      of('__proto__', {}),
      of('of-a-later-version', { whatever: word }),
    )
    .map(withoutUndefined);
}

export function facts(workflow: Workflow): fc.Arbitrary<Facts> {
  const events = fc.array(
    fc.record({ deed: deed(workflow), at: fc.integer({ min: -1, max: 5 }), time: fc.nat(9_000) }),
    {
      maxLength: 40,
    },
  );
  return fc
    .record({
      events,
      moments: fc.array(moment(workflow), { maxLength: 4 }),
      present: moment(workflow),
      now: fc.nat(9_000),
    })
    .map(({ events: all, ...rest }) => ({
      ...rest,
      dials: {},
      events: all.map(({ deed: what, at, time }, index) => ({ ...what, at, time, n: index + 1 }) as FlowEvent),
    }));
}

const withoutUndefined = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined));
