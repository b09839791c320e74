import path from 'node:path';
import { fieldOf } from '@flow/core/record';
import { parseJson } from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';
import type { TrustFact } from './client.js';

/** Reads a file of settings; null where it is not there or is no JSON. */
export const settingsIn = (file: string): unknown => parseJson(readSmall(file) ?? 'null');

/**
 * Finds settings that turn all hooks of a client off.
 * @param files absolute paths
 * @param names the field that says so, within others: `['hooks', 'hooksDisabled']`
 */
export function switchedOff(product: string, files: readonly string[], names: readonly string[]): TrustFact[] {
  const off = files.filter((file) => names.reduce(fieldOf, settingsIn(file)) === true);
  return off.map((file) => ({
    ...{ id: 'hooks-disabled', status: 'failure', title: `Hooks of ${product}` },
    detail: `${path.basename(path.dirname(file))}/${path.basename(file)} says "${names.at(-1)}": true, so ${product} runs no hook.`,
    fix: `$EDITOR ${file}`,
  }));
}
