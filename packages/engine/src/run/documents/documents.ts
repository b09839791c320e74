import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Finding } from '@flow/core';
import type { DocumentFact, MadePart } from '@flow/core/documents';
import { checkCoverage, type DocumentKind, describeFinding, isNormative, kindOfDocument } from '@flow/core/documents';
import type { ListingDocument } from '@flow/core/items';
import type { DocumentView, Workflow } from '@flow/core/workflow';
import { sha256 } from '@flow/evidence';
import { load } from '../../load.js';
import { isHidingVerify } from '../../recording/runs/hiding-names.js';
import type { Listing } from '../moments/listing.js';
import type { BranchName } from '../runs/run.js';
import type * as Reader from './document-reader.js';

/** Loads the parsers of documents and schemas, which are a file of their own: only what was never read needs them. */
export const documentReader = () => load<typeof Reader>('texts');

/** Places where a workflow's documents may lie, by name: under the present name of the branch, then under earlier names. */
export type DocumentPaths = Readonly<Record<string, readonly string[]>>;

/** @param names of the run's branch, newest first */
export function documentPaths(workflow: Workflow, names: readonly BranchName[]): DocumentPaths {
  return Object.fromEntries(
    Object.entries(workflow.documents).map(([document, { path }]) => [
      document,
      [...new Set(names.map(({ name }) => path.replaceAll('{branch}', () => name)))],
    ]),
  );
}

/**
 * Returns folders of the parts of documents, by the document's name: under the present name of the branch, then under
 * earlier names.
 */
export function partFolders(workflow: Workflow, names: readonly BranchName[]): DocumentPaths {
  return Object.fromEntries(
    Object.entries(workflow.documents).flatMap(([document, { parts }]) =>
      parts === undefined
        ? []
        : [[document, [...new Set(names.map(({ name }) => parts.replaceAll('{branch}', () => name)))]]],
    ),
  );
}

const PART = '.md';

/** Returns paths of the parts that lie in a document's folder, by the name of the part. */
export function partsAmong(paths: Iterable<string>, folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const path of paths) {
    if (!path.startsWith(`${folder}/`) || !path.endsWith(PART)) continue;
    const name = path.slice(folder.length + 1, -PART.length);
    if (name !== '' && !name.includes('/')) found[name] = path;
  }
  return found;
}

/** The most parts of one document that are read. */
const MOST_PARTS = 100;

/**
 * Returns the parts of each document that some content has, with what is wrong with each; a document of an older name
 * of the branch has its parts there, too.
 */
export function readParts(folders: DocumentPaths, { view, blobs }: Listing): Record<string, DocumentParts> {
  return Object.fromEntries(
    Object.entries(folders).map(([document, all]) => {
      const folder = all.find((one) => Object.keys(partsAmong(blobs.keys(), one)).length > 0) ?? all[0]!;
      const paths = Object.entries(partsAmong(blobs.keys(), folder)).slice(0, MOST_PARTS);
      const parts = paths.map(
        ([name, path]) => [name, { path, ...faultIn(blobs.get(path)!, view.read(path)) }] as const,
      );
      return [document, { folder, parts: Object.fromEntries(parts) }];
    }),
  );
}

/** The folder of the parts of a document, and what lies in it. */
export interface DocumentParts {
  folder: string;
  parts: NonNullable<DocumentView['parts']>;
}

/** Returns a document with the folder in which its items have a file each, where it has one. */
export function withFolder(document: NamedDocument, parts: Readonly<Record<string, DocumentParts>>): ListingDocument {
  const { name, path, items } = document;
  const folder = parts[name]?.folder;
  return { name, path, items, ...(folder === undefined ? {} : { parts: folder }) };
}

function faultIn(blob: string, text: string | undefined): { fault?: string } {
  if (blob.startsWith('120000 ')) return { fault: 'it is a symbolic link, which is not followed' };
  const { partFault, partFaultWords } = documentReader();
  const fault = text === undefined ? 'unreadable' : partFault(text);
  return fault === null ? {} : { fault: partFaultWords(fault) };
}

/** Returns the folder of screenshots beside a document, with its last slash (feature D17). */
export function screenshotFolder(document: string): string {
  return `${document.slice(0, document.lastIndexOf('/') + 1)}screenshots/`;
}

/** Returns places of the documents in one content; for a document that was never written, the place to write it. */
export function pathsIn(paths: DocumentPaths, has: (path: string) => boolean): Record<string, string> {
  return Object.fromEntries(Object.entries(paths).map(([name, all]) => [name, all.find(has) ?? all[0]!]));
}

/** Returns places of the documents on disk. */
export function pathsOnDisk(paths: DocumentPaths, root: string): Record<string, string> {
  return pathsIn(paths, (file) => existsSync(path.join(root, file)));
}

/** Kinds of a workflow's documents, by name. */
export type DocumentKinds = Readonly<Record<string, DocumentKind>>;

export function documentKinds({ documents }: Workflow): DocumentKinds {
  return Object.fromEntries(Object.entries(documents).map(([name, one]) => [name, kindOfDocument(name, one)]));
}

/** Facts read from a document of a workflow. */
export type NamedDocument = DocumentFact & { name: string };

/** Documents that were read before, by name, kind, path and git's id of their content. */
export type ReadDocuments = Map<string, NamedDocument>;

/**
 * Returns the documents that some content has, as people wrote them.
 * @param known what was read before; what is read now is added
 */
export function readDocuments(
  paths: DocumentPaths,
  kinds: DocumentKinds,
  { view, blobs }: Listing,
  known: ReadDocuments,
): NamedDocument[] {
  return Object.entries(pathsIn(paths, (path) => blobs.has(path))).flatMap(([name, path]) => {
    const blob = blobs.get(path);
    if (blob === undefined) return [];
    const kind = kinds[name] ?? 'text';
    const key = `${name}\0${kind}\0${path}\0${blob}`;
    const before = known.get(key);
    if (before) return [before];
    const read = readBlob(kind, path, blob, view);
    if (read === null) return [];
    const fact = { name, ...read };
    known.set(key, fact);
    return [fact];
  });
}

function readBlob(kind: DocumentKind, path: string, blob: string, view: Listing['view']): DocumentFact | null {
  // A link has the path that it leads to for its content.
  if (blob.startsWith('120000 ')) return documentReader().unreadDocument(kind, path, 'DOCUMENT_LINK', sha256);
  const text = view.read(path);
  return text === undefined ? null : withHidden(documentReader().readDocument(kind, path, text, sha256));
}

/** Adds what no reader of documents knows: that the command of an item could never count, as a shell reads it. */
function withHidden(read: DocumentFact): DocumentFact {
  const { items } = read;
  if (!items?.some(({ verify }) => verify !== undefined)) return read;
  const told = items.map((item) => {
    const { verify, verifyLine: line = item.line, faults = [] } = item;
    if (verify === undefined || !isHidingVerify(verify)) return item;
    return { ...item, faults: [...faults, { code: 'ITEM_VERIFY_HIDES', line, args: { command: verify } }] };
  });
  return { ...read, items: told };
}

/**
 * Returns facts that checks ask of documents.
 * @param ofSpec what the code says of the specification
 * @param ofItems what is wrong with the items that each of them lists
 * @param isMade whether the part of one that a program makes stands as it was made here, of the present change
 */
export function viewsOf(
  facts: readonly NamedDocument[],
  ofSpec: readonly Finding[],
  ofItems: Readonly<Record<string, readonly Finding[]>>,
  isMade: (made: MadePart) => boolean,
  parts: Readonly<Record<string, DocumentParts>> = {},
): Record<string, DocumentView> {
  const spec = facts.find(({ kind }) => kind === 'spec');
  const others = (fact: NamedDocument) => [...(fact === spec ? ofSpec : []), ...(ofItems[fact.name] ?? [])];
  return Object.fromEntries(
    facts.map((fact) => {
      const forged = fact.made && !isMade(fact.made) ? fact.made : null;
      const view = viewOf(forged ? withoutMade(fact, forged) : fact, spec, others(fact));
      const own = parts[fact.name]?.parts ?? {};
      return [fact.name, Object.keys(own).length > 0 ? { ...view, parts: own } : view];
    }),
  );
}

/** Empties the part of a document that shows nothing because no program made the part from the evidence. */
function withoutMade(fact: DocumentFact, { from, to }: MadePart): DocumentFact {
  const finding: Finding = { code: 'REPORT_NOT_MADE', level: 'warn', path: fact.path, args: { line: from } };
  const coverage = fact.coverage.filter(({ line }) => line < from || line > to);
  return { ...fact, coverage, findings: [...fact.findings, finding] };
}

/** Returns a finding with its words, which only this room has. */
const said = (finding: Finding): Finding => ({ ...finding, args: { ...finding.args, said: describeFinding(finding) } });

function viewOf(fact: DocumentFact, spec: DocumentFact | undefined, others: readonly Finding[]): DocumentView {
  const sections = Object.entries(fact.sections).map(([key, { items }]) => [key, items] as const);
  const isShape = fact.kind === 'test-shape';
  const covers = isShape
    ? fact.tests.filter(({ tests, checks }) => tests.length + checks.length > 0).map(({ claim }) => claim)
    : fact.coverage.filter(({ evidence }) => evidence.trim() !== '').map(({ claim }) => claim);
  const isRead = !fact.findings.some(({ code }) => code === 'YAML_INVALID');
  const against = isShape && isRead && spec ? checkCoverage(spec, fact) : [];
  const loose = fact.claims.filter((claim) => !isNormative(claim)).map(({ id, written = id }) => written);
  const own = fact.kind === 'report' ? writtenByHand(fact, spec) : [];
  return {
    digest: fact.digest,
    sections: Object.fromEntries(sections),
    covers,
    findings: [...fact.findings, ...against, ...own, ...others].map(said),
    ...(isBlank(fact) && { blank: true as const }),
    ...(fact.items.length > 0 && { lists: listsOf(fact) }),
    ...ofInterview(fact),
    ...(loose.length > 0 && { loose }),
  };
}

/** Tells what an interview takes to be so in place of answers, and the command that it names. */
function ofInterview({ interview }: DocumentFact): Pick<DocumentView, 'assumptions' | 'command'> {
  if (!interview) return {};
  const { entries, command } = interview;
  const assumptions = entries.flatMap(({ question, answer, assumed }) =>
    // What a person has answered since is no assumption any more.
    assumed?.id === undefined || answer !== undefined ? [] : [{ id: assumed.id, question, text: assumed.text }],
  );
  assumptions.sort((one, other) => Number(one.id.slice(1)) - Number(other.id.slice(1)));
  return { ...(assumptions.length > 0 && { assumptions }), ...(command !== undefined && { command }) };
}

/** Boxes by id of the item. */
const listsOf = ({ items }: DocumentFact): Record<string, boolean> =>
  Object.fromEntries(items.flatMap(({ id, ticked = false }) => (id === '' ? [] : [[id, ticked]])));

/**
 * Claims for which a report has evidence in rows that people wrote, and none in the part that is made: that counts, and whoever
 * approves it is told.
 */
function writtenByHand({ coverage, made, path }: DocumentFact, spec: DocumentFact | undefined): Finding[] {
  const isMade = ({ line }: { line: number }) => made !== undefined && line >= made.from && line <= made.to;
  const shown = coverage.filter(({ evidence }) => evidence.trim() !== '');
  const inMade = new Set(shown.filter(isMade).map(({ claim }) => claim));
  const byHand = shown.filter((row) => !isMade(row) && !inMade.has(row.claim));
  const claims = (spec?.claims ?? []).map(({ id }) => id).filter((id) => byHand.some(({ claim }) => claim === id));
  if (claims.length === 0) return [];
  return [{ code: 'REPORT_BY_HAND', level: 'warn', path, args: { claims, line: byHand[0]!.line } }];
}

/** Tells whether a document is blank; a document with findings is told by these what to write. */
const isBlank = ({ contract, findings }: DocumentFact) =>
  findings.length === 0 && contract.split('\n').every((line) => line === '' || line.startsWith('#'));
