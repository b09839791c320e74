import { type Call, FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import type { Here } from './place.js';
import { record } from './record.js';

/** A verdict that no hook has seen, and whose word it is. */
interface Given {
  judge: string;
  text: string;
  item: string | null;
  seen: 'person' | 'handed';
}

/**
 * Records a verdict that no hook has seen, and writes it for people.
 * @param confirm is asked before, with the result in words
 * @returns the result in words
 * @throws FlowError VERDICT_INVALID, and as `record`
 */
export async function recordVerdict(
  call: Call,
  place: Here,
  given: Given,
  confirm: (result: string) => Promise<void> = async () => {},
): Promise<{ result: string }> {
  const { standing, around } = place;
  const reviews = (await hooks()).reviewRoom();
  const deed = reviews.readHandedIn(given, around, standing);
  if (typeof deed === 'string') throw unreadable(call, given.judge, deed);
  const result = deed.pass ? 'nothing blocking' : `${deed.findings.length} must-fix`;
  await confirm(result);
  await record(call, place, deed);
  reviews.showHandedIn(deed, around, standing);
  return { result };
}

/** Makes the error of a verdict that cannot be read. */
export function unreadable({ program }: Call, judge: string, why: string): FlowError {
  return new FlowError(
    'usage',
    'VERDICT_INVALID',
    `the verdict cannot be read: ${why.slice(0, 1500)}`,
    `${program} verdict ${judge} <file>`,
  );
}
