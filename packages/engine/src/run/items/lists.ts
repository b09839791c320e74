import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { EntryPlace } from '@flow/core/documents';
import { isNamed, itemsIn, kindsOf } from '@flow/core/items';
import type { ItemFact } from '@flow/core/workflow';
import { sha256, writeInTree } from '@flow/evidence';
import type { Surroundings } from '../../places/surroundings.js';
import { approvedDocuments } from '../documents/approved-documents.js';
import {
  documentKinds,
  documentPaths,
  documentReader,
  type NamedDocument,
  pathsOnDisk,
} from '../documents/documents.js';
import type { Standing } from '../status.js';
import { entryOf } from './entry.js';

/** A document that lists items, as it is on disk. */
export interface ItemList {
  name: string;
  path: string;
  text: string;
  items: readonly ItemFact[];
  /** A gate that a person has passed shows it: its words are fixed. */
  isApproved: boolean;
}

/**
 * Lists every document of a run that is there, with the items that it lists; a document that cannot be read has none.
 */
export function itemLists({ repository }: Surroundings, standing: Standing): ItemList[] {
  const { workflow, run } = standing;
  const kinds = documentKinds(workflow);
  const approved = new Set(approvedDocuments(standing));
  return Object.entries(pathsOnDisk(documentPaths(workflow, run.names), repository.root)).flatMap(([name, file]) => {
    let text: string;
    try {
      text = readFileSync(path.join(repository.root, file), 'utf8');
    } catch {
      // It is not written yet.
      return [];
    }
    const document = { name, ...documentReader().readDocument(kinds[name] ?? 'text', file, text, sha256) };
    return [{ name, path: file, text, items: itemsOf(document, standing), isApproved: approved.has(file) }];
  });
}

const itemsOf = (document: NamedDocument, { workflow }: Standing) =>
  itemsIn([document], kindsOf(workflow.phases), []).items;

/**
 * Writes items into a list: behind the last of their kind, within what they are a part of, or below the heading of their kind.
 * @returns the items as the document says them now; null where it has no place for them, or would no longer say the same
 */
export function addToList(
  around: Surroundings,
  standing: Standing,
  { name, path: file, text, items }: ItemList,
  drafts: readonly Omit<ItemFact, 'digest'>[],
): ItemFact[] | null {
  const { insertEntry, readDocument } = documentReader();
  let after = text;
  const written: Omit<ItemFact, 'digest'>[] = [...items];
  for (const draft of drafts) {
    const next = insertEntry(after, placeFor(draft, written), entryOf(draft));
    if (next === null) return null;
    after = next;
    written.push(draft);
  }
  const read = readDocument(documentKinds(standing.workflow)[name] ?? 'text', file, after, sha256);
  const now = new Map(itemsOf({ name, ...read }, standing).map((one) => [one.id, one]));
  const isSame = items.every(({ id, digest }) => now.get(id)?.digest === digest);
  const added = drafts.flatMap(({ id }) => now.get(id) ?? []);
  if (!isSame || added.length !== drafts.length) return null;
  writeInTree(around.repository, file, after);
  return added;
}

/** Tells where an entry belongs among those that are there. */
function placeFor(
  { kind, parent }: Omit<ItemFact, 'digest'>,
  written: readonly Omit<ItemFact, 'digest'>[],
): EntryPlace {
  const last = written.findLast((one) => one.kind === kind && one.parent === parent);
  if (last) return { behind: last.id };
  return parent === undefined ? { under: (heading) => isNamed(heading, kind) } : { within: parent };
}
