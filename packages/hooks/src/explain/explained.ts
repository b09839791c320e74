import { clean } from '@flow/engine/text/clean';

/** The kinds of things that can be explained. Claims and items belong to a run of a workflow, which `flow` knows. */
export const KINDS = ['file', 'test', 'claim', 'item', 'commit', 'code'] as const;

/** A thing is what somebody asks about: `test:adds prices` is the test of that name. */
export interface Thing {
  kind: (typeof KINDS)[number];
  name: string;
}

/** A known fact about a thing, with what shows it. Texts are cleaned where they are shown, not here. */
export interface Known {
  what: string;
  /** Whether it counts for the content here; null for what is neither for nor against it. */
  counts: boolean | null;
  /** Why it counts, or does not. */
  why: string;
  /** Id of the receipt that shows it. */
  receipt?: string;
  /** Number of the event in the journal, or of the run, that shows it. */
  event?: number;
  /** Epoch milliseconds. */
  time?: number;
}

/** An explained thing: what is known, and the one command that changes it. */
export interface Explained {
  version: 1;
  thing: Thing;
  /** Where it stands, in one sentence. */
  says: string;
  known: Known[];
  /** How many further facts are left out. */
  more: number;
  /** Null where nothing has to be changed, or nobody knows how. */
  next: { command: string; why: string } | null;
}

const MAX_KNOWN = 20;

/** Makes the explanation of a thing, bounded: the facts that come first are kept. */
export function explained(
  thing: Thing,
  says: string,
  known: readonly Known[],
  next: Explained['next'] = null,
): Explained {
  const told = known
    .slice(0, MAX_KNOWN)
    .map((one) => ({ ...one, what: clean(one.what, 300), why: clean(one.why, 400) }));
  return {
    ...{ version: 1, thing: { ...thing, name: clean(thing.name, 300) }, says: clean(says, 600), known: told },
    more: Math.max(0, known.length - MAX_KNOWN),
    next: next && { command: clean(next.command, 400), why: clean(next.why, 200) },
  };
}

const MARKS = new Map([
  [true, '+'],
  [false, '-'],
  [null, ' '],
] as const);

/** Returns an explanation as text for a terminal: a line for each fact, and what shows it. */
export function renderExplained({ thing, says, known, more, next }: Explained): string {
  const lines = [`${thing.kind}:${thing.name}`, `  ${says}`];
  if (known.length > 0) lines.push('');
  for (const { what, counts, why, receipt, event, time } of known) {
    const by = [
      ...(receipt === undefined ? [] : [`receipt ${clean(receipt, 130)}`]),
      ...(event === undefined ? [] : [`event ${event}`]),
      ...(time === undefined ? [] : [new Date(time).toISOString().slice(0, 16)]),
    ];
    lines.push(`${MARKS.get(counts)} ${what}${why === '' ? '' : `: ${why}`}`);
    if (by.length > 0) lines.push(`    ${by.join(', ')}`);
  }
  if (more > 0) lines.push(`  and ${more} more`);
  if (known.some(({ counts }) => counts !== null)) lines.push('', '+ counts for the content here, - does not.');
  if (next) lines.push('', `${next.why}:`, `  ${next.command}`);
  return `${lines.join('\n')}\n`;
}
