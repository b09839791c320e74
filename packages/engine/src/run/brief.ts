import {
  type Attempt,
  attemptsOf,
  type Brief,
  type BriefFacts,
  type BriefFinding,
  type BriefRole,
  briefOf,
  everyItem,
  type Retry,
  retryOf,
  stepsAfterWait,
} from '@flow/core/items';
import { type ItemFact, isFileOf, type OpenCheck, type Phase } from '@flow/core/workflow';
import { git, splitZ } from '@flow/evidence';
import { findFork } from '@flow/evidence/git/base';
import type { Surroundings } from '../places/surroundings.js';
import { beganAt, changeSince } from './change.js';
import { documentKinds, documentPaths, readDocuments } from './documents/documents.js';
import { type Listing, listTree } from './moments/listing.js';
import { platformOf } from './platform.js';
import { itemsOfRun } from './runs/items-of-run.js';
import { matchedSkills } from './skills.js';
import type { Standing } from './status.js';
import { openLine } from './words/status-text.js';

/** Attempts of an item, or of the run, with what follows from them now. */
export function historyOf(
  { facts, status }: Standing,
  item: string | null,
): { attempts: Attempt[]; retry: Retry | null } {
  const attempts = attemptsOf(facts.events, item);
  const loops = status.loops.filter((one) => (one.item ?? null) === item);
  const tightest = loops.toSorted((one, other) => one.max - one.blocks - (other.max - other.blocks))[0];
  // A person's decision gives all attempts again: what was spent before counts no more.
  const since = facts.events.findLast(
    (one) => one.type === 'decision' && one.choice === 'again' && (one.item ?? null) === item,
  );
  const retry = retryOf(attempts, { now: facts.now, max: tightest?.max ?? null, since: since?.n ?? 0 });
  if (retry === null || tightest?.exhausted !== true || retry.escalate) return { attempts, retry };
  return { attempts, retry: { ...retry, retry: false, escalate: true, analyse: false, reason: 'exhausted' } };
}

/**
 * Gathers all that a role is given for an item of the run, or for the run as a whole. Costs a few git processes and a look at
 * the documents.
 */
export function briefFor(around: Surroundings, standing: Standing, role: BriefRole, id: string | null): Brief {
  const { workflow, run, facts, status } = standing;
  const all = itemsOfRun(standing);
  const item = all.find((one) => one.id === id) ?? null;
  const tree = facts.present.contents.tree ?? null;
  const listing = tree === null ? null : listTree(around.repository, tree, around.start.deadline);
  const paths = documentPaths(workflow, run.names);
  const documents = listing ? readDocuments(paths, documentKinds(workflow), listing, new Map()) : [];
  const at = everyItem(status.items).find((one) => one.id === id);
  const { attempts, retry } = historyOf(standing, item?.id ?? null);
  const suites = suitesOf(standing);
  const open = (at?.open ?? (item === null ? status.open : [])).filter(isOwn).map(openLine);
  const begun = item && beganAt(standing, item);
  return briefOf(role, item, {
    workflow: { id: workflow.id, rules: workflow.rules },
    position: item
      ? [status.phase, item.id, ...(at?.phase === undefined ? [] : [at.phase])].join('/')
      : status.position,
    instruction: instructionFor(standing, id, at?.phase),
    documents: documents.map(({ name, path, digest, sections, claims, items }) => ({
      ...{ name, path, digest, sections, claims, items },
    })),
    parts: item === null ? all : all.filter(({ parent }) => parent === item.id),
    findings: findingsFor(standing, role, item?.id ?? null),
    ...{ attempts, retry },
    skills: matchedSkills(facts.events),
    touched: touchedSince(around, tree).filter((path) => item === null || isFileOf(path, item)),
    since: begun && tree !== null ? changeSince(around, begun, tree, Object.values(paths).flat()) : null,
    open,
    first: stepsAfterWait({
      ...{ events: facts.events, item: item?.id ?? null, open, suites },
      context: item === null ? 'flow context' : `flow context --item ${item.id}`,
    }),
    platform: { system: process.platform, folders: foldersFor(around, listing, item), suites },
  });
}

/** What others say, and what the end of the work says by itself, is nothing to be done. */
const isOwn = ({ finding }: OpenCheck) =>
  !['VERDICT_MISSING', 'PANEL_OPEN', 'SUBMISSION_MISSING'].includes(finding.code);

const suitesOf = ({ facts }: Standing): BriefFacts['platform']['suites'] =>
  facts.present.suites.map(({ id, question, command }) => ({
    ...{ id, question },
    ...(command === undefined ? {} : { command }),
  }));

/** Returns the folders of the project that an item's files lie in, or all of them. */
function foldersFor({ policy }: Surroundings, listing: Listing | null, item: ItemFact | null) {
  const all = listing === null ? [] : platformOf(listing.view, policy.presets, item?.size);
  const own = all.filter(({ folder }) => item?.files.some((file) => folder === '.' || file.startsWith(`${folder}/`)));
  return own.length > 0 ? own : all;
}

/** Returns the instruction of the phase that an item is in; of the run, where nothing is named. */
function instructionFor({ workflow, status }: Standing, id: string | null, phase: string | undefined): string {
  if (id === null || status.current?.id === id || phase === undefined) return status.instruction;
  const { instruction = '' } = innerPhase(workflow.phases, phase) ?? {};
  return typeof instruction === 'string' ? instruction : (instruction.default ?? '');
}

function innerPhase(phases: readonly Phase[], id: string): Phase | undefined {
  for (const { each } of phases) {
    const found = each?.phases.find((one) => one.id === id) ?? innerPhase(each?.phases ?? [], id);
    if (found) return found;
  }
  return undefined;
}

/** Open must-fixes, with what was said of each; a judge is given its own alone. */
function findingsFor({ status, facts }: Standing, role: BriefRole, item: string | null): BriefFinding[] {
  const said = new Map(
    facts.events.flatMap((one) =>
      one.type === 'verdict'
        ? one.findings.map((finding, at) => [`${one.n}.${at + 1}` as string, { finding, source: one.judge }] as const)
        : [],
    ),
  );
  return status.findings.flatMap(({ id, title, check, item: of }) => {
    if (item !== null && of !== item) return [];
    const { finding, source = check } = said.get(id) ?? {};
    if (role.isJudge && source !== role.name) return [];
    const { file, line, reasoning, instanceFix, classFix } = finding ?? {};
    const more = Object.entries({ file, line, reasoning, instanceFix, classFix }).filter(
      ([, one]) => one !== undefined,
    );
    return [{ id, title, source, ...(Object.fromEntries(more) as Partial<BriefFinding>) }];
  });
}

/** Lists files that differ from where the work left the base branch. */
function touchedSince({ repository, policy, start }: Surroundings, tree: string | null): string[] {
  const fork = tree === null ? null : findFork(repository, policy, start.deadline);
  if (tree === null || fork === null) return [];
  const words = ['diff-tree', '-r', '-z', '--no-renames', '--name-only', '--end-of-options', fork, tree];
  return splitZ(git(repository, words, { deadline: start.deadline }).stdout);
}
