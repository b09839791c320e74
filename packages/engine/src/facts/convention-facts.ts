import { conventionsOf, type Policy } from '@flow/core';
import { DeadlineError, git, type Repository } from '@flow/evidence';
import { readBlobs } from '@flow/evidence/git/tree-view';
import { addedInDiff } from './conventions/added.js';
import { remember, remembered } from './conventions/cache.js';
import { checkAdded, guardsImports, isLookedAt } from './conventions/check.js';
import type { Checked } from './conventions/violation.js';

/** A change as a push would publish it. */
export interface Change {
  /** The commit where the change left the base branch, and the content that is judged. */
  fork: string;
  judged: string;
  /** Paths in which they differ, of those that are still there. */
  paths: readonly string[];
  /** Commit of the base branch. */
  base: string;
}

const MAX_DIFF = 16 * 1024 * 1024;
/** Names that fit into one command line. */
const MAX_NAMED = 500;
/** Time limits of checks, and of the rest of the push, in milliseconds. */
const MAX_TIME = 30_000;
const REST = 1200;

const NOTHING: Checked = { violations: [], unrun: [] };

/**
 * Returns findings of conventions and import rules about the lines that a change adds. Nothing is asked where no rule
 * looks at the changed files.
 */
export function conventionFacts(repository: Repository, policy: Policy, change: Change, deadline: number): Checked {
  const files = change.paths.filter((file) => isLookedAt(file, policy));
  if (files.length === 0) return NOTHING;
  const { fork, judged, base } = change;
  const isContent = /^[0-9a-f]{40,64}$/.test(judged);
  const { imports, edits } = policy;
  const conventions = { skip: policy.conventions.skip, rules: conventionsOf(policy) };
  const content = { v: 1, fork, judged, base, conventions, imports, classes: edits.classes };
  const known = isContent ? remembered(content, repository, process.env) : null;
  if (known) return known;
  const checked = look(repository, policy, change, files, deadline);
  if (isContent) remember(content, checked, repository, process.env);
  return checked;
}

function look(
  repository: Repository,
  policy: Policy,
  { fork, judged, base }: Change,
  files: readonly string[],
  deadline: number,
): Checked {
  const flags = ['-r', '-p', '-U0', '--no-renames', '--no-color', '--no-ext-diff', '--no-textconv'];
  const words = [...flags, '--src-prefix=a/', '--dst-prefix=b/', '--end-of-options', fork, judged];
  const named = files.length > MAX_NAMED ? [] : ['--', ...files];
  const diff = git(repository, ['--literal-pathspecs', 'diff-tree', ...words, ...named], { deadline });
  if (diff.status !== 0 || diff.stdout.length > MAX_DIFF) {
    const why = diff.status === 0 ? 'the change is too large' : 'the change cannot be read';
    return { violations: [], unrun: [{ rule: '(all)', why }] };
  }
  const wanted = new Set(files);
  const added = new Map([...addedInDiff(diff.stdout.toString('utf8'))].filter(([file]) => wanted.has(file)));
  const texts = new Map<string, string | undefined>();
  const guarded = [...added.keys()].filter((file) => guardsImports(file, policy));
  if (guarded.length > 0) readBlobs(repository, judged, guarded, deadline, texts);
  try {
    const textOf = (file: string) => {
      if (!texts.has(file)) readBlobs(repository, judged, [file], deadline, texts);
      return texts.get(file);
    };
    return checkAdded(added, policy, textOf, {
      repository,
      base: () => base,
      environment: process.env,
      until: Math.min(Date.now() + MAX_TIME, deadline - REST),
    });
  } catch (error) {
    // Conventions are open: what they cannot look at does not stop a push.
    if (error instanceof DeadlineError) throw error;
    return { violations: [], unrun: [{ rule: '(all)', why: String((error as Error).message) }] };
  }
}
