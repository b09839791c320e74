import { join } from 'node:path';
import { writeFileAtomic } from '../disk/atomic.js';
import { readText } from '../disk/read-bounded.js';
import { repositoryState } from '../disk/state-folder.js';
import type { Environment } from '../environment.js';
import type { Repository } from '../git/repository.js';
import { appendEvent } from '../journal/append.js';
import { hasEnded } from '../journal/ends.js';
import { eventsOf, type JournalEntry } from '../journal/event.js';
import type { OverrideData, OverrideStage } from '../journal/event-data.js';
import { appendFirst } from '../journal/first.js';

/** A refused call that a person let through, and what has become of it. */
export interface Override extends OverrideData {
  /** Epoch milliseconds. */
  time: number;
  used: { stage: OverrideStage; by: string; time: number }[];
  /** The override was not used up in its time. */
  isOver: boolean;
}

/**
 * Records that a person lets a refused call through, once.
 * @throws EvidenceError
 */
export function recordOverride(repository: Repository, data: OverrideData, env: Environment = process.env): void {
  appendEvent(repository, { type: 'override', data }, env);
  writeFileAtomic(markPath(repository, env), String(data.expires), { fsync: false });
}

/**
 * Tells whether there may be an override that still holds: a refusal asks this before it reads the journal, which
 * decides. A mark that somebody else made or removed lets nothing through.
 */
export function mayBeOverridden(repository: Repository, env: Environment = process.env): boolean {
  return Number(readText(markPath(repository, env), 64) ?? 0) > Date.now();
}

/**
 * Uses a stage of an override up.
 * @param by what used it
 * @returns false when it was used or taken back before
 * @throws EvidenceError
 */
export function recordOverrideUse(
  repository: Repository,
  id: string,
  stage: OverrideStage,
  by: string,
  env: Environment = process.env,
): boolean {
  const event = { type: 'override-use' as const, data: { override: id, stage, by } };
  const isSame = (data: { override: string; stage: string }) =>
    data.override === id && (data.stage === stage || data.stage === 'revoked');
  return appendFirst(repository, event, isSame, env);
}

/**
 * Returns the overrides of a journal, oldest first.
 * @param events verified entries, as `readJournal` gives them
 */
export function overridesOf(events: readonly JournalEntry[]): Override[] {
  const uses = eventsOf(events, 'override-use');
  return eventsOf(events, 'override').map(({ n, data, time }) => ({
    ...data,
    time,
    isOver: hasEnded({ n, expires: data.expires }, events),
    used: uses
      .filter((use) => use.data.override === data.id)
      .map((use) => ({ stage: use.data.stage, by: use.data.by, time: use.time })),
  }));
}

function markPath(repository: Repository, env: Environment): string {
  return join(repositoryState(repository, env), 'overridden');
}
