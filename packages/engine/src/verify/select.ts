/** Statements of one signer that are verified; each costs two processes. */
const MOST = 64;

/** A statement as far as it is chosen by: the newest stand first. */
export interface Candidate<One> {
  one: One;
  /** The key that signed it, as far as that is told without a process; '' for all of which only a program can tell it. */
  signer: string;
  /** What it speaks of: suites, or a gate. */
  subjects: readonly string[];
  /** Equal for statements of one signer that say the same. */
  same: string;
}

/**
 * Chooses the statements that are worth a process. They are told apart by signer and by what they speak of before anything is
 * cut: of each signer the newest on each subject is there, whatever else was said since; what room is left goes to the newest.
 * Equal ones count once. A signer that is not known yet may be anybody, so of all these there are never more than the room has.
 * @param newestFirst statements, the newest first
 */
export function selectBySubject<One>(newestFirst: readonly Candidate<One>[]): One[] {
  const bySigner = new Map<string, Map<string, Candidate<One>>>();
  for (const candidate of newestFirst) {
    const known = bySigner.get(candidate.signer) ?? new Map<string, Candidate<One>>();
    bySigner.set(candidate.signer, known);
    if (!known.has(candidate.same)) known.set(candidate.same, candidate);
  }
  return [...bySigner].flatMap(([signer, statements]) => {
    const all = [...statements.values()];
    const seen = new Set<string>();
    const needed = all.filter(({ subjects }) => {
      const isNew = subjects.some((one) => !seen.has(one));
      for (const one of subjects) seen.add(one);
      return isNew;
    });
    const chosen = new Set(signer === '' ? needed.slice(0, MOST) : needed);
    for (const candidate of all) if (chosen.size < MOST) chosen.add(candidate);
    return all.flatMap((candidate) => (chosen.has(candidate) ? [candidate.one] : []));
  });
}
