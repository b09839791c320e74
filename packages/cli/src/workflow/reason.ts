import { type Call, FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';

/**
 * A reason that others will read, without control sequences and at most 500 characters long.
 * @param said what was typed as the reason
 * @param again the same command with a reason, without the program
 * @throws FlowError REASON_MISSING when nothing can be read in it
 */
export async function reasonFrom(call: Call, said: unknown, again: string): Promise<string> {
  const { clean } = await hooks();
  const reason = clean(said ?? '', 500).trim();
  if (reason !== '') return reason;
  throw new FlowError('usage', 'REASON_MISSING', 'the reason is empty.', `${call.program} ${again}`);
}
