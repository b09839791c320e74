import { isWithin, type Policy, type RunResult, type Selection } from '@flow/core';
import { absentFiles, type Repository, type TakenTree } from '@flow/evidence';
import { treeView } from '@flow/evidence/git/tree-view';
import { embedsOf, relevantOf } from '../../facts/relevance.js';
import { suiteOfRun } from '../../policy/suites.js';
import type { RecognisedRun } from './recognised-run.js';

/**
 * Limits the coverage of a run to the files on disk. The tree of a sparse checkout holds files that are not there: a whole
 * run without some files of its suite covers the units that it names, no more.
 */
export function coveredOnDisk(
  repository: Repository,
  policy: Policy,
  run: Pick<RecognisedRun, 'runner' | 'suite' | 'root' | 'selection'>,
  result: RunResult,
  before: TakenTree | null,
  after: TakenTree | null,
  deadline: number,
): Selection {
  const isSparse = (taken: TakenTree | null) => taken?.notices.some(({ code }) => code === 'sparse') ?? false;
  const suite = suiteOfRun(run, policy);
  if (run.selection.kind !== 'whole' || after === null || suite === null) return run.selection;
  const part: Selection = { kind: 'units', units: result.greenUnits, sparse: true };
  // Files came or went while it ran: which of them it saw cannot be told any more.
  if (isSparse(before) !== isSparse(after)) return part;
  if (!isSparse(after)) return run.selection;
  const absent = absentFiles(repository, { deadline }).filter((path) => isWithin(path, run.root));
  const embeds = embedsOf(suite, () => treeView(repository, after.tree, deadline));
  return relevantOf(absent, suite, policy, () => true, embeds).length === 0 ? run.selection : part;
}
