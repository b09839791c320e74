import type { Table } from 'mdast';
import type { Finding } from '../finding.js';
import { readClaimId } from './claim-id.js';
import { type Coverage, type DocumentFact, findingAt } from './document.js';
import { lineOf, type Outline } from './outline.js';
import { plain, withoutTicks } from './text.js';

const CLAIM_COLUMN = /^(?:claim|rule|id|claim id|rule id)s?$/i;
const STATUS_COLUMN = /^(?:status|state|result|verdict|covered)$/i;
const EVIDENCE_COLUMN = /^(?:evidence|proof|tests?|test names?|notes?)$/i;

/** Where a mark leads to on its own page, as the report's marks do: no part of what it says. */
const OWN_LINK = / \(#why-[\w-]+\)$/;

/** Returns the rows of every table that has a column for the claim and one for its status. */
export function coverageOf({ blocks }: Outline): Coverage[] {
  return blocks.flatMap(({ node }) => (node.type === 'table' ? rowsOf(node) : []));
}

function rowsOf(table: Table): Coverage[] {
  const [head, ...rows] = table.children;
  const columns = (head?.children ?? []).map((cell) => plain(cell));
  const column = (pattern: RegExp) => columns.findIndex((name) => pattern.test(name));
  const [claim, status, evidence] = [column(CLAIM_COLUMN), column(STATUS_COLUMN), column(EVIDENCE_COLUMN)];
  if (claim < 0 || status < 0) return [];
  return rows.flatMap((row) => {
    const cell = (index: number) => (row.children[index] ? plain(row.children[index]) : '');
    const written = withoutTicks(cell(claim));
    const id = readClaimId(written)?.id ?? written;
    if (id === '') return [];
    return [{ claim: id, status: cell(status).replace(OWN_LINK, ''), evidence: cell(evidence), line: lineOf(row) }];
  });
}

/**
 * Holds a `test-shape.yaml` against its spec: every claim has a test, a guard at least a named check; no entry names a
 * claim that is not there; risks of medium and high, and values that change behind the same schema, map to a test. A
 * silent breaker is told in any case, as nothing else will.
 */
export function checkCoverage(spec: DocumentFact, shape: DocumentFact): Finding[] {
  const { path } = shape;
  const findings: Finding[] = [];
  const known = new Set(spec.claims.map(({ id }) => id));
  for (const { id, written = id, expect, line } of spec.claims) {
    const entries = shape.tests.filter(({ claim }) => claim === id);
    const covered = entries.some(({ tests, checks }) => tests.length > 0 || (expect === 'guard' && checks.length > 0));
    if (!covered)
      findings.push(findingAt(path, entries[0]?.line ?? 1, 'CLAIM_UNTESTED', { id: written, expect, specLine: line }));
  }
  for (const { claim, line } of shape.tests)
    if (!known.has(claim))
      findings.push(
        findingAt(path, line, 'CLAIM_UNKNOWN', {
          id: claim,
          known: spec.claims.map(({ id, written = id }) => written),
        }),
      );
  for (const { what, risk, tests, silent, line } of shape.risks) {
    if (silent) findings.push(findingAt(path, line, 'SILENT_BREAKER', { what, risk }, 'warn'));
    if (tests.length === 0 && (risk !== 'low' || silent))
      findings.push(findingAt(path, line, 'RISK_UNTESTED', { what, risk }));
  }
  return findings;
}
