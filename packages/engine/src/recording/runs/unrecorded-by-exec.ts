import type { Repository } from '@flow/evidence/fast';
import type { Analysis } from '@flow/shell-effects';
import { OWN_EXEC } from '../../places/own-products.js';
import { isSealedHere } from '../../places/seal.js';
import type { Start } from '../../places/surroundings.js';

/**
 * Returns what a line would do as the hook has to see it: where shells are sealed, `flow-hooks exec` records nothing of what it
 * runs, so that its run is the hook's to record, like any other.
 */
export function unrecordedByExec(analysis: Analysis, repository: Repository, { environment }: Start): Analysis {
  const isThrough = ({ via }: { via?: readonly string[] }) => via?.includes(OWN_EXEC) === true;
  if (!analysis.effects.some((effect) => effect.kind === 'run' && isThrough(effect))) return analysis;
  if (!isSealedHere(repository, environment)) return analysis;
  const effects = analysis.effects.map((effect) =>
    effect.kind === 'run' && isThrough(effect)
      ? { ...effect, via: effect.via.filter((step) => step !== OWN_EXEC) }
      : effect,
  );
  return { ...analysis, effects };
}
