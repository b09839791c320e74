import { rmSync } from 'node:fs';
import path from 'node:path';
import { type Repository, repositoryState, writeFileAtomic } from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';

/*
 * A look that got no answer is remembered, so that whoever asks later, without time to look, does not take silence for an
 * answer. The file says what was asked, as a digest, and why nobody answered; it lets nothing pass.
 */

const fileOf = (repository: Repository) => path.join(repositoryState(repository), 'weakened-unanswered.json');

/** Digests a question. */
export const questionOf = (question: object): string => {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(JSON.stringify(question)).digest('hex');
};

/** Remembers why a question got no answer. Without room to write, it is said this once alone. */
export function keepSilence(repository: Repository, question: string, why: string): void {
  try {
    writeFileAtomic(fileOf(repository), JSON.stringify({ question, why }));
  } catch {
    // What was found out holds all the same, and is told by who found it.
  }
}

/** Returns why this question got no answer the last time; null where it did, or another one was asked since. */
export function silenceOn(repository: Repository, question: string): string | null {
  try {
    const kept = JSON.parse(readSmall(fileOf(repository)) ?? 'null') as { question?: unknown; why?: unknown } | null;
    return kept?.question === question && typeof kept.why === 'string' ? kept.why : null;
  } catch {
    return null;
  }
}

/** Forgets what got no answer: it has one now. */
export function forgetSilence(repository: Repository, question: string): void {
  if (silenceOn(repository, question) !== null) rmSync(fileOf(repository), { force: true });
}
