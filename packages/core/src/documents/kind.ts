/**
 * Kinds of documents, by what a program reads in them: `spec` has claims, `test-shape` is YAML with the tests that are planned for
 * each, `plan` names files that constrain the work, `report` and `verification` say how each claim was proven (a program makes a
 * part of a report), `interview` has questions with their answers and assumptions, `text` is any other Markdown, of which sections, items and coverage tables are read.
 */
export const DOCUMENT_KINDS = ['plan', 'spec', 'test-shape', 'report', 'verification', 'interview', 'text'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

const KINDS: ReadonlySet<string> = new Set(DOCUMENT_KINDS);
const isKind = (name: string): name is DocumentKind => KINDS.has(name);

/** A document that says its kind, or leaves it to its name. */
interface Kinded {
  kind?: DocumentKind;
}

/**
 * Returns the kind of a document of a workflow: what it says, else the kind that is called like the document, else
 * `text`.
 */
export function kindOfDocument(name: string, { kind }: Kinded): DocumentKind {
  return kind ?? (isKind(name) ? name : 'text');
}

/** Returns the name of the first document of a kind in a workflow; null where there is none. */
export function documentOfKind(
  { documents }: { documents: Readonly<Record<string, Kinded>> },
  kind: DocumentKind,
): string | null {
  return Object.entries(documents).find(([name, one]) => kindOfDocument(name, one) === kind)?.[0] ?? null;
}
