import type { Workflow } from '@flow/core/workflow';
import type { DetectedRunner, DetectedStack } from '@flow/hooks/program';
import { FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import type { Answers, StackAnswers } from './answers.js';

/** The facts that `flow init` finds out before it asks. */
export interface Found {
  /** The root of the work tree. */
  root: string;
  stacks: DetectedStack[];
  /** Runners that have a suite somewhere here: what is recorded, and asked for at a push. */
  runners: DetectedRunner[];
  /** Tests that no preset reads: a push asks for them once they are named. */
  unread: Answers['suites'];
  /** Presets with a package inside another one, whose tests can also be run at the outer one: it is a choice. */
  nested: string[];
  /** The rules about added lines that presets of these stacks have: the preset and the names of its rules. */
  conventions: { preset: string; rules: string[] }[];
  /** The branch that work is merged into, as the remote has it; null when it has none. */
  base: string | null;
  /** The file that holds the rules already; null when there is none. */
  config: string | null;
  /** The reason why those rules cannot come into force as they are; null where they can. */
  configFault: string | null;
  /** The workflow whose phases and agents are asked for. */
  ceremony: Pick<Workflow, 'phases'>;
}

/** Milliseconds that git's answers may take. */
const DEADLINE = 30_000;

/**
 * Looks at a repository; reads only.
 * @throws FlowError NO_REPOSITORY where there is none
 */
export async function look(directory: string, environment: NodeJS.ProcessEnv): Promise<Found> {
  const { surroundingsOf, detectProject, canTakeIn, fetchedBase, readConfig, formatFinding, readerOf, WORKFLOWS } =
    await hooks();
  const deadline = Date.now() + DEADLINE;
  const around = surroundingsOf(directory, { environment, deadline });
  if (!around)
    throw new FlowError('broken', 'NO_REPOSITORY', `${directory} is not in a git repository.`, 'Create one: git init');
  const { repository, policy } = around;
  const fault = around.policyFindings.find(({ code }) => code === 'POLICY_INVALID');
  const { stacks, runners, unread } = detectProject(repository.root, policy.presets);
  return {
    root: repository.root,
    stacks,
    runners,
    unread,
    nested: policy.presets
      .filter((preset) => canTakeIn(preset) && isNested(stacks.filter((one) => one.preset === preset.id)))
      .map(({ id }) => id),
    conventions: policy.presets
      .filter(({ id, conventions }) => conventions?.length && stacks.some(({ preset }) => preset === id))
      .map(({ id, conventions = [] }) => ({ preset: id, rules: conventions.map(({ name }) => name) })),
    base: fetchedBase(repository, policy, null, deadline)?.branch ?? null,
    config: readConfig(repository)?.name ?? null,
    configFault: fault ? formatFinding(fault, Date.now(), readerOf(environment)) : null,
    ceremony: WORKFLOWS.find(({ id }) => id === 'ceremony')!,
  };
}

/**
 * Notes what a person has to know of a base branch that was named and that the remote does not have; nothing where the
 * remote has no branch at all.
 */
export async function baseNotes(
  directory: string,
  environment: NodeJS.ProcessEnv,
  { base }: Found,
  named: string | null,
): Promise<string[]> {
  const { surroundingsOf, fetchedBase, clean } = await hooks();
  const deadline = Date.now() + DEADLINE;
  const around = surroundingsOf(directory, { environment, deadline });
  if (!around || base === null || named === null || named === base) return [];
  const { repository, policy } = around;
  if (fetchedBase(repository, { ...policy, baseBranch: named }, null, deadline)) return [];
  const name = clean(named, 100);
  return [
    `${name} is no branch of the remote, as far as it was fetched. Until it is, every push needs all suites; the remote has ${clean(base, 100)}.`,
  ];
}

/** Tells whether the folder of one stack lies in that of another. */
const isNested = (stacks: readonly DetectedStack[]) =>
  stacks.some((inner) => stacks.some((outer) => outer.root !== inner.root && isWithin(inner.root, outer.root)));

const isWithin = (inner: string, outer: string) => outer === '.' || inner.startsWith(`${outer}/`);

/**
 * Returns the stacks that are this project's, by the answers: without those that are not, and what an outer folder
 * takes in.
 */
export function stacksOf({ stacks }: Pick<Found, 'stacks'>, { notOurs, outermost }: StackAnswers): DetectedStack[] {
  const ours = stacks.filter(({ preset }) => !notOurs.includes(preset));
  return ours.filter(
    (inner) =>
      !outermost.includes(inner.preset) ||
      ours.every(
        (outer) => outer.preset !== inner.preset || outer.root === inner.root || !isWithin(inner.root, outer.root),
      ),
  );
}

/** Returns the folders that have tests of their own; more than one makes it a monorepo. */
export const packagesOf = (stacks: readonly DetectedStack[]): string[] => [...new Set(stacks.map(({ root }) => root))];
