import type { Outcome } from '../evidence/outcome.js';
import type { Failure } from '../workflow/facts.js';
import { spendsTry } from '../workflow/failures.js';

/** Facts about the end of a run, a command or a session, as an adapter saw it. Fields that nobody knows are left out. */
export interface EndingFacts {
  /** A session is an agent's; anything else is a program that says by its exit code how it went. */
  of: 'session' | 'command';
  /** Outcome of the report, where output was read. */
  outcome?: Outcome;
  exit?: number | null;
  signal?: string | null;
  /** A deadline of ours ended it: nothing was heard of it, or it took too long as a whole. */
  deadline?: 'silence' | 'whole';
  /** The word of the client's own end record, or of a failure that a caller gives. */
  reason?: string;
  /** The status of an answer over the network that ended it. */
  status?: number;
  /** Whether what it worked on stands further than before. */
  moved?: boolean;
}

/** The end of something that did not lead on. */
export interface Ending {
  class: Failure;
  /** True where it counts as an attempt. */
  spends: boolean;
  /** What the class follows from. */
  because: 'given' | 'deadline' | 'signal' | 'record' | 'status' | 'outcome' | 'exit' | 'standstill' | 'nothing';
}

/** Words of clients' end records, by class. Words of several clients stand side by side, as none means two things. */
const RECORDS: Readonly<Record<string, Failure>> = Object.fromEntries(
  Object.entries({
    limit: [
      ...['max_turns', 'max_turn_requests', 'max_tokens', 'budget_exhausted', 'prompt_too_long'],
      ...['max_budget_usd', 'max_structured_output_retries', 'context_window_exceeded'],
    ],
    quota: ['rate_limit', 'rate_limited', 'usage_limit', 'usage_limit_reached', 'billing', 'insufficient_quota'],
    infra: [
      ...['api', 'authentication', 'authentication_failed', 'auth', 'permission_error', 'overloaded', 'server'],
      ...['internal_server', 'connection', 'network', 'stream', 'stream_idle', 'truncated', 'crash', 'crashed'],
      ...['settings', 'proxy', 'cwd', 'worktree', 'timeout', 'timed_out', 'during_execution'],
    ],
    external: ['cancelled', 'canceled', 'interrupted', 'aborted', 'aborted_streaming', 'aborted_tools'],
    unknown: ['refusal', 'session_writes_lost'],
  } satisfies Partial<Record<Failure, string[]>>).flatMap(([name, words]) =>
    words.map((word) => [word, name as Failure] as const),
  ),
);

/** Words of a client for an end by itself: whether the work is done, the word does not say. */
const BY_ITSELF = new Set([
  'completed',
  'success',
  'end_turn',
  'turn_completed',
  'stop',
  'hook_stopped',
  'stop_hook_prevented',
]);

const OUTCOME_CLASSES: Readonly<Record<Outcome, Failure | null>> = {
  passed: null,
  failed: 'test',
  'build-error': 'code',
  'collection-error': 'code',
  'no-tests': 'test',
  crashed: 'infra',
  'timed-out': 'infra',
  truncated: 'infra',
  unknown: 'unknown',
};

/**
 * Tells of what class an end is: `code`, `test` and `limit` spend a try, the others say nothing of the work. The surest
 * fact decides: a deadline before a client's word, a client's word before an exit code.
 * @returns null where nothing failed
 */
export function classifyEnding(facts: EndingFacts): Ending | null {
  const { of, outcome, exit, signal, deadline, reason, status, moved } = facts;
  const ending = (name: Failure, because: Ending['because']): Ending => ({
    class: name,
    spends: spendsTry(name),
    because,
  });
  if (deadline !== undefined) return ending('infra', 'deadline');
  const word = reason === undefined ? '' : wordOf(reason);
  const known = Object.hasOwn(RECORDS, word) ? RECORDS[word] : undefined;
  // That the service failed says less than its status does.
  if (known !== undefined && !(known === 'infra' && status === 429)) return ending(known, 'record');
  if (status === 429) return ending('quota', 'status');
  if (status !== undefined && status >= 400) return ending('infra', 'status');
  if (signal) return signal === 'SIGINT' ? ending('external', 'signal') : ending('infra', 'signal');
  if (outcome !== undefined) {
    const found = OUTCOME_CLASSES[outcome];
    // A green report of a program that says itself that it failed is none.
    if (found === null && typeof exit === 'number' && exit !== 0) return ending('unknown', 'outcome');
    // A report that shows no failure of the work leaves the word to the shell: a person, or a limit of time, ended it.
    const byShell = found === 'infra' || found === 'unknown' ? shellClass(exit) : null;
    if (byShell !== null) return ending(byShell, 'exit');
    if (found !== null) return ending(found, 'outcome');
  } else if (of === 'session' && word !== '' && !BY_ITSELF.has(word)) return ending('unknown', 'record');
  else if (typeof exit === 'number' && exit !== 0) return ending(exitClass(of, exit), 'exit');
  // Nothing is known of how it ended: that it went well is not known, either.
  else if (exit === undefined || exit === null) {
    if (word === '') return ending('unknown', 'nothing');
  }
  return moved === false ? ending('code', 'standstill') : null;
}

/** A client's word without what all of them have: `error_max_turns`, `max-turns` and `MaxTurns` are one. */
const wordOf = (reason: string) =>
  reason
    .slice(0, 200)
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .replace(/^error_(?=.)|(?<=.)_error$/g, '');

/** A shell's codes for what was not found, was killed or took too long are no word of the program. */
const exitClass = (of: EndingFacts['of'], exit: number): Failure =>
  shellClass(exit) ?? (of === 'session' ? 'unknown' : 'code');

function shellClass(exit: number | null | undefined): Failure | null {
  if (typeof exit !== 'number') return null;
  if (exit === 130) return 'external';
  return exit === 124 || exit === 126 || exit === 127 || exit > 128 ? 'infra' : null;
}
