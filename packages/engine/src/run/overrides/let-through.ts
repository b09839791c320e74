import path from 'node:path';
import { mayBeOverridden } from '@flow/evidence';
import type { Surroundings } from '../../places/surroundings.js';
import { readOverrides } from './overrides.js';

/** Lists files without those that a person let this very call change: that is no breach. */
export function notLetThrough(files: string[], call: string | undefined, around: Surroundings): string[] {
  const { repository, start } = around;
  if (files.length === 0 || call === undefined || !mayBeOverridden(repository, start.environment)) return files;
  const used = readOverrides(repository).filter((one) => one.used.some(({ by }) => by === call));
  const named = used.flatMap(({ findings }) => findings.map((key) => (JSON.parse(key) as unknown[])[1]));
  const allowed = named.filter((one) => typeof one === 'string').map((one) => path.resolve(repository.root, one));
  return files.filter((file) => !allowed.includes(file));
}
