import type { Facts, FlowEvent, Moment, Status } from '@flow/core/workflow';
import { ceremony } from '@flow/workflows';
import { expect, test } from 'vitest';
import { suggestedCommand } from './suggested-command.js';

/** What is suggested where one thing is in the way, and the phase names no command. */
function suggested(
  code: string,
  args: Status['open'][number]['finding']['args'],
  present: Partial<Moment> = {},
  events: Partial<FlowEvent>[] = [],
): string | null {
  const finding = { code, level: 'block' as const, args };
  const open: Status['open'] = [{ check: 'qa.verdict', state: 'missing', actor: 'person', finding }];
  const status: Partial<Status> = { ended: null, command: null, current: null, questions: [], open, items: [] };
  const moment = { suites: [], claims: [], ...present } as unknown as Moment;
  const facts = { present: moment, moments: [moment], events: events as FlowEvent[] };
  return suggestedCommand(status as Status, facts as unknown as Facts, ceremony);
}

test('D61 what is suggested to a person can be typed as it stands', () => {
  expect(suggested('LOOP_EXHAUSTED', { check: 'qa.verdict' })).toBe('flow decide qa.verdict again');
  expect(suggested('LOOP_EXHAUSTED', { check: 'work/do.command', item: '1.1' })).toBe(
    'flow decide work/do.command again --item 1.1',
  );
  expect(suggested('LOOP_EXHAUSTED', { check: 'qa.verdict; rm -rf .' })).toBe('flow explain');
  // Which option, nobody says in the place of the person; the explanation lists them.
  expect(suggested('CHOICE_MISSING', { question: 'mode', options: ['a', 'b'] })).toBe('flow explain');
  expect(suggested('APPROVAL_MISSING', { gate: 'shape' })).toBe('flow approve shape');
});

test('D61 a test that nobody saw fail is run by its own suite; one that passes is proven in another way', () => {
  const suites = ['go:services/api', 'vitest:.', 'pytest:libs/ml'].map((id) => ({
    ...{ id, question: 'test' as const, content: 'now', command: `run ${id}` },
  }));
  const inFile = (file?: string) => ({ suites, claims: [{ id: 'do-1', tests: [{ name: 'a', file }] }] as never });
  const written = { claim: 'do-1', unwritten: [], unproven: ['a'] };
  const unwritten = { claim: 'do-1', unwritten: ['a'], unproven: [] };
  for (const args of [written, unwritten]) {
    expect(suggested('RED_MISSING', args, inFile('libs/ml/test_a.py'))).toBe('run pytest:libs/ml');
    expect(suggested('RED_MISSING', args, inFile('services/api/a_test.go'))).toBe('run go:services/api');
    expect(suggested('RED_MISSING', args, inFile('services/apis/a.test.ts'))).toBe('run vitest:.');
    expect(suggested('RED_MISSING', args, { ...inFile('web/a.test.ts'), suites: suites.slice(0, 1) })).toBe(
      'flow explain',
    );
  }
  const run = (result: 'pass' | 'fail', suite = 'pytest:libs/ml') => ({ type: 'run' as const, suite, result, at: 0 });
  const after = (args: typeof written | typeof unwritten, ...runs: ReturnType<typeof run>[]) =>
    suggested('RED_MISSING', args, inFile('libs/ml/test_a.py'), runs);
  expect(after(written, run('pass'))).toBe('flow prove-red');
  expect(after(written, run('pass'), run('fail', 'vitest:.'))).toBe('flow prove-red');
  expect(after(written, run('pass'), run('fail'))).toBe('run pytest:libs/ml');
  expect(after(written, run('pass', 'vitest:.'))).toBe('run pytest:libs/ml');
  expect(after(unwritten, run('pass'))).toBe('run pytest:libs/ml');
});

test('D61 M23 where a green run named no test, its runner is made to name them: by its own word, else by `flow exec`', () => {
  for (const [id, command, named] of [
    ['go:.', 'go test ./...', 'go test -v ./...'],
    ['unittest:.', 'python3 -m unittest discover -s tests', 'python3 -m unittest discover -s tests -v'],
    ['pytest:.', 'python3 -m pytest', 'flow exec -- python3 -m pytest'],
  ] as const) {
    const suites = [{ id, question: 'test' as const, content: 'now', command }];
    const passed = { type: 'run' as const, suite: id, result: 'pass' as const, at: 0 };
    expect(suggested('TESTS_NOT_PASSING', { item: 'S1' }, { suites }, [passed])).toBe(named);
    expect(suggested('TESTS_NOT_PASSING', { item: 'S1' }, { suites }, [{ ...passed, result: 'fail' }])).toBe(command);
  }
});

test('D61 M33 where only people are left to decide about items, what the first of them does is suggested', () => {
  const args = { item: 'A1', criterion: 'AC2', text: 'it is easy to read' };
  const check = (code: string, more: Status['open'][number]['finding']['args'] = args) => ({
    ...{ check: 'build/by-hand.confirmed', state: 'missing' as const, actor: 'person' as const },
    finding: { code, level: 'block' as const, args: more },
  });
  const item = (id: string, open: Status['open'], items: Status['items'] = []) =>
    ({ id, title: id, state: 'ready' as const, open, items }) as unknown as Status['items'][number];
  const inner = item('A1', [check('CRITERION_UNCONFIRMED')]);
  const suggestedFor = (items: Status['items']) => {
    const open = [check('ITEMS_OPEN', { open: ['A'], total: 1 })];
    const status = { ended: null, command: null, current: null, questions: [], open, items } as Partial<Status>;
    const facts = { present: { suites: [], claims: [] }, moments: [], events: [] } as unknown as Facts;
    return suggestedCommand(status as Status, facts, ceremony);
  };
  expect(suggestedFor([item('A', [check('ITEMS_OPEN', {})], [inner])])).toBe('flow item confirm A1 --criterion AC2');
  expect(suggestedFor([item('A', [check('CHOICE_MISSING', {})])])).toBe('flow explain');
});
