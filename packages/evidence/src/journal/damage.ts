/**
 * Damage is something in the evidence that is not as it was written. Reported with its place, never repaired by
 * guessing.
 */
export interface Damage {
  code:
    | 'torn-tail'
    | 'broken-chain'
    | 'bad-mac'
    | 'retired-key'
    | 'rolled-back'
    | 'no-head'
    | 'replayed'
    | 'unparsable'
    | 'future'
    | 'clock'
    | 'too-large'
    | 'symlink'
    | 'unreadable'
    | 'key-broken'
    | 'key-open';
  /** Line of the journal, from 1, counted as if none had been folded; 0 for what concerns the whole, spool or keys. */
  line: number;
  detail: string;
}

/** What is worth a word and takes nothing from what verifies. */
const HARMLESS: ReadonlySet<Damage['code']> = new Set<Damage['code']>([
  // An unfinished line was never acknowledged to anybody: a writer at work, or one that was killed.
  'torn-tail',
  // The file of an event that was taken in came back, as it may after a power cut: it happened once.
  'replayed',
  // A clock that was wrong for a while: the entries' order is that of the chain.
  'future',
  'clock',
  // Nothing of a key that cannot be read counts anyway; one that others can read still is this user's.
  'key-broken',
  'key-open',
]);

/** Returns false for what is only to be told; anything else voids what was recorded before it was found. */
export function isHarmful(damage: Damage): boolean {
  return !HARMLESS.has(damage.code);
}
