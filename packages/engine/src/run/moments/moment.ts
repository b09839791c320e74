import { type EditClass, editClass, type Finding, isNeeded, matchesAny, type Policy, type Suite } from '@flow/core';
import { type DocumentFact, schemaWarnings } from '@flow/core/documents';
import { citedText, itemsIn, type Kinds } from '@flow/core/items';
import { type CitedContent, type ItemFact, isFileOf, itemContents, type Moment } from '@flow/core/workflow';
import { type Difference, type Environment, type Repository, sha256 } from '@flow/evidence';
import { embedsOf, IF_EMBEDDED, RELEVANT, relevanceOf } from '../../facts/relevance.js';
import { CONFIG_NAMES } from '../../policy/config-names.js';
import { isConfigPath, provingPart, provingPartOf } from '../../policy/proving-part.js';
import { checkSeverity, commandOf, questionOf, suitesOf } from '../../policy/suites.js';
import { VIEWS } from '../../policy/views.js';
import { claimFacts } from '../documents/claims.js';
import {
  type DocumentKinds,
  type DocumentPaths,
  type NamedDocument,
  type ReadDocuments,
  readDocuments,
  readParts,
  screenshotFolder,
  viewsOf,
  withFolder,
} from '../documents/documents.js';
import { isMadeHere } from '../documents/made-here.js';
import { CountedFiles } from './counted-files.js';
import type { KeptClasses } from './kept-classes.js';
import { type Listing, listTree, type OwnContent, type ReadTexts } from './listing.js';
import { schemaEntries } from './schema-changes.js';

/** Context that a moment is read with. */
export interface MomentSource {
  repository: Repository;
  policy: Policy;
  /** Of the workflow's documents, by name. */
  documents: DocumentPaths;
  documentKinds: DocumentKinds;
  /** Folders of the parts of documents, by the document's name. */
  parts: DocumentPaths;
  /** Items that were added on the way. */
  added: readonly ItemFact[];
  /** The items that the workflow walks. */
  kinds: Kinds;
  /** Parts of documents that checks of the workflow depend on. */
  cited: readonly CitedContent[];
  /** Documents that were read before. */
  read: ReadDocuments;
  /** Texts of other files that were read before. */
  texts: ReadTexts;
  /** The content that this process has taken; left out where it has taken none. */
  own: OwnContent | undefined;
  classes: KeptClasses;
  /** Files that a content has and a commit has not, or all files of the content; null where git cannot tell. */
  difference: (commit: string | null, tree: string) => Difference | null;
  deadline: number;
  environment: Environment;
}

/** A content is a tree, and the commit at which the work on it left the base branch. */
export interface Content {
  tree: string;
  /** Null where there is no base: everything is part of the work then. */
  fork: string | null;
}

/**
 * Reads what checks can ask of one content. Equal contents give equal moments, so that a moment can be kept.
 * @returns null when git does not have the content (any more)
 */
export function readMoment(source: MomentSource, { tree, fork }: Content): Moment | null {
  const { repository, policy, deadline } = source;
  const listing = listTree(repository, tree, deadline, source.own, source.texts);
  if (listing === null) return null;
  const counted = countedBlobs(listing);
  const files = new CountedFiles(listing.view.paths, counted);
  const documents = readDocuments(source.documents, source.documentKinds, listing, source.read);
  const parts = readParts(source.parts, listing);
  const spec = documents.find(({ claims }) => claims.length > 0);
  const difference = source.difference(fork, tree);
  const changed = fork === null ? 'gone' : (difference?.paths ?? 'gone');
  const planned = documents.flatMap(({ tests }) => tests);
  const needed = neededSuites(source, listing, changed);
  const digests = documents.map(({ name, digest }) => [`doc:${name}`, digest] as const);
  const claims = claimFacts(spec?.claims ?? [], planned, listing, policy);
  const found = itemsIn(
    documents.map((one) => withFolder(one, parts)),
    source.kinds,
    claims.map(({ id }) => id),
    source.added.map(({ id }) => id),
  );
  const { diff } = diffDigest(source, difference, (path) => ({
    before: fork === null ? '' : provingPartOf(repository, fork, path, deadline),
    now: provingPart(listing.view.read(path)),
  }));
  const schema = schemaFindings(source, listing, { fork, changed }, documents);
  const contentOf = suiteDigests(source, listing, files);
  return {
    contents: {
      tree,
      ...classDigests(files, policy, source.classes),
      ...(diff === undefined ? {} : { diff }),
      ...Object.fromEntries(digests),
      ...citedDigests(source.cited, documents),
      ...itemContents([...source.added, ...found.items], {
        own: (item) => itemDigest(item, counted),
        together: digestOf,
      }),
    },
    documents: viewsOf(documents, schema, found.findings, (made) => isMadeHere(made, diff, source.environment), parts),
    claims,
    suites: needed.map((suite) => ({
      id: suite.id,
      question: questionOf(suite),
      content: contentOf(suite),
      command: commandOf(suite),
    })),
    items: found.items.map((item) => withCited(item, claims, documents)),
    ...(changesOnlyDocuments(source, changed) ? { onlyDocuments: true } : {}),
    reviewers: [...new Set(needed.flatMap(({ preset }) => preset.reviewers ?? []))],
    git: { branch: null, base: null, head: null },
  };
}

/**
 * Returns an item with the words of what it cites as a part of what it is: claims that it is to fulfil, and sections and entries of
 * other documents. Other words make another one of it, and nothing else does (R66).
 */
function withCited(item: ItemFact, claims: Moment['claims'], documents: readonly NamedDocument[]): ItemFact {
  const fulfilled = claims.filter(({ id }) => item.claims?.includes(id)).map(({ digest }) => digest);
  const listing = documents.find(({ items }) => items.some(({ id }) => id === item.id));
  const details = listing?.items.find(({ id }) => id === item.id)?.details ?? [];
  const texts = [...(item.criteria ?? []).map(({ text }) => text), ...details];
  const sections = citedText(
    texts,
    documents.filter(({ name }) => name !== listing?.name),
    listing?.name,
  );
  const cited = [...fulfilled, ...(sections === null ? [] : [sections])];
  return cited.length === 0 ? item : { ...item, digest: digestOf([item.digest, ...cited]) };
}

/** Digests of what one document cites of another; what cites nothing depends on all of it, and has none here. */
function citedDigests(cited: readonly CitedContent[], documents: readonly NamedDocument[]): Record<string, string> {
  const named = (name: string) => documents.find((one) => one.name === name);
  const found = cited.flatMap(({ content, document, citing }) => {
    const [of, by] = [named(document), named(citing)];
    const text = of && by ? citedText(by.contract.split('\n'), [of], citing) : null;
    return text === null ? [] : [[content, digestOf([text])] as const];
  });
  return Object.fromEntries(found);
}

/** Paths that the work has changed; `gone` where nobody can tell. */
type Changed = readonly string[] | 'gone';

/** Tells whether the work changed documents and nothing else: those of the run itself are not yet what it is for. */
function changesOnlyDocuments({ policy, documents }: MomentSource, changed: Changed): boolean {
  if (changed === 'gone') return false;
  const own = [...Object.values(documents).flat(), ...VIEWS];
  const work = changed.filter((path) => !matchesAny(path, own));
  const isDocument = (path: string) => matchesAny(path, policy.documents) || editClass(path, policy) === 'document';
  return work.length > 0 && work.every(isDocument);
}

/** Finds where the specification and the code do not agree about schemas. */
function schemaFindings(
  { repository, policy, deadline }: MomentSource,
  listing: Listing,
  { fork, changed }: { fork: string | null; changed: Changed },
  documents: readonly DocumentFact[],
): Finding[] {
  const spec = documents.find(({ kind }) => kind === 'spec');
  if (fork === null || changed === 'gone' || !spec) return [];
  const entries = schemaEntries({ repository, policy, fork, changed, deadline }, listing, spec);
  return schemaWarnings(entries, spec.path, spec.schemaChanges?.line ?? 1);
}

const digestOf = (lines: readonly string[]) => sha256(lines.join('\n'));

/**
 * Digest of the part of each file that counts: of the configuration the part that proofs depend on, of any other file all
 * of it.
 */
function countedBlobs({ view, blobs }: Listing): Listing['blobs'] {
  if (!CONFIG_NAMES.some((name) => blobs.has(name))) return blobs;
  const counted = new Map(blobs);
  for (const name of CONFIG_NAMES) {
    if (!blobs.has(name)) continue;
    const part = provingPart(view.read(name));
    if (part === '') counted.delete(name);
    else counted.set(name, sha256(part));
  }
  return counted;
}

/** `classDigests` returns the digest of all files of each class; `relevant` is what can change the outcome of a run. */
function classDigests(files: CountedFiles, policy: Policy, classes: KeptClasses): Record<string, string> {
  const { documents, edits, presets } = policy;
  const rules = { documents, edits: edits.classes, presets: presets.map((one) => one.classes), views: VIEWS };
  const letters = classes.of(files.paths, rules, (path) => {
    if (matchesAny(path, VIEWS)) return NONE;
    return LETTERS[matchesAny(path, documents) ? 'document' : editClass(path, policy)];
  });
  const lines: Record<string, string[]> = Object.fromEntries(Object.values(LETTERS).map((letter) => [letter, []]));
  const relevant: string[] = [];
  files.lines.forEach((line, at) => {
    if (line === '') return;
    const letter = letters[at]!;
    lines[letter]?.push(line);
    if (COUNTS.includes(letter)) relevant.push(line);
  });
  const digests = Object.entries(LETTERS).map(([name, letter]) => [name, files.digest(lines[letter]!)] as const);
  return { ...Object.fromEntries(digests), relevant: files.digest(relevant) };
}

/** Letters of the classes, for `KeptClasses`. */
const LETTERS: Readonly<Record<EditClass, string>> = {
  ...{ source: 's', test: 't', build: 'b' },
  ...{ generated: 'g', document: 'd', other: 'o' },
};

/** Letters of what can change the outcome of a run. */
const COUNTS = LETTERS.source + LETTERS.test + LETTERS.build;

/** The letter of a file that is of no class. */
const NONE = '-';

const PICTURES = ['png', 'jpg', 'jpeg', 'gif', 'webp'];

/** Pictures of what was built, beside the documents: proof of the work, and no part of what is reviewed. */
function screenshotGlobs(documents: MomentSource['documents']): string[] {
  const folders = new Set(Object.values(documents).flat().map(screenshotFolder));
  return [...folders].flatMap((folder) => PICTURES.map((ending) => `${folder}*.${ending}`));
}

/**
 * Digest of the lines that the work adds and takes away, by file: a rebase that changes other lines leaves it alone, and so
 * does what is written about the work below `develop/`, and a line of the configuration on which no proof depends.
 */
function diffDigest(
  { documents }: MomentSource,
  difference: Difference | null,
  partsOf: (path: string) => { before: string; now: string },
): { diff?: string } {
  if (difference === null) return {};
  const own = [...Object.values(documents).flat(), ...screenshotGlobs(documents), ...VIEWS];
  const work = difference.patches
    .filter(([path]) => !matchesAny(path, own))
    .map(([path, patch]) => (isConfigPath(path) ? changedLines(path, partsOf(path)) : patch));
  const lines = work.join('').split('\n');
  return { diff: digestOf(lines.filter((line) => !/^(?:index |@@ )/.test(line))) };
}

/** Returns the lines of one part that the other has not, as a patch has them; none where both say the same. */
function changedLines(path: string, { before, now }: { before: string; now: string }): string {
  const [old, fresh] = [before.split('\n'), now.split('\n')];
  const gone = old.filter((line) => !fresh.includes(line)).map((line) => `-${line}\n`);
  const come = fresh.filter((line) => !old.includes(line)).map((line) => `+${line}\n`);
  return before === now ? '' : [`${path}\n`, ...gone, ...come].join('');
}

function itemDigest(item: ItemFact, blobs: Listing['blobs']): string {
  const mine = [...blobs].filter(([path]) => isFileOf(path, item));
  return digestOf(mine.map(([path, blob]) => `${path}\0${blob}`));
}

/** Returns the suites that the work needs, because files that they run changed. */
function neededSuites({ policy }: MomentSource, { view }: Listing, changed: Changed): Suite[] {
  const suites = suitesOf(view, policy).filter((suite) => checkSeverity(suite, policy) !== 'off');
  return changed === 'gone' ? suites : suites.filter((one) => isNeeded(one, suites, changed, policy.documents, view));
}

/**
 * Digests of what a suite's runs are bound to, which a suite at another root may share: it follows from what the preset and
 * the runner say, and not from the root. Files outside of any class count as they do for a run: where they are part of the
 * content at all.
 */
function suiteDigests(
  { policy, documents, classes }: MomentSource,
  { view }: Listing,
  files: CountedFiles,
): (suite: Suite) => string {
  const own = new Set(Object.values(documents).flat());
  const known: (Pick<Suite, 'preset'> & { concerns: readonly string[] | undefined; digest: string })[] = [];
  return ({ preset, runner }) => {
    const { concerns } = runner;
    const same = known.find((one) => one.preset === preset && one.concerns === concerns);
    if (same) return same.digest;
    const embeds = embedsOf({ preset }, () => view);
    const rules = { classes: preset.classes, concerns, documents: policy.documents, views: VIEWS };
    const letters = classes.of(files.paths, rules, relevanceOf({ preset, runner }, policy));
    const isPart = (letter: string) => letter === RELEVANT || (letter === IF_EMBEDDED && embeds());
    const isCounted = (line: string, at: number) => line !== '' && isPart(letters[at]!) && !own.has(files.paths[at]!);
    const digest = files.digest(files.lines.filter(isCounted));
    known.push({ preset, concerns, digest });
    return digest;
  };
}
