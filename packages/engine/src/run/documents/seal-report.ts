import { digestOfMade } from '@flow/core/documents';
import { type Environment, loadKey, sha256, sign } from '@flow/evidence';
import { sealedText } from './made-here.js';

/**
 * Returns the seal of the part of a report that is made from the evidence, so that words which are put into it, or left
 * from another change, do not pass for it.
 * @param diff digest of the change; undefined where it cannot be told
 */
export function sealOfReport(part: string, diff: string | undefined, environment: Environment): string {
  return sign(loadKey(environment), sealedText(digestOfMade(part, sha256), diff));
}
