import type { Policy } from '@flow/core';
import { evaluate, type Facts, type Resolved, resolveWorkflow, type Status, type Workflow } from '@flow/core/workflow';
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
  const resolved = run && resolvedWorkflow(run.workflow, around.policy);
  if (!run || !resolved) return null;
  const { workflow, findings } = resolved;
  const facts = gatherFacts(around, workflow, run);
  if (!facts) return null;
  const status = evaluate(workflow, facts);
  // What the project does without is said as long as it works without it.
  const warnings = [...findings.map((one) => ({ ...one, level: 'warn' as const })), ...status.warnings];
  return { run, workflow, facts, status: { ...status, warnings } };
}

type OfWorkflows = Pick<Policy, 'workflows'>;

/**
 * The workflow of an id, as it holds in this project: with what the policy in force says of it.
 * @returns null where nobody knows it
 */
export function workflowOf(id: string, policy: OfWorkflows): Workflow | null {
  return resolvedWorkflow(id, policy)?.workflow ?? null;
}

/** The same with which layer says what, and which gates are not required. */
export function resolvedWorkflow(id: string, policy: OfWorkflows): Resolved | null {
  return resolveWorkflow(id, WORKFLOWS, policy.workflows);
}

/** Ids of all workflows that can be started here: those that the program ships, then the project's own. */
export function workflowIds(policy: OfWorkflows): string[] {
  return [...new Set([...Object.keys(WORKFLOWS), ...Object.keys(policy.workflows)])];
}
