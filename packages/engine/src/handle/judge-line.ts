import { shellContext } from '../facts/shell-context.js';
import { effectsOf } from '../facts/shell-door.js';
import { OWN_AWAIT, OWN_EXEC, ownCall } from '../places/own-products.js';
import type { Start, Surroundings } from '../places/surroundings.js';
import { formatRefusal } from '../words/finding-words.js';
import { GUARD_ENTRIES, isRefused, judgeDeed } from './guards/index.js';

/** A judged line tells what the guards say of a command line that a program starts for an agent. */
export type JudgedLine =
  | { kind: 'free' }
  /** `text`: the refusal in words. */
  | { kind: 'refused'; text: string }
  /** It calls a program of ours, which records by itself. */
  | { kind: 'own' };

/**
 * Judges a command line as the agent's own call in a folder, by every guard. Nothing is recorded: whoever starts the line
 * asks anew each time.
 */
export function judgeLine(line: string, directory: string, around: Surroundings): JudgedLine {
  const start: Start = around.start;
  const analysis = effectsOf(line, shellContext(directory, start));
  const isOwn = analysis.effects.some(
    (one) =>
      one.kind === 'run' &&
      (one.via.includes(OWN_EXEC) ||
        one.via.includes(OWN_AWAIT) ||
        ownCall(one.argv.map((word) => word ?? '')) !== undefined),
  );
  if (isOwn) return { kind: 'own' };
  const deed = {
    ...{ tool: 'Bash', input: { command: line }, directory, role: null },
    ...{ command: { text: line, analysis }, edits: [] },
  };
  const rulings = judgeDeed(GUARD_ENTRIES, deed, { around, start }, around.policy, false);
  if (!isRefused(rulings)) return { kind: 'free' };
  const findings = rulings.filter(({ answer }) => /refuse|tell|note/.test(answer)).map(({ finding }) => finding);
  return { kind: 'refused', text: formatRefusal('the check', findings, Date.now()) };
}
