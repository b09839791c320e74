import { lstatSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isNamed, kindsOf, type Topic, topicsOf } from '@flow/core/items';
import { EvidenceError, git, type Repository, readFileBounded, writeInTree } from '@flow/evidence';
import type { Surroundings } from '../../places/surroundings.js';
import { itemsOfRun } from '../runs/items-of-run.js';
import { recordNote } from '../runs/record.js';
import type { Standing } from '../status.js';
import { documentPaths, documentReader, partFolders, partsAmong, pathsIn, pathsOnDisk } from './documents.js';

/** A part of research as it lies on disk. */
export interface ResearchPart {
  /** The name of its file, which is the id of its topic. */
  name: string;
  /** From the repository's root. */
  path: string;
  /** The topic that it answers; null where none is called so. */
  topic: Topic | null;
  /** Why it cannot be merged, in words; null where nothing is known against it. */
  fault: string | null;
}

/** The research of a run, as it is on disk. */
export interface Research {
  document: string;
  /** The document's path and the folder of its parts, from the repository's root. */
  path: string;
  folder: string;
  topics: Topic[];
  parts: ResearchPart[];
}

/** Bytes of a part that are read; what is longer is no part that a person reads. */
const MAX_PART = 512 * 1024;
const MOST_PARTS = 100;

/** Finds the research of a run with the parts that are not merged yet; null for a workflow without any. */
export function researchOf({ repository }: Pick<Surroundings, 'repository'>, standing: Standing): Research | null {
  const { workflow, run } = standing;
  const folders = partFolders(workflow, run.names);
  const [document] = Object.keys(folders);
  if (document === undefined) return null;
  const isThere = (folder: string) => partNames(repository, folder).length > 0;
  const folder = pathsIn(folders, isThere)[document]!;
  const topics = topicsOf(itemsOfRun(standing));
  const parts = partNames(repository, folder).map((name): ResearchPart => {
    const file = `${folder}/${name}.md`;
    const topic = topics.find(({ id }) => id === name) ?? null;
    const text = textOf(repository, file);
    const found = text === null ? null : documentReader().partFault(text);
    return { name, path: file, topic, fault: text === null ? UNREAD : found && wordsOf(found) };
  });
  return {
    document,
    path: pathsOnDisk(documentPaths(workflow, run.names), repository.root)[document]!,
    folder,
    topics,
    parts,
  };
}

const UNREAD = 'it is no regular file in UTF-8 that can be read';

const wordsOf = (fault: Parameters<ReturnType<typeof documentReader>['partFaultWords']>[0]) =>
  documentReader().partFaultWords(fault);

function partNames({ root }: Pick<Repository, 'root'>, folder: string): string[] {
  try {
    const found = readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`);
    return Object.keys(partsAmong(found, folder)).sort().slice(0, MOST_PARTS);
  } catch {
    return [];
  }
}

/**
 * Returns the text of a file of the work tree that is no link, nor lies behind one; null where it cannot be read as
 * text.
 */
function textOf({ root }: Pick<Repository, 'root'>, file: string): string | null {
  const folders = file.split('/').slice(0, -1);
  const isLinked = folders.some((_, at) =>
    lstatSync(path.join(root, ...folders.slice(0, at + 1)), { throwIfNoEntry: false })?.isSymbolicLink(),
  );
  const read = isLinked ? null : readFileBounded(path.join(root, file), MAX_PART);
  if (read?.kind !== 'ok') return null;
  const text = read.bytes.toString('utf8');
  return Buffer.from(text).equals(read.bytes) ? text : null;
}

/** `MergedResearch` tells what became of the parts of a research. */
export interface MergedResearch {
  /** Ids of topics whose parts stand in the document now. */
  merged: string[];
  /** Parts that stay, with the reason in words. */
  kept: { path: string; why: string }[];
  /** Where git keeps the parts that were removed; null where none was. */
  ref: string | null;
}

/**
 * Merges the parts of the research into its document and removes them. Git keeps each of them first, so that nothing is lost
 * whatever comes after; what cannot be merged stays, with the reason. Gone through again it ends what was killed on the way.
 * @throws EvidenceError
 */
export function mergeResearch(around: Surroundings, standing: Standing, research: Research): MergedResearch {
  const { repository } = around;
  const kinds = kindsOf(standing.workflow.phases).flat();
  const isListing = (heading: string) => kinds.some((kind) => isNamed(heading, kind));
  const before = textOf(repository, research.path);
  const kept: MergedResearch['kept'] = [];
  const taken: { part: ResearchPart & { topic: Topic }; text: string }[] = [];
  let text = before ?? '';
  const order = research.topics.map(({ id }) => id);
  for (const part of research.parts.toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name))) {
    const { topic } = part;
    const own = textOf(repository, part.path);
    const why =
      before === null ? 'the document cannot be read' : topic === null ? NO_TOPIC : own === null ? UNREAD : null;
    const told = why === null ? documentReader().mergePart(text, own!, topic!, isListing) : null;
    if (told && 'text' in told) {
      text = told.text;
      taken.push({ part: { ...part, topic: topic! }, text: own! });
    } else kept.push({ path: part.path, why: why ?? wordsOf(told!.fault) });
  }
  if (taken.length === 0) return { merged: [], kept, ref: null };
  const ref = keep(
    around,
    standing,
    taken.map(({ part, text: own }) => ({ name: `${part.name}.md`, text: own })),
  );
  const merged = taken.map(({ part }) => part.name);
  recordNote(around, standing.run, { type: 'research', document: research.document, merged, ref });
  if (text !== before) writeInTree(repository, research.path, text);
  for (const { part, text: own } of taken) {
    // Somebody has written on it since.
    if (textOf(repository, part.path) === own) rmSync(path.join(repository.root, part.path), { force: true });
    else kept.push({ path: part.path, why: 'it was changed while it was merged: merge again' });
  }
  try {
    rmdirSync(path.join(repository.root, research.folder));
  } catch {
    // Others lie there.
  }
  return { merged, kept, ref };
}

const NO_TOPIC = 'no topic is called like its file';

/** Puts the parts where git keeps them, whatever it cleans up. @returns the name of the reference */
function keep(
  { repository, start }: Surroundings,
  { run }: Standing,
  parts: readonly { name: string; text: string }[],
): string {
  const { deadline } = start;
  const ask = (words: string[], input: string) => {
    const { status, stdout, stderr } = git(repository, words, { deadline, input });
    if (status !== 0) throw new EvidenceError('IO', `git could not keep the parts: ${stderr.trim().slice(0, 300)}`);
    return stdout.toString('utf8').trim();
  };
  const lines = parts.map(({ name, text }) => `100644 blob ${ask(['hash-object', '-w', '--stdin'], text)}\t${name}\0`);
  const tree = ask(['mktree', '-z'], lines.join(''));
  const ref = `refs/flow/research/${run.id}/${tree.slice(0, 16)}`;
  ask(['update-ref', ref, tree], '');
  return ref;
}
