import { type Call, FlowError } from '../commands/command.js';
import { tellSigned } from '../drive/share.js';
import { hooks } from '../evidence.js';
import type { Here, Place } from './place.js';

/**
 * Finds who types a command that needs no confirmation: the person at the terminal; null for the agent, and where
 * nobody sits there.
 */
export async function whoTypes(call: Call, { around }: Place): Promise<string | null> {
  const { personsTerminal, personOf } = await hooks();
  const person = personsTerminal(call.environment);
  if ('fault' in person) return null;
  person.terminal.close();
  return personOf(around.repository);
}

/**
 * Asks the person at the terminal to type a word that only the terminal shows, as for an approval: an agent's shell, and
 * a terminal that a program types into, are refused.
 * @param shown all that they decide about
 * @param unasked what is said where nobody sits there, in place of the fault of the terminal
 * @returns who they are
 * @throws FlowError the fault of the terminal, DECLINED, TOO_FAST
 */
export async function asPerson(call: Call, { around }: Place, shown: string, unasked?: FlowError): Promise<string> {
  const { clean, personsTerminal, challenge, describeFault, personOf } = await hooks();
  const again = clean(call.line, 2000);
  const person = personsTerminal(call.environment);
  if ('fault' in person) {
    if (unasked) throw unasked;
    const words = describeFault(person.fault, person.detail);
    throw new FlowError('finding', person.fault, words, `Run it there: ${again}`);
  }
  const answer = challenge(person.terminal, shown);
  person.terminal.close();
  if (answer === 'given') return personOf(around.repository);
  throw answer === 'declined'
    ? new FlowError('finding', 'DECLINED', 'nothing was changed.', again)
    : new FlowError('finding', 'TOO_FAST', 'nobody reads that fast; nothing was changed.', again);
}

/** The flag by which a person's word counts on other machines, too. */
export const SIGN = {
  flags: '--sign',
  description: "also sign it with git's signing key: it counts on the other machines of the run, too",
} as const;

/**
 * Records what a person says, with their signature where they ask for it; then the other machines of the run are told.
 * @throws FlowError NO_SIGNING_KEY, SIGNING_FAILED, SIGNER_UNKNOWN: nothing is recorded
 */
export async function recordWord(
  call: Call,
  { room, around, standing }: Here,
  word: Parameters<Here['room']['recordSigned']>[2],
): Promise<void> {
  if (call.options.sign !== true) return room.recordDeed(around, standing.run, word);
  const refused = room.recordSigned(around, standing.run, word);
  if (refused !== null) {
    const { clean } = await hooks();
    const remedy =
      refused.code === 'SIGNER_UNKNOWN'
        ? `add the key to approvals.signers in flow.config.yaml, then ${call.program} apply; or without --sign: it counts on this machine`
        : `${clean(call.line, 1000)} (again; or without --sign: it counts on this machine)`;
    throw new FlowError('finding', refused.code, `${clean(refused.why, 300)}. Nothing was recorded.`, remedy);
  }
  await tellSigned(call, 'word');
}
