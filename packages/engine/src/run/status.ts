import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Finding, Policy } from '@flow/core';
import { everyItem } from '@flow/core/items';
import {
  evaluate,
  type Facts,
  type FlowEvent,
  type Resolved,
  resolveWorkflow,
  type Status,
  type Workflow,
} from '@flow/core/workflow';
import { type Journal, readJournal } from '@flow/evidence';
import { folderIn } from '@flow/evidence/disk/folder-in';
import { WORKFLOWS } from '@flow/workflows';
import type { Surroundings } from '../places/surroundings.js';
import { withoutCommitted } from './committed-items.js';
import { contestedPromises } from './documents/contested.js';
import { documentWarnings } from './documents/document-warnings.js';
import { documentPaths } from './documents/documents.js';
import { documentsBelow, documentsFurther } from './documents/folder-search.js';
import { historyWarnings } from './documents/history-warnings.js';
import { withDetails } from './documents/open-details.js';
import { toldFrom } from './documents/told-from.js';
import { documentsElsewhere, unseenDocuments } from './documents/unseen-documents.js';
import { gatherFacts } from './facts.js';
import { type EndedRun, endedRun, openRuns, type Run } from './runs/run.js';
import { branchExists, branchHere, runIn } from './runs/run-here.js';
import { withClaimsAsWritten } from './words/claims-as-written.js';
import { idleWords, overWords } from './words/over-words.js';
import { suggestedCommand } from './words/suggested-command.js';

export { WORKFLOWS } from '@flow/workflows';

/** `SHIPPED` holds the workflows that the program ships, by id. */
const SHIPPED: Readonly<Record<string, Workflow>> = Object.fromEntries(WORKFLOWS.map((one) => [one.id, one]));

/** A run with where it stands. */
export interface Standing {
  run: Run;
  workflow: Workflow;
  facts: Facts;
  status: Status;
  /** Paths that the content on disk was taken from. */
  paths: readonly string[];
}

/**
 * `Untold` tells why nothing can be told of a run that leads the work: what is on disk cannot be read, or nobody knows
 * its workflow.
 */
export type Untold = { why: 'content' } | { why: 'workflow'; workflow: string };

/**
 * Finds where the run stands that leads the work here.
 * @param onUntold called where something runs and nothing can be told of it
 * @returns null where there is no run, its workflow is not known here, or the content cannot be read
 */
export function standingOf(around: Surroundings, onUntold?: (untold: Untold) => void): Standing | null {
  const { repository, start } = around;
  const journal = readJournal(repository, start.environment);
  const run = runIn(repository, journal);
  return run && standingIn(journal, around, run, onUntold);
}

/** Finds where a run stands for whoever is about to begin an item of it in this work tree, which is not the run's. */
export function standingToBegin(around: Surroundings, run: Run, item: string): Standing | null {
  return standingIn(readJournal(around.repository, around.start.environment), around, run, undefined, item);
}

/** Returns the run that ended last on this branch, with what came of it. */
export function endedStanding(around: Surroundings): (Standing & { run: EndedRun }) | null {
  const { repository, start } = around;
  const journal = readJournal(repository, start.environment);
  const run = endedRun(journal.events, branchHere(repository));
  const standing = run && standingIn(journal, around, run);
  return standing && { ...standing, run };
}

function standingIn(
  journal: Journal,
  around: Surroundings,
  run: Run,
  onUntold?: (untold: Untold) => void,
  beginning?: string,
): Standing | null {
  const { repository, policy } = around;
  const resolved = resolvedWorkflow(run.workflow, policy);
  const gathered = resolved && gatherFacts(around, resolved.workflow, run, journal, beginning);
  if (!gathered) {
    onUntold?.(resolved ? { why: 'content' } : { why: 'workflow', workflow: run.workflow });
    return null;
  }
  const { workflow, findings } = resolved;
  const { facts, paths } = gathered;
  const status = evaluate(workflow, facts);
  // What the project does without is said as long as it works without it.
  const layers = findings.map((one) => ({ ...one, level: 'warn' as const }));
  const noted = [...historyWarnings(facts, workflow, status), ...documentWarnings(facts, workflow, status)];
  const places = documentPaths(workflow, run.names);
  // What documents there are is told in the run's own work tree.
  const unread =
    facts.scopedTo === undefined ? unreadDocuments(around, { run, workflow, journal, facts, status, paths }) : [];
  const contested =
    facts.scopedTo === undefined
      ? contestedPromises(around, { run, workflow }, journal, (id) => workflowOf(id, policy))
      : [];
  const here = folderIn(repository.root, around.start.here ?? repository.root);
  const own = withoutCommitted(status.warnings, facts.present.items, facts.present.contents.tree, around);
  const warnings = [...layers, ...handedIn(facts.events), ...own, ...contested, ...noted, ...unread].map((one) =>
    toldFrom(here, one),
  );
  const command = suggestedCommand(status, facts, workflow);
  const told = withClaimsAsWritten({ ...withDetails(status, places, here), warnings }, facts.present.claims);
  // Whoever asks what is next at the end is told the same, however they ask.
  const over = status.phase === 'done' ? { instruction: overWords(facts.present.git, status.debts) } : {};
  const idle = idleIn(status);
  return {
    run,
    workflow,
    facts,
    status: { ...status, ...told, ...over, ...idle, ...(run.goal && { goal: run.goal }), command },
    paths,
  };
}

/** Tells what is said in a leased work tree whose item has nothing left to do. */
function idleIn({ scopedTo, current, items }: Status): { instruction?: string } {
  if (scopedTo === undefined || current !== null) return {};
  const isDone = everyItem(items).find(({ id }) => id === scopedTo)?.state === 'done';
  return { instruction: idleWords(scopedTo, isDone) };
}

interface OfRun extends Pick<Standing, 'run' | 'workflow' | 'facts' | 'status' | 'paths'> {
  journal: Journal;
}

/** Documents of the run that lie where they are not read, each with the reason or with the command that brings it here. */
function unreadDocuments({ repository }: Surroundings, of: OfRun): Finding[] {
  const { run, workflow, journal, facts, status, paths } = of;
  const places = documentPaths(workflow, run.names);
  const isOnDisk = (file: string) => existsSync(path.join(repository.root, file));
  const seen = new Set(Object.keys(facts.present.documents));
  const unread = [...unseenDocuments(repository.root, places, seen), ...documentsElsewhere(places, isOnDisk)];
  if (seen.size === 0 && unread.length === 0) {
    const open = openRuns(journal.events);
    const isTaken = (name: string) => open.has(name) || branchExists(repository, name);
    unread.push(...documentsFurther(repository.root, workflow, run.branch, isTaken));
  }
  // Whoever stands in a package of a monorepo writes there what the phase asks for, and knows no other place.
  const known = new Set(unread.map(({ args }) => args.document));
  const asked = status.open.flatMap(({ finding }) =>
    finding.code === 'DOCUMENT_MISSING' ? [finding.args.document] : [],
  );
  const lacking = Object.entries(places).filter(([name]) => asked.includes(name) && !known.has(name));
  return [...unread, ...documentsBelow(paths, Object.fromEntries(lacking))];
}

/** Judges whose newest word was handed in by who works here: nobody saw them say it. */
function handedIn(events: readonly FlowEvent[]): Finding[] {
  const newest = new Map<string, boolean>();
  for (const event of events) {
    if (event.type === 'verdict') newest.set(event.judge, event.seen === 'handed');
  }
  const judges = [...newest].flatMap(([judge, isHanded]) => (isHanded ? [judge] : []));
  return judges.length > 0 ? [{ code: 'VERDICT_HANDED', level: 'warn', args: { judges } }] : [];
}

type OfWorkflows = Pick<Policy, 'workflows'>;

/**
 * The workflow of an id, as it holds in this project: with what the policy in force says of it.
 * @returns null where nobody knows it
 */
export function workflowOf(id: string, policy: OfWorkflows): Workflow | null {
  return resolvedWorkflow(id, policy)?.workflow ?? null;
}

/**
 * The workflow of an id as it holds in this project, with the layer behind each setting, and the gates that are not
 * required.
 */
export function resolvedWorkflow(id: string, policy: OfWorkflows): Resolved | null {
  return resolveWorkflow(id, SHIPPED, policy.workflows);
}

/** Ids of all workflows that can be started here: those that the program ships, then the project's own. */
export function workflowIds(policy: OfWorkflows): string[] {
  return [...new Set([...Object.keys(SHIPPED), ...Object.keys(policy.workflows)])];
}
