import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OUTCOMES } from '../evidence/outcome.js';
import { FAILURES } from '../workflow/index.js';
import { classifyEnding, contradictionIn, type EndingFacts } from './index.js';

const command = (facts: Omit<EndingFacts, 'of'>) => classifyEnding({ of: 'command', ...facts });
const session = (facts: Omit<EndingFacts, 'of'>) => classifyEnding({ of: 'session', ...facts });

describe('the class of an end says whether a try is spent (K6, M26)', () => {
  test.each<[what: string, facts: EndingFacts, name: string, spends: boolean]>([
    ['tests fail', { of: 'command', outcome: 'failed', exit: 1 }, 'test', true],
    ['no test ran', { of: 'command', outcome: 'no-tests', exit: 0 }, 'test', true],
    ['it does not build', { of: 'command', outcome: 'build-error', exit: 2 }, 'code', true],
    ['tests cannot be loaded', { of: 'command', outcome: 'collection-error', exit: 2 }, 'code', true],
    ['the runner crashes', { of: 'command', outcome: 'crashed', exit: 139 }, 'infra', false],
    ['the log is cut', { of: 'command', outcome: 'truncated', exit: 0 }, 'infra', false],
    ['a run takes too long', { of: 'command', outcome: 'timed-out' }, 'infra', false],
    ['a person interrupts tests', { of: 'command', outcome: 'truncated', exit: 130 }, 'external', false],
    ['timeout(1) ends tests', { of: 'command', outcome: 'unknown', exit: 124 }, 'infra', false],
    [
      'tests fail, and the shell says that it was killed',
      { of: 'command', outcome: 'failed', exit: 137 },
      'test',
      true,
    ],
    ['a run of which nothing is known', { of: 'command', outcome: 'unknown', exit: 0 }, 'unknown', false],
    ['a green report and a failing program', { of: 'command', outcome: 'passed', exit: 3 }, 'unknown', false],
    ['a command fails', { of: 'command', exit: 1 }, 'code', true],
    ['a command is not there', { of: 'command', exit: 127 }, 'infra', false],
    ['a command cannot be run', { of: 'command', exit: 126 }, 'infra', false],
    ['timeout(1) ends it', { of: 'command', exit: 124 }, 'infra', false],
    ['a shell says that it was killed', { of: 'command', exit: 137 }, 'infra', false],
    ['a person interrupts it', { of: 'command', exit: 130 }, 'external', false],
    ['a signal ends it', { of: 'session', exit: null, signal: 'SIGKILL' }, 'infra', false],
    ['a person interrupts a session', { of: 'session', signal: 'SIGINT' }, 'external', false],
    ['nothing is heard of a session', { of: 'session', deadline: 'silence', reason: 'completed' }, 'infra', false],
    ['a session takes too long', { of: 'session', deadline: 'whole', exit: 0 }, 'infra', false],
    ['turns are used up', { of: 'session', reason: 'error_max_turns', exit: 1 }, 'limit', true],
    ['turns are used up, by another client', { of: 'session', reason: 'max_turn_requests', exit: 0 }, 'limit', true],
    ['the budget of the session is used up', { of: 'session', reason: 'error_max_budget_usd' }, 'limit', true],
    ['the budget, by another word', { of: 'session', reason: 'budget_exhausted' }, 'limit', true],
    ['the context is full', { of: 'session', reason: 'prompt_too_long' }, 'limit', true],
    ['it is not logged in', { of: 'session', reason: 'authentication_failed', exit: 1 }, 'infra', false],
    ['the service is overloaded', { of: 'session', reason: 'overloaded_error' }, 'infra', false],
    ['the API fails', { of: 'session', reason: 'api_error', exit: 0 }, 'infra', false],
    ['an answer of the API says so', { of: 'session', status: 503, exit: 1 }, 'infra', false],
    ['the quota is used up', { of: 'session', reason: 'rate_limit', exit: 1 }, 'quota', false],
    ['the quota, by its status', { of: 'session', status: 429 }, 'quota', false],
    [
      'the quota, by the status of a service that failed',
      { of: 'session', reason: 'api_error', status: 429 },
      'quota',
      false,
    ],
    ['nobody pays any more', { of: 'session', reason: 'billing_error' }, 'quota', false],
    ['the turn is cancelled', { of: 'session', reason: 'cancelled' }, 'external', false],
    ['the model refuses', { of: 'session', reason: 'refusal', exit: 0 }, 'unknown', false],
    ['a word that nobody knows', { of: 'session', reason: 'flux_capacitor', exit: 0 }, 'unknown', false],
    ['a session fails without a word', { of: 'session', exit: 1 }, 'unknown', false],
    ['nothing is known at all', { of: 'session' }, 'unknown', false],
    ['it says success and nothing moved', { of: 'session', reason: 'success', exit: 0, moved: false }, 'code', true],
    [
      'a hook stopped it with exit code 0',
      { of: 'session', reason: 'hook_stopped', exit: 0, moved: false },
      'code',
      true,
    ],
  ])('%s', (_what, facts, name, spends) => {
    expect(classifyEnding(facts)).toMatchObject({ class: name, spends });
  });

  test.each<[what: string, facts: EndingFacts]>([
    ['a green run', { of: 'command', outcome: 'passed', exit: 0 }],
    ['a command that ends well', { of: 'command', exit: 0 }],
    ['a session that led on', { of: 'session', reason: 'completed', exit: 0, moved: true }],
    ['a session that led on, of another client', { of: 'session', reason: 'end_turn', moved: true }],
  ])('%s is no failure', (_what, facts) => {
    expect(classifyEnding(facts)).toBeNull();
  });

  test('whatever an adapter feeds: a class that there is, and only a known fact is green', () => {
    const facts: fc.Arbitrary<EndingFacts> = fc.record(
      {
        of: fc.constantFrom('session', 'command'),
        outcome: fc.constantFrom(...OUTCOMES),
        exit: fc.option(fc.integer({ min: -2, max: 300 })),
        signal: fc.option(fc.string()),
        deadline: fc.constantFrom('silence', 'whole'),
        reason: fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'success', 'error_')),
        status: fc.integer({ min: 100, max: 599 }),
        moved: fc.boolean(),
      },
      { requiredKeys: ['of'] },
    );
    fc.assert(
      fc.property(facts, (one) => {
        const ending = classifyEnding(one);
        if (ending === null) {
          expect([one.exit, one.outcome, one.reason].some((fact) => fact !== undefined && fact !== null)).toBe(true);
          expect(one.moved).not.toBe(false);
          expect(one.deadline).toBeUndefined();
        } else expect(FAILURES).toContain(ending.class);
      }),
    );
  });

  test('the two doors give the same answer for what both know', () => {
    expect(command({ outcome: 'failed' })).toEqual(session({ outcome: 'failed' }));
  });
});

describe('a completion that also says it could not be done (X32, R3)', () => {
  test.each([
    'Done. The last step requires manual testing.',
    'This cannot be automated, so I marked it as done.',
    'I could not complete the migration.',
    'Deployment needs human approval before it works.',
    'All done; manual intervention is needed for the key.',
    "Finished, but I couldn't complete the last test.",
    'I was unable to implement the cache.',
    'Requires a manual step on the server',
    'I could not do AC2',
    'Added the sum, but could not fix the rounding.',
    'I did not create the file.',
    'We were not able to satisfy the second criterion',
    "Everything is there; couldn't get the tests to pass",
    'Rounding could not be done here',
    'done  # cannot be done - someone has to look',
    "I can't get the suite to pass",
  ])('refused: %s', (text) => {
    expect(contradictionIn(text)).not.toBeNull();
  });

  test.each([
    'Done. No manual intervention was needed.',
    'The job runs without manual intervention.',
    'Removed the code that requires manual setup.',
    'Prints `could not complete` where the network is down.',
    '```\nerror: requires manual merge\n```\nis handled now.',
    'Written the user manual, and completed all tests.',
    'Nothing requires manual work any more.',
    'Fixed: users could not create an order with two carts.',
    'I did not add any dependency and did not fix unrelated warnings.',
    'I could not find a caller that relies on the old name.',
    'An order cannot be done twice any more, and a guest can not create one.',
    'I did not create a new file: the sum lies in sums.py.',
    'The form that could not add a row adds one now.',
    "I can't make requests to the outside from here, so the service is a stub in the tests, as the item says.",
    '',
  ])('allowed: %s', (text) => {
    expect(contradictionIn(text)).toBeNull();
  });
});
