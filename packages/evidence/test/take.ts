import { type TakenTree, takeTree } from '../src/index.js';
import type { TempRepository } from './temp-repository.js';

export const VIEWS = ['develop/**/*-results.json', 'develop/**/gate-*.approved'];

/** The content of a repository, which has to be there. */
export function take(repo: TempRepository, views = VIEWS): TakenTree {
  const taken = takeTree(repo.repository, { views });
  if ('failed' in taken) throw new Error(taken.failed);
  return taken;
}

/** Codes of what is told of the content. */
export function noticesOf(repo: TempRepository): string[] {
  return take(repo).notices.map(({ code }) => code);
}

/** Has git commit what is on disk, and checks that the tree of the commit is the one that was taken before and after. */
export function commitSame(repo: TempRepository): string {
  const before = take(repo).tree;
  repo.git('add', '-A');
  repo.git('commit', '-q', '--allow-empty', '-m', 'same content');
  const trees = new Set([before, take(repo).tree, repo.git('rev-parse', 'HEAD^{tree}')]);
  if (trees.size > 1) throw new Error(`committing the same content changed it: ${[...trees].join(', ')}`);
  return before;
}
