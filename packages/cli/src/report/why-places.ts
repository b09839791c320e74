import type { ReportModel } from './model.js';

/** What has marks in a report. */
export type Marked = Pick<ReportModel, 'claims' | 'items' | 'suites' | 'gates' | 'findings' | 'reviews'>;

/** The ids of all that has marks, by kind, in the order of the report. */
const IDS = {
  claim: ({ claims }: Marked) => claims.map(({ id }) => id),
  item: ({ items }: Marked) => items.map(({ id }) => id),
  suite: ({ suites }: Marked) => suites.map(({ id }) => id),
  gate: ({ gates }: Marked) => gates.map(({ gate }) => gate),
  finding: ({ findings }: Marked) => findings.slice(0, MAX_FINDINGS).map(({ id }) => id),
  // A reviewer may say something twice in a round; where the word stands among all is its name.
  review: ({ reviews }: Marked) => reviews.map((_, at) => String(at + 1)),
} as const;
export type Kind = keyof typeof IDS;

/** Findings that a report explains. */
export const MAX_FINDINGS = 200;

/** Returns the anchor of the explanation of the nth thing of a kind. */
export const placeAt = (kind: Kind, at: number) => `why-${kind}-${at + 1}`;

/** Returns the anchor behind a mark, by its place, as ids are anybody's words; null for what the report does not have. */
export function anchorOf(model: Marked, kind: Kind, id: string): string | null {
  const at = IDS[kind](model).indexOf(id);
  return at < 0 ? null : placeAt(kind, at);
}
