import type { Facts, Status } from '@flow/core/workflow';
import { expect, test } from 'vitest';
import { suggestedCommand } from './suggested-command.js';

/** What is suggested where one thing is in the way, and the phase names no command. */
function suggested(code: string, args: Status['open'][number]['finding']['args']): string | null {
  const finding = { code, level: 'block' as const, args };
  const open: Status['open'] = [{ check: 'qa.verdict', state: 'missing', actor: 'person', finding }];
  const status: Partial<Status> = { ended: null, command: null, current: null, open };
  const facts: Partial<Facts> = { present: { suites: [] } as unknown as Facts['present'] };
  return suggestedCommand(status as Status, facts as Facts);
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
