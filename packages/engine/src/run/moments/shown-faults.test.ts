import { attemptsOf } from '@flow/core/items';
import type { FlowEvent, Moment } from '@flow/core/workflow';
import { WORKFLOWS } from '@flow/workflows';
import { expect, test } from 'vitest';
import { markShownFaults } from './shown-faults.js';

const [spec, stories] = ['spec', 'stories'].map((id) => WORKFLOWS.find((one) => one.id === id)!) as [Shipped, Shipped];
type Shipped = (typeof WORKFLOWS)[number];

const moments = [{ documents: { interview: { command: 'sh show.sh' } } }] as unknown as Moment[];

/** Events of a run in their order, all at one moment. */
const events = (...all: object[]) => all.map((one, n) => ({ n: n + 1, time: n, at: 0, ...one })) as FlowEvent[];
const ran = (command: string, pass: boolean, more: object = {}) => ({ type: 'command', command, pass, ...more });
const begun = { type: 'item', item: '1.1', state: 'running' };

/** Commands that are failed tries of the run. */
const tries = (told: readonly FlowEvent[], workflow = spec) =>
  attemptsOf(markShownFaults(told, workflow, moments), null).map(({ n }) => n);

test('X16 M26 the command that shows a fault has to fail before it is mended, which is no try; afterwards it is one', () => {
  const shows = ran('sh show.sh', false);
  expect(tries(events(shows, shows, begun, ran('sh show.sh', true)))).toEqual([]);
  expect(tries(events(shows, begun, shows))).toEqual([3]);
  // Another command, one of an item, and one that broke down are what they are.
  expect(tries(events(ran('sh other.sh', false)))).toEqual([1]);
  expect(
    attemptsOf(markShownFaults(events(begun, ran('sh show.sh', false, { subject: '1.1' })), spec, moments), '1.1'),
  ).toHaveLength(1);
  expect(tries(events(ran('sh show.sh', false, { failure: 'infra' })))).toEqual([1]);
  // A fault that is named late is seen for the first time, whatever was begun.
  expect(tries(events(begun, shows))).toEqual([]);
  expect(tries(events(shows), stories)).toEqual([1]);
});
