import { type Named, type Totals, testName } from './lines.js';

type Event = Readonly<Record<string, unknown>>;

const STATES: Readonly<Record<string, Named['state']>> = { ok: 'passed', failed: 'failed', ignored: 'skipped' };

/** Returns the totals in the last of libtest's JSON lines about a suite. */
export function totalsOf(event: Event): Totals {
  const number = (key: string) => (typeof event[key] === 'number' ? (event[key] as number) : 0);
  return {
    ok: event.event === 'ok',
    passed: number('passed'),
    failed: number('failed'),
    ignored: number('ignored'),
    measured: number('measured'),
    filtered: number('filtered_out'),
    seconds: number('exec_time'),
  };
}

/** Returns the test or benchmark that one of the JSON lines says has ended. */
export function testOf({ type, name, event, exec_time: time, stdout, message }: Event): Named | undefined {
  if (typeof name !== 'string') return undefined;
  const state = type === 'bench' ? 'passed' : type === 'test' ? STATES[String(event)] : undefined;
  if (!state) return undefined;
  const test: Named = { name: testName(name), state, suspicion: 0 };
  if (type === 'bench') return test;
  if (typeof time === 'number') test.seconds = time;
  if (state === 'failed' && typeof stdout === 'string') test.message = stdout;
  if (state === 'skipped' && typeof message === 'string') test.message = message;
  return test;
}

/** Returns a test of libtest's JUnit. */
export function testOfTag({ classname, name, time }: Readonly<Record<string, string | undefined>>): Named {
  const inModule = classname && !/^(?:crate|integration|doctest)$/.test(classname);
  const test: Named = {
    name: testName(inModule ? `${classname}::${name}` : String(name)),
    state: 'passed',
    suspicion: 0,
  };
  if (time) test.seconds = Number(time);
  return test;
}
