import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Finding } from '@flow/core';
import type { Workflow } from '@flow/core/workflow';
import { git, type Journal, type Repository } from '@flow/evidence';
import { mergeBase } from '@flow/evidence/git/ancestry';
import type { Surroundings } from '../../places/surroundings.js';
import { worktreesOf } from '../leases/worktrees.js';
import { openRuns, type Run } from '../runs/run.js';
import { documentKinds, documentPaths } from './documents.js';
import { type Promised, promisesIn } from './promises.js';

/** The most of them that are told. */
const MOST = 5;

/**
 * Tells which claims, items and criteria another run that has not ended says otherwise than this one, in a document that both have:
 * each has changed the words that both began with (R74). The run that began later is asked to take in the other's first. Nothing is
 * asked of git unless two runs have a document at one place.
 */
export function contestedPromises(
  around: Surroundings,
  { run, workflow }: { run: Run; workflow: Workflow },
  { events }: Pick<Journal, 'events'>,
  workflowOf: (id: string) => Workflow | null,
): Finding[] {
  const own = placesOf(run, workflow);
  const found: Finding[] = [];
  for (const other of openRuns(events).values()) {
    if (other.id === run.id || found.length >= MOST) continue;
    const theirs = workflowOf(other.workflow);
    const shared = theirs === null ? [] : [...placesOf(other, theirs).keys()].filter((file) => own.has(file));
    for (const file of shared) found.push(...contestedIn(around, file, own.get(file)!, { run, workflow, other }));
  }
  return found.slice(0, MOST);
}

/** Returns places of a run's documents, with the name of each. */
function placesOf({ names }: Run, workflow: Workflow): Map<string, string> {
  const all = Object.entries(documentPaths(workflow, names));
  return new Map(all.flatMap(([name, files]) => files.map((file) => [file, name] as const)));
}

function contestedIn(
  { repository, start: { deadline } }: Surroundings,
  file: string,
  document: string,
  { run, workflow, other }: { run: Run; workflow: Workflow; other: Run },
): Finding[] {
  const branch = `refs/heads/${other.branch}`;
  const begun = mergeBase(repository, branch, 'HEAD', deadline);
  const elsewhere = worktreesOf(repository, deadline).find((one) => one.branch === other.branch)?.root;
  const theirs = (elsewhere && textAt(elsewhere, file)) ?? committed(repository, branch, file, deadline);
  const ours = textAt(repository.root, file);
  if (ours === null || theirs === null) return [];
  const kind = documentKinds(workflow)[document] ?? 'text';
  const read = (text: string) => new Map(promisesIn(document, kind, file, text).map((one) => [one.id, one]));
  const before = read((begun === null ? null : committed(repository, begun, file, deadline)) ?? '');
  const [mine, their] = [read(ours), read(theirs)];
  return [...mine.values()].flatMap((one): Finding[] => {
    const another = their.get(one.id);
    const isChanged = (now: Promised) => before.get(one.id)?.text !== now.text;
    if (!another || another.text === one.text || !isChanged(one) || !isChanged(another)) return [];
    const args = { claim: one.written, branch: other.branch, line: one.line, is: one.text, other: another.text };
    return [{ code: 'CLAIM_CONTESTED', level: 'warn', path: file, args: { ...args, later: run.n > other.n } }];
  });
}

function textAt(root: string, file: string): string | null {
  try {
    return readFileSync(path.join(root, file), 'utf8');
  } catch {
    return null;
  }
}

function committed(repository: Repository, revision: string, file: string, deadline: number): string | null {
  const { status, stdout } = git(repository, ['cat-file', 'blob', `${revision}:${file}`], { deadline });
  return status === 0 ? stdout.toString('utf8') : null;
}
