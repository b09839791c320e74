import { describe, expect, test } from 'vitest';
import { notRunIn } from './house.js';

const ran = (exit: number | null, passed: boolean, counts: boolean, ...remarks: string[]) => ({
  ...{ command: 'sh whole.sh', exit, passed, counts, remarks },
});
const said = (run: object) => ({ status: 0, stdout: JSON.stringify({ data: { run } }), stderr: '' });

describe('R55 what commands say that a driver has run', () => {
  test.each([
    ['one that passes', [ran(0, true, true)]],
    ['one that fails', [ran(1, false, true)]],
    ['one that fails beside one that could not be started', [ran(127, false, false), ran(1, false, true)]],
  ])('is for a session where there is %s', (_, all) => {
    expect(notRunIn(said({ ran: all, notRun: [] }))).toBeNull();
  });

  test.each([
    [
      'could not be started',
      [ran(127, false, false)],
      '`sh whole.sh` ended with exit code 127, and the run does not count: flow status says why',
    ],
    [
      'is not recorded',
      [ran(2, false, false, 'no file')],
      '`sh whole.sh` ended with exit code 2, and the run does not count: no file',
    ],
    [
      'was ended',
      [ran(null, false, false, 'it was ended')],
      '`sh whole.sh` ended with no exit code, and the run does not count: it was ended',
    ],
    [
      'passes and does not count',
      [ran(0, false, false, 'why')],
      '`sh whole.sh` passed, and the run does not count: why',
    ],
  ])('is a breakdown where each %s: nobody runs it again without end', (_, all, why) => {
    expect(notRunIn(said({ ran: all, notRun: [] }))).toBe(why);
  });

  test('is a breakdown where none was run', () => {
    expect(notRunIn(said({ ran: [], notRun: [{ command: 'x', why: 'refused' }] }))).toBe('`x` was not run: refused');
    expect(notRunIn(said({ ran: [], notRun: [] }))).toBe('nothing is asked for that a command decides');
    expect(notRunIn({ status: 3, stdout: '', stderr: 'broken\nmore' })).toBe('broken');
  });
});
