import { lookAt, readSeal, repositoryState, writeSeal } from '@flow/evidence';
import type { Surroundings } from '../../places/surroundings.js';

/**
 * Takes the look of files that this program has just written, or removed, as its own work. Nothing else is looked at: a
 * change of another file is still found.
 */
export function sealWritten(files: readonly string[], { repository, start }: Surroundings): void {
  const folder = repositoryState(repository, start.environment);
  const seal = readSeal(folder);
  if (seal === undefined || files.length === 0) return;
  const others = seal.stamps.filter(([file]) => !files.includes(file));
  writeSeal(folder, { ...seal, stamps: [...others, ...lookAt(files).stamps] });
}
