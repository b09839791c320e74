import type { Workflow } from '@flow/core/workflow';
import type { DetectedStack } from '@flow/hooks/program';
import { FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';

/** What `flow init` finds out before it asks. */
export interface Found {
  /** The root of the work tree. */
  root: string;
  stacks: DetectedStack[];
  /** What presets of these stacks say of added lines: the preset and the names of its rules. */
  conventions: { preset: string; rules: string[] }[];
  /** The branch that work is merged into, as the remote has it; null when it has none. */
  base: string | null;
  /** The file that holds the rules already; null when there is none. */
  config: string | null;
  /** The workflow whose phases and agents are asked for. */
  ceremony: Pick<Workflow, 'phases'>;
}

/** Milliseconds for git's answers. */
const DEADLINE = 30_000;

/**
 * Looks at a repository; reads only.
 * @throws FlowError NO_REPOSITORY where there is none
 */
export async function look(directory: string, environment: NodeJS.ProcessEnv): Promise<Found> {
  const { surroundingsOf, detectStack, findBase, readConfig, WORKFLOWS } = await hooks();
  const deadline = Date.now() + DEADLINE;
  const around = surroundingsOf(directory, { environment, deadline });
  if (!around)
    throw new FlowError('broken', 'NO_REPOSITORY', `${directory} lies in no git repository.`, 'Make one: git init');
  const { repository, policy } = around;
  const stacks = detectStack(repository.root, policy.presets);
  return {
    root: repository.root,
    stacks,
    conventions: policy.presets
      .filter(({ id, conventions }) => conventions?.length && stacks.some(({ preset }) => preset === id))
      .map(({ id, conventions = [] }) => ({ preset: id, rules: conventions.map(({ name }) => name) })),
    base: findBase(repository, policy, null, deadline)?.branch ?? null,
    config: readConfig(repository)?.name ?? null,
    ceremony: WORKFLOWS.ceremony!,
  };
}

/** The folders of a repository that have tests of their own; more than one makes it a monorepo. */
export const packagesOf = ({ stacks }: Found): string[] => [...new Set(stacks.map(({ root }) => root))];
