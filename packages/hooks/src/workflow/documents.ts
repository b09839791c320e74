import type { Finding } from '@flow/core';
import type { DocumentFact } from '@flow/core/documents';
import { checkCoverage, describeFinding, readDocument } from '@flow/core/documents';
import type { DocumentView, Workflow } from '@flow/core/workflow';
import { sha256 } from '@flow/evidence';
import type { Listing } from './listing.js';

/** Paths of a workflow's documents on a branch. */
export function documentPaths(workflow: Workflow, branch: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(workflow.documents).map(([name, { path }]) => [name, path.replaceAll('{branch}', () => branch)]),
  );
}

/** Documents that were read before, by name, path and git's id of their content. */
export type ReadDocuments = Map<string, DocumentFact>;

/**
 * The documents that some content has, as people wrote them.
 * @param known what was read before; what is read now is added
 */
export function readDocuments(
  paths: Readonly<Record<string, string>>,
  { view, blobs }: Listing,
  known: ReadDocuments,
): DocumentFact[] {
  return Object.entries(paths).flatMap(([name, path]) => {
    const blob = blobs.get(path);
    if (blob === undefined) return [];
    const key = `${name}\0${path}\0${blob}`;
    const before = known.get(key);
    if (before) return [before];
    const text = view.read(path);
    if (text === undefined) return [];
    const fact = readDocument(name, path, text, sha256);
    known.set(key, fact);
    return [fact];
  });
}

/** What checks ask of documents. */
export function viewsOf(facts: readonly DocumentFact[]): Record<string, DocumentView> {
  const spec = facts.find(({ name }) => name === 'spec');
  return Object.fromEntries(facts.map((fact) => [fact.name, viewOf(fact, spec)]));
}

/** A finding with its words, which only this room has. */
const said = (finding: Finding): Finding => ({ ...finding, args: { ...finding.args, said: describeFinding(finding) } });

function viewOf(fact: DocumentFact, spec: DocumentFact | undefined): DocumentView {
  const sections = Object.entries(fact.sections).map(([key, { items }]) => [key, items] as const);
  const isShape = fact.name === 'test-shape';
  const covers = isShape
    ? fact.tests.filter(({ tests, checks }) => tests.length + checks.length > 0).map(({ claim }) => claim)
    : fact.coverage.filter(({ evidence }) => evidence.trim() !== '').map(({ claim }) => claim);
  const against = isShape && spec ? checkCoverage(spec, fact) : [];
  return {
    digest: fact.digest,
    sections: Object.fromEntries(sections),
    covers,
    findings: [...fact.findings, ...against].map(said),
  };
}
