import { evaluate, type Facts, type Status, type Workflow } from '@flow/core/workflow';
import { type Environment, type Repository, readHead, readJournal } from '@flow/evidence';
import { ceremony, tdd } from '@flow/workflows';
import type { Surroundings } from '../surroundings.js';
import { gatherFacts } from './facts.js';
import { type Run, runOf } from './run.js';

/** The workflows that the program ships, by id. */
export const WORKFLOWS: Readonly<Record<string, Workflow>> = { ceremony, tdd };

/** A run with where it stands. */
export interface Standing {
  run: Run;
  workflow: Workflow;
  facts: Facts;
  status: Status;
}

/** The run of the branch that is checked out; null where there is none. */
export function runHere(repository: Repository, environment: Environment): Run | null {
  const branch = readHead(repository)?.branch ?? null;
  return branch === null ? null : runOf(readJournal(repository, environment).events, branch);
}

/**
 * Where the run of the branch that is checked out stands.
 * @returns null where there is no run, its workflow is not known here, or the content cannot be read
 */
export function standingOf(around: Surroundings): Standing | null {
  const run = runHere(around.repository, around.start.environment);
  const workflow = run && workflowOf(run.workflow);
  if (!run || !workflow) return null;
  const facts = gatherFacts(around, workflow, run);
  return facts && { run, workflow, facts, status: evaluate(workflow, facts) };
}

/** The workflow of an id, as it holds in this project. */
export function workflowOf(id: string): Workflow | null {
  return Object.hasOwn(WORKFLOWS, id) ? WORKFLOWS[id]! : null;
}
