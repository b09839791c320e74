import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Repository } from './repository.js';

/** Answers that are kept at most; the oldest goes first. A listing of a large repository has some megabytes. */
const MAX_KEPT = 32;

const FULL_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

const kept = new Map<string, unknown>();

/**
 * Asks once per process what never changes: what git says of objects that are named by their full ids. A failure is not
 * kept, as a fetch can bring the object; nor is an answer in a shallow clone, whose history can grow.
 * @param question tells apart what is asked of the same objects
 * @param ids names of the objects; where one is no full id, `ask` is called every time
 * @param ask the answer, which nobody may change afterwards; null for a failure
 */
export function askOnce<T>(
  { commonDir }: Repository,
  question: string,
  ids: readonly string[],
  ask: () => T | null,
): T | null {
  if (!ids.every((id) => FULL_ID.test(id)) || existsSync(join(commonDir, 'shallow'))) return ask();
  const key = [commonDir, question, ...ids].join('\0');
  if (kept.has(key)) return kept.get(key) as T;
  const answer = ask();
  if (answer === null) return null;
  kept.set(key, answer);
  for (const oldest of kept.keys()) {
    if (kept.size <= MAX_KEPT) break;
    kept.delete(oldest);
  }
  return answer;
}

/** Has all be asked anew, as where the objects come from elsewhere. */
export function forgetAnswers(): void {
  kept.clear();
}
