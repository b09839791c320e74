import { expect, test } from 'vitest';
import { agentTypeOf, judgeOf } from './names.js';

test.each([
  ['flow-security', 'security'],
  ['flow:security', 'security'],
  ['flow:flow-security', 'security'],
  ['flow-cold-diff', 'cold-diff'],
])('the agent %s is the judge %s', (type, judge) => {
  expect(judgeOf(type)).toBe(judge);
});

test.each([null, 'security', 'other:flow', 'other:flow-security', 'flow-', 'flow:', 'flow-../x', 'flow-Security', ''])(
  'the agent %j is none of ours',
  (type) => {
    expect(judgeOf(type)).toBeNull();
  },
);

test('what an agent is called leads back to its judge', () => {
  for (const judge of ['qa', 'spec', 'flow', 'probe-1']) expect(judgeOf(agentTypeOf(judge))).toBe(judge);
});
