import { lstatSync } from 'node:fs';
import { canonical, isOurSignature, loadKey, sign } from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';

/** What this process has made needs no verifying: with the names of thousands of tests that takes milliseconds. */
const sealedHere = new Set<string>();

/** A view as its file holds it: under this user's key, so that a change by somebody else is known. */
export function sealedView(view: object, environment = process.env): string {
  const text = `${JSON.stringify({ ...view, mac: sign(loadKey(environment), canonical(view)) }, null, 2)}\n`;
  sealedHere.add(text);
  return text;
}

/**
 * Returns true for a view that this program wrote and nobody changed, and for one that is gone: a removal claims
 * nothing.
 */
export function isGenuineView(file: string, environment: NodeJS.ProcessEnv): boolean {
  const text = readSmall(file);
  // One that cannot be read, or is larger than ours ever are, is not ours.
  if (text === undefined) return lstatSync(file, { throwIfNoEntry: false }) === undefined;
  if (sealedHere.has(text)) return true;
  try {
    const { mac: signed, ...view } = JSON.parse(text) as Record<string, unknown>;
    return isOurSignature(canonical(view), signed, environment);
  } catch {
    return false;
  }
}
