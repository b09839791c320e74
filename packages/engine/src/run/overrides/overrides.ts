import { type Override, overridesOf, type Repository, readJournal } from '@flow/evidence';
import { unreportedDamage } from '../../facts/evidence-check.js';
import { GIT_HOOK } from './refused-call.js';

/**
 * Overrides of persons. In a journal that lacks something, nobody can tell whether an override was used: overrides from
 * before the newest breach of evidence count for nothing.
 */
export function readOverrides(repository: Repository): Override[] {
  const journal = readJournal(repository);
  if (unreportedDamage(repository, journal).length > 0) return [];
  const breach = journal.events.findLastIndex((entry) => entry.type === 'breach' && entry.data.evidence === true);
  return overridesOf(journal.events.slice(breach + 1));
}

/** Place where an override still holds: for the call itself, for git's own hook behind the call, or nowhere any more. */
export function stageOf({ tool, used, isOver }: Override): 'call' | 'git' | null {
  const was = (stage: string) => used.some((use) => use.stage === stage);
  if (was('revoked') || was('git') || isOver) return null;
  return tool === GIT_HOOK || was('call') ? 'git' : 'call';
}
