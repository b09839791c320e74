import type { DocumentFact, DocumentKind } from '@flow/core/documents';
import { sha256 } from '@flow/evidence';
import type { Standing } from '../status.js';
import { documentKinds, documentPaths, documentReader } from './documents.js';

/** Returns the document of a run that lies at a path, by its name; null where none does. */
export function documentAt({ workflow, run }: Pick<Standing, 'workflow' | 'run'>, file: string): string | null {
  const found = Object.entries(documentPaths(workflow, run.names)).find(([, paths]) => paths.includes(file));
  return found?.[0] ?? null;
}

/** `ContractChange` tells what a new text says that is no progress: everything but ticks, counts, notes and layout. */
export interface ContractChange {
  /** Claims whose words differ, that are new or gone, by id. */
  claims: string[];
  /** Items of the same. */
  items: string[];
  /** The first of them that was there before. */
  known?: string;
}

/**
 * Compares what two texts of a document promise.
 * @returns null where the contract is the same: ticks, counts, notes and layout change nothing
 */
export function contractChange(
  { workflow, run }: Pick<Standing, 'workflow' | 'run'>,
  file: string,
  before: string,
  after: string,
): ContractChange | null {
  const name = documentAt({ workflow, run }, file);
  const kind = documentKinds(workflow)[name ?? ''] ?? 'text';
  const [then, now] = [before, after].map((text) => read(kind, file, text)) as [DocumentFact, DocumentFact];
  if (then.digest === now.digest) return null;
  const claims = differing(then.claims, now.claims, ({ digest }) => digest);
  const items = differing(then.items, now.items, ({ digest }) => digest);
  const there = new Set([...then.claims, ...then.items].map(({ id }) => id));
  const known = [...claims, ...items].find((id) => there.has(id));
  return { claims, items, ...(known === undefined ? {} : { known }) };
}

const read = (kind: DocumentKind, file: string, text: string) =>
  documentReader().readDocument(kind, file, text, sha256);

function differing<T extends { id: string }>(
  then: readonly T[],
  now: readonly T[],
  words: (one: T) => string,
): string[] {
  const byId = (all: readonly T[]) => new Map(all.map((one) => [one.id, words(one)]));
  const [before, after] = [byId(then), byId(now)];
  return [...new Set([...before.keys(), ...after.keys()])].filter((id) => before.get(id) !== after.get(id));
}
