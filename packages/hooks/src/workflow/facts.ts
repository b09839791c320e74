import { isAsStrong, isProvenRed, neededStrength, PLAIN_GATE, type RedTest } from '@flow/core';
import {
  type Facts,
  type FlowEvent,
  type GitFact,
  type ItemFact,
  type Moment,
  readDeed,
  type Workflow,
} from '@flow/core/workflow';
import {
  approvalsOf,
  eventsOf,
  git,
  type JournalEntry,
  readHead,
  readJournal,
  readReceipt,
  readRefs,
} from '@flow/evidence';
import { lookAtContent } from '../observers/capture.js';
import { unreportedDamage } from '../observers/evidence-check.js';
import type { Surroundings } from '../surroundings.js';
import { baseNameOf } from './base-name.js';
import { type Listing, listTree } from './listing.js';
import { Moments } from './moments.js';
import type { Run } from './run.js';
import { RunEvents, type Told } from './run-events.js';

/**
 * All that the position of a run follows from: what its journal tells since its start, the contents of those moments, and
 * what is on disk now. Costs a few git processes for each content that was never looked at.
 * @returns null where the content on disk cannot be taken
 */
export function gatherFacts(around: Surroundings, workflow: Workflow, run: Run): Facts | null {
  const { repository, start } = around;
  const taken = lookAtContent(repository, start.deadline);
  if ('failed' in taken) return null;
  const journal = readJournal(repository, start.environment);
  const isDamaged = unreportedDamage(repository, journal).length > 0;
  const breach = isDamaged
    ? journal.events.length
    : journal.events.findLastIndex(({ type, data }) => type === 'breach' && data.evidence === true);
  const entries = journal.events.filter(({ n }, at) => n > run.n && at > breach);
  const moments = new Moments(around, workflow, run.branch, itemsOf(entries, run));
  let events: FlowEvent[];
  let present: Moment | undefined;
  try {
    events = flowEvents(around, run, workflow, entries, moments);
    present = moments.all[moments.placeOf(taken.tree, readHead(repository)?.commit ?? null)];
  } finally {
    // Whoever runs out of time leaves what was read: the next one comes further.
    moments.save();
  }
  if (!present) return null;
  return {
    now: Date.now(),
    dials: run.dials,
    events,
    moments: moments.all,
    present: { ...present, git: gitFact(around, moments, run, taken.tree) },
  };
}

function itemsOf(entries: readonly JournalEntry[], run: Run): ItemFact[] {
  return eventsOf(entries, 'flow').flatMap(({ data }) => {
    const deed = data.run === run.id ? readDeed(data.what) : null;
    return deed?.type === 'item-added' ? [deed.added] : [];
  });
}

/** The journal's entries as the events of a workflow, in their order. */
function flowEvents(
  around: Surroundings,
  run: Run,
  workflow: Workflow,
  entries: readonly JournalEntry[],
  moments: Moments,
): FlowEvent[] {
  const { repository, policy, start } = around;
  const runs = new RunEvents(policy);
  const approvals = approvedBy(around, workflow, run, entries);
  const listings = new Map<string, Listing | null>();
  const listingOf = (tree: string) => () => {
    if (!listings.has(tree)) listings.set(tree, listTree(repository, tree, start.deadline));
    return listings.get(tree)!;
  };
  const events: FlowEvent[] = [];
  const add = ({ n, time }: JournalEntry, at: number, told: Told) => events.push({ ...told, n, time, at } as FlowEvent);
  for (const entry of entries) {
    if (entry.type === 'run') {
      const read = readReceipt(repository, String(entry.data.receipt), String(entry.data.digest), start.environment);
      if (read.kind !== 'ok' || read.receipt.treeAfter === null) continue;
      const { receipt } = read;
      const at = moments.placeOf(receipt.treeAfter, receipt.head);
      const moment = moments.all[at];
      if (!moment) continue;
      for (const told of runs.of(receipt, entry.data.settled === true, moment, listingOf(receipt.treeAfter!)))
        add(entry, at, told);
    } else if (entry.type === 'red') {
      const { tests, tree } = entry.data as { tests: RedTest[]; tree: string | null };
      const proven = tests.filter((test) => isProvenRed(test, [test]));
      if (proven.length > 0) add(entry, moments.placeOf(tree, headOf(repository)), { type: 'red', tests: proven });
    } else if (entry.type === 'approval') {
      const approval = approvals.get(entry.n);
      if (approval) add(entry, moments.placeOf(approval.tree, approval.head), approval.told);
    } else if (entry.type === 'flow') {
      const {
        run: id,
        tree,
        head,
        what,
      } = entry.data as { run: string; tree: string | null; head: string | null; what: { type: string } };
      const deed = id === run.id ? readDeed(what) : null;
      if (deed) add(entry, moments.placeOf(tree, head), deed);
    }
  }
  return events;
}

const headOf = (repository: Surroundings['repository']) => readHead(repository)?.commit ?? null;

/** Approvals of the workflow's gates that are as strong as the gate asks for, by their place in the journal. */
function approvedBy(
  { repository, policy }: Surroundings,
  workflow: Workflow,
  run: Run,
  entries: readonly JournalEntry[],
) {
  const given = entries.filter(({ type }) => type === 'approval' || type === 'approval-use');
  const found = new Map<number, { told: Told; tree: string | null; head: string | null }>();
  if (given.length === 0) return found;
  for (const gate of gatesOf(workflow)) {
    const rules = policy.approvals.gates[gate] ?? PLAIN_GATE;
    for (const approval of approvalsOf(given, policy.approvals.signers, gate, repository)) {
      const { statement } = approval;
      const entry = eventsOf(given, 'approval').find(({ data }) => data.statement.id === statement.id);
      if (!entry || statement.branch !== run.branch || !isAsStrong(approval, neededStrength(rules))) continue;
      const { person, expires, method, tree, head } = statement;
      const strength = approval.signer !== null ? 'signed' : method;
      found.set(entry.n, { told: { type: 'approval', gate, strength, person, expires }, tree, head });
    }
  }
  return found;
}

/** Names of all gates of a workflow. */
export function gatesOf(workflow: Workflow): string[] {
  const gates = workflow.phases.flatMap(({ exit }) =>
    exit.flatMap((spec) => (spec.check === 'approved' ? [spec.gate] : [])),
  );
  return [...new Set(gates)];
}

function gitFact({ repository, policy, start }: Surroundings, moments: Moments, run: Run, tree: string): GitFact {
  const head = readHead(repository);
  const branch = head?.branch ?? null;
  const base = baseNameOf(policy.baseBranch ?? moments.base?.branch ?? null, branch);
  const { deadline } = start;
  const answer = (words: string[]) => git(repository, words, { deadline });
  const committed =
    answer(['rev-parse', '--verify', '--quiet', 'HEAD^{tree}']).stdout.toString('latin1').trim() === tree;
  const name = `refs/remotes/origin/${run.branch}`;
  const refs = readRefs(repository, [name]);
  const upstream = refs
    ? (refs.get(name)?.commit ?? '')
    : answer(['rev-parse', '--verify', '--quiet', name]).stdout.toString('latin1').trim();
  const pushed = head?.commit != null && upstream === head.commit;
  return { branch, base, head: head?.commit ?? null, committed, pushed };
}
