import {
  type ApprovalStatement,
  type ApprovedItem,
  type BindingProof,
  gateOf,
  isAsStrong,
  isProvenRed,
  neededStrength,
  PLAIN_GATE,
  type RedProof,
} from '@flow/core';

import {
  addedIn,
  type Facts,
  type FlowDeed,
  type FlowEvent,
  type GitFact,
  type ItemFact,
  type Moment,
  type Recorded,
  readDeed,
  type Workflow,
} from '@flow/core/workflow';
import {
  approvalsOf,
  eventsOf,
  findRepository,
  git,
  hasEnded,
  type Journal,
  type JournalEntry,
  readHead,
  readRefs,
  receiptReader,
  type Where,
} from '@flow/evidence';
import { remotesOf } from '@flow/evidence/git/remotes';
import { lookAtContent } from '../facts/content.js';
import { unreportedDamage } from '../facts/evidence-check.js';
import { forgeAddress, forgeFact } from '../facts/forge.js';
import type { Surroundings } from '../places/surroundings.js';
import { homeOfRun } from './leases/home.js';
import { processesOf } from './leases/life.js';
import { Origins } from './leases/origins.js';
import { type Listing, listTree, type OwnContent } from './moments/listing.js';
import { Moments } from './moments/moments.js';
import { coverageOf, RunEvents } from './moments/run-events.js';
import { markShownFaults } from './moments/shown-faults.js';
import { ToldRuns } from './moments/told-runs.js';
import { baseNameOf } from './runs/base-name.js';
import { isOfRun, type Run } from './runs/run.js';
import { branchHere } from './runs/run-here.js';

export interface Gathered {
  facts: Facts;
  /** Paths that the content on disk was taken from (see `TreeOptions.heard`). */
  paths: readonly string[];
}

/**
 * Gathers all that the position of a run follows from: what its journal tells since its start, the contents of those
 * moments, and what is on disk now. Costs a few git processes for each content that was never looked at.
 * @param beginning the item that is about to be begun here, in a work tree of its own
 * @returns null where the content on disk cannot be taken
 */
export function gatherFacts(
  around: Surroundings,
  workflow: Workflow,
  run: Run,
  journal: Journal,
  beginning?: string,
): Gathered | null {
  const { repository, start } = around;
  let paths: readonly string[] = [];
  let contents: OwnContent['entries'] = () => null;
  const taken = lookAtContent(repository, start.deadline, {
    heard(all) {
      paths = all;
    },
    listed(ask) {
      contents = ask;
    },
  });
  if ('failed' in taken) return null;
  const isDamaged = unreportedDamage(repository, journal).length > 0;
  const breach = isDamaged
    ? journal.events.length
    : journal.events.findLastIndex(({ type, data }) => type === 'breach' && data.evidence === true);
  const entries = journal.events.filter(({ n }, at) => n > run.n && at > breach);
  const added = addedHere(entries, run);
  const moments = new Moments(around, workflow, run, added, { tree: taken.tree, entries: contents });
  const toldRuns = new ToldRuns(around, run.branch);
  const origins = new Origins(run, journal.events);
  const scopedTo = () => beginning ?? origins.treeAt(repository.root, branchHere(repository))?.item;
  let events: FlowEvent[];
  let present: Moment | undefined;
  let home: Moment | undefined;
  try {
    const told = flowEvents(around, run, workflow, entries, { moments, toldRuns, origins }, added);
    events = markShownFaults(told, workflow, moments.all);
    present = moments.all[moments.placeOf(taken.tree, readHead(repository)?.commit ?? null)];
    if (scopedTo() !== undefined) home = moments.all[homeOf(around, events, journal, run, moments)];
    if (present) present = { ...present, git: gitFact(around, moments, run, taken.tree, entries) };
  } finally {
    // Whoever runs out of time leaves what was read: the next one comes further.
    moments.save();
    toldRuns.save();
  }
  if (!present) return null;
  const scope = scopedTo();
  const facts = {
    ...{ now: Date.now(), dials: run.dials, events, moments: moments.all, present },
    ...(scope === undefined ? {} : { scopedTo: scope, ...(home && { home }) }),
    processes: processesOf(origins.leases.open.map(({ lease }) => lease)),
  };
  return { facts, paths };
}

/** The moment of the run's own work tree: as it is now, else as it was last seen; at first, that of its start. */
function homeOf(
  { repository, start }: Surroundings,
  events: readonly FlowEvent[],
  { events: all }: Journal,
  run: Run,
  moments: Moments,
): number {
  const root = homeOfRun({ repository, start }, run);
  const there = root === null ? undefined : findRepository(root);
  const now = there && lookAtContent(there, start.deadline);
  if (there && now && !('failed' in now)) return moments.placeOf(now.tree, readHead(there)?.commit ?? null);
  const isHome = (event: FlowEvent) =>
    event.at >= 0 && event.scopedTo === undefined && !(event.type === 'item' && event.lease?.apart);
  const last = events.findLast(isHome);
  if (last) return last.at;
  const first = eventsOf(all, 'flow').find(({ n }) => n === run.n)?.data;
  return first ? moments.placeOf(first.tree, first.head) : -1;
}

function addedHere(entries: readonly JournalEntry[], run: Run): ItemFact[] {
  const deeds = eventsOf(entries, 'flow').map(({ data }) => (data.run === run.id ? readDeed(data.what) : null));
  return addedIn(deeds.filter((deed) => deed !== null));
}

/** `flowEvents` returns the journal's entries as the events of a workflow, in their order. */
function flowEvents(
  around: Surroundings,
  run: Run,
  workflow: Workflow,
  entries: readonly JournalEntry[],
  kept: { moments: Moments; toldRuns: ToldRuns; origins: Origins },
  added: readonly ItemFact[],
): FlowEvent[] {
  const { repository } = around;
  const { moments, origins } = kept;
  const approvals = approvedBy(around, workflow, run, entries);
  const isOfWords = ({ id, digest }: ApprovedItem, at: number) =>
    moments.all[at]?.items.find((one) => one.id === id)?.digest === digest;
  const toldBy = runTeller(around, kept, added);
  const events: FlowEvent[] = [];
  const now = Date.now();
  let origin: Recorded = {};
  const add = ({ n, time }: JournalEntry, at: number, told: FlowDeed) => {
    const expires = 'expires' in told ? told.expires : null;
    const isOver = expires !== null && hasEnded({ n, expires }, entries, now);
    events.push({ ...told, ...origin, ...(isOver && { expires: Math.min(expires, now) }), n, time, at } as FlowEvent);
  };
  for (const entry of entries) {
    const isVoid = origins.isVoid(entry, entry.data.where as Where | undefined);
    origin = origins.of(entry);
    if (isVoid && !standsAlone(entry)) continue;
    if (entry.type === 'run') {
      const { at, told } = toldBy(entry);
      for (const deed of told) add(entry, at, deed);
    } else if (entry.type === 'red') {
      const { tests, tree, how } = entry.data as Pick<RedProof, 'tests' | 'tree' | 'how'>;
      const proven = tests.filter((test) => isProvenRed(test, [test]));
      if (proven.length > 0)
        add(entry, moments.placeOf(tree, headOf(repository)), {
          ...{ type: 'red', tests: proven },
          ...(how === 'reconstructed' && { rebuilt: true }),
        });
    } else if (entry.type === 'binding') {
      const { claim, tree, outcome } = entry.data as Pick<BindingProof, 'claim' | 'tree' | 'outcome'>;
      if (claim !== undefined)
        add(entry, moments.placeOf(tree, headOf(repository)), { type: 'binding', claim, pass: outcome === 'bound' });
    } else if (entry.type === 'approval') {
      const approval = approvals.get(entry.n);
      if (!approval) continue;
      const at = moments.placeOf(approval.tree, approval.head);
      // Who approved an item approved the words that were shown, and no others.
      if (approval.item === undefined || isOfWords(approval.item, at)) add(entry, at, approval.told);
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

/**
 * Tells whether an entry counts where an unarmed session was at work: a person's word does, the beginning of an item does, and
 * a failure, which proves nothing.
 */
function standsAlone({ type, data }: JournalEntry): boolean {
  if (type !== 'flow') return type === 'approval';
  const { type: what, person, lease } = data.what as Readonly<Record<string, unknown>>;
  return typeof person === 'string' || lease !== undefined || what === 'failure';
}

/** Tells what each run says, and at which moment, asked in the journal's order. */
function runTeller(
  { repository, policy, start }: Surroundings,
  { moments, toldRuns }: { moments: Moments; toldRuns: ToldRuns },
  added: readonly ItemFact[],
): (entry: JournalEntry) => { at: number; told: readonly FlowDeed[] } {
  const runs = new RunEvents(policy, added);
  const read = receiptReader(repository, start.environment);
  const receiptOf = ({ data }: JournalEntry) => {
    const found = read(String(data.receipt), String(data.digest));
    return found.kind === 'ok' ? found.receipt : null;
  };
  const listings = new Map<string, Listing | null>();
  const listingOf = (tree: string) => () => {
    if (!listings.has(tree)) listings.set(tree, listTree(repository, tree, start.deadline));
    return listings.get(tree)!;
  };
  return (entry) => {
    const before = toldRuns.again(entry);
    const there = before ? moments.placeOf(before.tree, before.head) : -1;
    if (before && moments.keyOf(there) === before.moment) {
      const moment = moments.all[there]!;
      runs.again(before, String(entry.data.suite), moment, () => receiptOf(entry), listingOf(before.tree));
      toldRuns.note(before);
      return { at: there, told: before.told };
    }
    const receipt = receiptOf(entry);
    if (receipt === null || receipt.treeAfter === null) return NOTHING_TOLD;
    const { treeAfter: tree, head } = receipt;
    const at = moments.placeOf(tree, head);
    const moment = moments.all[at];
    if (!moment) return NOTHING_TOLD;
    const settled = entry.data.settled === true;
    const told = runs.of(receipt, settled, moment, listingOf(tree));
    const coverage = settled ? coverageOf(receipt) : undefined;
    const digest = String(entry.data.digest);
    const key = moments.keyOf(at)!;
    toldRuns.note({ digest, settled, tree, head, moment: key, told, ...(coverage !== undefined && { coverage }) });
    return { at, told };
  };
}

const NOTHING_TOLD = { at: -1, told: [] };

const headOf = (repository: Surroundings['repository']) => readHead(repository)?.commit ?? null;

/** An approval as a run hears it, with the content and the item's words that were shown. */
interface Approved extends Pick<ApprovalStatement, 'tree' | 'head' | 'item'> {
  told: FlowDeed;
}

/** Approvals of the workflow's gates that are as strong as the gate asks for, by their place in the journal. */
function approvedBy(
  { repository, policy }: Surroundings,
  workflow: Workflow,
  run: Run,
  entries: readonly JournalEntry[],
) {
  const given = entries.filter(({ type }) => type === 'approval' || type === 'approval-use');
  const found = new Map<number, Approved>();
  if (given.length === 0) return found;
  for (const gate of gatesOf(workflow)) {
    const rules = gateOf(policy, gate, run.workflow) ?? PLAIN_GATE;
    for (const approval of approvalsOf(given, policy.approvals.signers, gate, repository)) {
      const { statement } = approval;
      const entry = eventsOf(given, 'approval').find(({ data }) => data.statement.id === statement.id);
      if (!entry || !isOfRun(run, statement.branch, entry.n) || !isAsStrong(approval, neededStrength(rules))) continue;
      const { person, expires, method, tree, head, item } = statement;
      const strength = approval.signer !== null ? 'signed' : method;
      const subject = item === undefined ? {} : { subject: item.id };
      const told: FlowDeed = { type: 'approval', gate, strength, person, expires, ...subject };
      found.set(entry.n, { told, tree, head, ...(item && { item }) });
    }
  }
  return found;
}

/** `gatesOf` lists the names of all gates of a workflow, of its items as well. */
function gatesOf({ phases }: Pick<Workflow, 'phases'>): string[] {
  const gates = phases.flatMap(({ exit, each }) => [
    ...exit.flatMap((spec) => (spec.check === 'approved' ? [spec.gate] : [])),
    ...(each ? gatesOf(each) : []),
  ]);
  return [...new Set(gates)];
}

function gitFact(
  around: Surroundings,
  moments: Moments,
  run: Run,
  tree: string,
  entries: readonly JournalEntry[],
): GitFact {
  const { repository, policy, start } = around;
  const head = readHead(repository);
  // In a rebase, the branch that is replayed.
  const { branch } = run;
  const base = baseNameOf(policy.baseBranch ?? moments.base?.branch ?? null, branch);
  const { deadline } = start;
  const name = `refs/remotes/${remotesOf(repository, branch, policy, deadline).push}/${branch}`;
  const refs = readRefs(repository, [name]);
  const upstream = refs
    ? (refs.get(name)?.commit ?? '')
    : git(repository, ['rev-parse', '--verify', '--quiet', name], { deadline }).stdout.toString('latin1').trim();
  const pushed = head?.commit != null && upstream === head.commit;
  const address = () => forgeAddress(repository, branch, policy, deadline);
  const { pullRequest, ci } = forgeFact(entries, run.branch, head?.commit ?? null, address);
  // Before the branch is there, nothing depends on it.
  const noForge = pushed && pullRequest === undefined && address() === null;
  return {
    branch,
    base,
    head: head?.commit ?? null,
    committed: moments.isCommitted(head?.commit ?? null, tree),
    pushed,
    ...(noForge && { noForge }),
    ...(pullRequest !== undefined && { pullRequest: pullRequest?.url ?? null }),
    // What cannot be told is none of the three.
    ...(ci && { ci: ci.state === 'unknown' ? null : ci.state }),
  };
}
