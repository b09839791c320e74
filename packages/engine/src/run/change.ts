import type { BriefChange } from '@flow/core/items';
import type { ItemFact } from '@flow/core/workflow';
import { git, splitZ } from '@flow/evidence';
import type { Surroundings } from '../places/surroundings.js';
import { VIEWS } from '../policy/views.js';
import { documentPaths } from './documents/documents.js';
import type { Standing } from './status.js';

/** `Began` tells where somebody began an item: the commit that was checked out, and the content on disk. */
export interface Began {
  commit: string | null;
  tree: string;
}

/**
 * Finds where an item was first begun, or what it is a fix of: its change is what happened from there on, whoever went on with
 * it (X35).
 * @returns null where nobody began it
 */
export function beganAt({ facts }: Pick<Standing, 'facts'>, item: Pick<ItemFact, 'id' | 'parent'>): Began | null {
  for (const id of [item.id, item.parent]) {
    const begun = facts.events.find((one) => one.type === 'item' && one.item === id && one.state === 'running');
    const tree = begun && facts.moments[begun.at]?.contents.tree;
    if (begun?.type === 'item' && tree !== undefined) return { commit: begun.lease?.base ?? null, tree };
  }
  return null;
}

/** Files of a change that are told; the change itself shows all. */
const MOST = 200;

/** The files of the change since then, without what is written about the work; null where git cannot tell. */
export function changeSince(
  around: Surroundings,
  { commit, tree: since }: Began,
  tree: string,
  documents: readonly string[],
): BriefChange | null {
  const words = ['diff-tree', '-r', '-z', '--numstat', '--no-renames', '--end-of-options', since, tree];
  const answer = git(around.repository, [...words, '--', '.', ...left(documents)], { deadline: around.start.deadline });
  if (answer.status !== 0) return null;
  const files = splitZ(answer.stdout)
    .slice(0, MOST)
    .map((line) => {
      const [added = '', removed = '', ...name] = line.split('\t');
      return { path: name.join('\t'), added: countOf(added), removed: countOf(removed) };
    });
  return { commit, files };
}

/** A file that is no text has no lines to count. */
const countOf = (text: string) => (/^\d+$/.test(text) ? Number(text) : null);

const left = (documents: readonly string[]) => [...documents, ...VIEWS].map((path) => `:(exclude,glob)${path}`);

/** Returns the change since then as a diff; null where git cannot show it. */
export function diffSince(
  { repository, start }: Surroundings,
  since: string,
  tree: string,
  documents: readonly string[],
): string | null {
  const flags = ['-r', '-p', '-U8', '--no-color', '--no-ext-diff', '--no-textconv', '--end-of-options'];
  const answer = git(repository, ['diff-tree', ...flags, since, tree, '--', '.', ...left(documents)], {
    deadline: start.deadline,
  });
  return answer.status === 0 ? answer.stdout.toString('utf8') : null;
}

/**
 * Returns the change of an item as a diff, with the commit that it begins at; null where nobody began it, or git cannot
 * show it.
 */
export function changeOf(
  around: Surroundings,
  standing: Standing,
  item: Pick<ItemFact, 'id' | 'parent'>,
): { commit: string | null; diff: string } | null {
  const { tree } = standing.facts.present.contents;
  const begun = beganAt(standing, item);
  if (begun === null || tree === undefined) return null;
  const documents = Object.values(documentPaths(standing.workflow, standing.run.names)).flat();
  const diff = diffSince(around, begun.tree, tree, documents);
  return diff === null ? null : { commit: begun.commit, diff };
}
