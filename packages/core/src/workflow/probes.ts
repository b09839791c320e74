import type { Moment } from './facts.js';
import type { ProbeSource } from './model.js';

/** A probe is one question of the user that a reviewer of its own answers (feature D89). */
export interface Probe {
  /** What its judge is called: `probe-1` for the first. */
  judge: string;
  text: string;
  /** The key by which answers are known: made of the words alone, as other probes come and go before this one. */
  key: string;
}

/** What stands for the judges of all probes where a panel names its reviewers. */
export const PROBES = 'probe';

/** A panel asks so many at most. */
const MAX = 20;

/** Returns the probes that are asked for at a moment, in the order of the document. */
export function probesAt(source: ProbeSource | undefined, { documents }: Pick<Moment, 'documents'>): Probe[] {
  if (!source || !Object.hasOwn(documents, source.document)) return [];
  const texts = documents[source.document]!.sections[source.section] ?? [];
  return texts.slice(0, MAX).map((text, index) => ({ judge: `probe-${index + 1}`, text, key: keyOf(text) }));
}

const keyOf = (text: string) => `probe: ${text.trim().toLowerCase().replace(/\s+/g, ' ')}`;
