import type { DocumentView } from '../workflow/facts.js';
import type { DocumentFact } from './document.js';

/** A document as the workflow engine looks at it: what is written, by section, and which claims it has something for. */
export function documentView({ digest, sections, tests, coverage, findings }: DocumentFact): DocumentView {
  const planned = tests.filter((entry) => entry.tests.length > 0 || entry.checks.length > 0);
  const shown = coverage.filter(({ evidence }) => evidence !== '');
  return {
    digest,
    sections: Object.fromEntries(Object.entries(sections).map(([name, { items }]) => [name, items])),
    covers: [...new Set([...planned, ...shown].map(({ claim }) => claim))],
    findings,
  };
}
