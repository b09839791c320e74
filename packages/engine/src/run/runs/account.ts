import {
  type AuditMetrics,
  auditMetrics,
  classify,
  editClass,
  matchesAny,
  type PathClass,
  type PhaseVisit,
  type Receipt,
  readAuditLine,
  type Strength,
  type SubagentTotals,
  subagentTotals,
} from '@flow/core';
import { type DocumentFact, documentOfKind, type SchemaEntry } from '@flow/core/documents';
import {
  eventsOf,
  git,
  type JournalEntry,
  type OverrideData,
  readJournal,
  readLog,
  readReceipt,
  splitZ,
} from '@flow/evidence';
import { mergeBase } from '@flow/evidence/git/ancestry';
import { fetchedBase } from '@flow/evidence/git/base';
import { auditedRuns } from '../../facts/audited-runs.js';
import { unreportedDamage } from '../../facts/evidence-check.js';
import { auditFolder, TRAIL } from '../../facts/trail/audit-line.js';
import { isSealedHere } from '../../places/seal.js';
import type { Surroundings } from '../../places/surroundings.js';
import { commandOf, suitesOf } from '../../policy/suites.js';
import { VIEWS } from '../../policy/views.js';
import {
  documentKinds,
  documentPaths,
  type NamedDocument,
  pathsIn,
  readDocuments,
  screenshotFolder,
} from '../documents/documents.js';
import { type FoundScreenshot, readScreenshots } from '../documents/screenshots.js';
import { type Listing, listTree } from '../moments/listing.js';
import { schemaEntries } from '../moments/schema-changes.js';
import type { Standing } from '../status.js';
import { unlookedHere } from '../unlooked.js';
import { isOfRun, type Run } from './run.js';
import { type RunWork, runWork } from './run-work.js';

/** A run of tests or checks since the workflow began. */
export interface AccountedRun {
  /** Place in the journal. */
  n: number;
  time: number;
  id: string;
  suite: string;
  outcome: string;
  /** The relevant content was the same before and after. */
  settled: boolean;
  /** Null where the receipt is gone, or proves nothing here. */
  receipt: Receipt | null;
}

/** An approval as it was given; whether it holds is the status's word. */
export interface AccountedApproval {
  n: number;
  gate: string;
  person: string;
  method: Strength;
  signed: boolean;
  time: number;
  expires: number | null;
  head: string | null;
  tree: string | null;
  /** Paths of what was shown. */
  subjects: string[];
  /** True where the approval is as strong as the gate asks for. */
  counts: boolean;
}

/** A file that the work added, changed or took away. */
export interface ChangedFile {
  path: string;
  state: 'added' | 'changed' | 'removed';
  class: PathClass | 'other';
}

/** Facts that a report tells of a run besides the standing: all of them read, none of them judged. */
export interface Account {
  /** Oldest first; the newest when there are more than a report tells. */
  runs: AccountedRun[];
  approvals: AccountedApproval[];
  /** Refused calls that a person let through, once each. */
  letThrough: { n: number; time: number; data: OverrideData }[];
  /** Protected files that other hands changed. */
  breaches: { n: number; time: number; paths: string[]; evidence: boolean }[];
  /** The evidence itself does not verify: what came before it counts for nothing. */
  damaged: boolean;
  /** Sessions here are sealed, so that a run without proof of it is told. */
  isSealed: boolean;
  /** The run's documents as they are now. */
  documents: NamedDocument[];
  /** Their paths by name, written or not. */
  paths: Record<string, string>;
  base: { branch: string; fork: string | null } | null;
  /** Since the work left the base branch; null where there is no base. */
  changed: ChangedFile[] | null;
  /** Says that nobody looked whether tests lost strength, and why; null where there is nothing to say. */
  weakened: string | null;
  /** Names of the files in the folder of screenshots. */
  screenshots: FoundScreenshot[];
  /** Folder for screenshots, relative to the repository's root, with its last slash. */
  screenshotFolder: string;
  /** Changes of schemas, held against the specification. */
  schema: SchemaEntry[];
  /** Command of each suite, by the suite's id. */
  commands: Record<string, string>;
  metrics: AuditMetrics;
  subagents: SubagentTotals[];
  /** Records that the run's numbers are made of. */
  work: RunWork;
}

const MAX_RUNS = 500;

/**
 * Gathers what a report tells of a run. Costs a few git processes and one read of each receipt.
 * @param visits the phases that the run came to, in their order
 */
export function accountOf(around: Surroundings, standing: Standing, visits: readonly PhaseVisit[]): Account {
  const { repository, policy, start } = around;
  const { run, workflow, facts } = standing;
  const work = runWork(around, standing, visits);
  const journal = readJournal(repository, start.environment);
  const entries = journal.events.filter(({ n }) => n > run.n);
  const tree = facts.present.contents.tree ?? null;
  const listing = tree === null ? null : listTree(repository, tree, start.deadline);
  const all = documentPaths(workflow, run.names);
  const paths = pathsIn(all, (one) => listing?.blobs.has(one) ?? false);
  const base = fetchedBase(repository, policy, null, start.deadline);
  const fork = base && mergeBase(around.repository, base.commit, 'HEAD', around.start.deadline);
  const documents = listing ? readDocuments(all, documentKinds(workflow), listing, new Map()) : [];
  const changed = fork === null || tree === null ? null : changedBetween(around, fork, tree);
  const suites = listing ? suitesOf(listing.view, policy) : [];
  return {
    runs: runsOf(around, entries),
    approvals: approvalsIn(entries, standing),
    letThrough: eventsOf(entries, 'override').map(({ n, time, data }) => ({ n, time, data })),
    breaches: eventsOf(entries, 'breach').map(({ n, time, data }) => ({
      ...{ n, time },
      ...{ paths: data.paths, evidence: data.evidence },
    })),
    damaged: unreportedDamage(repository, journal).length > 0,
    isSealed: isSealedHere(repository, start.environment),
    ...{ documents, paths, changed },
    base: base && { branch: base.branch, fork },
    weakened: unlookedHere(around, { fork, tree }),
    screenshots: listing ? readScreenshots(repository, paths, listing) : [],
    screenshotFolder: screenshotFolder(paths[documentOfKind(workflow, 'spec') ?? ''] ?? Object.values(paths)[0] ?? ''),
    schema: listing && fork !== null && changed ? schemaOf(around, fork, changed, listing, documents) : [],
    commands: Object.fromEntries(suites.map((suite) => [suite.id, commandOf(suite)])),
    ...numbersOf(around, run, work),
    work,
  };
}

function schemaOf(
  { repository, policy, start }: Surroundings,
  fork: string,
  changed: readonly ChangedFile[],
  listing: Listing,
  documents: readonly DocumentFact[],
): SchemaEntry[] {
  const work = { repository, policy, fork, changed: changed.map(({ path }) => path), deadline: start.deadline };
  return schemaEntries(
    work,
    listing,
    documents.find(({ kind }) => kind === 'spec'),
  );
}

function runsOf({ repository, start }: Surroundings, entries: readonly JournalEntry[]): AccountedRun[] {
  return eventsOf(entries, 'run')
    .slice(-MAX_RUNS)
    .map(({ n, time, data }) => {
      const read = readReceipt(repository, data.receipt, data.digest, start.environment);
      const { receipt: id, suite, outcome, settled } = data;
      return { n, time, id, suite, outcome, settled, receipt: read.kind === 'ok' ? read.receipt : null };
    });
}

function approvalsIn(entries: readonly JournalEntry[], { run, facts }: Standing): AccountedApproval[] {
  const counted = new Map(facts.events.flatMap((one) => (one.type === 'approval' ? [[one.n, one.strength]] : [])));
  return eventsOf(entries, 'approval').flatMap(({ n, data: { statement } }) => {
    if (!isOfRun(run, statement.branch, n)) return [];
    const { gate, person, method, issued, expires, head, tree, subjects } = statement;
    const signed = counted.get(n) === 'signed';
    const shown = subjects.map(({ path }) => path);
    return [
      { n, gate, person, method, signed, time: issued, expires, head, tree, subjects: shown, counts: counted.has(n) },
    ];
  });
}

const STATES: Readonly<Record<string, ChangedFile['state']>> = { A: 'added', D: 'removed' };

function changedBetween({ repository, policy, start }: Surroundings, fork: string, tree: string): ChangedFile[] {
  const words = ['diff-tree', '-r', '-z', '--no-renames', '--name-status', '--end-of-options', fork, tree];
  const told = splitZ(git(repository, words, { deadline: start.deadline }).stdout);
  const files: ChangedFile[] = [];
  for (let at = 0; at + 1 < told.length; at += 2) {
    const [state = '', path = ''] = [told[at], told[at + 1]];
    // What an installation wrote is no part of the content, and would look as if it had gone.
    if (matchesAny(path, VIEWS)) continue;
    const isGenerated = policy.presets.some((preset) => classify(path, preset) === 'generated');
    files.push({ path, state: STATES[state] ?? 'changed', class: isGenerated ? 'generated' : editClass(path, policy) });
  }
  return files;
}

/**
 * Returns numbers of the work since the run began: edits, refusals, runs, and the tokens of sessions and their
 * sub-agents.
 */
function numbersOf(
  { repository, policy }: Surroundings,
  run: Run,
  { subagents }: RunWork,
): Pick<Account, 'metrics' | 'subagents'> {
  const since = run.started;
  const folder = auditFolder(repository);
  const lines = readLog(folder, TRAIL).records.flatMap((one) => readAuditLine(one) ?? []);
  const isSince = ({ time }: { time: number }) => time >= since;
  return {
    metrics: auditMetrics(
      lines.filter(isSince).toSorted((a, b) => a.time - b.time),
      auditedRuns(repository, since),
      (path) => editClass(path, policy),
    ),
    subagents: subagentTotals(subagents, policy.prices),
  };
}
