import { classify, editClass, type Policy } from '@flow/core';
import { type DocumentFact, type SchemaEntry, type SchemaFile, schemaKind } from '@flow/core/documents';
import type { Repository } from '@flow/evidence';
import { readBlobs } from '@flow/evidence/git/tree-view';
import { documentReader } from '../documents/documents.js';
import type { Listing } from './listing.js';

/** More schema files than one change has. */
const MAX_FILES = 200;

/** Repository and content that the work of a moment is looked at in. */
export interface Work {
  repository: Repository;
  policy: Policy;
  /** The commit at which it left the base branch. */
  fork: string;
  /** Paths that differ from there. */
  changed: readonly string[];
  deadline: number;
}

/** Changes of schemas since the base, held against what the specification declares (feature D77). */
export function schemaEntries(work: Work, listing: Listing, spec: DocumentFact | undefined): SchemaEntry[] {
  const files = schemaFiles(work, listing);
  const declared = spec?.schemaChanges;
  if (files.length === 0 && !declared) return [];
  return documentReader().checkSchema(declared, files, (name) => mentionedIn(name, work, listing));
}

function schemaFiles({ repository, policy, fork, changed, deadline }: Work, { view, blobs }: Listing): SchemaFile[] {
  const found = changed
    .flatMap((path) => {
      const isGenerated = policy.presets.some((preset) => classify(path, preset) === 'generated');
      const kind = editClass(path, policy) === 'test' ? null : schemaKind(path, isGenerated, policy.migrations);
      return kind === null ? [] : [{ path, kind }];
    })
    .slice(0, MAX_FILES);
  const before = new Map<string, string | undefined>();
  readBlobs(
    repository,
    fork,
    found.map(({ path }) => path),
    deadline,
    before,
  );
  return found.map(({ path, kind }) => ({
    ...{ path, kind, before: before.get(path) ?? null },
    after: blobs.has(path) ? (view.read(path) ?? null) : null,
  }));
}

/** Returns the first changed source file that has a name as a word of its own. */
function mentionedIn(name: string, { policy, changed }: Work, { view, blobs }: Listing): string | null {
  if (!/^\w{2,100}$/.test(name)) return null;
  const sources = changed.filter((path) => blobs.has(path) && editClass(path, policy) === 'source');
  const word = new RegExp(`(?<!\\w)${name}(?!\\w)`);
  return view.containing(sources, [name]).find((path) => word.test(view.read(path) ?? '')) ?? null;
}
