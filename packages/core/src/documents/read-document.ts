import type { Finding } from '../finding.js';
import { type Claims, claimsOf } from './claims.js';
import { isTooComplex, isTooDeep } from './complexity.js';
import { contractOf } from './contract.js';
import { coverageOf } from './coverage.js';
import type { Digest } from './digest.js';
import { type DocumentFact, findingAt, MAX_DOCUMENT } from './document.js';
import { interviewOf } from './interview.js';
import { itemsOf } from './items.js';
import type { DocumentKind } from './kind.js';
import { madePartOf } from './made-part.js';
import { outline, sectionsOf } from './outline.js';
import { architectureFiles, planFindings } from './plan.js';
import { schemaChangesOf } from './schema-changes.js';
import { specFindings } from './spec.js';
import { spoiledBy } from './spoiled.js';
import { readTestShape } from './test-shape.js';

/**
 * Reads a document that people write, by its kind. Never throws: what cannot be read is a finding, and its whole text the
 * contract.
 * @param path as findings shall name it
 */
export function readDocument(kind: DocumentKind, path: string, text: string, digest: Digest): DocumentFact {
  if (text.length > MAX_DOCUMENT)
    return unread(
      kind,
      path,
      text,
      digest,
      findingAt(path, 1, 'DOCUMENT_TOO_LARGE', { length: text.length, most: MAX_DOCUMENT }),
    );
  const spoiled = spoiledBy(path, text);
  if (spoiled) return unread(kind, path, text, digest, spoiled);
  try {
    const yaml = kind === 'test-shape';
    if (yaml ? isTooDeep(text) : isTooComplex(text))
      return unread(kind, path, text, digest, findingAt(path, 1, 'DOCUMENT_TOO_COMPLEX'));
    return finish(kind, path, digest, yaml ? readTestShape(path, text) : readMarkdown(kind, path, text, digest));
  } catch (error) {
    // The parsers throw on nesting that exhausts the stack and on aliases that multiply.
    const problem = error instanceof Error ? error.name : 'Error';
    return unread(kind, path, text, digest, findingAt(path, 1, 'DOCUMENT_UNREADABLE', { problem }));
  }
}

type Read = Pick<DocumentFact, 'contract' | 'sections' | 'findings'> & Partial<DocumentFact>;

function readMarkdown(kind: DocumentKind, path: string, text: string, digest: Digest): Read {
  const read = outline(text);
  const sections = sectionsOf(read);
  const found: Claims =
    kind === 'spec'
      ? claimsOf(read, digest)
      : { claims: [], empty: [], duplicates: [], unlike: [], lost: [], none: new Map() };
  const findings: Finding[] = [];
  if (kind === 'plan') {
    const { files, findings: outside } = architectureFiles(read, path);
    const section = sections['architecture-files'];
    if (section) {
      section.items = files;
      section.empty = files.length === 0;
    }
    findings.push(...planFindings(path, sections), ...outside);
  }
  const made = madePartOf(text, digest);
  const schema = kind === 'spec' ? schemaChangesOf(read, path) : undefined;
  const asked = kind === 'interview' ? interviewOf(path, text, read, sections) : undefined;
  findings.push(...(asked?.findings ?? []));
  if (kind === 'spec') findings.push(...specFindings(path, sections, found), ...(schema?.findings ?? []));
  return {
    contract: contractOf(read, found.claims),
    sections,
    findings,
    coverage: coverageOf(read),
    ...(made ? { made } : {}),
    ...(asked ? { interview: asked.interview } : {}),
    items: itemsOf(read, digest),
    claims: found.claims.map(({ id, written, text, expect, kind, line, digest }) => ({
      id,
      text,
      expect,
      kind,
      line,
      digest,
      ...(written === undefined ? {} : { written }),
    })),
    ...(schema?.changes ? { schemaChanges: schema.changes } : {}),
  };
}

function finish(kind: DocumentKind, path: string, digest: Digest, read: Read): DocumentFact {
  return {
    kind,
    path,
    claims: [],
    tests: [],
    risks: [],
    coverage: [],
    items: [],
    ...read,
    digest: digest(read.contract),
    findings: read.findings.toSorted((one, other) => Number(one.args.line) - Number(other.args.line)),
  };
}

/** Returns a document that is there and whose content is not to be had: the finding says why. */
export function unreadDocument(kind: DocumentKind, path: string, code: string, digest: Digest): DocumentFact {
  return unread(kind, path, '', digest, findingAt(path, 1, code));
}

function unread(kind: DocumentKind, path: string, text: string, digest: Digest, finding: Finding): DocumentFact {
  return finish(kind, path, digest, { contract: text, sections: {}, findings: [finding] });
}
