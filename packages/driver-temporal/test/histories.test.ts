import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { Desk } from '../src/desk.js';
import { replayed } from './replay.js';

/* A history of a real server: claims of one item at once and under a hold, a renewal, an end, a signal, and a bad question. */

const HISTORY = fileURLToPath(new URL('../fixtures/history.json', import.meta.url));

interface Payloads {
  payloads: { data: string }[];
}
interface Recorded {
  eventId: string;
  eventTime: string;
  eventType: string;
  workflowExecutionSignaledEventAttributes?: { input: Payloads };
  workflowExecutionUpdateAcceptedEventAttributes?: { acceptedRequest: { input: { name: string; args: Payloads } } };
  workflowExecutionUpdateCompletedEventAttributes?: {
    acceptedEventId: string;
    outcome: { success?: Payloads; failure?: { message: string } };
  };
  workflowExecutionContinuedAsNewEventAttributes?: { input: Payloads };
}

const { events } = JSON.parse(readFileSync(HISTORY, 'utf8')) as { events: Recorded[] };
const told = ({ payloads }: Payloads) =>
  payloads.map(({ data }) => JSON.parse(Buffer.from(data, 'base64').toString('utf8')));

test('the workflow takes the steps that it took when a real server recorded this history: open histories go on with this version', () => {
  expect(replayed(HISTORY)).toBe('1 histories were the same again\n');
});

test('the desk answers as it answered then, and hands the same state on', () => {
  const desk = new Desk('recorded');
  const work: Record<string, (args: never[], now: number) => unknown> = {
    claim: ([asked], now) => desk.claim(asked!, now),
    renew: ([lease, time], now) => desk.renew(lease!, time!, now),
    settle: ([lease, end], now) => desk.settle(lease!, end!, now),
  };
  const answers = new Map<string, unknown>();
  let now = 0;
  let ends = 0;
  for (const one of events) {
    if (one.eventType === 'EVENT_TYPE_WORKFLOW_TASK_STARTED') now = Date.parse(one.eventTime);
    const signalled = one.workflowExecutionSignaledEventAttributes;
    if (signalled) {
      const [machine, signal] = told(signalled.input);
      desk.hear(machine, signal, now);
    }
    const accepted = one.workflowExecutionUpdateAcceptedEventAttributes;
    if (accepted) {
      const { name, args } = accepted.acceptedRequest.input;
      try {
        answers.set(one.eventId, work[name]!(told(args) as never[], now));
      } catch (error) {
        answers.set(one.eventId, (error as Error).message);
      }
    }
    const completed = one.workflowExecutionUpdateCompletedEventAttributes;
    if (completed) {
      const { success, failure } = completed.outcome;
      expect(answers.get(completed.acceptedEventId)).toEqual(success ? told(success)[0] : failure!.message);
      ends += 1;
    }
    const next = one.workflowExecutionContinuedAsNewEventAttributes;
    if (next) {
      const [{ state }] = told(next.input);
      expect({ seats: desk.state.seats, last: desk.state.last }).toEqual({ seats: state.seats, last: state.last });
    }
  }
  expect(ends).toBe(8);
  expect(events.at(-1)!.eventType).toBe('EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW');
});
