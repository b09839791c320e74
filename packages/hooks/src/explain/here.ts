import type { FileView, RunFact } from '@flow/core';
import { lookAtContent } from '@flow/engine/facts/content';
import { readEvidence } from '@flow/engine/facts/evidence';
import { type JudgedSuite, judgedSuites } from '@flow/engine/facts/judged-suites';
import type { Surroundings } from '@flow/engine/places/surroundings';
import { unlookedHere } from '@flow/engine/run/unlooked';
import { treeView } from '@flow/evidence/git/tree-view';
import type { Known } from './explained.js';

/** The content on disk, with how its suites stand; null where it cannot be read. */
export interface ContentHere {
  tree: string;
  view: FileView;
  suites: JudgedSuite[];
}

/** Looks at the content on disk, as `status` does. */
export function contentHere({ repository, policy, start }: Surroundings): ContentHere | null {
  const look = lookAtContent(repository, start.deadline);
  const view = 'failed' in look ? null : treeView(repository, look.tree, start.deadline);
  if ('failed' in look || !view) return null;
  const { tree } = look;
  const at = { repository, evidence: readEvidence(repository), policy, tree, deadline: start.deadline };
  return { tree, view, suites: judgedSuites(at, view) };
}

/** Tells that nobody looked whether tests of the content here were weakened; nothing where there is nothing to say. */
export function unlookedAt(around: Surroundings, content: Pick<ContentHere, 'tree'> | null): Known[] {
  const said = content && unlookedHere(around, { tree: content.tree });
  return said === null ? [] : [{ what: said, counts: null, why: '' }];
}

/** Says why a run says nothing of the content here; null where it does. */
export function whyNotHere({
  settled,
  differs,
  selection,
}: Pick<RunFact, 'settled' | 'differs' | 'selection'>): string | null {
  if (differs.length > 0)
    return `it saw other content: ${differs.slice(0, 3).join(', ')}${differs.length > 3 ? ` and ${differs.length - 3} more` : ''} differ since`;
  if (!settled) return 'files changed while it ran';
  if (selection.kind === 'nothing') return 'it was asked to run nothing';
  return null;
}

const STATES: Readonly<Record<JudgedSuite['verdict']['state'], string>> = {
  tested: 'tested on this content',
  untested: 'no run is recorded',
  stale: 'files changed since its newest run',
  red: 'its newest run on this content failed',
  unknown: 'runs were recorded, and none proves anything',
  partial: 'only a part of it is tested on this content',
  flaky: 'tests passed and failed on this content',
};

/** Says in a few words how a suite stands. */
export const stateWords = ({ verdict }: Pick<JudgedSuite, 'verdict'>): string => STATES[verdict.state];
