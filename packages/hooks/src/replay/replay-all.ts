import { type Past, type PastCall, Progress } from '@flow/clients/past';
import type { Policy } from '@flow/core';
import { clean } from '@flow/engine/text/clean';
import { findRepository } from '@flow/evidence';
import { pastJudge } from './judge.js';
import { SIGNS } from './rank.js';
import { Gathering, type NeedsEvidence, type Refused } from './report.js';
import { readTranscript, transcriptsIn, type Unread, unreadOf } from './transcript.js';

/** A replay gives the rulings of the guards on past sessions. */
export interface Replayed {
  version: 1;
  files: number;
  /** Files in which no call of a tool was found: of a client that is not read, or of nothing. */
  empty: number;
  /** Transcripts that the client has compressed since, which are not read. */
  packed: number;
  /** Folders and transcripts that could not be read, or not to their end: how many, and the first of them. */
  unreadTotal: number;
  unread: Unread[];
  sessions: number;
  calls: number;
  /** Calls that could not be judged, and lines that could not be read. */
  unjudged: number;
  skippedLines: number;
  /** Lines of a transcript of Codex of a kind that is not known, and the first of those kinds. */
  unknownLines: number;
  unknownKinds: string[];
  /** Programs that called tools from code, of which only the calls that were made are told. */
  programs: number;
  megabytes: number;
  seconds: number;
  refusals: number;
  /** Different refusals beyond those that are kept. */
  beyond: number;
  refused: Refused[];
  needsEvidence: NeedsEvidence;
  signs: typeof SIGNS;
}

/** The most places that could not be read and are named; more are only counted. */
const MAX_UNREAD = 100;

/** The most ids that are remembered: a resumed session repeats the calls of the one before it. */
const MAX_SEEN = 500_000;

/** Asks the guards of all calls in transcripts, in their order. `policy`: in place of the one in force. */
export async function replayAll(
  places: readonly string[],
  policy: Policy | null,
  { directory, environment }: { directory: string; environment: NodeJS.ProcessEnv },
): Promise<Replayed> {
  const { files, packed, unread } = transcriptsIn(places);
  const here = findRepository(directory)?.root ?? directory;
  const calls = new Calls(pastJudge(environment, here, policy));
  const progress = new Progress();
  let empty = 0;
  const began = performance.now();
  for (const file of files) {
    let isEmpty = true;
    try {
      for await (const event of readTranscript(file, progress)) {
        isEmpty = false;
        calls.take(event);
      }
    } catch (error) {
      // What was read of it counts.
      unread.push(unreadOf(file, error));
      isEmpty = false;
    }
    calls.gathering.close();
    if (isEmpty) empty += 1;
  }
  const { refused, refusals, beyond, needsEvidence } = calls.gathering;
  return {
    version: 1,
    files: files.length,
    empty,
    packed,
    unreadTotal: unread.length,
    unread: unread.slice(0, MAX_UNREAD),
    sessions: calls.sessions.size,
    calls: calls.count,
    unjudged: calls.unjudged,
    skippedLines: progress.skipped,
    unknownLines: progress.unknown,
    unknownKinds: [...progress.kinds].map((kind) => clean(kind, 60)),
    programs: progress.programs,
    megabytes: rounded(progress.bytes / 1e6),
    seconds: rounded((performance.now() - began) / 1000),
    refusals,
    beyond,
    refused,
    needsEvidence,
    signs: SIGNS,
  };
}

/** Rounds to two digits behind the point. */
export const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Collects the calls of all transcripts, each judged once. */
class Calls {
  readonly gathering = new Gathering();
  readonly sessions = new Set<string>();
  count = 0;
  unjudged = 0;
  readonly #judge: ReturnType<typeof pastJudge>;
  readonly #seen = new Set<string>();

  constructor(judge: ReturnType<typeof pastJudge>) {
    this.#judge = judge;
  }

  take(event: Past): void {
    if (event.kind === 'end') {
      this.gathering.end(event.id, event.ending);
      return;
    }
    this.gathering.goOn();
    if (event.kind === 'call') this.#call(event);
    else {
      this.count += 1;
      this.unjudged += 1;
    }
  }

  #call(call: PastCall): void {
    this.sessions.add(call.session);
    if (this.#seen.has(call.id)) return;
    if (this.#seen.size < MAX_SEEN) this.#seen.add(call.id);
    this.count += 1;
    try {
      const verdict = this.#judge(call);
      if (verdict) this.gathering.add(call, verdict);
    } catch {
      this.unjudged += 1;
    }
  }
}
