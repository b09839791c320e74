import type { TestId } from '../evidence/red.js';
import type { Failure, FlowEvent } from '../workflow/facts.js';
import { backoff, IN_A_ROW, jitter, spendsTry } from '../workflow/failures.js';

/** An attempt is a try of an item, or of the run, that did not lead on (rows X39, X42). */
export interface Attempt {
  /** Place of the event in the journal. */
  n: number;
  /** Epoch milliseconds. */
  time: number;
  /** Id of the item; '' for the run. */
  item: string;
  class: Failure;
  /** Suite, command, judge or agent that told of it. */
  source: string;
  /** What failed: names of tests, titles of must-fixes, or the reason that was given. */
  errors: readonly string[];
  /** What was said to have been tried since the attempt before. */
  tried: readonly string[];
  /** Equal for failures of one class on one thing, whatever else the output said (R15). */
  fingerprint: string;
  status: 'failed' | 'broke-down';
  /** Somebody said afterwards why it failed. */
  analysed: boolean;
}

/** Entries of a list that are kept; a fingerprint is made of all of them. */
const MOST = 20;

/**
 * Attempts of an item, oldest first, as the events tell them. Null for the run: what failed for the whole.
 */
export function attemptsOf(events: readonly FlowEvent[], item: string | null): Attempt[] {
  const attempts: Attempt[] = [];
  let tried: string[] = [];
  let isRunning = false;
  const shown = new Set<string>();
  for (const [at, event] of events.entries()) {
    // What is seen to fail for the first time has to, and no attempt was made yet: it is told right behind its run.
    if (
      item !== null &&
      event.type === 'red' &&
      isNew(event.tests, shown) &&
      attempts.at(-1)?.n === runBehind(events, at)
    )
      attempts.pop();
    if (event.type === 'item' && event.item === item) isRunning = event.state === 'running';
    const analysed = analysedBy(event, item, attempts);
    if (analysed) analysed.analysed = true;
    const said = saidIn(event, item) ?? (analysed && event.type === 'answer' ? event.note : null);
    if (said !== null) tried.push(said);
    const failed = failedIn(event, item, isRunning);
    if (failed === null) continue;
    const { errors, source, class: name } = failed;
    attempts.push({
      ...{ n: event.n, time: event.time, item: item ?? '', class: name, source },
      ...{ errors: errors.slice(0, MOST), tried: tried.slice(-MOST) },
      fingerprint: fingerprintOf(name, source, errors),
      status: spendsTry(name) ? 'failed' : 'broke-down',
      analysed: false,
    });
    tried = [];
  }
  return attempts;
}

/** Returns the ids of all items that events speak of by name: nothing was tried with any other. */
export function mentionedIn(events: readonly FlowEvent[]): Set<string> {
  const ids = new Set<string>();
  for (const event of events) {
    if ('item' in event && event.item !== undefined) ids.add(event.item);
    if ('subject' in event && event.subject !== undefined) ids.add(event.subject);
    if (event.type === 'run') for (const id of Object.keys(event.subjects)) ids.add(id);
  }
  return ids;
}

/** Tells whether one of these tests was never seen to fail before, and notes them all. */
function isNew(tests: readonly TestId[], shown: Set<string>): boolean {
  const before = shown.size;
  for (const { file, name, hash } of tests) shown.add(JSON.stringify([file, name, hash]));
  return shown.size > before;
}

/** Number of the run that an event is told right behind of. */
function runBehind(events: readonly FlowEvent[], at: number): number | undefined {
  const run = events[at - 1];
  return run?.type === 'run' ? run.n : undefined;
}

/** Makes one word of a failure: two failures of one class at the same source on the same things are the same failure. */
export function fingerprintOf(name: Failure, source: string, errors: readonly string[]): string {
  return JSON.stringify([name, source, [...new Set(errors)].sort()]);
}

/** Words about what was tried or found out, for the item. */
function saidIn(event: FlowEvent, item: string | null): string | null {
  if (event.type === 'analysis') return (event.item ?? null) === item ? event.note : null;
  if (event.type === 'submission') return (event.subject ?? null) === item ? (event.note ?? null) : null;
  return null;
}

/** Returns the attempt that an event analyses: the last, or the one whose must-fix is answered with words. */
function analysedBy(event: FlowEvent, item: string | null, attempts: readonly Attempt[]): Attempt | undefined {
  if (event.type === 'analysis' && (event.item ?? null) === item && event.note.trim() !== '')
    return attempts.findLast((one) => one.status === 'failed');
  if (event.type !== 'answer' || event.note.trim() === '') return undefined;
  const raised = Number(event.finding.split('.')[0]);
  return attempts.find(({ n }) => n === raised);
}

type Failed = { class: Failure; source: string; errors: readonly string[] };

/**
 * @param isRunning a command that names no item, and a run that broke down, speak of those that are worked on
 */
function failedIn(event: FlowEvent, item: string | null, isRunning: boolean): Failed | null {
  switch (event.type) {
    case 'run': {
      const isBroken = event.failure !== undefined && !spendsTry(event.failure);
      const isAbout =
        item === null ? event.result === 'fail' || isBroken : event.subjects[item] === false || (isBroken && isRunning);
      if (!isAbout) return null;
      return { class: event.failure ?? 'test', source: event.suite, errors: event.failing?.names ?? [] };
    }
    case 'command': {
      if (
        event.pass ||
        event.shows ||
        (!(event.subject === undefined && isRunning) && (event.subject ?? null) !== item)
      )
        return null;
      return { class: event.failure ?? 'code', source: event.command, errors: [] };
    }
    case 'verdict': {
      if ((event.subject ?? null) !== item || (event.pass && event.findings.length === 0)) return null;
      const told = event.failure === undefined ? event.findings : (event.notes ?? []);
      return { class: event.failure ?? 'code', source: event.judge, errors: told.map(({ title }) => title) };
    }
    case 'failure':
      if ((event.item ?? null) !== item) return null;
      return { class: event.failure, source: event.agent ?? 'agent', errors: [event.reason].filter(Boolean) };
    default:
      return null;
  }
}

/** Advice on what to do after the last failure (row M28). */
export interface Retry {
  /** True where it is to be tried again, once the wait is over and the analysis is there. */
  retry: boolean;
  /** Seconds from now. */
  backoffSeconds: number;
  /** True where a person is asked. */
  escalate: boolean;
  /** True where the same failed twice, and nobody has said why: that comes before the next try. */
  analyse: boolean;
  reason: 'outside' | 'repeated-breakdown' | 'exhausted' | 'same-failure' | 'breakdown' | 'failed';
  /** How many tries are spent, and how many there are. */
  spent: number;
  max: number | null;
}

/**
 * Tells what follows from a history: what says nothing of the work is waited out, three times at most; what was tried as often
 * as is allowed goes to a person; the same failure twice is analysed first.
 * @param until when a quota that was used up is there again
 * @returns null where nothing failed
 */
export function retryOf(
  attempts: readonly Attempt[],
  {
    now,
    max = null,
    since = 0,
    until = null,
  }: { now: number; max?: number | null; since?: number; until?: number | null },
): Retry | null {
  const counted = attempts.filter(({ n }) => n > since);
  const last = counted.at(-1);
  if (!last) return null;
  const spent = counted.filter((one) => one.status === 'failed').length;
  const base = { retry: false, backoffSeconds: 0, escalate: true, analyse: false, spent, max };
  if (last.status === 'broke-down') {
    const row = rowOf(counted);
    if (last.class === 'external') return { ...base, reason: 'outside' };
    if (row >= IN_A_ROW) return { ...base, reason: 'repeated-breakdown' };
    const due = last.class === 'quota' && until !== null ? until : last.time + spread(last, backoff(row));
    const backoffSeconds = Math.max(0, Math.ceil((due - now) / 1000));
    return { ...base, retry: true, escalate: false, backoffSeconds, reason: 'breakdown' };
  }
  if (max !== null && spent >= max) return { ...base, reason: 'exhausted' };
  const analyse = isAnalysisDue(counted);
  return { ...base, retry: true, escalate: false, analyse, reason: analyse ? 'same-failure' : 'failed' };
}

/** Spreads waits of one length, by up to a quarter: many that broke down at once do not all come back at once. */
const spread = ({ item, n }: Attempt, wait: number): number => wait + jitter(`${item} ${n}`, wait / 4);

/** Tells how many of the last attempts are of one class, without another between them. */
function rowOf(attempts: readonly Attempt[]): number {
  const last = attempts.at(-1)?.class;
  const other = attempts.findLastIndex((one) => one.class !== last);
  return attempts.length - 1 - other;
}

/** Tells whether the last two tries failed with the same, which asks for an analysis before the next. */
export function isAnalysisDue(attempts: readonly Attempt[]): boolean {
  const [before, last] = attempts.filter((one) => one.status === 'failed').slice(-2);
  return before !== undefined && last !== undefined && !last.analysed && before.fingerprint === last.fingerprint;
}
