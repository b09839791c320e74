import { lookAt, readSeal, repositoryState } from '@flow/evidence';
import { keepSeal } from '../../places/keep-seal.js';
import type { Surroundings } from '../../places/surroundings.js';

/**
 * Takes the look of files that this program has just written, or removed, as its own work. Nothing else is looked at: a
 * change of another file is still found.
 */
export function sealWritten(files: readonly string[], around: Surroundings): void {
  const { repository, start } = around;
  const folder = repositoryState(repository, start.environment);
  const seal = readSeal(folder);
  if (seal === undefined || files.length === 0) return;
  const others = seal.stamps.filter(([file]) => !files.includes(file));
  keepSeal({ ...seal, stamps: [...others, ...lookAt(files).stamps] }, around);
}
