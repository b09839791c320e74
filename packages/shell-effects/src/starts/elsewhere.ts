import { type Call, type Frame, type Result, under } from '../state.js';
import { programOf } from '../table.js';

/**
 * Carries out programs that hand text to a shell somewhere else: deferred jobs, terminal multiplexers, a login on this
 * machine, dialog languages. Reported as if the shell were here. Undefined for any other program.
 */
export function runElsewhere(call: Call): Result | undefined {
  const { program, frame } = call;
  const { hands } = programOf(program);
  if (hands === undefined) return undefined;
  const later: Frame = {
    ...under(frame, program),
    exit: 'hidden',
    certain: false,
    background: true,
    input: { rest: '' },
  };
  return hands({ ...call, later });
}
