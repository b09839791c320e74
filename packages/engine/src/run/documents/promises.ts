import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Workflow } from '@flow/core/workflow';
import { sha256 } from '@flow/evidence';
import type { Surroundings } from '../../places/surroundings.js';
import type { Run } from '../runs/run.js';
import { documentKinds, documentPaths, documentReader, pathsOnDisk } from './documents.js';

/** A promise is something that a document promises: a claim, an item, or a criterion of an item (`S1:AC1`). */
export interface Promised {
  id: string;
  /** The id as the document writes it. */
  written: string;
  text: string;
  /** The document by its name, its path and the line. */
  document: string;
  path: string;
  line: number;
}

/** Lists all that the documents of a run promise, as they are on disk. */
export function promisesOf(
  { repository }: Pick<Surroundings, 'repository'>,
  { workflow, run }: { workflow: Workflow; run: Pick<Run, 'names'> },
): Promised[] {
  const kinds = documentKinds(workflow);
  return Object.entries(pathsOnDisk(documentPaths(workflow, run.names), repository.root)).flatMap(
    ([document, file]) => {
      try {
        const text = readFileSync(path.join(repository.root, file), 'utf8');
        return promisesIn(document, kinds[document] ?? 'text', file, text);
      } catch {
        // It is not written yet.
        return [];
      }
    },
  );
}

/** Tells what one text of a document promises. */
export function promisesIn(
  document: string,
  kind: Parameters<ReturnType<typeof documentReader>['readDocument']>[0],
  file: string,
  text: string,
): Promised[] {
  const { claims, items } = documentReader().readDocument(kind, file, text, sha256);
  const at = { document, path: file };
  return [
    ...claims.map(({ id, written = id, text: words, line }) => ({ id, written, text: words, line, ...at })),
    ...items.flatMap(({ id, title, line, criteria = [] }) => [
      { id, written: id, text: title, line, ...at },
      ...criteria.map((one) => ({
        ...{ id: `${id}:${one.id}`, written: `${id}:${one.id}`, text: one.text, line },
        ...at,
      })),
    ]),
  ];
}
