import path from 'node:path';
import { type DocumentKind, documentOfKind } from '@flow/core/documents';
import type { ClaimFact } from '@flow/core/workflow';
import { writeInTree } from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';
import type { Surroundings } from '../../places/surroundings.js';
import { clean } from '../../text/clean.js';
import { documentKinds, documentPaths, pathsOnDisk } from '../documents/documents.js';
import type { Standing } from '../status.js';

/**
 * Writes the page of claims beside the specification, with every claim open, when the first claim appears and again when
 * claims change (features D78, D47). Only people read the page; no decision uses the page. Nothing is written once there is
 * a report. A failure to write changes nothing.
 */
export function writeSkeleton({ repository, policy }: Surroundings, { run, workflow, facts }: Standing): void {
  const { claims, documents } = facts.present;
  const spec = pathsOnDisk(documentPaths(workflow, run.names), repository.root)[documentOfKind(workflow, 'spec') ?? ''];
  if (!policy.views || spec === undefined || claims.length === 0) return;
  if (
    Object.entries(documentKinds(workflow)).some(([name, kind]) => REPORTS.has(kind) && Object.hasOwn(documents, name))
  )
    return;
  const name = path.join(path.dirname(spec), 'claims.md');
  const text = skeletonText(claims);
  try {
    if (readSmall(path.join(repository.root, name)) === text) return;
    writeInTree(repository, name, text);
  } catch {
    // Something else lies there, or nothing can be written.
  }
}

/** Kinds of documents that say how each claim was proven. */
const REPORTS: ReadonlySet<DocumentKind> = new Set(['report', 'verification']);

const HEAD = `# Claims to verify

Generated from the specification and its test map, and updated when they change. \`flow report\` shows which claims are
proven; nothing is decided from this page.

| claim | expected | tests | state |
| --- | --- | --- | --- |`;

function skeletonText(claims: readonly ClaimFact[]): string {
  const rows = claims.map(({ id, expect, tests }) => {
    const asked = expect === 'red' ? 'red, then green' : 'stays green';
    const names = tests.slice(0, MAX_TESTS).map(({ name }) => cell(name));
    const more = tests.length > MAX_TESTS ? ` and ${tests.length - MAX_TESTS} more` : '';
    return `| ${cell(id)} | ${asked} | ${names.length > 0 ? `${names.join(', ')}${more}` : 'none yet'} | PENDING |`;
  });
  return `${[HEAD, ...rows].join('\n')}\n`;
}

const MAX_TESTS = 20;

/** Writes a cell of a table, whatever the text. */
const cell = (text: string) => clean(text, 120).replaceAll(/[\\|<>[\]`*_]/g, '\\$&');
