import type { Finding } from '../finding.js';
import { type Claims, claimsOf } from './claims.js';
import { isTooComplex, isTooDeep } from './complexity.js';
import { contractOf } from './contract.js';
import { coverageOf } from './coverage.js';
import type { Digest } from './digest.js';
import { type DocumentFact, findingAt, MAX_DOCUMENT } from './document.js';
import { itemsOf } from './items.js';
import { madePartOf } from './made-part.js';
import { SPECIFICATION, TEST_MAP } from './names.js';
import { outline, sectionsOf } from './outline.js';
import { architectureFiles, planFindings } from './plan.js';
import { schemaChangesOf } from './schema-changes.js';
import { specFindings } from './spec.js';
import { spoiledBy } from './spoiled.js';
import { readTestShape } from './test-shape.js';

/**
 * Reads a document that people write: `plan` and `spec` as Markdown, `test-shape` as YAML, any other name as Markdown
 * of which sections and coverage tables are told. Takes the path as findings shall name it and the function that makes
 * digests. Never throws: what cannot be read is a finding, and its whole text the contract.
 */
export function readDocument(name: string, path: string, text: string, digest: Digest): DocumentFact {
  if (text.length > MAX_DOCUMENT)
    return unread(
      name,
      path,
      text,
      digest,
      findingAt(path, 1, 'DOCUMENT_TOO_LARGE', { length: text.length, most: MAX_DOCUMENT }),
    );
  const spoiled = spoiledBy(path, text);
  if (spoiled) return unread(name, path, text, digest, spoiled);
  try {
    const yaml = name === TEST_MAP;
    if (yaml ? isTooDeep(text) : isTooComplex(text))
      return unread(name, path, text, digest, findingAt(path, 1, 'DOCUMENT_TOO_COMPLEX'));
    return finish(name, path, digest, yaml ? readTestShape(path, text) : readMarkdown(name, path, text, digest));
  } catch (error) {
    // The parsers throw on nesting that exhausts the stack and on aliases that multiply.
    const problem = error instanceof Error ? error.name : 'Error';
    return unread(name, path, text, digest, findingAt(path, 1, 'DOCUMENT_UNREADABLE', { problem }));
  }
}

type Read = Pick<DocumentFact, 'contract' | 'sections' | 'findings'> & Partial<DocumentFact>;

function readMarkdown(name: string, path: string, text: string, digest: Digest): Read {
  const read = outline(text);
  const sections = sectionsOf(read);
  const found: Claims =
    name === SPECIFICATION
      ? claimsOf(read, digest)
      : { claims: [], empty: [], duplicates: [], unlike: [], lost: [], none: new Map() };
  const findings: Finding[] = [];
  if (name === 'plan') {
    const { files, findings: outside } = architectureFiles(read, path);
    const section = sections['architecture-files'];
    if (section) {
      section.items = files;
      section.empty = files.length === 0;
    }
    findings.push(...planFindings(path, sections), ...outside);
  }
  const made = madePartOf(text, digest);
  const schema = name === SPECIFICATION ? schemaChangesOf(read, path) : undefined;
  if (name === SPECIFICATION) findings.push(...specFindings(path, sections, found), ...(schema?.findings ?? []));
  return {
    ...{ contract: contractOf(read, found.claims), sections, findings, coverage: coverageOf(read) },
    ...(made ? { made } : {}),
    items: itemsOf(read, digest),
    claims: found.claims.map(({ id, written, text, expect, kind, line, digest }) => ({
      ...{ id, text, expect, kind, line, digest },
      ...(written === undefined ? {} : { written }),
    })),
    ...(schema?.changes ? { schemaChanges: schema.changes } : {}),
  };
}

function finish(name: string, path: string, digest: Digest, read: Read): DocumentFact {
  return {
    ...{ name, path, claims: [], tests: [], risks: [], coverage: [], items: [] },
    ...read,
    digest: digest(read.contract),
    findings: read.findings.toSorted((one, other) => Number(one.args.line) - Number(other.args.line)),
  };
}

/** A document that is there and whose content is not to be had: the finding says why. */
export function unreadDocument(name: string, path: string, code: string, digest: Digest): DocumentFact {
  return unread(name, path, '', digest, findingAt(path, 1, code));
}

function unread(name: string, path: string, text: string, digest: Digest, finding: Finding): DocumentFact {
  return finish(name, path, digest, { contract: text, sections: {}, findings: [finding] });
}
