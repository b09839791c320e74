import type { RunContext } from '@flow/agents/roster';
import { documentOfKind } from '@flow/core/documents';
import { probesAt, type Workflow } from '@flow/core/workflow';
import { fetchedBase, findFork } from '@flow/evidence/git/base';
import { contentNow } from '../../facts/content.js';
import type { Surroundings } from '../../places/surroundings.js';
import { diffSince } from '../change.js';
import { documentKinds, documentPaths, pathsOnDisk } from '../documents/documents.js';
import type { Standing } from '../status.js';

/** `EMPTY` is the tree of no file: what work without a base is compared with. */
const EMPTY = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/**
 * Facts of a run that agents may be told (features D85, D87); each agent takes its part.
 * @param standing null where nothing runs: then there are no documents
 * @param wanted `diff`: read the change, too
 */
export function runContextOf(around: Surroundings, standing: Standing | null, wanted: { diff: boolean }): RunContext {
  const { repository, policy, start } = around;
  const base = fetchedBase(repository, policy, null, start.deadline);
  const present = standing?.facts.present;
  const paths = standing ? pathsOnDisk(documentPaths(standing.workflow, standing.run.names), repository.root) : {};
  const plan = standing && documentOfKind(standing.workflow, 'plan');
  const there = Object.entries(paths).filter(([name]) => Object.hasOwn(present?.documents ?? {}, name));
  return {
    repository: repository.root,
    branch: standing?.run.branch ?? null,
    base: base && `${base.ref.replace(/^refs\/remotes\//, '')}`,
    documents: standing ? byKind(there, standing.workflow) : {},
    plan: (plan !== null && present?.documents[plan]?.sections) || {},
    probes: standing ? probesOf(standing) : [],
    diff: wanted.diff ? diffOf(around, Object.values(paths)) : null,
  };
}

/** Returns paths of documents by kind, of those without a kind by name. */
function byKind(paths: readonly (readonly [name: string, path: string])[], workflow: Workflow): Record<string, string> {
  const kinds = documentKinds(workflow);
  const isText = (name: string) => kinds[name] === 'text';
  const [others, known] = [paths.filter(([name]) => isText(name)), paths.filter(([name]) => !isText(name))];
  return Object.fromEntries([...others, ...known.map(([name, path]) => [kinds[name], path])]);
}

function probesOf({ workflow, facts }: Standing): RunContext['probes'] {
  const panels = workflow.phases.flatMap(({ exit }) => exit.filter((spec) => spec.check === 'panel'));
  const all = panels.flatMap(({ probes }) => probesAt(probes, facts.present));
  return [...new Map(all.map((one) => [one.judge, one])).values()];
}

/** The change against the base branch as it is on disk, new files with it, without what is written about the work. */
function diffOf(around: Surroundings, documents: readonly string[]): string | null {
  const { repository, policy, start } = around;
  const now = contentNow(repository, start.deadline);
  if (now === null) return null;
  return diffSince(around, findFork(repository, policy, start.deadline) ?? EMPTY, now.tree, [
    ...documents,
    'develop/**',
  ]);
}
