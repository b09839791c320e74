import type { Finding } from '@flow/core';
import { readClaimId } from '@flow/core/documents';
import type { Facts, Status, Workflow } from '@flow/core/workflow';
import { tickWarnings } from '../ticks.js';
import { documentKinds } from './documents.js';

const MAX = 10;

const TOLD = new Set([
  'SCHEMA_CHANGE_UNDECLARED',
  'SCHEMA_CHANGE_MISSING',
  'REPORT_NOT_MADE',
  'REPORT_BY_HAND',
  'SILENT_BREAKER',
  'HEADING_REPEATED',
]);

/**
 * Tells what documents say that holds nothing up and nobody else tells (features C64, D77, D80): values that change
 * behind the same schema, schema changes that are not declared, what is wrong with the items that are listed; once the
 * code is there, those that are declared and not made; and a report that calls shown what an open finding speaks
 * against, or for which there is no test; and one whose table is not as it was made, or was written by hand.
 */
export function documentWarnings(facts: Facts, workflow: Workflow, status: Status): Finding[] {
  const work = workflow.phases.find(({ exit }) => exit.some(({ check }) => check === 'green'));
  const isBuilt = work === undefined || status.stages.find(({ id }) => id === work.id)?.state === 'done';
  const said = Object.values(facts.present.documents)
    .flatMap(({ findings }) => findings)
    .filter(
      ({ code }) => (TOLD.has(code) || code.startsWith('ITEM_')) && (isBuilt || code !== 'SCHEMA_CHANGE_MISSING'),
    );
  const covers = evidenceIn(facts, workflow);
  return [
    ...tickWarnings({ facts, status }),
    ...contradictions(facts, status, covers),
    ...unwritten(facts, covers),
    ...said,
  ].slice(0, MAX);
}

/** Claims that a report has evidence for: the documents that a phase asks to cover them, apart from the map of tests. */
function evidenceIn({ present: { documents } }: Facts, workflow: Workflow): ReadonlySet<string> {
  const kinds = documentKinds(workflow);
  const reports = workflow.phases.flatMap(({ exit }) =>
    exit.flatMap((spec) => (spec.check === 'covered' && kinds[spec.by] !== 'test-shape' ? [spec.by] : [])),
  );
  return new Set(reports.flatMap((name) => documents[name]?.covers ?? []));
}

/** Claims that the report has evidence for, and an open finding of a review names. */
function contradictions({ events }: Facts, { findings }: Status, covers: ReadonlySet<string>): Finding[] {
  if (covers.size === 0 || findings.length === 0) return [];
  const open = new Set(findings.map(({ id }) => id));
  return events.flatMap((event) => {
    if (event.type !== 'verdict') return [];
    return event.findings.flatMap(({ claim: written = '' }, index): Finding[] => {
      const finding = `${event.n}.${index + 1}`;
      const claim = readClaimId(written)?.id ?? written;
      if (!open.has(finding) || !covers.has(claim)) return [];
      return [{ code: 'REPORT_CONTRADICTED', level: 'warn', args: { claim, finding } }];
    });
  });
}

/** Claims that the report has evidence for, and whose tests are not there. */
function unwritten({ present: { claims } }: Facts, covers: ReadonlySet<string>): Finding[] {
  return claims.flatMap(({ id, tests }): Finding[] => {
    const missing = tests.filter(({ hash, runner }) => hash === undefined && !runner).map(({ name }) => name);
    if (missing.length === 0 || !covers.has(id)) return [];
    return [{ code: 'REPORT_UNTESTED', level: 'warn', args: { claim: id, tests: missing } }];
  });
}
