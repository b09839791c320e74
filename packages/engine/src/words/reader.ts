/**
 * A reader tells who reads a text: an agent is told what to do next and whom to ask, a person what to type, and CI what
 * makes the next run pass. Words alone depend on it, and no verdict does.
 */
export type Reader = 'agent' | 'person' | 'ci';

/** Words for how a command is run so that its result counts. */
export const ALONE: Readonly<Record<Reader, string>> = {
  agent: 'in its own call, then push in the next one',
  person: 'on its own, then push again',
  ci: 'on this content where the work is done, or have it run here (`--rerun`)',
};

/** Instruction for a step that only a person takes; `way` begins with a verb: `run …`. */
export function personsStep(reader: Reader, way: string): string {
  if (reader === 'person') return `${way.charAt(0).toUpperCase()}${way.slice(1)}`;
  return reader === 'agent' ? `Ask the person to ${way}` : `A person has to ${way}`;
}

/** Offer of a step that only a person may decide on: `A person can allow …`, `You can allow …`. */
export const personCan = (reader: Reader) => (reader === 'person' ? 'You can' : 'A person can');
